"""A board passes on what a tile or a station elsewhere cannot change; a fresh board finds the same."""

from __future__ import annotations

import random

import pytest

import kursbuch as kb
from kursbuch.core import Game, IllegalAction
from kursbuch.rail.board import Board

TABLES = [("18te", 3), ("18do-intro", 4), ("1853", 4), ("1889", 4)]


def played(title: str, players: int, seed: int, actions: int) -> Game:
    rng = random.Random(seed)
    game = kb.new_game(title, players, seed=seed)
    while not game.over and len(game.actions) < actions:
        game.apply(rng.choice(game.legal_actions()).sample(rng))
    return game


@pytest.mark.parametrize(("title", "players"), TABLES)
def test_passed_on_is_what_a_fresh_board_finds(title: str, players: int):
    game = played(title, players, seed=5, actions=500)
    passed_on = 0
    for number in range(0, len(game.actions), 20):
        board: Board = game.at(number).state.board  # type: ignore[attr-defined]  # of a railway game
        fresh = board.forgetful()
        for company, found in board._reachable.items():
            expected = fresh.reachable(company)
            passed_on += 1
            assert list(found.hexes) == list(expected.hexes)
            assert list(found.stops) == list(expected.stops)
            for hex in board.map.hexes:
                for gauge in board.map.gauges:
                    assert found.into(hex, gauge) == expected.into(hex, gauge), (company, hex)
        assert board.tracks.graph == fresh.tracks.graph
    assert passed_on


def test_an_action_of_an_earlier_list_is_judged_anew():
    game = kb.new_game("18te", 2, seed=1)
    listed = game.legal_actions()
    game.apply(listed[0].sample(random.Random(1)))
    late = [action for action in listed if action.span is None and game.why_not(action) is not None]
    assert late
    for action in late:
        with pytest.raises(IllegalAction):
            game.apply(action)


def test_a_range_of_the_list_is_still_to_be_made_definite():
    game = kb.new_game("18te", 2, seed=1)
    ranged = [action for action in game.legal_actions() if action.span]
    assert ranged
    for action in ranged:
        with pytest.raises(kb.BadInput):
            game.apply(action)
