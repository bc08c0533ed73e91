"""18DO §7.1, §7.3, §7.4, §7.6: small investments of breweries."""

import random
from itertools import combinations
from typing import Any

import pytest

import kursbuch as kb
from kursbuch.titles.dortmund.beer.parts import Kettle
from kursbuch.titles.dortmund.expert import actions
from kursbuch.titles.dortmund.expert.bottling import most_by_one
from kursbuch.titles.dortmund.expert.trading import price_range
from kursbuch.titles.dortmund.expert.wagons import squares
from tests.titles.dortmund.expert.expert_table import brewing, dealing, fresh, opened
from tests.titles.dortmund.railway.table import EAST, LINE

MINOR = {"owner": "A", "kettles": ["S2"], "cash": 200}
UNION = {"A": 50, "kettles": ["4"], "cash": 300}


def buying(minor=None, **about):
    about.setdefault("phase", "2")
    return brewing(minors={"B3": {**MINOR, **(minor or {})}}, turn="B3 buy", **about)


# -- what there is ---------------------------------------------------------------------------------


def actions_of(title):
    """All kinds of action that a title knows, and its box."""
    rules: Any = kb.new_game(title, 3, seed=1).rules
    kinds = {step.action for stage in rules.stages.values() for step in stage.every_step()}
    return kinds, rules.box


@pytest.mark.rule("18DO-7-1")
def test_it_is_heat_sweat_and_beer_with_markers():
    (beer, plain), (expert, box) = actions_of("18do-beer"), actions_of("18do-expert")
    added = {
        kind
        for kind in vars(actions).values()
        if isinstance(kind, type) and kind.__module__ == actions.__name__
    }
    assert expert - beer == added and beer <= expert, "all actions of the beer game, and those of the markers"
    same = (
        "companies",
        "minors",
        "kettles",
        "kettle_limits",
        "segments",
        "beer_start",
        "trains",
        "phases",
        "starts",
    )
    assert {name: getattr(box, name) for name in same} == {name: getattr(plain, name) for name in same}
    with pytest.raises(kb.BadInput):
        kb.new_game("18do-expert", 2)


@pytest.mark.rule("18DO-7.3-1", "18DO-7.3-2", "18DO-7.2-11", "18DO-5.8-2")
def test_all_markers_lie_on_display():
    view = fresh().game.view()["position"]
    assert {code: marker["left"] for code, marker in view["small"].items()} == {
        "A1": 2, "A2": 2, "A3": 1, "A4": 1, "B2": 2, "B3": 1, "B4": 1, "C": 2,
    }  # fmt: skip
    assert list(view["events"]) == list("GHIJKLMNOP")
    assert not any(event["holder"] for event in view["events"].values())


POINTS = {
    "A1": ("18DO-7.1.1-3", 30, "yellow", 5, (2, 2, 3)),
    "A2": ("18DO-7.1.1-4", 60, "green", 10, (2, 2, 3)),
    "A3": ("18DO-7.1.1-5", 80, "brown", 20, (1, 1, 2)),
    "A4": ("18DO-7.1.1-6", 120, "grey", 40, (1, 1, 1)),
    "B2": ("18DO-7.1.2-5", 50, "green", 5, (2, 2, 3)),
    "B3": ("18DO-7.1.2-6", 100, "brown", 10, (1, 1, 2)),
    "B4": ("18DO-7.1.2-7", 120, "grey", 20, (1, 1, 1)),
    "C": ("18DO-7.1.3-1", 100, "brown", 0, (2, 3, 3)),
}


@pytest.mark.rule(
    "18DO-7.1.1-3", "18DO-7.1.1-4", "18DO-7.1.1-5", "18DO-7.1.1-6", "18DO-7.1.2-5", "18DO-7.1.2-6",
    "18DO-7.1.2-7", "18DO-7.1.3-1",
)  # fmt: skip
@pytest.mark.parametrize("code", POINTS)
def test_prices_and_numbers(code):
    _, price, _, _, counts = POINTS[code]
    for players, count in zip((3, 4, 5), counts, strict=True):
        table = buying(players=players)
        assert table.refused(f"B3 buys marker {code} for {price - 5}") == "18DO-7.6-1"
        assert table.game.view()["position"]["small"][code]["left"] == count
        table.apply(f"B3 buys marker {code} for {price}")
        assert table.s.cash["B3"] == 200 - price
        others = [f"B{n}" for n in (1, 2, 4, 5)][:count]
        minors = {"B3": MINOR, **{id: {"owner": "B"} for id in others}}
        gone = brewing(
            players=players, minors=minors, turn="B3 buy", phase="2", small={id: [code] for id in others}
        )
        assert gone.refused(f"B3 buys marker {code} for {price}") == "18DO-7.3-1"


FIRST = {"yellow": ("", "2"), "green": ("2", "3"), "brown": ("4", "5"), "grey": ("6", "8")}  # before, from
PUBS, LINES = ("A1", "A2", "A3", "A4"), ("B2", "B3", "B4")


@pytest.mark.rule("18DO-7.1.1-3", "18DO-7.1.1-4", "18DO-7.1.1-5", "18DO-7.1.1-6")
@pytest.mark.parametrize("code", PUBS)
def test_pubs_bring_their_income_from_their_phase_on(code):
    def income(phase):
        minor = {**MINOR, "kettles": [], "cash": 0}
        return brewing(minors={"B3": minor}, regular=[3, 3], small={"B3": [code]}, phase=phase).s.cash["B3"]

    before, first = FIRST[POINTS[code][2]]
    assert income(first) == POINTS[code][3]
    assert not before or income(before) == 0


@pytest.mark.rule("18DO-7.1.2-5", "18DO-7.1.2-6", "18DO-7.1.2-7")
@pytest.mark.parametrize("code", LINES)
def test_bottling_lines_work_from_their_phase_on(code):
    def more(phase):
        about: dict[str, Any] = {
            "corporations": {"DUB": {**UNION, "kettles": ["3"]}},
            "regular": [0, 0, 3],
            "turn": "DUB deliver",
        }
        table = brewing(small={"DUB": [code]}, phase=phase, **about).apply("DUB delivers 3 to regular 3")
        return table.s.top.income - 3 * 30

    before, first = FIRST[POINTS[code][2]]
    assert (more(first), more(before)) == (3 * POINTS[code][3], 0)


@pytest.mark.rule("18DO-7.1.2-8")
def test_no_bottling_line_works_in_the_yellow_phase():
    about: dict[str, Any] = {"regular": [0, 3], "turn": "DUB deliver", "phase": "2"}
    lines = [code for code, marker in fresh().s.box.small.items() if marker.kind == "bottling"]
    assert lines == list(LINES)
    for code in lines:
        table = brewing(corporations={"DUB": {**UNION, "kettles": ["2A"]}}, small={"DUB": [code]}, **about)
        table.apply(table.starts("delivers")[0])
        assert table.s.top.income % 20 == 0 and not table.events("bottled")


@pytest.mark.rule("18DO-7.1.3-1")
@pytest.mark.parametrize(("phase", "room"), [("4", 0), ("5", 1), ("8", 1)])
def test_wagons_work_from_the_brown_phase_on(phase, room):
    company = {"A": 50, "trains": ["3"], "cash": 100}
    table = dealing(
        companies={"BME": company}, turn="BME trains", phase=phase, small={"BME": ["C"]}, wagons={"BME": [0]}
    )
    assert squares(table.s, table.s.trains["BME"][0]) == room


# -- buying from the bank --------------------------------------------------------------------------


@pytest.mark.rule("18DO-7.1-6", "18DO-7.1-13", "18DO-7.6-1")
def test_a_brewery_buys_in_the_step_of_its_kettles_from_its_treasury():
    table = buying()
    assert table.refused("B3 buys marker A1 for 25") == "18DO-7.6-1"
    before = dict(table.s.cash)
    table.apply("B3 buys marker A1 for 30")
    assert table.s.small["B3"] == ("A1",)
    assert (table.s.cash["B3"], table.s.cash["A"]) == (before["B3"] - 30, before["A"])
    assert buying({"cash": 20}).refused("B3 buys marker A1 for 30") == "18DO-7.1-13"
    assert buying({"cash": 30}).allows("B3 buys marker A1 for 30")
    early = brewing(minors={"B3": MINOR}, regular=[3, 3], turn="B3 deliver", phase="2")
    assert early.refused("B3 buys marker A1 for 30") == "18DO-6.5.2.1-1"


@pytest.mark.rule("18DO-7.1-1")
def test_railways_buy_wagons_only():
    table = dealing(companies={"BME": {"A": 50, "trains": ["3"], "cash": 300}}, turn="BME trains", phase="3")
    for marker, price in (("A1", 30), ("A4", 120), ("B2", 50), ("B4", 120)):
        assert table.refused(f"BME buys marker {marker} for {price}") == "18DO-7.1-1"
    assert table.allows("BME buys marker C for 100")
    theirs = {"B3": ["A1"], "B5": ["C"], "B8": ["B2"]}
    minors = {id: {"owner": "A"} for id in theirs}
    company = {"A": 50, "trains": ["3"], "cash": 300}
    trade = dealing(companies={"BME": company}, minors=minors, turn="BME trains", phase="3", small=theirs)
    assert trade.refused("BME takes over marker A1 from B3 for 30") == "18DO-7.1-1", "nor of a brewery"
    assert trade.refused("BME takes over marker B2 from B8 for 50") == "18DO-7.1-1"
    assert trade.allows("BME takes over marker C from B5 for 100")


@pytest.mark.rule("18DO-7.1-2", "18DO-7.1-3")
def test_a_marker_is_bought_early_and_works_later():
    table = buying()
    table.apply("B3 buys marker A3 for 80")
    round_: dict[str, Any] = {
        "minors": {"B3": {**MINOR, "cash": 0}},
        "regular": [3, 3],
        "small": {"B3": ["A3"]},
    }
    assert brewing(**round_, phase="4").s.cash["B3"] == 0
    assert brewing(**round_, phase="5").s.cash["B3"] == 20


@pytest.mark.rule("18DO-7.1-4", "18DO-7.1-5", "18DO-7.1-15", "18DO-7.1-16")
def test_full_fields_are_cleared_first():
    table = buying(small={"B3": ["A1"]})
    assert {table.s.box.fields_of(id) for id in table.s.box.minors} == {1}
    assert {table.s.box.fields_of(id) for id in table.s.box.corporations} == {1, 2}
    assert table.refused("B3 buys marker A2 for 60") == "18DO-7.1-15"
    cash = table.s.cash["B3"]
    table.apply("B3 returns marker A1")
    assert (table.s.cash["B3"], table.game.view()["position"]["small"]["A1"]["left"]) == (cash, 2)
    assert table.allows("B3 buys marker A2 for 60")
    assert buying().refused("B3 returns marker A1") == "18DO-7.1-15"
    both = {"B3": MINOR, "B5": {"kettles": ["S2"]}}
    table = brewing(minors=both, turn="B3 buy", small={"B3": ["A1"], "B5": ["A1"]})
    assert table.refused("B5 returns marker A1") == "18DO-6.5.2-2", "in its own turn only"
    assert table.refused("B3 returns marker A2") == "18DO-7.1-15", "it has none"
    roomy = brewing(corporations={"DUB": UNION}, small={"DUB": ["A1"]}, turn="DUB buy", phase="4")
    assert roomy.s.box.fields_of("DUB") == 2
    assert roomy.refused("DUB returns marker A1") == "18DO-7.1-15", "one field is still free"
    two: dict[str, Any] = {
        "corporations": {"DUB": UNION},
        "minors": {"B5": {}},
        "turn": "DUB buy",
        "phase": "4",
    }
    full = brewing(small={"DUB": ["A1", "B2"], "B5": ["A2"]}, **two)
    assert full.refused("DUB buys marker A2 for 60") == "18DO-7.1-15", "two fields, two markers"
    assert full.refused("DUB takes over marker A2 from B5 for 60") == "18DO-7.1-15"
    full.apply("DUB returns marker B2")
    assert full.allows("DUB buys marker A2 for 60") and full.allows("DUB takes over marker A2 from B5 for 60")


@pytest.mark.rule("18DO-7.1-5")
def test_every_charter_has_one_field_or_two():
    """The book has one for minor breweries, one or two for corporations; which have two is reconstructed."""
    box = fresh(5).s.box
    assert {id: box.fields_of(id) for id in box.minors} == dict.fromkeys(box.minors, 1)
    fields = {"DUB": 2, "DAB": 2, "RIT": 1, "STI": 1, "KRO": 1, "HAN": 2}
    assert {id: box.fields_of(id) for id in box.corporations} == fields


@pytest.mark.rule("18DO-7.1-7")
def test_in_yellow_two_kettles_or_one_kettle_and_one_marker():
    def rich(**about):
        return buying({"cash": 400, "kettles": ["S2"]}, depot="2A", **about)

    table = rich().apply("B3 buys kettle 2A for 80", "B3 buys marker A1 for 30")
    assert table.refused("B3 buys kettle 2A for 80") == "18DO-6.5.2.6-2"
    assert table.refused("B3 buys marker A2 for 60") == "18DO-7.1-7"
    table = rich().apply("B3 buys marker A1 for 30")
    assert table.refused("B3 buys marker A2 for 60") == "18DO-7.1-7"
    assert table.allows("B3 buys kettle 2A for 80")
    table = rich(small={"B3": ["A1"]}).apply("B3 buys kettle 2A for 80", "B3 buys kettle 2A for 80")
    assert table.refused("B3 buys marker A2 for 60") == "18DO-7.1-7"


@pytest.mark.rule("18DO-7.1-8", "18DO-7.6-1")
def test_from_green_on_one_kettle_or_one_marker():
    table = buying({"cash": 500}, phase="3").apply("B3 buys marker A1 for 30")
    assert table.refused("B3 buys kettle 3 for 180") == "18DO-6.5.2.6-3"
    assert table.refused("B3 buys marker A2 for 60") == "18DO-7.1-8"
    full = {"small": {"B3": ["A1"]}}  # which could be returned, so that the purchase is not over
    table = buying({"cash": 500}, phase="3", **full).apply("B3 buys kettle 3 for 180")
    assert table.refused("B3 buys marker A2 for 60") == "18DO-7.1-8"


@pytest.mark.rule("18DO-7.6-2")
def test_a_marker_is_no_equipment():
    table = brewing(corporations={"DUB": {**UNION, "kettles": []}}, turn="DUB buy", phase="4")
    assert table.refused("DUB buys marker A1 for 30") == "18DO-7.6-2"
    assert table.refused("DUB passes") == "18DO-6.5.2.7-4"
    poor = brewing(corporations={"DUB": {**UNION, "kettles": [], "cash": 60}}, turn="DUB buy", phase="4")
    assert poor.refused("DUB buys marker A1 for 30") == "18DO-7.6-2", "whatever it has"
    for cash, rule in ((79, None), (80, "18DO-7.6-2")):
        small = buying({"kettles": [], "cash": cash})
        refusal = small.refusal("B3 buys marker A1 for 30")
        assert (refusal.rule if refusal else None) == rule, "a minor brewery only if it can pay for a kettle"
    other = {"B5": {"owner": "A", "kettles": ["S2"]}}
    trade = brewing(
        corporations={"DUB": {**UNION, "kettles": []}},
        minors=other,
        turn="DUB buy",
        phase="4",
        small={"B5": ["A1"]},
    )
    assert trade.refused("DUB takes over marker A1 from B5 for 45") == "18DO-7.6-2"
    trade.apply("DUB buys kettle 4 for 300")
    assert trade.refused("DUB takes over marker A1 from B5 for 45") == "18DO-7.1-13", "there is no money left"


@pytest.mark.rule("18DO-7.1-14")
def test_markers_do_not_age():
    table = buying({"kettles": ["3"], "cash": 500}, small={"B3": ["A1"]}, phase="3", depot="4")
    table.apply("B3 buys kettle 4 for 300")
    assert table.s.phase.id == "4" and table.s.small["B3"] == ("A1",)
    for phase in ("2", "3", "4", "5", "6", "8"):  # a pub of the first phase still pays in the last
        round_ = brewing(
            minors={"B3": {**MINOR, "kettles": [], "cash": 0}},
            regular=[3, 3],
            small={"B3": ["A1"]},
            phase=phase,
        )
        assert round_.s.cash["B3"] == 5
    line = brewing(
        corporations={"DUB": {**UNION, "kettles": ["8"]}}, small={"DUB": ["B2"]}, regular=[0] * 5 + [4],
        turn="DUB deliver", phase="8",
    )  # fmt: skip
    assert line.apply("DUB delivers 4 to regular 6").s.top.income == 4 * 80 + 4 * 5


@pytest.mark.rule("18DO-7.1-17")
def test_two_of_a_sort_where_there_are_two_fields():
    table = brewing(corporations={"DUB": UNION}, turn="DUB buy", phase="4", small={"DUB": ["A1"]})
    table.apply("DUB buys marker A1 for 30")
    assert table.s.small["DUB"] == ("A1", "A1")


# -- between companies -----------------------------------------------------------------------------


@pytest.mark.rule("18DO-6.5.2-2")
@pytest.mark.parametrize(
    "purchase", ["takes over marker A2 from B5 for 45", "buys marker A1 for 30", "buys kettle 3 for 180"]
)
def test_a_brewery_buys_in_its_own_name(purchase):
    minors = {"B3": {**MINOR, "cash": 300}, "B5": {"owner": "B", "kettles": ["S2"]}}
    table = brewing(minors=minors, turn="B3 buy", phase="3", small={"B5": ["A2"]})
    assert table.allows(f"B3 {purchase}")
    assert table.refused(f"A {purchase}") == "18DO-6.5.2-2"
    assert table.refused(f"B5 {purchase}") == "18DO-6.5.2-2"


@pytest.mark.rule("18DO-7.1-9", "18DO-7.1-10")
def test_from_another_brewery_with_its_consent_and_beside_the_purchase():
    minors = {"B3": {**MINOR, "cash": 300}, "B5": {"owner": "B", "kettles": ["S2"]}}
    table = brewing(minors=minors, turn="B3 buy", phase="3", small={"B5": ["A2"]})
    table.apply("B3 takes over marker A2 from B5 for 45")
    assert table.game.acting == ("B",)
    table.apply("B agrees")
    assert (table.s.small["B3"], table.s.cash["B5"]) == (("A2",), 45)
    assert table.allows("B3 buys kettle 3 for 180"), "it is no purchase from the bank"
    table = brewing(minors=minors, turn="B3 buy", phase="3", small={"B5": ["A2"]})
    table.apply("B3 takes over marker A2 from B5 for 45", "B declines")
    assert table.refused("B3 takes over marker A2 from B5 for 45") == "18DO-7.1-10"
    assert table.s.small == {"B5": ("A2",)} and table.s.cash["B3"] == 300, "nothing was sold"
    assert table.allows("B3 takes over marker A2 from B5 for 46")
    own = brewing(minors={"B3": MINOR, "B5": {"owner": "A"}}, turn="B3 buy", phase="3", small={"B5": ["A2"]})
    own.apply("B3 takes over marker A2 from B5 for 30")
    assert own.s.small["B3"] == ("A2",), "nobody else has to be asked"


@pytest.mark.rule("18DO-7.1-9")
@pytest.mark.parametrize(
    ("phase", "bought"),
    [
        ("2", ["kettle 2A for 80", "kettle 2A for 80"]),
        ("3", ["kettle 3 for 180"]),
        ("3", ["marker A1 for 30"]),
    ],
)
def test_after_all_purchases_from_the_bank_there_are_still_those_from_breweries(phase, bought):
    minors = {id: {"owner": "A", "kettles": ["S2"]} for id in ("B3", "B5")}
    union = {"A": 50, "kettles": [], "cash": 900}
    held = {"B3": ["A2"], "B5": ["A2"]}
    table = brewing(corporations={"DUB": union}, minors=minors, turn="DUB buy", phase=phase, small=held)
    if "marker" in bought[0]:
        table = brewing(
            corporations={"DUB": {**union, "kettles": ["3"]}}, minors=minors, turn="DUB buy", phase=phase,
            small=held,
        )  # fmt: skip
    table.apply(*[f"DUB buys {what}" for what in bought])
    assert table.refused("DUB buys marker B2 for 50") in ("18DO-7.1-7", "18DO-7.1-8")
    table.apply("DUB takes over marker A2 from B3 for 30")
    if "marker" not in bought[0]:
        table.apply("DUB takes over marker A2 from B5 for 30")
        assert table.s.small["DUB"] == ("A2", "A2"), "as many as there is room for"


@pytest.mark.rule("18DO-7.1-13")
@pytest.mark.parametrize(("cash", "rule"), [(29, "18DO-7.1-13"), (30, None)])
def test_a_marker_of_another_brewery_too_is_paid_from_the_treasury(cash, rule):
    minors = {"B3": {**MINOR, "cash": cash}, "B5": {"owner": "A"}}
    table = brewing(minors=minors, turn="B3 buy", phase="3", small={"B5": ["A2"]}, cash={"A": 500})
    refusal = table.refusal("B3 takes over marker A2 from B5 for 30")
    assert (refusal.rule if refusal else None) == rule
    if rule is None:
        assert table.pays("B3 takes over marker A2 from B5 for 30") == {"B3": -30, "B5": 30}


@pytest.mark.rule("18DO-7.1-11", "18DO-7.1-12")
def test_half_to_one_and_a_half_times_the_price():
    s = fresh().s
    assert {code: price_range(s, code) for code in s.box.small} == {
        "A1": (15, 45), "A2": (30, 90), "A3": (40, 120), "A4": (60, 180),
        "B2": (25, 75), "B3": (50, 150), "B4": (60, 180), "C": (50, 150),
    }  # fmt: skip
    minors = {"B3": MINOR, "B5": {"owner": "B"}}
    table = brewing(minors=minors, turn="B3 buy", phase="3", small={"B5": ["A2"]})
    assert table.refused("B3 takes over marker A2 from B5 for 29") == "18DO-7.1-11"
    assert table.refused("B3 takes over marker A2 from B5 for 91") == "18DO-7.1-11"
    assert table.starts("takes over") == ["B3 takes over marker A2 from B5 for 30..90/1"]


@pytest.mark.rule("18DO-7.1-11")
def test_a_buyer_with_the_least_price_alone_is_offered_the_marker():
    minors = {"B3": {**MINOR, "cash": 30}, "B5": {"owner": "B"}}
    table = brewing(minors=minors, turn="B3 buy", phase="3", small={"B5": ["A2"]})
    assert [a.split("..")[0] for a in table.starts("takes over")] == [
        "B3 takes over marker A2 from B5 for 30"
    ]


def trading_in(events, small, **about):
    return dealing(
        companies={"RIT": {"B": 50, "price": 90, "kettles": ["3"]}},
        minors={"B4": {"owner": "A"}},
        cash={"A": 900, "B": 0, "C": 0},
        phase="3",
        stock="A",
        events=events,
        small=small,
        **about,
    )


@pytest.mark.rule("18DO-7.1-18")
def test_markers_of_a_traded_in_brewery():
    table = trading_in({"G": "B4"}, {"B4": ["A1"]}).apply("A swaps brewery B4 for 10 RIT from company")
    assert (table.s.small["RIT"], table.s.specials["G"]) == (("A1",), "RIT")
    table = trading_in({"G": "B4", "K": "RIT"}, {"B4": ["A1"], "RIT": ["B2"]})
    table.apply("A swaps brewery B4 for 10 RIT from company")
    assert table.game.acting == ("B",), "the director chooses what goes back"
    assert table.refused("RIT returns event P") == "18DO-7.2-5", "it has no such event"
    assert table.refused("RIT returns marker C1") == "18DO-7.1-18", "it has no such marker"
    assert table.refused("B passes") == "18DO-7.1-18", "first it returns what is too much"
    table.apply("RIT returns marker B2")
    assert [e.values for e in table.events("returns-marker")] == [{"company": "RIT", "marker": "B2"}]
    table.apply("RIT returns event K")
    assert [e.values for e in table.events("returns-event")] == [{"brewery": "RIT", "event": "K"}]
    assert (table.s.small["RIT"], table.s.specials["G"], table.s.specials["K"]) == (("A1",), "RIT", "")
    pool = dealing(
        companies={"RIT": {"B": 50, "price": 90, "kettles": ["3"], "pool": 20}},
        minors={"B4": {"owner": "A"}}, cash={"A": 900, "B": 0, "C": 0}, phase="3", stock="A",
        events={"G": "B4"}, small={"B4": ["A1"]},
    )  # fmt: skip
    pool.apply(next(a for a in pool.legal() if "swaps" in a and "pool" in a))
    assert (pool.s.small.get("B4", ()), pool.s.small.get("RIT", ()), pool.s.specials["G"]) == ((), (), "")


@pytest.mark.rule("18DO-7.1-18")
def test_a_corporation_founded_with_a_brewery_has_its_markers():
    table = dealing(
        minors={"B4": {"owner": "A"}}, cash={"A": 900}, phase="3", stock="A", events={"G": "B4"},
        small={"B4": ["A1"]},
    )  # fmt: skip
    table.apply("A founds RIT at 70 with brewery B4")
    assert (table.s.small, table.s.specials["G"]) == ({"RIT": ("A1",)}, "RIT")


@pytest.mark.rule("18DO-7.1-18")
def test_the_markers_of_a_bankrupt_company_go_back_to_the_display():
    table = brewing(
        corporations={"RIT": {"A": 50, "price": 10, "kettles": ["3"]}}, minors={"B8": {"kettles": ["S2"]}},
        regular=[3, 3, 3], phase="3", turn="RIT pay", income=50, small={"RIT": ["A1"], "B8": ["A1"]},
    )  # fmt: skip
    table.apply("RIT withholds")
    view = table.game.view()["position"]
    assert (view["small_of"], view["small"]["A1"]["left"]) == ({"B8": ["A1"]}, 1)
    company = {"A": 50, "price": 10, "trains": ["4"], "cash": 0}
    railway = dealing(
        companies={"BME": company},
        turn="BME pay",
        income=50,
        phase="4",
        small={"BME": ["C"]},
        wagons={"BME": [0]},
    )
    railway.apply("BME withholds")
    view = railway.game.view()["position"]
    assert "BME" not in railway.s.founded
    assert (view["small_of"], view["wagons"], view["small"]["C"]["left"]) == ({}, {}, 2)


@pytest.mark.rule("18DO-7.1-18", "18DO-7.2-5")
@pytest.mark.parametrize(
    ("events", "small", "legal"),
    [
        ({"G": "B4"}, {"B4": ["A1"], "RIT": ["B2"]}, ["RIT returns marker A1", "RIT returns marker B2"]),
        ({"G": "B4", "K": "RIT"}, {"B4": ["A1"]}, ["RIT returns event G", "RIT returns event K"]),
    ],
)
def test_only_what_is_too_much_goes_back(events, small, legal):
    table = trading_in(events, small).apply("A swaps brewery B4 for 10 RIT from company")
    assert table.legal() == legal
    other = "RIT returns event G" if "marker" in legal[0] else "RIT returns marker A1"
    assert table.refused(other) in ("18DO-7.2-5", "18DO-7.1-18")
    table.apply(legal[0])
    assert not table.starts("returns")


# -- pubs and bottling -----------------------------------------------------------------------------


@pytest.mark.rule("18DO-7.1.1-1", "18DO-7.1.1-2")
def test_pubs_pay_at_the_start_of_a_round_into_the_treasury():
    minors = {"B3": {**MINOR, "cash": 0}, "B5": {"owner": "B", "kettles": ["S2"]}}
    table = brewing(minors=minors, small={"B3": ["A1"], "B5": ["A2"]}, regular=[3, 3], phase="3")
    assert (table.s.cash["B3"], table.s.cash["B5"]) == (5, 10)
    dub = {"DUB": {**UNION, "kettles": ["4"], "cash": 0}}
    two = brewing(corporations=dub, small={"DUB": ["A1", "A2"]}, regular=[0, 0, 0, 3], phase="4")
    assert two.s.cash["DUB"] == 15, "each of its pubs pays"
    table = brewing(corporations=dub, small={"DUB": ["A3"]}, regular=[0, 0, 0, 3], phase="5")
    table.apply("DUB delivers 3 to regular 4")
    assert (table.s.cash["DUB"], table.s.top.income) == (20, 3 * 45), "it is no part of what is paid out"
    assert table.pays("DUB pays") == {"A": 65, "DUB": 65 + 5, "bank": -135}


@pytest.mark.rule("18DO-7.1.1-1")
def test_at_the_start_of_a_round_only_pubs_pay_and_only_those_that_work():
    dub = {"DUB": {**UNION, "kettles": [], "cash": 0}}
    table = brewing(corporations=dub, small={"DUB": ["A4", "B2"]}, phase="4")
    assert table.s.cash["DUB"] == 0, "a pub of the grey phase and a bottling line"
    table = brewing(corporations=dub, small={"DUB": ["A1", "B2"]}, phase="4")
    assert table.s.cash["DUB"] == 5


@pytest.mark.rule("18DO-7.1.1-1")
def test_kettles_without_demand_go_then_the_pubs_pay_then_advertising_is_offered():
    minors = {"B1": {"owner": "A", "kettles": ["S1"]}, "B8": {"owner": "B", "kettles": ["S2"]}}
    table = brewing(
        minors=minors, small={"B1": ["A1"]}, events={"H": "B8"}, regular=[0, 2], turn="B8 deliver",
        order=["B8", "B1"], last=False,
    )  # fmt: skip
    while not table.starts("B8 advertises"):  # nobody wants beer of segment 1 any more in the next round
        table.apply(next(a for word in ("delivers", "withholds", "passes") for a in table.starts(f" {word}")))
    assert (table.game.acting, table.kettles("B1")) == (("B",), [])
    keys = [event.key for event in table.game.events]
    assert keys.index("brewery-round") < keys.index("kettle-scrapped") < keys.index("pubs-pay")


@pytest.mark.rule("18DO-7.1.2-1", "18DO-7.1.2-2", "18DO-7.1.2-4")
def test_bottling_counts_the_cubes_of_one_kettle():
    table = brewing(
        corporations={"DUB": {**UNION, "kettles": ["4", "3"], "cash": 0}},
        small={"DUB": ["B2"]}, regular=[0, 0, 3, 3], turn="DUB deliver", phase="4",
    )  # fmt: skip
    table.apply("DUB delivers 3 to regular 4, 3 to regular 3")
    assert table.s.top.income == 3 * 45 + 3 * 30 + 3 * 5
    assert table.pays("DUB pays") == {"A": 120, "DUB": 120, "bank": -240}
    kept = brewing(
        corporations={"DUB": {**UNION, "kettles": ["3"], "cash": 0}}, small={"DUB": ["B2"]}, regular=[0, 0, 3],
        turn="DUB deliver", phase="4",
    )  # fmt: skip
    kept.apply("DUB delivers 3 to regular 3")
    assert kept.pays("DUB withholds") == {"DUB": 3 * 30 + 3 * 5, "bank": -105}, (
        "it is kept as well as paid out"
    )


@pytest.mark.rule("18DO-7.1.2-1", "18DO-7.1.2-2")
def test_two_bottling_lines_both_work_with_the_same_kettle():
    table = brewing(
        corporations={"DUB": {**UNION, "kettles": ["5", "3"]}}, small={"DUB": ["B2", "B3"]},
        regular=[0, 0, 3, 0, 4], turn="DUB deliver", phase="5",
    )  # fmt: skip
    table.apply("DUB delivers 4 to regular 5, 3 to regular 3")
    assert table.s.top.income == 4 * 60 + 3 * 30 + 4 * (5 + 10)


@pytest.mark.rule("18DO-7.1.2-2")
def test_the_cube_of_a_second_shift_is_bottled_too():
    table = brewing(
        corporations={"DUB": {**UNION, "kettles": ["4"]}}, small={"DUB": ["B2"]}, regular=[0, 0, 0, 3],
        stock=1, turn="DUB deliver", phase="4", events={"O": "DUB"},
    )  # fmt: skip
    table.apply("DUB delivers 3 to regular 4", "DUB works a second shift for regular 4")
    assert table.s.top.income == 3 * 45 + 22 + 4 * 5


@pytest.mark.rule("18DO-7.1.2-2")
def test_the_most_that_one_kettle_can_have_made():
    assert most_by_one([Kettle(3, 3), Kettle(2, 2)], (0, 3, 1, 0, 0, 0), 0) == 3
    assert most_by_one([Kettle(3, 3), Kettle(2, 2)], (0, 2, 3, 0, 0, 0), 0) == 3
    assert most_by_one([Kettle(2, 2), Kettle(2, 2)], (1, 1, 0, 0, 0, 0), 0) == 2
    assert most_by_one([Kettle(2, 2), Kettle(2, 2)], (1, 1, 0, 0, 0, 0), 0, late=1) == 3  # a second shift
    assert most_by_one([Kettle(8, 4, 3)], (0, 0, 0, 0, 0, 2), 2) == 2
    assert most_by_one([Kettle(3, 3)], (0, 0, 3, 0, 0, 0), 0, late=2) == 4, "the second shift's cube counts"
    assert most_by_one([], (0, 0, 0, 0, 0, 0), 0) == 0


@pytest.mark.rule("18DO-7.1.2-2", "18DO-7.2-29")
@pytest.mark.parametrize(
    ("plan", "bottled"), [("2 to regular 3", 2), ("1 to regular 3", 2), ("2 to regular 2", 3)]
)
def test_what_is_brewed_for_others_is_not_bottled_too(plan, bottled):
    """Kettle 3 can have delivered all three cubes, unless it has brewed for others."""
    table = brewing(
        corporations={"DUB": {**UNION, "kettles": ["3", "2A"], "cash": 0}}, small={"DUB": ["B2"]},
        regular=[0, 3], turn="DUB deliver", phase="3", events={"N": "DUB"},
    )  # fmt: skip
    plain = table.game.after("DUB delivers 3 to regular 2").after("DUB passes")
    assert [e.values["cubes"] for e in plain.events if e.key == "bottled"] == [3]
    table.apply("DUB delivers 3 to regular 2", f"DUB brews for others {plan}")
    assert [e.values["cubes"] for e in table.events("bottled")] == [bottled]


@pytest.mark.rule("18DO-7.1.2-3")
def test_no_bottling_for_export():
    assert most_by_one([Kettle(8, 4, 3)], (0, 0, 0, 0, 0, 1), 3) == 1
    table = brewing(
        corporations={"DUB": {**UNION, "kettles": ["8"]}}, small={"DUB": ["B4"]}, turn="DUB deliver",
        railways={"KWE": {"A": 50, "trains": ["6", "5"], "tokens": ["E12.0"]}}, tiles={**EAST, **LINE},
        regular=[0, 0, 0, 0, 0, 1], phase="8",
    )  # fmt: skip
    first, second = table.s.trains["KWE"]
    table.apply("DUB delivers 1 to regular 6, keeps 3", f"DUB loads 2 on {first} of KWE")
    table.apply(f"DUB loads 1 on {second} of KWE")
    assert table.s.top.income == 80 + 3 * 100 + 20, "for the one cube that went to Dortmund"
    both = brewing(
        corporations={"DUB": {**UNION, "kettles": ["8", "4"]}}, small={"DUB": ["B2"]}, turn="DUB deliver",
        railways={"KWE": {"A": 50, "trains": ["6", "5"], "tokens": ["E12.0"]}}, tiles={**EAST, **LINE},
        regular=[0, 0, 0, 4], phase="8",
    )  # fmt: skip
    both.apply("DUB delivers 4 to regular 4, keeps 3")
    for card in both.s.trains["KWE"]:
        both.apply(both.starts(f"loads {2 if card[0] == '6' else 1} on {card}")[0])
    assert both.s.top.income == 4 * 45 + 3 * 100 + 3 * 5, (
        "the kettle that exports has one unit left for Dortmund"
    )


def most_by_trying(kettles, delivered, loaded, wagons):
    """The most cubes for Dortmund that one kettle can have made, by trying all units for the trains."""
    wants = [n + 1 for n in range(6) for _ in range(delivered[n])]
    units = [(n, i < kettle.export) for n, kettle in enumerate(kettles) for i in range(kettle.cubes)]

    def most(one, counts, n=0):
        if n == len(wants):
            return 0
        made = [
            most(one, (*counts[:k], counts[k] - 1, *counts[k + 1 :]), n + 1) + (k == one)
            for k, kettle in enumerate(kettles)
            if counts[k] and kettle.type >= wants[n]
        ]
        return max(made, default=-99)

    best = -1
    for trains in combinations(range(len(units)), loaded):
        if sum(not units[i][1] for i in trains) <= wagons:
            left = [unit for i, unit in enumerate(units) if i not in trains]
            counts = tuple(sum(n == k for n, _ in left) for k in range(len(kettles)))
            best = max(best, *[most(one, counts) for one in range(len(kettles))])
    return best


@pytest.mark.rule("18DO-7.1.2-2", "18DO-7.1.3-6")
@pytest.mark.parametrize("wagons", [0, 1, 2])
def test_each_wagon_helps_whichever_kettle_leaves_most_for_bottling(wagons):
    chance = random.Random(wagons)
    cards = [Kettle(8, 4, 3), Kettle(6, 4, 2), Kettle(5, 4, 1), Kettle(4, 3)]
    for _ in range(100):
        kettles = sorted(chance.choices(cards, k=2), key=lambda kettle: -kettle.type)
        loaded, delivered = chance.randint(0, 5), [0] * 6
        for _ in range(chance.randint(0, 6 - loaded)):
            delivered[chance.randint(2, 5)] += 1
        most = most_by_trying(kettles, delivered, loaded, wagons)
        if most >= 0:
            assert most_by_one(kettles, tuple(delivered), loaded, wagons=wagons) == most


# -- before the first stock round ------------------------------------------------------------------


@pytest.mark.rule("18DO-7.4-3")
def test_the_numbers_of_the_breweries_settle_who_is_asked_first():
    """Neither the order of the bids nor what cash they have left: B3 leaves most, B2 was bid for last."""
    table = next(t for seed in range(500) if {"B2", "B3", "B4"} <= set((t := fresh(3, seed)).s.minors))
    first, second, third = table.s.start_order
    table.apply(f"{first} bids 0 for brewery B4", f"{second} bids 0 for brewery B3")
    table.apply(f"{third} bids 30 for brewery B2")
    asked = []
    while table.s.top.stage == "opening":
        asked.append(table.acting)
        table.apply(f"{table.acting} passes")
    assert asked == [third, second, first] and table.s.start_order == (second, first, third)


@pytest.mark.rule("18DO-7.4-1")
def test_breweries_that_are_dealt_are_offered_a_marker_too():
    table = fresh(3, dealt_breweries=True)
    owners = [owner for _, owner in sorted(table.s.minors.items())]
    assert (table.s.top.stage, table.acting) == ("opening", owners[0])
    table.apply(*[f"{owner} passes" for owner in owners])
    assert table.s.top.stage == "stock"


@pytest.mark.rule("18DO-7.4-1", "18DO-7.4-2", "18DO-7.4-3", "18DO-7.4-4")
def test_one_marker_each_before_the_first_stock_round():
    table = opened()
    owners = [owner for _, owner in sorted(table.s.minors.items())]
    minors = sorted(table.s.minors)
    order = table.s.start_order
    assert table.game.acting == (owners[0],)
    poor = opened()
    poor.s.cash["bank"] += poor.s.cash[owners[0]] - 29
    poor.s.cash[owners[0]] = 29
    assert poor.refused(f"{owners[0]} buys marker A1 for 30") == "18DO-7.4-2"
    before = table.s.cash[owners[0]]
    assert table.pays(f"{owners[0]} buys marker A1 for 30") == {owners[0]: -30, "bank": 30}
    assert (table.s.small[minors[0]], table.s.cash[owners[0]]) == (("A1",), before - 30)
    assert table.game.acting == (owners[1],)
    assert table.refused(f"{owners[0]} buys marker A1 for 30") == "18DO-7.4-3", "one each"
    assert table.refused(f"{owners[2]} buys marker A1 for 30") == "18DO-7.4-3"
    assert table.refused(f"{owners[1]} buys 10 DHB from company") == "18DO-7.4-1"
    table.apply(f"{owners[1]} passes", f"{owners[2]} passes")
    assert table.s.top.stage == "stock" and table.s.start_order == order, "the order of turns stands already"
