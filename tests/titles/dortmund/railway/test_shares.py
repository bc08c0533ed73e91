"""18DO §4.4.3 to §4.4.6: buying and selling certificates, limits, prices."""

from typing import Any

import pytest

from tests.titles.dortmund.railway.table import owner_pays, railway


def held(company="BME", stock="A", players=3, others=None, **about):
    cash = {p: 500 for p in "ABCDE"[:players]}
    return railway(
        players, companies={company: {"price": 60, **about}, **(others or {})}, cash=cash, stock=stock
    )


@pytest.mark.rule("18DO-4.4.3-1", "18DO-4.4.3-2")
def test_from_a_railway_at_the_current_price_into_its_treasury():
    assert owner_pays(held(B=50, price=80), "A buys 10 BME from company") == {"A": -80, "BME": 80}


@pytest.mark.rule("18DO-4.4.3-1", "18DO-2.1.2-1")
def test_a_certificate_of_two_shares_costs_twice_the_price():
    table = held("DHB", stock="B", A=20, price=75)
    assert owner_pays(table, "B buys 20 DHB from company") == {"B": -150, "DHB": 150}


@pytest.mark.rule("18DO-4.4.3-3")
def test_from_the_pool_the_bank_is_paid():
    assert owner_pays(held(B=50, pool=10, price=80), "A buys 10 BME from pool") == {"A": -80, "bank": 80}


@pytest.mark.rule("18DO-4.4.3-1")
def test_who_cannot_pay_cannot_buy():
    table = railway(companies={"BME": {"B": 50, "price": 80}}, cash={"A": 79})
    assert table.refused("A buys 10 BME from company") == "18DO-4.4.3-1"
    last = railway(companies={"BME": {"B": 50, "price": 80}}, cash={"A": 80})
    assert last.apply("A buys 10 BME from company").cash("A") == 0


@pytest.mark.rule("18DO-4.4.3-4")
@pytest.mark.parametrize(("source", "purse"), [("pool", "bank"), ("company", "DHB")])
def test_a_certificate_of_10_is_traded_in_for_a_bigger_one(source, purse):
    table = railway(companies={"DHB": {"A": 40, "price": 60}}, cash=dict.fromkeys("ABC", 500), stock="B")
    table.s.shares["DHB"] = ("A", {"company": "DHB"}.get(source, source), "B", "A", "A", "DHB", "DHB", "DHB")
    paid = owner_pays(table, f"B trades 10 for 20 DHB from {source}")
    assert paid == {"B": -60, purse: 60}
    given = table.s.shares["DHB"][2]
    assert table.s.shares["DHB"][1] == "B"
    assert given == {"company": "DHB"}.get(source, source)  # it goes where the other came from
    assert table.acting == "C"


@pytest.mark.rule("18DO-4.4.3-4", "18DO-4.4.2-1")
def test_a_trade_with_the_pool_brings_a_railway_into_operation():
    table = railway(
        companies={"DHB": {"A": 40, "pool": 20, "price": 60, "floats": False}},
        cash=dict.fromkeys("ABC", 500),
        stock="B",
    )
    table.s.shares["DHB"] = ("A", "pool", "B", "A", "DHB", "DHB", "DHB", "DHB")  # 40 % in players' hands
    assert "DHB" not in table.s.floated
    table.apply("B trades 10 for 20 DHB from pool")
    assert "DHB" in table.s.floated


@pytest.mark.rule("18DO-4.4.3-4", "18DO-4.4-9")
def test_a_trade_is_a_purchase_for_the_end_of_the_round_and_the_card():
    table = railway(companies={"DHB": {"A": 40, "pool": 20, "price": 60}}, cash={"B": 500}, stock="C")
    table.s.shares["DHB"] = ("A", "pool", "B", "A", "A", "DHB", "DHB", "DHB")
    table.apply("C passes", "A passes", "B trades 10 for 20 DHB from pool")
    assert table.acting == "C", "two have passed before, and begin anew"
    table.apply("C passes", "A passes", "B passes")
    assert table.s.priority == "C"


@pytest.mark.rule("18DO-4.4.3-4")
def test_a_trade_needs_a_certificate_of_10_and_a_bigger_one():
    table = railway(companies={"DHB": {"A": 40, "price": 60}}, cash=dict.fromkeys("ABC", 500), stock="B")
    table.s.shares["DHB"] = ("A", "DHB", "A", "A", "DHB", "DHB", "DHB", "DHB")
    assert table.refused("B trades 10 for 20 DHB from company") == "18DO-4.4.3-4"
    table.s.shares["DHB"] = ("A", "A", "DHB", "pool", "B", "A", "DHB", "DHB")  # both of 20 % are A's
    for place in ("company", "pool"):
        assert table.refused(f"B trades 10 for 10 DHB from {place}") == "18DO-4.4.3-4"
    assert not table.starts("trades")


@pytest.mark.rule("18DO-4.4.3-4")
def test_what_is_given_pays_a_part_and_makes_room():
    def trading(cash, **others):
        table = railway(companies={"DHB": {"A": 40, "price": 60}, **others}, cash={"B": cash}, stock="B")
        table.s.shares["DHB"] = ("A", "DHB", "B", "A", "A", "DHB", "DHB", "DHB")
        return table

    trade = "B trades 10 for 20 DHB from company"
    assert trading(60).starts("trades") == [trade] and trading(60).allows(trade)
    assert trading(59).refused(trade) == "18DO-4.4.3-1"
    full = trading(
        300, BME={"B": 70}, CME={"B": 70}, RhE={"B": 50}
    )  # 6 + 6 + 4 certificates, and the one of DHB
    assert sum(owners.count("B") for owners in full.s.shares.values()) == 17
    assert full.refused("B buys 20 DHB from company") == "18DO-4.4.4-1"
    assert full.allows(trade)


@pytest.mark.rule("18DO-4.4.3-4", "18DO-4.3.2.2-3")
@pytest.mark.parametrize(("more", "director"), [("DHB", "A"), ("B", "B")])
def test_a_trade_may_bring_the_direction(more, director):
    """With 20 % B only comes level with A; with 30 % B directs DHB."""
    table = railway(companies={"DHB": {"A": 20, "price": 60}}, cash={"B": 60}, stock="B")
    table.s.shares["DHB"] = ("A", "DHB", "B", more, "DHB", "DHB", "DHB", "DHB")
    table.apply("B trades 10 for 20 DHB from company")
    assert table.president("DHB") == director


@pytest.mark.rule("18DO-4.4.3-5")
def test_nothing_is_bought_of_a_railway_sold_in_the_same_round():
    table = held(A=40, B=20, pool=10)
    table.apply("A sells 10 BME")
    assert table.refused("A buys 10 BME from pool") == "18DO-4.4.3-5"
    table.apply("A passes", "B passes", "C passes")
    assert table.refused("A buys 10 BME from pool") == "18DO-4.4.3-5"
    assert held(A=40, B=20, pool=10).allows("A buys 10 BME from pool")


@pytest.mark.rule("18DO-4.4.3-5")
def test_in_the_next_stock_round_it_is_bought_again():
    table = held(A=40, B=20, pool=10, trains=["2"])
    sold = table.s.stock_round
    table.apply("A sells 10 BME", "A passes", "B passes", "C passes", "A passes")
    while table.s.stock_round == sold or table.acting != "A":
        table.apply(next(a for a in table.legal() if a.endswith("passes")))
    assert (table.round, table.acting) == (f"SR {sold + 1}", "A")
    assert table.allows("A buys 10 BME from pool")


@pytest.mark.rule("18DO-4.4.3-6")
def test_a_founded_railway_sells_before_it_operates():
    table = held(A=20, floats=False, new=True, stock="B")
    assert table.allows("B buys 10 BME from company")


# -- limits ---------------------------------------------------------------------------------------

FULL = {
    3: {"BME": {"A": 70}, "CME": {"A": 70}, "RhE": {"A": 60}, "KWE": {"B": 50}},
    4: {"BME": {"A": 60}, "CME": {"A": 60}, "RhE": {"A": 40}, "KWE": {"B": 50}},
    5: {"BME": {"A": 60}, "CME": {"A": 60}, "KWE": {"B": 50}},
}


@pytest.mark.rule("18DO-4.4.4-1", "18DO-4.4.4-2", "18DO-4.4.4-3")
@pytest.mark.parametrize(("players", "limit"), [(3, 17), (4, 13), (5, 10)])
def test_the_certificate_limit_counts_certificates_and_no_breweries(players, limit):
    table = railway(players, companies=FULL[players], cash={p: 500 for p in "ABCDE"[:players]})
    assert sum(owners.count("A") for owners in table.s.shares.values()) == limit
    assert table.refused("A buys 10 KWE from company") == "18DO-4.4.4-1"
    assert table.refused("A founds DGEE at 50") == "18DO-4.4.4-1"
    one_less = {**FULL[players], "BME": {"A": FULL[players]["BME"]["A"] - 10}}
    below = railway(players, companies=one_less, cash={p: 500 for p in "ABCDE"[:players]})
    assert below.allows("A buys 10 KWE from company") and below.allows("A founds DGEE at 50")


@pytest.mark.rule("18DO-4.4.4-4")
def test_a_surplus_is_sold_before_anything_else():
    companies = {"BME": {"A": 60}, "CME": {"A": 60}, "KWE": {"B": 40, "A": 10}}
    table = railway(5, companies=companies, cash={p: 500 for p in "ABCDE"})
    assert table.refused("A passes") == table.refused("A buys 10 KWE from company") == "18DO-4.4.4-4"
    table.apply("A sells 10 KWE")
    assert table.allows("A passes")


@pytest.mark.rule("18DO-4.4.4-4")
def test_the_duty_waits_while_nothing_can_be_sold():
    companies = {name: {"A": 60, "new": True} for name in ("BME", "CME")} | {
        "KWE": {"B": 40, "A": 10, "new": True}
    }
    table = railway(5, companies=companies, cash={p: 500 for p in "ABCDE"})
    assert table.allows("A passes")


@pytest.mark.rule("18DO-4.4.4-6")
def test_a_purchase_may_not_break_a_limit_for_a_moment():
    """At a limit one sells first: a sale that could follow is no excuse."""
    table = railway(3, companies=FULL[3], cash={"A": 500, "B": 500, "C": 500}, stock_round=3)
    assert table.refused("A buys 10 KWE from company") == "18DO-4.4.4-1"
    table.apply("A sells 10 BME", "A buys 10 KWE from company")
    assert sum(owners.count("A") for owners in table.s.shares.values()) == 17
    most = held(players=3, A=70, stock_round=3)
    assert most.refused("A buys 10 BME from company") == "18DO-4.4.4-5"
    assert most.allows("A sells 10 BME")


@pytest.mark.rule("18DO-4.4.4-4")
@pytest.mark.parametrize(("pool", "sales"), [(40, ["10"]), (30, ["10", "20"])])
def test_the_duty_waits_while_no_sale_would_help(pool, sales):
    """Eleven of ten: for a director's certificate come two of 10 %, of which the pool has to take both."""
    full: dict[str, Any] = {name: {"A": 60, "new": True} for name in ("BME", "CME")}
    block = {"A": 20, "B": 20, "C": 20, "pool": pool, "president": "A"}
    table = railway(5, companies={**full, "KWE": block}, cash={p: 500 for p in "ABCDE"})
    assert table.starts("A sells") == [f"A sells {size} KWE" for size in sales]
    if sales == ["10"]:
        assert table.allows("A passes")
    else:
        assert table.refused("A passes") == "18DO-4.4.4-4"
        assert table.apply("A sells 20 KWE").allows("A passes")


@pytest.mark.rule("18DO-4.4.4-6", "18DO-4.4.4-4")
def test_only_a_change_of_director_brings_somebody_above_the_certificate_limit():
    companies: dict[str, dict[str, Any]] = {
        "BME": {"A": 70},
        "CME": {"A": 70},
        "RhE": {"A": 40},
        "KWE": {"A": 30, "B": 30, "president": "A"},
    }  # 6 + 6 + 3 + 2 certificates
    table = railway(3, companies=companies, cash={"A": 500, "B": 500, "C": 500}, stock="B", stock_round=3)
    table.apply("B buys 10 KWE from company")
    assert table.president("KWE") == "B"
    assert sum(owners.count("A") for owners in table.s.shares.values()) == 18  # two of 10 for one of 20
    table.apply("C passes")
    assert table.refused("A passes") == table.refused("A buys 10 KWE from company") == "18DO-4.4.4-4"


@pytest.mark.rule("18DO-4.4.4-5")
@pytest.mark.parametrize(("players", "limit"), [(3, 70), (4, 60), (5, 60)])
def test_the_share_limit(players, limit):
    assert held(players=players, A=limit).refused("A buys 10 BME from company") == "18DO-4.4.4-5"
    assert held(players=players, A=limit - 10).allows("A buys 10 BME from company")


# -- sales ----------------------------------------------------------------------------------------


@pytest.mark.rule("18DO-4.4.5-1", "18DO-2.1.2-3")
def test_certificates_are_sold_to_the_pool():
    assert held(A=40, B=20).apply("A sells 20 BME").percent("pool", "BME") == 20


@pytest.mark.rule("18DO-4.4.5-2")
def test_a_sale_is_paid_at_the_price_before_it():
    assert owner_pays(held(A=50, price=90), "A sells 30 BME") == {"A": 270, "bank": -270}


@pytest.mark.rule("18DO-4.4.5-3")
def test_only_what_one_holds_is_sold():
    table = held(A=50, B=20)
    assert table.refused("A sells 0 BME") == table.refused("A sells 60 BME") == "18DO-4.4.5-3"


@pytest.mark.rule("18DO-2.4.3-2")
def test_shares_are_sold_by_the_ten():
    table = held(A=50, B=10)
    assert table.refused("A sells 15 BME") == table.refused("A sells 5 BME") == "18DO-2.4.3-2"
    assert table.starts("A sells") == ["A sells 10 BME", "A sells 20 BME", "A sells 30 BME"]


@pytest.mark.rule("18DO-4.4.5-5")
def test_the_pool_takes_half_at_most():
    table = held(A=30, B=20, pool=50)
    assert table.refused("A sells 10 BME") == "18DO-4.4.5-5"


@pytest.mark.rule("18DO-4.4.5-6")
def test_nothing_is_sold_of_a_railway_that_has_not_operated():
    assert held(A=50, new=True).refused("A sells 10 BME") == "18DO-4.4.5-6"
    assert held(A=50).refused("A sells 10 RhE") == "18DO-4.4.5-6"  # not even founded


@pytest.mark.rule("18DO-4.4.5-7")
def test_the_directors_certificate_is_not_sold():
    assert held(A=20, B=10).refused("A sells 20 BME") == "18DO-4.4.5-7"


@pytest.mark.rule("18DO-4.4.5-8")
@pytest.mark.parametrize(("first", "second"), [("BME", "CME"), ("CME", "BME")])
def test_the_order_of_sales_is_the_sellers(first, second):
    table = railway(
        companies={"BME": {"A": 50, "spot": (3, 4)}, "CME": {"A": 50, "spot": (3, 4)}},
        cash=dict.fromkeys("ABC", 10),
    )
    table.apply(f"A sells 10 {first}", f"A sells 10 {second}")
    assert table.stack("BME") == (first, second)


# -- prices ---------------------------------------------------------------------------------------


@pytest.mark.rule("18DO-4.4.6-1")
def test_every_10_percent_sold_is_one_field_down():
    table = held(A=50, spot=(1, 4)).apply("A sells 20 BME")
    assert table.spot("BME") == (3, 4)


@pytest.mark.rule("18DO-4.4.6-2")
def test_the_lowest_field_of_a_column_is_the_end():
    assert held(A=50, spot=(4, 4)).apply("A sells 30 BME").spot("BME") == (5, 4)


@pytest.mark.rule("18DO-4.4.6-3")
@pytest.mark.parametrize("number", [1, 2])  # after the first stock round too
def test_a_railway_wholly_with_players_rises_after_the_round(number):
    table = railway(
        companies={"BME": {"A": 60, "B": 40, "spot": (3, 4)}},
        cash=dict.fromkeys("ABC", 300),
        stock_round=number,
    )
    table.apply("A passes", "B passes", "C passes")
    assert table.spot("BME") == (2, 4)


@pytest.mark.rule("18DO-4.4.6-3")
@pytest.mark.parametrize("rest", [{"pool": 10}, {}])
def test_one_certificate_elsewhere_prevents_it(rest):
    table = railway(
        companies={"BME": {"A": 60, "B": 30, "spot": (3, 4), **rest}}, cash=dict.fromkeys("ABC", 300)
    )
    table.apply("A passes", "B passes", "C passes")
    assert table.spot("BME") == (3, 4)


@pytest.mark.rule("18DO-4.4.6-3")
@pytest.mark.parametrize(("upper", "lower"), [("BME", "CME"), ("CME", "BME")])
def test_several_rise_in_the_order_in_which_they_operate(upper, lower):
    full = {"A": 60, "B": 40, "spot": (3, 4)}
    table = railway(companies={upper: full, lower: full}, cash=dict.fromkeys("ABC", 300))
    assert table.stack("BME") == (upper, lower)
    table.apply("A passes", "B passes", "C passes")
    assert table.spot("BME") == table.spot("CME") == (2, 4)
    assert table.stack("BME") == (upper, lower)


@pytest.mark.rule("18DO-4.4.6-4")
def test_on_the_top_field_it_stays():
    table = railway(companies={"BME": {"A": 60, "B": 40, "spot": (0, 7)}}, cash=dict.fromkeys("ABC", 300))
    table.apply("A passes", "B passes", "C passes")
    assert table.spot("BME") == (0, 7)


@pytest.mark.rule("18DO-4.4.6-5")
@pytest.mark.parametrize("source", ["company", "pool"])
def test_purchases_move_no_price(source):
    table = held(B=50, pool=20, spot=(3, 4)).apply(f"A buys 10 BME from {source}")
    assert table.spot("BME") == (3, 4)
