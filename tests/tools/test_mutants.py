"""`make mutants`: a child forked off for each mutant tells the same as a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tools.mutants.mutate import mutants_of

ROOT = Path(__file__).parents[2]

RULES = """
def may_sell(held):
    return held <= 50


def price_after(sold):
    while sold > 3:
        sold -= 1
    return sold


def limits():
    return {2: 10}


LIMITS = limits()
"""

TESTS = """
from table_rules import LIMITS, may_sell, price_after

def test_half_may_be_sold():
    assert may_sell(50)

def test_the_price_falls():
    assert price_after(5) == 3

def test_limits():
    assert LIMITS[2] == 10
"""

MEET = """
import json, pathlib, sys
from tools.mutants import forked
from tools.mutants.mutate import mutants_of

root = pathlib.Path.cwd()
file = "src/table_rules.py"
tests = dict.fromkeys(["test_table_rules.py::" + name for name in
    ("test_half_may_be_sold", "test_the_price_falls", "test_limits")], 0.01)
ends = {}
meetings = [(mutant, tests) for mutant in mutants_of(file, (root / file).read_text())]
forked.PATIENCE = 0.3
forked.meet(meetings, root=root, jobs=2, told=lambda mutant, fate: ends.update({mutant.id: fate}))
json.dump(ends, open("ends.json", "w"))
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="each mutant takes a process of its own here")
def test_each_mutant_ends_as_its_tests_say(tmp_path: Path):
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "table_rules.py").write_text(RULES)
    (tmp_path / "test_table_rules.py").write_text(TESTS)
    paths = os.pathsep.join([str(ROOT), str(tmp_path / "src")])
    environment = {**os.environ, "PYTHONPATH": paths, "PYTEST_ADDOPTS": ""}
    subprocess.run([sys.executable, "-c", MEET], cwd=tmp_path, env=environment, check=True, timeout=120)

    ends = json.loads((tmp_path / "ends.json").read_text())
    told = {(m.line, m.text): ends[m.id] for m in mutants_of("src/table_rules.py", RULES)}
    assert told[3, "held < 50"] == "killed"
    assert told[3, "51"] == "survived"  # nobody tried to sell more than half
    assert told[8, "pass"] == "hung"
    assert told[13, "11"] is None  # ran while the module was read: a process of its own has to tell
