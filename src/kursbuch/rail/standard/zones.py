"""Zones of the market in which a player may buy several certificates of one company in a turn."""

from __future__ import annotations

from dataclasses import dataclass

from kursbuch.core.record import replace
from kursbuch.rail.actions import Buy
from kursbuch.rail.rounds import StockFrame
from kursbuch.rail.rounds.deeds import Deed
from kursbuch.rail.standard.state import StandardState
from kursbuch.rail.state import POOL
from kursbuch.rail.steps.shares import deals_of


@dataclass(frozen=True)
class Several:
    """Several purchases in a turn: all of one company, all from these sources, and each further one while the company
    stands in one of these zones.
    """

    zones: frozenset[str] = frozenset()
    sources: tuple[str, ...] = (POOL,)

    def __call__(self, s: StandardState, purchase: Buy) -> bool:
        """Whether one more certificate may be bought."""
        if s.prices.cell(purchase.company).zone not in self.zones or purchase.source not in self.sources:
            return False
        allowed = {Deed("buy", purchase.company, source=source) for source in self.sources}
        return all(deal in allowed for deal in deals_of(s) if deal.what != "sell")

    def remember(self, s: StandardState, purchase: Buy) -> None:
        """Keep in mind of which company and from where the last purchase was."""
        place = next(n for n in range(len(s.stack) - 1, -1, -1) if isinstance(s.stack[n], StockFrame))
        f = s.stack[place]
        assert isinstance(f, StockFrame)
        if self.zones and f.dealt[-1:] == (Deed("buy"),):
            deal = Deed("buy", purchase.company, source=purchase.source)
            s.stack[place] = replace(f, dealt=(*f.dealt[:-1], deal))


one_only = Several()
