"""How prices move, by policy."""

import pytest

from kursbuch.rail.standard import moves
from tests.rail.standard.example import standard


def at(spot, **holdings):
    return standard(companies={"PRR": {"spot": spot, "A": 60, **holdings}}, stock="A")


@pytest.mark.parametrize(
    ("fall", "shares", "expected"),
    [
        (moves.down_a_share, 1, (1, 6)),
        (moves.down_a_share, 3, (3, 6)),
        (moves.down_a_block, 3, (1, 6)),
        (moves.left_a_block, 3, (0, 5)),
    ],
)
def test_a_sale_lowers_the_price(fall, shares, expected):
    table = at((0, 6))
    fall(table.s, "PRR", shares)
    assert table.spot("PRR") == expected


def test_no_sale_leads_below_the_last_row():
    table = at((0, 6))
    moves.down_a_share(table.s, "PRR", 20)
    lowest = max(row for row, column in table.s.box.market.cells if column == 6)
    assert table.spot("PRR") == (lowest, 6)


def test_any_payout_moves_right_or_only_one_of_the_share_price():
    table = at((0, 6))
    price = table.price("PRR")
    moves.right_by_price(table.s, "PRR", price - 1)
    assert table.spot("PRR") == (0, 6)
    moves.right_by_price(table.s, "PRR", price)
    assert table.spot("PRR") == (0, 7)
    moves.right(table.s, "PRR", 1)
    assert table.spot("PRR") == (0, 8)
    moves.left(table.s, "PRR")
    assert table.spot("PRR") == (0, 7)


def test_sold_out_companies_rise_when_a_stock_round_ends():
    companies = {
        "PRR": {"spot": (3, 6), "A": 60, "B": 40},
        "NYC": {"spot": (3, 6), "A": 60, "B": 30, "pool": 10},
        "ERIE": {"spot": (3, 6), "A": 60, "B": 30},
    }
    table = standard(companies=companies, stock="A")
    moves.SoldOutRise()(table.s)
    assert [table.spot(c) for c in companies] == [(2, 6), (3, 6), (3, 6)]
    assert [event.key for event in table.s.fresh] == ["price"]


def test_what_sold_out_means_is_a_policy():
    table = at((3, 6))
    moves.SoldOutRise(lambda s: ["PRR"])(table.s)
    assert table.spot("PRR") == (2, 6)
