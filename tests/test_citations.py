"""Every rule that the code can refuse by is a rule point of the title, and every point has its summary."""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

import kursbuch as kb
from kursbuch.core import game as core_game
from kursbuch.shelf import family_of, find
from kursbuch.words import summaries
from tests.refusals import (
    POINT,
    SOURCE,
    handed_in,
    keys_in,
    named_by,
    points_in,
    refusals_in,
    sources,
    tree_of,
)

TITLES = [info.id for info in kb.titles()]
ENGINE = sources("core", "rail", "titles")
# where a refusal is made from one that has been found already
PASSED_ON = {"core/errors.py", "core/rules.py"}


def rules_of(title: str) -> Any:
    shelf = find(title)
    return shelf.compose(shelf.info.players[0], shelf.options({}))


def folder_of(title: str) -> Path:
    return Path(str(files(family_of(title).package)))


Unit = tuple[str, str]  # a module, and the name of a class or function in it


def units_of(title: str) -> set[Unit]:
    """The classes and functions that judge for a title: its stages and steps, how they are put together, and whatever
    function either of them names."""
    rules, composed = rules_of(title), find(title).composed
    parts = [part for stage in rules.stages.values() for part in (stage, *stage.every_step())]
    waiting: list[Unit] = [
        (core_game.__name__, "Game"),
        (composed.__module__, composed.__name__),
    ]
    for cls in {base for part in (rules, *parts) for base in type(part).__mro__}:
        waiting.append((cls.__module__, cls.__qualname__))
    found: set[Unit] = set()
    while waiting:
        unit = waiting.pop()
        if unit not in found and unit[0].startswith("kursbuch."):
            found.add(unit)
            waiting += functions_named(unit)
    return found


@cache
def functions_named(unit: Unit) -> list[Unit]:
    """The functions of ours that a unit names."""
    module, own = sys.modules[unit[0]], top_level(unit[0]).get(unit[1])
    names = {node.id for node in ast.walk(own) if isinstance(node, ast.Name)} if own else set()
    things = (getattr(module, name, None) for name in names)
    return [(thing.__module__, thing.__name__) for thing in things if inspect.isfunction(thing)]


@cache
def top_level(module: str) -> Mapping[str, ast.AST]:
    """The classes and functions of a module."""
    return {node.name: node for node in tree_of(file_of(module)).body if isinstance(node, DEFINED)}


DEFINED = (ast.FunctionDef, ast.ClassDef)


def file_of(module: str) -> Path:
    return Path(inspect.getsourcefile(sys.modules[module]) or "")


def rules_named(title: str) -> set[str]:
    units = units_of(title)
    found = set()
    for module in {module for module, _ in units}:
        for call, around in refusals_in(file_of(module)):
            if any(isinstance(node, DEFINED) and (module, node.name) in units for node in around):
                found |= named_by(call, around)
    return found


def has(known: Iterable[str], name: str) -> bool:
    """Whether a rule is known; of one whose end is filled in, whether any that begins so is."""
    return any(k.startswith(name[:-1]) for k in known) if name.endswith("*") else name in known


@pytest.mark.parametrize("file", ENGINE, ids=lambda file: file.relative_to(SOURCE).as_posix())
def test_every_refusal_tells_its_rule(file: Path):
    hidden = [
        f"line {call.lineno}: {ast.unparse(call)[:80]}"
        for call, around in refusals_in(file)
        if not named_by(call, around) and not handed_in(call, around)
    ]
    assert not hidden or file.relative_to(SOURCE).as_posix() in PASSED_ON


@pytest.mark.parametrize("title", TITLES)
def test_every_kernel_rule_is_cited(title: str):
    rules = rules_of(title)
    named = rules_named(title)
    keys = {name for name in named if not name[0].isdigit() and not name[0].isupper()}
    assert len(keys) < len(named)
    assert not {key for key in keys if not has(rules.citations, key)}


@pytest.mark.parametrize("title", TITLES)
def test_every_point_named_in_a_title_has_a_summary_in_both_languages(title: str):
    known = summaries(title)
    named = {point for file in folder_of(title).rglob("*.py") for point in points_in(tree_of(file))}
    assert named
    assert not {point for point in named if not has(known, point)}
    assert all(point.en and point.de for point in known.values())


@pytest.mark.parametrize("title", TITLES)
def test_citations_lead_from_rules_of_the_kernel_to_points(title: str):
    rules = rules_of(title)
    assert all(POINT.fullmatch(point) and point in summaries(title) for point in rules.citations.values())


def test_a_refusal_is_seen_however_it_is_written(tmp_path: Path):
    """The reader of sources itself: names, choices, lookups, parts filled in, attributes."""
    file = tmp_path / "written.py"
    file.write_text(
        'RULE = "99XX-1-9"\n'
        "def why(s, rule):\n"
        '    if s: return refuse("99XX-1-1", "")\n'
        '    other = "99XX-1-2" if s else "99XX-1-3"\n'
        '    if s: return refuse(other, "")\n'
        '    if s: return refuse({1: "99XX-1-4"}.get(s, "99XX-1-5"), "")\n'
        '    if s: return refuse(f"99XX-2-{s}", "")\n'
        '    verb = "lay" if s == "yellow" else "upgrade"\n'
        '    if s: return refuse(f"{verb}.kind.{s}", "")\n'
        '    if s: return refuse(RULE, "")\n'
        '    return refuse(rule, "")\n'
    )
    calls = refusals_in(file)
    assert [sorted(named_by(*call)) for call in calls] == [
        ["99XX-1-1"],
        ["99XX-1-2", "99XX-1-3"],
        ["99XX-1-4", "99XX-1-5"],
        ["99XX-2-*"],
        ["lay.kind.*", "upgrade.kind.*"],
        ["99XX-1-9"],
        [],
    ]
    assert handed_in(*calls[-1]) == "rule"
    assert set(keys_in(tree_of(file))) == set()
