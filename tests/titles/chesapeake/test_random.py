"""Random play to the end for every number of players, saved and loaded half-way."""

import pytest

import kursbuch as kb
from tests.titles.chesapeake.games import WHOLE, ending, played


@pytest.mark.parametrize(("players", "seed"), WHOLE)
def test_random_play_to_the_end(players, seed):
    game = played(players, seed)
    assert game.over
    assert ending(game) in ("bank", "bankrupt")
    half = game.at(len(game.actions) // 2)
    again = kb.load(half.to_json())
    for action in game.actions[len(half.actions) :]:
        again.apply(str(action))
    assert again.view() == game.view()


def test_the_games_see_every_kind_of_action_and_both_ends():
    seen = {type(action) for players, seed in WHOLE for action in played(players, seed).actions}
    assert seen == set(played(*WHOLE[0]).rules.grammar.kinds.values())
    assert {ending(played(players, seed)) for players, seed in WHOLE} == {"bank", "bankrupt"}


def test_two_players_see_shares_leave_the_game():
    keys = {event.key for seed in (100, 110) for event in played(2, seed).events}
    assert {"burns", "to-pool", "exported", "drawn"} <= keys
