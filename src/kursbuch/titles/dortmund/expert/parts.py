"""The box of the Expert Game: that of Heat, Sweat & Beer with its markers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields

from kursbuch.core.edition import per_edition
from kursbuch.rail.loader import load_toml
from kursbuch.rail.routes.counting import Counting
from kursbuch.titles.dortmund.beer.parts import BeerBox, beer_box
from kursbuch.titles.dortmund.railway.parts import DATA

PUB, BOTTLING, WAGON = "pub", "bottling", "wagon"
THERMO = "C"  # the marker that railways may have too (Thermowaggon)


@dataclass(frozen=True, slots=True)
class Small:
    """A small investment (Kleininvestitions-Marker, KIM)."""

    code: str
    kind: str
    colour: str  # of the phase from which it works
    price: int
    count: int
    income: int = 0


@dataclass(frozen=True, slots=True)
class Special:
    """A special event (Sonderereignis-Marker, SEM), of which there is one."""

    code: str
    name: str
    colour: str
    amount: int = 0


@dataclass(frozen=True, eq=False)
class ExpertBox(BeerBox):
    """The parts of the Expert Game."""

    small: Mapping[str, Small] = field(default_factory=dict)
    specials: Mapping[str, Special] = field(default_factory=dict)
    least: int = 0  # percent of the printed price that a marker costs between companies
    most: int = 0

    def fields_of(self, brewery: str) -> int:
        """How many small investments fit on a brewery's charter (18DO-7.1-4, 18DO-7.1-5)."""
        minor = self.minors.get(brewery)
        return minor.small_fields if minor else self.small_fields[brewery]


@per_edition
def expert_box(
    players: int, counting: Counting, limits: str = "board", print_stays: bool = False
) -> ExpertBox:
    """Everything the Expert Game uses with so many players."""
    beer, data = beer_box(players, counting, limits, print_stays), load_toml(DATA, "expert.toml")
    return ExpertBox(
        **{part.name: getattr(beer, part.name) for part in fields(beer)},
        small={
            code: Small(
                code, b["kind"], b["colour"], b["price"], b["counts"][str(players)], b.get("income", 0)
            )
            for code, b in data["small"].items()
        },
        specials={
            code: Special(code, b["name"], b["colour"], b.get("amount", 0))
            for code, b in data["specials"].items()
        },
        least=data["least"],
        most=data["most"],
    )
