"""18DO §6.5.2.4: loading export beer on trains."""

import pytest

from kursbuch.titles.dortmund.beer.export import most_loaded
from kursbuch.titles.dortmund.beer.export_routes import can_export
from tests.titles.dortmund.beer.brewery_table import brewery
from tests.titles.dortmund.railway.table import EAST, LINE

EASTERN = {"A": 50, "trains": ["6"], "tokens": ["E12.0"]}  # KWE: from Hamm by the eastern yard to the City


def exporting(kettles=("8",), railways=None, tiles=EAST, turn="DUB deliver", **about):
    corporation = {"A": 50, "cash": 0, "kettles": list(kettles), **about.pop("corporation", {})}
    return brewery(
        about.pop("players", 3),
        corporations={"DUB": corporation},
        railways=railways if railways is not None else {"KWE": EASTERN},
        tiles=tiles,
        phase="8",
        turn=turn,
        **about,
    )


def card_of(table, railway="KWE", number=0):
    return table.s.trains[railway][number]


@pytest.mark.rule("18DO-6.5.2.4-1", "18DO-6.5.2.4-7")
def test_only_late_kettles_export():
    box = exporting().s.box
    assert {kind: k.export for kind, k in box.kettles.items() if k.export} == {"5": 1, "6": 2, "8": 3}
    table = exporting(["4"], regular=[0, 0, 0, 3])
    assert table.refused("DUB delivers 2 to regular 4, keeps 1") == "18DO-6.5.2.4-1"
    table = exporting(["4"], turn="DUB load")
    assert table.refused(f"DUB loads 1 on {card_of(table)} of KWE") == "18DO-6.5.2.4-7"
    assert exporting(["5", "4"], turn="DUB load").starts("loads")


@pytest.mark.rule("18DO-6.5.2.4-2")
def test_cubes_without_an_arrow_are_not_exported():
    table = exporting(["6"], turn="DUB load", railways={"KWE": {**EASTERN, "trains": ["6", "8"]}})
    table.apply(f"DUB loads 1 on {card_of(table)} of KWE")
    assert table.refused(f"DUB loads 2 on {card_of(table)} of KWE") == "18DO-6.5.2.4-2"
    keeping = exporting(["6"], regular=[0, 0, 0, 0, 0, 4])
    assert keeping.refused("DUB delivers 1 to regular 6, keeps 3") == "18DO-6.5.2.4-2"


@pytest.mark.rule("18DO-6.5.2.4-3")
def test_loaded_now_and_carried_in_the_next_railway_round():
    table = exporting(turn="DUB load", stock=5, last=False)
    train = card_of(table)
    table.apply(f"DUB loads 2 on {train} of KWE", "DUB withholds")
    while not table.starts("KWE runs"):
        table.apply(f"{table.legal()[0].split()[0]} passes")
    assert table.s.loaded == {train: 2}
    table.apply(table.starts("KWE runs")[0])
    assert [e.values["cubes"] for e in table.events("carries")] == [2]
    assert table.s.loaded == {}


@pytest.mark.rule("18DO-6.5.2.4-4", "18DO-5.1.3-7")
def test_cubes_go_from_the_stock_to_a_train():
    table = exporting(turn="DUB load", stock=5)
    train = card_of(table)
    table.apply(f"DUB loads 2 on {train} of KWE")
    assert (table.beer.stock, table.s.loaded) == (3, {train: 2})
    assert table.refused("DUB loads 1 on 6#99 of KWE") == "18DO-6.5.2.4-4", "there is no such train"


@pytest.mark.rule("18DO-6.5.2.4-4", "18DO-6.5.2.4-2")
def test_at_least_one_cube_and_no_more_than_there_are():
    table = exporting(["5"], turn="DUB load", railways={"KWE": {**EASTERN, "trains": ["8"]}})
    train = card_of(table)
    assert table.refused(f"DUB loads 0 on {train} of KWE") == "18DO-6.5.2.4-4"
    assert table.starts("loads") == [f"DUB loads 1 on {train} of KWE"], (
        "one cube, though the train has more room"
    )


@pytest.mark.rule("18DO-6.5.2.4-5")
def test_a_train_takes_as_many_as_it_has_empty_squares():
    table = exporting(turn="DUB load", railways={"KWE": {**EASTERN, "trains": ["6"]}})
    train = card_of(table)
    assert table.refused(f"DUB loads 3 on {train} of KWE") == "18DO-6.5.2.4-5"
    half = exporting(turn="DUB load", loaded={train: 1})
    assert half.refused(f"DUB loads 2 on {train} of KWE") == "18DO-6.5.2.4-5"
    assert half.starts("loads") == [f"DUB loads 1 on {train} of KWE"]


@pytest.mark.rule("18DO-6.5.2.4-6")
def test_without_stock_the_cheapest_demand_gives():
    table = exporting(turn="DUB load", stock=0, regular=[1], new=[1])
    train = card_of(table)
    table.apply(f"DUB loads 1 on {train} of KWE")
    assert (table.beer.new[0], table.beer.regular[0]) == (0, 1)
    assert [e.values["from_demand"] for e in table.events("loads")] == [1]
    part = exporting(turn="DUB load", stock=1, regular=[1], new=[1])
    part.apply(f"DUB loads 2 on {train} of KWE")
    assert (part.beer.stock, part.beer.new[0], part.beer.regular[0]) == (0, 0, 1), "the stock gives first"
    assert [e.values["from_demand"] for e in part.events("loads")] == [1]
    none = exporting(turn="DUB load", stock=0, new=[1])
    assert none.refused(f"DUB loads 2 on {train} of KWE") == "18DO-6.5.2.4-6"


@pytest.mark.rule("18DO-6.5.2.4-8")
def test_a_train_needs_an_export_route_now():
    table = exporting(turn="DUB load")
    train = card_of(table)
    assert table.allows(f"DUB loads 1 on {train} of KWE")
    cut = exporting(turn="DUB load", tiles={})
    assert cut.refused(f"DUB loads 1 on {train} of KWE") == "18DO-6.5.2.4-8"
    two = {"KWE": {**EASTERN, "trains": ["6", "6"]}}
    table = exporting(["8", "8"], turn="DUB load", railways=two)
    first, second = table.s.trains["KWE"]
    table.apply(f"DUB loads 2 on {first} of KWE")
    assert table.step == "DUB pay", "one line serves one train only, and nothing else is left to do"
    partly = exporting(["8", "8"], turn="DUB load", railways=two).apply(f"DUB loads 1 on {first} of KWE")
    assert partly.refused(f"DUB loads 1 on {second} of KWE") == "18DO-6.5.2.4-8"
    assert partly.allows(f"DUB loads 1 on {first} of KWE")
    wider = exporting(["8", "8"], turn="DUB load", railways=two, tiles={**EAST, **LINE})
    wider.apply(f"DUB loads 2 on {first} of KWE")
    assert wider.allows(f"DUB loads 2 on {second} of KWE")


@pytest.mark.rule("18DO-6.5.2.4-8")
def test_a_station_beyond_the_city_will_do():
    """BME reaches Hagen and the City; its train may also start from a station on the far side."""
    table = exporting(turn="DUB load", railways={"BME": {"A": 50, "trains": ["5"]}}, tiles={**EAST, **LINE})
    assert table.allows(f"DUB loads 1 on {card_of(table, 'BME')} of BME")
    short = exporting(turn="DUB load", railways={"BME": {"A": 50, "trains": ["2"]}}, tiles=LINE)
    assert short.refused(f"DUB loads 1 on {card_of(short, 'BME')} of BME") == "18DO-6.5.2.4-5"


def test_hhw_never_carries_beer():
    table = exporting(
        players=5, turn="DUB load", railways={"HHW": {"A": 50, "trains": ["6"]}, "KWE": EASTERN}
    )
    assert table.refused(f"DUB loads 1 on {card_of(table, 'HHW')} of HHW") == "18DO-4.3.2.1-6"
    assert not table.starts("HHW")


@pytest.mark.rule("18DO-6.5.2.4-9")
def test_the_director_of_the_railway_must_agree():
    theirs = {"KWE": {"B": 50, "trains": ["6"], "tokens": ["E12.0"]}}
    table = exporting(turn="DUB load", railways=theirs)
    train = card_of(table)
    table.apply(f"DUB loads 2 on {train} of KWE")
    assert (table.acting, table.s.loaded) == ("B", {})
    assert table.refused("DUB passes") == "18DO-6.5.2.4-9"
    table.apply("B declines")
    assert (table.acting, table.s.loaded) == ("A", {})
    assert table.refused(f"DUB loads 2 on {train} of KWE") == "18DO-6.5.2.4-9"
    table.apply(f"DUB loads 1 on {train} of KWE", "B agrees")
    assert table.s.loaded == {train: 1}
    own = exporting(turn="DUB load")
    own.apply(f"DUB loads 2 on {train} of KWE")
    assert own.s.loaded == {train: 2}


@pytest.mark.rule("18DO-6.5.2.4-9")
def test_what_was_declined_for_one_train_is_not_asked_for_another_just_alike():
    theirs = {"KWE": {"B": 50, "trains": ["6", "6", "5"], "tokens": ["E12.0"]}}
    table = exporting(turn="DUB load", railways=theirs, tiles={**EAST, **LINE})
    first, second, small = table.s.trains["KWE"]
    table.apply(f"DUB loads 1 on {first} of KWE", "B declines")
    assert table.refused(f"DUB loads 1 on {second} of KWE") == "18DO-6.5.2.4-9"
    assert table.allows(f"DUB loads 1 on {small} of KWE"), "another kind of train is another question"


@pytest.mark.rule("18DO-6.5.2.4-10")
def test_capacity_may_be_split_over_trains_and_railways():
    both = {"KWE": EASTERN, "BME": {"B": 50, "trains": ["5"]}}
    table = exporting(turn="DUB load", railways=both, tiles={**EAST, **LINE})
    east, south = card_of(table), card_of(table, "BME")
    table.apply(f"DUB loads 2 on {east} of KWE", f"DUB loads 1 on {south} of BME", "B agrees")
    assert table.s.loaded == {east: 2, south: 1}
    assert table.step == "DUB pay", "all three are loaded, and nobody in Dortmund wants any"


@pytest.mark.rule("18DO-6.5.2.4-11", "18DO-6.5.2.1-1")
def test_what_is_kept_and_not_loaded_is_lost():
    table = exporting(regular=[0, 0, 0, 0, 0, 4], new=[0, 0, 0, 0, 0, 1])
    assert table.allows("DUB delivers 4 to regular 6"), "all of it may go to Dortmund"
    table.apply("DUB delivers 2 to regular 6, keeps 2", f"DUB loads 1 on {card_of(table)} of KWE")
    assert table.refused("DUB delivers 1 to regular 6") == "18DO-6.5.2.1-1"
    table.apply("DUB passes")
    assert (table.step, table.s.top.income) == ("DUB pay", 2 * 80 + 100)
    assert (table.beer.regular[5], table.beer.new[5]) == (2, 1), "customers go without"


@pytest.mark.rule("18DO-6.5.2.4-9", "18DO-6.5.2.1-1")
def test_what_a_director_declines_is_lost_too():
    table = exporting(regular=[0, 0, 0, 0, 0, 4], railways={"KWE": {**EASTERN, "A": 0, "B": 50}})
    table.apply(
        "DUB delivers 2 to regular 6, keeps 2", f"DUB loads 2 on {card_of(table)} of KWE", "B declines"
    )
    table.apply(f"DUB loads 1 on {card_of(table)} of KWE", "B declines")
    assert (table.step, table.s.top.income) == ("DUB pay", 2 * 80)


@pytest.mark.rule("18DO-6.5.2.1-3")
def test_nothing_is_kept_where_no_train_can_be_loaded():
    table = exporting(regular=[0, 0, 0, 0, 0, 4], railways={})
    assert table.refused("DUB delivers 3 to regular 6, keeps 1") == "18DO-6.5.2.1-3"
    aside = exporting(regular=[0, 0, 0, 0, 0, 4], tiles={})
    assert aside.refused("DUB delivers 3 to regular 6, keeps 1") == "18DO-6.5.2.1-3", "no export route"


@pytest.mark.rule("18DO-6.5.2.1-3")
def test_no_more_is_kept_than_trains_can_take():
    table = exporting(regular=[0, 0, 0, 0, 0, 4])
    assert table.refused("DUB delivers 1 to regular 6, keeps 3") == "18DO-6.5.2.1-3", "two squares"
    assert table.allows("DUB delivers 2 to regular 6, keeps 2")


@pytest.mark.rule("18DO-6.5.2.1-3", "18DO-6.5.2.4-8")
def test_trains_that_stand_in_each_others_way_count_once():
    two = {"KWE": {**EASTERN, "trains": ["6", "5"]}}
    one_line = exporting(regular=[0, 0, 0, 0, 0, 4], railways=two)
    assert one_line.refused("DUB delivers 1 to regular 6, keeps 3") == "18DO-6.5.2.1-3"
    assert "DUB delivers 2 to regular 6, keeps 2" in one_line.legal(), "the bigger train"
    assert "DUB delivers 1 to regular 6, keeps 3" not in one_line.legal()
    two_lines = exporting(regular=[0, 0, 0, 0, 0, 4], railways=two, tiles={**EAST, **LINE})
    assert "DUB delivers 1 to regular 6, keeps 3" in two_lines.legal()


@pytest.mark.rule("18DO-6.5.2.4-11", "18DO-6.5.2.1-3", "18DO-6.5.2.2-2")
def test_by_an_option_what_is_kept_and_not_loaded_is_delivered_after_all():
    later = {"kept_export": "delivered"}
    table = exporting(regular=[0, 0, 0, 0, 0, 4], new=[0, 0, 0, 0, 0, 1], options=later)
    train = card_of(table)
    table.apply("DUB delivers 1 to regular 6, keeps 3", f"DUB loads 1 on {train} of KWE", "DUB passes")
    assert table.step == "DUB rest"
    assert table.refused("DUB scraps kettle 8") == "18DO-6.5.2.1-1", "that was at the start of the turn"
    assert table.refused("DUB delivers 1 to regular 6") == "18DO-6.5.2.1-3"
    assert table.refused("DUB delivers 1 to regular 6, keeps 1") == "18DO-6.5.2.1-3"
    assert table.refused("DUB passes") == "18DO-6.5.2.1-3"
    table.apply("DUB delivers 1 to regular 6, 1 to new 6")
    assert table.s.top.income == 80 + 100 + 80 + 60
    assert (table.beer.to_regular[5], table.beer.to_new[5]) == (2, 1)


@pytest.mark.rule("18DO-6.5.2.4-12")
def test_no_unit_serves_twice():
    both = {"KWE": {**EASTERN, "trains": ["6", "6"]}}
    table = exporting(regular=[0, 0, 0, 0, 0, 4], railways=both, tiles={**EAST, **LINE})
    assert table.refused("DUB delivers 2 to regular 6, keeps 3") == "18DO-6.5.2.4-12"
    table.apply("DUB delivers 3 to regular 6, keeps 1")
    assert table.refused(f"DUB loads 2 on {card_of(table)} of KWE") == "18DO-6.5.2.4-12"
    table.apply(f"DUB loads 1 on {card_of(table)} of KWE")
    assert table.step == "DUB pay"


@pytest.mark.rule("18DO-6.5.2.4-13", "18DO-6.5.2.5-2")
@pytest.mark.parametrize(("kind", "value"), [("regular", 80), ("new", 60)])
def test_example_of_one_kettle(kind, value):
    both = {"KWE": {**EASTERN, "trains": ["6", "5"]}}
    table = exporting(
        regular=[0, 0, 0, 0, 0, 1], new=[0, 0, 0, 0, 0, 1], railways=both, tiles={**EAST, **LINE}
    )
    first, second = table.s.trains["KWE"]
    table.apply(
        f"DUB delivers 1 to {kind} 6, keeps 3",
        f"DUB loads 2 on {first} of KWE",
        f"DUB loads 1 on {second} of KWE",
    )
    assert table.step == "DUB pay"
    assert table.s.top.income == 3 * 100 + value


def test_capacity_without_demand_needs_no_keeping():
    table = exporting(regular=[])
    table.apply("DUB delivers nothing", f"DUB loads 2 on {card_of(table)} of KWE")
    assert table.s.top.income == 200


def test_the_list_says_how_much_may_be_kept_for_trains_that_are_there():
    table = exporting(regular=[0, 0, 0, 0, 0, 4])
    assert table.starts("delivers") == [
        "DUB delivers 4 to regular 6",
        "DUB delivers 3 to regular 6, keeps 1",
        "DUB delivers 2 to regular 6, keeps 2",
    ], "a train with two squares takes no third"
    assert exporting(regular=[0, 0, 0, 0, 0, 4], railways={}).starts("delivers") == [
        "DUB delivers 4 to regular 6"
    ]


@pytest.mark.rule("18DO-6.5.2.4-8")
@pytest.mark.parametrize("tiles", [{}, EAST, LINE, {**EAST, **LINE}], ids=["none", "east", "south", "both"])
@pytest.mark.parametrize("trains", [["5"], ["8"], ["5", "5"], ["6", "8"]], ids=str)
@pytest.mark.parametrize("tokens", [[], ["E12.0"]], ids=["home", "City"])
@pytest.mark.parametrize("railway", ["KWE", "BME"])
def test_the_proof_agrees_with_the_search_of_a_railway_round(tiles, trains, tokens, railway):
    about = {"A": 50, "trains": trains, "tokens": tokens}
    s = exporting(railways={railway: about}, tiles=tiles).s
    s.loaded = dict.fromkeys(s.trains[railway], 1)
    assert can_export(s, railway, s.trains[railway]) == (most_loaded(s, railway) == len(trains))


@pytest.mark.rule("18DO-6.5.2.4-9")
def test_what_one_has_declined_others_are_asked_for():
    """Trains of another kind with as many squares, and those of another railway."""
    theirs = {
        "KWE": {"B": 50, "trains": ["6", "8"], "tokens": ["E12.0"]},
        "BME": {"C": 50, "trains": ["6"], "tokens": ["E12.0"]},
    }
    table = exporting(turn="DUB load", railways=theirs, tiles={**EAST, **LINE})
    table.apply(f"DUB loads 1 on {card_of(table)} of KWE", "B declines")
    assert table.allows(f"DUB loads 1 on {card_of(table, number=1)} of KWE")
    assert table.allows(f"DUB loads 1 on {card_of(table, 'BME')} of BME")


@pytest.mark.rule("18DO-6.5.2.4-9")
def test_of_two_equal_trains_one_with_beer_is_another_question():
    theirs = {"KWE": {"B": 50, "trains": ["6", "6"], "tokens": ["E12.0"]}}
    table = exporting(turn="DUB load", railways=theirs, tiles={**EAST, **LINE})
    first, second = table.s.trains["KWE"]
    table.apply(f"DUB loads 1 on {first} of KWE", "B agrees", f"DUB loads 1 on {first} of KWE", "B declines")
    assert table.allows(f"DUB loads 1 on {second} of KWE")


@pytest.mark.rule("18DO-6.5.2-2")
def test_a_brewery_neither_loads_nor_gives_up_in_the_turn_of_another():
    table = exporting(turn="DUB load", minors={"B4": {"kettles": ["S2"]}})
    assert table.refused(f"B4 loads 1 on {card_of(table)} of KWE") == "18DO-6.5.2-2"
    table = exporting(minors={"B4": {"kettles": ["S2"]}}, regular=[0, 0, 0, 0, 0, 4])
    assert table.refused("B4 scraps kettle 2") == "18DO-6.5.2-2"


@pytest.mark.rule("18DO-4.3.2.1-6", "18DO-6.5.2.1-3")
def test_nothing_is_kept_for_trains_of_hhw():
    companies = {"HHW": {"A": 50, "trains": ["6"], "tokens": ["E12.0"]}}
    table = exporting(railways=companies, players=5, tiles={**EAST, **LINE}, regular=[0, 0, 0, 0, 0, 4])
    assert can_export(table.s, "HHW", [card_of(table, "HHW")]), "it could, were it any other railway"
    assert table.refused("DUB delivers 3 to regular 6, keeps 1") == "18DO-6.5.2.1-3"
