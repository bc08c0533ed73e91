"""A test that claims a rule point must name one that exists, or the claim is a slip of the pen."""

import json
import re
from pathlib import Path

import pytest

MARK = re.compile(r"\bmark\.rule\(([^)]*)\)")
QUOTED = re.compile(r"""["']([^"']+)["']""")


def claimed(tests: Path) -> dict[str, list[str]]:
    """Each rule id in a rule mark, with the files that name it."""
    ids: dict[str, list[str]] = {}
    for file in sorted(tests.rglob("*.py")):
        for mark in MARK.findall(file.read_text(encoding="utf-8")):
            for rule in QUOTED.findall(mark):
                ids.setdefault(rule, []).append(file.relative_to(tests).as_posix())
    return ids


def known(points: Path) -> set[str]:
    """The ids of all rule points, one JSON object a line."""
    texts = (file.read_text(encoding="utf-8") for file in points.glob("*.jsonl"))
    return {json.loads(line)["id"] for text in texts for line in text.splitlines() if line.strip()}


def test_every_claimed_rule_point_exists(shared: Path) -> None:
    points = known(shared / "rules" / "points")
    if not points:
        pytest.skip("no rule points in ../shared/rules/points")
    unknown = {rule: files for rule, files in claimed(Path(__file__).parent).items() if rule not in points}
    assert not unknown, f"no rule point has these ids: {unknown}"
