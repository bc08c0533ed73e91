"""Boards as pictures: well-formed, complete, safe, the same each time."""

from __future__ import annotations

import random
import re
import xml.etree.ElementTree as ET
from functools import cache

import pytest

import kursbuch as kb
from kursbuch.core import BadInput, Game
from kursbuch.draw import Ghost, board_svg, draw
from kursbuch.draw.svg import width
from kursbuch.draw.zoom import ZOOMS, Zoom
from kursbuch.rail.actions import Lay, Runs
from kursbuch.rail.routes.running import best_of
from kursbuch.rail.state import RailState
from tests.draw.pointed import pointed_state

SVG = "{http://www.w3.org/2000/svg}"


@cache
def _played(seed: int, moves: int, players: int = 2) -> Game:
    """A game with random actions, building preferred so that there is something to see."""
    rng = random.Random(seed)
    game = kb.new_game("18te", players, seed=seed)
    while not game.over and len(game.actions) < moves:
        legal = game.legal_actions()
        building = [a for a in legal if type(a).__name__ in ("Lay", "Station")]
        game.apply(rng.choice(building or legal).sample(rng))
    return game


def _state(game: Game) -> RailState:
    assert isinstance(game.state, RailState)
    return game.state


def _company_at(tree: ET.Element, stop: str) -> list[str]:
    return [
        g.get("data-company", "")
        for g in tree.iter(f"{SVG}g")
        if g.get("data-stop") == stop and g.get("data-company")
    ]


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("moves", [0, 90, 260])
def test_each_hex_tile_and_token_of_a_random_position_is_in_the_picture(seed, moves):
    game = _played(seed, moves, 2 + seed % 2)
    board = _state(game).board
    tree = ET.fromstring(board_svg(game, language="de"))
    assert {g.get("data-hex") for g in tree.iter(f"{SVG}g")} >= set(board.faces)
    titles = [t.text or "" for t in tree.iter(f"{SVG}title")]
    for hex, face in board.faces.items():
        if face.tile.id in _state(game).box.tiles:
            assert any(t.startswith(hex) and f"Plättchen {face.tile.id} " in t for t in titles), (hex, face)
    for (hex, stop), slots in board.tokens.items():
        assert _company_at(tree, f"{hex}.{stop}") == [company for company in slots if company]


@pytest.mark.parametrize("seed", range(3))
def test_the_same_position_gives_the_same_picture(seed):
    game = _played(seed, 120)
    assert (
        board_svg(game)
        == board_svg(game.clone())
        == board_svg(_state(game))
        .replace("Board</title>", "Board 18TE</title>")
        .replace('aria-label="Board"', 'aria-label="Board 18TE"')
    )


def test_pointed_hexes_are_drawn_with_everything_a_board_can_have():
    picture = board_svg(pointed_state())
    tree = ET.fromstring(picture)
    assert {g.get("data-hex") for g in tree.iter(f"{SVG}g")} >= {"A1", "B4", "C5", "D6"}
    assert "Small &amp; &lt;Tall&gt;" in picture
    assert (
        "kb-wall" in picture and "kb-river" in picture and "kb-metre" in picture and "kb-rebuilt" in picture
    )
    assert "dotted: board data reconstructed" in picture
    assert "waits for its space" in picture
    assert "nonsense" not in picture


@pytest.mark.parametrize("source", [lambda: _played(1, 0), lambda: _played(2, 260), pointed_state])
def test_no_text_leaves_the_picture(source):
    tree = ET.fromstring(board_svg(source()))
    left, top, wide, high = map(float, tree.get("viewBox", "").split())

    def walk(node: ET.Element, x: float, y: float) -> None:
        moved = re.fullmatch(r"translate\(([-.\d]+) ([-.\d]+)\)", node.get("transform", ""))
        if moved:
            x, y = x + float(moved[1]), y + float(moved[2])
        if node.tag == f"{SVG}text":
            long = float(
                node.get("textLength") or width(node.text or "", float(node.get("font-size", "6.6")))
            )
            start = (
                x
                + float(node.get("x", "0"))
                - {"middle": long / 2, "end": long}.get(node.get("text-anchor", "middle"), 0)
            )
            assert left <= start and start + long <= left + wide, node.text
            assert top <= y + float(node.get("y", "0")) <= top + high, node.text
        for child in node:
            walk(child, x, y)

    walk(tree, 0, 0)


def test_every_id_bears_the_prefix():
    tree = ET.fromstring(board_svg(_played(1, 90), prefix="left"))
    ids = [node.get("id") for node in tree.iter() if node.get("id")]
    assert ids and all(id.startswith("left-") for id in ids if id)


def test_runs_follow_the_track_and_name_their_trains():
    found = 0
    for seed in range(1, 8):
        game = _played(seed, 200)
        for company in _state(game).founded:
            if company in _state(game).closed:
                continue
            runs, _ = best_of(_state(game), company)
            tree = ET.fromstring(board_svg(game, runs=runs, reach=company))
            trains = [g.get("data-train") for g in tree.iter(f"{SVG}g") if g.get("data-train")]
            assert trains == [side for side, _ in runs.runs]
            found += len(trains)
    assert found > 3


def test_runs_that_fit_no_board_draw_nothing():
    runs = Runs((("<2>", ("Z9.0", "Z8.0")), ("3", ("G5.0", "A7.7", "x"))))
    assert "data-train" not in board_svg(_played(1, 0), runs=runs)


def test_a_tile_tried_out_is_shown_and_reach_includes_it():
    game = next(
        g
        for g in (_played(s, 60 + s) for s in range(20))
        if any(isinstance(a, Lay) for a in g.legal_actions())
    )
    lay = next(a for a in game.legal_actions() if isinstance(a, Lay))
    picture = board_svg(game, lit={lay.hex}, ghost=Ghost(lay.hex, lay.tile, lay.turn), reach=lay.actor)
    assert "kb-is-ghost" in picture and f"tile {lay.tile} " in picture and "kb-reach" in picture
    assert "kb-is-ghost" not in board_svg(game)


@pytest.mark.parametrize(
    "ghost", [Ghost("Z9", "57", 0), Ghost("D6", "none", 0), Ghost("D6", "57", 9), Ghost("E9", "57", 0)]
)
def test_a_tile_that_cannot_lie_there_is_refused(ghost):
    if ghost.hex == "E9":
        board_svg(_played(1, 0), ghost=ghost)  # shape fits, whatever the rules say: no rules live here
    else:
        with pytest.raises(BadInput):
            board_svg(_played(1, 0), ghost=ghost)


def test_pictures_by_name_and_nothing_for_names_unknown():
    game = _played(1, 90)
    for what in ("board", "market", "tiles"):
        for dark in (False, True):
            ET.fromstring(draw(game, what, language="de", dark=dark))
    with pytest.raises(BadInput):
        draw(game, "cat")
    with pytest.raises(BadInput):
        board_svg(game, reach="nobody")


@pytest.mark.parametrize("zoom", ZOOMS[1:3])
def test_the_price_of_a_crossing_and_the_value_of_a_city_stand_apart(zoom: Zoom) -> None:
    """At Rheine track leads to the Ems: the price gives way along the bank, and the value is not put there."""
    tree = ET.fromstring(board_svg(kb.new_game("18te", 2, seed=1), zoom=zoom))
    rheine = next(
        g for g in tree.iter(f"{SVG}g") if g.get("data-hex") == "A7" and any(_figures(g, "kb-halo", (0, 0)))
    )
    x, y = map(float, re.findall(r"[\d.-]+", rheine.get("transform", "")))
    banks = next(g for g in tree.iter(f"{SVG}g") if g.get("id") == "kb-badges")
    wide, high = width("20", zoom.least), zoom.least * 0.7
    for value in _figures(rheine, "kb-halo", (x, y)):
        for price in _figures(banks, "kb-halo", (0, 0)):
            assert abs(value[0] - price[0]) >= wide or abs(value[1] - price[1]) >= high


def test_a_name_too_long_for_one_line_stands_in_two_beside_its_stops() -> None:
    tree = ET.fromstring(board_svg(kb.new_game("18chesapeake", 2, seed=1)))
    lines = [
        (line.text, float(line.get("y", 0)))
        for group in tree.iter(f"{SVG}g")
        if group.get("data-hex") == "B4"
        for line in group.iter(f"{SVG}text")
        if "kb-name" in line.get("class", "")
    ]
    assert [said for said, _ in lines] == ["Charleroi &", "Connellsville"]
    assert all(y > 14 for _, y in lines)  # below the two towns in the middle of the hex


def _figures(group: ET.Element, cls: str, at: tuple[float, float]) -> list[tuple[float, float]]:
    """Where the figures of a group stand, which itself lies at a place of the picture."""
    return [
        (at[0] + float(word.get("x", 0)), at[1] + float(word.get("y", 0)))
        for word in group.iter(f"{SVG}text")
        if cls in word.get("class", "")
    ]
