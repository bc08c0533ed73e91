"""18DO §3.2.2.2 to §3.2.2.4: stations and railway links in the Introduction Game."""

from dataclasses import replace
from typing import Any

import pytest

from tests.titles.dortmund.intro.positions import LINE, intro


def building(company="DHB", **about):
    return intro(**{"held": {company: {"A": 20}}, "turn": "A build", **about})


# -- one or the other (3.2.2.2) -------------------------------------------------------------------


@pytest.mark.rule("18DO-3.2.2.2-5")
def test_either_a_station_or_a_link():
    trains = {"DHB": "2", "BME": "2"}  # a swap is still possible, so the turn goes on
    held = {"DHB": {"A": 20}, "BME": {"A": 20}}
    first = building(held=held, trains=trains).apply("DHB builds a station at C6.0")
    assert first.step == "A swap"
    assert first.refused("A links D9") == "18DO-3.2.2.2-5"
    assert first.refused("DHB builds a station at D9.0") == "18DO-3.2.2.2-5"
    second = building(held=held, trains=trains).apply("A links D9")
    assert second.refused("DHB builds a station at C6.0") == "18DO-3.2.2.2-5"
    assert second.refused("A links D9") == "18DO-3.2.2.2-5"
    assert building().apply("A passes").step == "B take"


@pytest.mark.rule("18DO-3.2-1")
def test_nobody_links_in_another_name():
    assert building().refused("A: B links D9") == "18DO-3.2-1"
    assert building().refused("DHB links D9") == "18DO-3.2-1"  # a link is the player's


@pytest.mark.rule("18DO-3.2.2.2-6")
def test_a_railway_of_the_director_must_reach_the_hex():
    table = building(held={"BME": {"A": 20}, "DHB": {"A": 20}, "RhE": {"B": 20}})
    assert table.allows("A links D9")  # by DHB, whatever the tile was laid for
    assert table.refused("A links H3") == "18DO-3.2.2.4-1"
    assert table.refused("BME builds a station at C6.0") == "18DO-3.2.2.3-2"
    assert table.refused("RhE builds a station at C6.0") == "18DO-3.2-4"
    assert table.refused("A builds a station at C6.0") == "18DO-3.2-4"


# -- stations (3.2.2.3) ---------------------------------------------------------------------------


@pytest.mark.rule("18DO-3.2.2.3-1")
def test_a_station_needs_an_empty_circle():
    full = building(tokens={"BME": ["C6.0"], "CME": ["C6.0"], "RhE": ["C6.0"]})
    assert full.refused("DHB builds a station at C6.0") == "18DO-3.2.2.3-1"
    table = building(tokens={"BME": ["C6.0"]}).apply("DHB builds a station at C6.0")
    assert table.station_at("C6.0") == ("BME", "DHB", "")
    assert len(table.s.tokens["DHB"]) == 1


@pytest.mark.rule("18DO-3.2.2.3-2", "18DO-3.2.2.3-5")
def test_a_station_needs_a_route_that_is_not_blocked():
    assert building(tiles=LINE).allows("DHB builds a station at E12.0")
    blocked = building(tiles=LINE, tokens={"BME": ["D9.0"]})
    assert blocked.refused("DHB builds a station at E12.0") == "18DO-3.2.2.3-2"


@pytest.mark.rule("18DO-3.2.2-2", "18DO-3.2.2.3-2")
def test_what_is_only_reached_by_a_hex_entered_twice_is_not_reached():
    loop = {"G6": "20.0", "H5": "7.2", "G4": "7.4", "G8": "9.1", "G10": "1904.1"}
    table = building("BME", tiles=loop, tokens={"BME": ["F7.0"]})
    assert table.refused("A links G10") == "18DO-3.2.2.4-1"
    straight = building("BME", tiles={**loop, "G6": "24.3", "H5": "9.1"}, tokens={"BME": ["F7.0"]})
    assert ("G10", 0) not in straight.s.board.reachable("BME").stops
    direct = building("BME", tiles={"G6": "7.3", "G8": "9.1", "G10": "1904.1"}, tokens={"BME": ["F7.0"]})
    assert direct.allows("A links G10")


@pytest.mark.rule("18DO-3.2.2.3-3")
def test_one_station_a_hex():
    table = building(tokens={"DHB": ["C6.0"]})
    assert table.refused("DHB builds a station at C6.0") == "18DO-3.2.2.3-3"


@pytest.mark.rule("18DO-3.2.2.3-4")
def test_only_those_who_stand_in_a_full_hex_pass_it():
    tokens = {"KWE": ["D9.0", "E12.0"], "DHB": ["D9.0"], "BME": ["E12.0"]}
    table = intro(
        held={"KWE": {"A": 20}, "BME": {"B": 20}},
        trains={"KWE": "4", "BME": "4"},
        tiles={**LINE, "D9": "1936.1"},
        links={"D9": 10},
        tokens=tokens,
        phase="4",
    )
    assert table.station_at("D9.0") == ("KWE", "DHB")
    assert table.earns("KWE", "4: E12.0 E10.0 D9.0 C8.0") == 70 + 10 + 40 + 20
    assert table.earns("BME", "4: E12.0 E10.0 D9.0 C8.0") == "18DO-3.2.2-3"


@pytest.mark.rule("18DO-3.2.2.3-6")
def test_stations_in_red_hexes_block_nobody():
    table = intro(held={"BME": {"A": 20}}, trains={"BME": "2"}, tiles={"G8": "9.1"}, tokens={"BME": ["F7.0"]})
    assert table.station_at("H1.0") == ("RhE",)
    near = intro(
        held={"BME": {"A": 20}},
        trains={"BME": "3"},
        tiles={"G6": "9.0", "H5": "8.1"},
        tokens={"BME": ["F7.0"]},
    )
    assert near.earns("BME", "3: F7.0 G6 H5 H3.0 H1.0") == 30 + 10 + 70


@pytest.mark.rule("18DO-3.2.2.3-7")
def test_the_home_of_the_harbour_railway_blocks_nobody():
    table = intro(held={"BME": {"A": 20}}, trains={"BME": "3"}, tokens={"BME": ["C6.0"]})
    assert table.station_at("C8.0") == ("DHB",)
    assert table.earns("BME", "3: C6.0 C8.0 D9.0") == 30 + 20 + 20
    assert ("D9", 0) in table.s.board.reachable("BME").stops


@pytest.mark.rule("18DO-3.2.2.3-8")
def test_stations_are_free():
    table = building()
    assert table.s.tokens["DHB"][0].cost > 0
    table.apply("DHB builds a station at C6.0")
    assert not any(table.s.cash.values())


@pytest.mark.rule("18DO-3.2.2.3-9")
def test_a_station_keeps_the_way_open():
    about: dict[str, Any] = dict(
        held={"DHB": {"A": 20}}, trains={"DHB": "4"}, tiles={**LINE, "D9": "1936.1"}, links={"D9": 10}
    )
    way = "4: C8.0 D9.0 E10.0 E12.0"
    shut = intro(**about, tokens={"BME": ["D9.0"], "CME": ["D9.0"]}, phase="4")
    assert shut.earns("DHB", way) == "18DO-3.2.2-3"
    assert ("E10", 0) not in shut.s.board.reachable("DHB").stops
    kept = intro(**about, tokens={"DHB": ["D9.0"], "CME": ["D9.0"]}, phase="4")
    assert kept.earns("DHB", way) == 20 + 40 + 10 + 70
    assert ("E12", 0) in kept.s.board.reachable("DHB").stops


@pytest.mark.rule("18DO-3.2.2-7")
def test_nothing_is_reached_through_a_red_hex():
    """BME comes from the southern yard by Langendreer to Bochum, whose other arrow leads to Siebenplaneten."""
    way = {"F5": "1904.1", "F3": "8.4"}
    table = building("BME", tiles=way, tokens={"BME": ["F7.0"]})
    reached = table.s.board.reachable("BME").stops
    assert ("H1", 0) in reached and ("H3", 0) not in reached
    assert table.refused("A links H3") == "18DO-3.2.2.4-1"
    assert building("RhE", tiles=way).allows("A links H3")


# -- links (3.2.2.4) ------------------------------------------------------------------------------


@pytest.mark.rule("18DO-3.2.2.4-1")
def test_a_link_needs_a_route_to_the_hex():
    table = building()
    assert table.refused("A links H3") == "18DO-3.2.2.4-1"
    assert table.refused("A links E10") == "18DO-3.2.2.4-1"  # no track lies there yet
    assert building(tiles=LINE).allows("A links E10")
    assert building(tiles=LINE, tokens={"BME": ["D9.0"]}).refused("A links E10") == "18DO-3.2.2.4-1"
    assert building(tokens={"BME": ["D9.0"]}).allows("A links D9")  # a blocked hex is an end of a route


@pytest.mark.rule("18DO-3.2.2.4-2")
def test_a_coal_link_begins_with_ten():
    table = building("RhE").apply("A links H3")
    assert table.s.links == {"H3": 10}
    assert table.events("links")[0].values == {"player": "A", "hex": "H3", "site": "coal", "value": 10}


@pytest.mark.rule("18DO-3.2.2.4-2")
def test_a_link_takes_a_marker_of_the_box():
    table = building("RhE", links={"E4": 10})
    assert table.s.box.sites["E4"] == "coal" and table.allows("A links H3")
    few = replace(table.s.box.link_rules, markers={"coal": 1, "steel": 1})
    table.s.box = replace(table.s.box, links=few)
    assert table.refused("A links H3") == "18DO-3.2.2.4-2"


@pytest.mark.rule("18DO-3.2.2.4-3")
def test_twenty_with_green_tiles():
    assert building("RhE", links={"H3": 10}).refused("A links H3") == "18DO-3.2.2.4-3"
    table = building("RhE", links={"H3": 10}, phase="3").apply("A links H3")
    assert table.s.links == {"H3": 20}


@pytest.mark.rule("18DO-3.2.2.4-4")
def test_thirty_with_brown_tiles():
    assert building("RhE", links={"H3": 20}, phase="4").refused("A links H3") == "18DO-3.2.2.4-4"
    table = building("RhE", links={"H3": 20}, phase="5").apply("A links H3")
    assert table.s.links == {"H3": 30}


@pytest.mark.rule("18DO-3.2.2.4-5")
def test_steel_links_go_the_same_way():
    table = building().apply("A links D9")
    assert table.s.links == {"D9": 10}
    assert table.events("links")[0].values["site"] == "steel"
    assert building(links={"D9": 10}).refused("A links D9") == "18DO-3.2.2.4-3"
    assert building(links={"D9": 20}, phase="5").apply("A links D9").s.links == {"D9": 30}


@pytest.mark.rule("18DO-3.2.2.4-6")
def test_links_are_free_and_bring_no_beer():
    table = building().apply("A links D9")
    assert not any(table.s.cash.values())
    assert {event.key for event in table.game.events_of(1)} == {"links", "players-turn"}


@pytest.mark.rule("18DO-3.2.2.4-7")
def test_one_step_a_time():
    table = building("RhE", links={"H3": 10}, phase="5").apply("A links H3")
    assert table.s.links == {"H3": 20}
    assert building("RhE", links={"H3": 30}, phase="8").refused("A links H3") == "18DO-3.2.2.4-7"
