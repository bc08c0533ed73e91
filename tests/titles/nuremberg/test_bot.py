"""Sensible decisions in First Train to Nuremberg."""

from tests.bots.deciding import decision
from tests.titles.nuremberg.helpers import position

SOME = {"A": 3, "B": 3}


def test_the_box_with_most_brown_is_bid_for_at_the_least():
    game = position(
        phase=3, cubes={"A": 12, "B": 12}, drawn={"U1": "white", "U2": "brown", "L1": "white", "L2": "white"}
    )
    assert decision(game) == "A bids 3 on U2"


def test_a_chain_leads_to_passengers_who_can_be_carried():
    game = position(
        phase=5,
        round=4,
        cubes={"A": 8},
        pieces={"hirschaid": "green green", "buttenheim": "post post"},
        brown=SOME,
        red=SOME,
        green=SOME,
    )
    first = decision(game)
    assert first.startswith("A links bamberg to hirschaid")
    game.apply(first)
    while "builds" not in (last := decision(game)):
        game.apply(last)
    assert last.startswith("A builds bamberg-hirschaid")
    assert last.count("-") <= 3


def test_nothing_is_built_where_nothing_can_be_carried():
    assert decision(position(phase=5, cubes={"A": 12}, red=SOME, green=SOME, round=5)) == "A passes"


def test_a_train_is_bought_for_what_can_be_carried():
    links = {"A": ["bamberg-hirschaid-buttenheim"]}
    game = position(
        phase=6, links=links, pieces={"hirschaid": "green green", "buttenheim": "post post"}, brown=SOME
    )
    assert decision(game) == "A buys T31"
    assert decision(position(phase=6, links=links, brown=SOME)) == "A passes"


def test_passengers_ride_where_they_count_most():
    game = position(
        phase=6,
        links={"A": ["bamberg-hirschaid"]},
        pieces={"hirschaid": "green"},
        trains={"T11": "A", "T21": "A", "T31": "A"},
    )
    assert decision(game) == "A carries green from hirschaid in T31"


def test_in_the_last_round_track_is_handed_over():
    game = position(phase=9, round=5, links={"A": ["nbg_nord-kraftshof-erlangen"]}, green=SOME)
    assert decision(game) == "A hands nbg_nord-kraftshof-erlangen to green"
