"""The beer market: demand, supply and stock of cubes, moved by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from tests.judges.books import Disagreement, agree

REGULAR, NEW = "regular", "new"
SEGMENTS = range(1, 7)
Box = tuple[int, str]  # segment, customers


class BeerMarket:
    """Cubes by box. Markers "No Demand" lie from the start until a phase lifts them, or come later and stay."""

    def __init__(self, figures: Mapping[str, Any], players: int) -> None:
        self.segments = {int(n): about for n, about in figures["segments"].items()}
        self.size = str(max(players, 3))  # two are set up like three
        start = figures["start"][self.size]
        self.demand: Counter[Box] = Counter()
        self.supply: Counter[Box] = Counter()
        for n, cubes in enumerate(start["boxes"], 1):
            self.demand[n, REGULAR] = self.demand[n, NEW] = cubes
        self.stock, self.export = int(start["stock"]), int(start["export"])
        self.unopened = {n for n, about in self.segments.items() if "opens_with" in about}
        self.dead: set[int] = set()

    def income(self, box: Box) -> int:
        return int(self.segments[box[0]][box[1]])

    def take(self, box: Box, cubes: int) -> None:
        if self.demand[box] < cubes:
            raise Disagreement(f"{box} wants {self.demand[box]} cubes, not {cubes}")
        self.demand[box] -= cubes

    def deliver(self, box: Box, cubes: int) -> int:
        """What the cubes bring."""
        self.take(box, cubes)
        self.supply[box] += cubes
        return cubes * self.income(box)

    def borrow(self, segment: int, cubes: int) -> int:
        """For a box of this segment: from the stock, then from the lowest segments below it."""
        sources = [(n, customers) for n in range(1, segment) for customers in (NEW, REGULAR)]
        return self._gather(sources, cubes)

    def for_export(self, cubes: int) -> None:
        """From the stock, then from the filled box with the lowest price."""
        boxes = sorted(
            ((n, c) for n in SEGMENTS for c in (NEW, REGULAR)), key=lambda box: (self.income(box), box[0])
        )
        agree("cubes for export", cubes, self._gather(boxes, cubes))

    def _gather(self, boxes: list[Box], cubes: int) -> int:
        found = min(self.stock, cubes)
        self.stock -= found
        for box in boxes:
            more = min(self.demand[box], cubes - found)
            self.demand[box] -= more
            found += more
        return found

    def phase_begins(self, card: str, grey: bool) -> None:
        """By the type of card that was taken segments open; when it gets grey, the export cubes are for all."""
        self.unopened = {n for n in self.unopened if self.segments[n]["opens_with"] > card}
        if grey:
            self.stock += self.export
            self.export = 0

    def renew(self) -> None:
        """The four steps between two brewery rounds."""
        self.stock += self.demand.total()
        self.demand = Counter()
        for (n, _), cubes in self.supply.items():
            self.demand[n, REGULAR] += cubes
        self.supply = Counter()
        filled = [n for n in SEGMENTS if self.demand[n, REGULAR]]
        if filled:
            self.dead |= {n for n in SEGMENTS if n < min(filled)} - self.unopened
        for n in reversed(SEGMENTS):
            if n not in self.dead | self.unopened:
                self.demand[n, NEW] += self.borrow(n, int(self.segments[n]["refill"][self.size]))

    def check(self, shown: Mapping[str, Any]) -> None:
        for about in shown["segments"]:
            n = about["number"]
            for customers in (REGULAR, NEW):
                agree(f"demand of {customers} {n}", self.demand[n, customers], about["demand"][customers])
                agree(f"supply of {customers} {n}", self.supply[n, customers], about["supply"][customers])
            agree(f"the marker of segment {n}", n in self.dead | self.unopened, about["marker"])
        agree("cubes in stock and for export", (self.stock, self.export), (shown["stock"], shown["export"]))
