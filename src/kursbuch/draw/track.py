"""The plan of a face: where its stops lie and which way its track runs; and the track drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from math import hypot

from kursbuch.draw.geometry import (
    APOTHEM,
    Curve,
    Shape,
    distance,
    minus,
    plus,
    straight,
    times,
    unit,
)
from kursbuch.draw.svg import Point, line_through
from kursbuch.rail.board.tile import STOP, Face, Track

SLOT = 13.0  # radius of a station space
APART = 2 * SLOT + 6
_THIN = {"dual": "kb-thin", "metre": "kb-thin kb-metre"}


@dataclass(frozen=True, slots=True)
class Plan:
    """Middles of the stops, the directions of track through towns, and a curve for each piece of track.

    `whole` holds track that runs through a town in one sweep, to be drawn in place of its two halves.
    """

    at: tuple[Point, ...]
    across: tuple[Point | None, ...]
    curves: Mapping[Track, Curve]
    drawn: tuple[tuple[Curve, str], ...]  # each line of track with its gauge

    def curve(self, a: int, b: int) -> Curve | None:
        """The way from one end to another, if a single piece of track joins them."""
        for piece, curve in self.curves.items():
            if (piece.a, piece.b) == (a, b):
                return curve
            if (piece.b, piece.a) == (a, b):
                return curve.back()
        return None


@lru_cache(maxsize=8192)
def plan(shape: Shape, face: Face) -> Plan:
    """Work out where the parts of a face lie."""
    exits = [_exits(face, i) for i in range(len(face.stops))]
    at = _stop_places(shape, face, exits)
    across: list[Point | None] = [None] * len(at)
    curves: dict[Track, Curve] = {}
    drawn: list[tuple[Curve, str]] = []
    for i, edges in enumerate(exits):
        pieces = [piece for piece in face.track if piece.b == STOP + i and piece.a < STOP]
        if len(pieces) == 2 and pieces[0].gauge == pieces[1].gauge:
            sweep = shape.between(edges[0], edges[1])
            if distance(sweep.middle, at[i]) < 0.5:
                half = len(sweep.points) // 2
                curves[pieces[0]] = Curve(line_through(sweep.points[: half + 1]), sweep.points[: half + 1])
                curves[pieces[1]] = Curve(line_through(sweep.points[half:]), sweep.points[half:][::-1])
                drawn.append((sweep, pieces[0].gauge))
                across[i] = sweep.heading
                continue
        for piece in pieces:
            curves[piece] = shape.stub(piece.a, at[i])
            drawn.append((curves[piece], piece.gauge))
    for piece in face.track:
        if piece.b < STOP:
            curves[piece] = shape.between(piece.a, piece.b)
            drawn.append((curves[piece], piece.gauge))
        elif piece.a >= STOP:
            curves[piece] = straight(at[piece.a - STOP], at[piece.b - STOP])
            drawn.append((curves[piece], piece.gauge))
    return Plan(tuple(at), tuple(across), curves, tuple(drawn))


def _exits(face: Face, stop: int) -> list[int]:
    return sorted(end for end, _ in face.beyond.get(STOP + stop, ()) if end < STOP)


def _stop_places(shape: Shape, face: Face, exits: list[list[int]]) -> list[Point]:
    count = len(face.stops)
    if count == 1:
        return [_lone_place(shape, face, exits[0])]
    places = [_place_near_edges(shape, face, i, exits[i]) for i in range(count)]
    bare = [i for i in range(count) if not exits[i]]
    for n, i in enumerate(bare):  # nothing leads there yet: side by side
        places[i] = ((n - (len(bare) - 1) / 2) * APART * 1.1, 0.0)
    return _spread(places, [8.0 if stop.kind == "town" else APART / 2 for stop in face.stops])


def _lone_place(shape: Shape, face: Face, edges: list[int]) -> Point:
    if face.stops[0].kind == "town" and len(edges) == 2:
        return shape.between(edges[0], edges[1]).middle
    if face.stops[0].kind == "red" and edges:
        return times(shape.direction(edges[0]), APOTHEM * 0.66)
    return 0.0, 0.0


def _place_near_edges(shape: Shape, face: Face, stop: int, edges: list[int]) -> Point:
    if not edges:
        return 0.0, 0.0
    if len(edges) == 2:
        return shape.between(edges[0], edges[1]).middle
    sum_x = sum(shape.direction(e)[0] for e in edges)
    sum_y = sum(shape.direction(e)[1] for e in edges)
    reach = 0.56 if face.stops[stop].kind != "town" else 0.45
    return times(unit((sum_x, sum_y)), APOTHEM * reach) if hypot(sum_x, sum_y) > 0.1 else (0.0, 0.0)


def _spread(places: list[Point], radii: list[float]) -> list[Point]:
    """Push stops apart that would overlap, and keep them away from the edges."""
    for _ in range(40):
        moved = False
        for i in range(len(places)):
            for j in range(i):
                gap, apart = distance(places[i], places[j]), radii[i] + radii[j]
                if gap < apart - 0.5:
                    way = unit(minus(places[i], places[j])) if gap > 0.1 else (1.0, 0.0)
                    push = times(way, (apart - gap) / 2)
                    places[i], places[j] = plus(places[i], push), minus(places[j], push)
                    moved = True
        if not moved:
            break
    limit = APOTHEM - SLOT - 4
    return [p if hypot(*p) <= limit else times(unit(p), limit) for p in places]


@lru_cache(maxsize=8192)
def track_svg(shape: Shape, face: Face) -> str:
    """The track of a face: pale casing below, rails above, and a gap where one line crosses over another."""
    lines = plan(shape, face).drawn
    if not lines:
        return ""
    if not _crosses(lines):
        d = rails(shape, face)
        return f'<path class="kb-casing" d="{d}"/><path class="kb-track" d="{d}"/>{thin_lines(shape, face)}'
    out = [("kb-casing", "".join(curve.d for curve, _ in lines))]
    for n, (curve, gauge) in enumerate(lines):
        for below, _ in lines[:n]:
            crossing = _crossing(below, curve)
            if crossing:
                out.append(("kb-gap", line_through(crossing)))
        out.append(("kb-track", curve.d))
        if gauge in _THIN:
            out.append((_THIN[gauge], curve.d))
    return "".join(
        f'<path class="{cls}" d="{"".join(d for _, d in same)}"/>'
        for cls, same in groupby(out, key=lambda part: part[0])
    )


@lru_cache(maxsize=8192)
def rails(shape: Shape, face: Face) -> str:
    """The track of a face as path data, if none of it crosses over another: drawn twice, first as casing, then as
    track, with its thin lines above, it is all there is to draw. Else "".
    """
    lines = plan(shape, face).drawn
    return "" if _crosses(lines) else "".join(curve.d for curve, _ in lines)


@lru_cache(maxsize=8192)
def thin_lines(shape: Shape, face: Face) -> str:
    """Broad gauge is solid; dashes for metre, one pale line for both together."""
    by_gauge: dict[str, str] = {}
    for curve, gauge in plan(shape, face).drawn:
        by_gauge[gauge] = by_gauge.get(gauge, "") + curve.d
    return "".join(
        f'<path class="{_THIN[gauge]}" d="{d}"/>' for gauge, d in by_gauge.items() if gauge in _THIN
    )


def _crosses(lines: Sequence[tuple[Curve, str]]) -> bool:
    return any(_crossing(below, above) for n, (above, _) in enumerate(lines) for below, _ in lines[:n])


def _crossing(below: Curve, above: Curve) -> tuple[Point, ...] | None:
    """The part of `above` that lies over `below`, if they cross and do not share an end."""
    ends = ((a, b) for a in (below.points[0], below.points[-1]) for b in (above.points[0], above.points[-1]))
    if any(distance(a, b) < 8 for a, b in ends):
        return None
    near = min(
        range(len(above.points)), key=lambda i: min(distance(above.points[i], p) for p in below.points)
    )
    if min(distance(above.points[near], p) for p in below.points) > 4:
        return None
    return above.points[max(near - 2, 0) : near + 3]
