"""Sensible decisions in 18Chesapeake."""

import random

import kursbuch as kb
from kursbuch.titles.chesapeake.bot import choose
from tests.bots.deciding import decision
from tests.titles.chesapeake.helpers import chesapeake, one, opening


def test_the_cheapest_private_is_taken_at_its_price():
    assert decision(opening()) == "A takes D&R for 20"


def test_whoever_gets_vanderbilt_sets_a_par():
    table = opening().apply(
        "A takes D&R for 20",
        "B takes C-P for 40",
        "C takes B&S for 50",
        "A takes C&OC for 80",
        "B takes B&OR for 100",
        "C takes CV for 200",
    )
    assert decision(table).startswith(f"C pars {table.s.drawn} at ")


def test_a_started_company_is_floated():
    companies = {"PRR": {"A": 50, "floats": False, "par": 70, "price": 70}}
    table = chesapeake(companies=companies, stock="A", stock_round=1, cash={"A": 80, "B": 0, "C": 0})
    assert decision(table) == "A buys 10 PRR from offer"


def test_trains_are_bought_with_the_capital():
    assert decision(one("PRR", at="trains", cash=700)) == "PRR buys train 2 as 2 from depot for 80"


def test_a_private_goes_to_the_own_company_for_much():
    table = one("PRR", at="privates", phase="3", privates={"B&OR": "A"}, trains=["3", "3"])
    assert decision(table) == "PRR acquires B&OR for 200"


def test_two_tiles_are_laid_together():
    table = one("PRR", phase="3", privates={"C-P": "PRR"}).apply("C-P places 9.2 at H2")
    assert " at I3" in decision(table)


def test_it_beats_chance():
    game = kb.new_game("18chesapeake", players=2, seed=5)
    rng = random.Random(5)
    while not game.over and len(game.actions) < 1200:
        player = game.acting[0]
        legal = game.legal_actions(player)
        house = player == game.players[1]
        game.apply(choose(game.view(player), legal, rng) if house else rng.choice(legal).sample(rng))
    first, second = game.scores().values()
    assert game.over and second > first
