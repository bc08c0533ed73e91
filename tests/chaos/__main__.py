"""`make chaos`: for a set time everything that can break is broken while people and bots play."""

from __future__ import annotations

import argparse
import json
import signal
import sys
from pathlib import Path

from tests.chaos.run import PATIENCE, TABLES, chaos

BAD = ("lost", "doubled", "wrong", "differs", "unreadable", "bots_stuck", "waited_too_long", "confused")


def main() -> None:
    """A line of JSON with the figures of each database; status 1 if anything was lost, doubled, stuck or late."""
    parser = argparse.ArgumentParser(prog="python -m tests.chaos", description=__doc__)
    parser.add_argument("--minutes", type=float, default=10.0, help="for each kind of database")
    parser.add_argument("--database", choices=("sqlite", "postgresql", "both"), default="both")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tables", type=int, default=len(TABLES))
    parser.add_argument("--patience", type=float, default=PATIENCE, help="seconds anybody may wait")
    parser.add_argument("--log", type=Path, help="a folder that keeps what the servers said")
    given = parser.parse_args()
    if given.log:
        given.log.mkdir(parents=True, exist_ok=True)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that what was started is ended
    kinds = ("sqlite", "postgresql") if given.database == "both" else (given.database,)
    bad = False
    for kind in kinds:
        figures = chaos(
            kind,
            given.minutes * 60,
            given.seed,
            tables=given.tables,
            patience=given.patience,
            tell=_tell,
            log=given.log and given.log / f"{kind}.log",
        )
        if sys.stderr.isatty():
            print(file=sys.stderr)
        print(json.dumps({"seed": given.seed, "database": kind, **figures}, ensure_ascii=False), flush=True)
        bad |= any(figures[fault] for fault in BAD)
    sys.exit(bad)


def _tell(line: str) -> None:
    """One line that renews itself, or one after the other where nobody watches."""
    print(f"\r\x1b[K{line}" if sys.stderr.isatty() else line, end="", file=sys.stderr)
    print("" if sys.stderr.isatty() else "\n", end="", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
