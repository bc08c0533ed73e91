"""Trains: exports, the D, discards, limits, and trains of other companies: peculiarities 8 and 9."""

import pytest

from tests.titles.chesapeake.helpers import Companies, chesapeake, one

LINE = {"F2": "57.1", "E3": "57.1"}  # Harrisburg to Hagerstown: PRR has a route


def buying(phase="", *, cash=2000, trains=(), others=None, **more):
    """PRR, led by A, at the step of buying trains."""
    return one("PRR", at="trains", phase=phase, cash=cash, trains=trains, others=others, tiles=LINE, **more)


# -- 8: exports -----------------------------------------------------------------------------------


def last_turn(phase="", *, operating_round=2, others=None, **more):
    """PRR, without money or route, is the last company of the last operating round of a set."""
    companies: Companies = {**(others or {}), "PRR": {"price": 70, "A": 60, "cash": 0}}
    table = chesapeake(
        companies=companies, phase=phase, turn="PRR lay", operating_round=operating_round, **more
    )
    operating = table.s.stack[1]
    table.s.stack[1] = type(operating)("operating", operated=tuple(companies), at="turns")
    return table


@pytest.mark.rule("18CH-8-1")
@pytest.mark.parametrize(("phase", "card"), [("", "2#1"), ("3", "3#2"), ("4", "4#2")])
def test_8_after_the_last_operating_round_the_next_train_leaves_the_game(phase, card):
    table = last_turn(phase, operating_round=1)
    table.apply("PRR passes")
    assert (table.round, table.s.trains["depot"][0]) == ("OR 2.2", card)
    table.apply("PRR passes")
    assert table.round == "SR 3"
    assert card in table.s.trains["out"] and card not in table.s.trains["depot"]
    assert (table.phase, table.events("exported")[0].values["train"]) == (phase or "2", card[0])


@pytest.mark.rule("18CH-8-1")
def test_8_used_trains_do_not_leave():
    table = last_turn("4", pool_trains=["3"]).apply("PRR passes")
    assert (table.trains("pool"), table.events("exported")[0].values["train"]) == (["3"], "4")


@pytest.mark.rule("18CH-8-2")
def test_8_the_train_that_leaves_changes_the_phase_and_scraps_trains():
    others = {"LV": {"price": 80, "B": 60, "trains": ["2", "3"]}}
    table = last_turn("3", depot="4", others=others).apply("PRR passes")
    assert (table.phase, table.trains("LV"), table.round) == ("4", ["3"], "SR 3")


@pytest.mark.rule("18CH-8-2", "18CH-8-3")
def test_8_trains_above_the_new_limit_are_given_up_before_the_stock_round():
    others: Companies = {
        "LV": {"price": 80, "B": 60, "trains": ["3", "3", "3", "3"]},
        "C&A": {"price": 95, "C": 60, "trains": ["3", "2", "2", "2"]},
    }
    table = last_turn("3", depot="4", others=others).apply("PRR passes")
    assert table.game.acting == ("B",)  # the 2s of C&A are scrapped first
    assert table.refused("A passes") == "18CH-9-3"
    table.apply("LV discards train 3")
    assert (table.trains("pool"), table.round, table.acting) == (["3"], "SR 3", "A")


@pytest.mark.rule("18CH-8-4")
@pytest.mark.parametrize(("phase", "depot"), [("4", "5"), ("5", "5"), ("5", "6"), ("6", "6"), ("6", "D")])
def test_8_a_5_a_6_or_a_d_never_leaves(phase, depot):
    table = last_turn(phase, depot=depot)
    before = table.s.trains["depot"]
    table.apply("PRR passes")
    assert (table.round, table.s.trains["depot"], table.phase) == ("SR 3", before, phase)


# -- 9: the D, limits, other companies ------------------------------------------------------------


@pytest.mark.rule("18CH-9-1")
def test_9_the_d_is_on_sale_beside_the_6_from_phase_6_on():
    early = buying("5", depot="6")
    assert early.refused("PRR buys train D as D from depot for 900") == "18CH-9-5"
    table = buying("6")
    assert table.allows("PRR buys train 6 as 6 from depot for 630")
    table.apply("PRR buys train D as D from depot for 900")
    assert (table.phase, table.trains("PRR")) == ("D", ["D"])


@pytest.mark.rule("18CH-9-2")
@pytest.mark.parametrize("given", ["4", "5", "6"])
def test_9_a_train_handed_in_takes_200_off_a_d(given):
    table = buying("6", trains=[given], cash=700)
    assert table.refused(f"PRR trades train {given} for D at 600") == "18CH-9-5"
    table.apply(f"PRR trades train {given} for D at 700")
    assert (table.trains("PRR"), table.cash("PRR")) == (["D"], 0)
    assert table.trains("pool") == ([given] if given != "4" else [])  # the first D scraps the 4s


@pytest.mark.rule("18CH-9-2")
def test_9_a_trade_in_is_possible_at_the_train_limit():
    table = buying("6", trains=["5", "6"], cash=1500)
    assert table.refused("PRR buys train D as D from depot for 900") == "18CH-9-4"
    assert table.allows("PRR trades train 5 for D at 700")
    assert buying("6", trains=["3"]).refused("PRR trades train 3 for D at 700") == "18CH-9-2"
    assert buying("6", trains=["5"]).refused("PRR trades train 4 for D at 700") == "18CH-9-2"


@pytest.mark.rule("18CH-9-3")
def test_9_companies_over_the_limit_give_trains_up_at_once_in_any_order():
    others: Companies = {
        "LV": {"price": 95, "B": 60, "trains": ["3", "3", "4"]},
        "C&A": {"spot": (0, 3), "C": 60, "trains": ["3", "4", "4"]},
    }
    table = buying("4", depot="5", trains=["4"], others=others)
    table.apply("PRR buys train 5 as 5 from depot for 500")
    assert set(table.game.acting) == {"B", "C"}
    assert table.refused("PRR passes") == "18CH-9-3"
    assert table.refused("C&A discards train 5") == "18CH-9-3"
    table.apply("C&A discards train 4")
    assert table.game.acting == ("B",)
    table.apply("LV discards train 3")
    assert sorted(table.trains("pool")) == ["3", "4"]


@pytest.mark.rule("18CH-9-4")
@pytest.mark.parametrize(("phase", "limit"), [("", 4), ("3", 4), ("4", 3), ("5", 2), ("6", 2), ("D", 2)])
def test_9_the_train_limit_of_each_phase(phase, limit):
    kind, price = {"": ("2", 80), "3": ("3", 180), "4": ("4", 300), "5": ("5", 500)}.get(phase, ("D", 900))
    table = buying(phase, trains=[kind] * limit)
    assert table.refused(f"PRR buys train {kind} as {kind} from depot for {price}") == "18CH-9-4"
    assert buying(phase, trains=[kind] * (limit - 1)).allows(
        f"PRR buys train {kind} as {kind} from depot for {price}"
    )


@pytest.mark.rule("18CH-9-5")
def test_9_trains_are_sold_in_order_and_at_the_printed_price():
    table = buying("3")
    assert table.refused("PRR buys train 4 as 4 from depot for 300") == "18CH-9-5"
    assert table.refused("PRR buys train 3 as 3 from depot for 170") == "18CH-9-5"
    used = buying("5", pool_trains=["4"])
    assert used.refused("PRR buys train 4 as 4 from pool for 1") == "18CH-9-5"
    used.apply("PRR buys train 4 as 4 from pool for 300")
    assert (used.trains("PRR"), used.cash("PRR")) == (["4"], 1700)


@pytest.mark.rule("18CH-9-5")
def test_9_the_cards_of_each_kind_and_their_prices():
    trains = buying().s.box.trains
    assert {id: (train.price, train.count) for id, train in trains.items() if not train.unlimited} == {
        "2": (80, 7),
        "3": (180, 6),
        "4": (300, 5),
        "5": (500, 3),
        "6": (630, 2),
    }
    assert (trains["D"].price, trains["D"].unlimited) == (900, True)


@pytest.mark.rule("18CH-9-6")
def test_9_companies_sell_each_other_trains_for_at_least_1_if_the_owner_agrees():
    others = {"LV": {"price": 95, "B": 60, "trains": ["2"]}}
    table = buying(others=others)
    assert table.refused("PRR buys train 2 as 2 from LV for 0") == "18CH-9-6"
    table.apply("PRR buys train 2 as 2 from LV for 1")
    assert table.acting == "B"
    table.apply("B declines")
    assert table.refused("PRR buys train 2 as 2 from LV for 1") == "18CH-9-6"
    table.apply("PRR buys train 2 as 2 from LV for 1999", "B agrees")
    assert (table.trains("PRR"), table.cash("LV")) == (["2"], 1999)


@pytest.mark.rule("18CH-9-7")
@pytest.mark.parametrize(("phase", "new", "gone"), [("3", "4", "2"), ("5", "6", "3"), ("6", "D", "4")])
def test_9_2_3_and_4_trains_are_scrapped_by_the_first_4_6_and_d(phase, new, gone):
    others = {"LV": {"price": 95, "B": 60, "trains": [gone, "5"]}}
    table = buying(phase, depot=new if new != "D" else "", others=others, pool_trains=[gone])
    price = table.s.box.trains[new].price
    table.apply(f"PRR buys train {new} as {new} from depot for {price}")
    assert (table.trains("LV"), table.trains("pool"), table.phase) == (["5"], [], new)
