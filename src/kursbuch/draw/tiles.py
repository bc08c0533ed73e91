"""Single tiles, and the sheet of all tiles of a title with how many are left."""

from __future__ import annotations

from functools import lru_cache

from kursbuch.draw.board import Source, state_of
from kursbuch.draw.geometry import APOTHEM, SIDE, Shape
from kursbuch.draw.hexes import art, face_svg
from kursbuch.draw.palette import style
from kursbuch.draw.red import is_red, red_svg
from kursbuch.draw.stops import Space, spaces_svg
from kursbuch.draw.svg import document, esc, num, text
from kursbuch.draw.track import plan
from kursbuch.draw.words import word
from kursbuch.rail.board.grid import Grid
from kursbuch.rail.board.map import Hex
from kursbuch.rail.board.tile import COLOURS, Tile

FLAT = Grid(flat=True, edge0="S")

_NOWHERE = Hex("", Tile("", "white"))


def tile_svg(
    tile: Tile, turn: int = 0, *, grid: Grid = FLAT, language: str = "en", dark: bool = False
) -> str:
    """One tile as a small picture.

    >>> from kursbuch.rail.board.tile import Stop, Track
    >>> city = Tile("57", "yellow", (Stop("city", 20, ("",)),), (Track(0, 6), Track(3, 6)))
    >>> 'data-tile="57"' in tile_svg(city, 1)
    True
    """
    shape = Shape.of(grid)
    wide, high = _size(shape)
    box = (-wide / 2 - 2, -high / 2 - 2, wide + 4, high + 4)
    name = word("tile", language, tile.id)
    return document(
        box, _classes("kb-tile", dark), name, style(dark), tile_part(shape, tile, turn % 6, language)
    )


@lru_cache(maxsize=4096)
def tile_part(
    shape: Shape, tile: Tile, turn: int, language: str, colours: tuple[tuple[str, str], ...] = ()
) -> str:
    """A tile round the origin, to be placed in a larger picture."""
    face = tile.faces[turn]
    drawn = art(shape, _NOWHERE, face, language, False)
    way = plan(shape, face)
    spaces = []
    for number, stop in enumerate(face.stops):
        if stop.kind == "city":
            kept = tuple(Space("", print.partition(" ")[2], print.partition(" ")[0]) for print in stop.slots)
            spaces.append(spaces_svg("", number, way.at[number], kept, colours, language))
    red = red_svg(shape, _NOWHERE, face, "") if is_red(face) else ""
    return (
        f'<g class="kb-hex kb-{esc(tile.colour)}" data-tile="{esc(tile.id)}" data-turn="{turn}">'
        f"{face_svg(shape)}{drawn.ground}{drawn.track}{drawn.stops}{''.join(spaces)}{red}{drawn.words}</g>"
    )


def tiles_svg(source: Source, *, language: str = "en", dark: bool = False, columns: int = 10) -> str:
    """The tile sheet of a game: every tile with its number and how many copies are left of how many.

    >>> from kursbuch.shelf import example
    >>> game = example()
    >>> all(f'data-tile="{tile}"' in tiles_svg(game) for tile in game.state.supply)
    True
    """
    s = state_of(source)
    shape = Shape.of(s.box.map.grid)
    wide, high = _size(shape)
    step_x, step_y, scale = wide * 0.78 + 22, high * 0.78 + 34, 0.78
    order = sorted(
        s.box.tiles.values(), key=lambda tile: COLOURS.index(tile.colour) if tile.colour in COLOURS else 9
    )
    colours = tuple((id, company.colour) for id, company in s.box.companies.items())
    out = []
    x = y = 0
    colour = order[0].colour if order else ""
    for tile in order:
        if x == columns or (tile.colour != colour and x):
            x, y = 0, y + 1
        colour = tile.colour
        left, top = 20 + x * step_x, 20 + y * step_y
        middle = left + step_x / 2 - 11
        used_up = not tile.unlimited and s.supply[tile.id] <= 0
        faint = ' opacity=".35"' if used_up else ""
        out.append(
            f'<g class="kb-tile{" kb-used-up" if used_up else ""}">'
            f"<title>{esc(_title(tile, s.supply[tile.id], language))}</title>"
            f'<g transform="translate({num(middle)} {num(top + high * scale / 2)}) scale({scale})"'
            f"{faint}>{tile_part(shape, tile, 0, language, colours)}</g>"
            + text((middle - 3, top + high * scale + 11), tile.id, "kb-ink kb-bold", 11, anchor="end")
            + text(
                (middle + 3, top + high * scale + 11),
                _left(tile, s.supply[tile.id]),
                "kb-note",
                10,
                anchor="start",
            )
            + "</g>"
        )
        x += 1
    across, down = columns * step_x + 18, (y + 1) * step_y + 34
    box = (0.0, 0.0, across, down)
    notes = word("tiles_rebuilt", language) if any(t.source == "reconstructed" for t in order) else ""
    body = (
        f'<rect class="kb-paper" x="0" y="0" width="{num(across)}" height="{num(down)}"/>{"".join(out)}'
        + (text((20, down - 12), notes, "kb-note", 9, anchor="start") if notes else "")
    )
    return document(box, _classes("kb-tiles", dark), word("tiles", language), style(dark), body)


def _left(tile: Tile, left: int) -> str:
    return "∞" if tile.unlimited else f"{left}/{tile.count}"


def _title(tile: Tile, left: int, language: str) -> str:
    copies = word("unlimited", language) if tile.unlimited else word("left", language, left, tile.count)
    rebuilt = word("rebuilt", language) if tile.source == "reconstructed" else ""
    return ", ".join(filter(None, (word("tile", language, tile.id), copies, rebuilt)))


def _size(shape: Shape) -> tuple[float, float]:
    return (2 * SIDE, 2 * APOTHEM) if shape.flat else (2 * APOTHEM, 2 * SIDE)


def _classes(kind: str, dark: bool) -> str:
    return f"kb {kind} {'kb-dark' if dark else 'kb-light'}"
