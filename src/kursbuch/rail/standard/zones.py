"""Zones of the market in which a player may buy several certificates of one company in a turn."""

from __future__ import annotations

from dataclasses import dataclass

from kursbuch.core import Refusal, refuse
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

    def cover(self, s: StandardState, purchase: Buy) -> bool:
        """Whether the company stands where several of its certificates may be bought in a turn."""
        return s.prices.cell(purchase.company).zone in self.zones

    def why_not(self, s: StandardState, purchase: Buy) -> Refusal | None:
        """Why no further certificate of such a company may be bought."""
        before = [deal for deal in deals_of(s) if deal.what != "sell"]
        if any(deal.what != "buy" for deal in before):
            return refuse("buy.one", "Only one certificate is bought in a turn.")
        if any(deal.of != purchase.company for deal in before):
            return refuse("buy.one.company", "All shares bought in a turn are of one company.")
        if not {purchase.source, *(deal.source for deal in before)} <= set(self.sources):
            return refuse("buy.one.source", "Several shares in a turn all come from the pool.")
        return None

    def remember(self, s: StandardState, purchase: Buy) -> None:
        """Keep in mind of which company and from where the last purchase was."""
        place = next(n for n in range(len(s.stack) - 1, -1, -1) if isinstance(s.stack[n], StockFrame))
        f = s.stack[place]
        assert isinstance(f, StockFrame)
        if self.zones and f.dealt[-1:] == (Deed("buy"),):
            deal = Deed("buy", purchase.company, source=purchase.source)
            s.stack[place] = replace(f, dealt=(*f.dealt[:-1], deal))


one_only = Several()
