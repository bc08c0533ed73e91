"""Companies can be told apart by their colours also by eyes that lack red or green cones."""

from __future__ import annotations

import pytest

from kursbuch.rail.state import RailState
from kursbuch.shelf import find, new_game, shelf
from tests.colour_eyes import apart, nearest

LEAST = 10.0  # in Lab; names stand on every badge besides


@pytest.mark.parametrize("title", shelf())
def test_no_two_companies_look_alike(title: str) -> None:
    for players in find(title).info.players:
        state = new_game(title, players, seed=1).state
        if not isinstance(state, RailState):
            return
        colours = {id: company.colour for id, company in state.box.companies.items()}
        distance, one, other = nearest(colours)
        assert distance >= LEAST, f"{one} and {other}: {distance:.1f}"


def test_red_and_green_of_one_brightness_are_near_each_other_for_such_eyes() -> None:
    assert apart("#b04040", "#607a3a", "deuteranopia") < 20 < apart("#202080", "#d0c020", "deuteranopia")
