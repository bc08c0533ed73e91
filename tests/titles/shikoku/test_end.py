"""The end of the game and the order of operating: peculiarities 14 and 16."""

import pytest

from tests.titles.shikoku.helpers import shikoku


@pytest.mark.rule("1889-14-1")
def test_14_a_broken_bank_pays_on_and_the_set_is_finished():
    companies = {"KO": {"price": 75, "A": 60, "B": 40, "trains": ["2"], "cash": 0}}
    table = shikoku(
        companies=companies,
        tiles={"J3": "8.3"},
        turn="KO pay",
        income=50,
        bank=30,
        cash={"A": 0, "B": 0, "C": 0},
        rounds=2,
    )
    table.apply("KO pays")
    assert (table.cash("A"), table.cash("B"), table.cash("bank")) == (30, 20, -20)
    assert not table.game.over
    assert table.round == "OR 2.2"  # the second of two operating rounds is still played
    table.apply("KO passes", "KO runs 2: K4.0 J3 J1.0", "KO pays")
    assert table.game.over
    assert (table.s.ending, table.cash("A")) == ("bank", 60)


@pytest.mark.rule("1889-14-1")
@pytest.mark.parametrize(("bank", "ending"), [(50, ""), (49, "bank")])
def test_14_an_empty_bank_is_not_broken_one_that_owes_is(bank, ending):
    companies = {"KO": {"price": 75, "A": 60, "B": 40, "trains": ["2"], "cash": 0}}
    cash = {"A": 0, "B": 0, "C": 0}
    table = shikoku(companies=companies, tiles={"J3": "8.3"}, turn="KO pay", income=50, bank=bank, cash=cash)
    assert table.apply("KO pays").s.ending == ending


@pytest.mark.rule("1889-14-1")
def test_14_a_bank_broken_in_a_stock_round_leaves_one_more_set():
    companies = {"KO": {"price": 75, "A": 60, "B": 40, "cash": 0}}
    table = shikoku(companies=companies, bank=10, phase="3", cash={"A": 0, "B": 0, "C": 0})
    table.apply("A sells 10 KO", "B passes", "A passes")
    assert (table.s.ending, table.game.over) == ("bank", False)
    rounds = []
    while not table.game.over:
        rounds.append(table.round)
        table.apply("KO passes")
    assert rounds == ["OR 2.1", "OR 2.2"]


@pytest.mark.rule("1889-14-2")
def test_14_the_score_is_cash_shares_and_privates():
    companies = {"KO": {"price": 75, "A": 60, "cash": 999}, "SR": {"price": 70, "B": 20, "A": 10}}
    table = shikoku(4, companies=companies, privates={"UTF": "A", "SMR": "KO"}, cash={"A": 11, "B": 0})
    scores = table.game.scores()
    assert scores["A"] == 11 + 6 * 75 + 70 + 150
    assert scores["B"] == 140


@pytest.mark.rule("1889-16-1")
def test_16_companies_operate_by_price_then_right_then_upper_then_first_come():
    companies = {
        "AR": {"spot": (5, 4), "A": 60},  # 70
        "IR": {"spot": (4, 3), "A": 60},  # 70, further left
        "SR": {"spot": (3, 3), "B": 60},  # 75
        "KO": {"spot": (5, 4), "B": 60},  # 70, came after AR
        "UR": {"spot": (6, 5), "C": 60},  # 70, furthest right
    }
    table = shikoku(companies=companies)
    assert table.s.prices.order() == ["SR", "UR", "AR", "KO", "IR"]


@pytest.mark.rule("1889-16-1")
def test_16_an_emergency_sale_reorders_those_who_have_not_operated():
    companies = {
        "KO": {"price": 100, "A": 60, "cash": 100},
        "SR": {"price": 75, "A": 40, "B": 50, "cash": 0},
        "IR": {"price": 70, "C": 60, "cash": 0},
    }
    table = shikoku(companies=companies, phase="4", tiles={"J3": "8.3"}, turn="KO trains", cash={"A": 60})
    table.apply("A sells 20 SR", "KO buys train 4 as 4 from depot for 300")
    assert table.s.top.company == "IR"


def test_the_number_of_operating_rounds_is_settled_when_the_set_begins():
    companies = {"KO": {"price": 75, "A": 60, "B": 40, "cash": 400, "trains": ["2"]}}
    table = shikoku(companies=companies, depot="3", cash={"A": 0, "B": 0, "C": 0}).apply(
        "A passes", "B passes"
    )
    assert table.round == "OR 2.1"
    table.apply("KO passes", "KO buys train 3 as 3 from depot for 180", "KO passes")
    assert (table.phase, table.round) == ("3", "SR 3")
