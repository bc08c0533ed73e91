"""What is one place to a route, and what lies between places: stops of one hex, red areas of two hexes, walls."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kursbuch.rail.board import Board
from kursbuch.rail.loader import read_map, read_tile

STRAIGHT = read_tile("9", {"colour": "yellow", "track": ["0-3"]}, "public")
TWO_CITIES = [{"value": 40, "slots": 1, "edges": [0]}, {"value": 40, "slots": 1, "edges": [3]}]
TWO_TOWNS = [{"value": 10, "edges": [0, 3]}, {"value": 10, "edges": [1, 2]}]


def a_map(hexes: dict[str, Any], **more: Any) -> Any:
    return read_map({"source": "public", "grid": {"flat": False, "edge0": "SW"}, "hexes": hexes, **more})


def excluded(map: Any) -> tuple[int, ...]:
    return Board.empty(map).tracks.graph.exclude


def test_the_circles_of_a_hex_are_one_place_unless_they_are_kept_apart():
    double = a_map({"B2": {"colour": "grey", "city": TWO_CITIES}})
    assert excluded(double) == (0b10, 0b01)
    assert excluded(replace(double, cities_apart=True)) == (0, 0)
    assert excluded(replace(double, towns_apart=True)) == (0b10, 0b01)


def test_towns_are_kept_apart_for_themselves():
    double = a_map({"B2": {"colour": "grey", "town": TWO_TOWNS}})
    assert excluded(replace(double, cities_apart=True)) == (0b10, 0b01)
    assert excluded(replace(double, towns_apart=True)) == (0, 0)
    assert a_map({}, apart=["city"]).apart == {"city"}  # as a board's file says it


def test_red_areas_that_are_one_place_are_never_both_on_a_route_and_share_no_station():
    red = {"colour": "red", "red": [{"values": {"yellow": 30}, "edges": [0]}]}
    west = a_map({"B2": red, "B4": red, "B6": red}, one_place={"West": ["B2", "B4"]})
    assert excluded(west) == (0b010, 0b001, 0)
    assert not west.twins


def test_no_track_crosses_a_wall():
    wall = [{"between": ["B2", "B4"], "kind": "wall"}, {"between": ["B4", "B6"], "kind": "river"}]
    shut = a_map({"B2": {}, "B4": {}, "B6": {}}, borders=wall)
    east, west = 4, 1
    assert shut.walls["B2"] >> east & 1 and shut.walls["B4"] >> west & 1
    assert not shut.walls["B4"] >> east & 1  # a river is no wall
    turns = shut.covers("B4", Board.empty(shut).faces["B4"], {"9": STRAIGHT})
    assert not turns  # the straight needs both sides of B4: one is a wall, the others lead off the board
