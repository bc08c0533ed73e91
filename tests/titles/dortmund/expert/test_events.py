"""18DO §7.2: special events."""

from typing import Any

import pytest

from tests.titles.dortmund.expert.expert_table import brewing, dealing
from tests.titles.dortmund.expert.test_wagons import loading
from tests.titles.dortmund.railway.table import EAST, LINE

MINOR = {"owner": "A", "kettles": ["S2", "S1"], "cash": 100}
UNION = {"A": 50, "kettles": ["4"], "cash": 300}


def brewer(turn="deliver", event="", phase="2", minor=None, **about):
    """B4 of player A in its turn, with an event."""
    minors = {"B4": {**MINOR, **(minor or {})}, **about.pop("others", {})}
    return brewing(
        minors=minors, turn=f"B4 {turn}" if turn else "", events={event: "B4"} if event else {}, phase=phase,
        **about,
    )  # fmt: skip


def union(turn, event, phase="4", **about):
    corporation = {**UNION, **about.pop("corporation", {})}
    return brewing(
        corporations={"DUB": corporation}, turn=f"DUB {turn}", events={event: "DUB"}, phase=phase, **about
    )


def go_to(table, step):
    """Play on to a step in the plainest way."""
    while table.step != step:
        table.apply(next(a for word in ("delivers", "withholds", "passes") for a in table.starts(f" {word}")))
    return table


OTHER: dict[str, Any] = {"others": {"B3": {"owner": "B", "kettles": ["S2"]}}, "order": ["B4", "B3"]}

# -- taking ----------------------------------------------------------------------------------------


@pytest.mark.rule("18DO-7.2-3", "18DO-7.2-4", "18DO-7.6-3")
def test_a_brewery_takes_one_for_nothing_at_the_end_of_its_turn():
    table = brewer("buy", others={"B3": {"owner": "B", "kettles": ["S2"]}}, regular=[3, 3])
    assert table.refused("B4 takes event G") == "18DO-6.5.2.1-1", "first comes the purchase"
    cash = dict(table.s.cash)
    table.apply("B4 passes")
    assert table.refused("B4 buys kettle 2A for 80") == "18DO-6.5.2.1-1", "the event is the last action"
    for other in ("B3", "BME", "A"):
        assert table.refused(f"{other} takes event H") == "18DO-6.5.2-2"
    table.apply("B4 takes event G")
    assert (table.s.specials["G"], table.s.cash) == ("B4", cash)
    assert table.step == "B3 deliver"
    assert table.refused("B4 takes event H") == "18DO-6.5.2-2", "one in a round"
    railways = dealing(companies={"BME": {"A": 50, "trains": ["2"], "cash": 100}}, turn="BME trains")
    assert railways.refused("BME takes event G") == "18DO-4-1"


@pytest.mark.rule("18DO-7.2-2")
def test_an_event_may_be_taken_early():
    table = brewer("event").apply("B4 takes event P")
    assert table.s.specials["P"] == "B4"


@pytest.mark.rule("18DO-7.2-5", "18DO-7.2-6")
def test_a_second_one_only_for_the_first():
    table = brewer("event", "G", **OTHER).apply("B4 takes event H")
    assert (table.s.specials["G"], table.s.specials["H"]) == ("", "B4")
    assert go_to(table, "B3 event").allows("B3 takes event G"), "it lies on display again"
    assert table.refused("B3 takes event H") == "18DO-7.2-11"


@pytest.mark.rule("18DO-7.2-7")
def test_nobody_must_take_or_use_one():
    assert brewer("event").allows("B4 passes")
    table = brewer("", "H", regular=[3, 3])
    assert table.allows("B4 passes")
    table.apply("B4 passes")
    assert table.s.specials["H"] == "B4"


@pytest.mark.rule("18DO-7.2-8", "18DO-7.2-9", "18DO-7.2-13")
def test_a_fair_brings_money_once():
    table = brewer("buy", "G")
    table.apply("B4 holds a fair")
    assert (table.s.cash["B4"], table.s.specials["G"]) == (110, "")
    assert table.refused("B4 holds a fair") == "18DO-7.2-8"
    table.apply("B4 passes")
    assert table.refused("B4 takes event G") == "18DO-7.2-9"
    assert table.allows("B4 takes event H")
    theirs = brewing(
        minors={"B4": MINOR, **OTHER["others"]},
        turn="B3 buy",
        events={"G": "B4"},
        phase="2",
        order=["B3", "B4"],
    )
    assert theirs.refused("B4 holds a fair") == "18DO-6.5.2-2", "in its own turn"
    early = brewer("pay", "G", income=40, minor={"cash": 0}).apply("B4 holds a fair")
    assert early.pays("B4 pays") == {"A": 20, "B4": 20, "bank": -40}, "no part of the income"


@pytest.mark.rule("18DO-7.2-9")
def test_what_one_brewery_has_used_another_may_take_and_in_the_next_round_the_same():
    table = brewer("buy", "G", last=False, regular=[3, 3], **OTHER).apply("B4 holds a fair", "B4 passes")
    assert table.refused("B4 takes event G") == "18DO-7.2-9"
    assert go_to(table, "B3 event").allows("B3 takes event G"), "another brewery has not used it"
    table.apply("B3 passes")
    assert table.step != "B4 event"
    assert go_to(table, "B4 event").allows("B4 takes event G"), "it is another brewery round"


@pytest.mark.rule("18DO-7.2-10", "18DO-7.2-11")
def test_events_are_not_traded():
    others = {"B3": {"owner": "B", "kettles": ["S2"]}}
    table = brewing(minors={"B4": MINOR, **others}, turn="B4 event", events={"G": "B3"}, phase="2")
    assert table.refused("B4 takes event G") == "18DO-7.2-11"
    assert not [action for action in table.legal() if "takes over" in action]
    buying = brewing(minors={"B4": MINOR, **others}, turn="B4 buy", events={"G": "B3"}, phase="2")
    assert buying.refused("B4 takes over marker G from B3 for 10") == "18DO-7.1-9"


@pytest.mark.rule("18DO-7.2-1", "18DO-7.2-12")
def test_events_work_from_the_phase_of_their_colour_on():
    box = brewer().s.box
    colours = {code: event.colour for code, event in box.specials.items()}
    assert [code for code, c in colours.items() if c == "yellow"] == list("GHIJK")
    assert [code for code, c in colours.items() if c == "green"] == list("LMNO")
    assert [code for code, c in colours.items() if c == "brown"] == ["P"]


USED: dict[str, tuple[str, str]] = {  # by B4 with two kettles of type 2: step and action
    "G": ("buy", "B4 holds a fair"),
    "I": ("buy", "B4 lays kettle 2 aside"),
    "N": ("special", "B4 brews for others 1 to regular 2"),
    "O": ("special", "B4 works a second shift for regular 2"),
}


@pytest.mark.rule("18DO-7.2-1", "18DO-7.2-12")
@pytest.mark.parametrize("event", USED)
def test_an_event_of_a_later_phase_waits_for_it(event):
    step, use = USED[event]
    minor = {"kettles": ["S2", "S2"]}
    first = {"yellow": "2", "green": "3"}[brewer().s.box.specials[event].colour]
    assert brewer(step, event, phase=first, minor=minor).allows(use)
    if first == "3":
        assert brewer(step, event, phase="2", minor=minor).refused(use) == "18DO-7.2-12"


@pytest.mark.rule("18DO-7.2-1", "18DO-7.2-12")
def test_investors_and_contracts_wait_too():
    assert union("buy", "M", phase="3").allows("DUB sells 10 to an investor")
    assert union("buy", "M", phase="2").refused("DUB sells 10 to an investor") == "18DO-7.2-12"
    contract: dict[str, Any] = {"kettles": ["5"], "company": {"trains": ["5"]}, "events": {"P": "DUB"}}
    assert loading(**contract, phase="5").allows("DUB binds KWE by contract")
    assert loading(**contract, phase="4").refused("DUB binds KWE by contract") == "18DO-7.2-12"
    assert brewer("", "H", phase="2", regular=[3, 3]).starts("advertises"), "H works from the first phase on"


# -- H: advertising --------------------------------------------------------------------------------


@pytest.mark.rule("18DO-7.2-14", "18DO-7.2-15")
def test_advertising_secures_a_delivery_before_all_turns():
    others = {"B8": {"owner": "B", "kettles": ["S2", "S2"]}}
    table = brewer("", "H", regular=[0, 2], others=others, order=["B8", "B4"])
    assert table.game.acting == ("A",)
    table.apply("B4 advertises to regular 2")
    assert table.beer.demand(2, "regular") == 1
    assert table.game.view()["position"]["parked"] == {"B4": {"customers": "regular", "segment": 2}}
    table.game.audit()
    table.apply("B8 delivers 1 to regular 2")
    while table.step != "B4 deliver":
        table.apply(table.starts("withholds")[0] if table.starts("withholds") else "B8 passes")
    assert table.s.top.income == 20
    assert (table.s.parked, table.beer.to_regular[1]) == ({}, 2)


@pytest.mark.rule("18DO-7.2-15")
def test_the_cube_takes_up_capacity():
    table = brewer("", "H", regular=[4, 2], minor={"kettles": ["S2"]})
    table.apply("B4 advertises to regular 2")
    assert table.refused("B4 delivers 1 to regular 2, 1 to regular 1") == "18DO-6.5.2.3-2"
    assert table.allows("B4 delivers 1 to regular 2")


@pytest.mark.rule("18DO-7.2-16")
def test_no_advertising_abroad():
    table = brewer("", "H", regular=[3, 3])
    assert table.refused("B4 advertises to regular 8") == "18DO-7.2-16"
    assert table.refused("B4 advertises to regular 3") == "18DO-7.2-14"
    able = brewing(
        corporations={"DUB": {**UNION, "kettles": ["8"]}}, phase="8", events={"H": "DUB"}, tiles=EAST,
        railways={"KWE": {"A": 50, "trains": ["8"], "tokens": ["E12.0"]}}, regular=[0] * 5 + [4],
    )  # fmt: skip
    assert able.legal() == ["DUB advertises to regular 6", "DUB passes"]
    assert able.refused("DUB advertises to regular 8") == "18DO-7.2-16"
    assert able.refused(f"DUB loads 1 on {able.s.trains['KWE'][0]} of KWE") == "18DO-7.2-14"


# -- I and J: kettles ------------------------------------------------------------------------------


@pytest.mark.rule("18DO-7.2-17", "18DO-7.2-18", "18DO-7.2-19")
def test_a_kettle_is_handed_in_for_another():
    table = brewer("deliver", "I", phase="3", regular=[3, 3], minor={"cash": 200})
    table.apply("B4 lays kettle 2 aside")
    assert table.refused("B4 lays kettle 1 aside") == "18DO-7.2-17"
    table.apply("B4 delivers 2 to regular 1", "B4 withholds")
    assert table.starts("buys kettle") == ["B4 buys kettle 3 for 140"]
    cash = table.s.cash["B4"]
    table.apply("B4 buys kettle 3 for 140")
    assert (table.kettles("B4"), table.s.cash["B4"]) == ([3, 1], cash - 140)
    assert table.s.specials["I"] == ""
    full = brewer("buy", "I", phase="4", minor={"cash": 400, "kettles": ["S2", "S2"]})
    assert not full.starts("buys kettle")
    full.apply("B4 lays kettle 2 aside")
    assert full.starts("buys kettle") == ["B4 buys kettle 4 for 260"]
    assert full.apply("B4 buys kettle 4 for 260").kettles("B4") == [4, 2], "as many as before"


@pytest.mark.rule("18DO-7.2-18")
def test_only_a_kettle_that_was_not_used():
    table = brewer("deliver", "I", phase="3", regular=[2, 2], minor={"cash": 200})
    table.apply("B4 delivers 2 to regular 2, 2 to regular 1", "B4 withholds")
    assert table.refused("B4 lays kettle 1 aside") == "18DO-7.2-18"
    idle = brewer("deliver", "I", phase="3", regular=[2, 0], minor={"cash": 200})
    idle.apply("B4 delivers 2 to regular 1", "B4 withholds")
    assert idle.allows("B4 lays kettle 2 aside"), "the other kettle can have made both cubes"


@pytest.mark.rule("18DO-7.2-8", "18DO-7.2-20", "18DO-7.2-21")
def test_one_more_kettle_at_the_limit():
    minor = {"cash": 500, "kettles": ["3", "S2"]}
    plain = brewer("buy", "", phase="4", minor=minor)
    assert plain.refused("B4 buys kettle 4 for 300") == "18DO-6.5.2.6-5"
    table = brewer("deliver", "J", phase="4", minor=minor, regular=[0, 0, 3])
    table.apply("B4 delivers 3 to regular 3", "B4 withholds", "B4 buys kettle 4 for 300")
    assert sorted(table.legal()) == ["B4 scraps kettle 2", "B4 scraps kettle 3", "B4 scraps kettle 4"]
    table.apply("B4 scraps kettle 3")
    assert (table.kettles("B4"), table.s.specials["J"]) == ([4, 2], "")


# -- K, N, O: more for deliveries ------------------------------------------------------------------


@pytest.mark.rule("18DO-7.2-22", "18DO-7.2-23")
def test_premium_beer_brings_the_price_above():
    table = brewer("deliver", "K", regular=[1, 1], new=[2, 0])
    table.apply("B4 delivers 1 to regular 2, 1 to regular 1, 2 to new 1")
    assert table.refused("B4 sells premium beer to new 2") == "18DO-7.2-23"
    before = table.beer
    table.apply("B4 sells premium beer to regular 2")
    assert table.s.top.income == 20 + 15 + 10 + 10 + (30 - 20)
    assert table.beer == before, "no cube moves"
    new = brewer("deliver", "K", new=[2, 2]).apply("B4 delivers 2 to new 2, 2 to new 1")
    new.apply("B4 sells premium beer to new 2")
    assert new.s.top.income == 2 * 15 + 2 * 10 + (20 - 15), "what new customers pay above"


@pytest.mark.rule("18DO-7.2-24")
def test_no_premium_above_the_highest_segment():
    table = union("deliver", "K", "6", corporation={"kettles": ["6"]}, regular=[0] * 5 + [4])
    table.apply("DUB delivers 4 to regular 6")
    assert not table.starts("premium")
    assert table.step == "DUB pay"
    held = union("special", "K", "6", corporation={"kettles": ["6"]})
    held.s.stack[-1] = type(held.s.top)("brewery-turn", "DUB", at=3, supplies=((1, "regular", 6),))
    assert held.refused("DUB sells premium beer to regular 6") == "18DO-7.2-24"
    abroad = loading(["8"], company={"trains": ["8"]}, phase="8", events={"K": "DUB"})
    abroad.apply(f"DUB loads 1 on {abroad.s.trains['KWE'][0]} of KWE", "DUB passes")
    assert (abroad.step, abroad.s.top.income) == ("DUB pay", 100), "nor for what goes abroad"


@pytest.mark.rule("18DO-7.2-8", "18DO-7.2-29", "18DO-7.2-30", "18DO-7.2-31")
def test_contract_brewing_pays_half_for_what_could_not_be_delivered():
    table = union("deliver", "N", regular=[0, 0, 0, 1], dead=[1])
    table.apply("DUB delivers 1 to regular 4")
    assert table.refused("DUB brews for others 3 to regular 4") == "18DO-7.2-29"
    assert table.refused("DUB brews for others 1 to regular 1") == "18DO-7.2-31"
    assert table.refused("DUB brews for others 1 to regular 5") == "18DO-7.2-31", "it has not opened"
    assert table.refused("DUB brews for others 1 to new 1") == "18DO-7.2-31"
    assert table.starts("brews")[0] == "DUB brews for others 2 to regular 4"
    before = table.beer
    table.apply("DUB brews for others 1 to regular 4, 1 to new 2")
    assert table.s.top.income == 45 + (45 + 15) // 2
    assert table.beer == before and table.s.specials["N"] == ""
    idle = union("deliver", "N", corporation={"kettles": ["4", "4"]}, dead=[1], regular=[0, 1])
    idle.apply("DUB delivers 1 to regular 2")
    assert idle.allows("DUB brews for others 2 to regular 4")
    for plan in ("3 to regular 4", "1 to regular 4, keeps 1"):
        assert idle.refused(f"DUB brews for others {plan}") == "18DO-7.2-29", "one or two, for Dortmund"
    busy = union("deliver", "N", regular=[0, 0, 0, 3]).apply("DUB delivers 3 to regular 4")
    assert busy.step == "DUB pay", "nothing was left over"


@pytest.mark.rule("18DO-7.2-8", "18DO-7.2-32", "18DO-7.2-33")
def test_a_second_shift_delivers_one_more_from_the_stock():
    table = union("deliver", "O", regular=[0, 0, 0, 3], stock=1, dead=[1])
    table.apply("DUB delivers 3 to regular 4")
    assert table.refused("DUB works a second shift for regular 5") == "18DO-7.2-32"
    assert table.refused("DUB works a second shift for regular 1") == "18DO-7.2-32"
    for nowhere in ("regular 7", "regular 0", "nobody 4"):
        assert table.refused(f"DUB works a second shift for {nowhere}") == "18DO-7.2-32"
    table.apply("DUB works a second shift for regular 4")
    assert table.s.top.income == 3 * 45 + 45 // 2
    assert (table.beer.stock, table.beer.to_regular[3]) == (0, 4)
    assert table.s.specials["O"] == "", "the marker is used up"
    empty = union("deliver", "O", regular=[0, 0, 0, 3], stock=0).apply("DUB delivers 3 to regular 4")
    assert empty.step == "DUB pay"
    assert union("special", "O", stock=0).refused("DUB works a second shift for new 4") == "18DO-7.2-33"


# -- L: marketing ----------------------------------------------------------------------------------


@pytest.mark.rule("18DO-7.2-8", "18DO-7.2-25", "18DO-7.2-26", "18DO-7.2-12")
def test_marketing_moves_up_one_place_in_the_new_order():
    minors = {
        "B8": {"owner": "B", "kettles": ["3"]},
        "B4": {"owner": "A", "kettles": ["S2"]},
        "B3": {"owner": "C", "kettles": ["S1"]},
    }
    own = brewing(minors=minors, turn="B3 event", events={"L": "B3"}, phase="3", order=["B8", "B4", "B3"])
    assert own.refused("B3 moves up in the order") == "18DO-6.5.2-2", "not in its own turn"
    last: dict[str, Any] = {"minors": minors, "turn": "B8 event", "phase": "3", "order": ["B3", "B4", "B8"]}
    table = brewing(events={"L": "B3"}, **last)
    assert table.refused("B3 moves up in the order") == "18DO-6.5.2-2", "nor before the new order stands"
    table.apply("B8 passes")
    assert (table.game.acting, table.s.order) == (("C",), ("B8", "B4", "B3"))
    table.apply("B3 moves up in the order")
    assert table.s.order == ("B8", "B3", "B4") and table.s.specials["L"] == ""
    assert table.game.over, "nobody is asked again"
    early = brewing(minors=minors, turn="B3 event", events={"L": "B3"}, phase="2", order=["B8", "B4", "B3"])
    early.apply("B3 passes")
    assert early.game.over and early.s.order == ("B8", "B4", "B3"), "nobody was asked"
    first = brewing(events={"L": "B8"}, **last).apply("B8 passes")
    assert first.game.over and first.s.specials["L"] == "B8", "there is no place left of the first"


# -- M: an investor --------------------------------------------------------------------------------


@pytest.mark.rule("18DO-7.2-27", "18DO-7.2-28")
def test_shares_are_sold_without_a_change_of_price():
    table = union("buy", "M", corporation={"price": 90})
    price, cash = table.s.price("DUB"), table.s.cash["DUB"]
    table.apply("DUB sells 20 to an investor")
    assert (table.s.price("DUB"), table.s.cash["DUB"]) == (price, cash + 2 * price)
    assert [e.values["percent"] for e in table.events("sells-quietly")] == [20]
    offered = union("buy", "M", corporation={"price": 90}).starts("investor")
    assert offered == [
        "DUB sells 20 to an investor",
        "DUB sells 10 to an investor",
        "DUB sells certificates 10+10 to an investor",
    ]
    assert union("buy", "M").refused("DUB sells 30 to an investor") == "18DO-7.2-27"
    full = union("buy", "M", corporation={"A": 30, "pool": 40})
    assert full.refused("DUB sells 20 to an investor") == "18DO-6.4.6-2"
    minor = brewer("buy", "M", phase="3")
    assert minor.refused("B4 sells 10 to an investor") == "18DO-7.2-27"
    beside = union("buy", "M", corporation={"price": 90}).apply("DUB sells 10 to an investor")
    assert beside.pays("DUB issues 1") == {"DUB": 90, "bank": -90}, "it may still sell one as ever"
    assert beside.price("DUB") == 80, "at a price that falls"


@pytest.mark.rule("18DO-7.2-27")
def test_the_director_may_name_the_certificates_for_the_investor():
    table = union("buy", "M")
    table.apply("DUB sells certificates 10+10 to an investor")
    pool = [
        size
        for size, owner in zip(table.s.box.percents["DUB"], table.s.shares["DUB"], strict=True)
        if owner == "pool"
    ]
    assert (pool, table.s.specials["M"]) == ([10, 10], ""), "the certificate of 20 % stays"
    assert table.refused("DUB sells certificates 20 to an investor") == "18DO-7.2-8"
    assert union("buy", "M").refused("DUB sells certificates 20+10 to an investor") == "18DO-7.2-27"
    bare = union("buy", "M", corporation={"A": 80})
    assert bare.refused("DUB sells certificates 10+10 to an investor") == "18DO-7.2-27", "it has one of 20 %"
    full = union("buy", "M", corporation={"A": 30, "pool": 40})
    assert full.refused("DUB sells certificates 20 to an investor") == "18DO-6.4.6-2"


@pytest.mark.rule("18DO-7.2-28")
def test_the_investor_comes_to_brewery_rounds_only():
    assert union("buy", "M").allows("DUB sells 10 to an investor")
    about: dict[str, Any] = {"phase": "4", "events": {"M": "DUB"}, "cash": {"A": 500}}
    companies = {"DUB": UNION, "BME": {"A": 50, "trains": ["4"], "cash": 100}}
    stock = dealing(companies=companies, stock="A", **about)
    assert stock.refused("DUB sells 10 to an investor") == "18DO-6.4-1"
    railways = dealing(companies=companies, turn="BME trains", **about)
    assert railways.refused("DUB sells 10 to an investor") == "18DO-4.5-15"
    assert not stock.starts("investor") and not railways.starts("investor")


# -- P: a transport contract -----------------------------------------------------------------------


@pytest.mark.rule("18DO-7.2-34", "18DO-7.2-35")
def test_a_contract_saves_asking_one_railway():
    about = {"company": {"A": 0, "B": 50, "trains": ["6"]}, "events": {"P": "DUB"}, "phase": "6"}
    asked = loading(**about)
    train = asked.s.trains["KWE"][0]
    asked.apply(f"DUB loads 1 on {train} of KWE")
    assert asked.game.acting == ("B",)
    asked.apply("B declines", "DUB binds KWE by contract", f"DUB loads 1 on {train} of KWE")
    assert asked.s.loaded == {train: 1}
    table = loading(**about).apply("DUB binds KWE by contract")
    assert table.refused("DUB binds KWE by contract") == "18DO-7.2-8"
    assert table.refused(f"DUB loads 2 on {train} of KWE") == "18DO-6.5.2.4-2", "all else holds"
    other = loading(**about)
    assert other.refused("DUB binds BME by contract") == "18DO-7.2-35"
    assert other.refused("DUB binds CME by contract") == "18DO-7.2-35"


@pytest.mark.rule("18DO-7.2-34", "18DO-7.2-35")
def test_a_contract_binds_one_railway_and_no_other():
    table = brewing(
        corporations={"DUB": {**UNION, "kettles": ["8"]}},
        railways={
            "KWE": {"B": 50, "trains": ["6", "5"], "tokens": ["E12.0"]},
            "BME": {"C": 50, "trains": ["5"]},
        },
        tiles={**EAST, **LINE}, phase="8", turn="DUB load", events={"P": "DUB"},
    )  # fmt: skip
    first, south = table.s.trains["KWE"][0], table.s.trains["BME"][0]
    table.apply("DUB binds KWE by contract")
    assert table.refused(f"DUB loads 3 on {first} of KWE") == "18DO-6.5.2.4-5", (
        "there are as many squares as ever"
    )
    table.apply(f"DUB loads 1 on {first} of KWE")
    table.apply(f"DUB loads 1 on {first} of KWE")
    assert table.s.loaded == {first: 2}, "as often as one likes"
    table.apply(f"DUB loads 1 on {south} of BME")
    assert (table.game.acting, table.s.loaded) == (("C",), {first: 2}), "its director is asked"
    table.apply("C declines")
    assert table.s.loaded == {first: 2}


@pytest.mark.rule("18DO-7.2-35")
def test_a_contract_is_for_a_railway_with_room_for_beer():
    about = {"company": {"A": 0, "B": 50, "trains": ["5"]}, "events": {"P": "DUB"}, "phase": "6"}
    table = loading(**about)
    assert table.starts("DUB binds") == ["DUB binds KWE by contract"]
    train = table.s.trains["KWE"][0]
    table.s.loaded[train], table.s.beer = 1, table.beer.with_stock(-1)
    assert table.refused("DUB binds KWE by contract") == "18DO-7.2-35"
    assert not table.starts("DUB binds")


# -- once used -------------------------------------------------------------------------------------

DELIVERED = "B4 delivers 1 to regular 2, 1 to regular 1, 2 to new 1"
USES = {  # by event: a position, and the actions of which the last uses it
    "G": (lambda: brewer("deliver", "G"), ["B4 holds a fair"]),
    "H": (
        lambda: brewer("", "H", regular=[1, 1], new=[2, 0]),
        ["B4 advertises to regular 2"],
    ),
    "I": (lambda: brewer("deliver", "I", minor={"cash": 300}), ["B4 lays kettle 1 aside"]),
    "K": (
        lambda: brewer("deliver", "K", regular=[1, 1], new=[2, 0]),
        [DELIVERED, "B4 sells premium beer to regular 2"],
    ),
    "M": (lambda: union("buy", "M"), ["DUB sells 10 to an investor"]),
    "P": (
        lambda: loading(company={"A": 0, "B": 50, "trains": ["6"]}, events={"P": "DUB"}, phase="6"),
        ["DUB binds KWE by contract"],
    ),
}


@pytest.mark.rule("18DO-7.2-8", "18DO-7.2-9")
@pytest.mark.parametrize("event", USES)
def test_an_event_works_once_and_goes_back_to_the_display(event):
    position, actions = USES[event]
    table = position()
    table.apply(*actions)
    brewery = actions[-1].split()[0]
    assert table.s.specials[event] == "", "it lies on display"
    assert (brewery, event) in table.s.used, "and is not taken again in this round"
    assert table.refusal(actions[-1]) is not None, "nor used again"
    assert [e.values["event"] for e in table.events("event-used")] == [event]


@pytest.mark.rule("18DO-7.2-27")
def test_an_investor_gets_as_many_certificates_as_are_paid_for():
    table = union("buy", "M", corporation={"price": 90})
    table.apply("DUB sells 20 to an investor")
    assert table.percent("pool", "DUB") == 20
    table.game.audit()
    single = union("buy", "M")
    sizes = single.s.box.percents["DUB"]
    last = max(n for n, size in enumerate(sizes) if size == 10)
    single.s.shares["DUB"] = tuple("DUB" if n == last else "A" for n in range(len(sizes)))
    assert single.allows("DUB sells 10 to an investor")
    assert single.refused("DUB sells 20 to an investor") == "18DO-7.2-27"


@pytest.mark.rule("18DO-7.2-32")
def test_a_second_shift_is_for_a_box_of_the_market():
    table = union("deliver", "O", regular=[0, 0, 0, 3], stock=1).apply("DUB delivers 3 to regular 4")
    assert table.refused("DUB works a second shift for regular 9") == "18DO-7.2-32"
