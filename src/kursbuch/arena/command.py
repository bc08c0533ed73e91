"""The arena's command line on a bare machine: `python -m kursbuch.arena TITLE --bots search:1,house --games 100`."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from kursbuch.arena.matches import Arena
from kursbuch.arena.playing import Played
from kursbuch.arena.running import run
from kursbuch.arena.standings import Standings
from kursbuch.core import BadInput
from kursbuch.core.garbage import collect_seldom

NEWS = 30.0  # seconds between two lines of news


def main(words: Sequence[str] | None = None) -> int:
    """Read the command line, play, print."""
    given = _reader().parse_args(words)
    collect_seldom()
    try:
        asked = Arena(
            given.title,
            given.bots.split(","),
            given.games,
            given.seed,
            given.players,
            read_options(given.title, given.option),
        )
        games = run(
            asked, jobs=given.jobs, results=given.results, keep=given.keep, ray=given.ray, progress=_News()
        )
    except BadInput as error:
        print(f"arena: {error}", file=sys.stderr)
        return 2
    standings = Standings(games)
    print(json.dumps({"title": given.title, **standings.to_dict()}) if given.json else standings.text())
    return 0


def _reader() -> argparse.ArgumentParser:
    reader = argparse.ArgumentParser("kursbuch.arena", description="Bots against each other, many games.")
    reader.add_argument("title")
    reader.add_argument("--bots", default="search:0.2,house", help="names with commas")
    reader.add_argument("--players", type=int, default=0, help="seats at a table, if more bots are named")
    reader.add_argument("--games", type=int, default=100)
    reader.add_argument("--seed", type=int, default=1)
    reader.add_argument("--jobs", type=int, default=1, help="processes")
    reader.add_argument(
        "--results", type=Path, help="a line for each game; a run that was ended goes on from there"
    )
    reader.add_argument("--keep", type=Path, help="folder for the transcripts")
    reader.add_argument("--option", action="append", default=[], help="KEY=VALUE of the title")
    reader.add_argument("--ray", default="", help="HOST:PORT of a Ray cluster, auto, or local")
    reader.add_argument("--json", action="store_true", help="print one JSON object")
    return reader


def read_options(title: str, words: Sequence[str]) -> dict[str, object]:
    """Options of a title from words such as `beginners=True`; raises BadInput."""
    from kursbuch.shelf import find  # noqa: PLC0415

    known = {option.key: option.choices for option in find(title).info.options}
    out: dict[str, object] = {}
    for word in words:
        key, _, text = word.partition("=")
        out[key] = next((value for value in known.get(key, ()) if str(value) == text), text)
    return out


class _News:
    """Says now and then how far it is."""

    def __init__(self) -> None:
        self.last = time.monotonic()

    def __call__(self, played: Sequence[Played], games: int) -> None:
        if time.monotonic() - self.last >= NEWS and played:
            self.last = time.monotonic()
            best = Standings(played).rows[0]
            print(f"{len(played)} of {games}; {best.bot} {best.share:.0%}", file=sys.stderr, flush=True)
