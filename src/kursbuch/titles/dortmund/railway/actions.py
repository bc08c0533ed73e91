"""The actions that only 18DO has."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kursbuch.core import Action, BadInput
from kursbuch.core.record import quick
from kursbuch.rail.actions import Runs
from kursbuch.rail.meanings import Company, Hex, Money, Percent, Place
from kursbuch.titles.dortmund.meanings import Brewery, Card


@dataclass(frozen=True, slots=True)
class BidFor(Action):
    """Put the bid marker on a box of a private brewery in the starting round."""

    form = "{actor} bids {price} for brewery {brewery}"
    price: Money
    brewery: Brewery


@dataclass(frozen=True, slots=True)
class Found(Action):
    """Found a railway: set its price and buy the director's certificate."""

    form = "{actor} founds {company} at {price}"
    company: Company
    price: Money


@dataclass(frozen=True, slots=True)
class TradeUp(Action):
    """Buy a bigger certificate and give one of 10 % in part payment; `source` is "company" or "pool"."""

    form = "{actor} trades 10 for {percent} {company} from {source}"
    percent: Percent
    company: Company
    source: Place


@dataclass(frozen=True, slots=True)
class Assign(Action):
    """Assign a brewery marker to a railway; the brewery's card is turned over."""

    form = "{actor} assigns marker {marker} to {company}"
    marker: Brewery
    company: Company


@dataclass(frozen=True, slots=True)
class Flip(Action):
    """Turn over the card of a brewery without a marker, so that its beer can be used."""

    form = "{actor} turns brewery {brewery}"
    brewery: Brewery


@dataclass(frozen=True, slots=True)
class TakeCard(Action):
    """Choose a card after the starting round for two: "first-action" or "investors-railway"."""

    form = "{actor} takes card {card}"
    card: Card


@dataclass(frozen=True, slots=True)
class OfferForCard(Action):
    """Offer the other player money to keep the card "Investor's Railway"; 0 hands it over."""

    form = "{actor} offers {price} for the card"
    amount = "price"
    price: Money


@dataclass(frozen=True, slots=True)
class Connect(Action):
    """Make or extend the railway link of a location."""

    form = "{actor} links {hex}"
    hex: Hex


@dataclass(frozen=True, slots=True)
class PayForLink(Action):
    """Make the railway link of a mine for money, and keep a free marker for later."""

    form = "{actor} links {hex} for {price}"
    hex: Hex
    price: Money


@quick
@dataclass(frozen=True, slots=True)
class Loads:
    """The beer on each run, in their order: cubes and the red hex they go to; 0 and "" without beer.

    >>> str(Loads.read("1 to I20 | - | 2 to H1", "here"))
    '1 to I20 | - | 2 to H1'
    """

    loads: tuple[tuple[int, str], ...]

    @staticmethod
    def read(value: Any, place: str) -> Loads:
        if isinstance(value, Loads):
            return value
        if not isinstance(value, str) or len(value) > 200:
            raise BadInput(place, "expected loads such as '1 to I20 | -'")
        return Loads(tuple(_load(part, place) for part in value.split("|")))

    def __str__(self) -> str:
        return " | ".join(f"{cubes} to {hex}" if cubes else "-" for cubes, hex in self.loads)

    @property
    def total(self) -> int:
        return sum(cubes for cubes, _ in self.loads)


def _load(part: str, place: str) -> tuple[int, str]:
    words = part.split()
    if words == ["-"]:
        return 0, ""
    if len(words) != 3 or words[1] != "to" or not words[0].isdecimal() or len(words[0]) > 3:
        raise BadInput(place, "not a load: {part!r}", part=part.strip()[:40])
    cubes = int(words[0])
    return (cubes, words[2]) if cubes else (0, "")


@dataclass(frozen=True, slots=True)
class Carry(Action):
    """Run the railway's trains, some of them with export beer."""

    form = "{actor} runs {runs} carrying {loads}"
    runs: Runs
    loads: Loads
