"""Every rule point has a test that claims it, and every claim names a point: one that the summaries list."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

from kursbuch.core.family import Family
from kursbuch.shelf import families
from kursbuch.testing.refusals import points_in
from kursbuch.words.speaking import family_words

TESTS = Path(__file__).parent


def claims(source: str) -> set[str]:
    """The rule points that the marks of a test file name; if a mark takes them from a table, all in the file.

    >>> sorted(claims('@pytest.mark.rule("99XX-2-1", "99XX-2-2")\\ndef test_x(): ...'))
    ['99XX-2-1', '99XX-2-2']
    >>> sorted(claims('ROWS = [("99XX-2-3", 5)]\\nMARKS = [pytest.mark.rule(point) for point, _ in ROWS]'))
    ['99XX-2-3']
    """
    tree = ast.parse(source)
    marks = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and is_mark(node.func)]
    named = {point for mark in marks for point in points_in(mark)}
    from_a_table = any(not isinstance(arg, ast.Constant) for mark in marks for arg in mark.args)
    return named | (set(points_in(tree)) if from_a_table else set())


def is_mark(function: ast.expr) -> bool:
    return ast.unparse(function) == "pytest.mark.rule"


@cache
def claimed() -> dict[str, list[str]]:
    """Each claimed point with the files that claim it."""
    found: dict[str, list[str]] = {}
    for file in sorted(TESTS.rglob("test_*.py")):
        for point in claims(file.read_text(encoding="utf-8")):
            found.setdefault(point, []).append(file.relative_to(TESTS).as_posix())
    return found


def points(family: Family) -> set[str]:
    return set(family_words(family, "en").rules)


@pytest.mark.parametrize("family", families(), ids=lambda family: family.name)
def test_every_rule_point_has_a_test(family: Family):
    missing = points(family) - set(claimed())
    assert not missing, f"no test shows these points: {sorted(missing)}"


def test_every_claimed_rule_point_exists():
    known = {point for family in families() for point in points(family)}
    assert len(known) > 2000
    unknown = {point: files for point, files in claimed().items() if point not in known}
    assert not unknown, f"no rule point has these ids: {unknown}"
