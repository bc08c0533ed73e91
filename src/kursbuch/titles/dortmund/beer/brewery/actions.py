"""The actions of breweries."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from kursbuch.core import Action, BadInput
from kursbuch.core.record import quick
from kursbuch.rail.meanings import Company, Money, Train
from kursbuch.titles.dortmund.beer.demand import NEW
from kursbuch.titles.dortmund.meanings import Kettle

_SUPPLY = re.compile(r"(\d{1,2}) to (regular|new) ([1-6])")
_KEEPS = re.compile(r"keeps (\d{1,2})")

Supply = tuple[int, str, int]  # cubes, customers, segment


@quick
@dataclass(frozen=True, slots=True)
class Plan:
    """A whole delivery: how many cubes go to which customers of which segment, and how much capacity with a red
    arrow is kept for trains. Written from the highest segment down, each box once.

    >>> str(Plan.read("1 to regular 2, 3 to regular 3, 1 to new 3, keeps 2", "here"))
    '3 to regular 3, 1 to new 3, 1 to regular 2, keeps 2'
    >>> str(Plan.read("nothing", "here"))
    'nothing'
    """

    supplies: tuple[Supply, ...]
    keeps: int = 0

    @staticmethod
    def of(boxes: dict[tuple[int, str], int], keeps: int = 0) -> Plan:
        """The plan with so many cubes for each box."""
        order = sorted(boxes, key=lambda box: (-box[0], box[1] == NEW))
        return Plan(tuple((boxes[n, kind], kind, n) for n, kind in order if boxes[n, kind]), keeps)

    @staticmethod
    def read(value: Any, place: str) -> Plan:
        if isinstance(value, Plan):
            if Plan.read(str(value), place) != value:
                raise BadInput(place, "each box once, from the highest segment down")
            return value
        if not isinstance(value, str) or len(value) > 300:
            raise BadInput(place, "expected a delivery such as '3 to regular 3, 1 to new 3, keeps 2'")
        boxes: dict[tuple[int, str], int] = {}
        parts = [part.strip() for part in value.split(",")]
        keeps = 0
        if kept := _KEEPS.fullmatch(parts[-1]):
            keeps = int(kept[1])
            parts.pop()
        for part in parts if parts != ["nothing"] else ():
            found = _SUPPLY.fullmatch(part)
            if found is None:
                raise BadInput(place, "not a delivery: {part!r}", part=part[:60])
            box = (int(found[3]), found[2])
            boxes[box] = boxes.get(box, 0) + int(found[1])
        return Plan.of(boxes, keeps)

    def __str__(self) -> str:
        words = [f"{cubes} to {kind} {segment}" for cubes, kind, segment in self.supplies] or ["nothing"]
        return ", ".join([*words, f"keeps {self.keeps}"] if self.keeps else words)

    @property
    def boxes(self) -> dict[tuple[int, str], int]:
        """Cubes by segment and customers."""
        return {(segment, kind): cubes for cubes, kind, segment in self.supplies}

    @property
    def total(self) -> int:
        return sum(cubes for cubes, _, _ in self.supplies)


@dataclass(frozen=True, slots=True)
class Scrap(Action):
    """Give up a kettle of one's own will, named by its type."""

    form = "{actor} scraps kettle {type}"
    type: int


@dataclass(frozen=True, slots=True)
class Deliver(Action):
    """Deliver beer to the Dortmund market."""

    form = "{actor} delivers {plan}"
    plan: Plan


@dataclass(frozen=True, slots=True)
class Load(Action):
    """Load export beer on a train; the train is named by its card, as two of a kind may carry different loads."""

    form = "{actor} loads {cubes} on {train} of {railway}"
    cubes: int
    train: Train
    railway: Company


@dataclass(frozen=True, slots=True)
class BuyKettle(Action):
    """Buy brewery equipment; a corporation that must and cannot pay is helped to it."""

    form = "{actor} buys kettle {kettle} for {price}"
    kettle: Kettle
    price: Money


@dataclass(frozen=True, slots=True)
class BuyWithHelp(Action):
    """Buy brewery equipment for a minor brewery whose owner adds what is missing."""

    form = "{actor} buys kettle {kettle} for {price}, {help} from its owner"
    kettle: Kettle
    price: Money
    help: Money
