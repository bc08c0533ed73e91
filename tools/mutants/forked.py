"""The quick way for a mutant to meet its tests: all is collected once, and a child forked off for each mutant.

The child gives the function its changed code and runs the tests. What ran before the first test (a table built while
a module is read) keeps its old outcome there: a mutant of it that no test notices is left to a process of its own.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import inspect
import os
import signal
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import NoReturn

import pytest

from tools.mutants.mutate import Mutant
from tools.mutants.reach import forget

Place = tuple[str, int, str]  # of a function: its file, its first line, its name
Told = Callable[[Mutant, str | None], None]  # how a mutant ended; None: to be met in a process of its own
LONGEST = 120.0  # seconds of computing for the tests of one mutant
PATIENCE = 6.0  # a test that takes so many times as long as without the mutant hangs
SURVIVED, KILLED, CUT, ASTRAY = 0, 1, 3, 4  # how a child ends


def meet(meetings: Sequence[tuple[Mutant, dict[str, float]]], *, root: Path, jobs: int, told: Told) -> None:
    """Each mutant meets its tests, which are given with their seconds; several children at a time."""
    files = sorted({test.split("::")[0] for _, tests in meetings for test in tests})
    if not files:
        return
    options = ["-q", "-s", "-p", "no:xdist", "-p", "no:cacheprovider", "--no-header", f"--rootdir={root}"]
    with _noted() as ran:
        forks = Forks(meetings, root, jobs, told, ran)
        code = pytest.main([*options, *files], plugins=[forks])
    if code == pytest.ExitCode.INTERRUPTED:
        raise KeyboardInterrupt
    if code != pytest.ExitCode.OK:
        raise RuntimeError(f"the tests could not be collected: {code!r}")


class Forks:
    """The plug-in of pytest: in place of the loop over the tests, one over the mutants."""

    def __init__(
        self,
        meetings: Sequence[tuple[Mutant, dict[str, float]]],
        root: Path,
        jobs: int,
        told: Told,
        ran: set[Place],
    ) -> None:
        self._meetings, self._root, self._jobs, self._told, self._ran = meetings, root, jobs, told, ran
        self._children: dict[int, Mutant] = {}
        self._in_child = False

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        for file in sorted({mutant.file for mutant, _ in self._meetings}):
            importlib.import_module(_module(file))
        sys.setprofile(None)
        functions = _functions()
        gc.freeze()  # the children share what nobody collects
        items = {item.nodeid: item for item in session.items}
        for mutant, tests in self._meetings:
            if len(self._children) >= self._jobs:
                self._one_ended()
            found = {items[test]: seconds for test, seconds in tests.items() if test in items}
            if found:
                self._fork(mutant, found, functions)
            else:
                self._told(mutant, None)
        while self._children:
            self._one_ended()
        return True

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if self._in_child and report.failed:
            os._exit(KILLED)

    def _fork(
        self, mutant: Mutant, tests: dict[pytest.Item, float], functions: dict[Place, list[FunctionType]]
    ) -> None:
        if pid := os.fork():
            self._children[pid] = mutant
            return
        self._in_child = True
        try:
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            _silence()
            if swap(self._root, mutant, functions):
                _judge(tests)
        except BaseException as error:
            os._exit(KILLED if isinstance(error, pytest.exit.Exception) else ASTRAY)
        os._exit(ASTRAY)

    def _one_ended(self) -> None:
        pid, status = os.wait()
        mutant = self._children.pop(pid)
        fate = _fate(status)
        again = fate in (None, "survived") and self._ran_before(mutant)
        self._told(mutant, None if again else fate)

    def _ran_before(self, mutant: Mutant) -> bool:
        path = self._root / mutant.file
        code = function_at(compile(path.read_text(encoding="utf-8"), str(path), "exec"), mutant.line)
        return code is None or _place(code) in self._ran


def _judge(tests: dict[pytest.Item, float]) -> NoReturn:
    """Runs the tests until one fails (see the report) or time is up; a test that hangs ends by the signal."""
    following = [*list(tests)[1:], None]
    for (item, seconds), after in zip(tests.items(), following, strict=True):
        if time.process_time() > LONGEST:
            os._exit(CUT)
        forget()
        signal.setitimer(signal.ITIMER_PROF, PATIENCE * max(1.0, seconds))
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
    os._exit(SURVIVED)


def _fate(status: int) -> str | None:
    if os.WIFSIGNALED(status):
        return "hung" if os.WTERMSIG(status) == signal.SIGPROF else "killed"
    return {SURVIVED: "survived", KILLED: "killed", CUT: "cut"}.get(os.WEXITSTATUS(status))


def swap(root: Path, mutant: Mutant, functions: dict[Place, list[FunctionType]]) -> bool:
    """Gives the mutant's function its changed code, wherever it is held; False if it is not to be had."""
    path = root / mutant.file
    source = mutant.applied(path.read_text(encoding="utf-8"))
    code = function_at(compile(source, str(path), "exec", dont_inherit=True), mutant.line)
    if code is None:
        return False
    found = functions.get(_place(code), [])
    for function in found:
        function.__code__ = code
    return bool(found)


def function_at(code: CodeType, line: int) -> CodeType | None:
    """The function or method of a module that holds a line; those inside others are part of them.

    >>> module = compile("class A:\\n  def b(self):\\n    return [x for x in ()]", "x.py", "exec")
    >>> function_at(module, 3).co_qualname
    'A.b'
    """
    found = [function for function in _outermost(code) if function.co_firstlineno <= line]
    return max(found, key=lambda function: function.co_firstlineno, default=None)


def _outermost(code: CodeType) -> Iterator[CodeType]:
    for inner in code.co_consts:
        if isinstance(inner, CodeType) and not inner.co_flags & inspect.CO_OPTIMIZED:
            yield from _outermost(inner)  # the body of a class
        elif isinstance(inner, CodeType) and not inner.co_name.startswith("<"):
            yield inner


def _functions() -> dict[Place, list[FunctionType]]:
    """All functions there are, by their place: also those that a decorator has wrapped or a table holds."""
    found: dict[Place, list[FunctionType]] = defaultdict(list)
    for thing in gc.get_objects():
        if type(thing) is FunctionType:
            found[_place(thing.__code__)].append(thing)
    return found


@contextlib.contextmanager
def _noted() -> Iterator[set[Place]]:
    """Which functions have run, until the profiler is taken out."""
    ran: set[Place] = set()

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            ran.add(_place(frame.f_code))

    sys.setprofile(note)
    try:
        yield ran
    finally:
        sys.setprofile(None)


def _place(code: CodeType) -> Place:
    return code.co_filename, code.co_firstlineno, code.co_name


def _module(file: str) -> str:
    return ".".join(Path(file).relative_to("src").with_suffix("").parts).removesuffix(".__init__")


def _silence() -> None:
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
