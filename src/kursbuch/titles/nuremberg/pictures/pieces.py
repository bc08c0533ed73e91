"""Pieces, stations and markers of the Nuremberg board. What differs in colour differs in letter or shape, too."""

from __future__ import annotations

from collections.abc import Sequence

from kursbuch.draw.palette import text_on
from kursbuch.draw.svg import Point, esc, num, text
from kursbuch.titles.nuremberg.pictures.style import COMPANY_LETTERS

SCALE = 1.2
STEP = 18.0  # from piece to piece
_PAWN = "M-5.5 8.5C-5.5 2.5 -3.3 2.2 -2.3 0.300A4.1 4.1 0 1 1 2.3 0.300C3.3 2.2 5.5 2.5 5.5 8.500Z"


def piece_svg(piece: str, at: Point) -> str:
    """One piece with its middle at a point: a cube of goods or a figure.

    >>> "nu-post" in piece_svg("post", (0, 0)), ">R<" in piece_svg("red", (0, 0))
    (True, True)
    """
    head = f'<g class="nu-static" transform="translate({num(at[0])} {num(at[1])}) scale({SCALE})">'
    if piece == "beer":  # a cube with a mug on it
        body = '<path class="nu-rim" fill="none" d="M-2.8 -2.800h4.200v6h-4.200zM1.4 -1.200h2v3h-2"/>'
        return f'{head}<rect class="nu-beer nu-rim" x="-6" y="-6" width="12" height="12" rx="1.5"/>{body}</g>'
    if piece == "post":  # a cube with a letter on it
        body = '<path class="nu-rim" fill="none" d="M-3.8 -2.600h7.600v5.600h-7.600zl3.8 3 3.8 -3"/>'
        return f'{head}<rect class="nu-post nu-rim" x="-6" y="-6" width="12" height="12" rx="1.5"/>{body}</g>'
    if piece == "landowner":
        hat = '<path class="nu-landowner nu-rim" d="M-6 -5h12v-1.800h-2.800v-3h-6.400v3H-6z"/>'
        return f'{head}<path class="nu-landowner nu-rim" d="{_PAWN}"/>{hat}</g>'
    letter = text((0, 4.6), COMPANY_LETTERS.get(piece, "?"), "nu-letter nu-tiny", 7)
    return f'{head}<path class="nu-{esc(piece)} nu-rim" d="{_PAWN}"/>{letter}</g>'


def pieces_svg(area: str, pieces: Sequence[str], at: Point) -> str:
    """The pieces of an area in a row; each can be clicked."""
    out = []
    start = at[0] - STEP / 2 * (len(pieces) - 1)
    for n, piece in enumerate(sorted(pieces, key=("landowner", "red", "green", "beer", "post").index)):
        spot = (start + STEP * n, at[1])
        hit = f'<circle cx="{num(spot[0])}" cy="{num(spot[1])}" r="11" fill="transparent"/>'
        out.append(f'<g class="nu-piece" data-piece="{esc(piece)}">{hit}{piece_svg(piece, spot)}</g>')
    return f'<g class="nu-pieces" data-hex="{esc(area)}">{"".join(out)}</g>'


def station_svg(at: Point, colours: Sequence[str], city: bool) -> str:
    """A station: white while neutral, else in the colours of its companies; a city is square and larger."""
    size = 11.5 if city else 8.5
    x, y = at
    if city:
        frame = f'x="{num(x - size)}" y="{num(y - size)}" height="{num(2 * size)}" rx="3"'
    else:
        frame = f'x="{num(x - size)}" y="{num(y - size)}" height="{num(2 * size)}" rx="{num(size)}"'
    whole = f'width="{num(2 * size)}"'
    if not colours:
        inner = f'<circle class="nu-rim" cx="{num(x)}" cy="{num(y)}" r="3" fill="none"/>'
        return f'<g class="nu-static"><rect class="nu-white nu-rim" {frame} {whole}/>{inner}</g>'
    out = [f'<rect class="nu-{esc(colours[0])} nu-rim" {frame} {whole}/>']
    if len(colours) > 1:  # the right half is the second company's
        curve = 3 if city else size
        half = (
            f"M{num(x)} {num(y - size)}h{num(size - curve)}a{num(curve)} {num(curve)} 0 0 1 {num(curve)} "
            f"{num(curve)}v{num(2 * (size - curve))}a{num(curve)} {num(curve)} 0 0 1 -{num(curve)} {num(curve)}"
            f"h-{num(size - curve)}z"
        )
        out.append(f'<path class="nu-{esc(colours[1])} nu-rim" d="{half}"/>')
    spots = [x] if len(colours) == 1 else [x - size / 2, x + size / 2]
    height = size * (1.1 if len(colours) == 1 else 0.85)
    for spot, colour in zip(spots, colours, strict=False):
        small = " nu-tiny" if len(colours) > 1 and not city else ""
        out.append(text((spot, y), COMPANY_LETTERS.get(colour, "?"), f"nu-letter{small}", height))
    return f'<g class="nu-static">{"".join(out)}</g>'


def disc_svg(at: Point, colour: str, letter: str, radius: float, square: bool = False) -> str:
    """A player's marker with the player's letter; a company's is square."""
    x, y = at
    curve = radius * 0.3 if square else radius
    box = f'x="{num(x - radius)}" y="{num(y - radius)}" width="{num(2 * radius)}" height="{num(2 * radius)}"'
    word = text(at, letter, "nu-mark", radius * 1.25, extra=f' fill="{text_on(colour)}" font-weight="700"')
    return (
        f'<g class="nu-static"><rect {box} rx="{num(curve)}" fill="{colour}" stroke="#fffaf0" stroke-width="1.2"/>'
        f"{word}</g>"
    )
