"""Takes the pictures and writes them to docs/pictures."""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tools.pictures.acting import film
from tools.pictures.developing import write_film, write_still
from tools.pictures.staging import midgame, serving

PICTURES = Path(__file__).resolve().parents[2] / "docs" / "pictures"


def main(title: str, players: int = 4, seed: int = 3) -> None:
    """Take the screenshot and the film of a game of this title."""
    game = midgame(title, players, seed)
    with TemporaryDirectory() as folder, serving(Path(folder)) as address:
        still, scenes = film(address, game, Path(folder))
    for written in (write_still(still, PICTURES / "table.webp"), write_film(scenes, PICTURES / "turn.webp")):
        print(f"{written} {written.stat().st_size // 1024} KiB")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "1889")
