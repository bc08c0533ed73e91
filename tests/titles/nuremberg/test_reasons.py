"""Why the coach would do something in First Train to Nuremberg."""

from __future__ import annotations

from typing import Any

import pytest

from kursbuch.bots.advice import reasons
from kursbuch.core import Game
from kursbuch.words import LANGUAGES, own_words
from tests.titles.nuremberg.helpers import position

SOME = {"A": 3, "B": 3}
REACHED = {"hirschaid": "green green", "buttenheim": "post post"}


def said(game: Game, line: str) -> dict[str, Any]:
    """The reasons for a choice: keys and values, all with words in both languages."""
    player = game.acting[0]
    told = reasons(game.view(player), game.legal_actions(player), game.read(line))
    for language in LANGUAGES:
        spoken = own_words(language, "nuremberg")
        for one in told:
            assert spoken.has(f"coach.nuremberg.{one.key}"), (language, one.key)
            assert spoken(f"coach.nuremberg.{one.key}", **one.values)
    return {one.key: dict(one.values) for one in told}


@pytest.mark.parametrize(("drawn", "brown"), [("brown", 3), ("white", 2)])
def test_a_bid_is_explained_by_the_influence_and_by_the_cubes_that_are_left(drawn: str, brown: int) -> None:
    game = position(
        phase=3, cubes={"A": 12, "B": 12}, drawn={"U1": "white", "U2": drawn, "L1": "white", "L2": "white"}
    )
    assert said(game, "A bids 5 on U2") == {
        "influence-brown": {"box": "U2", "points": brown, "have": 0},
        "cubes-left": {"cubes": 7},
    }


def test_a_line_is_explained_by_the_pieces_that_it_reaches() -> None:
    game = position(phase=5, round=4, cubes={"A": 8}, pieces=REACHED, brown=SOME, red=SOME, green=SOME)
    link = next(str(a) for a in game.legal_actions() if str(a).startswith("A links bamberg to hirschaid"))
    assert said(game, link)["line-reaches"] == {"pieces": 2}
    idle = next(str(a) for a in game.legal_actions() if " to hirschaid" not in str(a) and "links" in str(a))
    assert "line-reaches-nothing" in said(game, idle)
    assert said(game, "A passes") == {"cubes-kept": {"cubes": 8}}


def test_a_train_is_explained_by_what_it_carries() -> None:
    links = {"A": ["bamberg-hirschaid-buttenheim"]}
    told = said(position(phase=6, links=links, pieces=REACHED, brown=SOME), "A buys T31")
    assert told["train-carries"]["points"] > 0
    assert "train-empty" in said(position(phase=6, links=links, brown=SOME), "A buys T31")


def test_a_line_handed_over_is_explained_by_what_it_no_longer_costs() -> None:
    game = position(phase=9, round=5, links={"A": ["nbg_nord-kraftshof-erlangen"]}, green=SOME)
    assert said(game, "A hands nbg_nord-kraftshof-erlangen to green") == {"links-gone": {"links": 2}}
