"""18DO §6.5.2, §6.5.2.1, §6.5.2.8: the round, the steps of a turn, the order."""

from itertools import permutations
from typing import Any

import pytest

from kursbuch.rail.rounds import SetFrame
from kursbuch.titles.dortmund.beer.brewery.order import reorder
from tests.titles.dortmund.beer.brewery_table import brewery
from tests.titles.dortmund.railway.table import EAST

THREE: dict[str, Any] = {
    "minors": {"B5": {"owner": "B", "kettles": ["S2", "S1"]}, "B2": {"owner": "C", "kettles": ["S1"]}},
    "corporations": {"DUB": {"A": 50, "kettles": ["3"]}},
    "phase": "3",
}


def order_after(types, order):
    """The order of breweries with kettles of these types."""
    table = brewery(
        minors={
            b: {"kettles": [f"S{t}" if t < 3 else str(t) for t in kettles]} for b, kettles in types.items()
        },
        order=order,
        phase="4",
    )
    s = table.s.copy()
    reorder(s)
    return s.order


@pytest.mark.rule("18DO-6.5.2-1", "18DO-6.5.2-2")
def test_breweries_have_their_turns_from_left_to_right():
    table = brewery(**THREE, order=["DUB", "B5", "B2"], regular=[3, 3, 3])
    assert (table.step, table.acting) == ("DUB deliver", "A")
    assert table.refused("B5 delivers 2 to regular 2, 2 to regular 1") == "18DO-6.5.2-2"
    table.apply("DUB delivers 3 to regular 3", "DUB pays")
    if table.step == "DUB buy":
        table.apply("DUB passes")
    assert (table.step, table.acting) == ("B5 deliver", "B")
    table.apply("B5 delivers 2 to regular 2, 2 to regular 1", "B5 withholds")
    assert (table.step, table.acting) == ("B2 deliver", "C")


@pytest.mark.rule("18DO-5.6-1")
@pytest.mark.parametrize("order", list(permutations(["DUB", "B5", "B2"])))
def test_each_brewery_has_one_place_and_one_turn_there(order):
    table = brewery(**THREE, order=order, regular=[3, 3, 3])
    turns = [table.step.split()[0]]
    while table.step != "over":
        brewing = table.step.split()[0]
        if brewing != turns[-1]:
            turns.append(brewing)
        table.apply(next(a for word in ("delivers", "pays", "passes") for a in table.starts(f" {word}")))
    assert tuple(turns) == order and sorted(table.s.order) == ["B2", "B5", "DUB"]


@pytest.mark.rule("18DO-6.5.2-3", "18DO-6.5.2.9-1")
@pytest.mark.parametrize("last", [True, False])
def test_the_order_is_made_before_the_market(last):
    table = brewery(minors={"B1": {"kettles": ["S1"]}}, regular=[3, 3], new=[3, 3], last=last)
    table.apply("B1 delivers 2 to regular 1", "B1 withholds")
    keys = [event.key for event in table.game.events_of(2)]
    assert keys.index("brewery-order") < keys.index("market-renewed")
    assert table.game.over == last, "in the last round of all, and in another"
    assert (table.beer.regular[0], table.beer.new[:2]) == (2, (3, 3)), "demand stands for the next round"
    told = table.events("market-renewed")[0].values
    assert (told["supplied"][0], told["regular"], told["new"][:2]) == (2, [2, 0, 0, 0, 0, 0], [3, 3])


@pytest.mark.rule("18DO-6.5.2.9-1", "18DO-6.5-1")
def test_the_market_is_prepared_before_a_stock_round_too():
    demand: dict[str, Any] = {"regular": [3, 3], "new": [3, 3]}
    table = brewery(minors={"B1": {"kettles": ["S1"]}}, cash={"A": 500}, last=False, **demand)
    assert table.s.stack[0] == SetFrame("cycle", 2, done=2, of=2)
    table.s.stack[0] = SetFrame("cycle", 2, done=3, of=2)  # the second pair of the set is played
    table.apply("B1 delivers 2 to regular 1", "B1 withholds")
    keys = [event.key for event in table.game.events_of(2)]
    assert keys.index("market-renewed") < keys.index("stock-round") and table.round == "SR 3"
    assert (table.beer.regular[0], table.beer.to_regular[0], table.beer.new[:2]) == (2, 0, (3, 3))


@pytest.mark.rule("18DO-6.5.2-4")
def test_a_corporation_that_has_not_floated_has_no_turn():
    table = brewery(
        corporations={"DUB": {"A": 40, "floats": False}},
        minors={"B1": {"kettles": ["S1"]}},
        order=["DUB", "B1"],
        regular=[3],
    )
    assert table.step == "B1 deliver"


@pytest.mark.rule("18DO-6.5.2.1-1")
def test_the_steps_have_a_fixed_order():
    table = brewery(minors={"B1": {"kettles": ["S1"], "cash": 200}}, regular=[3, 3], turn="B1 deliver")
    assert table.refused("B1 pays") == "18DO-6.5.2.1-1"
    assert table.refused("B1 buys kettle 2A for 80") == "18DO-6.5.2.1-1"
    table.apply("B1 delivers 2 to regular 1")
    assert table.refused("B1 buys kettle 2A for 80") == "18DO-6.5.2.1-1"
    table.apply("B1 withholds", "B1 buys kettle 2A for 80")
    assert table.step == "B1 buy"
    assert table.refused("B1 delivers 2 to regular 2") == "18DO-6.5.2.1-1"
    assert table.refused("B1 scraps kettle 1") == "18DO-6.5.2.1-1"


@pytest.mark.rule("18DO-6.5.2.1-1")
def test_loading_has_its_place_between_delivering_and_the_income():
    table = brewery(
        corporations={"DUB": {"A": 50, "kettles": ["8"], "cash": 900}},
        railways={"KWE": {"A": 50, "trains": ["6"], "tokens": ["E12.0"]}},
        tiles=EAST, phase="8", turn="DUB deliver", regular=[0, 0, 0, 0, 0, 2],
    )  # fmt: skip
    load = f"DUB loads 1 on {table.s.trains['KWE'][0]} of KWE"
    assert table.refused(load) == "18DO-6.5.2.1-1"
    table.apply("DUB delivers 2 to regular 6")
    assert table.step == "DUB load" and table.refused("DUB pays") == "18DO-6.5.2.1-1"
    table.apply(load, "DUB passes")
    assert table.step == "DUB pay" and table.refused(load) == "18DO-6.5.2.1-1"
    table.apply("DUB withholds")
    assert table.step == "DUB buy" and table.refused(load) == "18DO-6.5.2.1-1"


@pytest.mark.rule("18DO-6.5.2.1-2")
def test_scrapping_loading_and_buying_may_be_left_out():
    table = brewery(
        corporations={"DUB": {"A": 50, "kettles": ["8"], "cash": 900}},
        railways={"KWE": {"A": 50, "trains": ["6"], "tokens": ["E12.0"]}},
        tiles=EAST, phase="8", turn="DUB deliver",
    )  # fmt: skip
    assert table.starts("scraps")
    table.apply("DUB delivers nothing")
    assert table.step == "DUB load" and table.starts("loads")
    table.apply("DUB passes")
    assert table.step == "DUB buy" and table.starts("buys")
    table.apply("DUB passes")
    assert (table.step, table.kettles("DUB"), table.s.loaded) == ("over", [8], {})


@pytest.mark.rule("18DO-6.5.2.8-1")
def test_the_highest_kettle_comes_first():
    assert order_after({"B5": [2, 2], "B1": [3]}, ["B5", "B1"]) == ("B1", "B5")


@pytest.mark.rule("18DO-6.5.2.8-2")
def test_then_the_second_highest():
    assert order_after({"B1": [3], "B2": [3, 1], "B3": [3, 2]}, ["B1", "B2", "B3"]) == ("B3", "B2", "B1")


@pytest.mark.rule("18DO-6.5.2.8-3")
def test_those_still_tied_keep_their_places():
    kettles = {"B1": [3, 2], "B2": [3, 2, 1]}
    assert order_after(kettles, ["B1", "B2"]) == ("B1", "B2")
    assert order_after(kettles, ["B2", "B1"]) == ("B2", "B1")


@pytest.mark.rule("18DO-6.5.2.8-4")
def test_breweries_without_a_kettle_come_last():
    assert order_after({"B1": [], "B2": [1]}, ["B1", "B2"]) == ("B2", "B1")


@pytest.mark.rule("18DO-6.5.2.2-5")
def test_a_lower_limit_takes_kettles_at_once():
    table = brewery(
        minors={"B6": {"owner": "B", "kettles": ["S2", "S2", "S1"]}},
        corporations={"DUB": {"A": 50, "cash": 300, "kettles": ["3"]}},
        phase="3", depot="4", turn="DUB buy",
    )  # fmt: skip
    table.apply("DUB buys kettle 4 for 300")
    assert table.acting == "B"
    assert table.legal() == ["B6 scraps kettle 2", "B6 scraps kettle 1"]
    for first in ("B6 passes", "DUB passes", "A: DUB passes", "B6 buys kettle 4 for 300"):
        assert table.refused(first) == "18DO-6.5.2.2-5", first
    table.apply("B6 scraps kettle 2")
    assert table.kettles("B6") == [2, 1]


@pytest.mark.rule("18DO-6.2.1-6", "18DO-6.5.2.2-5")
def test_the_kettle_that_begins_a_phase_counts_against_its_limit():
    """Two and the new one are three, and from phase 4 on a minor brewery has two."""
    table = brewery(
        minors={"B7": {"kettles": ["S2", "S2"], "cash": 300}}, phase="3", depot="4", turn="B7 buy"
    )
    table.apply("B7 buys kettle 4 for 300")
    assert (table.phase, table.kettles("B7")) == ("4", [4, 2, 2])
    assert table.legal() == ["B7 scraps kettle 4", "B7 scraps kettle 2"]
    table.apply("B7 scraps kettle 2")
    assert table.kettles("B7") == [4, 2] and table.step == "over"
