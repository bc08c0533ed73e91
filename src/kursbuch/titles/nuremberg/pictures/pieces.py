"""Pieces, stations and markers of the Nuremberg board, each drawn round the point 0, 0.

What differs in colour differs in letter or shape, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from kursbuch.draw.palette import text_on
from kursbuch.draw.svg import Point, esc, num, text
from kursbuch.titles.nuremberg.pictures.stamps import Stamps
from kursbuch.titles.nuremberg.pictures.style import COMPANY_LETTERS

SCALE = 1.2
STEP = 18.0  # from piece to piece
_HIT = '<circle r="11" fill="transparent"/>'  # a finger is larger than a piece
_PAWN = "M-5.5 8.5C-5.5 2.5 -3.3 2.2 -2.3 0.300A4.1 4.1 0 1 1 2.3 0.300C3.3 2.2 5.5 2.5 5.5 8.500Z"


@cache
def piece_svg(piece: str) -> str:
    """One piece: a cube of goods or a figure.

    >>> "nu-post" in piece_svg("post"), ">R<" in piece_svg("red")
    (True, True)
    """
    head = f'<g class="nu-static" transform="scale({SCALE})">'
    if piece == "beer":  # a cube with a mug on it
        body = '<path class="nu-rim" fill="none" d="M-2.8 -2.800h4.200v6h-4.200zM1.4 -1.200h2v3h-2"/>'
        return f'{head}<rect class="nu-beer nu-rim" x="-6" y="-6" width="12" height="12" rx="1.5"/>{body}</g>'
    if piece == "post":  # a cube with a letter on it
        body = '<path class="nu-rim" fill="none" d="M-3.8 -2.600h7.600v5.600h-7.600zl3.8 3 3.8 -3"/>'
        return f'{head}<rect class="nu-post nu-rim" x="-6" y="-6" width="12" height="12" rx="1.5"/>{body}</g>'
    if piece == "landowner":
        hat = '<path class="nu-landowner nu-rim" d="M-6 -5h12v-1.800h-2.800v-3h-6.400v3H-6z"/>'
        return f'{head}<path class="nu-landowner nu-rim" d="{_PAWN}"/>{hat}</g>'
    letter = _letter((0, 4.6), COMPANY_LETTERS.get(piece, "?"), "nu-letter nu-tiny", 7)
    return f'{head}<path class="nu-{esc(piece)} nu-rim" d="{_PAWN}"/>{letter}</g>'


def pieces_svg(stamps: Stamps, area: str, pieces: Sequence[str], at: Point) -> str:
    """The pieces of an area in a row; each can be clicked."""
    out = []
    start = at[0] - STEP / 2 * (len(pieces) - 1)
    for n, piece in enumerate(sorted(pieces, key=("landowner", "red", "green", "beer", "post").index)):
        attributes = f' class="nu-piece" data-piece="{esc(piece)}"'
        out.append(stamps.put(_HIT + piece_svg(piece), (start + STEP * n, at[1]), attributes))
    return f'<g class="nu-pieces" data-hex="{esc(area)}">{"".join(out)}</g>'


@cache
def station_svg(colours: Sequence[str], city: bool) -> str:
    """A station: white while neutral, else in the colours of its companies; a city is square and larger."""
    size = 11.5 if city else 8.5
    curve = 3 if city else size
    side = num(2 * size)
    frame = f'x="{num(-size)}" y="{num(-size)}" width="{side}" height="{side}" rx="{num(curve)}"'
    if not colours:
        return f'<rect class="nu-white nu-rim" {frame}/><circle class="nu-rim" r="3" fill="none"/>'
    out = [f'<rect class="nu-{esc(colours[0])} nu-rim" {frame}/>']
    if len(colours) > 1:  # the right half is the second company's
        half = (
            f"M0 {num(-size)}h{num(size - curve)}a{num(curve)} {num(curve)} 0 0 1 {num(curve)} "
            f"{num(curve)}v{num(2 * (size - curve))}a{num(curve)} {num(curve)} 0 0 1 -{num(curve)} {num(curve)}"
            f"h-{num(size - curve)}z"
        )
        out.append(f'<path class="nu-{esc(colours[1])} nu-rim" d="{half}"/>')
    spots = [0.0] if len(colours) == 1 else [-size / 2, size / 2]
    height = size * (1.1 if len(colours) == 1 else 0.85)
    for spot, colour in zip(spots, colours, strict=False):
        small = " nu-tiny" if len(colours) > 1 and not city else ""
        out.append(_letter((spot, 0), COMPANY_LETTERS.get(colour, "?"), f"nu-letter{small}", height))
    return "".join(out)


def disc_svg(colour: str, letter: str, radius: float, square: bool = False, size: float = 0) -> str:
    """A player's marker with the player's letter, as large as suits it or as given; a company's is square."""
    curve, side = radius * 0.3 if square else radius, num(2 * radius)
    box = f'x="{num(-radius)}" y="{num(-radius)}" width="{side}" height="{side}" rx="{num(curve)}"'
    word = _letter(
        (0, 0), letter, "nu-mark", size or radius * 1.25, f' fill="{text_on(colour)}" font-weight="700"'
    )
    return f'<rect {box} fill="{colour}" stroke="#fffaf0" stroke-width="1.2"/>{word}'


def _letter(at: Point, letter: str, cls: str, size: float, more: str = "") -> str:
    """A letter that is larger from afar: the style sheet takes its size from the property."""
    return text(at, letter, f"{cls} nu-grows", size, extra=f' style="--nu-size:{num(size)}px"{more}')
