"""What lies on the hexes of a board, in layers. After most moves it is as it was, so it is not drawn anew."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import NamedTuple

from kursbuch.draw.geometry import APOTHEM, SIDE, Shape
from kursbuch.draw.hexes import Art, art, face_svg, spare_place
from kursbuch.draw.overlay import Ghost, Mark, mark_svg
from kursbuch.draw.plates import Write
from kursbuch.draw.red import is_red, red_svg, spaces_place
from kursbuch.draw.stops import Colours, Space, spaces_svg
from kursbuch.draw.svg import Point, esc, num
from kursbuch.draw.terrain import borders_svg
from kursbuch.draw.track import plan
from kursbuch.draw.zoom import Zoom, told_apart
from kursbuch.rail.board import Board
from kursbuch.rail.board.grid import Grid
from kursbuch.rail.board.map import Hex, Map
from kursbuch.rail.board.tile import Face, Tile, stop_map
from kursbuch.rail.state import RailState

Spaces = tuple[tuple[int, tuple[Space, ...]], ...]
"""The stops of a hex that have any spaces, with them."""


class Layers(NamedTuple):
    """From below: hexes, rivers and walls, plain track, other track, stops and words, prices of crossings."""

    below: str
    borders: str
    laid: str
    tracks: str
    above: str
    badges: str


class _Lying(NamedTuple):
    """What lies on the hexes, each in the map's order: all that their layers depend on."""

    map: Map
    faces: tuple[Face, ...]
    spaces: tuple[Spaces, ...]
    colours: Colours
    red_value: str
    lit: frozenset[str]
    ghost: str  # the hex of a tile that is tried out
    marks: frozenset[tuple[str, Mark]]


class Look(NamedTuple):
    """How it is drawn. `form` is the name of the hex that is drawn but once; a picture on its own has none."""

    language: str
    coordinates: bool
    zoom: Zoom
    form: str
    write: Write


def layers_of(
    s: RailState,
    board: Board,
    look: Look,
    lit: Collection[str] = (),
    ghost: Ghost | None = None,
    marks: Mapping[str, Mark] | None = None,
) -> Layers:
    """The layers of a board, which may have a tile more than the position."""
    map = s.box.map
    lying = _Lying(
        map,
        tuple([board.faces[id] for id in map.hexes]),
        tuple([spaces_of(s, board, hex) for hex in map.hexes.values()]),
        tuple([(id, company.colour) for id, company in s.box.companies.items()]),
        s.phase.red_value,
        frozenset(lit).intersection(map.hexes),
        ghost.hex if ghost else "",
        frozenset(marks.items() if marks else ()),
    )
    return _drawn(lying, look)


@lru_cache(maxsize=64)
def _drawn(lying: _Lying, look: Look) -> Layers:
    """The layers, drawn once for all pictures that have them in common."""
    map, marks = lying.map, dict(lying.marks)
    shape, centres, _ = frame(map)
    alone, called, badges = not look.form, _called(map), _badges(map)
    ground = face_svg(shape) if alone else f'<use class="kb-face" href="#{look.form}"/>'
    below: list[str] = []
    laid: list[str] = []
    tracks: list[str] = []
    above: list[str] = []
    for (id, hex), face, spaces in zip(map.hexes.items(), lying.faces, lying.spaces, strict=True):
        short = called.get(hex.name, "")
        drawn = art(shape, hex, face, look.language, look.coordinates, badges[id], look.zoom, short)
        heads = _heads(id, face.tile.colour, centres[id], id in lying.lit, id == lying.ghost, alone)
        below.append(f"{heads.ground}{drawn.title}{ground}{drawn.ground}</g>")
        if drawn.rails:
            laid.append(f'<path{heads.at} d="{drawn.rails}"/>')
        if more := drawn.thin if drawn.rails else drawn.track:
            tracks.append(f"{heads.track}{more}</g>")
        top = _above(shape, hex, face, drawn, spaces, lying, look)
        if mark := marks.get(id):
            top += _marked(map, shape, hex, face, mark, look.zoom)
        if top:
            above.append(f"{heads.above}{top}</g>")
    faces = dict(zip(map.hexes, lying.faces, strict=True))
    borders, prices = borders_svg(map, shape, faces, centres, look.language, look.zoom)
    written = (below, [borders], laid, tracks, above, [prices])
    return Layers(*(look.write(parts) for parts in written))


@lru_cache(maxsize=64)
def frame(map: Map) -> tuple[Shape, Mapping[str, Point], tuple[float, float, float, float]]:
    """The shape of the hexes, their middles, and what the picture shows."""
    shape = Shape.of(map.grid)
    centres = {id: _scaled(map.grid, id) for id in map.hexes}
    half_w, half_h = (SIDE, APOTHEM) if shape.flat else (APOTHEM, SIDE)
    xs, ys = [x for x, _ in centres.values()], [y for _, y in centres.values()]
    left, top = min(xs) - half_w - 16, min(ys) - half_h - 16
    return shape, centres, (left, top, max(xs) + half_w + 16 - left, max(ys) + half_h + 16 - top)


@lru_cache(maxsize=64)
def _badges(map: Map) -> Mapping[str, int]:
    """For each hex the bit set of edges where a price of crossing is printed."""
    return {id: sum(1 << edge for edge in range(6) if (id, edge) in map.border_cost) for id in map.hexes}


@lru_cache(maxsize=64)
def _called(map: Map) -> Mapping[str, str]:
    """What places are called where there is little room."""
    return told_apart(hex.name for hex in map.hexes.values() if hex.name)


def _scaled(grid: Grid, id: str) -> Point:
    x, y = grid.centre(id)
    return x * SIDE, y * SIDE


class _Heads(NamedTuple):
    """How the groups of a hex begin: its ground, its track where that is not plain, what lies above."""

    at: str
    ground: str
    track: str
    above: str


@lru_cache(maxsize=8192)
def _heads(id: str, colour: str, at: Point, lit: bool, ghost: bool, alone: bool) -> _Heads:
    """Only the ground says all there is to say of a hex. In a picture on its own names have a rim in its colour."""
    colour = f"kb-{colour if colour in ('yellow', 'green', 'brown', 'grey', 'red') else 'white'}"
    where = f' transform="translate({num(at[0])} {num(at[1])})"'
    state = [*(["kb-is-lit"] if lit else []), *(["kb-is-ghost"] if ghost else [])]
    top = " ".join([*([colour] if alone else []), *state])
    named = f' data-hex="{esc(id)}"{where}>'
    return _Heads(
        where,
        f'<g class="{" ".join(("kb-hex", colour, *state))}"{named}',
        f'<g class="{colour}"{where}>',
        f'<g class="{top}"{named}' if top else f"<g{named}",
    )


def _above(shape: Shape, hex: Hex, face: Face, drawn: Art, spaces: Spaces, lying: _Lying, look: Look) -> str:
    """What lies on the track of a hex: stops, who stands there, what a red area is worth, words."""
    out = [drawn.stops]
    for number, standing in spaces:
        at = spaces_place(shape, hex, face) if is_red(face) else plan(shape, face).at[number]
        written = spaces_svg(hex.id, number, at, standing, lying.colours, look.language, look.zoom)
        out.append(f'<g data-stop="{esc(hex.id)}.{number}">{written}</g>')
    if is_red(face):
        worth = red_svg(shape, hex, face, lying.red_value, look.zoom)
        out.append(f'<g data-stop="{esc(hex.id)}.0">{worth}</g>')
    out.append(drawn.words)
    return "".join(out)


def _marked(map: Map, shape: Shape, hex: Hex, face: Face, mark: Mark, zoom: Zoom) -> str:
    badges, called = _badges(map)[hex.id], _called(map).get(hex.name, "")
    return mark_svg(mark, spare_place(shape, hex, face, *mark.size(zoom), badges, zoom, called), zoom)


def spaces_of(s: RailState, board: Board, hex: Hex) -> Spaces:
    """For each stop of a hex that has any its spaces: who stands there, else who the space is kept for."""
    face = board.faces[hex.id]
    if not any(stop.slots for stop in face.stops):
        return ()
    out = []
    kept_by_hex = [c for c in hex.homes if c not in s.closed and not board.has_token(c, hex.id)]
    kept_by_hex = [c for c in kept_by_hex if not _printed_for(face.tile, c)]
    for number, stop in enumerate(face.stops):
        if not stop.slots:
            continue
        kept = [*_kept_circle(s, board, hex, number), *kept_by_hex]
        spaces = []
        for owner, print in zip(board.slots((hex.id, number)), stop.slots, strict=True):
            role, _, company = print.partition(" ")
            if company in s.closed:
                role = company = ""
            if not owner and not company and kept:
                role, company = "home", kept.pop(0)
                if company in kept_by_hex:
                    kept_by_hex.remove(company)
            spaces.append(Space(owner, company, role))
        out.append((number, tuple(spaces)))
    return tuple(out)


def _kept_circle(s: RailState, board: Board, hex: Hex, number: int) -> list[str]:
    """The companies for whom a circle is still kept that follows from the one printed for them."""
    face = board.faces[hex.id]
    follows = stop_map(hex.print.faces[0], face)
    return [
        company
        for company, circle in s.box.kept_circles.get(hex.id, ())
        if follows is not None
        and follows[circle] == number
        and not board.has_token(company, hex.id)
        and not _printed_for(face.tile, company)
        and company not in s.closed
    ]


def _printed_for(tile: Tile, company: str) -> bool:
    return any(print.partition(" ")[2] == company for stop in tile.stops for print in stop.slots)
