"""What must hold in both forms of the engine, interpreted and compiled; `make compiled-test` asks the second."""

from __future__ import annotations

import copy
import pickle
import pkgutil
from dataclasses import dataclass, fields, replace
from importlib import import_module

import pytest

import kursbuch as kb
from kursbuch import rail
from kursbuch.cli.playout import random_game
from kursbuch.core import Game
from kursbuch.core.action import Action
from kursbuch.core.built import source_of, worked_out
from kursbuch.core.errors import Refusal
from kursbuch.rail.board import Board
from kursbuch.rail.state import RailState

SMALLEST = [(info.id, info.players[0]) for info in kb.titles()]


@pytest.fixture(scope="module", params=SMALLEST, ids=lambda table: table[0])
def game(request: pytest.FixtureRequest) -> Game:
    """A random game with every position audited."""
    title, players = request.param
    return random_game(title, players, 4, audit=True)


def test_records_are_compared_hashed_copied_and_pickled(game: Game):
    for action in {type(one): one for one in game.actions}.values():
        for twin in (pickle.loads(pickle.dumps(action)), copy.copy(action), replace(action)):
            assert type(twin) is type(action) and twin is not action
            assert twin == action and hash(twin) == hash(action) and repr(twin) == repr(action)


def test_fields_are_told_in_the_order_in_which_they_are_given(game: Game):
    for action in {type(one): one for one in game.actions}.values():
        positional = [f.name for f in fields(action) if not f.kw_only and f.init]
        assert tuple(positional) == type(action).__match_args__


def test_what_is_worked_out_once_stays_the_same_thing(game: Game):
    if isinstance(game.state, RailState):
        boards = [game.state.board, game.state.board.tracks, game.state.box, game.state.board.tracks.map]
        names = [(one, name) for one in boards for name in worked_out(type(one))]
        assert names
        for one, name in names:
            value = getattr(one, name)
            assert isinstance(value, int) or getattr(one, name) is value, name


@dataclass(frozen=True, slots=True)
class Wave(Action):
    """An action of a title that nobody has compiled."""

    to: str = "all"


def test_a_class_from_elsewhere_keeps_its_kind_and_its_fields():
    wave = replace(Wave("Anna"), to="Ben")
    assert type(wave) is Wave and wave == Wave("Anna", "Ben") and wave != Wave("Anna")
    assert pickle.loads(pickle.dumps(wave)) == wave
    assert repr(wave) == "Wave(actor='Anna', by='', span=None, to='Ben')"


def test_errors_are_errors():
    with pytest.raises(kb.IllegalAction, match="No") as caught:
        raise kb.IllegalAction(Refusal("BOX-1-1", "No."))
    assert caught.value.refusal.rule == "BOX-1-1" and isinstance(caught.value, ValueError)
    with pytest.raises(kb.BadInput, match="seats: 3 too many"):
        raise kb.BadInput("seats", "{n} too many", n=3)


def test_the_source_lies_beside_the_module():
    assert "class Board" in source_of(__import__(Board.__module__, fromlist=["x"])).read_text(
        encoding="utf-8"
    )


def test_errors_stand_apart_from_what_is_compiled():
    """A module with an error in it is left to Python whole, which once made every search for routes slow."""
    for info in pkgutil.walk_packages(rail.__path__, "kursbuch.rail."):
        module = import_module(info.name)
        own = [
            one
            for one in vars(module).values()
            if isinstance(one, type) and one.__module__ == module.__name__
        ]
        errors = [one for one in own if issubclass(one, BaseException)]
        assert errors in ([], own), module.__name__
