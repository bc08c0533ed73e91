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
    """The rule points that the marks of a test file name; if a mark takes them from a table, all in that table.

    >>> sorted(claims('@pytest.mark.rule("99XX-2-1", "99XX-2-2")\\ndef test_x(): ...'))
    ['99XX-2-1', '99XX-2-2']
    >>> sorted(claims('ROWS = [("99XX-2-3", 5)]\\nMARKS = [pytest.mark.rule(point) for point, _ in ROWS]'))
    ['99XX-2-3']
    >>> sorted(claims('ROWS, OTHER = [], "99XX-2-4"\\nMARKS = [pytest.mark.rule(point) for point in ROWS]'))
    ['99XX-2-4']
    >>> sorted(claims('ROWS = []\\nOTHER = "99XX-2-4"\\nMARKS = [pytest.mark.rule(point) for point in ROWS]'))
    []
    """
    tree = ast.parse(source)
    tables = {
        name.id: statement
        for statement in tree.body
        if isinstance(statement, ast.Assign)
        for name in ast.walk(statement)
        if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store)
    }
    found: set[str] = set()
    for statement in tree.body:
        marks = [node for node in ast.walk(statement) if isinstance(node, ast.Call) and is_mark(node.func)]
        found |= {point for mark in marks for point in points_in(mark)}
        if any(not isinstance(arg, ast.Constant) for mark in marks for arg in mark.args):
            named = {node.id for node in ast.walk(statement) if isinstance(node, ast.Name)}
            found |= {point for name in named & set(tables) for point in points_in(tables[name])}
    return found


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
