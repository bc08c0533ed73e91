"""The command line of a soak on a bare machine, and what it has in common with `kursbuch soak`."""

from __future__ import annotations

import argparse
import shlex
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

INTERRUPTED = 130  # what a command ends with that was told to stop
NEWS = 20.0  # seconds between two lines of news, and between two writings of the results


def main(words: Sequence[str] | None = None) -> int:
    """Read the command line, play, print. The status is 1 if there were faults."""
    given = _reader().parse_args(words)
    file = None if given.json is None or str(given.json) == "-" else given.json
    try:
        tally = (
            summed(map(Path, given.tables)) if given.sum else run(_asked(given), file, given.resume, _News())
        )
    except BadInput as error:
        print(f"soak: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(interrupted(file, ["python", "-m", "kursbuch.soak", *(words or sys.argv[1:])]), file=sys.stderr)
        return INTERRUPTED
    if file is not None:
        tally.write(file)
    print(report(tally) if file or not given.json else tally.to_json())
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
    """Soak, going on with what a file holds if asked to. What is played is written there now and then, and when the
    soak is interrupted."""
    tally = read(file) if resume and file is not None and file.exists() else Tally()
    if file is None:
        return soak(what, progress, tally)
    told = _Written(file, progress)
    try:
        return soak(what, told, tally)
    except KeyboardInterrupt:
        tally.write(file)
        raise


class _Written:
    """Writes the results down now and then."""

    def __init__(self, file: Path, progress: Progress) -> None:
        self.file, self.progress = file, progress
        self.last = time.monotonic()

    def __call__(self, tally: Tally) -> None:
        self.progress(tally)
        if time.monotonic() - self.last >= NEWS:
            self.last = time.monotonic()
            tally.write(self.file)


def interrupted(file: Path | None, words: Sequence[str]) -> str:
    """What is said to whoever has ended a soak: which command plays what is left.

    >>> interrupted(Path("found.json"), ["kursbuch", "soak", "--out", "found.json"])
    'interrupted; it goes on with: kursbuch soak --out found.json --resume'
    """
    if file is None:
        return "interrupted, nothing is kept"
    words = [*words] if "--resume" in words else [*words, "--resume"]
    return f"interrupted; it goes on with: {shlex.join(words)}"


class _News:
    """Says now and then how far it is."""

    def __init__(self) -> None:
        self.last = time.monotonic()

    def __call__(self, tally: Tally) -> None:
        if time.monotonic() - self.last >= NEWS:
            self.last = time.monotonic()
            print(reached_so_far(tally), file=sys.stderr, flush=True)
