"""The rules of 18Chesapeake: what standard titles share, with its policies and what is its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from kursbuch.core import Chance
from kursbuch.core.rules import Choice, made_once
from kursbuch.rail.rounds import StockRound
from kursbuch.rail.standard.auction import Auction, highest_bids
from kursbuch.rail.standard.homes import AT_FIRST_TURN
from kursbuch.rail.standard.parts import StandardBox
from kursbuch.rail.standard.rules import Policies, StandardRules
from kursbuch.rail.standard.state import StandardState
from kursbuch.rail.standard.trading import Trading
from kursbuch.rail.state import OFFER
from kursbuch.rail.steps.need import Need
from kursbuch.titles.chesapeake.rules.citations import CITATIONS
from kursbuch.titles.chesapeake.rules.parts import box, boxes_for_two
from kursbuch.titles.chesapeake.rules.told import TOLD
from kursbuch.titles.chesapeake.rules.two_players import BuyOrBurn, trading_of_two

POLICIES = Policies(
    auction=Auction(ties_up=highest_bids),  # 18CH-1-2
    trading=Trading(order="before", uncounted=frozenset({"yellow"})),  # 18CH-5-1, 18CH-6-1
    homes=AT_FIRST_TURN,  # 18CH-15-1
    # the president's money also buys others' trains, whatever the company could pay; other presidencies may fall
    need=Need(
        helps_though_affordable=True,
        spends_last_sale=True,
        sells_all_first=False,
        own_trains_first=False,
    ),
)
FOR_TWO = replace(POLICIES, trading=trading_of_two(POLICIES.trading))


class ChesapeakeState(StandardState):
    """A position of 18Chesapeake; which company Vanderbilt's is lies in `drawn`."""

    __slots__ = ()


class ChesapeakeRules(StandardRules):
    """18Chesapeake for one number of players."""

    state = ChesapeakeState
    told = TOLD

    def __init__(self, players: int) -> None:
        self.for_two = players == 2
        self.parts: Mapping[str, StandardBox] = boxes_for_two() if self.for_two else {}
        super().__init__(box(players), players, FOR_TWO if self.for_two else POLICIES, CITATIONS)

    def make_stock(self) -> StockRound:
        """With two players a purchase may make a share leave the game (18CH-27-3)."""
        stock, usual = super().make_stock(), self.turn.purchases
        if not self.for_two:
            return stock
        return replace(
            stock, steps=tuple(BuyOrBurn(usual) if step is usual else step for step in stock.steps)
        )

    def start(self, players: Sequence[str], chance: Chance) -> StandardState:
        """One of the companies is drawn (18CH-3-1); with two players all others have fewer, larger certificates."""
        s = super().start(players, chance)
        s.drawn = chance.pick(list(self.box.companies))
        s.note("drawn", company=s.drawn)
        if self.for_two:
            s.box = self.parts[s.drawn]
            s.shares = {id: (OFFER,) * len(company.certificates) for id, company in s.box.companies.items()}
        return s

    def view(self, s: StandardState, player: str | None) -> dict[str, Any]:
        return {**super().view(s, player), "box": s.drawn if self.for_two else ""}


@made_once
def compose(players: int, options: Mapping[str, Choice]) -> ChesapeakeRules:
    """The rules for a table."""
    return ChesapeakeRules(players)
