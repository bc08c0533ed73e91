"""A small made-up board with pointed hexes that has at least one of everything a board can show."""

from __future__ import annotations

import tomllib

from kursbuch.core import Chance
from kursbuch.rail.box import Box, Company, Phase, Start
from kursbuch.rail.loader import read_map, read_tiles
from kursbuch.rail.paper.market import Cell, Market, Prices
from kursbuch.rail.state import RailState

BOARD = """
source = "public"
[grid]
flat = false
edge0 = "NE"
[hexes.A1]
name = "The North"
colour = "red"
red = [{ values = { yellow = 30, brown = 60, diesel = 100 }, edges = [2] }]
[hexes.A3]
terrain = "hill"
cost = 80
[hexes.A5]
terrain = "high mountain"
cost = 240
[hexes.B2]
name = "Oldtown"
city = [{ slots = 1 }]
homes = ["AB"]
[hexes.B4]
name = "Twin Rivers"
city = [{ slots = 1 }, { slots = 1 }]
terrain = "river"
cost = 40
[hexes.B6]
name = "Small & <Tall>"
town = [{}, {}]
source = "reconstructed"
[hexes.B8]
name = "South-East"
colour = "red"
red = [{ value = 40, edges = [4, 3] }]
[hexes.C1]
terrain = "hill river"
cost = 120
[hexes.C3]
name = "Crossing"
colour = "grey"
junction = [{ edges = [0, 2, 4] }]
[hexes.C5]
name = "Metropolis"
colour = "green"
label = "M"
city = [{ value = 60, slots = ["home ABCD", "", "goal AB", ""], edges = [0, 1, 3, 4, 5] }]
[hexes.C7]
name = "Gauge Bridge"
town = [{}]
[hexes.D2]
[hexes.D4]
terrain = "jungle"
cost = 20
[hexes.D6]
name = "Verylongplacename"
city = [{ slots = 2 }]
terrain = "mountain"
cost = 100
[[borders]]
between = ["A3", "B4"]
kind = "river"
cost = 40
[[borders]]
between = ["B4", "B6"]
kind = "river"
cost = 40
[[borders]]
between = ["C3", "D4"]
kind = "impassable"
"""

TILES = """
source = "public"
[tiles.7]
colour = "yellow"
count = 3
track = ["0-1"]
[tiles.8]
colour = "yellow"
count = 3
track = ["0-2 metre"]
[tiles.9]
colour = "yellow"
unlimited = true
track = ["0-3"]
[tiles.23]
colour = "green"
count = 1
track = ["0-3 dual", "0-4 metre"]
[tiles.59]
colour = "yellow"
count = 1
city = [{ value = 40, slots = 1, edges = [0] }, { value = 40, slots = 1, edges = [2] }]
[tiles.66]
colour = "green"
count = 1
city = [{ value = 50, slots = 1, edges = [0, 3] }, { value = 50, slots = 1, edges = [1, 2] }]
[tiles.1]
colour = "yellow"
count = 1
town = [{ value = 10, edges = [0, 4] }, { value = 20, edges = [1, 3] }]
[tiles.141]
colour = "green"
count = 1
town = [{ value = 20, edges = [0, 1, 3] }]
[tiles.57]
colour = "yellow"
count = 4
city = [{ value = 20, slots = 1, edges = [0, 3] }]
[tiles.3]
colour = "yellow"
count = 4
town = [{ value = 10, edges = [1, 4] }]
[tiles.63]
colour = "brown"
count = 1
upgrade_cost = 30
city = [{ value = 40, slots = 2, edges = [0, 1, 2, 3, 4, 5] }]
source = "reconstructed"
"""


def pointed_state() -> RailState:
    """The board with a few tiles laid and tokens placed, a line of prices, and the made-up companies."""
    board, tiles = read_map(tomllib.loads(BOARD)), read_tiles(tomllib.loads(TILES))
    companies = {
        id: Company(id, f"{id} & Co", colour, home, (), ())
        for id, colour, home in (("AB", "#d9a520", "B2"), ("ABCD", "#6d4a9c", "C5"), ("X", "nonsense", "C5"))
    }
    cells = {(0, i): Cell(0, i, 40 + 5 * i, zone="orange" if i < 3 else "", par=i == 8) for i in range(20)}
    box = Box(
        map=board,
        tiles=tiles,
        market=Market(cells),
        trains={},
        phases=(Phase("2", ("yellow",), "brown", 4),),
        companies=companies,
        starts={2: Start(400, 10)},
        bank=9000,
    )
    state = RailState(["Anna", "Ben"], Chance(1), box)
    state.prices = Prices(box.market, {(0, 8): ("AB", "ABCD"), (0, 15): ("X",)})
    for hex, face in {
        "A3": (8, 0),
        "B4": (66, 0),
        "B6": (1, 0),
        "D2": (23, 0),
        "D6": (57, 2),
        "C7": (3, 0),
    }.items():
        state.board = state.board.with_face(hex, tiles[str(face[0])].faces[face[1]])
    state.board = state.board.with_token(("C5", 0), 0, "ABCD").with_token(("C5", 0), 1, "X")
    state.board = state.board.with_token(("B4", 0), 0, "X").with_waiting("C5", ["AB"])
    return state
