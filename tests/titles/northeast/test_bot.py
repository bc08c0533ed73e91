"""Sensible decisions in 1830."""

import random

import kursbuch as kb
from kursbuch.titles.northeast.bot import choose
from tests.bots.deciding import decision
from tests.titles.northeast.helpers import northeast, one, opening
from tests.titles.northeast.test_homes import BUFFALO, erie


def test_the_cheapest_private_is_taken_at_its_price():
    assert decision(opening()) == "A takes SV for 20"


def test_whoever_gets_the_baltimore_and_ohio_sets_a_par():
    table = opening().apply(
        "A takes SV for 20",
        "B takes CS for 40",
        "C takes DH for 70",
        "A takes MH for 110",
        "B takes CA for 160",
        "C takes BO for 220",
    )
    assert decision(table).startswith("C pars B&O at ")


def test_a_started_company_is_floated():
    companies = {"PRR": {"A": 50, "floats": False, "par": 67, "price": 67}}
    table = northeast(companies=companies, stock="A", stock_round=1, cash={"A": 80, "B": 0, "C": 0})
    assert decision(table) == "A buys 10 PRR from offer"


def test_trains_are_bought_with_the_capital():
    assert decision(one("B&M", "trains", cash=700)) == "B&M buys train 2 as 2 from depot for 80"


def test_a_private_goes_to_the_own_company_for_much():
    table = one("PRR", "privates", phase="3", privates={"CA": "A"}, trains=["3", "3"], cash=700)
    assert decision(table) == "PRR acquires CA for 320"


def test_a_circle_is_chosen_for_the_erie_by_whoever_is_asked():
    assert decision(erie({"E11": "59.4"})).startswith("ERIE builds a station at E11.")
    table = erie(BUFFALO).apply("ERIE passes", "C&O lays 59.4 at E11")
    assert decision(table).startswith("ERIE builds a station at E11.")


def test_a_free_token_is_taken():
    table = one("B&M", privates={"DH": "B&M"}).apply("DH places 57.0 at F16")
    assert decision(table) == "DH builds a station at F16.0"


def test_it_beats_chance():
    game = kb.new_game("1830", players=2, seed=5)
    rng = random.Random(5)
    while not game.over and len(game.actions) < 2500:
        player = game.acting[0]
        legal = game.legal_actions(player)
        house = player == game.players[1]
        game.apply(choose(game.view(player), legal, rng) if house else rng.choice(legal).sample(rng))
    first, second = game.scores().values()
    assert game.over and second > first
