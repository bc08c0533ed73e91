"""Sensible decisions in standard titles: the opening, par prices, powers, offers."""

from typing import Any

import pytest

import kursbuch as kb
from kursbuch.testing import Table, position
from tests.bots.deciding import decision


def opening(title: str, players: int = 3) -> Table:
    return Table(kb.new_game(title, list("ABCDEF"[:players]), seed=1))


def bought_by_bots(title: str, players: int) -> Table:
    """After an opening that house bots have played."""
    table = opening(title, players)
    for _ in range(400):
        if "opening" not in table.game.stages:
            return table
        table.apply(decision(table))
    raise AssertionError("the opening does not end")


@pytest.mark.parametrize("title", ["1830", "18chesapeake"])
@pytest.mark.parametrize("players", [2, 4, 6])
def test_the_opening_ends_and_leaves_money_to_start_companies(title, players):
    table = bought_by_bots(title, players)
    needed = 6 * table.s.box.market.pars[0].price
    able = [player for player in table.game.players if table.cash(player) >= needed]
    assert len(able) >= players // 2 or players == 6  # six players have less than that at the start


def fight(private: str, first: int, second: int) -> Table:
    """A and B have bid for a private, and all cheaper ones are sold."""
    table = opening("1830").apply(f"A bids {first} for {private}", f"B bids {second} for {private}")
    while list(table.s.privates).index(private) != list(table.s.privates.values()).index(""):
        table.apply(next(line for line in table.legal() if " takes " in line))
    return table


def test_a_private_is_worth_more_with_the_certificate_that_it_brings():
    assert decision(fight("CA", 215, 220)) == "A bids 225 for CA"  # 200 without its share
    assert decision(fight("MH", 135, 140)) == "A passes"


def par_asked(cash: int) -> Table:
    """A has got the presidency of B&O and sets its price."""
    table = opening("1830").apply("A bids 225 for BO")
    while table.s.top.stage != "par":
        table.apply(next(line for line in table.legal() if " takes " in line))
    table.s.cash["bank"] += table.s.cash["A"] - cash
    table.s.cash["A"] = cash
    return table


@pytest.mark.parametrize(("cash", "price"), [(600, 100), (310, 76), (270, 67), (10, 67)])
def test_the_par_of_a_presidency_leaves_enough_to_float_it(cash, price):
    assert decision(par_asked(cash)) == f"A pars B&O at {price}"


def chesapeake(phase: str = "3", **more: Any) -> Table:
    prr = {"price": 80, "par": 80, "A": 60, "cash": 500, "trains": ["3"]}
    return position("18chesapeake", 3, companies={"PRR": prr}, phase=phase, turn="PRR lay", **more)


def test_a_power_that_has_begun_is_gone_on_with():
    table = chesapeake(privates={"C-P": "PRR"})
    table.apply(next(line for line in table.legal() if line.startswith("C-P places")))
    assert decision(table).startswith("C-P places")


def test_a_free_station_is_taken():
    table = chesapeake(privates={"C&OC": "PRR"})
    table.apply(next(line for line in table.legal() if line.startswith("C&OC places")))
    assert decision(table).startswith("C&OC builds a station at D2")


@pytest.mark.parametrize(("price", "answer"), [(25, "B declines"), (100, "B agrees")])
def test_a_private_is_sold_for_more_than_it_will_earn(price, answer):
    table = chesapeake(privates={"B&S": "B"}, phase="4")
    assert decision(table.apply(f"PRR acquires B&S for {price}")) == answer


def test_nobody_is_pestered_for_privates_in_stock_rounds():
    prr = {"spot": (0, 6), "par": 67, "A": 60}
    table = position("1830", 3, companies={"PRR": prr}, privates={"SV": "B"}, stock="A", phase="3")
    assert any("acquires SV" in line for line in table.legal())
    assert "acquires" not in decision(table)
