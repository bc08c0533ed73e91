"""What cannot be read in a box: hexes, tiles, trains, borders one by one, so that each error is told at its block."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from kursbuch.core import BadInput
from kursbuch.core.overlay import SOURCE, called
from kursbuch.editions.places import Data
from kursbuch.editions.remarks import Remark, of_error
from kursbuch.rail.board.grid import Grid
from kursbuch.rail.board.grid import place as coordinate
from kursbuch.rail.loader import known_gauge, read_market, read_reach, read_tile

MOST_STOPS = 12  # stops of a hex, and places of a stop; six are the most that any box has
MOST_TRACK = 30  # pieces of track on one tile


def unreadable(data: Data) -> Iterator[Remark]:
    """Hexes, tiles and trains, one by one, and the price table, so that the error is told at its block."""
    for place, read in _readings(data):
        try:
            read()
        except BadInput as error:
            yield of_error(error)
        except (KeyError, TypeError, ValueError, AttributeError, IndexError):
            yield Remark(place, "the box cannot be built with this value", grave=True)
    for border in data.get("board", {}).get("borders", ()):
        if len(border.get("between", ())) != 2:
            yield Remark(
                "board.borders", "a border lies between two hexes: {name}", _name(border), grave=True
            )
        elif "kind" not in border:
            at = f"board.borders.{called(border['between'])}.kind"
            yield Remark(at, "missing", grave=True)


def _name(border: Mapping[str, Any]) -> dict[str, str]:
    return {"name": " ".join(map(str, border.get("between", ())))[:40] or "–"}


def _readings(data: Data) -> Iterator[tuple[str, Callable[[], object]]]:
    """What the loader reads, by its place."""
    if grid := data.get("board", {}).get("grid"):
        yield "board.grid", partial(_directions, grid)
    gauges = _has_gauges(data)
    for file, key, blocks in prints(data):
        for id, block in blocks.items():
            if key == "hexes":
                yield f"{file}.{key}.{id}", partial(_coordinate, id)
            place = f"{file}.{key}.{id}"
            yield place, partial(_print, place, block, gauges)
    for file, trains in in_files(data, "trains"):
        for id, train in trains.items():
            for side, reach in train.get("sides", {}).items() if id != SOURCE else ():
                place = f"{file}.trains.{id}.sides.{side}"
                yield place, partial(_reach, reach, place)
            for side, gauge in train.get("gauges", {}).items() if id != SOURCE else ():
                place = f"{file}.trains.{id}.gauges.{side}"
                yield place, partial(known_gauge, gauge, place)
    if "rows" in data.get("market", {}):
        yield "market.rows", partial(read_market, {"source": "", **data["market"]})


def prints(data: Data) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    """Hexes, tiles, and what is laid over a board, in whichever files they are."""
    for file, table in data.items():
        for key in ("hexes", "tiles", "overlays"):
            if isinstance(table.get(key), Mapping):
                yield file, key, {id: block for id, block in table[key].items() if id != SOURCE}


def _has_gauges(data: Data) -> bool:
    """Whether trains of this box run on track of one gauge or another."""
    tables = (trains for _, trains in in_files(data, "trains") if isinstance(trains, Mapping))
    return any(isinstance(one, Mapping) and one.get("gauges") for trains in tables for one in trains.values())


def _print(place: str, block: Mapping[str, Any], gauges: bool) -> None:
    """A hex or tile with as much on it as can be printed there."""
    tile = read_tile(place, {"colour": "white", **block}, "box")
    if not gauges and any(track.gauge for track in tile.track):
        raise BadInput(place, "there is but one gauge in this box")
    track = block.get("track", ())
    for at, number, most in (
        (place, len(tile.stops), MOST_STOPS),
        (place, max((len(stop.slots) for stop in tile.stops), default=0), MOST_STOPS),
        (f"{place}.track", len(track), MOST_TRACK),
    ):
        if number > most:
            raise BadInput(at, "too many entries: at most {most}", most=most)
    if len({*map(str, track)}) < len(track):
        raise BadInput(f"{place}.track", "the same track is there twice")


def _reach(text: str, place: str) -> None:
    reach = read_reach(text, place)
    if reach.stops is not None and reach.towns is not None and reach.stops + reach.towns < 2:
        raise BadInput(place, "a train that reaches fewer than two stops never runs")


def _coordinate(id: str) -> None:
    try:
        coordinate(id)
    except BadInput as error:
        raise BadInput(f"board.hexes.{id[:40]}", error.message, **error.values) from error


def _directions(grid: Mapping[str, Any]) -> None:
    for name in ("flat", "edge0"):
        if name not in grid:
            raise BadInput(f"board.grid.{name}", "missing")
    try:
        Grid(flat=grid["flat"], edge0=grid["edge0"]).directions  # noqa: B018  (it is made when asked for)
    except BadInput as error:
        raise BadInput(f"board.{error.place}", error.message, **error.values) from error


def in_files(data: Data, key: str) -> list[tuple[str, Any]]:
    """Tables of this name, in whichever files: a box may have trains or phases on several kinds of cards."""
    return [(file, table[key]) for file, table in data.items() if table.get(key)]
