"""Which rules a title refuses by, read off its sources, and whether each is a point that its players can read."""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path

from kursbuch.core import Refusal
from kursbuch.core import game as core_game
from kursbuch.core.built import source_of
from kursbuch.shelf import family_of, find
from kursbuch.soak.reach import of_a_title
from kursbuch.testing.refusals import POINT, named_by, points_in, refusals_in, tree_of
from kursbuch.testing.trial import Trial
from kursbuch.words import LANGUAGES
from kursbuch.words.speaking import family_words

Unit = tuple[str, str]  # a module, and the name of a class or function in it
Defined = (ast.FunctionDef, ast.ClassDef)


def rules(trial: Trial) -> Iterator[str]:
    """Every rule of the kernel that the title can refuse by has a point, every point a summary in each language."""
    citations = trial.rules.citations
    keys = {name for name in _rules_named(trial) if not (name[0].isdigit() or name[0].isupper())}
    for key in sorted(keys):
        if not _known(citations, key) and not _cited(trial, key):
            yield f"the kernel's rule {key} is cited by no point"
    for key, point in citations.items():
        if not POINT.fullmatch(point):
            yield f"{key} leads to {point!r}, which is no rule point"
    folder = Path(str(files(family_of(trial.title).package)))
    named = {point for file in folder.rglob("*.py") for point in points_in(tree_of(file))}
    named |= {*citations.values(), *trial.refused}
    for language in LANGUAGES:
        known = family_words(family_of(trial.title), language).rules
        for point in sorted(named):
            if not _known(known, point):
                yield f"{point} has no summary in {language}"


def points_cited(title: str) -> set[str]:
    """The points that refusals of a title may name, at a table of any size.

    >>> from kursbuch.testing.position import sample
    >>> all(POINT.fullmatch(point) for point in points_cited(sample().id))
    True
    """
    found: set[str] = set()
    for players in find(title).info.players:
        trial = Trial(title, [players])
        found |= {name for name in _rules_named(trial) if POINT.fullmatch(name)}
        found |= set(trial.rules.citations.values())
    return found


def _cited(trial: Trial, key: str) -> bool:
    """Whether the title has a point for a rule, perhaps one for all of its kind."""
    whole = key.rstrip("*").rstrip(".")
    return trial.rules.cite(Refusal(whole, "")).rule != whole


def _known(names: Iterable[str], name: str) -> bool:
    """Whether a rule is among these; of one whose end is filled in, whether any that begins so is."""
    return any(k.startswith(name[:-1]) for k in names) if name.endswith("*") else name in names


def _rules_named(trial: Trial) -> set[str]:
    """The rules that anything which judges for the title may name in a refusal."""
    units = _units(trial)
    found: set[str] = set()
    for module in {module for module, _ in units}:
        for call, around in refusals_in(_file_of(module)):
            if any(isinstance(node, Defined) and (module, node.name) in units for node in around):
                found |= named_by(call, around)
    return found


def _units(trial: Trial) -> set[Unit]:
    """The classes and functions that judge for a title: its stages and steps, how they are put together, and whatever
    function either of them names.
    """
    composed = find(trial.title).composed
    stages = trial.rules.stages.values()
    parts = [part for stage in stages for part in (stage, *stage.every_step())]
    waiting: list[Unit] = [(core_game.__name__, "Game"), (composed.__module__, composed.__name__)]
    for cls in {base for part in (trial.rules, *parts) for base in type(part).__mro__}:
        waiting.append((cls.__module__, cls.__qualname__))
    found: set[Unit] = set()
    while waiting:
        unit = waiting.pop()
        if unit not in found and of_a_title(unit[0]):
            found.add(unit)
            waiting += _functions_named(unit)
    return found


@cache
def _functions_named(unit: Unit) -> list[Unit]:
    """The functions that a unit names."""
    module, own = sys.modules[unit[0]], _top_level(unit[0]).get(unit[1])
    names = {node.id for node in ast.walk(own) if isinstance(node, ast.Name)} if own else set()
    things = (getattr(module, name, None) for name in names)
    return [(thing.__module__, thing.__name__) for thing in things if inspect.isfunction(thing)]


@cache
def _top_level(module: str) -> Mapping[str, ast.AST]:
    """The classes and functions of a module."""
    return {node.name: node for node in tree_of(_file_of(module)).body if isinstance(node, Defined)}


def _file_of(module: str) -> Path:
    return source_of(sys.modules[module])
