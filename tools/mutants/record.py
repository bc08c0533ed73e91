"""Run tests and record which of them pass through which line: python -m tools.mutants.record OUT TESTS..."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tools.mutants.reach import Recorder

if __name__ == "__main__":
    out, *tests = sys.argv[1:]
    source = Path(__file__).resolve().parents[2] / "src" / "kursbuch"
    options = ["-q", "-p", "no:xdist", "-p", "no:cacheprovider"]
    sys.exit(pytest.main([*options, *tests], plugins=[Recorder(source, Path(out))]))
