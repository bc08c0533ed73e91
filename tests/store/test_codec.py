"""Positions as bytes: the same position comes back, and nothing but a position."""

from __future__ import annotations

import io
import os
import pickle
import random
import zlib
from typing import Any

import pytest

import kursbuch as kb
from kursbuch.core import State
from kursbuch.rail.rounds import StockFrame
from kursbuch.store.codec import CannotRead, Fixed, _Reader, decode, encode
from kursbuch.store.games import fixed_parts
from tests.store.stores import random_game


def fixed_of(game: kb.Game) -> Fixed:
    return fixed_parts(game.title, len(game.players), tuple(sorted(game.options.items())))


def everything(game: kb.Game, state: State) -> Any:
    """All that anybody sees, and may do."""
    twin = game.clone()
    twin.state = state
    views = [twin.rules.view(state, player) for player in (None, *game.players)]
    return views, [str(a) for a in twin.legal_actions()], twin.acting, twin.scores(), state.chance.count


@pytest.mark.parametrize("title", [info.id for info in kb.titles()])
def test_a_position_comes_back_as_it_was(title: str):
    for players in kb.titles()[[i.id for i in kb.titles()].index(title)].players:
        game = kb.new_game(title, players, seed=3)
        rng = random.Random(players)
        for number in range(300):
            if game.over:
                break
            game.apply(rng.choice(game.legal_actions()).sample(rng))
            if number % 20 == 0 or game.over:
                data = encode(game, fixed_of(game))
                assert len(data) < 20_000
                again = decode(data, fixed_of(game))
                assert everything(game, again) == everything(game, game.state)


def test_play_goes_on_from_a_position_as_if_nothing_had_been():
    game = random_game("18te", 3, 150)
    other = game.clone()
    other.state = decode(encode(game, fixed_of(game)), fixed_of(game))
    rng = random.Random(9)
    for _ in range(200):
        if game.over:
            break
        action = rng.choice(game.legal_actions()).sample(rng)
        game.apply(action)
        other.apply(action)
        other.audit()
    assert other.view("Anna") == game.view("Anna")


def test_what_the_box_holds_is_not_written_but_found_again():
    game = random_game("18te", 2, 100)
    fixed = fixed_of(game)
    again: Any = decode(encode(game, fixed), fixed)
    start: Any = fixed.start
    assert again.box is start.box
    assert again.board.map is start.box.map


class Evil:
    def __reduce__(self) -> Any:
        return os.system, ("true",)


@pytest.mark.parametrize(
    "content", [Evil(), os.system, os.path.join, pickle.loads, print, kb.load, kb.titles, eval, type]
)
def test_bytes_can_make_nothing_but_records(content: object):
    fixed = fixed_parts("18te", 2, ())
    with pytest.raises(CannotRead):
        decode(b"kb1" + zlib.compress(pickle.dumps(content)), fixed)


@pytest.mark.parametrize(
    "data", [b"", b"kb1", b"kb1 nonsense", b"kb2" + zlib.compress(b"x"), pickle.dumps(1)]
)
def test_damaged_bytes_are_told_as_such(data: bytes):
    with pytest.raises(CannotRead):
        decode(data, fixed_parts("18te", 2, ()))


def test_a_position_of_another_title_is_refused():
    game = random_game("nuremberg", 2, 5)
    with pytest.raises(CannotRead, match="no position of this title"):
        decode(encode(game, fixed_of(game)), fixed_parts("18te", 2, ()))


def test_what_a_newer_program_adds_starts_as_at_the_start():
    game = random_game("18te", 2, 30)
    state: Any = game.state.copy()
    del state.export_marker  # written before there was such a thing
    old = game.clone()
    old.state = state
    again: Any = decode(encode(old, fixed_of(game)), fixed_of(game))
    assert again.export_marker is False
    assert again.cash == state.cash


def test_a_record_that_has_moved_to_another_file_is_still_found():
    reader = _Reader(io.BytesIO(), fixed_parts("18te", 2, ()))
    assert StockFrame.__module__ != "kursbuch.rail.rounds"
    assert reader.find_class("kursbuch.rail.rounds", "StockFrame") is StockFrame
