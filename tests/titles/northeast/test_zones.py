"""Zones, limits and the price table: peculiarities 2, 3 and 5."""

import pytest

from tests.titles.northeast.helpers import northeast

BROWN, ORANGE, YELLOW, PLAIN = (5, 0), (3, 0), (3, 1), (3, 6)


# -- 2: zones -------------------------------------------------------------------------------------


def at_the_limit(spot):
    """A holds eleven certificates of six players' eleven: ten of two companies, and a private."""
    companies = {
        "PRR": {"price": 100, "A": 60},
        "NYC": {"spot": spot, "A": 60},
        "CPR": {"price": 90, "B": 20},
    }
    return northeast(6, companies=companies, privates={"SV": "A"}, cash={"A": 300})


@pytest.mark.rule("1830-3-1")
def test_3_privates_count_towards_the_certificate_limit():
    table = at_the_limit(PLAIN)
    assert table.refused("A buys 10 CPR from offer") == "1830-3-1"
    assert table.refused("A pars B&M at 67") == "1830-3-1"
    table.s.privates["SV"] = "B"
    assert table.allows("A buys 10 CPR from offer")


@pytest.mark.rule("1830-3-1")
@pytest.mark.parametrize(("players", "limit"), [(2, 28), (3, 20), (4, 16), (5, 13), (6, 11)])
def test_3_the_limit_goes_by_the_number_of_players(players, limit):
    def holding(count):
        companies = {"B&M": {"price": 100, "B": 20}}
        for company in ("PRR", "NYC", "CPR", "B&O", "C&O", "ERIE"):
            held = min(count, 5)  # one of them of 20 %
            companies |= {company: {"price": 100, "A": 10 + 10 * held}} if held else {}
            count -= held
        assert not count
        return northeast(players, companies=companies, cash={"A": 100})

    assert holding(limit).refused("A buys 10 B&M from offer") == "1830-3-1"
    assert holding(limit - 1).allows("A buys 10 B&M from offer")


@pytest.mark.rule("1830-2-1")
@pytest.mark.parametrize("spot", [YELLOW, ORANGE, BROWN])
def test_2_shares_in_the_zones_are_free_of_the_certificate_limit(spot):
    table = at_the_limit(spot)
    assert table.allows("A buys 10 CPR from offer")
    table = at_the_limit(PLAIN)
    table.s.prices = table.s.prices.to("CPR", spot)
    assert table.allows("A buys 10 CPR from offer")


def holding_sixty(spot):
    return northeast(companies={"PRR": {"spot": spot, "A": 60, "pool": 20}}, cash={"A": 300})


@pytest.mark.rule("1830-3-2")
@pytest.mark.parametrize("spot", [PLAIN, YELLOW])
def test_3_sixty_per_cent_is_the_most(spot):
    assert holding_sixty(spot).refused("A buys 10 PRR from pool") == "1830-3-2"


@pytest.mark.rule("1830-2-2")
@pytest.mark.parametrize("spot", [ORANGE, BROWN])
def test_2_more_than_sixty_in_orange_and_brown(spot):
    table = holding_sixty(spot).apply("A buys 10 PRR from pool")
    assert table.percent("A", "PRR") == 70


def browns(spot=BROWN, **more):
    companies = {
        "PRR": {"spot": spot, "A": 20, "B": 20, "pool": 30},
        "NYC": {"spot": BROWN, "B": 20, "pool": 30},
        "CPR": {"price": 67, "B": 60, "pool": 10},
    }
    return northeast(companies=companies, cash={"A": 600, "B": 600, "C": 600}, **more)


@pytest.mark.rule("1830-2-3")
def test_2_several_shares_of_one_brown_company_in_a_turn():
    table = browns().apply("A buys 10 PRR from pool", "A buys 10 PRR from pool", "A buys 10 PRR from pool")
    assert (table.percent("A", "PRR"), table.acting) == (50, "A")  # sales are possible
    assert table.refused("A buys 10 NYC from pool") == "1830-2-3"
    assert table.refused("A pars ERIE at 67") == "1830-1-1"


@pytest.mark.rule("1830-2-3")
@pytest.mark.parametrize("spot", [PLAIN, YELLOW, ORANGE])
def test_2_outside_the_brown_zone_it_is_one_share(spot):
    table = browns(spot).apply("A buys 10 PRR from pool")
    assert table.refused("A buys 10 PRR from pool") == "1830-1-1"


@pytest.mark.rule("1830-2-3")
def test_2_another_purchase_rules_further_ones_out():
    table = browns().apply("A buys 10 CPR from pool")
    assert table.refused("A buys 10 PRR from pool") == "1830-2-3"


@pytest.mark.rule("1830-2-3")
def test_2_sales_between_the_shares_change_nothing():
    table = browns().apply("A buys 10 PRR from pool")
    table.s.shares["CPR"] = (*table.s.shares["CPR"][:-1], "A")
    table.apply("A sells 10 CPR", "A buys 10 PRR from pool")
    assert table.percent("A", "PRR") == 40


@pytest.mark.rule("1830-2-4")
def test_2_all_from_the_pool():
    table = browns().apply("A buys 10 PRR from pool")
    assert table.refused("A buys 10 PRR from offer") == "1830-2-4"
    table = browns().apply("A buys 10 PRR from offer")
    assert table.refused("A buys 10 PRR from pool") == "1830-2-4"


@pytest.mark.rule("1830-2-5")
def test_2_an_option_opens_the_offering():
    table = browns(options={"multiple_brown_from_ipo": True})
    table.apply("A buys 10 PRR from offer", "A buys 10 PRR from pool", "A buys 10 PRR from offer")
    assert table.percent("A", "PRR") == 50
    assert table.refused("A buys 10 NYC from pool") == "1830-2-3"


@pytest.mark.rule("1830-2-6")
def test_2_the_zone_is_looked_at_before_each_share():
    table = browns((4, 0)).apply("A buys 10 PRR from pool")  # orange: 32
    assert table.refused("A buys 10 PRR from pool") == "1830-1-1"
    table.s.prices = table.s.prices.to("PRR", BROWN)
    assert table.allows("A buys 10 PRR from pool")
    table.s.prices = table.s.prices.to("PRR", ORANGE)
    assert table.refused("A buys 10 PRR from pool") == "1830-1-1"


@pytest.mark.rule("1830-2-3", "1830-1-6")
def test_2_a_turn_stays_open_while_a_brown_share_can_be_bought():
    table = browns(stock_round=1).apply("A buys 10 PRR from pool")  # no sales in this round
    assert table.acting == "A"
    table.apply("A buys 10 PRR from pool", "A buys 10 PRR from pool")
    assert table.acting == "B"


# -- 3: over a limit ------------------------------------------------------------------------------


@pytest.mark.rule("1830-3-3")
def test_3_who_holds_too_much_of_a_company_only_sells():
    companies = {"PRR": {"spot": PLAIN, "A": 70}, "NYC": {"price": 82, "B": 20}}
    table = northeast(companies=companies, cash={"A": 300})
    assert table.refused("A passes") == "1830-3-3"
    assert table.refused("A buys 10 NYC from offer") == "1830-3-3"
    assert table.refused("A pars CPR at 67") == "1830-3-3"
    table.apply("A sells 10 PRR")
    assert table.allows("A passes") and table.allows("A buys 10 NYC from offer")


@pytest.mark.rule("1830-3-3")
def test_3_who_holds_too_many_certificates_only_sells():
    companies = {
        "PRR": {"price": 100, "A": 60},
        "NYC": {"price": 82, "A": 60},
        "CPR": {"price": 90, "A": 20, "B": 20},
    }
    table = northeast(6, companies=companies, privates={"SV": "A"}, cash={"A": 300})  # 5 + 5 + 1 + 1 of 11
    assert table.refused("A passes") == "1830-3-3"
    table.apply("A sells 10 NYC")
    assert table.allows("A passes")


@pytest.mark.rule("1830-3-3")
def test_3_a_sale_in_between_can_bring_about_the_limit():
    companies = {
        "PRR": {"price": 100, "A": 60},
        "NYC": {"spot": (3, 1), "A": 60},
        "CPR": {"price": 90, "A": 30, "B": 20},
    }
    table = northeast(6, companies=companies, cash={"A": 300})
    table.s.prices = table.s.prices.to("NYC", (2, 6))  # it has risen out of the zone
    assert table.refused("A passes") == "1830-3-3"


@pytest.mark.rule("1830-3-3")
def test_3_who_can_sell_nothing_of_it_goes_on():
    companies = {"PRR": {"spot": PLAIN, "A": 70}}
    assert northeast(companies=companies, stock_round=1).allows("A passes")


# -- 5: price moves -------------------------------------------------------------------------------


def paying(spot, income=50, **more):
    companies = {"PRR": {"spot": spot, "A": 60, "B": 20, "cash": 0, "trains": ["2"], **more}}
    return northeast(companies=companies, turn="PRR pay", income=income, cash={"A": 0, "B": 0})


@pytest.mark.rule("1830-5-1")
def test_5_any_payout_moves_right():
    assert paying((0, 6), income=10).apply("PRR pays").spot("PRR") == (0, 7)


@pytest.mark.rule("1830-5-2")
def test_5_income_kept_moves_left():
    table = paying((0, 6)).apply("PRR withholds")
    assert (table.spot("PRR"), table.cash("PRR")) == ((0, 5), 50)


@pytest.mark.rule("1830-5-2")
def test_5_no_income_moves_left():
    companies = {"PRR": {"spot": (0, 6), "A": 60, "cash": 0}}
    table = northeast(companies=companies, turn="PRR lay").apply("PRR passes")
    assert table.spot("PRR") == (0, 5)


@pytest.mark.rule("1830-5-3")
@pytest.mark.parametrize(
    ("spot", "paid", "kept"),
    [
        ((0, 18), (0, 18), (0, 17)),  # the top right: nothing beyond
        ((3, 12), (2, 12), (3, 11)),  # up at the right end
        ((2, 0), (2, 1), (3, 0)),  # down at the left end
        ((7, 0), (7, 1), (7, 0)),  # nothing is below: it stays
        ((8, 1), (8, 2), (8, 1)),  # the left end of a row that begins further right, and nothing below
        ((10, 3), (10, 4), (10, 3)),
    ],
)
def test_5_ends_of_rows(spot, paid, kept):
    assert paying(spot).apply("PRR pays").spot("PRR") == paid
    assert paying(spot).apply("PRR withholds").spot("PRR") == kept


@pytest.mark.rule("1830-5-3")
def test_5_a_sale_stops_at_the_lowest_field():
    companies = {"PRR": {"spot": (7, 1), "A": 50, "B": 20}}
    assert northeast(companies=companies).apply("A sells 30 PRR").spot("PRR") == (8, 1)


@pytest.mark.rule("1830-5-4")
def test_5_sold_out_companies_rise_a_row():
    companies = {"PRR": {"spot": (2, 6), "A": 60, "B": 40}, "NYC": {"spot": (2, 6), "A": 60, "pool": 40}}
    table = northeast(companies=companies, cash={"A": 0, "B": 0, "C": 0}).apply("A passes", "B passes")
    assert (table.spot("PRR"), table.spot("NYC")) == ((1, 6), (2, 6))


@pytest.mark.rule("1830-5-5")
def test_5_all_or_nothing():
    table = paying((0, 6))
    assert table.refused("PRR passes") == "1830-5-5"
    assert set(table.legal()) >= {"PRR pays", "PRR withholds"}


@pytest.mark.rule("1830-5-6")
def test_5_the_pool_pays_the_company_and_the_offering_nobody():
    companies = {"PRR": {"spot": (0, 6), "A": 40, "B": 20, "pool": 30, "cash": 0, "trains": ["2"]}}
    table = northeast(companies=companies, turn="PRR pay", income=70, cash={"A": 0, "B": 0})
    bank = table.cash("bank")
    table.apply("PRR pays")
    assert (table.cash("A"), table.cash("B"), table.cash("PRR")) == (28, 14, 21)
    assert table.cash("bank") == bank - 63
