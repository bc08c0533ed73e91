"""Where cubes come from when the stock runs short (18DO §6.5.1, §6.5.2.4, §6.5.2.9)."""

from __future__ import annotations

from collections.abc import Mapping

from kursbuch.titles.dortmund.beer.demand import NEW, REGULAR, BeerMarket
from kursbuch.titles.dortmund.beer.parts import Segment


def borrow(market: BeerMarket, segment: int, cubes: int) -> tuple[BeerMarket, int]:
    """Take cubes for a box of this segment: the market without them, and how many were found.

    The stock gives first, then the lowest filled segment below (18DO-6.5.2.9-9); never the segment itself or a
    higher one (18DO-6.5.2.9-10). In a segment the orange box, worth less, gives before the yellow one.

    >>> nothing = (0,) * 6
    >>> market = BeerMarket((0, 0, 4, 3, 5, 0), nothing, nothing, nothing, frozenset(), frozenset(), 0, 1)
    >>> rest, found = borrow(market, segment=4, cubes=3)
    >>> found, rest.stock, rest.regular
    (3, 0, (0, 0, 2, 3, 5, 0))
    """
    found = min(market.stock, cubes)
    market = market.with_stock(-found)
    for lower in range(1, segment):
        for customers in (NEW, REGULAR):
            given = min(market.demand(lower, customers), cubes - found)
            if given:
                market = market.with_demand(lower, customers, -given)
                found += given
    return market, found


def cheapest_boxes(segments: Mapping[int, Segment]) -> list[tuple[int, str]]:
    """All demand boxes by price, the lower segment first among equals (18DO-6.5.2.4-6)."""
    prices = [(block.income(kind), n, kind) for n, block in segments.items() for kind in (REGULAR, NEW)]
    return [(n, kind) for _, n, kind in sorted(prices)]


def take_for_export(
    market: BeerMarket, segments: Mapping[int, Segment], cubes: int
) -> tuple[BeerMarket, int]:
    """Take cubes for trains: from the stock, then from the filled demand box with the lowest price
    (18DO-6.5.2.4-4, 18DO-6.5.2.4-6). Gives the market without them, and how many were found.
    """
    found = min(market.stock, cubes)
    market = market.with_stock(-found)
    if found < cubes:
        for segment, customers in cheapest_boxes(segments):
            given = min(market.demand(segment, customers), cubes - found)
            if given:
                market = market.with_demand(segment, customers, -given)
                found += given
    return market, found
