"""Hex grids of both orientations, with the coordinates that the boxes print.

A flat-topped grid names columns by letters and counts rows by two inside a column; a pointed one names rows by
letters and counts half columns. Edges run clockwise from the edge a title calls 0.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import sqrt

from kursbuch.core import BadInput

# offsets (letters, numbers) to the neighbour, clockwise
_FLAT = {"S": (0, 2), "SW": (-1, 1), "NW": (-1, -1), "N": (0, -2), "NE": (1, -1), "SE": (1, 1)}
_POINTED = {"SW": (1, -1), "W": (0, -2), "NW": (-1, -1), "NE": (-1, 1), "E": (0, 2), "SE": (1, 1)}

EDGES = range(6)


def opposite(edge: int) -> int:
    """The same side seen from the hex beyond it."""
    return (edge + 3) % 6


@dataclass(frozen=True)
class Grid:
    """An orientation and the name of edge 0.

    >>> Grid(flat=True, edge0="S").neighbour("D6", 4)
    'E5'
    >>> Grid(flat=False, edge0="NE").neighbour("F14", 0)
    'E15'
    """

    flat: bool
    edge0: str

    @cached_property
    def directions(self) -> tuple[str, ...]:
        """The compass name of each edge."""
        names = tuple(_FLAT if self.flat else _POINTED)
        if self.edge0 not in names:
            raise BadInput("grid.edge0", "expected one of {names}", names=", ".join(names))
        start = names.index(self.edge0)
        return names[start:] + names[:start]

    @cached_property
    def _offsets(self) -> tuple[tuple[int, int], ...]:
        table = _FLAT if self.flat else _POINTED
        return tuple(table[name] for name in self.directions)

    def neighbour(self, hex: str, edge: int) -> str | None:
        """The coordinate beyond an edge, whether or not the board has such a hex; None beyond the letters."""
        letter, number = place(hex)
        d_letter, d_number = self._offsets[edge]
        if letter + d_letter < 0 or number + d_number < 0:
            return None
        return f"{_letters(letter + d_letter)}{number + d_number}"

    def centre(self, hex: str) -> tuple[float, float]:
        """Where the middle of a hex lies, for a hex with sides of length 1, y growing downwards."""
        letter, number = place(hex)
        half = sqrt(3) / 2
        return (letter * 1.5, number * half) if self.flat else (number * half, letter * 1.5)


def place(hex: str) -> tuple[int, int]:
    """The letters and the number of a coordinate, as numbers from 0 and as printed.

    >>> place("C11")
    (2, 11)
    """
    found = re.fullmatch(r"([A-Z]{1,2})([0-9]{1,2})", hex)
    if found is None:
        raise BadInput("hex", "{hex!r} is no coordinate", hex=hex[:20])
    letters = found[1]
    value = ord(letters[-1]) - 65 + (26 * (ord(letters[0]) - 64) if len(letters) == 2 else 0)
    return value, int(found[2])


@lru_cache(maxsize=4096)
def apart(one: str, other: str) -> int:
    """How many hexes one lies from another as the crow flies, in a grid of either orientation.

    >>> apart("C11", "C15"), apart("C11", "F14"), apart("C11", "C11")
    (2, 3, 0)
    """
    (a, b), (c, d) = place(one), place(other)
    across = abs(a - c)
    return across + max(0, abs(b - d) - across) // 2


def _letters(value: int) -> str:
    return chr(65 + value) if value < 26 else chr(64 + value // 26) + chr(65 + value % 26)
