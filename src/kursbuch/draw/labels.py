"""Words and figures of a hex seen from some way off: larger, and only as many as there is room for."""

from __future__ import annotations

from dataclasses import dataclass

from kursbuch.draw.geometry import SIDE, plus
from kursbuch.draw.layout import Room
from kursbuch.draw.stops import city_reach
from kursbuch.draw.svg import Point, width
from kursbuch.draw.terrain import symbols, terrain_mark
from kursbuch.draw.track import Plan
from kursbuch.draw.zoom import Zoom, far_text, shortenings
from kursbuch.rail.board.map import Hex
from kursbuch.rail.board.tile import Face, Stop

_TOUCH = 6.0  # how much of the track a word may cover before a shorter one is tried
_MOST = 26.0  # and before it is left out; what it says is in the title of the hex
_BEYOND = -9.0  # names may reach a little over the rim of their hex


@dataclass(frozen=True, slots=True)
class Said:
    """What is said on a hex beside what its tile says: its name, and of bare ground what lies there."""

    name: str
    terrain: str = ""
    cost: int = 0


def printed(hex: Hex, face: Face) -> bool:
    """Whether this is the ground as the board has it, without a tile."""
    return face.tile is hex.print


def said_on(hex: Hex, face: Face) -> Said:
    """What is said on a hex that shows this face: a tile covers the terrain."""
    return Said(hex.name, hex.terrain, hex.cost) if printed(hex, face) else Said(hex.name)


def far_words(said: Said, face: Face, way: Plan, room: Room, zoom: Zoom, called: str) -> str:
    """What is written at a distance: values first, which are counted most, then the name, the price of building,
    the label.
    """
    out = _values(face, way, room, zoom)
    if said.name:
        out += _name(called or said.name, face, way, room, zoom)
    if said.cost or said.terrain:
        out += "".join(_price(said, face, room, zoom))
    elif face.tile.cost:
        out += _put(room, str(face.tile.cost), "kb-cost", zoom, (0, 30))
    if face.tile.label:
        out += _put(room, face.tile.label, "kb-label", zoom, (-30, 20))
    return out


def _values(face: Face, way: Plan, room: Room, zoom: Zoom) -> str:
    worth = [(at, stop) for at, stop in zip(way.at, face.stops, strict=True) if stop.earns and stop.value]
    if len({stop.value for _, stop in worth}) == 1:
        worth = worth[:1]
    out = []
    for at, stop in worth:
        wide, high = width(str(stop.value), zoom.least) + 2, zoom.least * 0.9
        spot, cover = room.find_near(wide, high, _beside(at, stop, high), 0.0)
        if cover > _MOST:
            continue
        room.take_box(spot, wide, high)
        out.append(far_text(spot, stop.value, "kb-halo", zoom))
    return "".join(out)


def _beside(at: Point, stop: Stop, high: float) -> list[Point]:
    aside = (city_reach(len(stop.slots)) if stop.kind == "city" else 11.0) + high / 2
    return [plus(at, (x * aside, y * aside)) for x, y in ((0.8, -0.6), (-0.8, -0.6), (0.8, 0.6), (-0.8, 0.6))]


def _name(full: str, face: Face, way: Plan, room: Room, zoom: Zoom) -> str:
    """The longest way of writing the name that has room."""
    city = any(stop.kind == "city" for stop in face.stops)
    below = max((at[1] for at in way.at), default=0.0)
    near = (0.0, below + zoom.least + (13 if city else 6)) if below < 12 else (0.0, below - zoom.least - 16)
    cls, high = "kb-name kb-city" if city else "kb-name", zoom.least * 0.8
    tried = []
    for name in shortenings(full):
        wide = width(name, zoom.least) * (1.02 if city else 0.94)
        if wide > 2 * SIDE:
            continue
        at, cover = room.find(wide, high, near, _BEYOND)
        tried.append((cover, name, at, wide))
        if cover <= _TOUCH:
            break
    fitting = (found for most in (_TOUCH, _MOST) for found in tried if found[0] <= most)
    if (best := next(fitting, None)) is None:
        return ""
    _, name, at, wide = best
    room.take_box(at, wide, high)
    return far_text(at, name, cls, zoom)


def _price(said: Said, face: Face, room: Room, zoom: Zoom) -> tuple[str, str]:
    """Its terrain and what building costs here; the figure alone if there is no room for both."""
    figure = str(said.cost) if said.cost else ""
    count = max(len(symbols(said.terrain)), 1)
    picture = (0.0, -14.0) if figure and not face.stops else (0.0, -30.0)
    shown = ""
    at, cover = room.find(30.0 * count, 20, picture, 0.0)
    if said.terrain and cover <= _TOUCH:
        room.take_box(at, 30.0 * count, 20)
        shown, picture = terrain_mark(at, said.terrain), (at[0], at[1] + 10 + zoom.least / 2)
    if not figure:
        return shown, ""
    price = _put(room, figure, "kb-cost", zoom, picture)
    return (shown, price) if price else ("", far_text(at, figure, "kb-cost", zoom))


def _put(room: Room, words: str, cls: str, zoom: Zoom, near: Point) -> str:
    """A text where it covers little; nothing if there is no such place."""
    wide, high = width(words, zoom.least), zoom.least * 0.8
    at, cover = room.find(wide, high, near, 0.0)
    if cover > _MOST / 2:
        return ""
    room.take_box(at, wide, high)
    return far_text(at, words, cls, zoom)
