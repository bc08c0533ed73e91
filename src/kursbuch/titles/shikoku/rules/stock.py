"""The stock turns of 1889: one purchase and any sales in either order, companies started at par, floated at half."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from kursbuch.core import BANK, Refusal, Step, refuse
from kursbuch.rail.actions import Buy, Sell
from kursbuch.rail.paper.holdings import check_president, move, percent
from kursbuch.rail.rounds import dealt
from kursbuch.rail.standard.actions import Par
from kursbuch.rail.state import OFFER
from kursbuch.rail.steps.shares import BuyShare, Limits, SellShares, deals_of, relieving, room_for
from kursbuch.titles.shikoku.rules.parts import figures
from kursbuch.titles.shikoku.rules.state import State1889

FREE = frozenset({"yellow", "orange"})  # zones whose shares do not count towards the certificate limit
UNLIMITED = frozenset({"orange"})  # the zone whose shares may be held without limit


def share_price(s: State1889, company: str, source: str) -> int:
    """Shares of the initial offering cost par for ever, those in the pool the current price (1889-1-10)."""
    return s.pars[company] if source == OFFER else s.price(company)


def paid_to(source: str, company: str) -> str:
    """The bank sells every share: a company gets its whole capital when it floats."""
    return BANK


def check_float(s: State1889, company: str) -> None:
    """A company half of which is sold floats and gets ten times its par (1889-1-12)."""
    sold = 100 - percent(s, OFFER, company)
    if company in s.pars and company not in s.floated and sold >= figures().floats_at:
        s.floated = (*s.floated, company)
        s.note("floats", company=company)
        s.transfer(BANK, company, 10 * s.pars[company], "capital")


def has_bought(s: State1889) -> bool:
    return any(deal in ("buy", "par") for deal in deals_of(s))


def why_no_sale(s: State1889, player: str, action: Sell) -> Refusal | None:
    """Not in the first round, not after selling and buying, one block of each company (1889-1-1 to 1889-1-5)."""
    deals = deals_of(s)
    if s.stock_round == 1:
        return refuse("1889-1-5", "No shares are sold in the first stock round.")
    if has_bought(s) and deals[0].startswith("sell"):
        return refuse("1889-1-1", "Who has sold and then bought may not sell again in this turn.")
    if f"sell {action.company}" in deals:
        return refuse(
            "1889-1-2", "All shares of {company} sold in a turn go as one block.", company=action.company
        )
    return None


@dataclass(frozen=True)
class MustSell:
    """Who holds too much of something and can sell of it has to, before anything else (1889-2-5)."""

    sales: SellShares

    def __call__(self, s: State1889, player: str) -> Refusal | None:
        if not any(relieving(s, self.sales, player)):
            return None
        return refuse("1889-2-5", "{player} holds too much and must sell.", player=player)


@dataclass(frozen=True)
class StartCompany(Step[State1889, Par]):
    """A player sets the price of a company and buys its president's certificate, two shares, from the offering."""

    limits: Limits
    barred: Callable[[State1889, str], Refusal | None]
    action = Par

    def candidates(self, s: State1889, player: str) -> Iterable[Par]:
        if self.barred(s, player) is not None:
            return
        affordable = [cell.price for cell in s.box.market.pars if 2 * cell.price <= s.cash[player]]
        for company in s.box.companies:
            if company not in s.pars:
                for price in affordable:
                    yield Par(player, company, price)

    def why_not(self, s: State1889, player: str, action: Par) -> Refusal | None:
        company, price = action.company, action.price
        if action.actor != player:
            return refuse("turn.not-yours", "{player} starts companies in the own name.", player=player)
        if company not in s.box.companies:
            return refuse("1889-1-11", "There is no company {company}.", company=company)
        if company in s.pars:
            return refuse("1889-1-11", "{company} is started already.", company=company)
        if refusal := self.barred(s, player):
            return refusal
        if all(cell.price != price for cell in s.box.market.pars):
            prices = ", ".join(str(cell.price) for cell in s.box.market.pars)
            return refuse("1889-1-11", "A company starts at one of {prices}.", prices=prices)
        if refusal := room_for(s, self.limits, player, company):
            return refusal
        if 2 * price > s.cash[player]:
            return refuse("buy.cash", "{player} has {cash}.", player=player, cash=s.cash[player])
        return None

    def apply(self, s: State1889, player: str, action: Par) -> None:
        company, price = action.company, action.price
        cell = next(cell for cell in s.box.market.pars if cell.price == price)
        s.note("pars", player=player, company=company, price=price)
        s.transfer(player, BANK, 2 * price, "share bought")
        move(s, company, [0], player)
        s.prices = s.prices.placed(company, (cell.row, cell.column))
        s.pars[company] = price
        s.founded = (*s.founded, company)
        check_president(s, company)
        dealt(s, "par")
        check_float(s, company)


@dataclass(frozen=True)
class StockTurn:
    """The steps of a stock turn and the question whether the player on turn can do anything at all."""

    sales: SellShares
    purchases: BuyShare
    start: StartCompany

    def asks(self, s: State1889, player: str) -> bool:
        """A turn goes on while something can be bought, started or sold (1889-1-6)."""
        return self._some(self.sales, s, player) or (
            not has_bought(s) and (self._some(self.purchases, s, player) or self._some(self.start, s, player))
        )

    @staticmethod
    def _some(step: Step[State1889, Any], s: State1889, player: str) -> bool:
        return any(step.why_not(s, player, deal) is None for deal in step.candidates(s, player))


def make_turn(limits: Limits, fall: Callable[[State1889, str, int], None]) -> tuple[StockTurn, MustSell]:
    """The steps of a stock turn, each with its policies."""
    sales = SellShares(limits, fall, why_no_sale)
    must_sell = MustSell(sales)

    def why_no_purchase(s: State1889, player: str) -> Refusal | None:
        if has_bought(s):
            return refuse("1889-1-1", "Only one certificate is bought in a turn.")
        return must_sell(s, player)

    def why_no_share(s: State1889, player: str, purchase: Buy) -> Refusal | None:
        return why_no_purchase(s, player)

    def bought(s: State1889, player: str, purchase: Buy) -> None:
        check_float(s, purchase.company)

    purchases = BuyShare(
        limits, (OFFER, "pool"), paid_to, share_price, ends_turn=False, barred=why_no_share, bought=bought
    )
    return StockTurn(sales, purchases, StartCompany(limits, why_no_purchase)), must_sell
