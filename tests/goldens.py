"""Golden transcripts and position counts: what the engine does, written down, so that a change shows as a diff.

uv run python -m tests.goldens        writes them anew; look at the diff before committing it
"""

from __future__ import annotations

import json
import random
from pathlib import Path

import kursbuch as kb
from kursbuch.core import Game

HERE = Path(__file__).parent / "golden"
TABLES = [(info.id, players) for info in kb.titles() for players in info.players]


def transcript(title: str, players: int) -> str:
    """A seeded random game: each action with the events it brought about, then the scores."""
    rng = random.Random(1)
    game = kb.new_game(title, players, seed=1)
    lines = [*_events(game, 0)]
    while not game.over:
        game.apply(rng.choice(game.legal_actions()).sample(rng))
        number = len(game.actions)
        lines.append(f"{number} {game.actions[-1]}")
        lines.extend(_events(game, number))
    lines.append(f"scores {json.dumps(game.scores())}")
    return "\n".join(lines) + "\n"


def _events(game: Game, number: int) -> list[str]:
    out = []
    for event in game.events_of(number):
        values = " ".join(
            f"{key}={json.dumps(value, ensure_ascii=False)}" for key, value in event.values.items()
        )
        out.append(f"    {event.key} {values}".rstrip())
    return out


def counts(title: str, players: int) -> list[int]:
    """How many sequences of 1, 2, 3 ... actions there are from the start, ranges taken at both their ends."""
    out: list[int] = []
    games = [kb.new_game(title, players, seed=1)]
    while sum(out) < 1500 and len(out) < 6:
        games = [_after(game, choice) for game in games for choice in _definite(game)]
        out.append(len(games))
    return out


def _definite(game: Game) -> list[kb.Action]:
    out: list[kb.Action] = []
    for action in game.legal_actions():
        ends = {action.lo, action.hi} if action.lo is not None else {None}
        out.extend(
            action if amount is None else action.at(amount) for amount in sorted(ends, key=lambda a: a or 0)
        )
    return out


def _after(game: Game, action: kb.Action) -> Game:
    twin = game.clone()
    twin.apply(action)
    return twin


def main() -> None:
    """Write every golden file anew."""
    HERE.mkdir(exist_ok=True)
    for title, players in TABLES:
        (HERE / f"{title}-{players}.txt").write_text(transcript(title, players), encoding="utf-8")
    found = {f"{title}-{players}": counts(title, players) for title, players in TABLES}
    (HERE / "counts.json").write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
