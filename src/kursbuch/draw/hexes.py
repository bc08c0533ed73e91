"""What never changes about a hex with a certain face: drawn once, kept, and put together to boards."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from kursbuch.draw.geometry import APOTHEM, SIDE, Shape, minus, plus, times
from kursbuch.draw.labels import Said, far_words, printed, said_on
from kursbuch.draw.layout import Room
from kursbuch.draw.red import arrows_svg, is_red
from kursbuch.draw.stops import VALUE, city_base, city_reach, junction_svg, slot_places, town_svg, value_svg
from kursbuch.draw.svg import COORDINATE, Point, esc, num, text, width
from kursbuch.draw.terrain import ASIDE, terrain_size, terrain_svg
from kursbuch.draw.track import SLOT, Plan, plan, rails, thin_lines, track_svg
from kursbuch.draw.words import word
from kursbuch.draw.zoom import NEAR, Zoom
from kursbuch.rail.board.map import Hex
from kursbuch.rail.board.tile import Face

_TOUCH = 6.0  # how much of the track a name in one line may cover before two are tried


@dataclass(frozen=True, slots=True)
class Art:
    """A hex in layers, from below: what is on its ground, its track, what lies on the track, words and figures."""

    ground: str
    track: str
    rails: str  # path data of the same track, where with thin lines above it that says it all
    thin: str
    stops: str
    words: str
    title: str


@lru_cache(maxsize=16384)
def art(
    shape: Shape,
    hex: Hex,
    face: Face,
    language: str,
    coordinates: bool = True,
    badges: int = 0,
    zoom: Zoom = NEAR,
    called: str = "",
) -> Art:
    """The lasting part of a hex: all but tokens and what depends on the phase.

    `badges` is the bit set of edges where the price of a crossing is printed; `called` is the hex's name where it
    has to be short.
    """
    drawn = bare(shape, hex, face, language, coordinates)
    if is_red(face):
        return drawn
    return replace(drawn, words=_words_of(shape, hex, face, coordinates, badges, zoom, called)[0])


def bare(shape: Shape, hex: Hex, face: Face, language: str, coordinates: bool) -> Art:
    """The same without words, for which room has to be found."""
    ground = ""
    if "reconstructed" in (face.tile.source, hex.source if printed(hex, face) else ""):
        ground += f'<path class="kb-rebuilt" d="{shape.outline(4.5)}"/>'
    if coordinates and hex.id:
        ground += _coordinate(shape, hex.id)
    track = arrows_svg(shape, face) if is_red(face) else track_svg(shape, face)
    plain, thin = ("", "") if is_red(face) else (rails(shape, face), thin_lines(shape, face))
    stops = _stops(hex, face, plan(shape, face), language)
    return Art(ground, track, plain, thin, stops, "", _title(hex, face, language))


@lru_cache(maxsize=8)
def face_svg(shape: Shape, id: str = "") -> str:
    """The ground itself; with an id, as a form that all hexes of a picture share."""
    as_what = f'id="{id}"' if id else 'class="kb-face"'
    return f'<path {as_what} d="{shape.outline()}"/>'


@lru_cache(maxsize=4096)
def spare_place(
    shape: Shape,
    hex: Hex,
    face: Face,
    wide: float,
    high: float,
    badges: int = 0,
    zoom: Zoom = NEAR,
    called: str = "",
) -> Point:
    """Where a marker of this size covers neither track nor words."""
    _, room = _words_of(shape, hex, face, True, badges, zoom, called)
    return room.find(wide, high, (0, SIDE * 0.7), 1.0)[0]


def _words_of(
    shape: Shape, hex: Hex, face: Face, coordinates: bool, badges: int, zoom: Zoom, called: str
) -> tuple[str, Room]:
    """Words and figures of a hex, and the room that is left."""
    named = coordinates and bool(hex.id) and zoom.near
    return _written(shape, said_on(hex, face), face, named, badges, zoom, called)


@lru_cache(maxsize=8192)
def _written(
    shape: Shape, said: Said, face: Face, named: bool, badges: int, zoom: Zoom, called: str
) -> tuple[str, Room]:
    """The same for every hex on which as much is said: to find room takes longer than all other drawing. The room is
    only to be looked at.
    """
    way = plan(shape, face)
    room = _taken(shape, face, way)
    for edge in range(6):
        if badges >> edge & 1:
            for at in _badge_places(shape, edge, bool(face.exits >> edge & 1)):
                room.take_disc(at, max(9, zoom.least * 0.7))
    if named:
        at = _corner(shape)
        room.take_box((at[0] + 6 * shape.flat, at[1]), 14, 7)
    if is_red(face):
        return "", room
    if zoom.near:
        return "".join(_words(said, face, way, room)), room
    return far_words(said, face, way, room, zoom, called), room


def _badge_places(shape: Shape, edge: int, track: bool) -> list[Point]:
    """Where the price of a crossing may stand: in the middle of the side, or aside of track that leads there."""
    middle = shape.edge(edge)
    if not track:
        return [middle]
    return [plus(middle, times(minus(shape.corner(n), middle), ASIDE)) for n in (edge - 1, edge)]


def _taken(shape: Shape, face: Face, way: Plan) -> Room:
    room = Room(shape)
    for curve, _ in way.drawn:
        room.take_line(curve.points, 5.0)
    for stop, at in zip(face.stops, way.at, strict=True):
        if stop.kind == "city":
            for place in slot_places(len(stop.slots)):
                room.take_disc(plus(at, place), SLOT + 3.5)
        elif stop.kind in ("town", "junction"):
            room.take_disc(at, 10)
    return room


def _corner(shape: Shape) -> Point:
    """A corner, where no track ever leads."""
    return (-SIDE / 2 + 3, -APOTHEM + 9) if shape.flat else (0, -SIDE + 12.5)


def _coordinate(shape: Shape, id: str) -> str:
    """From afar there is room for it only in the place of other words: the page sees to that. Its size and where it
    begins are the same on all hexes: the style sheet has them.
    """
    x, y = name_place(shape)
    return f'<text class="kb-coord" x="{num(x)}" y="{num(y)}">{esc(id)}</text>'


def name_place(shape: Shape) -> Point:
    """Where the name of a hex stands."""
    x, y = _corner(shape)
    return x, y + 0.35 * COORDINATE


def _words(said: Said, face: Face, way: Plan, room: Room) -> list[str]:
    """Name, terrain, values and label, the largest first."""
    out = []
    lone = bool(said.terrain) and not face.stops
    if lone:
        out.append(
            terrain_svg(room.put(*terrain_size(said.terrain, said.cost), (0, -2)), said.terrain, said.cost)
        )
    if said.name:
        out.append(_name(said.name, face, way, room))
    if said.terrain and not lone:
        out.append(
            terrain_svg(
                room.put(*terrain_size(said.terrain, said.cost), (0, -30), 4), said.terrain, said.cost
            )
        )
    out.extend(value_svg(at, value) for at, value in _values(face, way, room))
    if face.tile.label:
        label = face.tile.label
        at = room.put(width(label, 10), 10, (-30, 20), 5)
        out.append(text(at, label, "kb-label", 10))
    if face.tile.cost and not said.cost:
        out.append(
            text(room.put(width(str(face.tile.cost), 8.6), 9, (0, 30)), face.tile.cost, "kb-cost", 8.6)
        )
    return out


def _name(name: str, face: Face, way: Plan, room: Room) -> str:
    """The name in one line, or in two where one would cover track and there is room for two."""
    city = any(stop.kind == "city" for stop in face.stops)
    lines: tuple[str, ...] = (name,)
    cover, size, at = _fitted(lines, city, way, room)
    if cover >= _TOUCH:
        two = _fitted(halves(name), city, way, room)
        if two[0] < cover - 4:
            lines, (cover, size, at) = halves(name), two
    room.take_box(at, _wide(lines, city, size), size * len(lines))
    cls, top = "kb-name kb-city" if city else "kb-name", at[1] - size * (len(lines) - 1) / 2
    return "".join(text((at[0], top + n * size), line, cls, size, fit=96) for n, line in enumerate(lines))


def halves(name: str) -> tuple[str, ...]:
    """A name in two lines that differ as little in length as may be; one word stays one line.

    >>> halves("New York & Newark"), halves("Berlin")
    (('New York', '& Newark'), ('Berlin',))
    """
    words = name.split()
    cuts = [(" ".join(words[:n]), " ".join(words[n:])) for n in range(1, len(words))]
    return min(cuts, key=lambda lines: max(map(len, lines)), default=(name,))


def _fitted(lines: tuple[str, ...], city: bool, way: Plan, room: Room) -> tuple[float, float, Point]:
    """How much lines of a name cover at least, the size at which they do, and where."""
    below = max((at[1] for at in way.at), default=0.0)
    near = (0.0, below + (SLOT + 11 if city else 19)) if below < 12 else (0.0, -18.0)
    best: tuple[float, float, Point] | None = None
    for size in (10.8, 10, 9.2, 8.4, 7.8):
        at, cover = room.find(_wide(lines, city, size), size * len(lines), near)
        if best is None or cover < best[0] - 4:
            best = (cover, size, at)
        if cover < 0.5:
            break
    assert best is not None
    return best


def _wide(lines: tuple[str, ...], city: bool, size: float) -> float:
    return max(width(line, size) for line in lines) * (1.06 if city else 0.98)


def _values(face: Face, way: Plan, room: Room) -> list[tuple[Point, int]]:
    """Where the values go: one for all stops of the hex if they are worth the same."""
    worth = [(at, stop) for at, stop in zip(way.at, face.stops, strict=True) if stop.earns and stop.value]
    if len({stop.value for _, stop in worth}) == 1:
        worth = worth[:1]
    out = []
    for at, stop in worth:
        aside = city_reach(len(stop.slots)) + VALUE + 1 if stop.kind == "city" else 21.0
        sides = ((0.8, -0.6), (-0.8, -0.6), (0.8, 0.6), (-0.8, 0.6))
        beside = [(at[0] + x * aside, at[1] + y * aside) for x, y in sides]
        spot, _ = room.find_near(2 * VALUE, 2 * VALUE, beside, 2)
        room.take_box(spot, 2 * VALUE, 2 * VALUE)
        out.append((spot, stop.value))
    return out


def _stops(hex: Hex, face: Face, way: Plan, language: str) -> str:
    out = []
    for number, (stop, at) in enumerate(zip(face.stops, way.at, strict=True)):
        if stop.kind == "city":
            drawn = city_base(at, len(stop.slots))
        elif stop.kind == "town":
            drawn = town_svg(way, number)
        elif stop.kind == "junction":
            drawn = junction_svg(at)
        else:
            continue
        name = " ".join(filter(None, (hex.name, word(stop.kind, language), str(stop.value or ""))))
        where = f' data-stop="{esc(hex.id)}.{number}"' if hex.id else ""
        out.append(f"<g{where}><title>{esc(name)}</title>{drawn}</g>")
    return "".join(out)


def _title(hex: Hex, face: Face, language: str) -> str:
    parts = [" ".join(filter(None, (hex.id, hex.name)))]
    if not printed(hex, face):
        parts.append(f"{word('tile', language, face.tile.id)} ({word(face.tile.colour, language)})")
    if hex.terrain and printed(hex, face):
        parts.append(f"{word(hex.terrain, language)} {hex.cost or ''}".strip())
    if "reconstructed" in (hex.source, face.tile.source):
        parts.append(word("rebuilt", language))
    return f"<title>{esc(' · '.join(filter(None, parts)))}</title>"
