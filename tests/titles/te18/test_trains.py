"""18TE §7.8: buying locomotives."""

import pytest

from kursbuch.testing import Table, position

ROUTE = {"F6": "4.1"}  # Osnabrück - Lotte, enough to be obliged to own a train
DEPOT_2 = "KHS buys train 1+1/2 as 2 from depot for 100"


def shopping(cash, *, trains=(), price=60, others=None, **more) -> Table:
    companies = {"KHS": {"cash": cash, "trains": trains, "price": price}, **(others or {})}
    return position("18te", companies=companies, turn="KHS trains", **more)


# -- room -----------------------------------------------------------------------------------------


@pytest.mark.rule("18TE-7.8-1")
@pytest.mark.parametrize(
    ("phase", "limit", "buy", "rule"),
    [
        ("2", 3, "1+1/2 as 2 from depot for 100", "18TE-3.8-4"),
        ("3", 3, "2+2/3 as 3 from depot for 200", "18TE-3.8-8"),
        ("4", 2, "3+3/4 as 4 from depot for 400", "18TE-3.8-13"),
        ("5", 2, "D as D from depot for 800", "18TE-3.8-18"),
    ],
)
def test_a_train_needs_room_under_the_limit(phase, limit, buy, rule):
    full = shopping(900, phase=phase, trains=["4"] * limit)
    assert full.refused(f"KHS buys train {buy}") == rule
    assert shopping(900, phase=phase, trains=["4"] * (limit - 1)).allows(f"KHS buys train {buy}")


@pytest.mark.rule("18TE-7.8-1")
def test_the_limit_holds_for_trains_of_other_companies_and_of_the_bank_too():
    kwe = {"KWE": {"A": 30, "trains": ["2"]}}
    full = shopping(500, trains=["2", "2", "2"], others=kwe, pool_trains=["3"])
    assert full.refused("KHS buys train 1+1/2 as 2 from KWE for 1") == "18TE-3.8-4"
    assert full.refused("KHS buys train 2+2/3 as 3 from pool for 200") == "18TE-3.8-4"


# -- from another company -------------------------------------------------------------------------

OFFER = "KHS buys train 1+1/2 as 2 from KWE for 30"
OF_B = {"KWE": {"B": 30, "trains": ["2"]}}


@pytest.mark.rule("18TE-7.8-2")
def test_the_other_president_may_decline():
    table = shopping(50, others=OF_B).apply(OFFER)
    assert table.acting == "B"
    assert table.refused("KHS passes") == "18TE-7.8-2"
    table.apply("B declines")
    assert (table.trains("KWE"), table.trains("KHS"), table.cash("KHS")) == (["2"], [], 50)
    assert table.refused(OFFER) == "18TE-7.8-2"


@pytest.mark.rule("18TE-7.8-2")
def test_the_other_president_may_agree():
    table = shopping(50, others=OF_B).apply(OFFER, "B agrees")
    assert (table.trains("KWE"), table.trains("KHS")) == ([], ["2"])
    assert (table.cash("KWE"), table.cash("KHS")) == (30, 20)


@pytest.mark.rule("18TE-7.8-2")
def test_a_president_of_both_agrees_with_himself():
    table = shopping(50, others={"KWE": {"A": 30, "trains": ["2"]}}).apply(OFFER)
    assert (table.trains("KHS"), table.cash("KWE")) == (["2"], 30)


@pytest.mark.rule("18TE-7.8-3")
def test_the_price_between_companies_is_at_least_1():
    table = shopping(50, others=OF_B)
    assert table.refused("KHS buys train 1+1/2 as 2 from KWE for 0") == "18TE-7.8-3"
    assert table.allows("KHS buys train 1+1/2 as 2 from KWE for 1")


@pytest.mark.rule("18TE-7.8-4")
def test_the_price_between_companies_is_at_most_the_buyers_cash():
    table = shopping(50, others=OF_B)
    assert table.refused("KHS buys train 1+1/2 as 2 from KWE for 51") == "18TE-7.8-4"
    assert table.allows("KHS buys train 1+1/2 as 2 from KWE for 50")
    assert shopping(300, others=OF_B).allows("KHS buys train 1+1/2 as 2 from KWE for 300")


@pytest.mark.rule("18TE-3.4-2", "18TE-7.8-2")
@pytest.mark.parametrize(("option", "rule"), [("fresh", ""), ("kept", "18TE-3.4-2")])
def test_whether_a_second_hand_train_may_be_turned_over_is_an_option(option, rule):
    table = shopping(50, others=OF_B, options={"second_hand_side": option})
    refusal = table.refusal("KHS buys train 1+1/2 as 1+1 from KWE for 30")
    assert (refusal.rule if refusal else "") == rule
    assert table.allows(OFFER)


@pytest.mark.rule("18TE-3.4-2", "18TE-7.8-2")
@pytest.mark.parametrize("option", ["fresh", "kept"])
@pytest.mark.parametrize(("side", "left"), [("2", "1+1"), ("1+1", "2")])
def test_of_two_cards_the_one_on_the_side_that_is_asked_for_changes_hands(option, side, left):
    both = {"KWE": {"B": 30, "trains": ["1+1", "2"]}}
    table = shopping(50, others=both, options={"second_hand_side": option})
    table.apply(f"KHS buys train 1+1/2 as {side} from KWE for 30", "B agrees")
    assert (table.trains("KHS"), table.trains("KWE")) == ([side], [left])


@pytest.mark.rule("18TE-7.8-2")
def test_who_declines_for_one_card_may_still_be_asked_for_another():
    one = shopping(30, others=OF_B).apply(OFFER, "B declines")
    assert one.refused("KHS buys train 1+1/2 as 1+1 from KWE for 30") == "18TE-7.8-2"  # the same card, turned
    both = {"KWE": {"B": 30, "trains": ["1+1", "2"]}}
    table = shopping(30, others=both).apply(OFFER, "B declines")
    assert table.refused(OFFER) == "18TE-7.8-2"
    assert table.allows("KHS buys train 1+1/2 as 1+1 from KWE for 30")


@pytest.mark.rule("18TE-3.4-2", "18TE-7.8-2")
def test_of_cards_on_two_sides_either_can_be_bought_and_turned_over():
    both = {"KWE": {"B": 30, "trains": ["1+1", "2"]}}
    other = "KHS buys train 1+1/2 used as 1+1 as 2 from KWE for 30"
    table = shopping(50, others=both)
    assert "KHS buys train 1+1/2 used as 1+1 as 2 from KWE for 1..50/1" in table.legal()
    table.apply(other, "B agrees")
    assert (table.trains("KHS"), table.trains("KWE")) == (["2"], ["2"])
    # where one card alone can be meant it has but one name
    assert shopping(50, others=OF_B).refused("KHS buys train 1+1/2 used as 2 as 1+1 from KWE for 30") == (
        "18TE-3.4-2"
    )
    assert shopping(50, others=OF_B).starts("used as") == []
    kept = shopping(50, others=both, options={"second_hand_side": "kept"})
    assert kept.starts("used as") == []


@pytest.mark.rule("18TE-7.8-2")
def test_who_declines_for_a_card_has_declined_for_it_whatever_it_would_be_used_as():
    both = {"KWE": {"B": 30, "trains": ["1+1", "2"]}}
    table = shopping(30, others=both).apply(
        "KHS buys train 1+1/2 used as 1+1 as 2 from KWE for 30", "B declines"
    )
    assert table.refused("KHS buys train 1+1/2 as 1+1 from KWE for 30") == "18TE-7.8-2"
    assert table.allows("KHS buys train 1+1/2 as 2 from KWE for 30")
    assert table.allows("KHS buys train 1+1/2 used as 2 as 1+1 from KWE for 30")


# -- from the factory and from the bank -----------------------------------------------------------


@pytest.mark.rule("18TE-7.8-5")
def test_only_the_cheapest_new_train_is_for_sale():
    table = shopping(500)
    assert table.refused("KHS buys train 2+2/3 as 3 from depot for 200") == "18TE-7.8-5"
    assert table.allows(DEPOT_2)
    no_more_small_ones = shopping(500, depot="2+2/3")
    assert no_more_small_ones.allows("KHS buys train 2+2/3 as 3 from depot for 200")
    assert no_more_small_ones.refused(DEPOT_2) == "18TE-7.8-5"


@pytest.mark.rule("18TE-7.8-6")
@pytest.mark.parametrize(
    ("train", "side", "price"), [("1+1/2", "2", 100), ("2+2/3", "3", 200), ("3+3/4", "4", 400)]
)
def test_a_new_train_costs_its_printed_price(train, side, price):
    table = shopping(500, depot=train)
    bank = table.cash("bank")
    buy = f"KHS buys train {train} as {side} from depot for"
    assert table.refused(f"{buy} {price - 10}") == "18TE-7.8-6"
    table.apply(f"{buy} {price}")
    assert (table.cash("KHS"), table.cash("bank")) == (500 - price, bank + price)
    assert table.trains("KHS") == [side]


@pytest.mark.rule("18TE-7.8-7")
def test_a_train_of_the_bank_costs_its_printed_price():
    table = shopping(500, pool_trains=["3"])
    bank = table.cash("bank")
    assert table.refused("KHS buys train 2+2/3 as 3 from pool for 150") == "18TE-7.8-6"
    table.apply("KHS buys train 2+2/3 as 3 from pool for 200")
    assert (table.cash("KHS"), table.cash("bank"), table.trains("pool")) == (300, bank + 200, [])


@pytest.mark.rule("18TE-7.8-8")
def test_several_trains_in_one_round():
    table = shopping(250).apply(DEPOT_2, DEPOT_2)
    assert table.trains("KHS") == ["2", "2"]
    assert table.cash("KHS") == 50


# -- what a purchase sets off ---------------------------------------------------------------------

FIRST_4 = "KHS buys train 3+3/4 as 4 from depot for 400"


@pytest.mark.rule("18TE-7.8-9")
def test_rusting_comes_before_the_next_purchase():
    table = shopping(900, phase="3", depot="3+3/4", trains=["2", "2"]).apply(FIRST_4)
    assert table.phase == "4"
    assert table.trains("KHS") == ["4"]
    table.apply(FIRST_4)
    assert table.refused(FIRST_4) == "18TE-3.8-13"


@pytest.mark.rule("18TE-7.8-9")
def test_the_new_limit_comes_before_the_next_purchase():
    table = shopping(900, phase="3", depot="3+3/4", trains=["3", "3"]).apply(FIRST_4)
    assert table.refused(FIRST_4) == "18TE-3.8-13"
    table.apply("KHS discards train 3")
    assert table.trains("KHS") == ["3", "4"]
    assert table.trains("pool") == ["3"]
    assert table.s.phase.train_limit == 2


# -- the obligation -------------------------------------------------------------------------------


@pytest.mark.rule("18TE-7.8-10", "18TE-7-6")
def test_a_company_with_a_route_must_own_a_train():
    table = shopping(300, tiles=ROUTE)
    assert table.refused("KHS passes") == "18TE-7.8-10"
    assert table.apply(DEPOT_2).allows("KHS passes")


@pytest.mark.rule("18TE-7.8-10")
def test_without_a_route_or_with_a_train_no_purchase_is_due():
    assert shopping(300).allows("KHS passes")
    assert shopping(300, tiles=ROUTE, trains=["2"]).allows("KHS passes")


@pytest.mark.rule("18TE-7.8-10")
def test_with_no_train_on_sale_no_purchase_is_due():
    table = shopping(300, tiles=ROUTE, phase="5")
    for card in table.s.trains["depot"]:
        table.s.trains["out"] += (card,)
    table.s.trains["depot"] = ()
    assert table.allows("KHS passes")


@pytest.mark.rule("18TE-7.8-11")
def test_an_obliged_company_takes_any_train_it_can_afford():
    table = shopping(300, tiles=ROUTE, pool_trains=["3"], others=OF_B)
    assert table.allows(DEPOT_2)
    assert table.allows("KHS buys train 2+2/3 as 3 from pool for 200")
    assert table.allows("KHS buys train 1+1/2 as 2 from KWE for 300")


@pytest.mark.rule("18TE-7.8-12")
def test_the_president_helps_only_if_no_train_can_be_afforded():
    poor = shopping(90, tiles=ROUTE, price=80)
    cash = poor.cash("A")
    poor.apply(DEPOT_2)
    assert poor.cash("A") == cash - 10
    able = shopping(150, tiles=ROUTE, pool_trains=["3"])
    assert able.refused("KHS buys train 2+2/3 as 3 from pool for 200") == "18TE-7.8-12"
    assert able.refused("A sells 10 KHS") == "18TE-7.9-1"
