"""What players can do, as lines of text: `Anna bids 3 on U1`, `Ben builds fuerth-zirndorf-rosstal`.

Areas are written by their ids in the data file, so that a transcript reads the same in every language.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from operator import add
from typing import Annotated, NamedTuple

from kursbuch.core import Action, BadInput, Meaning, record
from kursbuch.titles.nuremberg.rules.line import Line
from kursbuch.titles.nuremberg.rules.told import Area, Box, Company, Piece, Train

_PART = re.compile(r"([0-9]{1,3}) (build|cubes?|white|brown|red|green)")


@record("build", "cubes", "white", "brown", "red", "green")
class Bill(NamedTuple):
    """What something costs or is paid with: build points, cubes, influence points.

    >>> str(Bill(build=3, green=1, white=2))
    '3 build + 2 white + 1 green'
    >>> Bill.read("2 cubes + 1 white", "payment") == Bill(cubes=2, white=1)
    True
    """

    build: int = 0
    cubes: int = 0
    white: int = 0
    brown: int = 0
    red: int = 0
    green: int = 0

    @staticmethod
    def read(value: object, place: str) -> Bill:
        """The bill that a text stands for; raises BadInput."""
        if isinstance(value, Bill):
            if all(isinstance(n, int) and 0 <= n < 1000 for n in value):
                return value
            raise BadInput(place, "expected amounts from 0 to 999")
        if not isinstance(value, str):
            raise BadInput(
                place, "expected amounts such as '2 cubes + 1 white', not {value!r}", value=str(value)[:40]
            )
        amounts: dict[str, int] = {}
        for part in value.split(" + ") if value != "nothing" else ():
            found = _PART.fullmatch(part)
            name = found[2].removesuffix("s") if found else ""
            name = "cubes" if name == "cube" else name
            if not found or name in amounts:
                raise BadInput(
                    place, "expected amounts such as '2 cubes + 1 white', not {value!r}", value=value[:40]
                )
            amounts[name] = int(found[1])
        return Bill(**amounts)

    def __str__(self) -> str:
        parts = (f"{n} {'cube' if n == 1 and name == 'cubes' else name}" for name, n in self.named() if n)
        return " + ".join(parts) or "nothing"

    def named(self) -> list[tuple[str, int]]:
        """The amounts by name, in order."""
        return list(zip(self._fields, self, strict=True))

    def plus(self, other: Bill) -> Bill:
        """Both bills together."""
        return Bill(*map(add, self, other))

    @property
    def pieces(self) -> int:
        """How many cubes and points are paid."""
        return sum(self) - self.build


NOTHING = Bill()


@dataclass(frozen=True, slots=True)
class Bid(Action):
    """Offer cubes for an influence box (phase 3)."""

    form = "{actor} bids {cubes} on {box}"
    amount = "cubes"
    box: Box
    cubes: int


@dataclass(frozen=True, slots=True)
class Link(Action):
    """Plan the next link of the chain; `bill` is what the chain costs with it (phase 5)."""

    form = "{actor} links {start} to {end} for {bill}"
    start: Area
    end: Area
    bill: Annotated[Bill, Meaning("bill")]


@dataclass(frozen=True, slots=True)
class TakeBack(Action):
    """Take the last planned link of the chain back (phase 5)."""

    form = "{actor} takes back a link"


@dataclass(frozen=True, slots=True)
class Build(Action):
    """Build a whole chain, be it the planned one or one named at once (phase 5)."""

    form = "{actor} builds {chain}"
    chain: Annotated[Line, Meaning("line")]


@dataclass(frozen=True, slots=True)
class Pay(Action):
    """Choose the pieces that pay a debt (phases 5 and 6)."""

    form = "{actor} pays {bill}"
    bill: Annotated[Bill, Meaning("bill")]


@dataclass(frozen=True, slots=True)
class Buy(Action):
    """Buy a train (phase 6)."""

    form = "{actor} buys {train}"
    train: Train


@dataclass(frozen=True, slots=True)
class Carry(Action):
    """Load a passenger or a good into an own train (phase 6)."""

    form = "{actor} carries {piece} from {area} in {train}"
    piece: Piece
    area: Area
    train: Train


@dataclass(frozen=True, slots=True)
class HandOver(Action):
    """Let a company take a line over, which begins at one of its stations (phase 9)."""

    form = "{actor} hands {line} to {company}"
    line: Annotated[Line, Meaning("line")]
    company: Company


@dataclass(frozen=True, slots=True)
class Pass(Action):
    """Build nothing, do nothing more, load nothing more, or hand nothing over (phases 5, 6, 9)."""

    form = "{actor} passes"
