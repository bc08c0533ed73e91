"""Stock turns, zones and the market: peculiarities 1 to 3."""

import pytest

from tests.titles.shikoku.helpers import Companies, shikoku


def two_companies(**more):
    companies = {
        "KO": {"price": 75, "A": 50, "B": 20, "C": 10},
        "SR": {"price": 70, "A": 30, "B": 20},
    }
    return shikoku(companies=companies, cash={"A": 500, "B": 500, "C": 500}, **more)


# -- 1: the stock turn ----------------------------------------------------------------------------


@pytest.mark.rule("1889-1-1")
def test_1_selling_then_buying_ends_the_turn():
    table = two_companies().apply("A sells 10 KO", "A buys 10 SR from offer")
    assert table.acting == "B"


@pytest.mark.rule("1889-1-1")
def test_1_buying_then_selling_goes_on_while_a_sale_is_possible():
    table = two_companies().apply("A buys 10 SR from offer", "A sells 20 KO")
    assert table.acting == "A"
    assert table.refused("A buys 10 SR from offer") == "1889-1-1"
    assert table.refused("A pars IR at 65") == "1889-1-1"
    table.apply("A sells 10 SR")
    assert table.acting == "B"


@pytest.mark.rule("1889-1-6")
def test_1_a_pass_closes_a_turn_that_could_go_on():
    table = two_companies().apply("A buys 10 SR from offer", "A passes")
    assert (table.acting, table.s.top.passes) == ("B", 0)


@pytest.mark.rule("1889-1-2")
def test_1_shares_of_one_company_go_as_one_block():
    table = two_companies().apply("A sells 10 KO")
    assert table.refused("A sells 10 KO") == "1889-1-2"
    assert table.allows("A sells 10 SR")


@pytest.mark.rule("1889-1-3")
def test_1_the_block_is_paid_first_and_then_the_price_falls_a_row_a_share():
    table = two_companies().apply("A sells 20 KO")
    assert table.cash("A") == 500 + 2 * 75
    assert (table.spot("KO"), table.price("KO")) == ((5, 3), 65)


@pytest.mark.rule("1889-1-4")
def test_1_nobody_buys_back_in_the_same_stock_round():
    table = two_companies().apply("A sells 10 KO", "A passes", "B passes", "C passes")
    assert table.refused("A buys 10 KO from pool") == "1889-1-4"
    assert table.refused("A buys 10 KO from offer") == "1889-1-4"


@pytest.mark.rule("1889-1-5")
def test_1_no_sales_in_the_first_stock_round():
    assert two_companies(stock_round=1).refused("A sells 10 KO") == "1889-1-5"


@pytest.mark.rule("1889-1-6")
def test_1_who_can_do_nothing_is_passed_over():
    table = shikoku(companies={"KO": {"A": 50, "C": 10}}, cash={"A": 0, "B": 64, "C": 0}, stock_round=2)
    table.apply("A passes")
    assert table.acting == "C"


@pytest.mark.rule("1889-1-6")
def test_1_a_purchase_ends_the_turn_of_who_has_nothing_to_sell():
    table = two_companies(stock_round=1).apply("A buys 10 SR from offer")
    assert table.acting == "B"


@pytest.mark.rule("1889-1-7")
def test_1_the_pool_holds_at_most_half():
    table = shikoku(companies={"KO": {"price": 75, "A": 50, "B": 20, "pool": 30}})
    assert table.refused("A sells 30 KO") == "1889-1-7"
    assert table.allows("A sells 20 KO")


@pytest.mark.rule("1889-1-8")
def test_1_the_presidency_is_dumped_only_on_a_holder_of_twenty():
    table = shikoku(companies={"KO": {"price": 75, "A": 30, "B": 10}, "SR": {"price": 70, "A": 40, "B": 20}})
    assert table.refused("A sells 20 KO") == "1889-1-8"
    table.apply("A sells 40 SR")
    assert (table.president("SR"), table.percent("B", "SR"), table.percent("pool", "SR")) == ("B", 20, 40)


@pytest.mark.rule("1889-1-8")
def test_1_half_of_a_presidents_certificate_can_be_sold():
    table = shikoku(companies={"SR": {"price": 70, "A": 20, "B": 20}}).apply("A sells 10 SR")
    assert (table.president("SR"), table.percent("A", "SR"), table.percent("pool", "SR")) == ("B", 10, 10)


@pytest.mark.rule("1889-1-10")
def test_1_the_offering_sells_at_par_and_the_pool_at_the_price():
    companies = {"KO": {"price": 90, "par": 70, "A": 50, "pool": 10}}
    table = shikoku(companies=companies, cash={"A": 300, "B": 300})
    table.apply("A buys 10 KO from offer", "A passes", "B buys 10 KO from pool")
    assert (table.cash("A"), table.cash("B")) == (300 - 70, 300 - 90)


@pytest.mark.rule("1889-1-11", "1889-1-10")
@pytest.mark.parametrize(("cash", "rule"), [(159, "1889-1-10"), (160, None)])
def test_1_a_start_costs_the_presidents_two_shares(cash, rule):
    refusal = shikoku(cash={"A": cash}, stock_round=1).refusal("A pars KO at 80")
    assert (refusal.rule if refusal else None) == rule


@pytest.mark.rule("1889-1-11", "1889-1-12")
def test_1_a_company_starts_at_par_and_floats_at_half_with_ten_times_par():
    table = shikoku(cash={"A": 400, "B": 400, "C": 400}, stock_round=1)
    assert table.refused("A pars KO at 85") == "1889-1-11"
    table.apply("A pars KO at 80", "B buys 10 KO from offer", "C buys 10 KO from offer")
    assert (table.president("KO"), table.cash("A"), table.cash("KO")) == ("A", 240, 0)
    assert table.refused("A pars KO at 100") == "1889-1-11"
    assert table.refused("A pars XX at 100") == "1889-1-11"
    table.apply("A buys 10 KO from offer")
    assert table.cash("KO") == 800
    assert table.cash("bank") == 7000 - 1200 + 5 * 80 - 800


# -- 2: zones -------------------------------------------------------------------------------------


def at_the_limit(spot):
    """A holds eleven certificates of six players' eleven: ten of two companies, and a private."""
    companies = {"KO": {"price": 75, "A": 60}, "SR": {"spot": spot, "A": 60}, "IR": {"price": 80, "B": 20}}
    return shikoku(6, companies=companies, privates={"UTF": "A"}, cash={"A": 300})


@pytest.mark.rule("1889-2-3")
def test_2_privates_count_towards_the_certificate_limit():
    table = at_the_limit((4, 3))
    assert table.refused("A buys 10 IR from offer") == "1889-2-3"
    assert table.refused("A pars UR at 65") == "1889-2-3"
    table.s.privates["UTF"] = "B"
    assert table.allows("A buys 10 IR from offer")


@pytest.mark.rule("1889-2-1")
@pytest.mark.parametrize("spot", [(6, 1), (8, 0)])
def test_2_yellow_and_orange_shares_are_free_of_the_certificate_limit(spot):
    assert at_the_limit(spot).allows("A buys 10 IR from offer")


@pytest.mark.rule("1889-2-1")
def test_2_a_share_in_a_free_zone_can_be_bought_above_the_limit():
    table = at_the_limit((4, 3))
    table.s.prices = table.s.prices.to("IR", (7, 0))
    assert table.allows("A buys 10 IR from offer")


@pytest.mark.rule("1889-2-2", "1889-2-4")
@pytest.mark.parametrize(("spot", "allowed"), [((4, 3), False), ((6, 1), False), ((8, 0), True)])
def test_2_only_orange_shares_are_held_above_sixty_per_cent(spot, allowed):
    table = shikoku(companies={"KO": {"spot": spot, "A": 60}}, cash={"A": 300})
    assert table.allows("A buys 10 KO from offer") is allowed
    if not allowed:
        assert table.refused("A buys 10 KO from offer") == "1889-2-4"


@pytest.mark.rule("1889-2-5")
def test_2_who_holds_too_much_must_sell_first():
    companies: Companies = {"KO": {"spot": (7, 0), "A": 70}, "SR": {"price": 70, "B": 50}}
    table = shikoku(companies=companies, cash={"A": 300})
    assert table.refused("A passes") == "1889-2-5"
    assert table.refused("A buys 10 SR from offer") == "1889-2-5"
    assert all("sells" in action for action in table.legal())
    table.apply("A sells 10 KO")
    assert table.allows("A buys 10 SR from offer")


def test_2_only_what_is_held_above_a_limit_is_forced_out():
    seven: Companies = {
        "KO": {"spot": (7, 0), "A": 70, "B": 20},
        "SR": {"price": 70, "A": 10, "B": 50},
    }
    table = shikoku(companies=seven, cash={"A": 300}).apply("A sells 10 SR")
    assert table.refused("A passes") == "1889-2-5"
    table.apply("A sells 10 KO")
    assert table.allows("A passes")


def test_2_cheap_shares_do_not_cure_a_surplus_of_certificates():
    # 15 certificates that count where 14 are allowed; of these none can be sold
    full: Companies = {
        "KO": {"price": 100, "A": 50, "pool": 50},
        "SR": {"price": 90, "A": 50, "pool": 50},
        "IR": {"price": 80, "A": 50, "pool": 50},
        "TR": {"price": 75, "A": 40, "pool": 50},
        "UR": {"spot": (7, 0), "A": 10, "B": 50},
    }
    table = shikoku(4, companies=full, cash={"A": 300})
    assert table.refused("A buys 10 TR from offer") == "1889-2-3"
    assert [action for action in table.legal() if "sells" in action] == ["A sells 10 UR"]
    assert table.allows("A passes")


@pytest.mark.rule("1889-2-5")
@pytest.mark.parametrize(("pool", "released"), [(40, True), (30, False)])
def test_2_a_sale_that_leaves_as_many_certificates_is_not_forced(pool, released):
    # of the 15 certificates only the president's of AR could go, for two others of which the pool takes one or both
    full: Companies = {
        "AR": {"price": 80, "A": 20, "B": 20, "pool": pool, "president": "A"},
        "KO": {"price": 100, "A": 50, "pool": 50},
        "SR": {"price": 90, "A": 50, "pool": 50},
        "IR": {"price": 80, "A": 50, "pool": 50},
        "TR": {"price": 75, "A": 20, "B": 30, "pool": 50},
    }
    assert shikoku(4, companies=full).allows("A passes") is released


# -- 3: the market --------------------------------------------------------------------------------


@pytest.mark.rule("1889-3-1", "1889-3-3")
@pytest.mark.parametrize(
    ("spot", "after"),
    [((4, 3), (4, 4)), ((3, 9), (2, 9)), ((0, 14), (0, 14)), ((10, 3), (9, 3))],
    ids=["right", "up at a ragged right end", "no move in the corner", "up at the lowest right end"],
)
def test_3_any_payout_moves_right_or_up(spot, after):
    table = shikoku(companies={"KO": {"spot": spot, "A": 50, "trains": ["2"]}}, turn="KO pay", income=10)
    assert table.apply("KO pays").spot("KO") == after


@pytest.mark.rule("1889-3-2", "1889-3-3")
@pytest.mark.parametrize(
    ("spot", "after"),
    [((4, 3), (4, 2)), ((5, 0), (6, 0)), ((10, 0), (10, 0))],
    ids=["left", "down at the left end", "no move in the corner"],
)
def test_3_income_kept_moves_left_or_down(spot, after):
    table = shikoku(companies={"KO": {"spot": spot, "A": 50, "trains": ["2"]}}, turn="KO pay", income=90)
    table.apply("KO withholds")
    assert (table.spot("KO"), table.cash("KO")) == (after, 90)


@pytest.mark.rule("1889-3-2")
def test_3_no_income_moves_left_by_itself():
    table = shikoku(companies={"KO": {"price": 70, "A": 50}}, turn="KO lay").apply("KO passes")
    assert table.spot("KO") == (4, 2)


@pytest.mark.rule("1889-3-3")
def test_3_a_sale_at_the_bottom_stays_there():
    companies = {"KO": {"spot": (9, 0), "A": 50, "B": 20}}
    assert shikoku(companies=companies).apply("A sells 30 KO").spot("KO") == (10, 0)


@pytest.mark.rule("1889-3-4")
def test_3_a_sold_out_company_rises_at_the_end_of_the_stock_round():
    companies = {"KO": {"price": 75, "A": 60, "B": 40}, "SR": {"price": 70, "A": 50, "pool": 10}}
    table = shikoku(companies=companies, cash={"A": 0, "B": 0, "C": 0}).apply("A passes", "B passes")
    assert (table.spot("KO"), table.spot("SR")) == ((2, 3), (4, 3))


@pytest.mark.rule("1889-3-5", "1889-3-6")
def test_3_pool_shares_pay_the_company_and_unsold_ones_nobody():
    companies = {"KO": {"price": 75, "A": 30, "B": 20, "pool": 20, "trains": ["2"], "cash": 7}}
    table = shikoku(companies=companies, cash={"A": 0, "B": 0}, turn="KO pay", income=100)
    assert table.refused("KO passes") == "1889-3-5"
    table.apply("KO pays")
    assert (table.cash("A"), table.cash("B"), table.cash("KO")) == (30, 20, 27)


@pytest.mark.rule("1889-1-9")
def test_1_only_shares_one_holds_of_started_companies_are_sold():
    table = two_companies()
    assert table.refused("A sells 60 KO") == "1889-1-9"
    assert table.refused("A sells 10 IR") == "1889-1-9"
    assert table.refused("C: C sells 10 SR") == "1889-O-1"
    table.apply("A passes", "B passes")
    assert table.refused("C sells 10 SR") == "1889-1-9"


@pytest.mark.rule("1889-O-3")
def test_o_in_a_stock_round_nothing_is_built_or_run():
    table = two_companies()
    assert table.refused("KO lays 8.3 at J3") == "1889-O-3"
    assert table.refused("KO runs 2: K4.0 J3 J1.0") == "1889-O-3"
    assert {action.split()[1] for action in table.legal()} == {"buys", "sells", "pars", "passes"}
