"""Trains, trade-ins, discards, emergencies and bankruptcy: peculiarities 10 and 11; rusting and phases."""

import pytest

from tests.titles.shikoku.helpers import shikoku

LINE = {"J3": "8.3"}  # Takamatsu to J1: KO has a route


def buying(phase="", *, cash=2000, trains=(), others=None, **more):
    """KO, led by A, at the step of buying trains."""
    companies = {"KO": {"price": 75, "A": 60, "cash": cash, "trains": list(trains)}, **(others or {})}
    return shikoku(companies=companies, phase=phase, turn="KO trains", tiles=LINE, **more)


# -- 10: D trains, discards, limits ---------------------------------------------------------------


@pytest.mark.rule("1889-10-1")
def test_10_the_d_is_on_sale_beside_the_6_from_phase_6_on():
    early = buying("5", depot="6", trains=["5"])
    assert early.refused("KO buys train D as D from depot for 1100") == "1889-10-5"
    assert early.refused("KO trades train 5 for D at 800") == "1889-10-5"
    table = buying("6")
    assert table.allows("KO buys train 6 as 6 from depot for 630")
    table.apply("KO buys train D as D from depot for 1100")
    assert (table.phase, table.trains("KO")) == ("D", ["D"])


@pytest.mark.rule("1889-10-2")
@pytest.mark.parametrize("given", ["4", "5", "6"])
def test_10_a_train_handed_in_takes_300_off_a_d(given):
    table = buying("6", trains=[given], cash=800)
    assert table.refused(f"KO trades train {given} for D at 700") == "1889-10-5"
    assert table.refused(f"A trades train {given} for D at 800") == "1889-O-1"
    table.apply(f"KO trades train {given} for D at 800")
    assert (table.trains("KO"), table.cash("KO")) == (["D"], 0)
    assert table.trains("pool") == ([given] if given != "4" else [])  # the first D scraps the 4s


@pytest.mark.rule("1889-10-2")
def test_10_a_trade_in_is_possible_at_the_train_limit_and_without_help():
    table = buying("6", trains=["5", "6"], cash=800)
    assert table.refused("KO buys train D as D from depot for 1100") == "1889-10-4"
    assert table.allows("KO trades train 5 for D at 800")
    assert buying("6", trains=["5"], cash=799).refused("KO trades train 5 for D at 800") == "1889-10-2"
    assert buying("6", trains=["3"]).refused("KO trades train 3 for D at 800") == "1889-10-2"
    assert buying("6", trains=["5"]).refused("KO trades train 4 for D at 800") == "1889-10-2"


@pytest.mark.rule("1889-10-3")
def test_10_companies_over_the_limit_give_trains_up_at_once_in_any_order():
    others = {
        "SR": {"price": 90, "B": 60, "trains": ["3", "3", "4"]},
        "IR": {"price": 80, "C": 60, "trains": ["3", "4", "4"]},
    }
    table = buying("4", depot="5", trains=["4"], others=others)
    table.apply("KO buys train 5 as 5 from depot for 450")
    assert set(table.game.acting) == {"B", "C"}
    assert table.refused("KO passes") == "1889-10-3"
    table.apply("IR discards train 4")
    assert table.game.acting == ("B",)
    table.apply("SR discards train 3")
    assert (sorted(table.trains("pool")), table.acting) == (["3", "4"], "B")  # the next turn, SR's


@pytest.mark.rule("1889-10-5")
def test_10_new_trains_are_sold_in_order_at_the_printed_price():
    table = buying("3")
    assert table.refused("KO buys train 4 as 4 from depot for 300") == "1889-10-5"
    assert table.refused("KO buys train 3 as 3 from depot for 170") == "1889-10-5"
    assert table.apply("KO buys train 3 as 3 from depot for 180").cash("KO") == 1820


@pytest.mark.rule("1889-10-5")
def test_10_discarded_trains_are_sold_at_their_printed_price():
    table = buying("5", pool_trains=["4"])
    assert table.refused("KO buys train 4 as 4 from pool for 1") == "1889-10-5"
    table.apply("KO buys train 4 as 4 from pool for 300")
    assert (table.trains("KO"), table.cash("KO")) == (["4"], 1700)


@pytest.mark.rule("1889-10-4")
@pytest.mark.parametrize(("phase", "limit"), [("", 4), ("3", 4), ("4", 3), ("5", 2), ("6", 2), ("D", 2)])
def test_10_the_train_limit_of_each_phase(phase, limit):
    kind, price = {"": ("2", 80), "3": ("3", 180), "4": ("4", 300), "5": ("5", 450)}.get(phase, ("D", 1100))
    buy = f"KO buys train {kind} as {kind} from depot for {price}"
    assert buying(phase, trains=[kind] * limit).refused(buy) == "1889-10-4"
    assert buying(phase, trains=[kind] * (limit - 1)).allows(buy)


@pytest.mark.parametrize(("phase", "new", "gone"), [("3", "4", "2"), ("5", "6", "3"), ("6", "D", "4")])
def test_10_2_3_and_4_trains_rust_with_the_first_4_6_and_d(phase, new, gone):
    others = {"SR": {"price": 90, "B": 60, "trains": [gone]}}
    table = buying(phase, depot=new if new != "D" else "", others=others)
    price = table.s.box.trains[new].price
    table.apply(f"KO buys train {new} as {new} from depot for {price}")
    assert (table.trains("SR"), table.phase) == ([], new)


@pytest.mark.rule("1889-10-6")
def test_10_companies_sell_each_other_trains_for_at_least_1_if_the_owner_agrees():
    others = {"SR": {"price": 90, "B": 60, "trains": ["2"]}}
    table = buying("", others=others)
    assert table.refused("KO buys train 2 as 2 from SR for 0") == "1889-10-6"
    table.apply("KO buys train 2 as 2 from SR for 1")
    assert table.acting == "B"
    table.apply("B declines")
    assert table.refused("KO buys train 2 as 2 from SR for 1") == "1889-10-6"
    table.apply("KO buys train 2 as 2 from SR for 5", "B agrees")
    assert (table.trains("KO"), table.cash("SR")) == (["2"], 5)


# -- 11: emergency --------------------------------------------------------------------------------


def emergency(*, cash=100, a=0, phase="4", a_holds=None, **more):
    """KO has a route, no train and little money; the cheapest train costs 300."""
    others = {id: {"price": 70, **held} for id, held in (a_holds or {}).items()}
    return shikoku(
        companies={"KO": {"price": 75, "A": 60, "cash": cash}, **others},
        phase=phase,
        turn="KO trains",
        tiles=LINE,
        cash={"A": a, "B": 0, "C": 0},
        **more,
    )


@pytest.mark.rule("1889-11-1")
def test_11_a_company_with_a_route_must_own_a_train():
    assert emergency(a=200).refused("KO passes") == "1889-11-1"


@pytest.mark.rule("1889-11-1")
@pytest.mark.parametrize(("trains", "tiles"), [(["3"], LINE), ([], {})], ids=["a train", "no route"])
def test_11_who_has_a_train_or_no_route_gets_no_help(trains, tiles):
    company = {"price": 75, "A": 60, "cash": 100, "trains": trains}
    table = shikoku(
        companies={"KO": company},
        phase="4",
        tiles=tiles,
        turn="KO trains",
        privates={"TR": "A"},
        cash={"A": 900},
    )
    assert table.refused("KO buys train 4 as 4 from depot for 300") == "1889-11-1"
    assert table.allows("KO passes")


@pytest.mark.rule("1889-11-1")
def test_11_the_president_adds_what_is_missing():
    table = emergency(a=250).apply("KO buys train 4 as 4 from depot for 300")
    assert (table.cash("A"), table.cash("KO"), table.trains("KO")) == (50, 0, ["4"])


@pytest.mark.rule("1889-11-2")
def test_11_only_the_cheapest_train_of_the_bank():
    table = emergency(a=2000, phase="6", pool_trains=["5"])
    assert table.refused("KO buys train 6 as 6 from depot for 630") == "1889-11-2"
    assert table.allows("KO buys train 5 as 5 from pool for 450")


@pytest.mark.rule("1889-11-3")
def test_11_the_presidents_money_buys_nothing_from_other_companies():
    table = emergency(a=500, a_holds={"SR": {"A": 20, "trains": ["4"]}})
    assert table.refused("KO buys train 4 as 4 from SR for 101") == "1889-11-3"
    table.apply("KO buys train 4 as 4 from SR for 100")
    assert (table.cash("A"), table.cash("SR"), table.trains("KO")) == (500, 100, ["4"])


@pytest.mark.rule("1889-11-5")
def test_11_the_president_sells_no_more_than_needed_and_each_company_once():
    table = emergency(a=80, a_holds={"SR": {"A": 40, "B": 50}, "IR": {"A": 30, "B": 50}})
    assert table.refused("A sells 30 SR") == "1889-11-5"  # two shares bring the 120 that are missing
    table.apply("A sells 10 SR")
    assert table.refused("A sells 10 SR") == "1889-11-5"
    table.apply("A sells 10 IR")
    assert table.refused("A sells 10 KO") == "1889-11-5"
    table.apply("KO buys train 4 as 4 from depot for 300")
    assert table.cash("A") == 80 + 140 - 200


@pytest.mark.rule("1889-11-4")
def test_11_no_sale_changes_a_presidency():
    table = emergency(a=0, a_holds={"SR": {"A": 30, "B": 30}, "IR": {"A": 30, "B": 20}})
    assert table.refused("A sells 10 SR") == "1889-11-4"  # A would lose SR to B
    assert table.allows("A sells 10 IR")
    assert table.refused("A sells 20 IR") == "1889-11-4"


@pytest.mark.rule("1889-11-5")
def test_11_sales_are_for_need_alone():
    rich = emergency(a=200, a_holds={"SR": {"A": 40, "B": 50}})
    assert rich.refused("A sells 10 SR") == "1889-11-5"
    able = emergency(cash=300, a=0, a_holds={"SR": {"A": 40, "B": 50}})
    assert able.refused("A sells 10 SR") == "1889-11-1"


@pytest.mark.rule("1889-11-5")
def test_11_after_a_sale_no_train_of_another_company_is_bought():
    held = {"SR": {"A": 40, "B": 50}, "IR": {"A": 20, "trains": ["4"]}}
    table = emergency(a=130, a_holds=held)
    assert table.allows("KO buys train 4 as 4 from IR for 100")
    table.apply("A sells 10 SR")  # one share was missing for the bank's train, none for this one
    assert table.refused("KO buys train 4 as 4 from IR for 100") == "1889-11-5"
    assert not [action for action in table.legal() if "from IR" in action]
    table.apply("KO buys train 4 as 4 from depot for 300")
    assert table.cash("A") == 130 + 70 - 200


@pytest.mark.rule("1889-11-6")
def test_11_bankrupt_is_who_could_not_raise_enough_by_selling_all():
    able = emergency(a=0, a_holds={"SR": {"A": 40, "B": 50}})
    assert able.refused("A is bankrupt") == "1889-11-6"
    assert emergency(a=200).refused("A is bankrupt") == "1889-11-6"


@pytest.mark.rule("1889-11-6")
def test_11_a_train_in_another_own_company_keeps_nobody_from_bankruptcy():
    table = emergency(cash=10, a=0, phase="5", depot="6", a_holds={"SR": {"A": 20, "trains": ["5"]}})
    assert table.allows("KO buys train 5 as 5 from SR for 10")
    assert table.allows("A is bankrupt")


@pytest.mark.rule("1889-11-6")
def test_11_a_bankrupt_sells_what_can_be_sold_and_loses_the_cash_and_the_game_is_over():
    table = emergency(cash=0, a=20, phase="5", depot="6", a_holds={"SR": {"A": 30, "B": 50}})
    table.apply("A is bankrupt")
    assert table.game.over
    assert (table.s.ending, table.s.bankrupt, table.cash("A")) == ("bankrupt", ("A",), 0)
    assert (table.percent("A", "SR"), table.spot("SR")) == (0, (7, 3))
    assert table.percent("A", "KO") == 20  # the president's certificate had no taker
    assert table.game.scores()["A"] == 20 // 10 * table.price("KO")
    assert table.game.legal_actions() == []
