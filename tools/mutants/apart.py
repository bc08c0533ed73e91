"""The thorough way for a mutant to meet its tests: a process of its own, which reads the changed source."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from tools.mutants.mutate import Mutant

LONGEST = 120.0  # seconds beside what the tests take: longer means that it hangs


def meet(mutant: Mutant, tests: dict[str, float], root: Path) -> str:
    """How a mutant ended: "killed" by a failing test, "hung", or "survived" all tests."""
    path = root / mutant.file
    changed = {"file": str(path), "source": mutant.applied(path.read_text(encoding="utf-8"))}
    names = list(tests)
    for some in (names[:40], names[40:]):  # most die at once; a long list of tests takes long to collect
        patience = LONGEST + 3 * sum(tests[name] for name in some)
        if some and (end := _run(some, changed, root, patience)) != "survived":
            return end
    return "survived"


def _run(tests: Sequence[str], changed: dict[str, str], root: Path, patience: float) -> str:
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
            cwd=root,
            env=environment,
            capture_output=True,
            timeout=patience,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return "hung"
    if run.returncode == pytest.ExitCode.USAGE_ERROR:
        raise RuntimeError(run.stderr.decode()[-2000:])
    return "survived" if run.returncode == pytest.ExitCode.OK else "killed"
