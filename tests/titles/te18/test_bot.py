"""Sensible decisions in 18TE: a position, the bot's choice, and why."""

import pytest

from kursbuch.rail.routes.running import best_of
from kursbuch.testing import position
from tests.bots.deciding import decision

KHS_LINE = {"F6": "4.1", "E7": "8.2", "D6": "57.2", "C5": "8.5", "B6": "9.1"}
SHORT, LONG = "4: D6.0 E7 F6.0 G5.0", "4: A7.0 B6 C5 D6.0 E7 F6.0 G5.0"


def turn(step, khs=None, *, others=None, tiles=None, cash=None, **more):
    """KHS, led by A, is at a step of its turn."""
    about = {"price": 80, "A": 50, "cash": 200, **(khs or {})}
    companies = {"KHS": about, **(others or {})}
    return position(
        "18te",
        companies=companies,
        tiles=tiles or {},
        cash=cash or {"A": 300, "B": 300},
        turn=f"KHS {step}",
        **more,
    )


# -- stock rounds ---------------------------------------------------------------------------------


def test_the_first_company_is_opened_with_enough_for_a_train():
    word, price = decision(position("18te", stock="A", stock_round=1, cash={"A": 500, "B": 500})).rsplit(
        " ", 1
    )
    assert word == "A opens KHS at"
    assert 180 <= int(price) <= 300


def test_nobody_is_followed_into_a_silly_auction():
    table = position("18te", stock="A", stock_round=1, cash={"A": 500, "B": 500}).apply("A opens KHS at 480")
    assert decision(table) == "B passes"


@pytest.mark.parametrize(("bid", "answer"), [(230, "B bids 240"), (250, "B passes")])
def test_in_the_first_auction_nobody_pays_more_than_the_certificate_brings(bid, answer):
    """In games played on, whoever got the first certificate above 250 ended behind, two players or three."""
    table = position("18te", stock="A", stock_round=1, cash={"A": 500, "B": 500}).apply(
        f"A opens KHS at {bid}"
    )
    assert decision(table) == answer


def test_a_company_that_earns_is_bought_rather_than_one_that_does_not():
    table = position(
        "18te",
        companies={
            "KHS": {"price": 80, "B": 40, "trains": ["4"], "cash": 200},
            "KWE": {"price": 80, "B": 40, "cash": 0},
        },
        tiles=KHS_LINE,
        phase="4",
        cash={"A": 85, "B": 200},
        stock="A",
    )
    assert decision(table) == "A buys 10 KHS from company"


def test_shares_of_a_company_that_can_never_run_are_sold():
    table = position(
        "18te",
        companies={"KWE": {"spot": (4, 6), "B": 40, "A": 20, "cash": 0}},
        phase="4",
        cash={"A": 100, "B": 0},
        stock="A",
    )
    assert decision(table) == "A sells 20 KWE"


# -- a company's turn -----------------------------------------------------------------------------


def test_a_tile_is_laid_that_lets_the_train_run():
    table = turn("lay", {"trains": ["2"]})
    assert table.legal()
    before = best(table)
    table.apply(decision(table))
    assert before == 0
    assert best(table) >= 30


def best(table):
    return best_of(table.s, "KHS")[1]


def test_the_goal_station_is_built():
    table = turn("station", {"trains": ["4"]}, tiles=KHS_LINE, phase="4")
    assert decision(table) == "KHS builds a station at A7.0"


def test_the_best_run_is_declared():
    assert decision(turn("run", {"trains": ["4"]}, tiles=KHS_LINE, phase="4")) == f"KHS runs {LONG}"


def test_income_is_paid_out():
    assert decision(turn("pay", {"trains": ["4"]}, tiles=KHS_LINE, phase="4", income=140)) == "KHS pays"


def test_income_is_kept_for_a_train_that_is_needed_at_once():
    """The 2 rusts with the next train sold, and little is missing."""
    table = turn(
        "pay",
        {"trains": ["2"], "cash": 380},
        tiles=KHS_LINE,
        phase="3",
        depot="3+3/4",
        income=30,
        cash={"A": 0},
    )
    assert decision(table) == "KHS withholds"


@pytest.mark.parametrize(("bank", "choice"), [(4000, "KHS withholds"), (100, "KHS pays")])
def test_no_income_is_kept_for_a_train_that_hardly_runs_before_the_end(bank, choice):
    """The 2 rusts with the next train sold; with the bank nearly empty a new one would run but once or twice."""
    table = turn(
        "pay",
        {"trains": ["2"], "cash": 380},
        tiles=KHS_LINE,
        phase="3",
        depot="3+3/4",
        income=30,
        cash={"A": 0},
    )
    table.s.cash["bank"] = bank
    assert decision(table) == choice


def test_no_income_is_kept_while_there_is_time_for_another_dividend():
    """The 2 has one purchase more to go: seats that saved so early have ended behind."""
    table = turn(
        "pay",
        {"trains": ["2"], "cash": 180},
        tiles=KHS_LINE,
        phase="3",
        depot="3+3/4",
        income=30,
        cash={"A": 0},
    )
    table.s.trains["depot"] = ("2+2/3#9", *table.s.trains["depot"])
    assert decision(table) == "KHS pays"


@pytest.mark.parametrize(
    ("spare", "choice"),
    [(["4", "4"], "from KWE for 1"), (["4"], "KHS passes")],
)
def test_a_train_that_stands_idle_goes_to_another_company_of_mine(spare, choice):
    """KWE has no track to run on; KHS has, and no money for a new train. Its only train KWE keeps."""
    table = position(
        "18te",
        companies={
            "KHS": {"price": 80, "A": 50, "trains": ["2"], "cash": 30},
            "KWE": {"price": 80, "A": 50, "trains": spare, "cash": 30},
        },
        tiles=KHS_LINE,
        phase="4",
        turn="KHS trains",
    )
    assert any("from KWE for 1..30" in line for line in table.legal())
    assert decision(table).endswith(choice)


def test_a_shareholder_points_out_a_better_run():
    table = position(
        "18te",
        companies={"KHS": {"price": 80, "A": 30, "B": 30, "trains": ["4"]}},
        tiles=KHS_LINE,
        phase="4",
        turn="KHS run",
    ).apply(f"KHS runs {SHORT}")
    assert decision(table) == f"B points out {LONG}"


def test_somebody_without_a_share_says_nothing():
    table = turn("run", {"trains": ["4"]}, tiles=KHS_LINE, phase="4").apply(f"KHS runs {SHORT}")
    assert decision(table) == "B passes"


# -- trains ---------------------------------------------------------------------------------------


def test_a_company_without_a_train_buys_one():
    assert decision(turn("trains", tiles={"F6": "4.1"})).startswith("KHS buys train 1+1/2 as ")


def test_the_side_that_earns_more_is_used():
    table = turn("trains", {"cash": 400}, tiles=KHS_LINE, phase="4")
    assert decision(table) == "KHS buys train 3+3/4 as 3+3 from depot for 400"


def test_no_silly_price_is_paid_for_a_train_of_another_company():
    table = turn(
        "trains", {"trains": ["4"], "cash": 900}, others={"KWE": {"B": 30, "trains": ["2+2"]}}, phase="4"
    )
    assert " from KWE " not in decision(table)


def test_a_train_is_sold_for_much_and_not_for_little():
    for price, trains, answer in ((390, ["2", "2"], "B agrees"), (20, ["2"], "B declines")):
        table = turn(
            "trains",
            {"cash": 400},
            others={"KWE": {"B": 30, "cash": 200, "trains": trains}},
            tiles={"F6": "4.1", "C13": "6.3", "C11": "8.0", "B10": "6.3"},
        ).apply(f"KHS buys train 1+1/2 as 2 from KWE for {price}")
        assert decision(table) == answer


@pytest.mark.parametrize("trains", [["1+1", "2"], ["2", "1+1"]])
def test_the_card_that_earns_is_not_sold_for_little_because_another_does_not(trains):
    table = turn(
        "trains",
        {"cash": 400},
        others={"KWE": {"B": 40, "cash": 0, "trains": trains}},
        tiles={"C13": "6.3", "C11": "8.0", "B10": "6.3"},
    ).apply("KHS buys train 1+1/2 as 2 from KWE for 20")
    assert decision(table) == "B declines"


def test_in_need_the_worst_paper_goes_first():
    table = turn(
        "trains",
        {"cash": 0},
        others={
            "KWE": {"B": 40, "A": 30, "price": 80, "trains": ["4"], "cash": 500},
            "CME": {"B": 40, "A": 30, "price": 80, "cash": 0},
        },
        tiles={**KHS_LINE, "C13": "6.3", "C11": "8.0", "B10": "6.3"},
        phase="4",
        cash={"A": 0, "B": 0},
    )
    assert decision(table).startswith("A sells ")
    assert decision(table).endswith(" CME")


def test_the_lesser_train_is_given_up():
    table = position(
        "18te",
        companies={
            "KHS": {"price": 60, "A": 40, "trains": ["3", "2+2", "2+2"], "cash": 0},
            "KWE": {"price": 80, "B": 40, "cash": 400},
        },
        tiles=KHS_LINE,
        phase="3",
        depot="3+3/4",
        turn="KWE trains",
    ).apply("KWE buys train 3+3/4 as 4 from depot for 400")
    assert decision(table) == "KHS discards train 3"


def test_nothing_is_issued_without_need():
    assert decision(turn("issue", {"trains": ["4"]}, phase="4")) == "KHS passes"


def test_where_only_trains_of_own_companies_are_left_one_is_bought_for_little():
    others = {"KWE": {"A": 30, "cash": 500, "trains": ["4"], "price": 60}}
    table = turn(
        "trains",
        {"cash": 60, "price": 60, "A": 30},
        others=others,
        tiles={"F6": "4.1"},
        phase="4",
        depot="D",
        cash={"A": 0, "B": 300},
    )
    assert table.refused("A is bankrupt") == "18TE-7.9-13"
    assert decision(table).endswith("from KWE for 1")
