"""18TE §7.6 and §7.7: paying out or keeping the income, and companies that leave the game."""

import pytest

from kursbuch.core import BadInput
from kursbuch.testing import Table, position, settle


def earned(income, *, others=None, cash=None, **about) -> Table:
    companies = {"KHS": {"trains": ["2"], **about}, **(others or {})}
    return position("18te", companies=companies, cash=cash, turn="KHS pay", income=income)


# -- kept -----------------------------------------------------------------------------------------


@pytest.mark.rule("18TE-7.6-1")
def test_the_whole_income_is_paid_or_the_whole_kept():
    table = earned(100)
    assert table.legal() == ["KHS pays", "KHS withholds"]
    assert table.refused("KHS passes") == "18TE-7.6-1"
    with pytest.raises(BadInput):
        table.apply("KHS pays 50")


@pytest.mark.rule("18TE-7.6-2")
def test_kept_income_goes_to_the_treasury():
    table = earned(90)
    before = table.cash("KHS"), table.cash("bank"), table.cash("A")
    table.apply("KHS withholds")
    assert (table.cash("KHS"), table.cash("bank"), table.cash("A")) == (
        before[0] + 90,
        before[1] - 90,
        before[2],
    )


@pytest.mark.rule("18TE-7.6-3")
def test_keeping_moves_the_marker_left():
    table = earned(90, spot=(3, 7)).apply("KHS withholds")
    assert table.spot("KHS") == (3, 6)
    assert table.price("KHS") == 70


@pytest.mark.rule("18TE-7.6-4")
def test_earning_nothing_moves_the_marker_left():
    table = position("18te", companies={"KHS": {"spot": (3, 7), "cash": 30}}, turn="KHS run")
    assert settle(table).spot("KHS") == (3, 6)
    assert table.cash("KHS") == 30


@pytest.mark.rule("18TE-7.6-5")
@pytest.mark.parametrize(
    ("spot", "below"), [((0, 6), 90), ((1, 5), 70), ((2, 4), 50), ((3, 3), 30), ((4, 2), 10)]
)
def test_a_down_arrow_leads_down_instead(spot, below):
    table = earned(90, spot=spot).apply("KHS withholds")
    assert table.spot("KHS") == (spot[0] + 1, spot[1])
    assert table.price("KHS") == below


# -- paid -----------------------------------------------------------------------------------------


@pytest.mark.rule("18TE-7.6-7")
def test_each_tenth_of_the_company_receives_a_tenth():
    table = earned(120, price=100, A=40, B=20, cash={"A": 0, "B": 0}).apply("KHS pays")
    assert (table.cash("A"), table.cash("B")) == (48, 24)


@pytest.mark.rule("18TE-7.6-8")
def test_certificates_in_the_treasury_pay_the_company():
    table = earned(100, A=70).apply("KHS pays")
    assert table.percent("KHS", "KHS") == 30
    assert table.cash("KHS") == 30


@pytest.mark.rule("18TE-7.6-9")
def test_certificates_in_the_pool_pay_nobody():
    table = earned(100, A=60, B=20, pool=20)
    bank = table.cash("bank")
    table.apply("KHS pays")
    assert table.cash("bank") == bank - 80
    assert table.cash("KHS") == 0


@pytest.mark.rule("18TE-7.6-10", "18TE-7.6-12")
@pytest.mark.parametrize(("income", "column"), [(70, 7), (80, 8), (200, 8)])
def test_a_payout_of_at_least_the_price_moves_the_marker_right(income, column):
    table = earned(income, spot=(3, 7)).apply("KHS pays")
    assert table.spot("KHS") == (3, column)


@pytest.mark.rule("18TE-7.6-12")
def test_a_smaller_payout_is_paid_but_moves_nothing():
    table = earned(70, price=80, A=50, cash={"A": 0}).apply("KHS pays")
    assert (table.price("KHS"), table.cash("A")) == (80, 35)


@pytest.mark.rule("18TE-7.6-11")
@pytest.mark.parametrize(
    ("spot", "above"), [((5, 7), 70), ((4, 9), 100), ((3, 11), 130), ((2, 13), 160), ((1, 15), 250)]
)
def test_an_up_arrow_leads_up_instead(spot, above):
    table = earned(300, spot=spot).apply("KHS pays")
    assert table.spot("KHS") == (spot[0] - 1, spot[1])
    assert table.price("KHS") == above


@pytest.mark.rule("18TE-7.6-13")
def test_a_marker_goes_under_those_on_its_new_field():
    kwe_to_the_right = {"KWE": {"B": 30, "spot": (3, 8)}}
    table = earned(80, spot=(3, 7), others=kwe_to_the_right).apply("KHS pays")
    assert table.stack("KHS") == ("KWE", "KHS")
    kwe_to_the_left = {"KWE": {"B": 30, "spot": (3, 6)}}
    table = earned(80, spot=(3, 7), others=kwe_to_the_left).apply("KHS withholds")
    assert table.stack("KHS") == ("KWE", "KHS")


@pytest.mark.rule("18TE-7.6-14")
def test_in_its_first_round_a_company_earns_nothing_and_falls():
    companies = {"KHS": {"price": 80, "new": True, "home": False, "cash": 260}}
    table = position("18te", companies=companies, stock="A").apply("A passes", "B passes")
    assert table.round == "OR 2.1"
    assert table.spot("KHS") == (3, 7)
    table.apply("KHS lays 4.1 at F6")
    assert table.spot("KHS") == (3, 6)
    assert table.cash("KHS") == 260


@pytest.mark.rule("18TE-7.6-10")
def test_on_the_last_field_a_marker_stays_and_leaves_it_to_the_left():
    assert earned(300, spot=(0, 16)).apply("KHS pays").spot("KHS") == (0, 16)
    assert earned(300, spot=(0, 16)).apply("KHS withholds").price("KHS") == 250


# -- out of the game ------------------------------------------------------------------------------


def failing(**more) -> Table:
    """KHS on the field of 10 beside "bankrupt"."""
    others = {"KWE": {"B": 30, "cash": 150, "price": 60}}
    return earned(40, spot=(5, 2), A=50, B=20, pool=10, others=others, **more)


@pytest.mark.rule("18TE-7.6-6")
def test_a_company_that_reaches_bankrupt_leaves_at_once():
    table = failing().apply("KHS withholds")
    assert "KHS" in table.s.closed
    assert "KHS" not in table.s.founded
    assert "KHS" not in table.s.prices
    assert table.refused("KHS issues 1") == "18TE-7-2"
    assert [action.split()[0] for action in table.legal()] == ["KWE"] * len(table.legal())


@pytest.mark.rule("18TE-7.6-6")
def test_earning_nothing_leads_to_bankrupt_as_well():
    table = position("18te", companies={"KHS": {"spot": (5, 2)}}, turn="KHS run")
    assert "KHS" in settle(table).s.closed


@pytest.mark.rule("18TE-7.6-6")
def test_beside_bankrupt_a_payout_saves_the_company():
    table = failing().apply("KHS pays")
    assert table.spot("KHS") == (5, 3)
    assert "KHS" in table.s.founded


@pytest.mark.rule("18TE-7.7-1")
def test_the_cash_of_a_liquidated_company_goes_to_the_bank():
    table = position("18te", companies={"KHS": {"spot": (5, 2), "cash": 70}}, turn="KHS run")
    bank = table.cash("bank")
    settle(table)
    assert table.cash("KHS") == 0
    assert table.cash("bank") == bank + 70


@pytest.mark.rule("18TE-7.7-2")
def test_the_trains_of_a_liquidated_company_are_sold_by_the_bank():
    table = failing().apply("KHS withholds", "KWE passes")
    assert table.trains("pool") == ["2"]
    table.apply("KWE buys train 1+1/2 as 1+1 from pool for 100")
    assert (table.trains("KWE"), table.trains("pool"), table.cash("KWE")) == (["1+1"], [], 50)


@pytest.mark.rule("18TE-7.7-3")
def test_markers_and_certificates_of_a_liquidated_company_are_gone():
    table = failing(tokens=["A7.0"])
    cash = table.cash("A"), table.cash("B")
    table.apply("KHS withholds")
    assert set(table.s.shares["KHS"]) == {"out"}
    assert table.station_at("G5.0") == ("",)
    assert table.station_at("A7.0") == ("",)
    assert (table.cash("A"), table.cash("B")) == cash


@pytest.mark.rule("18TE-7.7-3")
def test_a_liquidated_company_is_not_founded_again():
    table = position("18te", stock="A", closed=frozenset({"KHS"}))
    assert table.refused("A opens KHS at 180") == "18TE-6.5-2"
    assert table.allows("A opens KWE at 180")
    assert table.refused("A buys 10 KHS from pool") == "18TE-6.4-5"
