"""18DO §6.4, §6.4.4, §6.4.6, §6.4.7: turns of a stock round, limits, sales and prices."""

import pytest

from tests.titles.dortmund.beer.beer_table import beer


def money(players=3):
    return {p: 900 for p in "ABCDE"[:players]}


def held(company="RIT", stock="A", players=3, phase="3", others=None, **about):
    companies = {company: {"price": 90, **about}, **(others or {})}
    return beer(players, companies=companies, cash=money(players), stock=stock, phase=phase)


@pytest.mark.rule("18DO-6.4-1")
def test_sell_any_number_then_buy_one():
    table = held(A=20, B=30, others={"DUB": {"B": 50}, "BME": {"B": 40, "A": 20}})
    table.apply("A sells 10 RIT", "A sells 10 BME", "A buys 10 DUB from company")
    assert table.acting == "B"
    assert table.refused("A buys 10 DUB from company") == "18DO-4.4-1"


@pytest.mark.rule("18DO-6.4-1")
@pytest.mark.parametrize("last", ["A founds DUB at 60", "A buys 10 RIT from company", "A passes"])
def test_founding_buying_or_passing_ends_the_turn_after_any_sales(last):
    table = held(B=50, others={"BME": {"B": 50, "A": 20}, "CME": {"B": 50, "A": 10}})
    table.apply("A sells 10 BME", "A sells 10 CME", "A sells 10 BME")
    assert table.acting == "A", "any number of sales"
    assert table.apply(last).acting == "B"
    for second in ("A founds STI at 60", "A buys 10 RIT from company", "A passes", "A sells 10 BME"):
        assert table.refused(second) == "18DO-4.4-1"


@pytest.mark.rule("18DO-6.4-1")
def test_the_round_ends_when_all_pass():
    table = held(B=50).apply("A buys 10 RIT from company")
    table.apply("B passes", "C passes", "A passes")
    assert table.round != "SR 2" and table.s.priority == "B"


@pytest.mark.rule("18DO-6.4-1")
def test_a_sale_is_a_deal_too_and_without_any_the_card_stays():
    table = held(A=20, B=50).apply("A sells 10 RIT", "A passes", "B passes", "C passes")
    assert (table.round, table.acting) == ("SR 2", "A"), "A has sold, so three passes are to come"
    table.apply("A passes")
    assert table.round != "SR 2" and table.s.priority == "B", "left of A, who sold last"
    quiet = held(A=20, B=50)
    quiet.s.priority = "C"
    quiet.apply("A passes", "B passes", "C passes")
    assert quiet.round != "SR 2" and quiet.s.priority == "C"


@pytest.mark.rule("18DO-6.4-2")
def test_nothing_is_bought_of_what_was_sold_in_the_same_round():
    table = held(A=20, B=40, pool=10).apply("A sells 10 RIT")
    assert table.refused("A buys 10 RIT from company") == "18DO-6.4-2"
    assert table.refused("A buys 10 RIT from pool") == "18DO-6.4-2"
    table.apply("A passes", "B passes", "C passes")
    assert table.refused("A buys 10 RIT from pool") == "18DO-6.4-2", "in a later turn of the round neither"


@pytest.mark.rule("18DO-6.4-2")
def test_what_was_sold_can_be_bought_again_in_the_next_stock_round():
    table = held(A=20, B=40, kettles=["3"]).apply("A sells 10 RIT")
    while table.round == "SR 2":
        table.apply(f"{table.acting} passes")
    while table.round != "SR 3":
        table.apply(next(a for w in ("delivers", "withholds", "passes") for a in table.starts(w)))
    while table.acting != "A":
        table.apply(f"{table.acting} passes")
    assert table.allows("A buys 10 RIT from pool")


# -- limits -----------------------------------------------------------------------------------------


@pytest.mark.rule("18DO-6.4.4-2")
@pytest.mark.parametrize(("players", "limit"), [(3, 70), (4, 60), (5, 60)])
@pytest.mark.parametrize("company", ["RIT", "BME"])
def test_the_share_limit(players, limit, company):
    table = held(company, players=players, A=limit)
    assert table.refused(f"A buys 10 {company} from company") == "18DO-6.4.4-2"
    assert held(company, players=players, A=limit - 10).allows(f"A buys 10 {company} from company")


FULL = {  # of A, with one minor brewery
    3: {"BME": 70, "CME": 70, "RhE": 50},
    4: {"BME": 60, "CME": 60, "RhE": 30},
    5: {"BME": 60, "CME": 50},
}


@pytest.mark.rule("18DO-6.4.4-1", "18DO-6.4.4-3", "18DO-6.3.2.1-10")
@pytest.mark.parametrize(("players", "limit"), [(3, 17), (4, 13), (5, 10)])
def test_charters_count_as_certificates(players, limit):
    companies = {id: {"A": size} for id, size in FULL[players].items()} | {"RIT": {"B": 50}, "DUB": {"B": 50}}
    table = beer(
        players,
        companies=companies,
        minors={"B7": {"owner": "A"}},
        cash=money(players),
        phase="3",
        options={"certificate_limit": "text"},
    )
    shares = sum(owners.count("A") for owners in table.s.shares.values())
    assert shares + 1 == limit
    assert table.refused("A buys 10 RIT from company") == "18DO-6.4.4-3"
    assert table.refused("A founds KRO at 60") == "18DO-6.4.4-3"
    del table.s.minors["B7"]
    assert table.allows("A buys 10 RIT from company")


# -- sales ------------------------------------------------------------------------------------------


@pytest.mark.rule("18DO-6.4.6-1", "18DO-6.4.7-1")
def test_others_sell_at_the_price_and_it_stays():
    table = held(A=30, B=40)
    assert table.pays("A sells 30 RIT") == {"A": 270, "bank": -270}
    assert table.price("RIT") == 90 and table.percent("pool", "RIT") == 30
    assert table.refused("A sells 10 RIT") == "18DO-6.4.6-1"


@pytest.mark.rule("18DO-6.4.6-2")
def test_the_pool_takes_half_at_most():
    table = held("HAN", players=5, A=20, B=30, pool=40)
    assert table.refused("A sells 20 HAN") == "18DO-6.4.6-2"
    assert table.allows("A sells 10 HAN")


@pytest.mark.rule("18DO-6.4.6-3")
def test_nothing_is_sold_before_a_company_has_operated():
    table = held(A=20, B=30, new=True)
    assert table.refused("A sells 10 RIT") == "18DO-6.4.6-3"


@pytest.mark.rule("18DO-6.4.6-4")
def test_the_directors_certificate_is_not_sold():
    table = held(A=30, B=20)
    assert table.refused("A sells 10 RIT") == "18DO-6.4.6-4"
    assert table.refused("A sells 30 RIT") == "18DO-6.4.6-4"


@pytest.mark.rule("18DO-6.4.6-1")
def test_shares_are_sold_to_nobody_but_the_pool():
    table = held(A=30, B=40).apply("A sells 20 RIT")
    assert table.percent("pool", "RIT") == 20 and table.percent("RIT", "RIT") == 30


# -- prices -----------------------------------------------------------------------------------------


@pytest.mark.rule("18DO-6.4.7-2", "18DO-6.4.7-3")
@pytest.mark.parametrize("company", ["RIT", "BME"])
def test_a_director_sells_at_the_old_price_and_it_falls(company):
    table = held(company, A=50)
    assert table.pays(f"A sells 20 {company}") == {"A": 180, "bank": -180}
    assert table.price(company) == 75  # 90, 80, 75


@pytest.mark.rule("18DO-6.4.7-4")
def test_a_director_who_loses_the_post_still_lowers_the_price():
    table = held(A=40, B=30)
    table.apply("A sells 30 RIT")
    assert table.president("RIT") == "B" and table.price("RIT") == 70  # 90, 80, 75, 70


@pytest.mark.rule("18DO-6.4.7-3", "18DO-6.4.7-4")
def test_all_that_is_sold_of_a_company_in_one_turn_is_one_sale():
    whole, parts = held(A=50, B=30), held(A=50, B=30)
    paid = whole.pays("A sells 40 RIT")
    assert parts.pays("A sells 20 RIT") == {"A": 180, "bank": -180}
    assert parts.president("RIT") == "A", "a tie keeps the post"
    assert parts.pays("A sells 10 RIT") == {"A": 90, "bank": -90}, "still the price before the sale"
    assert parts.president("RIT") == "B"
    assert parts.pays("A sells 10 RIT") == {"A": 90, "bank": -90}
    assert (parts.price("RIT"), parts.cash("A")) == (whole.price("RIT"), 900 + paid["A"])


@pytest.mark.rule("18DO-6.4.7-4")
def test_who_has_sold_as_director_goes_on_lowering_the_price_in_that_turn():
    table = held(A=40, B=30)
    table.apply("A sells 20 RIT")
    assert table.president("RIT") == "B" and table.price("RIT") == 75
    assert table.pays("A sells 20 RIT") == {"A": 180, "bank": -180}
    assert table.price("RIT") == 65  # 90, 80, 75, 70, 65


@pytest.mark.rule("18DO-6.4.7-1")
def test_in_a_later_turn_it_is_another_sale():
    table = held(A=40, B=30)
    table.apply("A sells 20 RIT", "A passes", "B passes", "C passes")
    assert table.pays("A sells 20 RIT") == {"A": 150, "bank": -150}
    assert table.price("RIT") == 75, "somebody else directs it now"


@pytest.mark.rule("18DO-6.4.7-1")
def test_a_sale_of_one_company_says_nothing_of_another():
    table = held(A=40, B=30, others={"DUB": {"A": 20, "B": 50, "price": 90}})
    table.apply("A sells 20 RIT", "A sells 20 DUB")
    assert table.price("DUB") == 90


@pytest.mark.rule("18DO-6.4.7-1", "18DO-6.4.7-6")
@pytest.mark.parametrize("company", ["RIT", "BME"])
def test_sold_out_is_no_rise(company):
    table = held(company, A=50, B=50, players=4, others={"CME": {"C": 50, "cash": 500, "price": 100}})
    spot = table.spot(company)
    while table.round == "SR 2":
        table.apply(f"{table.acting} passes")
    assert table.step == "CME lay", "the operating round has begun"
    assert (table.spot(company), table.price(company)) == (spot, 90)
    assert set(table.s.shares[company]) == {"A", "B"}


@pytest.mark.rule("18DO-4.4.3-4")
@pytest.mark.parametrize("company", ["DUB", "STI"])
def test_a_share_goes_in_part_payment_for_the_bigger_certificate_at_the_bottom_of_a_stack(company):
    """The certificate given does not count as the next on the stack, though its number is lower."""
    table = held(company, stock="B", A=40, B=10 + 20 * (company == "DUB"), C=10 if company == "DUB" else 30)
    table.apply(f"B trades 10 for 20 {company} from company")
    assert (table.s.cash["B"], table.s.cash[company]) == (900 - 90, 90)
    assert table.s.shares[company][-1] == "B"
    assert table.s.shares[company].count(company) == 1, "a share lies there instead"
