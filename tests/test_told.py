"""Every event that happens is declared with its rules: exactly its fields, with values of the declared kinds."""

from __future__ import annotations

import ast
import random
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import kursbuch as kb
from kursbuch.core import Event, EventKind, Game, Rules
from kursbuch.core.meaning import meaning, optional
from kursbuch.rail.standard.rules import StandardRules
from kursbuch.rail.state import RailState
from kursbuch.shelf import find, shelf

SOURCES = Path(kb.__file__).parent
KERNEL, STANDARD = SOURCES / "rail", SOURCES / "rail" / "standard"
FOLDERS = [KERNEL, STANDARD, *sorted((SOURCES / "titles").glob("[a-z]*"))]
MOST_ACTIONS = 1500  # random games of long titles need not come to their end here


def tables() -> list[tuple[str, int]]:
    return [(title, players) for title in shelf() for players in find(title).info.players]


def played(title: str, players: int, seed: int = 4) -> Game:
    """A random game, to its end or nearly so."""
    game, rng = kb.new_game(title, players=players, seed=seed), random.Random(seed)
    while not game.over and len(game.actions) < MOST_ACTIONS:
        game.apply(rng.choice(game.legal_actions()).sample(rng))
    return game


def misused(game: Game, kind: EventKind, event: Event) -> str:
    """A value that cannot mean what it is said to mean: a company where there should be a player, say."""
    known = _known(game)
    for name, value in event.values.items():
        what = meaning(kind.fields[name])
        fits = known.get(what.name) if what else None
        for one in value if isinstance(value, list) else (value,):
            if fits is not None and isinstance(one, str) and not fits(one):
                return f"{event.key}: {one!r} is no {what.name if what else ''}"
    return ""


def _known(game: Game) -> Mapping[str, Callable[[str], bool]]:
    s, parties = game.state, game.rules.entities
    seats = s.players
    out: dict[str, Callable[[str], bool]] = {
        "player": lambda text: text in ("", *seats),
        "party": lambda text: text in seats or text in parties or text in _privates(game),
    }
    if isinstance(s, RailState):
        trains = {*s.box.trains, *(side for train in s.box.trains.values() for side in train.sides)}
        out |= {
            "company": lambda text: text in parties,
            "hex": lambda text: text in s.box.map.hexes,
            "tile": lambda text: text in s.box.tiles,
            "phase": lambda text: text in s.box.phase_number,
            "train": lambda text: text in trains,
            "private": lambda text: text in _privates(game),
        }
    return out


def _privates(game: Game) -> Mapping[str, Any]:
    found: Mapping[str, Any] = game.view()["position"].get("privates", {})
    return found


@pytest.mark.parametrize(("title", "players"), tables())
def test_every_event_is_told_as_its_rules_declare(title: str, players: int) -> None:
    game = played(title, players)
    told = game.rules.told
    faults = {event.key for event in game.events if event.key not in told}
    assert not faults, "events that no rules declare"
    faults = {told[event.key].fault(event) for event in game.events} - {""}
    assert not faults
    faults = {misused(game, told[event.key], event) for event in game.events} - {""}
    assert not faults


# -- what random play seldom comes to: every call in the sources ------------------------------------


def calls(*names: str) -> Iterator[tuple[Path, ast.Call]]:
    """Calls of functions with these names in the kernel and in the titles' rules."""
    for path, node in _calls():
        called = node.func
        if (called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")) in names:
            yield path, node


@cache
def _calls() -> list[tuple[Path, ast.Call]]:
    return [
        (path, node)
        for part in ("rail", "titles")
        for path in sorted((SOURCES / part).rglob("*.py"))
        if not {"page", "bot"} & {*path.parts}
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
    ]


@cache
def rules_of(folder: Path) -> list[Rules[Any]]:
    """The rules that a folder serves: of its family, of all standard titles, of all railway titles."""
    every = [
        find(title).compose(players, find(title).options({}))
        for title in shelf()
        for players in find(title).info.players
    ]
    if folder == STANDARD:
        return [rules for rules in every if isinstance(rules, StandardRules)]
    if folder == KERNEL:
        return [
            rules for rules in every if "phase" in rules.glossary
        ]  # a title that has none is no railway game
    return [rules for rules in every if f".{folder.name}." in type(rules).__module__]


def within(path: Path, folder: Path) -> bool:
    """Whether a source is one of a folder; standard titles have theirs inside the kernel's."""
    return path.is_relative_to(folder) and (folder == STANDARD or not path.is_relative_to(STANDARD))


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_every_note_in_the_sources_is_declared_with_just_its_fields(folder: Path) -> None:
    every = rules_of(folder)
    for path, call in calls("note", "uncover"):
        first = call.args[0] if call.args else None
        key = first.value if isinstance(first, ast.Constant) else None
        if not within(path, folder) or not isinstance(key, str):
            continue
        given = {word.arg for word in call.keywords} - {"to"}
        kinds = [rules.told[key] for rules in every if key in rules.told]
        assert any(_told_with(kind, given) for kind in kinds), f"{path.name}: {key} {given}"


def _told_with(kind: EventKind, given: set[str | None]) -> bool:
    """Whether these are the fields of a kind of event; None among them stands for values that are passed on."""
    needed = {name for name, hint in kind.fields.items() if not optional(hint)}
    return (None in given or needed <= given) and given - {None} <= kind.fields.keys()


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_every_value_of_a_refusal_is_in_the_glossary(folder: Path) -> None:
    known = [rules.glossary.keys() for rules in rules_of(folder)]
    missing = {
        f"{path.name}: {word.arg}"
        for path, call in calls("refuse")
        if within(path, folder)
        for word in call.keywords
        if word.arg is not None and not all(word.arg in names for names in known)
    }
    assert not missing
