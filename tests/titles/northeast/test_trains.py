"""Trains, trade-ins, discards, emergencies and bankruptcy: peculiarities 22 to 24."""

import pytest

from tests.titles.northeast.helpers import PITTSBURGH, northeast


def buying(phase="", *, cash=2000, trains=(), others=None, **more):
    """PRR, led by A, at the step of buying trains."""
    companies = {"PRR": {"price": 100, "A": 60, "cash": cash, "trains": list(trains)}, **(others or {})}
    return northeast(companies=companies, phase=phase, turn="PRR trains", tiles=PITTSBURGH, **more)


# -- 22: trains -----------------------------------------------------------------------------------


@pytest.mark.rule("1830-22-1", "1830-22-6")
def test_22_the_d_is_on_sale_beside_the_6_from_phase_6_on():
    assert buying("5", depot="6").refused("PRR buys train D as D from depot for 1100") == "1830-22-6"
    table = buying("6")
    assert table.allows("PRR buys train 6 as 6 from depot for 630")
    table.apply("PRR buys train D as D from depot for 1100")
    assert (table.phase, table.trains("PRR")) == ("D", ["D"])


@pytest.mark.rule("1830-22-2", "1830-22-3")
@pytest.mark.parametrize("given", ["4", "5", "6"])
def test_22_a_train_handed_in_takes_300_off_a_d_and_goes_to_the_bank(given):
    table = buying("6", trains=[given], cash=800)
    assert table.refused(f"PRR trades train {given} for D at 700") == "1830-22-6"
    table.apply(f"PRR trades train {given} for D at 800")
    assert (table.trains("PRR"), table.cash("PRR")) == (["D"], 0)
    assert table.trains("pool") == ([given] if given != "4" else [])  # the first D scraps the 4s


@pytest.mark.rule("1830-22-3")
def test_22_a_train_handed_in_is_sold_again_at_its_printed_price():
    table = buying("6", trains=["5"], cash=2000).apply("PRR trades train 5 for D at 800")
    assert table.refused("PRR buys train 5 as 5 from pool for 1") == "1830-22-6"
    assert table.allows("PRR buys train 5 as 5 from pool for 450")


@pytest.mark.rule("1830-22-2")
def test_22_a_trade_in_is_possible_at_the_train_limit_and_of_some_trains_only():
    table = buying("6", trains=["5", "6"], cash=800)
    assert table.refused("PRR buys train D as D from depot for 1100") == "1830-22-5"
    assert table.allows("PRR trades train 5 for D at 800")
    assert buying("6", trains=["3"]).refused("PRR trades train 3 for D at 800") == "1830-22-2"
    assert buying("6", trains=["5"]).refused("PRR trades train 4 for D at 800") == "1830-22-2"


@pytest.mark.rule("1830-22-4")
def test_22_companies_over_the_limit_give_trains_up_at_once_in_any_order():
    others = {
        "NYC": {"price": 90, "B": 60, "trains": ["3", "3", "4"]},
        "CPR": {"price": 82, "C": 60, "trains": ["3", "4", "4"]},
    }
    table = buying("4", depot="5", trains=["4"], others=others)
    table.apply("PRR buys train 5 as 5 from depot for 450")
    assert set(table.game.acting) == {"B", "C"}
    assert table.refused("PRR passes") == "1830-22-4"
    table.apply("CPR discards train 4")
    assert table.game.acting == ("B",)
    table.apply("NYC discards train 3")
    assert sorted(table.trains("pool")) == ["3", "4"]


@pytest.mark.rule("1830-22-5")
@pytest.mark.parametrize(("phase", "limit"), [("", 4), ("3", 4), ("4", 3), ("5", 2), ("6", 2), ("D", 2)])
def test_22_the_train_limit_of_each_phase(phase, limit):
    kind, price = {"": ("2", 80), "3": ("3", 180), "4": ("4", 300), "5": ("5", 450)}.get(phase, ("D", 1100))
    buy = f"PRR buys train {kind} as {kind} from depot for {price}"
    assert buying(phase, trains=[kind] * limit).refused(buy) == "1830-22-5"
    assert buying(phase, trains=[kind] * (limit - 1)).allows(buy)


@pytest.mark.parametrize(("phase", "new", "gone"), [("3", "4", "2"), ("5", "6", "3"), ("6", "D", "4")])
def test_22_2_3_and_4_trains_rust_with_the_first_4_6_and_d(phase, new, gone):
    others = {"NYC": {"price": 90, "B": 60, "trains": [gone]}}
    table = buying(phase, depot=new if new != "D" else "", others=others)
    price = table.s.box.trains[new].price
    table.apply(f"PRR buys train {new} as {new} from depot for {price}")
    assert (table.trains("NYC"), table.phase) == ([], new)


@pytest.mark.rule("1830-22-6")
def test_22_new_trains_are_sold_in_order_at_the_printed_price():
    table = buying("")
    assert table.refused("PRR buys train 3 as 3 from depot for 180") == "1830-22-6"
    assert table.refused("PRR buys train 2 as 2 from depot for 79") == "1830-22-6"
    assert table.refused("PRR buys train 9 as 9 from depot for 79") == "1830-22-6"


@pytest.mark.rule("1830-22-7")
def test_22_companies_sell_each_other_trains_for_at_least_1_if_the_owner_agrees():
    others = {"NYC": {"price": 90, "B": 60, "trains": ["2"]}}
    assert (
        buying("", trains=["2"], others=others).refused("PRR buys train 2 as 2 from NYC for 2001")
        == "1830-22-7"
    )
    table = buying("", others=others)
    assert table.refused("PRR buys train 2 as 2 from NYC for 0") == "1830-22-7"
    table.apply("PRR buys train 2 as 2 from NYC for 1")
    assert table.acting == "B"
    assert table.refused("PRR passes") == "1830-22-7"
    table.apply("B declines")
    assert table.refused("PRR buys train 2 as 2 from NYC for 1") == "1830-22-7"
    table.apply("PRR buys train 2 as 2 from NYC for 5", "B agrees")
    assert (table.trains("PRR"), table.cash("NYC")) == (["2"], 5)


@pytest.mark.rule("1830-22-8")
@pytest.mark.parametrize(("option", "count"), [(False, 2), (True, 3)])
def test_22_an_option_has_three_6_trains(option, count):
    assert buying("", options={"optional_6_train": option}).trains("depot").count("6") == count


# -- 23: emergency --------------------------------------------------------------------------------


def emergency(*, cash=100, a=0, phase="4", a_holds=None, **more):
    """PRR has a route, no train and little money; the cheapest train costs 300."""
    others = {id: {"price": 82, **held} for id, held in (a_holds or {}).items()}
    return northeast(
        companies={"PRR": {"price": 76, "A": 60, "cash": cash}, **others},
        phase=phase,
        turn="PRR trains",
        tiles=PITTSBURGH,
        cash={"A": a, "B": 0, "C": 0},
        **more,
    )


@pytest.mark.rule("1830-23-1")
def test_23_a_company_with_a_route_must_own_a_train_and_its_president_helps():
    assert emergency(a=200).refused("PRR passes") == "1830-23-1"
    table = emergency(a=250).apply("PRR buys train 4 as 4 from depot for 300")
    assert (table.cash("A"), table.cash("PRR"), table.trains("PRR")) == (50, 0, ["4"])


@pytest.mark.rule("1830-23-1")
def test_23_who_has_a_train_or_no_route_gets_no_help():
    companies = {"PRR": {"price": 100, "A": 60, "cash": 100, "trains": ["3"]}}
    table = northeast(companies=companies, phase="4", turn="PRR trains", tiles=PITTSBURGH, cash={"A": 900})
    assert table.refused("PRR buys train 4 as 4 from depot for 300") == "1830-23-1"
    companies = {"PRR": {"price": 100, "A": 60, "cash": 299}}
    table = northeast(companies=companies, phase="4", turn="PRR lay", cash={"A": 900})
    assert table.apply("PRR passes").round == "OR 2.2"  # without a route nothing is to be decided


@pytest.mark.rule("1830-23-2")
def test_23_only_the_cheapest_train_of_the_bank():
    table = emergency(a=2000, phase="6", pool_trains=["5"])
    assert table.refused("PRR buys train 6 as 6 from depot for 630") == "1830-23-2"
    assert table.allows("PRR buys train 5 as 5 from pool for 450")


@pytest.mark.rule("1830-23-3")
def test_23_the_presidents_money_buys_from_others_at_most_at_face_value():
    table = emergency(a=500, a_holds={"NYC": {"A": 20, "trains": ["4"]}})
    assert table.refused("PRR buys train 4 as 4 from NYC for 301") == "1830-23-3"
    table.apply("PRR buys train 4 as 4 from NYC for 300")
    assert (table.cash("A"), table.cash("NYC"), table.trains("PRR")) == (300, 300, ["4"])


@pytest.mark.rule("1830-23-3")
def test_23_help_for_another_companys_train_though_the_bank_could_be_paid():
    table = emergency(cash=320, a=500, a_holds={"NYC": {"A": 20, "trains": ["5"]}})
    assert table.refused("PRR buys train 5 as 5 from NYC for 451") == "1830-23-3"
    assert table.refused("A sells 10 NYC") == "1830-23-1"  # nothing is sold for it
    table.apply("PRR buys train 5 as 5 from NYC for 450")
    assert (table.cash("A"), table.cash("PRR"), table.cash("NYC")) == (370, 0, 450)


@pytest.mark.rule("1830-23-3")
def test_23_its_own_money_a_company_spends_as_it_likes():
    table = emergency(cash=760, phase="5", depot="6", a_holds={"NYC": {"A": 20, "trains": ["5"]}})
    assert table.allows("PRR buys train 5 as 5 from NYC for 760")


@pytest.mark.rule("1830-23-4")
def test_23_a_sale_may_cost_the_lead_of_others_but_not_of_the_company_in_turn():
    table = emergency(a_holds={"NYC": {"A": 30, "B": 30}})
    table.s.shares["PRR"] = ("A", "A", "B", "B", *table.s.shares["PRR"][4:7], "B", "offer")
    assert table.refused("A sells 20 PRR") == "1830-23-4"
    table.apply("A sells 20 NYC")
    assert (table.president("NYC"), table.cash("A")) == ("B", 164)


@pytest.mark.rule("1830-23-4")
def test_23_the_company_in_turn_keeps_its_president():
    companies = {"PRR": {"price": 100, "A": 40, "B": 30, "cash": 0}}
    table = northeast(
        companies=companies, phase="4", turn="PRR trains", tiles=PITTSBURGH, cash={"A": 0, "B": 0}
    )
    assert table.allows("A sells 10 PRR")
    assert table.refused("A sells 20 PRR") == "1830-23-4"


@pytest.mark.rule("1830-23-5")
def test_23_no_more_is_sold_than_needed_in_portions_if_one_likes():
    table = emergency(a=80, a_holds={"NYC": {"A": 40, "B": 50}})
    assert table.refused("A sells 30 NYC") == "1830-23-5"  # two shares bring the 120 that are missing
    assert table.refused("PRR buys train 4 as 4 from depot for 300") == "1830-23-5"
    table.apply("A sells 10 NYC", "A sells 10 NYC")
    assert table.refused("A sells 10 PRR") == "1830-23-5"
    table.apply("PRR buys train 4 as 4 from depot for 300")
    assert table.cash("A") == 80 + 82 + 76 - 200


@pytest.mark.rule("1830-23-5")
def test_23_sales_are_for_need_alone():
    assert emergency(a=200, a_holds={"NYC": {"A": 40, "B": 50}}).refused("A sells 10 NYC") == "1830-23-5"
    able = emergency(cash=300, a_holds={"NYC": {"A": 40, "B": 50}})
    assert able.refused("A sells 10 NYC") == "1830-23-1"


@pytest.mark.rule("1830-23-6")
def test_23_after_a_sale_so_much_is_spent_that_it_was_needed():
    held = {"NYC": {"A": 40, "B": 50}, "CPR": {"A": 60, "trains": ["4"], "cash": 0}}
    table = emergency(a=150, a_holds=held)
    assert table.allows("PRR buys train 4 as 4 from CPR for 1")
    table.apply("A sells 10 NYC")  # for 82
    assert table.refused("PRR buys train 4 as 4 from CPR for 250") == "1830-23-6"
    assert table.allows("PRR buys train 4 as 4 from depot for 300")
    table.apply("PRR buys train 4 as 4 from CPR for 251")
    assert (table.cash("PRR"), table.cash("A"), table.cash("CPR")) == (0, 150 + 82 - 151, 251)


@pytest.mark.rule("1830-23-5", "1830-23-6")
def test_23_of_a_block_each_share_must_have_been_needed():
    held = {"NYC": {"A": 40, "B": 50}, "CPR": {"A": 60, "trains": ["4"], "cash": 0}}
    table = emergency(a=80, a_holds=held).apply("A sells 20 NYC")  # 82 each: 344 with the treasury
    assert table.refused("PRR buys train 4 as 4 from CPR for 262") == "1830-23-6"
    assert table.allows("PRR buys train 4 as 4 from CPR for 263")


@pytest.mark.rule("1830-23-7")
def test_23_nobody_helps_with_a_trade_in():
    table = northeast(
        companies={"PRR": {"price": 100, "A": 60, "cash": 799, "trains": ["5"]}},
        phase="6",
        turn="PRR trains",
        tiles=PITTSBURGH,
        cash={"A": 900},
    )
    assert table.refused("PRR trades train 5 for D at 800") == "1830-23-7"


@pytest.mark.rule("1830-23-8")
def test_23_an_emergency_sale_reorders_those_who_have_not_operated():
    companies = {
        "PRR": {"price": 112, "A": 60, "cash": 100},
        "NYC": {"price": 82, "A": 40, "B": 50, "cash": 0},
        "CPR": {"price": 76, "C": 60, "cash": 0},
    }
    table = northeast(companies=companies, phase="4", tiles=PITTSBURGH, turn="PRR trains", cash={"A": 60})
    table.apply("A sells 20 NYC", "PRR buys train 4 as 4 from depot for 300")
    assert table.s.top.company == "CPR"


# -- 24: bankruptcy -------------------------------------------------------------------------------


@pytest.mark.rule("1830-24-1")
def test_24_bankrupt_is_who_could_not_raise_enough_by_selling_all():
    assert emergency(a_holds={"NYC": {"A": 40, "B": 50}}).refused("A is bankrupt") == "1830-24-1"
    assert emergency(a=200).refused("A is bankrupt") == "1830-24-1"
    poor = emergency(cash=0, phase="5", depot="6", a_holds={"NYC": {"A": 30, "B": 50}})
    assert poor.allows("A is bankrupt") and poor.allows("A sells 10 NYC")
    # three shares at 82 and four at 76 are 550 of the 630
    short, enough = (
        emergency(cash=0, a=a, phase="5", depot="6", a_holds={"NYC": {"A": 30, "B": 50}}) for a in (79, 80)
    )
    assert short.allows("A is bankrupt")
    assert enough.refused("A is bankrupt") == "1830-24-1", "to the last dollar"


@pytest.mark.rule("1830-24-1")
def test_24_a_train_in_another_own_company_keeps_nobody_from_bankruptcy():
    table = emergency(cash=10, phase="5", depot="6", a_holds={"NYC": {"A": 20, "trains": ["5"]}})
    assert table.allows("PRR buys train 5 as 5 from NYC for 10")
    assert table.allows("A is bankrupt")


@pytest.mark.rule("1830-24-2")
def test_24_a_bankrupt_sells_what_can_be_sold_loses_the_cash_and_the_game_is_over():
    table = emergency(cash=0, a=20, phase="5", depot="6", a_holds={"NYC": {"A": 30, "B": 50}})
    table.apply("A is bankrupt")
    assert table.game.over
    assert (table.s.ending, table.s.bankrupt, table.cash("A")) == ("bankrupt", ("A",), 0)
    assert (table.percent("A", "NYC"), table.spot("NYC")) == (0, (5, 6))
    assert table.percent("A", "PRR") == 20  # the president's certificate had no taker
    assert table.game.scores()["A"] == 2 * table.price("PRR")
    assert table.game.legal_actions() == []


@pytest.mark.rule("1830-24-2")
def test_24_the_lead_of_other_companies_falls_on_the_way():
    table = emergency(cash=0, phase="5", depot="6", a_holds={"NYC": {"A": 30, "B": 30}}).apply(
        "A is bankrupt"
    )
    assert (table.president("NYC"), table.percent("A", "NYC")) == ("B", 0)
