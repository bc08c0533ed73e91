"""The end of the game and the end of the privates: peculiarities 25 and 26."""

import pytest

from tests.titles.northeast.helpers import PITTSBURGH, northeast, one


def paying(bank, income=50):
    companies = {"PRR": {"price": 100, "A": 60, "B": 40, "trains": ["2"], "cash": 0}}
    return northeast(
        companies=companies,
        tiles=PITTSBURGH,
        turn="PRR pay",
        income=income,
        bank=bank,
        cash={"A": 0, "B": 0, "C": 0},
    )


@pytest.mark.rule("1830-25-1")
def test_25_an_empty_bank_is_not_broken():
    table = paying(50).apply("PRR pays")
    assert (table.cash("bank"), table.s.ending) == (0, "")


@pytest.mark.rule("1830-25-1", "1830-25-2")
def test_25_a_broken_bank_pays_on_and_the_set_is_finished():
    table = paying(30).apply("PRR pays")
    assert (table.cash("A"), table.cash("B"), table.cash("bank"), table.s.ending) == (30, 20, -20, "bank")
    assert (table.game.over, table.round) == (
        False,
        "OR 2.2",
    )  # the second of two operating rounds is still played
    table.apply("PRR passes", "PRR runs 2: H12.0 H10.0", "PRR pays")
    assert table.game.over
    assert (table.s.ending, table.cash("A")) == ("bank", 48)
    assert table.game.why_not("A passes").rule == "1830-25-2"


@pytest.mark.rule("1830-25-1")
def test_25_once_broken_it_stays_so():
    table = paying(30).apply("PRR pays")
    table.s.transfer("A", "bank", 30, "test")
    assert (table.cash("bank"), table.s.ending) == (10, "bank")


@pytest.mark.rule("1830-25-2")
def test_25_a_bank_broken_in_a_stock_round_leaves_one_more_set():
    companies = {"PRR": {"price": 67, "A": 50, "floats": False, "home": False, "new": True}}
    table = northeast(companies=companies, bank=100, cash={"A": 100, "B": 0, "C": 0})
    table.apply("A buys 10 PRR from offer")
    assert (table.cash("PRR"), table.s.ending) == (670, "bank")
    table.apply("A passes", *(["A passes"] if table.round == "SR 2" else []))
    assert (table.game.over, table.round) == (False, "OR 2.1")
    while table.round == "OR 2.1" and not table.game.over:
        table.apply("PRR passes")
    assert table.game.over


@pytest.mark.rule("1830-25-3")
def test_25_the_score_is_cash_shares_and_privates():
    companies = {"PRR": {"price": 100, "A": 60, "cash": 999}, "NYC": {"price": 82, "B": 20, "A": 10}}
    table = northeast(4, companies=companies, privates={"CA": "A", "SV": "PRR"}, cash={"A": 11, "B": 0})
    assert table.game.scores()["A"] == 11 + 600 + 82 + 160
    assert table.game.scores()["B"] == 164


# -- 26: privates ---------------------------------------------------------------------------------


@pytest.mark.rule("1830-26-1")
def test_26_the_first_5_closes_all():
    held = {"SV": "B", "CS": "PRR", "BO": "A", "CA": "C"}
    table = one("PRR", "trains", phase="4", depot="5", privates=held)
    table.apply("PRR buys train 5 as 5 from depot for 450")
    assert set(table.s.privates.values()) == {"out"}


@pytest.mark.rule("1830-26-2")
@pytest.mark.parametrize(("phase", "allowed"), [("", False), ("3", True), ("4", True), ("5", False)])
def test_26_companies_buy_privates_in_phases_3_and_4(phase, allowed):
    table = one("PRR", phase=phase, privates={"DH": "A"})
    assert table.allows("PRR acquires DH for 50") is allowed
    if not allowed:
        assert table.refused("PRR acquires DH for 50") == "1830-26-2"


@pytest.mark.rule("1830-26-3")
def test_26_the_price_is_half_to_double():
    table = one("PRR", phase="3", privates={"DH": "A", "SV": "PRR"})
    assert table.refused("PRR acquires DH for 34") == "1830-26-3"
    assert table.refused("PRR acquires DH for 141") == "1830-26-3"
    assert table.refused("PRR acquires SV for 20") == "1830-26-4"
    assert (
        one("PRR", phase="3", privates={"DH": "A"}, cash=39).refused("PRR acquires DH for 40") == "1830-26-3"
    )
    table.apply("PRR acquires DH for 140")
    assert (table.cash("PRR"), table.cash("A"), table.s.privates["DH"]) == (360, 800 + 140, "PRR")


@pytest.mark.rule("1830-26-4")
@pytest.mark.parametrize("step", ["lay", "station", "run", "pay", "trains", "privates"])
def test_26_at_any_time_of_the_turn(step):
    table = one("PRR", step, phase="3", privates={"DH": "A"}, tiles=PITTSBURGH, income=30, trains=["3"])
    assert table.allows("PRR acquires DH for 35")


@pytest.mark.rule("1830-26-4")
def test_26_another_players_private_needs_consent():
    table = one("PRR", phase="3", privates={"DH": "B"}).apply("PRR acquires DH for 60")
    assert (table.acting, table.refused("PRR passes")) == ("B", "1830-26-4")
    table.apply("B declines")
    assert table.refused("PRR acquires DH for 60") == "1830-26-4"
    table.apply("PRR acquires DH for 61", "B agrees")
    assert (table.s.privates["DH"], table.cash("B")) == ("PRR", 800 + 61)


@pytest.mark.rule("1830-26-5")
def test_26_privates_pay_players_and_companies_when_an_operating_round_begins():
    companies = {"PRR": {"price": 100, "A": 60, "cash": 0, "B": 40}}
    table = northeast(companies=companies, privates={"DH": "PRR", "CA": "B"}, cash={"A": 0, "B": 0, "C": 0})
    table.apply("A passes", "B passes")
    assert (table.cash("PRR"), table.cash("B")) == (15, 25)
