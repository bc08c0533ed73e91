"""Homes in a hex with several circles: kept where they are printed, whatever tile comes; or chosen; or waiting."""

from __future__ import annotations

from typing import Any

import pytest

from kursbuch.core import Chance
from kursbuch.rail.actions import Lay, Station
from kursbuch.rail.board.tile import Tile
from kursbuch.rail.box import Box, Certificate, Company, Phase, Start, TokenKind
from kursbuch.rail.loader import read_map, read_tile
from kursbuch.rail.paper.market import Cell, Market
from kursbuch.rail.rounds import TurnFrame
from kursbuch.rail.state import RailState
from kursbuch.rail.steps.home import ChooseHome, HomeFrame, go_home, home_choices, settle_home
from kursbuch.rail.steps.lay import LayTrack, put_tile, touches_route, waiting_places
from kursbuch.rail.steps.station import free_slot, place_home

TOKENS = (TokenKind("home", 0), TokenKind("plain", 40))
SHARES = (Certificate(20, True), *(Certificate(10),) * 8)


def tile(id: str, colour: str, **stops: Any) -> Tile:
    return read_tile(id, {"colour": colour, "count": 2, **stops}, "public")


TILES = {
    t.id: t
    for t in (
        tile("9", "yellow", track=["0-3"]),
        tile("59", "green", city=[{"value": 40, "slots": 1, "edges": [0]}, {"value": 40, "slots": 1, "edges": [2]}]),
        # the circle of edge 0 comes first, that of edge 3 second: the other way round than printed
        tile("54", "green", city=[{"value": 60, "slots": 1, "edges": [0]}, {"value": 60, "slots": 2, "edges": [3]}]),
        # both circles become one city, and then another comes to it
        tile("14", "green", city=[{"value": 30, "slots": 2, "edges": [0, 3]}]),
        tile("66", "brown", city=[{"value": 5, "slots": 2, "edges": [0, 3]}, {"value": 5, "slots": 1, "edges": [1]}]),
    )
}  # fmt: skip
BOARD = {
    "source": "public",
    "grid": {"flat": False, "edge0": "SW"},
    "hexes": {
        # in the middle two circles that are printed, one of them for OWN; below them two bare ones
        "B3": {
            "colour": "yellow",
            "city": [{"value": 40, "slots": ["home OWN"], "edges": [3]}, {"value": 40, "slots": 1, "edges": [0]}],
        },
        "A4": {},
        "C2": {"colour": "yellow", "city": [{"slots": 1}, {"slots": 1}], "homes": ["ANY"]},
        "C4": {},
        "D1": {},
        "D3": {},
    },
}  # fmt: skip


@pytest.fixture
def s() -> RailState:
    companies = {
        "OWN": Company("OWN", "Own", "red", "B3", TOKENS, SHARES, home_stop=0),
        "ANY": Company("ANY", "Any", "blue", "C2", TOKENS, SHARES, chooses_home=True),
        "XYZ": Company("XYZ", "Xyz", "green", "B3", TOKENS, SHARES),
    }
    box = Box(
        map=read_map(BOARD),
        tiles=TILES,
        market=Market({(0, 0): Cell(0, 0, 100, par=True)}),
        trains={},
        phases=(Phase("3", ("yellow", "green"), "yellow", 4),),
        companies=companies,
        starts={2: Start(400, 10)},
        bank=1000,
    )
    state = RailState(["A", "B"], Chance(1), box)
    state.shares = {"OWN": ("A",) * 9, "ANY": ("A",) * 9, "XYZ": ("B",) * 9}
    return state


def test_the_circle_printed_for_a_company_is_kept_and_the_other_is_free(s):
    assert free_slot(s, "XYZ", ("B3", 0)) is None
    assert free_slot(s, "XYZ", ("B3", 1)) == 0


def test_the_kept_circle_follows_its_edge_on_to_a_tile_that_prints_nothing(s):
    put_tile(s, "B3", TILES["54"].turns[0])
    assert free_slot(s, "XYZ", ("B3", 0)) == 0  # the circle of edge 0, printed second
    s.board = s.board.with_token(("B3", 1), 0, "ANY")
    assert free_slot(s, "XYZ", ("B3", 1)) is None  # of two places there one is kept
    place_home(s, "OWN")
    assert s.board.slots(("B3", 1)) == ("ANY", "OWN")
    assert free_slot(s, "XYZ", ("B3", 0)) == 0


def test_where_tiles_lose_the_kept_circle_any_place_will_do(s):
    """No box has such tiles, but somebody's edition may: the game goes on."""
    for id in ("14", "66"):
        s.board = s.board.with_face("B3", TILES[id].turns[0])
    assert free_slot(s, "XYZ", ("B3", 0)) == 0
    place_home(s, "OWN")
    assert s.board.has_token("OWN", "B3")


def test_a_kept_circle_is_free_when_the_companys_first_turn_is_over(s):
    put_tile(s, "B3", TILES["54"].turns[0])
    s.veterans |= {"OWN"}
    s.board = s.board.with_token(("B3", 1), 0, "ANY")
    assert free_slot(s, "XYZ", ("B3", 1)) == 1


def test_a_home_to_be_chosen_waits_while_its_circles_are_bare(s):
    go_home(s, "ANY")
    assert s.board.beside_hex == {"C2": ("ANY",)}
    assert home_choices(s, "ANY") == []
    assert free_slot(s, "XYZ", ("C2", 0)) is None  # kept, whichever circle it will be


def test_whoever_lays_the_tile_chooses_for_a_home_that_waits(s):
    go_home(s, "ANY")
    put_tile(s, "C2", TILES["59"].turns[0])
    assert free_slot(s, "XYZ", ("C2", 1)) is None
    settle_home(s, "XYZ", "C2")
    assert s.top == HomeFrame("home", "B", "ANY")  # B leads XYZ
    step = ChooseHome()
    assert list(step.candidates(s, "B")) == [Station("ANY", "C2", 0), Station("ANY", "C2", 1)]
    refused = step.why_not(s, "B", Station("ANY", "B3", 0))
    assert refused is not None and refused.rule == "home.choice"
    step.apply(s, "B", Station("ANY", "C2", 1))
    assert (s.board.slots(("C2", 1)), s.board.beside_hex, s.tokens["ANY"]) == (("ANY",), {}, TOKENS[1:])
    assert free_slot(s, "XYZ", ("C2", 0)) == 0  # now open to all


def test_the_company_itself_chooses_where_the_tile_lies_already(s):
    put_tile(s, "C2", TILES["59"].turns[0])
    settle_home(s, "XYZ", "C2")
    assert not s.stack  # nobody waits there
    go_home(s, "ANY")
    assert s.top == HomeFrame("home", "A", "ANY")


def test_a_token_that_waits_lets_its_company_lay_there_and_nowhere_else(s):
    go_home(s, "ANY")
    s.push(TurnFrame("turn", "ANY", at=0))
    lay = LayTrack(lambda *about: 0, joins=touches_route, hexes=waiting_places)
    assert {found.hex for found in lay.candidates(s, "A")} == {"C2"}
    refused = lay.why_not(s, "A", Lay("ANY", "9", 0, "C4"))
    assert refused is not None


def test_permissive_track_needs_an_exit_to_own_track_and_nothing_new(s):
    s.board = s.board.with_token(("B3", 1), 0, "XYZ")  # leads to C2 by the side 3 of that hex
    refused = touches_route(s, "XYZ", "C4", s.board.faces["C4"], TILES["9"].turns[0])
    assert refused is not None and refused.rule == "lay.not-joined"
    for turn in range(6):
        face = TILES["59"].turns[turn]
        joined = touches_route(s, "XYZ", "C2", s.board.faces["C2"], face) is None
        assert joined == bool(face.exits >> 3 & 1)
