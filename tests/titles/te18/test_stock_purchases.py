"""Buying certificates, limits, and how the presidency passes by a purchase (18TE §3.7, §6.1, §6.4)."""

import pytest

from kursbuch.testing import position

# A: 5 + 4 + 1 certificates, with three players as many as are allowed
TEN = {
    "KHS": {"A": 70, "price": 80},
    "KWE": {"A": 60, "B": 30, "price": 80},
    "CME": {"A": 10, "B": 30, "price": 80},
}


def buying(players=2, buyer="A", companies=None, **more):
    companies = companies or {"KHS": {"A": 30, "B": 20, "pool": 20, "price": 80, "cash": 50}}
    return position("18te", players=players, companies=companies, stock=buyer, **more)


# -- §6.1, §6.4 the certificate limit -------------------------------------------------------------


@pytest.mark.rule("18TE-6.1-1", "18TE-6.1-4", "18TE-6.4-10")
def test_three_players_hold_ten_certificates_each_and_30_per_cent_are_one():
    table = buying(3, companies=TEN)
    assert table.refused("A buys 10 KWE from company") == "18TE-6.4-10"
    assert table.refused("A opens TWE at 180") == "18TE-6.4-10"
    nine = {**TEN, "CME": {"B": 30, "price": 80}}
    table = buying(3, companies=nine)
    assert table.allows("A opens TWE at 180")
    table.apply("A buys 10 KWE from company")


@pytest.mark.rule("18TE-6.4-10")
def test_who_stands_at_the_limit_is_not_asked_in_an_auction():
    table = buying(3, buyer="C", companies=TEN).apply("C opens TWE at 180")
    assert table.acting == "B"
    table.apply("B bids 190")
    assert table.acting == "C"
    assert table.refused("A bids 200") == "18TE-6.4-10"


@pytest.mark.rule("18TE-6.1-3", "18TE-6.4-10")
def test_two_players_hold_fifteen_certificates_each():
    fourteen = {
        "KHS": {"A": 70, "price": 80},
        "KWE": {"A": 70, "price": 80},
        "CME": {"A": 40, "B": 40, "president": "B"},
        "TWE": {"B": 30, "price": 80},
    }
    table = buying(companies=fourteen)
    table.apply("A buys 10 TWE from company", "B passes")
    assert table.refused("A buys 10 TWE from company") == "18TE-6.4-10"
    assert table.refused("A opens KPR at 180") == "18TE-6.4-10"


@pytest.mark.rule("18TE-6.1-2")
@pytest.mark.parametrize(("price", "yellow"), [(50, False), (40, True), (10, True)])
def test_certificates_in_the_yellow_zone_do_not_count(price, yellow):
    table = buying(3, companies={**TEN, "TWE": {"B": 30, "price": price}})
    assert table.allows("A buys 10 TWE from company") is yellow
    if yellow:
        table.apply("A buys 10 TWE from company", "B passes", "C passes")
        assert table.refused("A buys 10 CME from company") == "18TE-6.4-10"
        table.apply("A buys 10 TWE from company")
    else:
        assert table.refused("A buys 10 TWE from company") == "18TE-6.4-10"


@pytest.mark.rule("18TE-6.1-2")
def test_a_holding_that_falls_into_the_yellow_zone_makes_room():
    fallen = {**TEN, "KWE": {"A": 60, "B": 30, "price": 40}}
    assert buying(3, companies=fallen).allows("A buys 10 CME from company")


@pytest.mark.rule("18TE-6.4-11")
def test_who_holds_too_many_certificates_must_sell_first():
    eleven = {**TEN, "CME": {"A": 20, "B": 30, "price": 80}, "TWE": {"B": 30, "price": 40}}
    table = buying(3, companies=eleven)
    for action in ("A passes", "A buys 10 TWE from company", "A opens KPR at 180"):
        assert table.refused(action) == "18TE-6.4-11"
    assert all(" sells " in action for action in table.legal())
    table.apply("A sells 10 CME")
    assert table.allows("A passes")
    assert table.allows("A buys 10 TWE from company")


@pytest.mark.rule("18TE-6.4-11")
def test_a_lost_presidency_can_make_too_many_certificates():
    nine = {"KHS": {"A": 40, "B": 40, "pool": 10}, "KWE": {"A": 70}, "CME": {"A": 20, "B": 30}}
    table = buying(3, buyer="B", companies=nine)
    table.apply("B buys 10 KHS from pool", "C passes")
    assert table.president("KHS") == "B"
    assert table.refused("A passes") == "18TE-6.4-11"
    table.apply("A sells 10 KWE", "A passes")


@pytest.mark.rule("18TE-6.4-11")
def test_who_cannot_sell_the_surplus_is_released():
    stuck = {
        "KHS": {"A": 50, "pool": 50, "price": 80},
        "KWE": {"A": 50, "pool": 50, "price": 80},
        "CME": {"A": 50, "pool": 50, "price": 80},
        "TWE": {"A": 40, "pool": 50, "price": 80},
    }
    table = buying(3, companies=stuck)
    assert not [action for action in table.legal() if " sells " in action]
    assert table.allows("A passes")


@pytest.mark.rule("18TE-6.4-11", "18TE-6.1-2")
def test_paper_of_the_yellow_zone_is_not_forced_out():
    stuck = {
        "KHS": {"A": 50, "pool": 50, "price": 80},
        "KWE": {"A": 50, "pool": 50, "price": 80},
        "CME": {"A": 50, "pool": 50, "price": 80},
        "TWE": {"A": 40, "pool": 50, "price": 80},
        "KPR": {"A": 20, "B": 30, "price": 40},
    }
    table = buying(3, companies=stuck, cash={"A": 100})
    assert [action for action in table.legal() if " sells " in action] == ["A sells 10 KPR", "A sells 20 KPR"]
    assert table.allows("A passes")
    assert table.allows("A buys 10 KPR from company")


@pytest.mark.rule("18TE-6.4-11")
def test_who_sells_paper_of_the_yellow_zone_still_holds_too_much():
    eleven = {**TEN, "CME": {"A": 20, "B": 30, "price": 80}, "TWE": {"A": 10, "B": 30, "price": 40}}
    table = buying(3, companies=eleven).apply("A sells 10 TWE")
    assert table.refused("A passes") == "18TE-6.4-11"


FULL = {"A": 50, "pool": 50, "price": 80}


def with_khs(pool):
    """A holds eleven certificates and could sell only of KHS, giving the 30 % certificate to B first."""
    khs = {"A": 30, "B": 30, "pool": pool, "price": 80, "president": "A"}
    kpr = {"A": 10, "B": 30, "pool": 50, "price": 80}
    return buying(3, companies={"KHS": khs, "KWE": FULL, "CME": FULL, "TWE": FULL, "KPR": kpr})


@pytest.mark.rule("18TE-6.4-11")
@pytest.mark.parametrize("pool", [30, 40])
def test_a_sale_that_leaves_no_fewer_certificates_is_not_forced(pool):
    table = with_khs(pool)
    assert table.allows("A sells 10 KHS")
    assert table.allows("A passes")


@pytest.mark.rule("18TE-6.4-11")
def test_a_sale_of_all_that_comes_back_for_the_30_certificate_is_forced():
    table = with_khs(20)
    assert table.refused("A passes") == "18TE-6.4-11"
    table.apply("A sells 30 KHS", "A passes")


# -- §6.4 money and sources -----------------------------------------------------------------------


@pytest.mark.rule("18TE-6.4-1")
def test_a_certificate_costs_the_current_price():
    companies = {"KHS": {"price": 90}}
    assert buying(companies=companies, cash={"A": 89}).refused("A buys 10 KHS from company") == "18TE-6.4-1"
    table = buying(companies=companies, cash={"A": 90}).apply("A buys 10 KHS from company")
    assert table.cash("A") == 0


@pytest.mark.rule("18TE-6.4-2", "18TE-6.4-3", "18TE-6.4-4")
@pytest.mark.parametrize(("source", "to_bank", "to_company"), [("company", 0, 80), ("pool", 80, 0)])
def test_the_buyer_chooses_treasury_or_bank_and_pays_there(source, to_bank, to_company):
    table = buying()
    bank, holder = table.cash("bank"), "KHS" if source == "company" else "pool"
    there = table.percent(holder, "KHS")
    table.apply(f"A buys 10 KHS from {source}")
    assert (table.cash("bank"), table.cash("KHS")) == (bank + to_bank, 50 + to_company)
    assert (table.percent("A", "KHS"), table.percent(holder, "KHS")) == (40, there - 10)


@pytest.mark.rule("18TE-6.4-2")
def test_an_empty_source_sells_nothing():
    table = buying(companies={"KHS": {"A": 30}})
    assert table.refused("A buys 10 KHS from pool") == "18TE-6.4-2"
    table = buying(companies={"KHS": {"A": 50, "pool": 50}})
    assert table.refused("A buys 10 KHS from company") == "18TE-6.4-2"
    assert [action for action in table.legal() if " buys " in action] == ["A buys 10 KHS from pool"]


@pytest.mark.rule("18TE-6.4-2", "18TE-6-4")
@pytest.mark.parametrize("size", [20, 30])
def test_only_one_certificate_of_10_is_bought_at_a_time(size):
    assert buying().refused(f"A buys {size} KHS from company") == "18TE-6.4-2"


@pytest.mark.rule("18TE-6.4-5")
def test_certificates_are_bought_only_once_the_company_is_founded():
    table = buying()
    assert table.refused("A buys 10 CME from company") == "18TE-6.4-5"
    table.apply("A opens KWE at 180", "B passes", "B buys 10 KWE from company")
    assert table.percent("B", "KWE") == 10


@pytest.mark.rule("18TE-6.4-6")
def test_a_player_owns_at_most_70_per_cent():
    table = buying(companies={"KHS": {"A": 60}}).apply("A buys 10 KHS from company", "B passes")
    assert table.percent("A", "KHS") == 70
    assert table.refused("A buys 10 KHS from company") == "18TE-6.4-6"


@pytest.mark.rule("18TE-6.4-6")
def test_the_yellow_zone_does_not_lift_the_70_per_cent():
    table = buying(companies={"KHS": {"A": 70, "price": 40}})
    assert table.refused("A buys 10 KHS from company") == "18TE-6.4-6"


@pytest.mark.rule("18TE-6.4-7")
def test_who_has_sold_a_company_does_not_buy_it_in_the_same_round():
    companies = {"KHS": {"A": 50, "price": 80}, "KWE": {"B": 30}}
    table = buying(companies=companies).apply("A sells 10 KHS")
    for source in ("pool", "company"):
        assert table.refused(f"A buys 10 KHS from {source}") == "18TE-6.4-7"
    assert table.allows("A buys 10 KWE from company")
    table.apply("A passes", "B buys 10 KHS from pool")
    assert table.refused("A buys 10 KHS from company") == "18TE-6.4-7"


@pytest.mark.rule("18TE-6.4-7")
def test_in_the_next_stock_round_he_buys_it_again():
    table = position(
        "18te",
        companies={"KHS": {"A": 50, "pool": 10}},
        sold=frozenset({("A", "KHS")}),
        turn="KHS issue",
        operating_round=2,
    )
    table.apply("KHS passes")
    assert table.round == "SR 3"
    assert table.allows("A buys 10 KHS from pool")


@pytest.mark.rule("18TE-6.4-8")
def test_purchases_do_not_move_the_price():
    table = buying(3)
    spot = table.spot("KHS")
    table.apply("A buys 10 KHS from pool", "B buys 10 KHS from company", "C buys 10 KHS from company")
    assert table.spot("KHS") == spot
    assert table.price("KHS") == 80


# -- §3.7, §6.4 the presidency --------------------------------------------------------------------


@pytest.mark.rule("18TE-3.7-1", "18TE-6.4-9")
def test_who_buys_more_than_the_president_has_becomes_president_at_once():
    table = buying(buyer="B", companies={"KHS": {"A": 30, "B": 30}}).apply("B buys 10 KHS from company")
    assert table.president("KHS") == "B"
    assert (table.percent("A", "KHS"), table.percent("B", "KHS")) == (30, 40)
    assert table.s.shares["KHS"].count("A") == 3
    assert table.s.shares["KHS"].count("B") == 2


@pytest.mark.rule("18TE-3.7-2")
def test_an_equal_holding_does_not_make_a_president():
    table = buying(buyer="B", companies={"KHS": {"A": 30, "B": 20}}).apply("B buys 10 KHS from company")
    assert (table.percent("A", "KHS"), table.percent("B", "KHS")) == (30, 30)
    assert table.president("KHS") == "A"
