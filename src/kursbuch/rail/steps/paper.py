"""Which certificates a seller sells, named by their sizes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kursbuch.core import Refusal, Step, refuse
from kursbuch.rail.actions import Paper, Sell, SellPaper
from kursbuch.rail.paper.holdings import held, named, pick_from, ways
from kursbuch.rail.rounds import dealt
from kursbuch.rail.rounds.deeds import Deed
from kursbuch.rail.state import RailState
from kursbuch.rail.steps.shares import Sale, SellShares, after_swap, sale_of


def differs(s: RailState, company: str) -> bool:
    """Whether a company has ordinary certificates of more than one size: else there is nothing to choose."""
    return len(set(s.box.percents[company][1:])) > 1


@dataclass(frozen=True)
class SellCertificates(Step[RailState, SellPaper]):
    """A player sells a block and says which certificates it is made of."""

    sales: SellShares
    action = SellPaper

    def candidates(self, s: RailState, player: str) -> Iterable[SellPaper]:
        for sale in self.sales.candidates(s, player):
            if differs(s, sale.company):
                for way in self._others(s, player, sale):
                    yield SellPaper(player, Paper(way), sale.company)

    def _others(self, s: RailState, player: str, sale: Sell) -> Iterable[tuple[int, ...]]:
        """The ways to make up a sale that are not, or not always, those of a sale without names."""
        about = sale_of(s, player, sale.company, sale.percent)
        found: dict[tuple[int, ...], None] = {}
        for own in _hands(s, player, sale.company, about) if about else ():
            unnamed = self._sizes(s, sale.company, pick_from(s, own, sale.company, sale.percent))
            found.update((way, None) for way in ways(s, own, sale.company, sale.percent) if way != unnamed)
        return found

    @staticmethod
    def _sizes(s: RailState, company: str, paper: list[int] | None) -> tuple[int, ...]:
        return tuple(sorted([s.box.percents[company][n] for n in paper or ()], reverse=True))

    def why_not(self, s: RailState, player: str, action: SellPaper) -> Refusal | None:
        company, paper = action.company, action.paper
        if refusal := self.sales.why_not(s, player, Sell(action.actor, paper.percent, company)):
            return refusal
        about = sale_of(s, player, company, paper.percent)
        assert about is not None
        if any(named(s, own, company, paper.sizes) is None for own in _hands(s, player, company, about)):
            return refuse(
                "sell.paper",
                "{player} would not have certificates {paper} of {company} to sell.",
                player=player,
                paper=str(paper),
                company=company,
            )
        return None

    def outlay(self, s: RailState, player: str, action: SellPaper) -> int:
        return -self.sales.brings(s, action.company, action.paper.percent)

    def apply(self, s: RailState, player: str, action: SellPaper) -> None:
        sale = Sell(player, action.paper.percent, action.company)
        self.sales.sell(s, player, sale, action.paper.sizes)
        dealt(s, Deed("sell", action.company))


def _hands(s: RailState, seller: str, company: str, sale: Sale) -> list[list[int]]:
    """What the seller may have in hand when the sale is carried out: the successor may have a choice in that."""
    if not sale.given:
        return [held(s, seller, company)]
    return [after_swap(s, seller, sale.successor, company, way) for way in sale.given]
