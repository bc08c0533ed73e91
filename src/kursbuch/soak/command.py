"""The command line of a soak on a bare machine, and what it has in common with `kursbuch soak`."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from kursbuch.core import BadInput
from kursbuch.soak.playing import USUAL, Care
from kursbuch.soak.report import reached_so_far, report
from kursbuch.soak.running import Progress, Soak, soak
from kursbuch.soak.tables import KINDS
from kursbuch.soak.tally import Tally, read, summed

NEWS = 20.0  # seconds between two lines of news, and between two writings of the results


def main(words: Sequence[str] | None = None) -> int:
    """Read the command line, play, print. The status is 1 if there were faults."""
    given = _reader().parse_args(words)
    try:
        if given.sum:
            tally = summed(map(Path, given.tables))
        else:
            tally = run(_asked(given), given.json, given.resume, _News(given.json))
    except BadInput as error:
        print(f"soak: {error}", file=sys.stderr)
        return 2
    if given.json and str(given.json) != "-":
        tally.write(given.json)
    print(tally.to_json() if str(given.json) == "-" else report(tally))
    return 1 if tally.faults else 0


def _reader() -> argparse.ArgumentParser:
    reader = argparse.ArgumentParser("kursbuch.soak", description="Many games, audited after every action.")
    reader.add_argument("tables", nargs="*", help="TITLE or TITLE:PLAYERS; else every title (--sum: files)")
    reader.add_argument("--games", type=int, default=100, help="of each of the tables named")
    reader.add_argument("--seed", type=int, default=1)
    reader.add_argument("--jobs", type=int, default=1, help="processes")
    reader.add_argument("--players", default=",".join(KINDS), help=f"kinds with commas: {','.join(KINDS)}")
    reader.add_argument("--first", type=int, default=0, help="number of the first game")
    reader.add_argument("--minutes", type=float, default=0.0, help="begin no further game after so long")
    reader.add_argument("--shrink", type=float, default=30.0, help="seconds to shrink each kind of fault")
    reader.add_argument("--every", type=int, default=USUAL.every, help="a dear check every so many actions")
    reader.add_argument("--patience", type=int, default=USUAL.patience, help="actions a game may have")
    reader.add_argument("--json", type=Path, help="write the results to this file; - prints them")
    reader.add_argument("--resume", action="store_true", help="go on with the results in the --json file")
    reader.add_argument("--sum", action="store_true", help="add up result files instead of playing")
    return reader


def _asked(given: argparse.Namespace) -> Soak:
    return Soak(
        given.tables,
        given.games,
        given.seed,
        given.jobs,
        given.players.split(","),
        given.first,
        60 * given.minutes,
        given.shrink,
        Care(every=given.every, patience=given.patience),
    )


def run(what: Soak, file: Path | None, resume: bool, progress: Progress) -> Tally:
    """Soak, going on with what a file holds if asked to."""
    done = read(file) if resume and file is not None and file.exists() else None
    return soak(what, progress, done)


class _News:
    """Says now and then how far it is, and writes down what there is."""

    def __init__(self, file: Path | None) -> None:
        self.file = file if file is None or str(file) != "-" else None
        self.last = time.monotonic()

    def __call__(self, tally: Tally) -> None:
        if time.monotonic() - self.last >= NEWS:
            self.last = time.monotonic()
            print(reached_so_far(tally), file=sys.stderr, flush=True)
            if self.file is not None:
                tally.write(self.file)
