"""Which tests pass through which line, and how long each takes: so that a mutant meets those tests alone.

A plug-in of pytest records it in one run of the tests; `Reach` reads it back.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import coverage
import pytest

from kursbuch.core import edition

# the titles' rules, and what of the kernel holds rules; not the data, which other tests proofread
RULES = ("titles", "rail/steps", "rail/rounds", "rail/standard", "rail/paper", "rail/trains")


@dataclass(frozen=True)
class Reach:
    tests: list[str]
    seconds: list[float]
    lines: dict[str, dict[int, list[int]]]  # file, line, numbers of tests

    @classmethod
    def read(cls, path: Path) -> Reach:
        data = json.loads(path.read_text())
        lines = {
            file: {int(line): numbers for line, numbers in found.items()}
            for file, found in data["lines"].items()
        }
        return cls(data["tests"], data["seconds"], lines)

    @classmethod
    def joined(cls, parts: Sequence[Reach]) -> Reach:
        """One of several that were recorded apart."""
        tests: list[str] = []
        seconds: list[float] = []
        lines: dict[str, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
        for part in parts:
            for file, found in part.lines.items():
                for line, numbers in found.items():
                    lines[file][line] += [len(tests) + n for n in numbers]
            tests += part.tests
            seconds += part.seconds
        return cls(tests, seconds, {file: dict(found) for file, found in lines.items()})

    def write(self, path: Path) -> None:
        path.write_text(json.dumps({"tests": self.tests, "seconds": self.seconds, "lines": self.lines}))

    def through(self, file: str, line: int, *, whole: bool = False) -> dict[str, float]:
        """The tests that pass through a line with their seconds, the quickest first.

        What is worked out once and kept (a box, a map) is passed through by the first test that needs it alone; for
        a line that hardly any test passes through, or if the `whole` file is asked for, all tests of its file follow.

        >>> reach = Reach(list("abcdefghijkl"), [0.1] * 12, {"x.py": {1: [*range(11)], 2: [11]}})
        >>> ["".join(reach.through("x.py", line)) for line in (1, 2)]
        ['abcdefghijk', 'labcdefghijk']
        >>> "".join(reach.through("x.py", 1, whole=True))
        'abcdefghijkl'
        """
        lines = self.lines.get(file, {})
        numbers = set(lines.get(line, ()))
        wide = whole or len(numbers) < FEW
        others = {n for tests in lines.values() for n in tests} - numbers if wide else set()
        ordered = [n for some in (numbers, others) for n in sorted(some, key=self.seconds.__getitem__)]
        return {self.tests[n]: self.seconds[n] for n in ordered}


FEW = 10


def forget() -> None:
    """Rules and boxes are made anew for the next test: else the first that needs them would alone pass through
    what makes them.
    """
    edition._BUILT_IN.clear()


class Recorder:
    """The plug-in: each test is a context of the coverage measured, of rules alone: boards would take too long."""

    def __init__(self, source: Path, out: Path) -> None:
        self._root, self._out = source.parent, out
        self._coverage = coverage.Coverage(
            data_file=None, source=[str(source / part) for part in RULES], config_file=False
        )
        self._tests: list[str] = []
        self._seconds: list[float] = []
        self._failed: set[int] = set()  # a test that fails without a mutant says nothing about one

    def pytest_sessionstart(self) -> None:
        self._coverage.start()

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(self, collector: pytest.Collector) -> Iterator[Any]:
        """What runs while a file of tests is read, such as a position that its tests share, counts for them all."""
        if isinstance(collector, pytest.Module):
            self._coverage.switch_context(collector.nodeid)
        outcome = yield
        self._coverage.switch_context("")
        return outcome

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[Any]:
        forget()
        self._coverage.switch_context(str(len(self._tests)))
        self._tests.append(item.nodeid)
        self._seconds.append(0.0)
        outcome = yield
        self._coverage.switch_context("")
        return outcome

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._seconds[-1] += report.duration
        if report.failed:
            self._failed.add(len(self._tests) - 1)

    def pytest_sessionfinish(self) -> None:
        self._coverage.stop()
        data = self._coverage.get_data()
        tests = self._by_context()
        lines: dict[str, dict[int, list[int]]] = defaultdict(dict)
        for file in data.measured_files():
            name = Path(file).relative_to(self._root.parent).as_posix()
            for line, contexts in data.contexts_by_lineno(file).items():
                met = {n for context in contexts for n in tests[context]}
                lines[name][line] = sorted(met - self._failed)
        Reach(self._tests, self._seconds, lines).write(self._out)

    def _by_context(self) -> dict[str, list[int]]:
        """The numbers of the tests that a context stands for: one test, or a file of them."""
        found: dict[str, list[int]] = defaultdict(list)
        for n, test in enumerate(self._tests):
            found[str(n)].append(n)
            found[test.split("::")[0]].append(n)
        return found
