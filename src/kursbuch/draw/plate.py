"""The plate of a railway game: its board and its prices as they are printed, its tiles, its markers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kursbuch.core import Game
from kursbuch.draw.board import board_places, board_svg, state_of
from kursbuch.draw.geometry import Shape
from kursbuch.draw.hexes import bare
from kursbuch.draw.market import market_svg
from kursbuch.draw.overlay import lit_svg
from kursbuch.draw.plates import Plate, plate_of
from kursbuch.draw.stops import Space, spaces_svg, token_svg
from kursbuch.draw.svg import esc, num
from kursbuch.draw.track import plan
from kursbuch.draw.zoom import Zoom
from kursbuch.rail.board.map import Hex
from kursbuch.rail.board.tile import COLOURS, Face
from kursbuch.rail.state import RailState


def rail_plate(start: Game, zoom: Zoom, *, language: str = "en", coordinates: bool = True) -> Plate:
    """The plate of a game that nobody has moved in yet, for pictures looked at from a distance.

    >>> from kursbuch.draw.zoom import NEAR
    >>> from kursbuch.shelf import example
    >>> game, later = example(), example(moves=30)
    >>> plate = rail_plate(game, NEAR)
    >>> short, whole = board_svg(later, write=plate.short), board_svg(later)
    >>> plate.whole(short) == whole
    True
    """
    printed: list[str] = []

    def kept(pieces: Iterable[str]) -> str:
        printed.extend(found := list(pieces))
        return "".join(found)

    s = state_of(start)
    board_svg(
        start, language=language, coordinates=coordinates, paper=False, zoom=zoom, sheet=False, write=kept
    )
    if s.box.market.cells:
        market_svg(start, language=language, sheet=False, write=kept)
    return plate_of(printed, _later(s, language, coordinates, zoom))


def _later(s: RailState, language: str, coordinates: bool, zoom: Zoom) -> Iterator[str]:
    """What comes onto the board in the course of a game."""
    shape = Shape.of(s.box.map.grid)
    anywhere = next(iter(s.box.map.hexes.values()))
    colours = {id: company.colour for id, company in s.box.companies.items()}
    for colour in COLOURS:
        yield f' class="kb-hex kb-{colour}"'
        yield f' class="kb-{colour}"'
    for id, at in board_places(s.box.map).items():
        where = f' transform="translate({num(at[0])} {num(at[1])})"'
        yield from (f' data-hex="{esc(id)}"', where, f"{where}>")
    for tile in s.box.tiles.values():
        for face in tile.faces:
            yield from _face(shape, anywhere, face, language, zoom)
    for company in colours:
        yield token_svg((0, 0), company, colours, zoom=zoom)
    for cls in ("kb-lit", "kb-fresh"):
        yield f' class="{cls}"'
    rim = lit_svg(shape, [anywhere.id], {anywhere.id: (0, 0)})
    yield rim[rim.index(" d=") :]


def _face(shape: Shape, anywhere: Hex, face: Face, language: str, zoom: Zoom) -> Iterator[str]:
    drawn = bare(shape, Hex("", face.tile), face, language, False)
    laid = bare(shape, anywhere, face, language, False).title
    yield from (f" · {part}" for part in laid.removesuffix("</title>").split(" · ")[1:])
    if drawn.rails:
        yield f' d="{drawn.rails}"/>'
    yield drawn.thin if drawn.rails else drawn.track
    yield drawn.stops
    way = plan(shape, face)
    for number, stop in enumerate(face.stops):
        if stop.slots:
            empty = tuple(Space() for _ in stop.slots)
            yield spaces_svg("", number, way.at[number], empty, (), language, zoom)
