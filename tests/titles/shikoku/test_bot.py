"""Sensible decisions in 1889."""

from tests.bots.deciding import decision
from tests.titles.shikoku.helpers import opening, shikoku


def test_the_cheapest_private_is_taken_at_its_price():
    assert decision(opening()) == "A takes TR for 20"


def test_enough_is_left_to_float_a_company():
    table = opening(4)
    for _ in range(40):
        if "opening" not in table.game.view()["position"]["stage"]:
            break
        table.apply(decision(table))
    spare = [table.cash(player) for player in "ABCD"]
    assert sum(cash >= 325 for cash in spare) >= 2


def test_a_company_is_started_that_can_be_floated_alone():
    table = shikoku(3, stock="A", stock_round=1, cash={"A": 400, "B": 400, "C": 400})
    word = decision(table)
    assert word.startswith("A pars ")
    assert word.endswith(" at 80")


def test_a_started_company_is_floated():
    table = shikoku(
        3,
        companies={"AR": {"A": 40, "floats": False, "par": 70, "price": 70}},
        stock="A",
        stock_round=1,
        cash={"A": 80, "B": 0, "C": 0},
    )
    assert decision(table) == "A buys 10 AR from offer"


def test_a_private_goes_to_the_own_company_for_much():
    table = shikoku(
        3,
        companies={"AR": {"A": 60, "cash": 500, "trains": ["3", "3"], "price": 90}},
        privates={"SMR": "A"},
        phase="3",
        turn="AR privates",
    )
    assert decision(table) == "AR acquires SMR for 100"


def test_trains_are_bought_with_the_capital():
    table = shikoku(2, companies={"AR": {"A": 60, "cash": 700, "price": 70}}, turn="AR trains")
    assert decision(table) == "AR buys train 2 as 2 from depot for 80"
