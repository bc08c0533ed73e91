"""Screenshots as files that a page can afford."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

from PIL import Image

WIDTH = 960  # of the film


def write_still(shot: bytes, file: Path) -> Path:
    """A screenshot as it is."""
    _image(shot).save(file, "WEBP", quality=80, method=6)
    return file


def write_film(scenes: Sequence[tuple[bytes, int]], file: Path) -> Path:
    """Scenes one after the other, for ever; each is shown for its milliseconds."""
    frames = [_image(shot) for shot, _ in scenes]
    small = [
        one.resize((WIDTH, round(one.height * WIDTH / one.width)), Image.Resampling.LANCZOS) for one in frames
    ]
    shown = [milliseconds for _, milliseconds in scenes]
    first, *rest = small
    first.save(file, "WEBP", save_all=True, append_images=rest, duration=shown, loop=0, quality=70, method=6)
    return file


def _image(shot: bytes) -> Image.Image:
    return Image.open(BytesIO(shot)).convert("RGB")
