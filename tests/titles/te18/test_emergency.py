"""18TE §7.9: raising money in an emergency."""

import pytest

from kursbuch.testing import Table, position

ROUTE = {"F6": "4.1"}
BUY = "KHS buys train 1+1/2 as 2 from depot for 100"


def need(cash=60, *, a=500, khs=None, others=None, tiles=ROUTE, **more) -> Table:
    """KHS has a route and no train; A is its president."""
    companies = {"KHS": {"cash": cash, **(khs or {})}, **(others or {})}
    return position("18te", companies=companies, tiles=tiles, turn="KHS trains", cash={"A": a}, **more)


# -- what a president may add ---------------------------------------------------------------------


@pytest.mark.rule("18TE-7.9-1")
def test_help_is_for_a_company_without_a_train_that_could_run():
    assert need().allows(BUY)
    assert need(khs={"trains": ["2"]}).refused(BUY) == "18TE-7.9-1"
    assert need(tiles={}).refused(BUY) == "18TE-7.9-1"


@pytest.mark.rule("18TE-7.9-2", "18TE-7.9-4")
def test_the_president_adds_exactly_what_is_missing():
    table = need(60, a=500).apply(BUY)
    assert table.cash("A") == 460
    assert table.cash("KHS") == 0
    assert table.trains("KHS") == ["2"]


@pytest.mark.rule("18TE-7.9-4")
def test_after_help_the_turn_ends_without_money_and_without_an_issue():
    table = need(60, others={"KWE": {"B": 30, "cash": 100}}).apply(BUY)
    assert table.cash("KHS") == 0
    assert table.percent("pool", "KHS") == 0
    assert table.acting == "B"


@pytest.mark.rule("18TE-7.9-4")
def test_without_help_the_company_may_issue_after_the_purchase():
    assert need(100).apply(BUY).allows("KHS issues 1")


OF_B = {"KWE": {"B": 30, "trains": ["2"]}}


@pytest.mark.rule("18TE-7.9-3")
def test_help_buys_from_another_company_at_most_at_the_printed_price():
    table = need(60, others=OF_B)
    assert table.refused("KHS buys train 1+1/2 as 2 from KWE for 120") == "18TE-7.9-3"
    table.apply("KHS buys train 1+1/2 as 2 from KWE for 100", "B agrees")
    assert (table.cash("A"), table.cash("KHS"), table.cash("KWE")) == (460, 0, 100)


@pytest.mark.rule("18TE-7.9-3")
def test_help_may_buy_a_better_train_from_another_company():
    better = {"KWE": {"B": 30, "trains": ["3"]}}
    table = need(60, others=better)
    assert table.allows("KHS buys train 2+2/3 as 3 from KWE for 200")
    assert table.refused("KHS buys train 2+2/3 as 3 from KWE for 201") == "18TE-7.9-3"


@pytest.mark.rule("18TE-7.9-5")
def test_a_cheap_train_of_another_company_need_not_be_bought():
    table = need(60, others={"KWE": {"A": 30, "trains": ["2"]}})
    assert table.allows("KHS buys train 1+1/2 as 2 from KWE for 1")
    table.apply(BUY)
    assert table.trains("KWE") == ["2"]
    assert table.cash("A") == 460


@pytest.mark.rule("18TE-7.9-6")
def test_help_buys_only_the_cheapest_train_of_factory_and_bank():
    table = need(60, pool_trains=["2"], depot="2+2/3")
    assert table.refused("KHS buys train 2+2/3 as 3 from depot for 200") == "18TE-7.9-6"
    assert table.legal() == [
        "KHS buys train 1+1/2 as 1+1 from pool for 100",
        "KHS buys train 1+1/2 as 2 from pool for 100",
    ]


def sold_out(cash=60, **more) -> Table:
    """The bank has no train left: the two D are B's."""
    others = {"KWE": {"B": 30, "trains": ["4", "D"]}, "CME": {"B": 30, "trains": ["D"]}}
    return need(cash, others=others, phase="5", **more)


@pytest.mark.rule("18TE-7.9-1", "18TE-7.9-3")
def test_a_president_helps_with_another_companys_train_though_the_bank_has_none():
    table = sold_out()
    assert table.s.trains["depot"] == ()
    assert table.refused("KHS buys train 3+3/4 as 4 from KWE for 401") == "18TE-7.9-3"
    table.apply("KHS buys train 3+3/4 as 4 from KWE for 400", "B agrees")
    assert (table.trains("KHS"), table.cash("KHS"), table.cash("A")) == (["4"], 0, 160)


@pytest.mark.rule("18TE-7.9-1", "18TE-7.8-4")
def test_without_a_route_there_is_no_help_with_another_companys_train():
    assert sold_out(tiles={}).refused("KHS buys train 3+3/4 as 4 from KWE for 61") == "18TE-7.8-4"
    assert sold_out(bankrupt=("A",)).refused("KHS buys train 3+3/4 as 4 from KWE for 61") == "18TE-7.8-4"


@pytest.mark.rule("18TE-7.8-10", "18TE-7.9-5")
def test_a_company_goes_without_a_train_when_the_bank_has_none():
    table = sold_out(khs={"A": 40})
    assert table.allows("KHS passes")
    assert not [a for a in table.legal() if "sells" in a or "bankrupt" in a]


# -- selling certificates -------------------------------------------------------------------------


@pytest.mark.rule("18TE-7.9-7")
def test_a_president_short_of_cash_must_sell_first():
    table = need(60, a=10, others={"KWE": {"A": 20, "B": 30, "price": 80}})
    assert table.refused(BUY) == "18TE-7.9-7"
    assert table.refused("A is bankrupt") == "18TE-7.9-7"
    assert table.refused("KHS passes") == "18TE-7.8-10"
    table.apply("A sells 10 KWE", BUY)
    assert table.cash("A") == 10 + 80 - 40


@pytest.mark.rule("18TE-7.9-8")
def test_the_president_chooses_what_to_sell_first():
    others = {"KWE": {"A": 20, "B": 30, "price": 60}, "CME": {"A": 10, "B": 30, "price": 60}}
    table = need(0, a=0, others=others)
    assert table.allows("A sells 10 KWE")
    table.apply("A sells 10 CME", "A sells 10 KWE", BUY)
    assert table.trains("KHS") == ["2"]


@pytest.mark.rule("18TE-7.9-9")
def test_the_president_stops_selling_with_enough():
    table = need(60, a=10, others={"KWE": {"A": 20, "B": 30, "price": 80}})
    assert table.refused("A sells 20 KWE") == "18TE-7.9-9"
    table.apply("A sells 10 KWE")
    assert table.refused("A sells 10 KWE") == "18TE-7.9-9"


@pytest.mark.rule("18TE-7.9-9")
def test_a_block_is_sold_if_fewer_certificates_would_not_do():
    table = need(0, a=0, others={"KWE": {"A": 30, "B": 40, "price": 60, "president": "B"}})
    assert table.refused("A sells 30 KWE") == "18TE-7.9-9"
    assert table.allows("A sells 20 KWE")


@pytest.mark.rule("18TE-7.9-10")
def test_emergency_sales_follow_the_rules_of_every_sale():
    full = {"KWE": {"A": 20, "B": 30, "pool": 50, "price": 80}, "CME": {"A": 10, "B": 30, "price": 80}}
    table = need(60, a=10, others=full)
    assert table.refused("A sells 10 KWE") == "18TE-6.2-3"
    assert table.refused("A sells 10 KHS") == "18TE-6.2-4"
    row, column = table.spot("CME")
    table.apply("A sells 10 CME")
    assert table.cash("A") == 90
    assert table.spot("CME") == (row + 1, column)
    assert table.percent("pool", "CME") == 10


@pytest.mark.rule("18TE-7.9-10")
def test_emergency_sales_are_made_even_before_the_second_stock_round():
    table = need(60, a=10, others={"KWE": {"A": 20, "B": 30, "price": 80}}, stock_round=1)
    assert table.allows("A sells 10 KWE")


@pytest.mark.rule("18TE-7.9-11")
def test_the_operating_company_keeps_its_president():
    table = need(0, a=0, khs={"A": 40, "B": 30, "price": 60})
    assert table.refused("A sells 20 KHS") == "18TE-7.9-11"
    table.apply("A sells 10 KHS")
    assert table.president("KHS") == "A"


@pytest.mark.rule("18TE-7.9-12")
def test_another_company_changes_hands_before_it_sells_a_train():
    table = need(0, a=0, others={"KWE": {"A": 40, "B": 30, "price": 60, "trains": ["2"]}})
    table.apply("A sells 20 KWE")
    assert table.president("KWE") == "B"
    table.apply("KHS buys train 1+1/2 as 2 from KWE for 50")
    assert table.acting == "B"
    table.apply("B agrees")
    assert table.cash("A") == 70


# -- bankruptcy -----------------------------------------------------------------------------------


@pytest.mark.rule("18TE-7.9-13", "18TE-8-2")
def test_who_cannot_raise_the_money_is_bankrupt_and_the_end_has_come_about():
    table = need(60, a=10)
    table.apply("A is bankrupt")
    assert table.s.bankrupt == ("A",)
    assert table.s.ending == "bankruptcy"
    assert table.trains("KHS") == []


# A could not pay for a D with everything there is
POOR = {"KWE": {"B": 30, "cash": 500, "trains": ["4"]}}


def ruined(**more) -> Table:
    khs = {"price": 60, **more.pop("khs", {})}
    return need(60, a=700, khs=khs, others=more.pop("others", POOR), phase="4", depot="D", **more)


@pytest.mark.rule("18TE-7.9-13")
def test_a_bankrupt_has_paid_in_all_money_and_ends_with_certificates_only():
    table = ruined().apply("A is bankrupt")
    assert (table.cash("A"), table.cash("KHS")) == (0, 760)
    assert table.game.scores()["A"] == 3 * table.price("KHS")


@pytest.mark.rule("18TE-7.9-13")
def test_what_a_bankrupt_got_for_certificates_is_paid_in_too():
    others = {"KWE": {"A": 10, "B": 30, "cash": 500, "trains": ["4"], "price": 30}}
    table = ruined(others=others)
    assert table.refused("A is bankrupt") == "18TE-7.9-7"
    table.apply("A sells 10 KWE", "A is bankrupt")
    assert (table.cash("A"), table.cash("KHS")) == (0, 790)


@pytest.mark.rule("18TE-7.9-13")
def test_nobody_is_bankrupt_who_leads_a_company_with_a_train_to_sell():
    own = {"KWE": {"A": 30, "cash": 0, "trains": ["4"]}}
    table = ruined(others=own)
    assert table.refused("A is bankrupt") == "18TE-7.9-13"
    assert "A is bankrupt" not in table.legal()
    assert table.legal()
    table.apply("KHS buys train 3+3/4 as 4 from KWE for 400")
    assert (table.trains("KHS"), table.cash("A"), table.cash("KHS")) == (["4"], 360, 0)


@pytest.mark.rule("18TE-7.9-13")
def test_the_only_train_of_an_own_company_cannot_be_had_without_any_money():
    own = {"KWE": {"A": 30, "cash": 0, "trains": ["4"]}}
    assert need(0, a=0, others=own, phase="4", depot="D").allows("A is bankrupt")


@pytest.mark.rule("18TE-7.9-13")
def test_whoever_is_bankrupt_is_not_asked_again():
    table = ruined(bankrupt=("A",))
    assert table.refused("A is bankrupt") == "18TE-7.9-13"
    assert table.refused("KHS buys train D as D from depot for 800") == "18TE-7.9-13"
    assert table.allows("KHS passes")
    rich = need(800, a=0, phase="4", depot="D", bankrupt=("A",))
    assert rich.refused("KHS passes") == "18TE-7.8-10"


@pytest.mark.rule("18TE-7.9-13")
def test_nobody_is_bankrupt_who_can_pay_or_sell():
    assert need(60, a=40).refused("A is bankrupt") == "18TE-7.9-13"
    seller = need(60, a=10, others={"KWE": {"A": 20, "B": 30, "price": 80}})
    assert seller.refused("A is bankrupt") == "18TE-7.9-7"


@pytest.mark.rule("18TE-7.9-13")
def test_before_bankruptcy_another_company_may_sell_a_train_cheaply():
    table = need(60, a=10, others=OF_B)
    assert table.allows("A is bankrupt")
    table.apply("KHS buys train 1+1/2 as 2 from KWE for 65", "B agrees")
    assert (table.cash("A"), table.trains("KHS")) == (5, ["2"])


@pytest.mark.rule("18TE-7.9-13")
@pytest.mark.parametrize(("option", "over"), [("after the set", False), ("at once", True)])
def test_whether_bankruptcy_ends_the_game_at_once_is_an_option(option, over):
    table = need(60, a=10, options={"bankruptcy": option}).apply("A is bankrupt")
    assert table.game.over is over


@pytest.mark.rule("18TE-7.9-13")
@pytest.mark.parametrize(("option", "told"), [("after the set", 0), ("at once", 1)])
def test_a_game_that_a_bankruptcy_ends_says_so(option, told):
    table = need(60, a=10, options={"bankruptcy": option}).apply("A is bankrupt")
    assert len(table.events("over")) == told


@pytest.mark.rule("18TE-7.9-4")
@pytest.mark.parametrize(("a", "sells"), [(38, True), (39, True), (40, False)])
def test_a_certificate_is_sold_as_long_as_a_single_mark_is_missing(a, sells):
    table = need(60, a=a, others={"KWE": {"A": 40, "B": 30, "cash": 500}})
    assert bool(table.starts("A sells")) is sells
    assert table.allows(BUY) is not sells


@pytest.mark.rule("18TE-7.9-1")
@pytest.mark.parametrize(("cash", "helped"), [(99, True), (100, False)])
def test_help_is_for_a_company_that_lacks_a_single_mark(cash, helped):
    paid = need(cash).pays(BUY)
    assert ("A" in paid) is helped
