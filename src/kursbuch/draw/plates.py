"""What the pictures of one box have in common, told once: a page then sends only what differs from it.

A plate is a list of pieces: hexes as they are printed, the track of every tile, cells, attributes. In a short picture
their numbers stand in their place, as in `~2f,a~`; whoever has the plate makes the whole picture of it, letter for
letter. A plate depends on nothing but the box and the reader, so that a browser keeps it for all tables.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from functools import lru_cache
from hashlib import blake2b

Write = Callable[[Iterable[str]], str]
"""How pieces are put together to a picture: `"".join`, or `Plate.short`."""

_TAGS = re.compile(r"(?=<)|(?<=>)")
_PARTS = re.compile(r'(?= [\w:-]+=")|(?= · )')
_NUMBERS = re.compile("~([^~]*)~")
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_LEAST = 5  # letters; what is shorter than that is no longer than its number


class Plate:
    """The pieces, in an order that all who draw the same box agree on.

    >>> plate = plate_of(['<g id="a"><path d="M0 0"/></g>'], ['<path d="M1 1"/>', '<path d="M1 1"/>'])
    >>> plate.short(['<g id="a"><path d="M0 0"/></g>', "<title>Lotte</title>"])
    '~2~<title>Lotte</title>'
    >>> plate.whole(plate.short(["<p>", '<path d="M1 1"/>', '<path d="M1 1"/>']))
    '<p><path d="M1 1"/><path d="M1 1"/>'
    """

    def __init__(self, pieces: Iterable[str]) -> None:
        self.pieces = tuple(pieces)  # one may be made of the numbers of others
        self.id = blake2b("\n".join(self.pieces).encode(), digest_size=8).hexdigest()
        self._numbers = {self.whole(piece): f"~{_number(n)}~" for n, piece in enumerate(self.pieces)}

    def short(self, pieces: Iterable[str]) -> str:
        """A picture, put together with numbers for what is known."""
        known = self._numbers
        return "".join(known.get(piece) or shortened(self, piece) for piece in pieces).replace("~~", ",")

    def whole(self, picture: str) -> str:
        """The same with all that is known written out."""
        return _NUMBERS.sub(
            lambda found: "".join(self.whole(self.pieces[int(n, 36)]) for n in found[1].split(",")), picture
        )

    def with_numbers(self, piece: str) -> str:
        """A piece that is not known as a whole, with numbers for what is known in it."""
        numbers = self._numbers
        out = []
        for tag in _TAGS.split(piece):
            known = numbers.get(tag)
            out.extend([known] if known else [numbers.get(part, part) for part in _PARTS.split(tag)])
        return "".join(out).replace("~~", ",")


@lru_cache(
    maxsize=16384
)  # half a kilobyte each; of all plates together, or each plate would grow with its games
def shortened(plate: Plate, piece: str) -> str:
    """A piece that a plate does not know as a whole, with numbers for what it knows in it."""
    return plate.with_numbers(piece)


def plate_of(printed: Iterable[str], parts: Iterable[str]) -> Plate:
    """A plate of pictures as they are at the start, given in pieces, and of parts that come into them later."""
    whole = [piece for piece in dict.fromkeys(printed) if "\n" not in piece]
    tags = Counter(tag for piece in whole for tag in _TAGS.split(piece))
    later = [tag for part in parts for tag in _TAGS.split(part)]
    tags.update(later)
    worth = {*later}
    known = {tag: n for tag, n in tags.items() if (n > 1 or tag in worth) and _useful(tag)}
    attributes = Counter(part for tag in tags for part in _PARTS.split(tag))
    known |= {part: n for part, n in attributes.items() if n > 1 and _useful(part) and part not in known}
    order = sorted(known, key=lambda piece: (-known[piece], piece))
    simple = Plate(order)
    composed = {piece: simple.short([piece]) for piece in whole if piece not in known and _useful(piece)}
    return Plate([*order, *composed.values()])


def _useful(piece: str) -> bool:
    return len(piece) >= _LEAST and "\n" not in piece


def _number(n: int) -> str:
    """A number as `parseInt(…, 36)` reads it.

    >>> _number(35), _number(36)
    ('z', '10')
    """
    out = _DIGITS[n % 36]
    while n := n // 36:
        out = _DIGITS[n % 36] + out
    return out
