"""Tiles, markets, charts, and the geometry they share."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from typing import Any

import pytest

import kursbuch as kb
from kursbuch.draw import chart_svg, market_svg, tile_svg, tiles_svg
from kursbuch.draw.geometry import APOTHEM, Shape, distance
from kursbuch.draw.hexes import art
from kursbuch.draw.labels import Said, far_words
from kursbuch.draw.layout import Room
from kursbuch.draw.palette import COLOURS, luminance, style, text_on
from kursbuch.draw.svg import Point
from kursbuch.draw.track import plan
from kursbuch.draw.zoom import ZOOMS
from kursbuch.rail.board.grid import Grid
from kursbuch.rail.paper.market import Prices
from kursbuch.rail.state import RailState
from tests.draw.pointed import pointed_state

SVG = "{http://www.w3.org/2000/svg}"
GRIDS = [Grid(True, "S"), Grid(True, "N"), Grid(False, "NE"), Grid(False, "W")]
FAR = ZOOMS[3]
HOSTILE = "</text><script>alert(1)</script>&\"'\x00"


def _start() -> RailState:
    state = kb.new_game("18te", 2, seed=1).state
    assert isinstance(state, RailState)
    return state


@pytest.mark.parametrize("grid", GRIDS)
def test_edges_point_to_the_neighbours(grid):
    shape = Shape.of(grid)
    x, y = grid.centre("F14")
    for edge in range(6):
        there = grid.neighbour("F14", edge)
        assert there is not None
        nx, ny = grid.centre(there)
        ex, ey = shape.edge(edge)
        assert distance((ex, ey), ((nx - x) * 30, (ny - y) * 30)) < 0.01


@pytest.mark.parametrize("grid", GRIDS)
def test_curves_join_their_edges_squarely(grid):
    shape = Shape.of(grid)
    for a in range(6):
        for b in range(6):
            if a != b:
                curve = shape.between(a, b)
                assert distance(curve.points[0], shape.edge(a)) < 0.01
                assert distance(curve.points[-1], shape.edge(b)) < 0.01
                assert all(shape.inside(*p, -0.01) for p in curve.points)


@pytest.mark.parametrize("state", [_start, pointed_state])
def test_every_tile_in_every_rotation_is_a_picture_with_its_stops_inside(state):
    box = state().box
    shape = Shape.of(box.map.grid)
    for tile in box.tiles.values():
        for face in tile.faces:
            way = plan(shape, face)
            assert set(way.curves) == set(face.track)
            assert all(shape.inside(*at, 12) or face.stops[i].kind != "city" for i, at in enumerate(way.at))
            ET.fromstring(tile_svg(tile, face.turn, grid=box.map.grid, dark=True))


def test_the_sheet_has_each_tile_with_its_copies():
    state = _start()
    tree = ET.fromstring(tiles_svg(state))
    shown = [g.get("data-tile") for g in tree.iter(f"{SVG}g") if g.get("data-tile")]
    assert sorted(filter(None, shown)) == sorted(state.box.tiles)
    texts = [t.text for t in tree.iter(f"{SVG}text")]
    assert "4/4" in texts and "∞" in texts


def test_five_markers_on_one_cell_keep_clear_of_each_other_upper_first():
    state = _start()
    stack = tuple(state.box.companies)
    tree = ET.fromstring(market_svg(state, prices=Prices(state.box.market, {(2, 8): stack})))
    markers = [g for g in tree.iter(f"{SVG}g") if g.get("class") == "kb-marker"]
    assert tuple(g.get("data-company") for g in markers) == stack
    boxes = []
    for marker in markers:
        rect = marker.find(f"{SVG}rect")
        assert rect is not None
        boxes.append([float(rect.get(key, "")) for key in ("x", "y", "width", "height")])
    for i, (x, y, w, h) in enumerate(boxes):
        assert x >= 0 and y >= 0 and x + w <= 62 and y + h <= 56
        assert all(x + w <= ox or ox + ow <= x or y + h <= oy or oy + oh <= y for ox, oy, ow, oh in boxes[:i])


def test_a_market_names_its_ends_and_previews_a_move():
    state = _start()
    prices = Prices(state.box.market, {(2, 8): ("KHS", "KWE")})
    picture = market_svg(state, prices=prices, next={"KHS": (2, 9), "nobody": (0, 0)}, language="de")
    assert "Spielende" in picture and "bankrott" in picture
    assert picture.count("kb-preview") == 1 and picture.count('"kb-pointer') == 1
    ET.fromstring(market_svg(pointed_state()))  # one long line


def test_hostile_names_stay_text():
    picture = chart_svg({HOSTILE: [1, 2]}, title=HOSTILE, labels=[HOSTILE, "b"])
    tree = ET.fromstring(picture)
    assert not list(tree.iter(f"{SVG}script"))
    assert any("<script>" in (t.text or "") for t in tree.iter(f"{SVG}text"))


@pytest.mark.parametrize(
    "series", [{}, {"a": []}, {"a": [5]}, {"a": [None, None]}, {"a": [-3, 0, 7.5], "b": [1]}]
)
def test_charts_of_little_are_still_charts(series):
    ET.fromstring(chart_svg(series))


def test_text_on_any_company_colour_has_contrast():
    for company in _start().box.companies.values():
        light, text = sorted((luminance(company.colour), luminance(text_on(company.colour))))
        assert (text + 0.05) / (light + 0.05) >= 4.5, company.id


def test_the_style_sheet_uses_known_colours_with_values_to_fall_back_on():
    for dark in (False, True):
        sheet = style(dark)
        assert sheet.count("{") == sheet.count("}")
        assert all(f"var(--kb-{name}," in sheet for name in COLOURS), "a colour nobody uses"


def test_words_find_room_beside_track():
    shape = Shape.of(GRIDS[0])
    room = Room(shape)
    room.take_line(shape.between(0, 3).points, 5)
    at, cover = room.find(30, 10, (0, 0))
    assert cover == 0 and abs(at[0]) >= 20
    assert abs(at[0]) < APOTHEM


def test_room_for_words_is_looked_for_once_for_all_hexes_that_say_the_same(monkeypatch):
    state = _start()
    shape, looked, find = Shape.of(state.box.map.grid), list[tuple[object, ...]](), Room.find

    def finding(room: Room, *args: Any) -> tuple[Point, float]:
        looked.append(args)
        return find(room, *args)

    monkeypatch.setattr(Room, "find", finding)
    face = state.box.tiles["57"].faces[1]
    here, there = [hex for hex in state.box.map.hexes.values() if not hex.name][:2]
    words = art(shape, here, face, "en", zoom=FAR).words
    once = len(looked)
    assert once and art(shape, there, face, "en", zoom=FAR).words == words
    assert len(looked) == once


def test_a_name_without_room_is_tried_once_in_each_spelling(monkeypatch):
    shape, tried = Shape.of(GRIDS[0]), list[float]()
    room = Room(shape)

    def no_room(room: Room, wide: float, *_: object) -> tuple[Point, float]:
        tried.append(wide)
        return (0, 0), 1000.0

    monkeypatch.setattr(Room, "find", no_room)
    face = _start().box.tiles["57"].faces[0]
    assert "Hombruch" not in far_words(Said("Hombruch"), face, plan(shape, face), room, FAR, "")
    assert len(set(tried)) == len(tried[4:]) + 1  # the value, looked for on four sides, and every spelling
