"""`make mutants`: a sample of mutants by a printed seed, each met by the tests that pass through its line.

Results are a line each in a file, so that a run that was stopped goes on where it was:
    python -m tools.mutants [te18 rail/steps ...] --sample 200 --seed 7 --jobs 2
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import asdict
from pathlib import Path
from typing import Any

from tools.mutants import apart, forked
from tools.mutants.mutate import Mutant, mutants_of
from tools.mutants.reach import RULES, Reach

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src" / "kursbuch"
KEPT = ROOT / ".mutants"
SHOWN = {"page", "pictures", "bot", "bot.py"}  # what of a title shows or plays its rules
FAMILIES = sorted(path.parent.name for path in (SOURCE / "titles").glob("*/title.py"))
TESTS = ("tests/judges", *(f"tests/titles/{family}" for family in FAMILIES), "tests/core", "tests/rail")


def main() -> int:
    args = _arguments()
    KEPT.mkdir(exist_ok=True)
    reach = _reach(anew=args.anew, jobs=args.jobs)
    mutants = _drawn(args.places or RULES, args.sample, args.seed)
    print(f"seed {args.seed}: {len(mutants)} mutants", flush=True)
    results = KEPT / f"results-{args.seed}.jsonl"
    done = {row["id"]: row for row in _rows(results)}
    left = [mutant for mutant in mutants if mutant.id not in done]
    began = time.monotonic()
    with results.open("a") as out:

        def told(mutant: Mutant, fate: str) -> None:
            done[mutant.id] = {"id": mutant.id, **asdict(mutant), "fate": fate}
            out.write(json.dumps(done[mutant.id]) + "\n")
            out.flush()
            _tell_pace(sum(m.id in done for m in left), len(left), began)

        _meet(left, reach, jobs=args.jobs, told=told)
    _report([done[mutant.id] for mutant in mutants])
    return 0


def _tell_pace(n: int, of: int, began: float) -> None:
    if sys.stderr.isatty() or n % 20 == 0:
        pace = (time.monotonic() - began) / n
        print(f"{n} of {of}, {pace * (of - n) / 60:.0f} min to go", file=sys.stderr, flush=True)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make mutants", description=__doc__.splitlines()[0])
    parser.add_argument("places", nargs="*", help="folders or files under src/kursbuch")
    parser.add_argument("--sample", type=int, default=100)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10_000))
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument(
        "--anew", action="store_true", help="find out again which tests pass through which line"
    )
    return parser.parse_args()


def _reach(*, anew: bool, jobs: int) -> Reach:
    """Which tests pass where; found out once, a process for each folder of tests, and kept."""
    path = KEPT / "reach.json"
    if anew or not path.exists():
        print("finding out which tests pass through which line", file=sys.stderr, flush=True)
        with ThreadPoolExecutor(jobs) as pool:
            parts = list(pool.map(_recorded, _folders()))
        Reach.joined(parts).write(path)
    return Reach.read(path)


def _folders() -> list[Path]:
    return sorted({file.parent for tests in TESTS for file in _tests(ROOT / tests, "**/")})


def _recorded(folder: Path) -> Reach:
    tests = [str(file.relative_to(ROOT)) for file in _tests(folder)]
    path = KEPT / f"reach-{'-'.join(folder.relative_to(ROOT).parts[1:])}.json"
    subprocess.run([sys.executable, "-m", "tools.mutants.record", str(path), *tests], cwd=ROOT, check=False)
    return Reach.read(path)


def _tests(folder: Path, below: str = "") -> list[Path]:
    """Those that judge rules: tests of pages show them, and are slow at judging them."""
    files = sorted(folder.glob(f"{below}test_*.py"))
    return [file for file in files if "page" not in file.parts and file.name != "test_page.py"]


def _drawn(places: Sequence[str], sample: int, seed: int) -> list[Mutant]:
    """The sample: drawn evenly from all mutants. One that no test passes through counts as a survivor."""
    mutants = [
        mutant
        for file in _files(places)
        for mutant in mutants_of(file.relative_to(ROOT).as_posix(), file.read_text(encoding="utf-8"))
    ]
    return random.Random(seed).sample(mutants, min(sample, len(mutants)))


def _files(places: Sequence[str]) -> Iterator[Path]:
    for place in places:
        path = SOURCE / place if (SOURCE / place).exists() else SOURCE / "titles" / place
        files = sorted(path.rglob("*.py")) if path.is_dir() else [path]
        yield from (file for file in files if not SHOWN & set(file.relative_to(SOURCE).parts))


def _meet(mutants: Sequence[Mutant], reach: Reach, *, jobs: int, told: Callable[[Mutant, str], None]) -> None:
    """How each mutant ended: "killed" by a failing test, "hung", "survived" all tests, "cut" when its time was up and
    none had failed, or "unreached" by any.
    """
    met = {mutant: reach.through(mutant.file, mutant.line) for mutant in mutants}
    for mutant in [mutant for mutant, tests in met.items() if not tests]:
        told(mutant, "unreached")
        del met[mutant]
    if hasattr(os, "fork"):
        left = _left_by_forks(met, jobs=jobs, told=told)
        # what ran before the first test may show in any test of its file
        met = {mutant: reach.through(mutant.file, mutant.line, whole=True) for mutant in left}
    else:
        print("this system has no fork: each mutant takes a process of its own", file=sys.stderr)
    with ThreadPoolExecutor(jobs) as pool:
        tried = {pool.submit(apart.meet, mutant, tests, ROOT): mutant for mutant, tests in met.items()}
        for future in as_completed(tried):
            told(tried[future], future.result())


def _left_by_forks(
    met: dict[Mutant, dict[str, float]], *, jobs: int, told: Callable[[Mutant, str], None]
) -> list[Mutant]:
    """Those that need a process of their own after all."""
    left: list[Mutant] = []

    def heard(mutant: Mutant, fate: str | None) -> None:
        if fate is None:
            left.append(mutant)
        else:
            told(mutant, fate)

    forked.meet(list(met.items()), root=ROOT, jobs=jobs, told=heard)
    return left


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    if path.exists():
        yield from (json.loads(line) for line in path.read_text().splitlines())


def _report(rows: Sequence[dict[str, Any]]) -> None:
    """The survivors by file, then the figures."""
    for row in sorted(rows, key=lambda row: (row["file"], row["line"])):
        if row["fate"] in ("survived", "cut", "unreached"):
            old = (ROOT / row["file"]).read_text(encoding="utf-8")[row["start"] : row["end"]]
            change = " ".join(f"{old} -> {row['text']}".split())
            print(f"{row['file']}:{row['line']} {row['fate']}: {row['kind']}: {change}")
    for place, fates in sorted(_by_place(rows).items()):
        dead = fates["killed"] + fates["hung"]
        print(f"{place}: {fates.total()} mutants, {100 * dead / fates.total():.1f} % died, {dict(fates)}")


def _by_place(rows: Sequence[dict[str, Any]]) -> dict[str, Counter[str]]:
    """The fates by family or part of the kernel, and in all."""
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for row in rows:
        found["/".join(row["file"].split("/")[2:4])][row["fate"]] += 1
        found["all"][row["fate"]] += 1
    return found


if __name__ == "__main__":
    sys.exit(main())
