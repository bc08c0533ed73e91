"""One hex of a board as it is printed, on its own: with its name, terrain, homes, and the borders round it."""

from __future__ import annotations

from kursbuch.draw.geometry import APOTHEM, SIDE, Shape
from kursbuch.draw.hexes import art, face_svg
from kursbuch.draw.palette import style
from kursbuch.draw.red import is_red, red_svg, spaces_place
from kursbuch.draw.stops import Colours, Space, spaces_svg
from kursbuch.draw.svg import Point, document, esc
from kursbuch.draw.terrain import borders_svg
from kursbuch.draw.track import plan
from kursbuch.draw.words import word
from kursbuch.rail.board.map import Hex, Map

RIM = 7.0  # room for what is drawn along the sides


def hex_svg(map: Map, id: str, *, colours: Colours = (), language: str = "en", dark: bool = False) -> str:
    """A hex of a board, in the middle of its picture.

    >>> from kursbuch.shelf import example
    >>> map = example().state.box.map
    >>> all(hex.name in hex_svg(map, id) for id, hex in map.hexes.items() if " " not in hex.name)
    True
    """
    shape, hex = Shape.of(map.grid), map.hexes[id]
    face = hex.print.faces[0]
    drawn = art(shape, hex, face, language, True, _badges(map, id))
    borders, badges = borders_svg(
        map, shape, {each: one.print.faces[0] for each, one in map.hexes.items()}, _round(map, id), language
    )
    red = red_svg(shape, hex, face, "") if is_red(face) else ""
    body = (
        f'<g class="kb-hex kb-{esc(hex.print.colour)}" data-hex="{esc(id)}">{drawn.title}{face_svg(shape)}'
        f"{drawn.ground}{borders}{drawn.track}{drawn.stops}{_spaces(shape, hex, colours, language)}{red}"
        f"{drawn.words}{badges}</g>"
    )
    half_w, half_h = (SIDE, APOTHEM) if shape.flat else (APOTHEM, SIDE)
    box = (-half_w - RIM, -half_h - RIM, 2 * (half_w + RIM), 2 * (half_h + RIM))
    kind = f"kb kb-tile {'kb-dark' if dark else 'kb-light'}"
    return document(box, kind, f"{word('board', language)} {id}", style(dark), body)


def _round(map: Map, id: str) -> dict[str, Point]:
    """The middles of all hexes, seen from this one's."""
    x, y = map.grid.centre(id)
    return {
        each: ((there[0] - x) * SIDE, (there[1] - y) * SIDE)
        for each in map.hexes
        for there in [map.grid.centre(each)]
    }


def _badges(map: Map, id: str) -> int:
    """The bit set of edges where a price of crossing is printed."""
    return sum(1 << edge for edge in range(6) if (id, edge) in map.border_cost)


def _spaces(shape: Shape, hex: Hex, colours: Colours, language: str) -> str:
    """The places for stations of each stop, and whom they are kept for."""
    face = hex.print.faces[0]
    homes = [
        home for home in hex.homes if not any(_is_for(home, s) for stop in face.stops for s in stop.slots)
    ]
    out = []
    for number, stop in enumerate(face.stops):
        spaces = []
        for print in stop.slots:
            role, _, company = print.partition(" ")
            if not company and homes:
                role, company = "home", homes.pop(0)
            spaces.append(Space("", company, role))
        if spaces:
            at = spaces_place(shape, hex, face) if is_red(face) else plan(shape, face).at[number]
            out.append(spaces_svg(hex.id, number, at, tuple(spaces), colours, language))
    return "".join(out)


def _is_for(company: str, print: str) -> bool:
    return print.partition(" ")[2] == company
