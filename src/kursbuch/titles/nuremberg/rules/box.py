"""The words of the box, and its smaller parts. `parts` reads all of it from the files in `data`.

Every figure can be corrected there, or by an edition; no rule repeats a number from them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from kursbuch.core.edition import load_data

COLOURS = ("white", "brown", "red", "green")  # of influence: government, rolling stock, the two companies
COMPANIES = ("red", "green")
GOODS = ("beer", "post")
PASSENGERS = ("red", "green")  # a passenger is called by the colour of the stations he wants to reach
CARGO = GOODS + PASSENGERS
LANDOWNER = "landowner"
PIECES = (*CARGO, LANDOWNER)


def data(name: str) -> dict[str, Any]:
    """One data file of the title, such as "trains", by the edition in force."""
    return load_data("kursbuch.titles.nuremberg.data", f"{name}.toml")


@dataclass(frozen=True, slots=True)
class InfluenceBox:
    """A box (Einflussfeld) to bid on, with the markers printed in it."""

    id: str
    row: str
    column: int
    least: int  # the lowest bid
    printed: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Train:
    """A train to buy, with its places for passengers and goods."""

    id: str
    row: int
    column: int
    price: int  # in brown influence points
    worth: int  # victory points for each passenger carried
    passengers: int
    goods: int

    def places(self, piece: str) -> int:
        """How many pieces of this sort, goods or passengers, the train takes."""
        return self.goods if piece in GOODS else self.passengers


def reconstructed() -> tuple[str, ...]:
    """The blocks of data that are a reconstruction, as "file" or "file.block".

    >>> "areas" in reconstructed(), "tracks.profit" in reconstructed()
    (True, False)
    """
    found = []
    for name in ("areas", "borders", "rivers", "influence", "trains", "pieces", "tracks"):
        blocks = data(name)
        for key, block in {"": blocks, **blocks}.items():
            if isinstance(block, dict) and block.get("source", {}).get("kind") == "reconstructed":
                found.append(f"{name}.{key}" if key else name)
    return tuple(found)
