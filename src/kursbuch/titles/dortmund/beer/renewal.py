"""The beer market is prepared for the next brewery round, in four steps (18DO §6.5.2.9)."""

from __future__ import annotations

from collections.abc import Mapping

from kursbuch.core.record import replace
from kursbuch.titles.dortmund.beer.demand import NEW, BeerMarket
from kursbuch.titles.dortmund.beer.parts import SEGMENTS, Segment
from kursbuch.titles.dortmund.beer.refill import borrow
from kursbuch.titles.dortmund.beer.state import BeerState

NOTHING = (0,) * len(SEGMENTS)


def cleared(market: BeerMarket) -> BeerMarket:
    """Step 1: what nobody supplied goes to the stock (18DO-6.5.2.9-2)."""
    left = sum(market.regular) + sum(market.new)
    return replace(market, regular=NOTHING, new=NOTHING, stock=market.stock + left)


def turned_regular(market: BeerMarket) -> BeerMarket:
    """Step 2: whoever was supplied is a regular customer from now on (18DO-6.5.2.9-3)."""
    supplied = tuple(
        a + b + c for a, b, c in zip(market.regular, market.to_regular, market.to_new, strict=True)
    )
    return replace(market, regular=supplied, to_regular=NOTHING, to_new=NOTHING)


def outdated(market: BeerMarket) -> BeerMarket:
    """Step 3: segments below the lowest one with cubes get a marker "No Demand" (18DO-6.5.2.9-4). A segment
    without cubes above it does not (18DO-6.5.2.9-5), and if there is no cube at all, none does.
    """
    filled = [n for n in SEGMENTS if market.wanted(n)]
    below = {n for n in SEGMENTS if filled and n < filled[0]}
    return replace(market, dead=market.dead | (below - market.marked))


def refilled(market: BeerMarket, segments: Mapping[int, Segment]) -> BeerMarket:
    """Step 4: empty orange boxes without a marker are filled, the highest first, as far as cubes go
    (18DO-6.5.2.9-7, 18DO-6.5.2.9-8, 18DO-6.5.2.9-11).
    """
    for n in reversed(SEGMENTS):
        if n not in market.marked and not market.demand(n, NEW):
            market, found = borrow(market, n, segments[n].refill)
            market = market.with_demand(n, NEW, found)
    return market


def renewed(market: BeerMarket, segments: Mapping[int, Segment]) -> BeerMarket:
    """The market after a brewery round, ready for the next."""
    return refilled(outdated(turned_regular(cleared(market))), segments)


def renew(s: BeerState) -> None:
    """Prepare the market, and tell what became of each box."""
    before, s.beer = s.beer, renewed(s.beer, s.box.segments)
    for n in sorted(s.beer.dead - before.dead):
        s.note("no-demand", segment=n)
    s.note(
        "market-renewed",
        supplied=[a + b for a, b in zip(before.to_regular, before.to_new, strict=True)],
        regular=list(s.beer.regular),
        new=list(s.beer.new),
        before={"regular": list(before.regular), "new": list(before.new), "stock": before.stock},
        stock=s.beer.stock,
    )
