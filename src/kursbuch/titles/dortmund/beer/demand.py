"""The beer market (Biermarkt): where the cubes lie. A value: moving cubes gives a new market (18DO §6.5.2)."""

from __future__ import annotations

from dataclasses import dataclass

from kursbuch.core.record import quick, record, replace

REGULAR, NEW = "regular", "new"  # customers: yellow box (Stammkunden), orange box (Neukunden)
Boxes = tuple[int, ...]  # cubes of segments 1 to 6; the first entry is segment 1


@record()
@quick
@dataclass(frozen=True, slots=True)
class BeerMarket:
    """Demand and supply of the Dortmund market by segment, the export field and the stock of cubes."""

    regular: Boxes  # demand, yellow
    new: Boxes  # demand, orange
    to_regular: Boxes  # supplied this round
    to_new: Boxes
    unopened: frozenset[int]  # segments whose marker "No Demand" of the set-up still lies there
    dead: frozenset[int]  # segments that got such a marker since: it stays (18DO-6.5.2.9-6)
    export: int  # cubes kept out of play until the grey phase
    stock: int

    def demand(self, segment: int, customers: str) -> int:
        return (self.regular if customers == REGULAR else self.new)[segment - 1]

    def wanted(self, segment: int) -> bool:
        """Whether anybody there still wants beer."""
        return self.regular[segment - 1] + self.new[segment - 1] > 0

    @property
    def total(self) -> int:
        """All cubes on the board."""
        boxes = (self.regular, self.new, self.to_regular, self.to_new)
        return sum(map(sum, boxes)) + self.export + self.stock

    @property
    def marked(self) -> frozenset[int]:
        """Segments with a marker "No Demand"."""
        return self.unopened | self.dead

    def with_demand(self, segment: int, customers: str, cubes: int) -> BeerMarket:
        """So many cubes more (or fewer) in a demand box."""
        if customers == REGULAR:
            return replace(self, regular=_shift(self.regular, segment, cubes))
        return replace(self, new=_shift(self.new, segment, cubes))

    def with_stock(self, cubes: int) -> BeerMarket:
        """So many cubes more (or fewer) in stock."""
        return replace(self, stock=self.stock + cubes) if cubes else self

    def supplied(self, segment: int, customers: str, cubes: int = 1) -> BeerMarket:
        """Cubes move from a demand box to the supply box beside it (18DO-6.5.2.3-1)."""
        market = self.with_demand(segment, customers, -cubes)
        if customers == REGULAR:
            return replace(market, to_regular=_shift(self.to_regular, segment, cubes))
        return replace(market, to_new=_shift(self.to_new, segment, cubes))

    def opened(self, segment: int) -> BeerMarket:
        """The marker of the set-up is lifted."""
        return replace(self, unopened=self.unopened - {segment})


def _shift(boxes: Boxes, segment: int, cubes: int) -> Boxes:
    changed = list(boxes)
    changed[segment - 1] += cubes
    return tuple(changed)
