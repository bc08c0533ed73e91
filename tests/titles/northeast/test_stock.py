"""Stock turns and floating: peculiarity 1, and the order of rounds."""

import pytest

from tests.titles.northeast.helpers import northeast


def two_companies(**more):
    companies = {
        "PRR": {"price": 100, "A": 50, "B": 20, "C": 10},
        "NYC": {"price": 82, "A": 30, "B": 20},
    }
    return northeast(companies=companies, cash={"A": 500, "B": 500, "C": 500}, **more)


# -- 1: the stock turn ----------------------------------------------------------------------------


@pytest.mark.rule("1830-1-1")
def test_1_sales_come_before_the_purchase_and_after_it():
    table = two_companies().apply("A sells 10 PRR", "A buys 10 NYC from offer")
    assert table.acting == "A"
    assert table.refused("A buys 10 NYC from offer") == "1830-1-1"
    assert table.refused("A pars CPR at 67") == "1830-1-1"
    table.apply("A sells 10 NYC", "A sells 20 PRR", "A passes")
    assert (table.acting, table.s.top.passes) == ("B", 0)


@pytest.mark.rule("1830-1-1")
def test_1_each_part_may_be_left_out():
    assert two_companies().apply("A passes").acting == "B"
    assert two_companies().apply("A sells 10 PRR", "A passes").acting == "B"
    assert two_companies().apply("A buys 10 NYC from offer", "A passes").acting == "B"


@pytest.mark.rule("1830-1-2", "1830-1-3")
def test_1_portions_are_each_paid_at_the_price_before_their_own_fall():
    table = two_companies().apply("A sells 20 PRR")
    assert (table.cash("A"), table.spot("PRR"), table.price("PRR")) == (500 + 2 * 100, (2, 6), 82)
    table.apply("A sells 10 PRR")
    assert (table.cash("A"), table.spot("PRR"), table.price("PRR")) == (500 + 200 + 82, (3, 6), 76)


@pytest.mark.rule("1830-1-4")
def test_1_nobody_buys_back_in_the_same_stock_round():
    table = two_companies().apply("A sells 10 PRR", "A passes", "B passes", "C passes")
    assert table.refused("A buys 10 PRR from pool") == "1830-1-4"
    assert table.refused("A buys 10 PRR from offer") == "1830-1-4"


@pytest.mark.rule("1830-1-4")
def test_1_what_was_just_bought_may_be_sold():
    table = two_companies().apply("A buys 10 NYC from offer", "A sells 40 NYC")
    assert (table.percent("A", "NYC"), table.president("NYC")) == (0, "B")


@pytest.mark.rule("1830-1-5")
def test_1_no_sales_in_the_first_stock_round():
    assert two_companies(stock_round=1).refused("A sells 10 PRR") == "1830-1-5"


@pytest.mark.rule("1830-1-6")
def test_1_who_can_do_nothing_is_passed_over():
    companies = {"PRR": {"price": 100, "A": 50, "C": 10}}
    table = northeast(companies=companies, cash={"A": 0, "B": 66, "C": 0}).apply("A passes")
    assert table.acting == "C"


@pytest.mark.rule("1830-1-6")
def test_1_a_purchase_ends_the_turn_of_who_has_nothing_to_sell():
    assert two_companies(stock_round=1).apply("A buys 10 NYC from offer").acting == "B"


@pytest.mark.rule("1830-1-7")
def test_1_the_pool_holds_at_most_half():
    table = northeast(companies={"PRR": {"price": 100, "A": 50, "B": 20, "pool": 30}})
    assert table.refused("A sells 30 PRR") == "1830-1-7"
    assert table.allows("A sells 20 PRR")


@pytest.mark.rule("1830-1-8")
def test_1_the_presidency_is_dumped_only_on_a_holder_of_twenty():
    companies = {"PRR": {"price": 100, "A": 30, "B": 10}, "NYC": {"price": 82, "A": 40, "B": 20}}
    table = northeast(companies=companies)
    assert table.refused("A sells 20 PRR") == "1830-1-8"
    table.apply("A sells 40 NYC")
    assert (table.president("NYC"), table.percent("B", "NYC"), table.percent("pool", "NYC")) == ("B", 20, 40)


@pytest.mark.rule("1830-1-9")
def test_1_only_what_is_held_is_sold_and_only_of_companies_in_play():
    table = two_companies()
    assert table.refused("A sells 60 PRR") == "1830-1-9"
    assert table.refused("A sells 10 CPR") == "1830-1-9"


@pytest.mark.rule("1830-1-10")
def test_1_the_offering_sells_at_par_and_the_pool_at_the_price():
    companies = {"PRR": {"price": 112, "par": 71, "A": 50, "C": 10, "pool": 10}}
    table = northeast(companies=companies, cash={"A": 300, "B": 300, "C": 70})
    table.apply("A buys 10 PRR from offer", "A passes", "B buys 10 PRR from pool", "B passes")
    assert (table.cash("A"), table.cash("B")) == (300 - 71, 300 - 112)
    assert table.refused("C buys 10 PRR from pool") == "1830-1-10"  # none is left
    assert table.refused("C buys 10 PRR from offer") == "1830-1-10"  # for 71


@pytest.mark.rule("1830-1-11")
def test_1_a_company_starts_at_one_of_six_prices():
    table = northeast(cash={"A": 400, "B": 400, "C": 400}, stock_round=1)
    assert table.refused("A pars PRR at 80") == "1830-1-11"
    assert table.refused("A buys 10 PRR from offer") == "1830-1-11"
    starts = {int(action.split()[-1]) for action in table.legal() if action.startswith("A pars PRR")}
    assert starts == {67, 71, 76, 82, 90, 100}
    table.apply("A pars PRR at 100")
    assert (table.president("PRR"), table.percent("A", "PRR"), table.cash("A")) == ("A", 20, 200)
    assert (table.spot("PRR"), table.price("PRR")) == ((0, 6), 100)
    assert table.refused("B pars PRR at 67") == "1830-1-11"


@pytest.mark.rule("1830-1-12")
def test_1_a_company_floats_at_sixty_with_ten_times_par():
    table = northeast(cash={"A": 400, "B": 400, "C": 400}, stock_round=1)
    table.apply("A pars PRR at 71", *(f"{player} buys 10 PRR from offer" for player in "BCA"))
    assert (table.percent("offer", "PRR"), table.cash("PRR"), table.s.floated) == (50, 0, ())
    table.apply("B buys 10 PRR from offer")
    assert (table.cash("PRR"), table.s.floated) == (710, ("PRR",))
    assert table.cash("bank") == 12000 - 1200 + 6 * 71 - 710


# -- the order of rounds --------------------------------------------------------------------------


@pytest.mark.rule("1830-O-3")
def test_o_a_stock_round_is_for_players():
    table = two_companies()
    assert table.refused("PRR lays 57.1 at H10") == "1830-O-3"
    assert table.refused("B buys 10 NYC from offer") == "1830-O-1"


@pytest.mark.rule("1830-O-6")
@pytest.mark.parametrize(("phase", "rounds"), [("", 1), ("3", 2), ("4", 2), ("5", 3), ("6", 3), ("D", 3)])
def test_o_operating_rounds_by_phase(phase, rounds):
    poor = {"A": 0, "B": 0, "C": 0}
    companies = {"PRR": {"price": 100, "A": 60, "B": 40, "cash": 0}}
    table = northeast(companies=companies, phase=phase, cash=poor).apply("A passes", "B passes")
    seen = []
    while table.round.startswith("OR"):
        seen.append(table.round)
        table.apply("PRR passes")
    assert seen == [f"OR 2.{n}" for n in range(1, rounds + 1)]


@pytest.mark.rule("1830-O-6")
def test_o_their_number_is_settled_when_the_set_begins():
    companies = {"PRR": {"price": 100, "A": 60, "B": 40, "cash": 400, "trains": ["2"]}}
    table = northeast(companies=companies, depot="3", cash={"A": 0, "B": 0, "C": 0})
    table.apply("A passes", "B passes")
    assert table.round == "OR 2.1"
    table.apply("PRR passes", "PRR buys train 3 as 3 from depot for 180", "PRR passes")
    assert (table.phase, table.round) == ("3", "SR 3")


@pytest.mark.rule("1830-O-5")
def test_o_companies_operate_by_price_then_right_then_upper_then_first_come():
    companies = {
        "PRR": {"spot": (4, 9), "A": 60},  # 90
        "NYC": {"spot": (1, 6), "A": 60},  # 90, further left
        "CPR": {"spot": (0, 6), "B": 60},  # 100
        "B&O": {"spot": (4, 9), "B": 60},  # 90, came after PRR
        "C&O": {"spot": (3, 8), "C": 60},  # 90, between
    }
    assert northeast(companies=companies).s.prices.order() == ["CPR", "PRR", "B&O", "C&O", "NYC"]
