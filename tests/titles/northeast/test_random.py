"""Whole games for every number of players, saved and loaded half-way."""

import pytest

import kursbuch as kb
from tests.titles.northeast.games import WHOLE, ending, played


@pytest.mark.parametrize("about", WHOLE, ids=str)
def test_games_are_played_to_the_end(about):
    game = played(*about)
    assert game.over
    assert ending(game) in ("bank", "bankrupt")
    half = game.at(len(game.actions) // 2)
    again = kb.load(half.to_json())
    for action in game.actions[len(half.actions) :]:
        again.apply(str(action))
    assert again.view() == game.view()


def test_the_games_see_every_kind_of_action_and_both_ends():
    seen = {type(action) for about in WHOLE for action in played(*about).actions}
    assert seen == set(played(*WHOLE[0]).rules.grammar.kinds.values())
    assert {ending(played(*about)) for about in WHOLE} == {"bank", "bankrupt"}
