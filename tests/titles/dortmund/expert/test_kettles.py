"""18DO §7.2 with §6.5.2.2: kettles leave a brewery in many ways, whatever event it holds, and each of them once."""

from collections.abc import Callable
from typing import Any

import pytest

from kursbuch.testing import Table
from tests.titles.dortmund.beer.test_brewery_export import EASTERN
from tests.titles.dortmund.expert.expert_table import brewing, dealing
from tests.titles.dortmund.expert.test_wagons import loading
from tests.titles.dortmund.railway.table import EAST, LINE

EVENTS = "GHIJKLMNOP"
MINOR = {"owner": "A", "kettles": ["S2", "S1"], "cash": 100}


def brewer(turn="deliver", event="", phase="3", minor=None, **about):
    """B4 of player A in its turn, with an event."""
    minors = {"B4": {**MINOR, **(minor or {})}, **about.pop("others", {})}
    about.setdefault("regular", [3, 3])
    turn = f"B4 {turn}" if turn else ""
    return brewing(minors=minors, turn=turn, events={event: "B4"} if event else {}, phase=phase, **about)


def out(table) -> list[str]:
    """The kettles that have left the game, in their order."""
    return [e.values["kettle"] for e in table.game.events if e.key == "kettle-scrapped"]


# -- the ways in which a kettle leaves ---------------------------------------------------------------


def given_up(event):
    """Of its own will, before it delivers."""
    return brewer(event=event).apply("B4 scraps kettle 1")


def over_the_limit(event):
    """Another brewery's purchase lowers the limit."""
    table = brewer(
        "", event, "3", {"kettles": ["S2", "S2", "S1"]}, depot="4", order=["B8", "B4"],
        others={"B8": {"owner": "B", "kettles": ["3"], "cash": 900}},
    )  # fmt: skip
    while table.step != "B8 buy":
        table.apply(_any(table))
    table.apply("B8 buys kettle 4 for 300")
    assert table.acting == "A" and sorted(table.legal()) == ["B4 scraps kettle 1", "B4 scraps kettle 2"]
    return table.apply("B4 scraps kettle 1")


def without_demand(event):
    """Its segment has lost its demand when the round begins."""
    return brewer("", event, regular=[0, 3], dead=[1])


def _any(table: Table) -> str:
    """Some action that goes on: the first that is no use of an event."""
    wanted = ("delivers", "withholds", "passes")
    return next(a for word in wanted for a in table.legal() if f" {word}" in a)


WAYS: dict[str, Callable[[str], Any]] = {
    "given up": given_up,
    "over the limit": over_the_limit,
    "without demand": without_demand,
}


@pytest.mark.rule("18DO-6.5.2.2-2", "18DO-6.5.2.2-8", "18DO-7.2-7")
@pytest.mark.parametrize("event", EVENTS)
@pytest.mark.parametrize("way", WAYS)
def test_a_kettle_that_leaves_is_gone_and_the_event_stays(way, event):
    table = WAYS[way](event)
    gone = [card for card in table.s.kettles["out"] if card.startswith("S1")]
    assert len(gone) == len(set(gone)) == table.s.box.start_kettles["S1"], (
        "it lies with all others of its kind"
    )
    assert 1 not in table.kettles("B4") and table.s.specials[event] == "B4"
    if table.acting == "A" and table.starts("advertises"):
        table.apply("B4 passes")
    assert table.refusal("B4 scraps kettle 1") is not None, "not a second time"
    assert table.refusal("B4 lays kettle 1 aside") is not None, "nor in part payment"
    while table.step != "over":
        table.apply(_any(table))
    assert [card for card in table.s.kettles["out"] if card.startswith("S1")] == gone


@pytest.mark.rule("18DO-6.4.5-16", "18DO-7.1-18")
@pytest.mark.parametrize("event", EVENTS)
def test_a_brewery_traded_in_for_a_pool_share_loses_kettles_and_event(event):
    table = dealing(
        companies={"RIT": {"B": 50, "price": 90, "kettles": ["3"], "pool": 20}},
        minors={"B4": {"owner": "A"}}, cash={"A": 900}, phase="3", stock="A", events={event: "B4"},
    )  # fmt: skip
    table.apply(next(a for a in table.legal() if "swaps" in a and "pool" in a))
    assert out(table) == ["S2", "S1"] and table.s.specials[event] == "" and table.kettles("RIT") == [3]


@pytest.mark.rule("18DO-6.4.5-14", "18DO-7.1-18")
@pytest.mark.parametrize("event", EVENTS)
def test_a_corporation_that_takes_over_too_many_gives_some_up_and_has_the_event(event):
    table = dealing(
        companies={"RIT": {"B": 50, "price": 90, "kettles": ["3", "3", "3"]}},
        minors={"B4": {"owner": "A"}}, cash={"A": 900}, phase="4", stock="A", events={event: "B4"},
        order=("B4", "RIT"),
    )  # fmt: skip
    table.apply("A swaps brewery B4 for 10 RIT from company")
    table.apply("RIT scraps kettle 1", "RIT scraps kettle 3")
    assert out(table) == ["S1", "3"] and table.kettles("RIT") == [3, 3, 2]
    assert table.s.specials[event] == "RIT"


@pytest.mark.rule("18DO-6.4.8-4", "18DO-7.1-18")
@pytest.mark.parametrize("event", EVENTS)
def test_a_bankrupt_brewery_loses_kettles_and_event(event):
    table = brewing(
        corporations={"RIT": {"A": 50, "price": 10, "kettles": ["3"]}}, minors={"B8": {"kettles": ["S2"]}},
        regular=[3, 3, 3], phase="3", turn="RIT pay", income=50, events={event: "RIT"},
    )  # fmt: skip
    table.apply("RIT withholds")
    assert out(table) == ["3"] and table.s.specials[event] == "" and table.kettles("RIT") == []


# -- H: a kettle that bears a cube -------------------------------------------------------------------


def advertised(kettles=("S2", "S1"), box="regular 2", **about):
    table = brewer("", "H", minor={"kettles": list(kettles)}, **about)
    return table.apply(f"B4 advertises to {box}")


@pytest.mark.rule("18DO-7.2-15")
def test_a_kettle_that_bears_a_secured_cube_is_not_given_up():
    table = advertised()
    assert table.refused("B4 scraps kettle 2") == "18DO-7.2-15"
    assert "B4 scraps kettle 2" not in table.legal()
    table.apply("B4 scraps kettle 1")
    assert table.starts("scraps") == []
    table.apply("B4 delivers 1 to regular 2")
    assert table.s.top.income == 20 + 20


@pytest.mark.rule("18DO-7.2-15")
@pytest.mark.parametrize("other", ["S2", "3"])
def test_another_kettle_can_bear_it_as_well(other):
    table = advertised(["S2", other]).apply("B4 scraps kettle 2")
    assert table.s.top.income == 20
    assert table.starts("scraps") == [], "the last one that can bear it stays"


@pytest.mark.rule("18DO-7.2-15")
def test_a_brewery_with_one_kettle_keeps_it():
    table = advertised(["S2"])
    assert table.refused("B4 scraps kettle 2") == "18DO-7.2-15"
    table.apply("B4 delivers 1 to regular 2")
    assert table.s.top.income == 40


@pytest.mark.rule("18DO-7.2-15", "18DO-6.5.2.2-5")
@pytest.mark.parametrize(
    ("gives", "income", "stock"), [(1, 20, 0), (2, 0, 1)], ids=["kept", "lost with its kettle"]
)
def test_a_kettle_over_the_limit_takes_its_cube_along(gives, income, stock):
    others = {"B8": {"owner": "B", "kettles": ["3"], "cash": 900}}
    table = advertised(
        ["S2", "S1", "S1"], depot="4", order=["B8", "B4"], others=others, regular=[4, 1, 0], stock=9
    )
    while table.step != "B8 buy":
        table.apply(_any(table))
    table.apply("B8 buys kettle 4 for 300", f"B4 scraps kettle {gives}")
    while table.step != "B4 deliver":
        table.apply("B8 passes")
    assert (table.s.top.income, table.beer.stock - 9, table.s.parked) == (income, stock, {})
    assert table.starts("delivers")


@pytest.mark.rule("18DO-7.2-15", "18DO-6.5.2.4-12")
def test_the_unit_of_a_secured_cube_is_not_kept_for_trains():
    """With a wagon all four cubes of a kettle of type 8 may be exported: with one secured, three are left to keep."""
    table = brewing(
        corporations={"DUB": {"A": 50, "kettles": ["8"], "cash": 0}}, phase="8", events={"H": "DUB"},
        small={"DUB": ["C"]}, railways={"KWE": {**EASTERN, "trains": ["8", "8"]}}, tiles={**EAST, **LINE},
        regular=[0, 0, 0, 0, 0, 4],
    )  # fmt: skip
    table.apply("DUB advertises to regular 6")
    assert table.refused("DUB delivers nothing, keeps 4") == "18DO-6.5.2.4-12"
    assert table.allows("DUB delivers nothing, keeps 3")
    assert not [action for action in table.legal() if " -" in action]


# -- I: a kettle laid aside --------------------------------------------------------------------------


@pytest.mark.rule("18DO-7.2-17", "18DO-7.2-18")
def test_a_kettle_laid_aside_is_out_of_the_game():
    table = brewer(event="I", minor={"cash": 200}).apply("B4 lays kettle 2 aside")
    assert (table.kettles("B4"), out(table), table.s.specials["I"]) == ([1], ["S2"], "")
    assert table.refused("B4 scraps kettle 2") == "18DO-6.5.2.2-2", "it cannot be given up again"
    assert table.refused("B4 delivers 2 to regular 2, 2 to regular 1") == "18DO-6.5.2.3-3"
    table.apply("B4 scraps kettle 1")
    assert out(table) == ["S2", "S1"] and table.step == "B4 buy"
    assert table.starts("buys kettle") == ["B4 buys kettle 3 for 140"]


@pytest.mark.rule("18DO-7.2-17")
def test_one_kettle_of_two_alike_is_laid_aside_and_the_other_given_up():
    table = brewer(event="I", minor={"kettles": ["S2", "S2"], "cash": 200})
    table.apply("B4 lays kettle 2 aside", "B4 scraps kettle 2")
    assert (table.kettles("B4"), out(table)) == ([], ["S2", "S2"])
    table.apply("B4 buys kettle 3 for 140")
    assert table.kettles("B4") == [3] and out(table) == ["S2", "S2"]


@pytest.mark.rule("18DO-7.2-8", "18DO-7.2-17")
def test_who_lays_a_kettle_aside_and_buys_nothing_has_lost_it():
    table = brewer(event="I", minor={"cash": 200}).apply("B4 lays kettle 2 aside")
    table.apply("B4 delivers 2 to regular 1", "B4 withholds", "B4 passes")
    assert (table.kettles("B4"), table.s.specials["I"]) == ([1], "")
    assert table.refused("B4 takes event I") == "18DO-7.2-9"


@pytest.mark.rule("18DO-7.2-17")
def test_it_makes_one_kettle_cheaper_and_that_in_this_turn():
    table = brewer("buy", "I", phase="2", minor={"cash": 400}, depot="2A", others={"B3": {"kettles": ["S2"]}})
    table.apply("B4 lays kettle 1 aside", "B4 buys kettle 2A for 60")
    assert table.starts("buys kettle") == ["B4 buys kettle 2A for 80"]
    table.apply("B4 passes", "B4 passes")
    while table.step != "B3 buy":
        table.apply(_any(table))
    assert table.s.shift.idle == ""


@pytest.mark.rule("18DO-7.2-17")
def test_what_one_brewery_lays_aside_makes_no_kettle_cheaper_for_another():
    others = {"B3": {"owner": "B", "kettles": ["S2"], "cash": 300}}
    table = brewer("buy", "I", minor={"cash": 200}, others=others, order=["B4", "B3"])
    table.apply("B4 lays kettle 1 aside", "B4 passes", "B4 passes")
    while table.step != "B3 buy":
        table.apply(_any(table))
    assert table.starts("buys kettle") == ["B3 buys kettle 3 for 180"]


@pytest.mark.rule("18DO-7.2-17")
def test_a_kettle_is_laid_aside_only_where_one_can_still_be_bought():
    done: dict[str, Any] = {"turn": "DUB buy", "phase": "4", "events": {"I": "DUB"}}
    corporation = {"A": 50, "kettles": ["4"], "cash": 300}
    bought = brewing(corporations={"DUB": corporation}, done=("kettle",), **done)
    assert bought.refused("DUB lays kettle 4 aside") == "18DO-7.2-17"
    marker = brewing(corporations={"DUB": corporation}, done=("marker",), **done)
    assert marker.refused("DUB lays kettle 4 aside") == "18DO-7.2-17"
    dear = brewer("buy", "I", "8", {"kettles": ["5"], "cash": 300}, depot="8")
    assert dear.refused("B4 lays kettle 5 aside") == "18DO-7.2-17", "a minor brewery buys no kettle 8"


@pytest.mark.rule("18DO-7.2-17", "18DO-6.5.2.7-4")
def test_a_corporation_that_lays_its_only_kettle_aside_must_buy():
    table = brewing(
        corporations={"DUB": {"A": 50, "kettles": ["4"], "cash": 0}}, cash={"A": 900},
        turn="DUB deliver", phase="4", regular=[0, 0, 0, 3], events={"I": "DUB"},
    )  # fmt: skip
    table.apply("DUB lays kettle 4 aside")
    assert table.step == "DUB buy"
    assert table.refused("DUB passes") == "18DO-6.5.2.7-4"
    assert table.refused("DUB buys marker A1 for 30") == "18DO-7.6-2"
    table.apply("DUB buys kettle 4 for 220")
    assert table.kettles("DUB") == [4] and out(table) == ["4"]


@pytest.mark.rule("18DO-6.5.2.7-1", "18DO-7.6-2")
def test_the_duty_to_buy_goes_by_the_lower_price():
    table = brewer(event="I", minor={"kettles": ["3"], "cash": 120}).apply("B4 lays kettle 3 aside")
    assert table.refused("B4 passes") == "18DO-6.5.2.7-1", "120 pay for a kettle of 180, less 60"
    assert table.refused("B4 buys marker A1 for 30") == "18DO-7.6-2"


@pytest.mark.rule("18DO-7.2-18", "18DO-6.5.2.4-7")
def test_a_kettle_laid_aside_exports_nothing():
    """Not by itself, and it does not make a brewery with a wagon an exporter."""
    about = {"kettles": ["5", "4"], "events": {"I": "DUB"}, "small": {"DUB": ["C"]}}
    table = loading(turn="DUB deliver", regular=[0, 0, 0, 3], **about)
    table.apply("DUB lays kettle 5 aside")
    train = table.s.trains["KWE"][0]
    assert table.refused("DUB delivers 2 to regular 4, keeps 1") == "18DO-6.5.2.4-1"
    table.apply("DUB delivers 3 to regular 4")
    assert table.step == "DUB pay" and table.refusal(f"DUB loads 1 on {train} of KWE") is not None


@pytest.mark.rule("18DO-7.2-18")
def test_a_kettle_whose_beer_is_on_a_train_was_used():
    table = brewing(
        corporations={"DUB": {"A": 50, "kettles": ["8"], "cash": 900}}, phase="8", turn="DUB load",
        railways={"KWE": EASTERN}, tiles=EAST, events={"I": "DUB"},
    )  # fmt: skip
    table.apply(table.starts("loads 1")[0], "DUB passes", "DUB withholds")
    assert table.refused("DUB lays kettle 8 aside") == "18DO-7.2-18"


# -- J: one more than the limit ----------------------------------------------------------------------


@pytest.mark.rule("18DO-7.2-18", "18DO-7.1.2-2")
@pytest.mark.parametrize(("small", "rule"), [({}, None), ({"DUB": ["B2"]}, "18DO-7.2-18")])
def test_a_kettle_whose_beer_was_bottled_was_used(small, rule):
    """Kettles of type 2 could have made all four cubes, but no three of them in one."""
    table = brewing(
        corporations={"DUB": {"A": 50, "kettles": ["3", "2A", "2A"], "cash": 300}}, turn="DUB deliver",
        phase="3", regular=[0, 4], events={"I": "DUB"}, small=small,
    )  # fmt: skip
    first = table.game.after("DUB lays kettle 3 aside")
    first.apply("DUB delivers 4 to regular 2")
    assert [e.values["cubes"] for e in first.events if e.key == "bottled"] == ([2] if small else [])
    table.apply("DUB delivers 4 to regular 2", "DUB withholds")
    refusal = table.refusal("DUB lays kettle 3 aside")
    assert (refusal.rule if refusal else None) == rule
    assert table.allows("DUB lays kettle 2 aside"), "the others have made the rest"


@pytest.mark.rule("18DO-7.2-21", "18DO-6.5.2.2-3")
def test_who_gives_a_kettle_up_needs_no_event_to_buy_another():
    table = brewer(event="J", phase="4", minor={"kettles": ["3", "S2"], "cash": 500}, regular=[0, 0, 3])
    table.apply(
        "B4 scraps kettle 2", "B4 delivers 3 to regular 3", "B4 withholds", "B4 buys kettle 4 for 300"
    )
    assert (table.kettles("B4"), table.s.specials["J"], out(table)) == ([4, 3], "B4", ["S2"])


@pytest.mark.rule("18DO-7.2-21")
def test_the_kettle_just_bought_may_be_the_one_to_go():
    table = brewer("buy", "J", phase="4", minor={"kettles": ["3", "S2"], "cash": 500})
    table.apply("B4 buys kettle 4 for 300", "B4 scraps kettle 4")
    assert (table.kettles("B4"), out(table), table.s.specials["J"]) == ([3, 2], ["4"], "")
    assert table.refused("B4 buys kettle 4 for 300") == "18DO-6.5.2.6-5"


# -- K, N, O, P after a kettle was given up ----------------------------------------------------------


@pytest.mark.rule("18DO-6.5.2.2-2", "18DO-7.2-32")
def test_a_second_shift_needs_a_kettle_that_is_still_there():
    table = brewer(event="O").apply("B4 scraps kettle 2", "B4 delivers 2 to regular 1")
    assert table.refused("B4 works a second shift for regular 2") == "18DO-7.2-32"
    assert table.allows("B4 works a second shift for regular 1")
    bare = brewer(event="O").apply("B4 scraps kettle 2", "B4 scraps kettle 1")
    assert bare.step == "B4 buy", "without a kettle there is no shift"


@pytest.mark.rule("18DO-6.5.2.2-2", "18DO-7.2-29")
def test_contract_brewing_needs_capacity_that_is_still_there():
    table = brewer(event="N", regular=[0, 3]).apply("B4 scraps kettle 2", "B4 delivers nothing")
    assert table.refused("B4 brews for others 1 to regular 2") == "18DO-7.2-29"
    table.apply("B4 brews for others 2 to regular 1")
    assert table.s.top.income == 15


@pytest.mark.rule("18DO-7.2-29")
def test_what_was_kept_for_trains_and_lost_is_not_brewed_for_others():
    table = brewing(
        corporations={"DUB": {"A": 50, "kettles": ["8"], "cash": 0}}, phase="8", turn="DUB deliver",
        railways={"KWE": EASTERN}, tiles=EAST, regular=[0, 0, 0, 0, 0, 4], events={"N": "DUB"},
    )  # fmt: skip
    table.apply("DUB delivers 2 to regular 6, keeps 2", "DUB passes")
    assert table.step == "DUB pay", "it could have been delivered"


@pytest.mark.rule("18DO-7.2-22")
def test_premium_beer_is_offered_once_for_a_box_that_was_supplied_twice():
    table = brewing(
        corporations={"DUB": {"A": 50, "kettles": ["8"], "cash": 0}}, phase="8", turn="DUB deliver",
        railways={"KWE": EASTERN}, tiles=EAST, regular=[0, 0, 0, 0, 4], events={"K": "DUB"},
        options={"kept_export": "delivered"},
    )  # fmt: skip
    train = table.s.trains["KWE"][0]
    table.apply("DUB delivers 2 to regular 5, keeps 2", f"DUB loads 1 on {train} of KWE", "DUB passes")
    table.apply("DUB delivers 1 to regular 5")
    assert table.starts("premium") == ["DUB sells premium beer to regular 5"]


@pytest.mark.rule("18DO-6.5.2.2-2", "18DO-7.2-22")
def test_premium_beer_is_of_a_kettle_that_is_still_there():
    table = brewer(event="K").apply("B4 scraps kettle 2", "B4 delivers 2 to regular 1")
    assert table.starts("premium") == ["B4 sells premium beer to regular 1"]


@pytest.mark.rule("18DO-6.5.2.2-2", "18DO-7.2-34", "18DO-6.5.2.4-7")
def test_a_contract_is_no_use_without_a_kettle_that_exports():
    table = loading(["5", "4"], turn="DUB deliver", regular=[0, 0, 0, 3], events={"P": "DUB"})
    table.apply("DUB scraps kettle 5", "DUB delivers 3 to regular 4")
    assert table.step == "DUB pay" and table.s.specials["P"] == "DUB"


# -- G and M: at any time, before the money is needed -------------------------------------------------


@pytest.mark.rule("18DO-7.2-13", "18DO-7.1-13")
def test_the_purchase_waits_for_a_fair():
    table = brewer("", "G", phase="2", minor={"kettles": [], "cash": 25}, cash={"A": 0})
    assert table.step == "B4 buy" and not table.starts("buys"), "25 pay for nothing"
    table.apply("B4 holds a fair", "B4 buys marker A1 for 30")
    assert table.s.small["B4"] == ("A1",)


@pytest.mark.rule("18DO-7.2-27", "18DO-6.5.2.1-4")
def test_an_investor_pays_the_price_before_it_falls_for_want_of_income():
    table = brewing(
        corporations={"DUB": {"A": 50, "price": 90, "kettles": [], "cash": 0}}, cash={"A": 900},
        phase="4", turn="DUB", events={"M": "DUB"},
    )  # fmt: skip
    table.apply("DUB sells 20 to an investor")
    assert table.s.cash["DUB"] == 180
    table.apply("DUB passes")
    assert (table.step, table.price("DUB")) == ("DUB buy", 80)
