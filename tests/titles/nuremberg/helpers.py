"""Positions in a few lines: whatever is not named is at rest (no influence, no pieces, nothing built)."""

from __future__ import annotations

import random
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import pytest

from kursbuch.core import Game, IllegalAction
from kursbuch.titles.nuremberg.positions import position
from kursbuch.titles.nuremberg.rules.parts import box
from kursbuch.titles.nuremberg.rules.state import Table
from kursbuch.titles.nuremberg.rules.track import space_of
from kursbuch.titles.nuremberg.title import TITLE

__all__ = [
    "after",
    "listed",
    "new",
    "points",
    "position",
    "profit",
    "random_game",
    "refused",
    "table",
    "told",
]

BOX = box()

Numbers = Mapping[str, int]
NONE: Mapping[str, Any] = MappingProxyType({})


def new(players: int = 3, seed: int = 1, **options: int) -> Game:
    """A new game of players A, B, C, D."""
    return Game(TITLE, "ABCD"[:players], seed, options)


def table(game: Game) -> Table:
    assert isinstance(game.state, Table)
    return game.state


def after(game: Game, *actions: str) -> Game:
    """The game after these actions, each of which must be legal; the given game stays as it is."""
    later = game.clone()
    for action in actions:
        later.apply(action)
        later.audit()
    return later


def refused(game: Game, action: str) -> str:
    """The rule point that forbids the action now."""
    before = game.state
    with pytest.raises(IllegalAction) as error:
        game.apply(action)
    assert game.state is before
    return error.value.refusal.rule


def listed(game: Game, word: str = "") -> list[str]:
    """The legal actions as text, those with this word in them."""
    return [str(action) for action in game.legal_actions() if f" {word}" in str(action)]


def points(game: Game, player: str) -> dict[str, int]:
    return table(game).influence(player)


def profit(game: Game, player: str) -> int:
    return space_of(table(game).profit, player)


def told(game: Game, key: str) -> list[dict[str, Any]]:
    """The values of all events of one kind."""
    return [dict(event.values) for event in game.events if event.key == key]


def random_game(players: int, seed: int, moves: int = 10**6, **options: int) -> Game:
    """A game played at random to its end, or so many moves far."""
    game, rng = new(players, seed, **options), random.Random(seed)
    while not game.over and len(game.actions) < moves:
        game.apply(rng.choice(game.legal_actions()).sample(rng))
    return game
