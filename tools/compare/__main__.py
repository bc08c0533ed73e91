"""How fast the working tree is beside another commit: `make bench-compare REF=...`.

Both play the same random games in turns, in two processes, and each turn gives one ratio of processor times. A busy
machine slows both down alike, so the ratios can be trusted where the times cannot. Where valgrind is installed the
instructions of one game are counted as well: they do not depend on what else the machine does.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

WORK = Path(__file__).with_name("work.py")
HERE = Path(__file__).parents[2] / "src"
COMPILED = HERE.parent / ".compiled" / "src"  # what `make compiled` leaves
WARM_UP = 1  # turns that fill caches and are not counted


class Runner:
    """One state of the engine, ready to play."""

    def __init__(self, source: Path) -> None:
        self.source = source
        self.process = subprocess.Popen(
            [sys.executable, str(WORK)],
            env=environment(source),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.tables: dict[str, int] = self._answer()

    def time(self, title: str, players: int, games: int, first: int) -> tuple[int, float]:
        """Actions, and seconds of processor time."""
        asked = {"title": title, "players": players, "games": games, "first": first}
        assert self.process.stdin is not None
        print(json.dumps(asked), file=self.process.stdin, flush=True)
        actions, seconds = self._answer()
        return actions, seconds

    def _answer(self) -> Any:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit(f"the engine in {self.source} does not run")
        return json.loads(line)

    def close(self) -> None:
        self.process.kill()
        self.process.wait()


def environment(source: Path) -> dict[str, str]:
    """The same in both processes but for where the engine lies."""
    return {**os.environ, "PYTHONPATH": str(source), "PYTHONHASHSEED": "0"}


@contextmanager
def commit(ref: str) -> Iterator[Path]:
    """The source of another commit, in a folder that is removed afterwards."""
    with tempfile.TemporaryDirectory(prefix="kursbuch-compare-") as folder:
        packed = subprocess.run(
            ["git", "archive", ref, "src"], cwd=HERE.parent, capture_output=True, check=False
        )
        if packed.returncode:
            raise SystemExit(packed.stderr.decode().strip())
        subprocess.run(["tar", "-x", "-C", folder], input=packed.stdout, check=True)
        yield Path(folder) / "src"


def instructions(source: Path, title: str, players: int) -> int:
    """Of one game, without those of starting up."""
    return _counted(source, title, players, 1) - _counted(source, title, players, 0)


def _counted(source: Path, title: str, players: int, games: int) -> int:
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", sys.executable, str(WORK)]
    done = subprocess.run(
        [*command, title, str(players), str(games)],
        env=environment(source),
        capture_output=True,
        check=False,
        text=True,
    )
    found = re.search(r"Collected : (\d+)", done.stderr)
    if done.returncode or found is None:
        raise SystemExit(done.stderr[-2000:])
    return int(found[1])


def compare(old: Path, new: Path, titles: list[str], turns: int, games: int, counting: bool) -> None:
    """Print a line for each title: how many times faster the new state is, and how far the turns lie apart."""
    runners = [Runner(old), Runner(new)]
    try:
        known = [title for title in runners[0].tables if title in runners[1].tables]
        print(f"{'title':14}{'times faster':>14}{'middle half':>16}{'actions/s':>12}{'instructions':>14}")
        for title in titles or known:
            players = runners[1].tables[title]
            # other games each turn: what a process remembers of a board it has met would count for nothing in play
            found = [
                [runner.time(title, players, games, turn * games) for runner in runners]
                for turn in range(turns + WARM_UP)
            ]
            ratios = [before[1] / after[1] for before, after in found[WARM_UP:]]
            low, middle, high = statistics.quantiles(ratios, n=4)
            rate = statistics.median(after[0] / after[1] for _, after in found[WARM_UP:])
            line = f"{title:14}{middle:14.3f}{f'{low:.3f} to {high:.3f}':>16}{rate:12,.0f}"
            if counting:
                counts = [instructions(source, title, players) for source in (old, new)]
                line += f"{counts[0] / counts[1]:14.3f}"
            print(line, flush=True)
    finally:
        for runner in runners:
            runner.close()


def main() -> None:
    reader = argparse.ArgumentParser(prog="make bench-compare", description=__doc__)
    reader.add_argument(
        "ref",
        help="the commit to compare with, a folder with another engine, or `compiled`: how much faster that is",
    )
    reader.add_argument("titles", nargs="*", help="ids; every title if none is named")
    reader.add_argument("--turns", type=int, default=9)
    reader.add_argument("--games", type=int, default=1, help="random games a turn")
    reader.add_argument("--no-counting", action="store_true", help="do not count instructions")
    given = reader.parse_args()
    counting = not given.no_counting and shutil.which("valgrind") is not None
    if given.ref == "compiled":
        compare(HERE, COMPILED, given.titles, given.turns, given.games, counting)
    elif Path(given.ref).is_dir():
        compare(Path(given.ref), HERE, given.titles, given.turns, given.games, counting)
    else:
        with commit(given.ref) as old:
            compare(old, HERE, given.titles, given.turns, given.games, counting)


if __name__ == "__main__":
    main()
