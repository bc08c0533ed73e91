"""Plates: a short picture is the whole one, letter for letter, whatever lies on the board and whoever looks at it."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

import kursbuch as kb
from kursbuch.core import Game
from kursbuch.draw import ZOOMS, Zoom, board_svg, market_svg, plates
from kursbuch.draw.plate import rail_plate
from kursbuch.draw.plates import plate_of
from kursbuch.draw.svg import text
from kursbuch.rail.state import RailState
from kursbuch.shelf import new_game
from tests.web.test_browser_board import some_way_into

RAIL = [
    info.id
    for info in kb.titles()
    if isinstance(new_game(info.id, min(info.players), seed=1).state, RailState)
]
ID = "from kursbuch.web.pages.plates import plate; print(plate('18te', 2, 'en', 1).id)"


@pytest.mark.parametrize("title", RAIL)
def test_a_short_picture_is_the_whole_one(title: str) -> None:
    later = some_way_into(title, 120)
    plate = rail_plate(new_game(title, len(later.players), seed=1), ZOOMS[1], language="de")
    for game in (new_game(title, len(later.players), seed=5), later):
        for zoom in (ZOOMS[1], ZOOMS[3]):
            whole, short = _pictures(game, zoom), _pictures(game, zoom, plate.short)
            assert [plate.whole(picture) for picture in short] == whole
    assert sum(map(len, short)) < sum(map(len, whole)) / 2


def _pictures(game: Game, zoom: Zoom, write=None) -> list[str]:
    more = {"write": write} if write else {}
    state = game.state
    assert isinstance(state, RailState)
    lit = list(state.box.map.hexes)[:4]
    found = [board_svg(game, language="de", zoom=zoom, lit=lit, fresh=lit[1:2], sheet=False, **more)]
    if state.box.market.cells:
        found.append(market_svg(game, language="de", sheet=False, **more))
    return found


def test_a_name_with_the_sign_of_numbers_stays_a_name() -> None:
    named = text((0, 0), "~1~", "kb-name", 10)
    plate = plate_of([named, "<p>Lotte</p>"], [])
    assert "~" not in named
    for drawn in (named, text((0, 0), "~0,1~", "kb-name", 10)):
        assert plate.whole(plate.short([drawn])) == drawn


def test_all_processes_make_the_same_plate() -> None:
    made = {
        subprocess.run(
            [sys.executable, "-c", ID],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(made) == 1


def test_all_plates_together_remember_a_bounded_number_of_pieces() -> None:
    start = new_game("18te", 2, seed=1)
    room = plates.shortened.cache_info().maxsize
    assert room is not None
    for zoom in ZOOMS:
        plate = rail_plate(start, zoom)
        pieces = [f"<title>Hex {number}</title>" for number in range(room // 2)]
        assert plate.whole(plate.short(pieces)) == "".join(pieces)
        assert plates.shortened.cache_info().currsize <= room
    assert plates.shortened.cache_info().currsize == room
