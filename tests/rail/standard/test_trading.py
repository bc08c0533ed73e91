"""Stock turns by their policies: the order of sales and purchase, blocks, zones, limits, capital."""

import pytest

from kursbuch.rail.standard.floating import INCREMENTAL
from kursbuch.rail.standard.rules import Policies
from kursbuch.rail.standard.trading import Trading
from kursbuch.rail.standard.zones import Several
from tests.rail.standard.example import standard

TWO = {
    "PRR": {"spot": (0, 6), "A": 50, "B": 20},
    "NYC": {"spot": (0, 7), "B": 50, "A": 30},
}


def trading(**policies):
    return standard(policies=Policies(trading=Trading(**policies)), companies=TWO, stock="A")


def test_sales_before_the_purchase_or_after_it_but_not_both():
    table = trading(order="one side").apply("A sells 10 NYC", "A buys 10 PRR from offer")
    assert table.acting == "B"  # nothing more can be done
    after = trading(order="one side").apply("A buys 10 PRR from offer", "A sells 10 NYC")
    assert after.allows("A sells 10 PRR")


def test_sales_around_the_purchase():
    table = trading(order="around").apply("A sells 10 NYC", "A buys 10 PRR from offer")
    assert table.acting == "A"
    assert table.refused("A buys 10 PRR from offer") == "buy.one"
    table.apply("A sells 10 NYC")


def test_sales_before_the_purchase_which_ends_the_turn():
    table = trading(order="before").apply("A sells 10 NYC", "A buys 10 PRR from offer")
    assert table.acting == "B"
    assert trading(order="before").apply("A pars B&O at 67").acting == "B"
    assert trading(order="around").apply("A pars B&O at 67").acting == "A"


def test_a_company_goes_as_one_block_or_in_portions():
    assert trading(one_block=True).apply("A sells 10 NYC").refused("A sells 10 NYC") == "sell.one-block"
    table = trading()
    price = table.price("NYC")
    table.apply("A sells 10 NYC")
    lower = table.price("NYC")
    table.apply("A sells 10 NYC")
    assert lower < price and table.cash("A") == 800 + price + lower


@pytest.mark.parametrize(("sales_from", "allowed"), [(1, True), (2, False)])
def test_sales_begin_in_a_certain_stock_round(sales_from, allowed):
    policies = Policies(trading=Trading(sales_from=sales_from))
    table = standard(policies=policies, companies=TWO, stock="A", stock_round=1)
    assert table.allows("A sells 10 NYC") is allowed
    assert allowed or table.refused("A sells 10 NYC") == "sell.first-round"


# -- several purchases in a turn ------------------------------------------------------------------

LOW = {"PRR": {"spot": (6, 0), "A": 20, "B": 20, "pool": 40}, "NYC": {"spot": (6, 0), "B": 60, "pool": 40}}
BROWN = Trading(unlimited=frozenset({"brown"}), several=Several(frozenset({"brown"})))


def brown(**more):
    table = standard(policies=Policies(trading=BROWN), companies={**LOW, **more}, stock="A")
    assert table.s.prices.cell("PRR").zone == "brown"
    return table


def test_several_shares_of_one_company_in_its_zone_all_from_the_pool():
    table = brown().apply("A buys 10 PRR from pool", "A buys 10 PRR from pool")
    assert table.refused("A buys 10 NYC from pool") == "buy.one.company"
    assert table.refused("A buys 10 PRR from offer") == "buy.one.source"
    assert table.refused("A pars B&O at 67") == "buy.one"
    table.apply("A buys 10 PRR from pool")
    assert table.percent("A", "PRR") == 50


def test_a_purchase_from_the_offering_is_the_only_one():
    table = brown().apply("A buys 10 PRR from offer")
    assert table.refused("A buys 10 PRR from pool") == "buy.one.source"


def test_a_start_is_the_only_purchase():
    assert brown().apply("A pars B&O at 67").refused("A buys 10 PRR from pool") == "buy.one"


def test_outside_the_zone_one_share_is_bought():
    table = brown(ERIE={"spot": (0, 6), "B": 20, "pool": 30}).apply("A buys 10 ERIE from pool")
    assert table.refused("A buys 10 ERIE from pool") == "buy.one"


def test_the_sources_of_several_purchases_are_a_policy():
    several = Several(frozenset({"brown"}), ("offer", "pool"))
    table = standard(policies=Policies(trading=Trading(several=several)), companies=LOW, stock="A")
    table.apply("A buys 10 PRR from offer", "A buys 10 PRR from pool")
    assert table.percent("A", "PRR") == 40


# -- over a limit ---------------------------------------------------------------------------------


def test_who_holds_too_much_must_sell_of_it_first():
    companies = {"PRR": {"spot": (0, 6), "A": 70, "B": 20}, "NYC": {"spot": (0, 6), "B": 20}}
    table = standard(companies=companies, stock="A")
    assert table.refused("A passes") == "limit.must-sell"
    assert table.refused("A buys 10 NYC from offer") == "limit.must-sell"
    assert table.refused("A pars B&O at 67") == "limit.must-sell"
    table.apply("A sells 10 PRR")
    assert table.allows("A passes")


def test_a_zone_without_limit_lifts_it():
    companies = {"PRR": {"spot": (6, 0), "A": 70, "B": 20}}
    policies = Policies(trading=Trading(unlimited=frozenset({"brown"})))
    assert standard(policies=policies, companies=companies, stock="A").allows("A passes")


# -- floating -------------------------------------------------------------------------------------


def test_a_company_floats_with_its_whole_capital_when_enough_is_sold():
    half = {"PRR": {"spot": (0, 6), "A": 50, "par": 76, "floats": False, "cash": 0}}
    table = standard(companies=half, stock="B").apply("B buys 10 PRR from offer")
    assert (table.s.floated, table.cash("PRR"), table.cash("B")) == (("PRR",), 760, 800 - 76)


def test_with_incremental_capital_the_company_is_paid_share_by_share():
    policies = Policies(trading=Trading(capital=INCREMENTAL))
    half = {"PRR": {"spot": (0, 6), "A": 40, "pool": 10, "par": 76, "floats": False, "cash": 0}}
    table = standard(policies=policies, companies=half, stock="B").apply("B buys 10 PRR from offer")
    assert (table.s.floated, table.cash("PRR")) == (("PRR",), 76)
    table.apply("B passes", "C buys 10 PRR from pool")
    assert table.cash("PRR") == 76
    table = standard(policies=policies, stock="B").apply("B pars PRR at 67")
    assert (table.cash("PRR"), table.s.floated) == (134, ())
