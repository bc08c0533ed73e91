"""18DO §7.1.3, §7.5: beer wagons of breweries and of railways."""

from typing import Any

import pytest

from kursbuch.titles.dortmund.expert.wagons import kettles_at_work, squares
from tests.titles.dortmund.beer.test_brewery_export import EASTERN
from tests.titles.dortmund.expert.expert_table import brewing, dealing
from tests.titles.dortmund.railway.table import EAST, LINE

UNION = {"A": 50, "kettles": ["5"], "cash": 300}


def railway(turn="KWE trains", phase="5", **about):
    company = {**EASTERN, "trains": ["5", "5"], "cash": 400, **about.pop("company", {})}
    return dealing(companies={"KWE": company}, tiles=EAST, turn=turn, phase=phase, **about)


def loading(kettles=("5",), small=None, company=None, **about):
    return brewing(
        corporations={"DUB": {**UNION, "kettles": list(kettles)}},
        railways={"KWE": {**EASTERN, "trains": ["5", "5"], **(company or {})}},
        tiles=about.pop("tiles", EAST),
        phase=about.pop("phase", "5"),
        turn=about.pop("turn", "DUB load"),
        small=small or {},
        **about,
    )


def forms(table):
    """How the actions of a title are written."""
    return {cls.form for cls in table.game.rules.grammar.kinds.values()}


@pytest.mark.rule("18DO-7.1.3-2", "18DO-7.1.3-3", "18DO-7.5-1")
def test_breweries_and_railways_buy_wagons():
    table = railway(company={"cash": 900, "trains": ["5"]})
    assert table.allows("KWE buys train 5 as 5 from depot for 450")
    table.apply("KWE buys marker C for 100")
    assert (table.s.small["KWE"], table.s.cash["KWE"]) == (("C",), 800)
    assert table.refused("KWE buys train 5 as 5 from depot for 450") == "18DO-6.5.1-2", (
        "it stands in its place"
    )
    assert table.refused("KWE buys marker C for 100") == "18DO-7.1.3-3"
    yellow = railway(phase="2", company={"trains": ["2"]}).apply("KWE buys marker C for 100")
    assert yellow.refused("KWE buys marker C for 100") == "18DO-7.1.3-3", "one wagon beside one train"
    yellow.apply("KWE buys train 2A as 2 from depot for 80")
    assert yellow.refused("KWE buys train 2A as 2 from depot for 80") == "18DO-6.5.1-2"
    brewery = brewing(corporations={"DUB": UNION}, turn="DUB buy", phase="5")
    assert brewery.allows("DUB buys marker C for 100")


@pytest.mark.rule("18DO-7.1.3-3", "18DO-7.5-1")
def test_the_limits_of_purchases_hold():
    table = railway(company={"trains": ["5"]}, done=("new train",))
    assert table.refused("KWE buys marker C for 100") == "18DO-7.1.3-3"
    assert railway().allows("KWE buys marker C for 100")
    rich: dict[str, Any] = {"corporations": {"DUB": {**UNION, "cash": 900}}, "turn": "DUB buy", "phase": "5"}
    done = brewing(done=("kettle",), **rich)
    assert done.refused("DUB buys marker C for 100") == "18DO-7.1-8"
    wagon = brewing(**rich).apply("DUB buys marker C for 100")
    assert wagon.refused("DUB buys kettle 5 for 450") == "18DO-6.5.2.6-3", "it stands in its place"


@pytest.mark.rule("18DO-7.5-3")
def test_a_wagon_is_no_train():
    table = railway(company={"trains": []})
    assert table.refused("KWE buys marker C for 100") == "18DO-7.5-3"
    other = {"B3": {"owner": "A", "kettles": ["S2"]}}
    trade = railway(company={"trains": []}, minors=other, small={"B3": ["C"]})
    assert trade.refused("KWE takes over marker C from B3 for 150") == "18DO-7.5-3"
    assert table.refused("KWE passes") == "18DO-4.5.7.4-1", "nor may it go without a train"
    assert railway(minors=other, small={"B3": ["C"]}).allows("KWE takes over marker C from B3 for 150")


@pytest.mark.rule("18DO-7.1.3-4", "18DO-7.1.3-5", "18DO-7.5-2")
def test_wagons_are_traded_between_all_companies():
    table = railway(
        done=("new train",), minors={"B3": {"owner": "B", "kettles": ["S2"]}}, small={"B3": ["C"]}
    )
    for price in (49, 151):
        assert table.refused(f"KWE takes over marker C from B3 for {price}") == "18DO-7.1-11"
    table.apply("KWE takes over marker C from B3 for 150")
    assert table.pays("B agrees") == {"KWE": -150, "B3": 150}
    assert table.s.small["KWE"] == ("C",)
    first = railway(
        minors={"B3": {"owner": "A", "kettles": ["S2"]}},
        small={"B3": ["C"]},
        company={"trains": ["5"], "cash": 600},
    )
    first.apply("KWE takes over marker C from B3 for 150")
    assert first.allows("KWE buys train 5 as 5 from depot for 450"), "it was no purchase from the bank"
    assert table.refused("KWE buys train 5 as 5 from B3 for 10") == "18DO-5.4.4-2", "it has no train to sell"
    back = brewing(
        corporations={"DUB": UNION}, railways={"KWE": EASTERN}, tiles=EAST, turn="DUB buy", phase="5",
        small={"KWE": ["C"]},
    )  # fmt: skip
    assert back.pays("DUB takes over marker C from KWE for 50") == {"DUB": -50, "KWE": 50}
    assert (back.s.small["DUB"], back.s.small["KWE"], back.s.wagons["KWE"]) == (("C",), (), ())
    pubs = railway(minors={"B3": {"owner": "B"}}, small={"B3": ["A1"]})
    assert pubs.refused("KWE takes over marker A1 from B3 for 30") == "18DO-7.1-1"
    sums = {form for form in forms(pubs) if "{price}" in form and "{source}" in form}
    assert sums == {
        "{actor} takes over marker {marker} from {source} for {price}",
        "{actor} buys train {train} as {side} from {source} for {price}",
        "{actor} buys train {train} with {cubes} cubes from {source} for {price}",
    }, "trains apart nothing else is paid for from one company to another"


@pytest.mark.rule("18DO-7.1.3-6", "18DO-7.1.3-7")
def test_a_brewery_loads_one_cube_more():
    big = {"trains": ["6"]}
    plain = loading(company=big, phase="6")
    train = plain.s.trains["KWE"][0]
    assert plain.refused(f"DUB loads 2 on {train} of KWE") == "18DO-6.5.2.4-2"
    table = loading(small={"DUB": ["C"]}, company=big, phase="6")
    table.apply(f"DUB loads 2 on {train} of KWE")
    assert table.s.loaded == {train: 2}
    roomier = loading(["8"], small={"DUB": ["C"]}, company={"trains": ["8"]}, phase="8")
    bare = loading(["8"], company={"trains": ["8"]}, phase="8")
    exports = [sum(k.export for k in kettles_at_work(t.s, "DUB")) for t in (bare, roomier)]
    assert exports[1] == exports[0] + 1
    keeping = loading(
        small={"DUB": ["C"]}, turn="DUB deliver", company=big, phase="6", regular=[0, 0, 0, 0, 4]
    )
    assert keeping.allows("DUB delivers 2 to regular 5, keeps 2")
    assert keeping.refused("DUB delivers 3 to regular 5, keeps 2") == "18DO-6.5.2.4-12"
    early = loading(["4"], small={"DUB": ["C"]}, company=big, phase="6")
    assert early.refused(f"DUB loads 1 on {train} of KWE") == "18DO-6.5.2.4-7"
    early = loading(["4"], small={"DUB": ["C"]}, company=big, turn="DUB deliver", regular=[0, 0, 0, 3])
    assert early.refused("DUB delivers 2 to regular 4, keeps 1") == "18DO-6.5.2.4-1", (
        "nor is any kept for trains"
    )


@pytest.mark.rule("18DO-7.1.3-6", "18DO-7.1.2-2")
def test_a_wagon_loads_from_the_kettle_that_is_not_bottled():
    """Three cubes of the higher kettle go on trains, one by the wagon; the lower one makes four for Dortmund."""
    table = loading(
        ["6", "5"], small={"DUB": ["B3", "C"]}, company={"trains": ["6", "6"]}, phase="6", turn="DUB deliver",
        regular=[0, 0, 0, 0, 4, 1], tiles={**EAST, **LINE},
    )  # fmt: skip
    first, second = table.s.trains["KWE"]
    table.apply("DUB delivers 1 to regular 6, 4 to regular 5, keeps 3")
    table.apply(f"DUB loads 2 on {first} of KWE", f"DUB loads 1 on {second} of KWE")
    assert table.s.top.income == 80 + 4 * 60 + 3 * 100 + 4 * 10


@pytest.mark.rule("18DO-7.1.3-6", "18DO-6.5.2.3-4", "18DO-6.5.2.1-3")
def test_a_wagon_helps_the_kettle_that_the_brewery_wants_it_to():
    """With the wagon at kettle 6, three of its cubes go on trains, and what kettle 5 makes reaches no customer."""
    plan = "DUB delivers 1 to regular 6, keeps"
    about = {"turn": "DUB deliver", "phase": "6", "regular": [0, 0, 0, 0, 0, 2], "tiles": {**EAST, **LINE}}
    table = loading(["6", "5"], small={"DUB": ["C"]}, company={"trains": ["6", "6"]}, **about)
    assert table.allows(f"{plan} 4") and table.allows(f"{plan} 3")
    assert table.refused(f"{plan} 2") == "18DO-6.5.2.1-3", "kettle 6 has two left"
    bare = loading(["6", "5"], company={"trains": ["6", "6"]}, **about)
    assert bare.refused(f"{plan} 3") == "18DO-6.5.2.1-3"
    table.apply(f"{plan} 4")
    for card in table.s.trains["KWE"]:
        table.apply(f"DUB loads 2 on {card} of KWE")
    assert sorted(table.s.loaded.values()) == [2, 2]


@pytest.mark.rule("18DO-7.1.3-8", "18DO-7.1.3-10", "18DO-7.1.3-12")
def test_a_railway_carries_one_cube_more():
    table = loading(["6"], small={"KWE": ["C"]}, wagons={"KWE": [0]}, company={"trains": ["5"]})
    train = table.s.trains["KWE"][0]
    assert squares(table.s, train) == 2
    table.apply(f"DUB loads 2 on {train} of KWE")
    assert table.s.loaded == {train: 2}
    assert [e.values["income"] for e in table.events("loads")] == [200]
    runs = railway(
        "KWE run", company={"trains": ["5"], "loads": [1]}, small={"KWE": ["C"]}, wagons={"KWE": [0]}
    )
    one = runs.starts("carrying 1")
    runs.s.loaded[runs.s.trains["KWE"][0]] = 2
    assert one and not runs.starts("carrying 1")
    (two,) = runs.starts("carrying 2")
    way = two.partition("runs ")[2].partition(" carrying")[0]
    runs.s.beer = runs.s.beer.with_stock(-1)
    runs.apply(two)
    assert two.endswith("carrying 2 to C20")
    assert [e.values["income"] for e in runs.events("runs")] == [runs.earns("KWE", way) + 2 * 40]


@pytest.mark.rule("18DO-7.1.3-9")
def test_also_on_a_train_that_carries_none():
    table = loading(small={"KWE": ["C"]}, wagons={"KWE": [0]}, company={"trains": ["4", "5"]})
    small, big = table.s.trains["KWE"]
    assert (squares(table.s, small), squares(table.s, big)) == (1, 1)
    assert f"DUB loads 1 on {small} of KWE" in table.legal()
    bare = loading(company={"trains": ["4", "5"]})
    assert bare.refused(f"DUB loads 1 on {small} of KWE") == "18DO-6.5.2.4-5", "only with the wagon"
    three = loading(small={"KWE": ["C"]}, wagons={"KWE": [0]}, company={"trains": ["3", "5"]})
    short, _ = three.s.trains["KWE"]
    assert three.apply(f"DUB loads 1 on {short} of KWE").s.loaded == {short: 1}


@pytest.mark.rule("18DO-7.1.3-11")
def test_wagons_move_with_their_cube():
    table = railway("KWE link", company={"loads": [1, 0]}, small={"KWE": ["C"]}, wagons={"KWE": [0]})
    first, second = table.s.trains["KWE"]
    table.s.loaded[first] = 2
    table.s.beer = table.s.beer.with_stock(-1)
    table.game.audit()
    assert table.refused(f"KWE moves a wagon from {first} to {first}") == "18DO-7.1.3-8"
    elsewhere = table.s.trains["depot"][0]
    assert table.refused(f"KWE moves a wagon from {first} to {elsewhere}") == "18DO-7.1.3-8"
    assert table.refused(f"A moves a wagon from {first} to {second}") == "18DO-4.5-15"
    table.apply(f"KWE moves a wagon from {first} to {second}")
    assert table.s.loaded == {first: 1, second: 1}
    assert table.refused(f"KWE moves a wagon from {second} to {first}") == "18DO-7.1.3-11"
    assert railway().refused("A buys marker C for 100") == "18DO-4.5-15"
    bought = railway().apply("KWE buys marker C for 100")
    bought.apply(f"KWE moves a wagon from charter to {bought.s.trains['KWE'][0]}")
    assert bought.s.wagons["KWE"] == (bought.s.trains["KWE"][0],)


@pytest.mark.rule("18DO-7.1.3-11")
def test_each_wagon_moves_once_and_not_one_of_them_twice():
    """One that was put on a train for its run does not go back after it in place of another that stayed."""
    table = railway("KWE link", small={"KWE": ["C", "C"]}, wagons={"KWE": [0, 0]})
    first, second = table.s.trains["KWE"]
    back = f"KWE moves a wagon from {second} to {first}"
    table.apply(f"KWE moves a wagon from {first} to {second}")
    assert table.refused(back) == "18DO-7.1.3-11" and back not in table.legal()
    table.apply(f"KWE moves a wagon from {first} to {second}")
    assert not table.starts("moves a wagon")


@pytest.mark.rule("18DO-7.1.3-11")
def test_the_wagon_stays_when_its_train_is_sold():
    table = dealing(
        companies={
            "KWE": {**EASTERN, "trains": ["5"], "loads": [1]},
            "BME": {"A": 50, "trains": ["5"], "cash": 300},
        },
        tiles=EAST, turn="BME trains", phase="5", small={"KWE": ["C"]}, wagons={"KWE": [0]},
    )  # fmt: skip
    train = table.s.trains["KWE"][0]
    table.s.loaded[train], table.s.beer = 2, table.s.beer.with_stock(-1)
    stock = table.s.beer.stock
    table.apply("BME buys train 5 as 5 from KWE for 10")
    assert (table.s.loaded[train], table.s.beer.stock) == (1, stock + 1)
    assert [event.values for event in table.events("unloads")] == [{"train": "5", "cubes": 1}]
    assert table.game.view()["position"]["wagons"] == {"KWE": [""]}


@pytest.mark.rule("18DO-7.1.3-11")
@pytest.mark.parametrize("on", [0, 1])
def test_of_equal_trains_the_one_without_a_wagon_goes(on):
    """Nobody gives the other, whose wagon would lie idle on the charter until the railway's next turn."""
    table = dealing(
        companies={
            "KWE": {**EASTERN, "trains": ["5", "5"]},
            "BME": {"A": 50, "trains": ["5"], "cash": 300},
        },
        tiles=EAST, turn="BME trains", phase="5", small={"KWE": ["C"]}, wagons={"KWE": [on]},
    )  # fmt: skip
    table.apply("BME buys train 5 as 5 from KWE for 10")
    (left,) = table.s.trains["KWE"]
    assert (table.s.wagons["KWE"], squares(table.s, left)) == ((left,), 2)


@pytest.mark.rule("18DO-7.1.3-11", "18DO-4.5.7-5")
@pytest.mark.parametrize("on", [0, 1, 2])
def test_the_wagon_stays_at_work_when_a_train_is_given_up(on):
    table = dealing(
        companies={
            "KWE": {**EASTERN, "trains": ["4", "4", "4"]},
            "BME": {"A": 50, "trains": ["4"], "cash": 500},
        },
        tiles=EAST, turn="BME trains", phase="4", depot="5", small={"KWE": ["C"]}, wagons={"KWE": [on]},
    )  # fmt: skip
    table.apply("BME buys train 5 as 5 from depot for 450", "KWE discards train 4")
    assert sorted(squares(table.s, card) for card in table.s.trains["KWE"]) == [0, 1]


@pytest.mark.rule("18DO-7.1.3-11")
def test_a_wagon_that_is_sold_leaves_its_cube_behind():
    table = loading(["6"], small={"KWE": ["C"]}, wagons={"KWE": [0]}, company={"trains": ["5"]})
    train = table.s.trains["KWE"][0]
    table.apply(f"DUB loads 2 on {train} of KWE", "DUB withholds")
    stock = table.beer.stock
    table.apply("DUB takes over marker C from KWE for 50")
    assert (table.s.loaded, table.beer.stock) == ({train: 1}, stock + 1), "the printed square keeps its own"


def selling(wagons=(0, 1), loads=(1, 1), **about):
    """BME, which B directs, buys one of KWE's two wagons; KWE is A's."""
    table = dealing(
        companies={
            "KWE": {**EASTERN, "A": 50, "trains": ["5", "5"], "loads": loads},
            "BME": {"B": 50, "trains": ["5"], "cash": 300},
        },
        tiles=EAST, turn="BME trains", phase="5", small={"KWE": ["C", "C"]}, wagons={"KWE": wagons}, **about,
    )  # fmt: skip
    return table, table.s.trains["KWE"]


def bearing():
    """The first wagon bears a cube, the second none."""
    table, cards = selling()
    table.s.loaded[cards[0]], table.s.beer = 2, table.s.beer.with_stock(-1)
    return table, cards


def sold(table):
    table.apply("BME takes over marker C from KWE for 50")
    return table.apply("A agrees") if table.acting == "A" else table


@pytest.mark.rule("18DO-7.1.3-4", "18DO-7.1.3-11")
def test_a_railway_says_which_of_its_wagons_it_sells():
    table, (first, second) = bearing()
    stock = table.s.beer.stock
    sold(table)
    assert (table.acting, table.legal()) == (
        "A",
        [f"KWE gives the wagon from {second}", f"KWE gives the wagon from {first}"],
    ), "first the one that bears no cube"
    assert table.refused("BME passes") == "18DO-7.1.3-4"
    assert table.refused("KWE gives the wagon from charter") == "18DO-7.1.3-8"
    kept = table.game.after(f"KWE gives the wagon from {second}").state
    assert (kept.wagons["KWE"], kept.loaded) == ((first,), {first: 2, second: 1})
    table.apply(f"KWE gives the wagon from {first}")
    assert table.s.wagons["KWE"] == (second,) and table.s.loaded == {first: 1, second: 1}
    assert (table.s.small["KWE"], table.s.small["BME"]) == (("C",), ("C",))
    assert (table.s.beer.stock, table.s.cash["KWE"]) == (stock + 1, 50), "its cube goes back to the stock"
    assert table.step == "BME trains"


@pytest.mark.rule("18DO-7.1.3-4")
@pytest.mark.parametrize(
    ("wagons", "loads"), [((0, 0), (1, 1)), ((0, 1), (0, 0)), ((0, 1), (1, 1)), ((None, None), (0, 0))]
)
def test_wagons_that_are_just_alike_need_not_be_told_apart(wagons, loads):
    table, _ = selling(wagons, loads)
    assert sold(table).acting == "B"


@pytest.mark.rule("18DO-7.1.3-4")
def test_a_wagon_on_the_charter_is_told_from_one_on_a_train():
    table, (first, _) = selling((None, 0), (0, 0))
    assert sold(table).legal() == ["KWE gives the wagon from charter", f"KWE gives the wagon from {first}"]
    table.apply(f"KWE gives the wagon from {first}")
    assert table.s.wagons["KWE"] == ("",)


def test_trains_with_as_much_room_but_another_load_are_both_on_the_list():
    table = brewing(
        corporations={"DUB": {**UNION, "kettles": ["6"]}},
        railways={"KWE": {**EASTERN, "A": 50, "trains": ["6", "6"]}},
        tiles={**EAST, **LINE}, phase="6", turn="DUB load", small={"KWE": ["C"]}, wagons={"KWE": [0]},
    )  # fmt: skip
    first, second = table.s.trains["KWE"]
    table.apply(f"DUB loads 1 on {first} of KWE")
    assert {f"DUB loads 1 on {card} of KWE" for card in (first, second)} <= set(table.legal())


@pytest.mark.rule("18DO-7.1-13")
@pytest.mark.parametrize(("cash", "rule"), [(99, "18DO-7.1-13"), (100, None)])
def test_a_railway_pays_for_its_wagon(cash, rule):
    table = railway(company={"cash": cash})
    refusal = table.refusal("KWE buys marker C for 100")
    assert (refusal.rule if refusal else None) == rule


@pytest.mark.rule("18DO-7.1.3-9", "18DO-7.1.3-11")
def test_the_only_cube_of_a_train_goes_along_with_its_wagon():
    table = railway("KWE link", company={"trains": ["4", "5"]}, small={"KWE": ["C"]}, wagons={"KWE": [0]})
    first, second = table.s.trains["KWE"]
    table.s.loaded[first], table.s.beer = 1, table.s.beer.with_stock(-1)
    table.apply(f"KWE moves a wagon from {first} to {second}")
    assert table.s.loaded == {second: 1}


@pytest.mark.rule("18DO-6.5.1-16", "18DO-7.1.3-11")
def test_a_train_given_up_leaves_its_beer_and_its_wagon_behind():
    other = {"BME": {"B": 50, "trains": ["4"], "cash": 900}}
    table = dealing(
        companies={"KWE": {**EASTERN, "trains": ["4", "4", "4"], "loads": [0, 0, 0]}, **other},
        tiles=EAST, turn="BME trains", phase="4", depot="5", small={"KWE": ["C"]}, wagons={"KWE": [0]},
    )  # fmt: skip
    table.apply("BME buys train 5 as 5 from depot for 450")
    first = table.s.trains["KWE"][0]
    table.s.loaded[first], table.s.beer = 1, table.s.beer.with_stock(-1)
    stock = table.s.beer.stock
    table.apply(f"KWE discards train {first}")
    assert (table.s.loaded, table.s.beer.stock, table.s.wagons["KWE"]) == ({}, stock + 1, (first,))
