"""Red areas off the board: name, arrows at the open edges, values by phase with the current one marked."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from kursbuch.draw.geometry import APOTHEM, Shape, times
from kursbuch.draw.layout import Room
from kursbuch.draw.stops import city_reach
from kursbuch.draw.svg import Point, line_through, num, text, width
from kursbuch.draw.track import SLOT
from kursbuch.draw.zoom import NEAR, Zoom, shortenings
from kursbuch.rail.board.map import Hex
from kursbuch.rail.board.tile import Face, Stop

_CELL = 21.0


@lru_cache(maxsize=2048)
def _places(shape: Shape, name: str, face: Face) -> tuple[Point, Point]:
    """Where name and values of a red area go, as one block so that they stay together, and where its stations go."""
    room = Room(shape)
    for edge in range(6):
        if face.exits >> edge & 1:
            room.take_disc(times(shape.direction(edge), APOTHEM * 0.8), 11)
    stop = _stop(face)
    wide = max(width(name, _size(name)) if name else 0, max(len(stop.values), 1) * _CELL)
    block = room.put(wide, 31, (0, 14 if stop.slots else 0), 4)
    return block, room.put(2 * city_reach(len(stop.slots)), 2 * SLOT, (0, -20), 4) if stop.slots else block


def spaces_place(shape: Shape, hex: Hex, face: Face) -> Point:
    """Where the stations of a red area stand: clear of its name, its values and its arrows."""
    return _places(shape, hex.name, face)[1]


def _stop(face: Face) -> Stop:
    return next((s for s in face.stops if s.kind == "red"), Stop("red"))


def _size(name: str) -> float:
    size = 10.5
    while size > 7.5 and width(name, size) > 84:
        size -= 0.5
    return size


@lru_cache(maxsize=2048)
def red_svg(shape: Shape, hex: Hex, face: Face, current: str, zoom: Zoom = NEAR) -> str:
    """The name and the values of a red area."""
    return (_near if zoom.near else _far)(shape, hex, face, current, zoom.least)


def _near(shape: Shape, hex: Hex, face: Face, current: str, least: float) -> str:
    out = []
    stop, size = _stop(face), _size(hex.name)
    x, y = _places(shape, hex.name, face)[0]
    if hex.name:
        out.append(text((x, y - 9), hex.name, "kb-name kb-city", size, fit=88))
    out.append(_values((x, y + 7), stop, current))
    return "".join(out)


def _far(shape: Shape, hex: Hex, face: Face, current: str, least: float) -> str:
    """From afar: a name that fits, and what the area is worth now."""
    stop = _stop(face)
    values = list(stop.values.items()) or [("grey", stop.value)]
    colour, worth = next((v for v in values if v[0] == current), values[0])
    cell = least * 0.62 * max(len(str(value)) for _, value in values) + 6
    if cell * len(values) > 96:
        values, cell = [(colour, worth)], max(cell, 2 * least)
    x, y = _places(shape, hex.name, face)[0]
    if not stop.slots:
        x, y = x / 3, y / 3  # larger words need the middle
    out = []
    if hex.name:
        name = next((n for n in shortenings(hex.name) if width(n, least) <= 100), hex.name[:3])
        out.append(text((x, y - least * 0.62), name, "kb-name kb-city", least))
    out.append(_values((x, y + least * 0.55), replace(stop, values=dict(values)), current, cell, least))
    return "".join(out)


def arrows_svg(shape: Shape, face: Face) -> str:
    """An arrow at each open edge."""
    return "".join(_arrow(shape, edge) for edge in range(6) if face.exits >> edge & 1)


def _arrow(shape: Shape, edge: int) -> str:
    """A point that leads off the board: broad at the open edge, narrow inside."""
    tip = times(shape.direction(edge), APOTHEM * 0.62)
    at = shape.edge(edge)
    along = shape.direction(edge + 1.5)
    left, right = (
        (at[0] + along[0] * 7.5, at[1] + along[1] * 7.5),
        (at[0] - along[0] * 7.5, at[1] - along[1] * 7.5),
    )
    return f'<path class="kb-arrow" d="{line_through((left, right, tip))}z"/>'


def _values(at: Point, stop: Stop, current: str, cell: float = _CELL, size: float = 9) -> str:
    values = list(stop.values.items()) or [("grey", stop.value)]
    left, high = at[0] - cell * len(values) / 2, max(14, size * 1.1)
    out, marked = [], ""
    for i, (phase, value) in enumerate(values):
        x = left + i * cell
        colour = phase if phase in ("white", "yellow", "green", "brown", "grey", "red") else "grey"
        box = f'x="{num(x)}" y="{num(at[1] - high / 2)}" width="{num(cell)}" height="{num(high)}"'
        now = phase == current or len(values) == 1
        out.append(f'<rect class="kb-v-{colour}" {box}/>')
        out.append(text((x + cell / 2, at[1]), value, "kb-ink kb-bold" if now else "kb-ink kb-faded", size))
        if now:
            marked = f'<rect class="kb-now" {box} rx="1.5"/>'
    return "".join(out) + marked


def is_red(face: Face) -> bool:
    """Whether a face is an area off the board.

    >>> from kursbuch.rail.board.tile import Tile
    >>> is_red(Tile("x", "red", (Stop("red", 20),)).faces[0])
    True
    """
    return any(stop.kind == "red" for stop in face.stops)
