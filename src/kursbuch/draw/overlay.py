"""What a page lays over the board: lit hexes, a tile tried out, track within reach, the runs of trains."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from kursbuch.draw.geometry import APOTHEM, Curve, Shape, distance, offset, plus
from kursbuch.draw.palette import TRAIN_COLOURS, safe_colour, text_on
from kursbuch.draw.svg import Point, esc, line_through, num, text, width
from kursbuch.draw.track import plan
from kursbuch.draw.words import word
from kursbuch.draw.zoom import NEAR, Zoom
from kursbuch.rail.actions import Runs
from kursbuch.rail.board import Board
from kursbuch.rail.board.tile import STOP

_LANE = 4.4


@dataclass(frozen=True, slots=True)
class Ghost:
    """A tile tried out on a hex, turned clockwise by `turn` edges."""

    hex: str
    tile: str
    turn: int = 0


@dataclass(frozen=True, slots=True)
class Mark:
    """A small marker that lies on a hex, such as what a link adds to its value."""

    text: str
    colour: str
    title: str

    def size(self, zoom: Zoom) -> tuple[float, float]:
        letters = max(9, zoom.least)
        return width(self.text, letters) + 7, 13.0 if zoom.near else letters * 1.15


def mark_svg(mark: Mark, at: Point, zoom: Zoom = NEAR) -> str:
    """A marker on its hex, where there is a place for it."""
    wide, high = mark.size(zoom)
    return (
        f'<g class="kb-mark"><title>{esc(mark.title)}</title>'
        f'<rect x="{num(at[0] - wide / 2)}" y="{num(at[1] - high / 2)}" width="{num(wide)}" '
        f'height="{num(high)}" rx="3" fill="{safe_colour(mark.colour)}"/>'
        + text(at, mark.text, "kb-bold", max(9, zoom.least), extra=f' fill="{text_on(mark.colour)}"')
        + "</g>"
    )


def lit_svg(shape: Shape, hexes: Collection[str], centres: Mapping[str, Point], cls: str = "kb-lit") -> str:
    """A bright rim inside each hex."""
    if not hexes:
        return ""
    rim = shape.outline(2.6)
    return "".join(
        f'<path class="{cls}" data-hex="{esc(hex)}" transform="translate({num(x)} {num(y)})" d="{rim}"/>'
        for hex in sorted(hexes)
        if hex in centres
        for x, y in (centres[hex],)
    )


def reach_svg(board: Board, company: str, shape: Shape, centres: Mapping[str, Point]) -> str:
    """A bright line along all track that the company's routes reach."""
    found = board.reachable(company)
    out = []
    for hex, face in board.faces.items():
        arrives, lit = found.into(hex), list[str]()
        for piece, curve in plan(shape, face).curves.items():
            ends = (piece.a, piece.b)
            by_edge = any(end < STOP and arrives >> end & 1 for end in ends)
            by_stop = any(end >= STOP and (hex, end - STOP) in found.stops for end in ends)
            # into a stop closed to others the track leads, but not on from it
            if by_edge or (by_stop and not board.closed_to(company, (hex, piece.b - STOP))):
                lit.append(curve.d)
        if lit:
            x, y = centres[hex]
            out.append(f'<path transform="translate({num(x)} {num(y)})" d="{"".join(lit)}"/>')
    return f'<g class="kb-reach">{"".join(out)}</g>' if out else ""


def runs_svg(
    runs: Runs,
    board: Board,
    shape: Shape,
    centres: Mapping[str, Point],
    language: str,
    zoom: Zoom = NEAR,
) -> tuple[str, str]:
    """The runs of trains along the track, each in a colour, and tags with the names of the trains."""
    lines = [_line(way, board, shape, centres) for _, way in runs.runs]
    lanes = _lanes(lines)
    out: list[str] = []
    tags: list[str] = []
    for number, ((side, way), pieces) in enumerate(zip(runs.runs, lines, strict=True)):
        if not pieces:
            continue
        colour = TRAIN_COLOURS[number % len(TRAIN_COLOURS)]
        points = [p for piece in pieces for p in piece.points]
        d = line_through(offset(_thinned(points), lanes[number]))
        out.append(
            f'<g class="kb-train" data-train="{esc(side)}" data-run="{number}">'
            f"<title>{esc(word('train', language, side))}: {esc(' '.join(way))}</title>"
            f'<path class="kb-run" stroke="#ffffff" stroke-width="7.4" d="{d}"/>'
            f'<path class="kb-run" stroke="{colour}" stroke-width="4.6" d="{d}"/></g>'
        )
        tags.append(_tag(side, colour, _tag_place(pieces, centres), zoom))
    return "".join(out), "".join(tags)


def stops_svg(
    runs: Runs,
    values: Mapping[str, int],
    board: Board,
    shape: Shape,
    centres: Mapping[str, Point],
    zoom: Zoom = NEAR,
) -> str:
    """What each stop of the runs brought, beside it, in the colour of its train."""
    out: list[str] = []
    seen: dict[str, int] = {}
    for number, (_, way) in enumerate(runs.runs):
        for at_stop in way:
            hex, _, stop = at_stop.partition(".")
            if at_stop not in values or not stop.isdigit() or hex not in board.faces:
                continue
            places = plan(shape, board.faces[hex]).at
            at = plus(centres[hex], places[int(stop)] if int(stop) < len(places) else (0, 0))
            once, seen[at_stop] = seen.get(at_stop, 0), seen.get(at_stop, 0) + 1
            colour = TRAIN_COLOURS[number % len(TRAIN_COLOURS)]
            out.append(_value(str(values[at_stop]), colour, at, once, zoom))
    return "".join(out)


def _value(words: str, colour: str, at: Point, once: int, zoom: Zoom) -> str:
    size = max(11, zoom.least)
    wide, high = width(words, size) + 6, size * 1.2
    x, y = at[0], at[1] + 15 + high * (once + 0.5)
    return (
        f'<rect x="{num(x - wide / 2)}" y="{num(y - high / 2)}" width="{num(wide)}" height="{num(high)}" '
        f'rx="4" fill="{colour}" stroke="#ffffff" stroke-width="1.2"/>'
        + text((x, y), words, "kb-bold", size, extra=f' fill="{text_on(colour)}"')
    )


def _line(way: tuple[str, ...], board: Board, shape: Shape, centres: Mapping[str, Point]) -> list[Curve]:
    """The curves of a run, in its order; what does not fit the board is left out."""
    words = [(hex, int(stop) if stop.isdigit() else None) for hex, _, stop in (w.partition(".") for w in way)]
    if any(hex not in board.faces for hex, _ in words):
        return []
    out: list[Curve] = []
    for i, (hex, stop) in enumerate(words):
        before = words[i - 1] if i else None
        after = words[i + 1] if i + 1 < len(words) else None
        came = _edge_to(board, hex, before)
        goes = _edge_to(board, hex, after)
        for start, end in _parts(came, stop, goes, before, after):
            if (hex, start) != (hex, end):
                out.extend(_placed(c, centres[hex]) for c in _joining(board, shape, hex, start, end))
    return out


def _edge_to(board: Board, hex: str, other: tuple[str, int | None] | None) -> int | None:
    beside = board.map.beside[hex]
    return beside.index(other[0]) if other and other[0] in beside else None


def _parts(
    came: int | None,
    stop: int | None,
    goes: int | None,
    before: tuple[str, int | None] | None,
    after: tuple[str, int | None] | None,
) -> list[tuple[int, int]]:
    """The pieces a run uses in one hex, as pairs of ends."""
    if stop is None:
        return [(came, goes)] if came is not None and goes is not None else []
    parts = []
    if came is not None:
        parts.append((came, STOP + stop))
    elif before is not None and before[1] is not None:  # from another stop of the same hex
        parts.append((STOP + before[1], STOP + stop))
    if goes is not None:
        parts.append((STOP + stop, goes))
    return parts


def _joining(board: Board, shape: Shape, hex: str, start: int, end: int) -> list[Curve]:
    """The curve between two ends, or the two that meet at a junction between them."""
    face = board.faces[hex]
    way = plan(shape, face)
    direct = way.curve(start, end)
    if direct is not None:
        return [direct]
    for number, stop in enumerate(face.stops):
        if stop.kind == "junction":
            first, second = way.curve(start, STOP + number), way.curve(STOP + number, end)
            if first is not None and second is not None:
                return [first, second]
    return []


def _placed(curve: Curve, centre: Point) -> Curve:
    return Curve(curve.d, tuple(plus(centre, p) for p in curve.points))


def _thinned(points: list[Point]) -> tuple[Point, ...]:
    """The points of a line without those that hardly differ from the one before."""
    out = points[:1]
    for point in points[1:]:
        if distance(point, out[-1]) > 1:
            out.append(point)
    return tuple(out)


def _lanes(lines: list[list[Curve]]) -> list[float]:
    """How far to the side each run is drawn: in the middle of the track, unless two share a piece."""
    lanes = [0.0] * len(lines)
    used = [{(round(c.middle[0]), round(c.middle[1])) for c in line} for line in lines]
    for i in range(len(lines)):
        sharing = [j for j in range(i) if used[i] & used[j]]
        if sharing:
            taken = {lanes[j] for j in sharing}
            if taken == {0.0}:
                for j in sharing:
                    lanes[j] = -_LANE / 2
            lanes[i] = max(lanes[j] for j in sharing) + _LANE
    return lanes


def _tag_place(pieces: list[Curve], centres: Mapping[str, Point]) -> Point:
    """On a side between two hexes about half-way: little else is printed there."""
    ends = [piece.points[-1] for piece in pieces[:-1]]
    sides = [end for end in ends if all(distance(end, c) > APOTHEM - 1 for c in centres.values())]
    return sides[len(sides) // 2] if sides else pieces[0].middle


def _tag(side: str, colour: str, at: Point, zoom: Zoom) -> str:
    size = max(7.4, zoom.least)
    wide, high = width(side, size) + 7, 12 if zoom.near else size + 3
    return (
        f'<rect x="{num(at[0] - wide / 2)}" y="{num(at[1] - high / 2)}" width="{num(wide)}" '
        f'height="{num(high)}" rx="{num(high / 2)}" fill="{colour}" stroke="#ffffff" stroke-width="1.2"/>'
        + text(at, side, "kb-bold", size, extra=f' fill="{text_on(colour)}"')
    )
