"""A company must have a train and cannot pay: its president helps, sells certificates, or is bankrupt."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from kursbuch.core import Refusal, Step, once, refuse
from kursbuch.rail.actions import GoBankrupt, Sell
from kursbuch.rail.box import SINGLE
from kursbuch.rail.paper.holdings import president
from kursbuch.rail.rounds import did, next_step, turn_of, update_turn
from kursbuch.rail.rounds.deeds import Deed
from kursbuch.rail.routes.running import could_run
from kursbuch.rail.state import RailState, S
from kursbuch.rail.steps.shares import SellShares, sale_of
from kursbuch.rail.trains.depot import cheapest_on_sale, trains_of


@dataclass(frozen=True)
class Need:
    """How far a president's help goes."""

    helps_with_others: bool = True  # the president's money also buys trains of other companies
    may_lose_others: bool = True  # a sale may cost the president the lead of another company
    one_block: bool = False  # of each company at most one block is sold in a turn
    sells_all_first: bool = (
        True  # bankrupt is who has sold all; else who could not raise enough by selling all
    )
    own_trains_first: bool = True  # nobody is bankrupt who leads another company that can sell a train
    helps_though_affordable: bool = (
        False  # with others' trains also if the company could pay the bank's cheapest
    )
    spends_last_sale: bool = (
        False  # a train of another company must cost so much that the last share sold was needed
    )


HELP = Need()


@once
def lacks_train(s: RailState, company: str) -> bool:
    """Whether a company has a route and no train."""
    return not trains_of(s, company) and could_run(s, company)


@once
def must_buy(s: RailState, company: str) -> bool:
    """A company with a route and no train must get one, as long as any is on sale.

    Whoever is bankrupt is not asked again: led by a bankrupt, a company buys what it can pay for itself.
    """
    price = cheapest_on_sale(s)
    if price is None or not lacks_train(s, company):
        return False
    return president(s, company) not in s.bankrupt or price <= s.cash[company]


@once
def missing(s: RailState, company: str) -> int:
    """What an obliged company lacks for the cheapest train on sale; 0 if it can pay or need not buy."""
    price = cheapest_on_sale(s)
    if price is None or not must_buy(s, company):
        return 0
    return max(0, price - s.cash[company])


def helped_with_others(s: RailState, company: str, need: Need) -> bool:
    """Whether the president's money may go into another company's train. Where the bank has none left, nobody has
    to buy one, but who wants to is helped.
    """
    if not need.helps_with_others:
        return False
    if cheapest_on_sale(s) is None:
        return lacks_train(s, company) and president(s, company) not in s.bankrupt
    return must_buy(s, company) if need.helps_though_affordable else bool(missing(s, company))


def least_spent(s: RailState, company: str, need: Need) -> int:
    """The least that a train of another company costs now: so much that the last share sold was needed for it, be it
    one of a block.
    """
    sold = turn_of(s).last_sale
    if not need.spends_last_sale or not sold:
        return 1
    return s.cash[company] + s.cash[president(s, company)] - sold + 1


@dataclass(frozen=True)
class SellInNeed(Step[S, Sell]):
    """The president sells certificates to pay for a train the company must have, and not one more than needed."""

    sales: SellShares
    need: Need = HELP
    action = Sell

    def candidates(self, s: S, player: str) -> Iterable[Sell]:
        return self.sales.candidates(s, player) if missing(s, turn_of(s).company) else ()

    def why_not(self, s: S, player: str, action: Sell) -> Refusal | None:
        company = turn_of(s).company
        gap = missing(s, company) - s.cash[player]
        if not missing(s, company):
            return refuse("need.none", "{company} needs no help.", company=company)
        if gap <= 0:
            return refuse("need.enough", "{player} has enough for the train.", player=player)
        if self.need.one_block and Deed("sold", action.company) in turn_of(s).done:
            return refuse(
                "need.one-block", "Certificates of {company} are sold as one block.", company=action.company
            )
        if refusal := self.sales.why_not_sold(s, player, action):
            return refusal
        if (action.percent // 10 - 1) * s.price(action.company) >= gap:
            return refuse("need.enough", "Fewer certificates would do.")
        sale = sale_of(s, player, action.company, action.percent)
        own = action.company == company
        if sale is not None and sale.successor != player and self._led(s, player, action.company, own):
            return refuse("need.presidency", "{company} must keep its president now.", company=action.company)
        return None

    def outlay(self, s: S, player: str, action: Sell) -> int:
        return self.sales.outlay(s, player, action)

    def _led(self, s: S, player: str, company: str, own: bool) -> bool:
        """Whether the seller leads this company and must not lose it now."""
        return own or (not self.need.may_lose_others and s.shares[company][0] == player)

    def apply(self, s: S, player: str, action: Sell) -> None:
        did(s, Deed("sold", action.company))
        one = self.sales.brings(s, action.company, SINGLE)  # before the price falls
        self.sales.sell(s, player, action)
        update_turn(s, last_sale=one)

    def sellable(self, s: S, player: str) -> dict[str, int]:
        """The most that could now be sold of each company, in per cent."""
        best: dict[str, int] = {}
        for sale in self.candidates(s, player):
            if sale.percent > best.get(sale.company, 0) and self.why_not(s, player, sale) is None:
                best[sale.company] = sale.percent
        return best


@dataclass(frozen=True)
class GiveUp(Step[S, GoBankrupt]):
    """The president is bankrupt: a train must be bought, no money can be raised for it, and no company that the
    president leads has one to sell.
    """

    sale: SellInNeed
    bankrupt: Callable[[S, str], None]
    buys_of_own: Callable[[S, str], bool]  # whether another company of the president can sell a train
    action = GoBankrupt

    def candidates(self, s: S, player: str) -> Iterable[GoBankrupt]:
        if missing(s, turn_of(s).company) > s.cash[player]:
            yield GoBankrupt(player)

    def why_not(self, s: S, player: str, action: GoBankrupt) -> Refusal | None:
        gap = missing(s, turn_of(s).company) - s.cash[player]
        if action.actor != player or gap <= 0:
            return refuse("need.not-bankrupt", "{player} can pay.", player=player)
        sellable = self.sale.sellable(s, player)
        value = sum(size // 10 * s.price(company) for company, size in sellable.items())
        if sellable and (self.sale.need.sells_all_first or value >= gap):
            return refuse("need.sell-first", "{player} has certificates to sell.", player=player)
        if self.sale.need.own_trains_first and self.buys_of_own(s, player):
            return refuse(
                "need.not-bankrupt", "{player} leads another company that has a train to sell.", player=player
            )
        return None

    def apply(self, s: S, player: str, action: GoBankrupt) -> None:
        s.note("bankrupt", player=player, company=turn_of(s).company)
        next_step(s)
        self.bankrupt(s, player)
        s.bankrupt = (*s.bankrupt, player)
