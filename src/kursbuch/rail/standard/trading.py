"""Stock turns: any sales and usually one purchase, companies started at par.

When sales and the purchase may come is a named policy (`Trading.order`):

    "one side"   any sales before the purchase or after it, not both
    "around"     any sales before the purchase and after it
    "before"     any sales, then the purchase, which ends the turn
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from kursbuch.core import Refusal, Step, refuse
from kursbuch.rail.actions import Buy, Sell
from kursbuch.rail.rounds.deeds import Deed
from kursbuch.rail.standard.between import BuyOfPlayer
from kursbuch.rail.standard.floating import FULL, Capital, Floating
from kursbuch.rail.standard.moves import MOVES, Moves
from kursbuch.rail.standard.par import StartCompany
from kursbuch.rail.standard.parts import BetweenPlayers
from kursbuch.rail.standard.state import StandardState
from kursbuch.rail.standard.zones import Several, one_only
from kursbuch.rail.state import OFFER, POOL
from kursbuch.rail.steps.shares import BuyShare, Limits, MustSell, SellShares, deals_of


@dataclass(frozen=True)
class Trading:
    """The policies of stock turns; limits and percentages are figures of the box."""

    order: Literal["one side", "around", "before"] = "around"
    one_block: bool = False  # of each company at most one block is sold in a turn
    sales_from: int = 2  # the first stock round in which shares are sold
    uncounted: frozenset[str] = frozenset({"yellow"})  # zones whose shares no certificate limit counts
    unlimited: frozenset[str] = frozenset()  # zones whose shares may be held without limit
    several: Several = field(default=one_only)  # whether one more certificate may be bought in a turn
    capital: Capital = FULL
    moves: Moves = MOVES


def share_price(s: StandardState, company: str, source: str) -> int:
    """Shares of the initial offering cost par for ever, those in the pool the current price."""
    return s.pars[company] if source == OFFER else s.price(company)


def has_bought(s: StandardState) -> bool:
    """Whether the player on turn has bought a certificate, started a company or bought a private."""
    return any(deal.what in ("buy", "par", "private") for deal in deals_of(s))


@dataclass(frozen=True)
class SaleTimes:
    """Why no sale is possible now: the first round, the order of sales and purchase, one block of each company."""

    trading: Trading

    def __call__(self, s: StandardState, player: str, action: Sell) -> Refusal | None:
        deals = deals_of(s)
        if s.stock_round < self.trading.sales_from:
            return refuse("sell.first-round", "No shares are sold in the first stock round.")
        if self.trading.order == "before" and has_bought(s):
            return refuse("sell.order", "Who has bought may not sell any more in this turn.")
        if self.trading.order == "one side" and has_bought(s) and deals[0].what == "sell":
            return refuse("sell.order", "Who has sold and then bought may not sell again in this turn.")
        if self.trading.one_block and Deed("sell", action.company) in deals:
            return refuse(
                "sell.one-block",
                "All shares of {company} sold in a turn go as one block.",
                company=action.company,
            )
        return None


class StockTurn:
    """The steps of a stock turn, each with its policies, and the question whether a player can do anything at all."""

    def __init__(
        self, limits: Limits, trading: Trading, between_players: BetweenPlayers | None = None
    ) -> None:
        self.limits, self.trading = limits, trading
        self.floating = Floating(trading.capital)
        self.sales = SellShares(limits, trading.moves.sold, SaleTimes(trading))
        self.must_sell = MustSell(self.sales, holdings=True)
        ends_turn = trading.order == "before"
        self.purchases = BuyShare(
            limits,
            (OFFER, POOL),
            trading.capital.payee,
            share_price,
            ends_turn=ends_turn,
            barred=self.why_no_share,
            bought=self.bought,
            shut=self.no_more,
        )
        self.start = StartCompany(limits, self.why_no_purchase, self.floating, ends_turn)
        self.of_players = (
            BuyOfPlayer(between_players, limits, self.why_no_purchase, ends_turn) if between_players else None
        )
        self.steps: tuple[Step[Any, Any], ...] = (
            *(self.sales, self.purchases, self.start),
            *([self.of_players] if self.of_players else []),
        )

    def why_no_purchase(self, s: StandardState, player: str) -> Refusal | None:
        """Why nothing is bought now, whatever it is: one certificate a turn, and nothing while over a limit."""
        if has_bought(s):
            return refuse("buy.one", "Only one certificate is bought in a turn.")
        return self.must_sell(s, player)

    def why_no_share(self, s: StandardState, player: str, purchase: Buy) -> Refusal | None:
        """As any purchase; some zones of the market allow several."""
        if has_bought(s) and self.trading.several.cover(s, purchase):
            return self.trading.several.why_not(s, purchase) or self.must_sell(s, player)
        return self.why_no_purchase(s, player)

    def no_more(self, s: StandardState, player: str) -> bool:
        """Whether no share at all is bought any more in this turn."""
        return not self.trading.several.zones and has_bought(s)

    def bought(self, s: StandardState, player: str, purchase: Buy) -> None:
        self.trading.several.remember(s, purchase)
        self.floating(s, purchase.company)

    def asks(self, s: StandardState, player: str) -> bool:
        """A turn goes on while something can be bought, started or sold."""
        return any(step.possible(s, player) for step in self.steps)
