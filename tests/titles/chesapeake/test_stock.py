"""Stock turns, limits and the market: peculiarities 5 to 7."""

from typing import Any

import pytest

from tests.titles.chesapeake.helpers import Companies, chesapeake


def two_companies(**more):
    companies = {
        "PRR": {"price": 80, "A": 50, "B": 20, "C": 10},
        "LV": {"price": 70, "A": 30, "B": 20},
    }
    return chesapeake(companies=companies, cash={"A": 500, "B": 500, "C": 500}, **more)


# -- 5: the stock turn ----------------------------------------------------------------------------


@pytest.mark.rule("18CH-5-1")
def test_5_sales_come_first_and_the_purchase_ends_the_turn():
    table = two_companies().apply("A sells 10 PRR", "A sells 10 LV", "A pars B&O at 70")
    assert table.acting == "B"
    table.apply("B buys 10 LV from offer")
    assert table.acting == "C"  # though B could still sell


@pytest.mark.rule("18CH-5-1")
def test_5_a_turn_with_sales_alone_is_closed_by_a_pass_and_is_no_pass():
    table = two_companies().apply("A sells 10 PRR", "A passes")
    assert (table.acting, table.s.top.passes) == ("B", 0)


@pytest.mark.rule("18CH-5-2", "18CH-5-3")
def test_5_portions_of_any_size_each_paid_before_its_own_fall():
    table = two_companies().apply("A sells 20 PRR")
    assert (table.cash("A"), table.spot("PRR"), table.price("PRR")) == (500 + 2 * 80, (5, 3), 70)
    table.apply("A sells 10 PRR")
    assert (table.cash("A"), table.spot("PRR")) == (500 + 2 * 80 + 70, (6, 3))


@pytest.mark.rule("18CH-5-4")
def test_5_nobody_buys_back_in_the_same_stock_round():
    table = two_companies().apply("A sells 10 PRR", "A passes", "B passes", "C passes")
    assert table.refused("A buys 10 PRR from pool") == "18CH-5-4"
    assert table.refused("A buys 10 PRR from offer") == "18CH-5-4"


@pytest.mark.rule("18CH-5-5")
def test_5_no_sales_in_the_first_stock_round():
    assert two_companies(stock_round=1).refused("A sells 10 PRR") == "18CH-5-5"


@pytest.mark.rule("18CH-5-6")
def test_5_who_can_do_nothing_is_passed_over():
    companies = {"PRR": {"price": 80, "par": 80, "A": 50, "C": 10}}
    table = chesapeake(companies=companies, cash={"A": 0, "B": 79, "C": 0})
    table.apply("A passes")
    assert table.acting == "C"


@pytest.mark.rule("18CH-5-7")
def test_5_the_pool_holds_at_most_half():
    table = chesapeake(companies={"PRR": {"price": 80, "A": 50, "B": 20, "pool": 30}})
    assert table.refused("A sells 30 PRR") == "18CH-5-7"
    assert table.allows("A sells 20 PRR")


@pytest.mark.rule("18CH-5-8")
def test_5_the_presidency_is_dumped_only_on_a_holder_of_as_much():
    companies = {"PRR": {"price": 80, "A": 30, "B": 10}, "LV": {"price": 70, "A": 40, "B": 20}}
    table = chesapeake(companies=companies)
    assert table.refused("A sells 20 PRR") == "18CH-5-8"
    table.apply("A sells 40 LV")
    assert (table.president("LV"), table.percent("B", "LV"), table.percent("pool", "LV")) == ("B", 20, 40)


@pytest.mark.rule("18CH-5-9")
def test_5_only_shares_one_holds_of_started_companies_are_sold():
    table = two_companies()
    assert table.refused("A sells 60 PRR") == "18CH-5-9"
    assert table.refused("A sells 10 B&O") == "18CH-5-9"
    table.apply("A passes", "B passes")
    assert table.refused("C sells 10 LV") == "18CH-5-9"


@pytest.mark.rule("18CH-5-10")
def test_5_the_offering_sells_at_par_and_the_pool_at_the_price():
    companies = {"PRR": {"spot": (1, 3), "par": 70, "A": 40, "pool": 10}}
    table = chesapeake(companies=companies, cash={"A": 300, "B": 89, "C": 300})
    assert table.refused("A buys 20 PRR from offer") == "18CH-5-10"
    assert table.refused("A buys 10 PRR from C") == "18CH-5-10"
    table.apply("A buys 10 PRR from offer")
    assert table.refused("B buys 10 PRR from pool") == "18CH-5-10"  # it costs 90
    table.apply("B passes", "C buys 10 PRR from pool")
    assert (table.cash("A"), table.cash("C")) == (300 - 70, 300 - 90)
    table.apply("A passes", "B passes")
    assert table.refused("C buys 10 PRR from pool") == "18CH-5-10"


@pytest.mark.rule("18CH-5-11")
@pytest.mark.parametrize(("par", "spot"), [(70, (4, 2)), (80, (3, 3)), (95, (2, 4))])
def test_5_a_company_starts_at_one_of_three_pars(par, spot):
    table = chesapeake(cash={"A": 400, "B": 400}, stock_round=1)
    assert table.refused("A pars PRR at 75") == "18CH-5-11"
    assert table.refused("A buys 10 PRR from offer") == "18CH-5-11"
    table.apply(f"A pars PRR at {par}")
    assert (table.president("PRR"), table.cash("A"), table.spot("PRR")) == ("A", 400 - 2 * par, spot)
    assert table.acting == "B"
    assert table.refused("B pars PRR at 70") == "18CH-5-11"


@pytest.mark.rule("18CH-5-12")
def test_5_a_company_floats_at_sixty_with_ten_times_par():
    companies = {"PRR": {"price": 80, "par": 80, "A": 40, "B": 10, "floats": False, "cash": 0}}
    table = chesapeake(companies=companies, cash={"A": 400, "B": 400, "C": 400}, bank=5000)
    assert table.s.floated == ()
    table.apply("A buys 10 PRR from offer")
    assert (table.s.floated, table.cash("PRR"), table.cash("bank")) == (("PRR",), 800, 5000 + 80 - 800)


@pytest.mark.rule("18CH-5-12")
def test_5_shares_in_the_pool_count_as_sold():
    companies = {"PRR": {"price": 80, "par": 80, "A": 40, "pool": 10, "floats": False, "cash": 0}}
    table = chesapeake(companies=companies, cash={"A": 400}).apply("A buys 10 PRR from offer")
    assert table.s.floated == ("PRR",)


# -- 6: limits ------------------------------------------------------------------------------------


def at_the_limit(spot, privates=None):
    """A holds ten certificates of two companies, where six players may have eleven."""
    companies = {"PRR": {"price": 80, "A": 60}, "LV": {"spot": spot, "A": 60}, "B&O": {"price": 80, "B": 20}}
    return chesapeake(6, companies=companies, privates={"D&R": "A"}, cash={"A": 300})


@pytest.mark.rule("18CH-6-3")
def test_6_privates_count_towards_the_certificate_limit():
    table = at_the_limit((3, 3))
    assert table.refused("A buys 10 B&O from offer") == "18CH-6-3"
    assert table.refused("A pars PLE at 70") == "18CH-6-3"
    table.s.privates["D&R"] = "B"
    assert table.allows("A buys 10 B&O from offer")


@pytest.mark.rule("18CH-6-3")
@pytest.mark.parametrize(("players", "limit"), [(2, 20), (3, 20), (4, 16), (5, 13), (6, 11)])
def test_6_the_certificate_limit_by_players(players, limit):
    rules: Any = chesapeake(players).game.rules
    assert rules.limits.certificates == limit


@pytest.mark.rule("18CH-6-1")
@pytest.mark.parametrize("spot", [(5, 0), (6, 0), (6, 1), (7, 0), (7, 1), (7, 2)])
def test_6_yellow_shares_are_free_of_the_certificate_limit(spot):
    table = at_the_limit(spot)
    assert table.allows("A buys 10 B&O from offer")
    zones = {cell.zone for cell in table.s.box.market.cells.values()}
    assert zones == {"", "yellow"}


@pytest.mark.rule("18CH-6-2")
@pytest.mark.parametrize("spot", [(3, 3), (6, 1), (7, 0)])
def test_6_nobody_holds_more_than_sixty_whatever_the_price(spot):
    table = chesapeake(companies={"PRR": {"spot": spot, "A": 60}}, cash={"A": 300})
    assert table.refused("A buys 10 PRR from offer") == "18CH-6-2"


@pytest.mark.rule("18CH-6-4")
def test_6_who_holds_too_much_must_sell_of_it_first():
    # 14 certificates that count where six players may have eleven: LV has left the yellow zone
    companies: Companies = {
        "PRR": {"price": 80, "A": 60},
        "LV": {"price": 70, "A": 60},
        "B&O": {"price": 80, "A": 40, "B": 50},
        "C&A": {"spot": (7, 0), "A": 10, "B": 50},
    }
    table = chesapeake(6, companies=companies, cash={"A": 300})
    assert table.refused("A passes") == "18CH-6-4"
    assert table.refused("A buys 10 C&A from offer") == "18CH-6-4"
    assert all("sells" in action for action in table.legal())
    table.apply("A sells 10 C&A")  # allowed, but it cures nothing
    assert table.refused("A passes") == "18CH-6-4"
    table.apply("A sells 20 PRR")
    assert table.refused("A passes") == "18CH-6-4"
    table.apply("A sells 10 LV")
    assert table.allows("A passes")


# -- 7: the market --------------------------------------------------------------------------------


def paying(spot, income, **more):
    about = {"spot": spot, "A": 50, "trains": ["2"], "cash": 0, **more}
    return chesapeake(companies={"PRR": about}, turn="PRR pay", income=income, cash={"A": 0, "B": 0})


@pytest.mark.rule("18CH-7-1", "18CH-7-3")
@pytest.mark.parametrize(
    ("spot", "after"),
    [((3, 3), (3, 4)), ((3, 9), (2, 9)), ((0, 16), (0, 16)), ((7, 2), (6, 2))],
    ids=["right", "up at a ragged right end", "no move in the corner", "up at the lowest right end"],
)
def test_7_any_payout_moves_right_or_up(spot, after):
    assert paying(spot, 10).apply("PRR pays").spot("PRR") == after


@pytest.mark.rule("18CH-7-2", "18CH-7-3")
@pytest.mark.parametrize(
    ("spot", "after"),
    [((3, 3), (3, 2)), ((5, 0), (6, 0)), ((7, 0), (7, 0))],
    ids=["left", "down at the left end", "no move in the corner"],
)
def test_7_income_kept_moves_left_or_down(spot, after):
    table = paying(spot, 90).apply("PRR withholds")
    assert (table.spot("PRR"), table.cash("PRR")) == (after, 90)


@pytest.mark.rule("18CH-7-2")
def test_7_no_income_moves_left_by_itself():
    table = chesapeake(companies={"PRR": {"price": 80, "A": 50}}, turn="PRR lay").apply("PRR passes")
    assert table.spot("PRR") == (3, 2)


@pytest.mark.rule("18CH-7-3")
def test_7_a_sale_at_the_bottom_stays_there():
    companies = {"PRR": {"spot": (6, 0), "A": 50, "B": 20}}
    assert chesapeake(companies=companies).apply("A sells 30 PRR").spot("PRR") == (7, 0)


@pytest.mark.rule("18CH-7-4")
def test_7_a_company_wholly_in_players_hands_rises_at_the_end_of_the_stock_round():
    companies = {
        "PRR": {"price": 80, "A": 60, "B": 40},
        "LV": {"price": 70, "A": 50, "pool": 10, "B": 40},
        "B&O": {"price": 95, "A": 60},
    }
    table = chesapeake(companies=companies, cash={"A": 0, "B": 0, "C": 0}).apply("A passes", "B passes")
    assert (table.spot("PRR"), table.spot("LV"), table.spot("B&O")) == ((2, 3), (4, 2), (2, 4))


@pytest.mark.rule("18CH-7-5", "18CH-7-6")
def test_7_pool_shares_pay_the_company_and_unsold_ones_nobody():
    table = paying((3, 3), 100, A=30, B=20, pool=20, cash=7)
    assert table.refused("PRR passes") == "18CH-7-5"
    table.apply("PRR pays")
    assert (table.cash("A"), table.cash("B"), table.cash("PRR")) == (30, 20, 27)


# -- rounds ---------------------------------------------------------------------------------------


@pytest.mark.rule("18CH-O-1")
def test_o_players_decide_in_turn_and_presidents_for_their_companies():
    table = two_companies()
    assert table.refused("C: C sells 10 PRR") == "18CH-O-1"
    companies = {"PRR": {"price": 80, "A": 60, "cash": 90}, "LV": {"price": 70, "B": 60, "cash": 90}}
    turn = chesapeake(companies=companies, turn="PRR lay")
    assert turn.acting == "A"
    assert turn.refused("B: PRR passes") == "18CH-O-1"
    assert turn.refused("LV passes") == "18CH-O-1"


@pytest.mark.rule("18CH-O-3", "18CH-O-4")
def test_o_each_kind_of_round_has_its_own_actions():
    table = two_companies()
    assert table.refused("PRR lays 57.0 at F2") == "18CH-O-3"
    assert {action.split()[1] for action in table.legal()} == {"buys", "sells", "pars", "passes"}
    turn = two_companies(turn="PRR lay")
    assert turn.refused("A buys 10 PRR from offer") == "18CH-O-4"
    assert turn.refused("B passes") == "18CH-O-4"


@pytest.mark.rule("18CH-O-5")
def test_o_companies_operate_by_price_then_right_then_upper_then_first_come():
    companies = {
        "PRR": {"spot": (5, 4), "A": 60},  # 75
        "PLE": {"spot": (3, 2), "A": 60},  # 75, further left
        "SRR": {"spot": (3, 3), "B": 60},  # 80
        "LV": {"spot": (5, 4), "B": 60},  # 75, came after PRR
        "C&A": {"spot": (0, 0), "C": 60},  # 80, furthest left
    }
    assert chesapeake(companies=companies).s.prices.order() == ["SRR", "C&A", "PRR", "LV", "PLE"]


@pytest.mark.rule("18CH-O-6")
@pytest.mark.parametrize(("phase", "rounds"), [("", 1), ("3", 2), ("4", 2), ("5", 3), ("6", 3), ("D", 3)])
def test_o_the_phase_says_how_many_operating_rounds_a_set_has(phase, rounds):
    table = chesapeake(companies={"PRR": {"price": 80, "A": 60, "B": 40, "cash": 0}}, phase=phase)
    table.s.cash |= {"A": 0, "B": 0, "C": 0, "bank": 8000}
    table.apply("A passes", "B passes")
    seen = []
    while table.round.startswith("OR"):
        seen.append(table.round)
        table.apply("PRR passes")
    assert seen == [f"OR 2.{n}" for n in range(1, rounds + 1)]


@pytest.mark.rule("18CH-O-6")
def test_o_the_number_of_operating_rounds_is_settled_when_the_set_begins():
    companies = {"PRR": {"price": 80, "A": 60, "B": 40, "cash": 400, "trains": ["2"]}}
    table = chesapeake(companies=companies, depot="3", cash={"A": 0, "B": 0, "C": 0})
    table.apply(
        "A passes", "B passes", "PRR passes", "PRR buys train 3 as 3 from depot for 180", "PRR passes"
    )
    assert (table.phase, table.round) == ("3", "SR 3")
