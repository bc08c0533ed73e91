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
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from tools.mutants.mutate import Mutant, mutants_of
from tools.mutants.reach import RULES, Reach

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src" / "kursbuch"
KEPT = ROOT / ".mutants"
SHOWN = {"page", "pictures", "bot", "bot.py"}  # what of a title shows or plays its rules
FAMILIES = sorted(path.parent.name for path in (SOURCE / "titles").glob("*/title.py"))
TESTS = ("tests/judges", *(f"tests/titles/{family}" for family in FAMILIES), "tests/core", "tests/rail")
LONGEST = 120.0  # seconds for the tests of one mutant: longer means that it hangs


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
    with ThreadPoolExecutor(args.jobs) as pool, results.open("a") as out:
        tried = {pool.submit(_met, mutant, reach): mutant for mutant in left}
        for n, future in enumerate(as_completed(tried), start=1):
            row = {"id": tried[future].id, **asdict(tried[future]), "fate": future.result()}
            done[row["id"]] = row
            out.write(json.dumps(row) + "\n")
            out.flush()
            if sys.stderr.isatty() or n % 20 == 0:
                pace = (time.monotonic() - began) / n
                print(
                    f"{n} of {len(left)}, {pace * (len(left) - n) / 60:.0f} min to go",
                    file=sys.stderr,
                    flush=True,
                )
    _report([done[mutant.id] for mutant in mutants])
    return 0


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


def _met(mutant: Mutant, reach: Reach) -> str:
    """How a mutant ended: "killed" by a failing test, "hung", "survived" all tests, or "unreached" by any."""
    tests = reach.through(mutant.file, mutant.line)
    if not tests:
        return "unreached"
    path = ROOT / mutant.file
    changed = {"file": str(path), "source": mutant.applied(path.read_text(encoding="utf-8"))}
    for some in (tests[:40], tests[40:]):  # most die at once; a long list of tests takes long to collect
        if some and (end := _run(some, changed)) != "survived":
            return end
    return "survived"


def _run(tests: Sequence[str], changed: dict[str, str]) -> str:
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-x",
        "-q",
        "-p",
        "tools.mutants.hook",
        "-p",
        "no:cacheprovider",
    ]
    environment = {**os.environ, "KURSBUCH_MUTANT": json.dumps(changed), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        run = subprocess.run(
            [*command, "-p", "no:xdist", "--no-header", *tests],
            cwd=ROOT,
            env=environment,
            capture_output=True,
            timeout=LONGEST,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return "hung"
    if run.returncode == pytest.ExitCode.USAGE_ERROR:
        raise RuntimeError(run.stderr.decode()[-2000:])
    return "survived" if run.returncode == pytest.ExitCode.OK else "killed"


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    if path.exists():
        yield from (json.loads(line) for line in path.read_text().splitlines())


def _report(rows: Sequence[dict[str, Any]]) -> None:
    """The survivors by file, then the figures."""
    for row in sorted(rows, key=lambda row: (row["file"], row["line"])):
        if row["fate"] in ("survived", "unreached"):
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
