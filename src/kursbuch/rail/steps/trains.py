"""Buying trains: from the depot, the pool and other companies, with the president's help if need be."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol

from kursbuch.core import Refusal, Step, refuse
from kursbuch.rail.actions import BuyTrain
from kursbuch.rail.paper.holdings import president
from kursbuch.rail.rounds import TurnStep, did, turn_of
from kursbuch.rail.rounds.deeds import Deed
from kursbuch.rail.state import RailState, S
from kursbuch.rail.steps.consent import Answer, ConsentFrame, named_train, side_in_use
from kursbuch.rail.steps.discard import DiscardFrame, Discards, push_discards
from kursbuch.rail.steps.need import (
    HELP,
    GiveUp,
    Need,
    SellInNeed,
    helped_with_others,
    lacks_train,
    least_spent,
    missing,
    must_buy,
)
from kursbuch.rail.steps.shares import SellShares
from kursbuch.rail.steps.trade import TradeIn
from kursbuch.rail.steps.train_market import BANKS, Payment, TrainMarket, at_least, from_treasury
from kursbuch.rail.steps.turning import BuyTurned
from kursbuch.rail.trains.depot import cheapest_on_sale

__all__ = ["BuyTrains", "Consent", "ConsentFrame", "DiscardFrame", "Discards", "push_discards"]


@dataclass(frozen=True)
class BuyTrains(TurnStep[S, BuyTrain]):
    """A company buys trains while it has room and money; one with a route and no train must.

    If it must and cannot pay, its president adds what is missing, selling certificates if need be.
    `keeps_side`: a train that changes hands stays on its side. `turns`: else it can be said which of cards that are
    used as different sides is bought.
    """

    sales: SellShares
    bankrupt: Callable[[S, str], None]
    consent: str = "consent"
    discards: str = "discards"
    keeps_side: bool = False
    turns: bool = False
    need: Need = HELP
    trades: bool = False  # some trains are cheaper for one handed in
    bought: Callable[[S, str, str], None] = lambda s, company, source: None
    action = BuyTrain

    @cached_property
    def market(self) -> TrainMarket[S]:
        """Where the trains come from."""
        return TrainMarket(
            keeps_side=self.keeps_side,
            least=self._least,
            rule_for=_spending_apart,
            payment=presidents_help(self.need),
            bought=self.bought,
            consent=self.consent,
            discards=self.discards,
        )

    def _least(self, s: S) -> int:
        return least_spent(s, turn_of(s).company, self.need)

    def also(self) -> tuple[Step[S, Any], ...]:
        return self._also

    @cached_property
    def _also(self) -> tuple[Step[S, Any], ...]:
        sale = SellInNeed(self.sales, self.need)
        turned = (BuyTurned(self.market),) if self.turns else ()
        return (sale, GiveUp(sale, self.bankrupt, self._buys_of_own), *self._trades, *turned)

    @cached_property
    def _trades(self) -> tuple[TradeIn, ...]:
        return (TradeIn(self.discards, self.bought),) if self.trades else ()

    def idle(self, s: S, company: str) -> bool:
        if must_buy(s, company):
            return False
        return not any(trade.possible(s) for trade in self._trades) and not self.possible(s)

    def _buys_of_own(self, s: S, player: str) -> bool:
        """Whether a train can be had from another company that the player leads: nobody else has to agree."""
        offers = [o for o in self.candidates(s, player) if o.source not in BANKS]
        own = [o for o in offers if president(s, o.source) == player]
        return any(self.why_not(s, player, offer) is None for offer in at_least(own))

    def may_pass(self, s: S, company: str) -> Refusal | None:
        if must_buy(s, company):
            return refuse("train.must", "{company} has a route and must own a train.", company=company)
        return None

    def candidates(self, s: S, player: str) -> Iterable[BuyTrain]:
        return self.market.offers(s)

    def legal(self, s: S, player: str) -> Iterable[BuyTrain]:
        return self.market.legal(s, self.market.payment.why_not)

    def possible(self, s: S, player: str = "") -> bool:
        return self.market.sells_any(s, self.market.payment.why_not)

    def why_not(self, s: S, player: str, action: BuyTrain) -> Refusal | None:
        return self.market.why_not(s, action) or self.market.payment.why_not(s, action)

    def apply(self, s: S, player: str, action: BuyTrain) -> None:
        self.market.apply(s, player, action)

    def buy(self, s: S, action: BuyTrain) -> None:
        """The purchase itself, agreed to by all."""
        self.market.buy(s, action)


def _spending_apart(s: RailState, purchase: BuyTrain, rule: str) -> str:
    """A price that is too low only because money was raised for it breaks a rule of its own."""
    return "train.spend-sale" if rule == "train.least-price" and purchase.price >= 1 else rule


# -- the president's help -------------------------------------------------------------------------


def presidents_help(need: Need) -> Payment[RailState]:
    """A company that must have a train and cannot pay for one gets what it lacks from its president."""

    def most(s: RailState, company: str, kind: str) -> int:
        """The most a company can offer another for a train: its cash, in need also the president's."""
        cash = s.cash[company]
        if not helped_with_others(s, company, need):
            return cash
        helped = min(s.box.trains[kind].price, cash + s.cash[president(s, company)])
        return max(cash, helped)

    def why_not(s: RailState, action: BuyTrain) -> Refusal | None:
        if action.price <= s.cash[action.actor]:
            return None
        return _not_from_bank(s, action) if action.source in BANKS else _not_from_company(s, action, need)

    def fund(s: RailState, company: str, lacking: int) -> None:
        s.transfer(president(s, company), company, lacking, "president's help")
        did(s, Deed("helped"))

    return Payment(most, why_not, fund)


def _not_from_bank(s: RailState, action: BuyTrain) -> Refusal | None:
    company = action.actor
    if not missing(s, company):
        return _no_help(s, company)
    if action.price != cheapest_on_sale(s):
        return refuse(
            "train.cheapest-in-need", "With the president's help only the cheapest train is bought."
        )
    return _sell_first(s, action)


def _no_help(s: RailState, company: str) -> Refusal:
    """Why the president may not help a company that cannot pay."""
    if not lacks_train(s, company):
        return refuse(
            "train.no-help",
            "{company} has {cash}, and its president may not help.",
            company=company,
            cash=s.cash[company],
        )
    if president(s, company) in s.bankrupt:
        return refuse("need.bankrupt", "{player} is bankrupt.", player=president(s, company))
    return refuse("train.affordable", "{company} can pay for another train.", company=company)


def _not_from_company(s: RailState, action: BuyTrain, need: Need) -> Refusal | None:
    if not helped_with_others(s, action.actor, need):
        return from_treasury(s, action)
    if action.price > s.box.trains[action.train].price:
        return refuse("train.face-value-in-need", "With the president's help not above the printed price.")
    return _sell_first(s, action)


def _sell_first(s: RailState, action: BuyTrain) -> Refusal | None:
    chief = president(s, action.actor)
    if action.price <= s.cash[action.actor] + s.cash[chief]:
        return None
    return refuse("train.sell-first", "{player} must sell certificates first.", player=chief)


class SellsTrains(Protocol):
    """Where a purchase that was agreed to is carried out."""

    def buy(self, s: Any, action: BuyTrain) -> None: ...


class Consent(Answer[ConsentFrame]):
    """The president of the selling company agrees or declines."""

    kind = "consent"

    def __init__(self, trains: SellsTrains) -> None:
        super().__init__(
            trains.buy,
            lambda offer: (offer.source, named_train(offer.train, side_in_use(offer)), offer.price),
            "train.consent",
        )
