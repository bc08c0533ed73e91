"""Reads a title's data files: TOML that a player could proofread against the box.

Stops are written the same way on tiles and on the board:
    city = [{ value = 20, slots = ["home KHS"], edges = [1] }]
    town = [{ value = 10, edges = [0, 3] }]
    red = [{ values = { yellow = 20, green = 30 }, edges = [2] }]
    junction = [{ edges = [0, 1, 3] }]
    track = ["0-3", "1-2"]
`[areas]` are red areas of several hexes with one station, `[one_place]` those that merely exclude each other;
`apart = ["city", "town"]` names the kinds of stops of which a route may have two in one hex.
Every block says where it comes from: `source = "rules"`, "public" or "reconstructed".
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from typing import Any

from kursbuch.core import BadInput
from kursbuch.core.edition import load_data
from kursbuch.rail.board.grid import EDGES, Grid
from kursbuch.rail.board.map import Border, Hex, Map
from kursbuch.rail.board.tile import STOP, Stop, Tile, Track
from kursbuch.rail.box import Certificate, Company, Phase, Start, TokenKind, TrainType
from kursbuch.rail.paper.market import Cell, Market
from kursbuch.rail.routes import Reach
from kursbuch.rail.routes.track import GAUGE_BITS

_STOPS = ("city", "town", "red", "junction")
_SIDES = tuple(map(str, EDGES))
_MARKS = "pyobgs<>x!"


def load_toml(package: str, name: str) -> dict[str, Any]:
    """A data file that lies in a title's folder, by the edition in force."""
    return load_data(package, name)


def read_tile(id: str, data: Mapping[str, Any], source: str) -> Tile:
    """A tile, or the print of a hex, from its block.

    >>> read_tile(
    ...     "57", {"colour": "yellow", "city": [{"value": 20, "slots": 1, "edges": [0, 3]}]}, "public"
    ... ).kind
    'city'
    """
    stops: list[Stop] = []
    track: list[Track] = []
    for kind in _STOPS:
        for n, entry in enumerate(data.get(kind, ())):
            number = STOP + len(stops)
            stops.append(_read_stop(kind, entry))
            for edge in entry.get("edges", ()):
                side, gauge = _read_edge(edge, f"{id}.{kind}[{n}].edges")
                track.append(Track(side, number, gauge))
    for text in data.get("track", ()):
        track.append(_read_track(str(text), f"{id}.track", STOP + len(stops)))
    return Tile(
        id=id,
        colour=data["colour"],
        stops=tuple(stops),
        track=tuple(track),
        label=data.get("label", ""),
        count=data.get("count", 0),
        unlimited=data.get("unlimited", False),
        cost=data.get("upgrade_cost", 0),
        hex=data.get("hex", ""),
        border=data.get("border", ""),
        source=data.get("source", source),
        upgrades=tuple(data["upgrades"]) if "upgrades" in data else None,
    )


def _read_edge(edge: int | str, at: str) -> tuple[int, str]:
    """An edge, with the gauge of its track where the title has several: 3 or "3 metre"."""
    number, _, gauge = str(edge).partition(" ")
    if number not in _SIDES:
        raise BadInput(at, "{text!r} is no side: expected a number from 0 to 5", text=str(edge)[:40])
    return int(number), known_gauge(gauge, at)


def _read_track(text: str, at: str, ends: int) -> Track:
    """Track between two edges, or an edge and a stop: "0-3" or "0-3 metre"."""
    pair, _, gauge = text.partition(" ")
    a, _, b = pair.partition("-")
    if not (_is_number(a) and _is_number(b)):
        raise BadInput(at, "{text!r} is no track: expected two sides, such as 0-3", text=text[:40])
    if max(int(a), int(b)) >= ends or a == b:
        raise BadInput(at, "track leads to an edge or stop that is not there")
    return Track(int(a), int(b), known_gauge(gauge, at))


def known_gauge(gauge: str, at: str) -> str:
    """A gauge that track or trains have; nothing where there is but one. Raises BadInput."""
    if gauge not in GAUGE_BITS:
        known = ", ".join(filter(None, GAUGE_BITS))
        raise BadInput(at, "{kind!r} is not one of {known}", kind=gauge[:40], known=known)
    return gauge


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 5


def _read_stop(kind: str, entry: Mapping[str, Any]) -> Stop:
    slots = entry.get("slots", 0)
    spaces = ("",) * slots if isinstance(slots, int) else tuple(slots)
    return Stop(kind, entry.get("value", 0), spaces, dict(entry.get("values", {})))


def read_tiles(data: Mapping[str, Any]) -> dict[str, Tile]:
    """The tiles of `tiles.toml`, in its order."""
    return {id: read_tile(id, block, data["source"]) for id, block in data["tiles"].items()}


def read_map(data: Mapping[str, Any]) -> Map:
    """The board of `board.toml`."""
    grid = Grid(flat=data["grid"]["flat"], edge0=data["grid"]["edge0"])
    hexes = {}
    for id, block in data["hexes"].items():
        source = block.get("source", data["source"])
        hexes[id] = Hex(
            id=id,
            print=read_tile(f"print {id}", {"colour": "white", **block, "hex": ""}, source),
            name=block.get("name", ""),
            terrain=block.get("terrain", ""),
            cost=block.get("cost", 0),
            homes=tuple(block.get("homes", ())),
            source=source,
            never_blocks=block.get("never_blocks", ""),
        )
    borders = tuple(
        Border(frozenset(b["between"]), b["kind"], b.get("cost", 0), b.get("name", ""))
        for b in data.get("borders", ())
    )
    areas = tuple(tuple(area) for area in data.get("areas", {}).values())
    places = data.get("one_place", {}).values()
    apart = data.get("apart", ())
    return Map(
        grid,
        hexes,
        borders,
        data["source"],
        too_near=frozenset(frozenset(pair) for place in places for pair in combinations(place, 2)),
        towns_apart="town" in apart,
        cities_apart="city" in apart,
        areas=areas,
    )


def read_market(data: Mapping[str, Any]) -> Market:
    """The price table of `market.toml`: rows of cells as text, each a price with marks behind it.

    Marks: p par, y/o/b/g/s zones yellow, orange, brown, green, grey, < down arrow at the left end, > up arrow
    at the right end, x closes the company, ! ends the game. A dot is no cell.

    >>> m = read_market({"source": "rules", "rows": ["60p 70 80>", "50< 60 ."]})
    >>> m.left((1, 0)), m.right((0, 2)), m.cells[0, 0].par
    ((1, 0), (0, 2), True)
    """
    zones = {"y": "yellow", "o": "orange", "b": "brown", "g": "green", "s": "grey"}
    cells = {}
    for row, line in enumerate(data["rows"]):
        for column, word in enumerate(line.split()):
            price = word.rstrip(_MARKS)
            if price == ".":
                continue
            marks = word[len(price) :]
            if not _is_number(price) or len(set(marks)) < len(marks) or {"<", ">"} <= set(marks):
                message = "{text!r} in row {row} is no field: expected a price with its marks, or a dot"
                raise BadInput("market.rows", message, text=word[:40], row=row + 1)
            cells[row, column] = Cell(
                row=row,
                column=column,
                price=int(price),
                arrow="down" if "<" in marks else "up" if ">" in marks else "",
                zone=next((zones[m] for m in marks if m in zones), ""),
                par="p" in marks,
                ends_game="!" in marks,
                closes="x" in marks,
            )
    return Market(cells, data["source"])


def read_trains(data: Mapping[str, Any]) -> dict[str, TrainType]:
    """The cards of `trains.toml`, cheapest first."""
    out = {}
    for id, block in data["trains"].items():
        sides = {
            name: read_reach(reach, f"trains.trains.{id}.sides.{name}")
            for name, reach in block["sides"].items()
        }
        out[id] = TrainType(
            id=id,
            price=block["price"],
            count=block["count"],
            sides=sides,
            rusts_in=block.get("rusts_in", ""),
            starts=block.get("starts", ""),
            from_phase=block.get("from_phase", ""),
            discounts=dict(block.get("discounts", {})),
            red_value=block.get("red", ""),
            beside=(block["beside"]["train"], block["beside"]["sold"]) if "beside" in block else None,
            gauges=dict(block.get("gauges", {})),
            side_prices=dict(block.get("side_prices", {})),
            unlimited=block.get("unlimited", False),
        )
    return out


def read_reach(text: str, at: str = "sides") -> Reach:
    """A reach as printed: "3", "2+2", "any" (no limit), "3+any" (three stops and any number of towns).

    >>> read_reach("2+2")
    Reach(stops=2, towns=2)
    """
    stops, _, towns = text.partition("+")
    if not all(part == "any" or _is_number(part) for part in (stops, towns or "0")):
        raise BadInput(
            at,
            "{text!r} is no reach of a train: expected a number of stops, such as 3, 2+2 or any",
            text=text[:40],
        )
    return Reach(
        None if stops == "any" else int(stops),
        None if towns == "any" or stops == "any" else int(towns or 0),
    )


def read_phases(data: Mapping[str, Any]) -> tuple[Phase, ...]:
    return tuple(
        Phase(
            id=block["phase"],
            colours=tuple(block["tiles"]),
            red_value=block["red"],
            train_limit=block["train_limit"],
            operating_rounds=block.get("operating_rounds", 2),
            features=frozenset(block.get("features", ())),
        )
        for block in data["phases"]
    )


def read_companies(data: Mapping[str, Any]) -> dict[str, Company]:
    out = {}
    for id, block in data["companies"].items():
        shares = block.get("shares") or data["shares"]
        out[id] = Company(
            id=id,
            name=block["name"],
            colour=block["colour"],
            home=block["home"],
            tokens=tuple(TokenKind(t["role"], t["cost"], t.get("hex", "")) for t in block["tokens"]),
            certificates=tuple(Certificate(percent, n == 0) for n, percent in enumerate(shares)),
            home_stop=block.get("home_stop"),
            chooses_home=block.get("chooses_home", False),
            goal=dict(block.get("goal", {})),
            source=block.get("source", data["source"]),
        )
    return out


def read_starts(data: Mapping[str, Any]) -> dict[int, Start]:
    return {int(n): Start(block["cash"], block["certificates"]) for n, block in data["players"].items()}
