"""Buying trains: from the depot, the pool and other companies, with the president's help if need be."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from kursbuch.core import BANK, Refusal, Span, Step, refuse
from kursbuch.rail.actions import BuyTrain
from kursbuch.rail.box import kind_of_card
from kursbuch.rail.paper.holdings import president
from kursbuch.rail.rounds import TurnStep, did, turn_of
from kursbuch.rail.routes.running import could_run
from kursbuch.rail.state import DEPOT, POOL, RailState
from kursbuch.rail.steps.consent import Answer, ConsentFrame, least_offer
from kursbuch.rail.steps.discard import DiscardFrame, Discards, push_discards
from kursbuch.rail.steps.need import (
    HELP,
    GiveUp,
    Need,
    SellInNeed,
    helped_with_others,
    least_spent,
    missing,
    must_buy,
)
from kursbuch.rail.steps.shares import SellShares
from kursbuch.rail.steps.trade import TradeIn
from kursbuch.rail.trains.depot import (
    cheapest_on_sale,
    find_card,
    leaves_depot,
    move_card,
    new_kinds,
    trains_of,
)

__all__ = ["BuyTrains", "Consent", "ConsentFrame", "DiscardFrame", "Discards", "push_discards"]


@dataclass(frozen=True)
class BuyTrains(TurnStep):
    """A company buys trains while it has room and money; one with a route and no train must.

    If it must and cannot pay, its president adds what is missing, selling certificates if need be.
    `keeps_side`: a train that changes hands stays on its side.
    """

    sales: SellShares
    bankrupt: Callable[[Any, str], None]
    consent: str = "consent"
    discards: str = "discards"
    keeps_side: bool = False
    need: Need = HELP
    trades: bool = False  # some trains are cheaper for one handed in
    bought: Callable[[Any, str, str], None] = lambda s, company, source: None
    action = BuyTrain

    @property
    def also(self) -> tuple[Step[Any, Any], ...]:  # type: ignore[override]  # worked out, not stored
        sale = SellInNeed(self.sales, self.need)
        return (sale, GiveUp(sale, self.bankrupt, self._buys_of_own), *self._trades)

    @property
    def _trades(self) -> tuple[TradeIn, ...]:
        return (TradeIn(self.discards, self.bought),) if self.trades else ()

    def idle(self, s: RailState, company: str) -> bool:
        if must_buy(s, company):
            return False
        if any(step.why_not(s, "", swap) is None for step in self._trades for swap in step.candidates(s, "")):
            return False
        return not any(self.why_not(s, "", offer) is None for offer in self._least(self.candidates(s, "")))

    @staticmethod
    def _least(offers: Iterable[BuyTrain]) -> Iterator[BuyTrain]:
        return (offer.at(offer.span.lo) if offer.span else offer for offer in offers)

    def _buys_of_own(self, s: RailState, player: str) -> bool:
        """Whether a train can be had from another company that the player leads: nobody else has to agree."""
        offers = [o for o in self.candidates(s, player) if o.source not in (DEPOT, POOL)]
        own = [o for o in offers if president(s, o.source) == player]
        return any(self.why_not(s, player, offer) is None for offer in self._least(own))

    def may_pass(self, s: RailState, company: str) -> Refusal | None:
        if must_buy(s, company):
            return refuse("train.must", "{company} has a route and must own a train.", company=company)
        return None

    # -- what is on offer -------------------------------------------------------------------------

    def candidates(self, s: RailState, player: str) -> Iterable[BuyTrain]:
        company = turn_of(s).company
        if len(trains_of(s, company)) >= s.phase.train_limit:
            return
        for source, kinds in ((DEPOT, new_kinds(s)), (POOL, _kinds(s, POOL))):
            for kind in kinds:
                for side in self._sides(s, kind, source):
                    yield BuyTrain(company, kind, side, source, s.box.trains[kind].price)
        for other in s.founded:
            if other == company:
                continue
            for kind in _kinds(s, other):
                hi = self._most(s, company, kind)
                lo = max(least_offer(s, other, kind), least_spent(s, company, self.need))
                if lo <= hi:
                    for side in self._sides(s, kind, other):
                        yield BuyTrain(company, kind, side, other, lo, span=Span(lo, hi))

    def _sides(self, s: RailState, kind: str, source: str) -> Iterable[str]:
        if self.keeps_side and source != DEPOT:
            return dict.fromkeys(s.sides[card] for card in trains_of(s, source) if kind_of_card(card) == kind)
        return s.box.trains[kind].sides

    def _most(self, s: RailState, company: str, kind: str) -> int:
        """The most a company can offer another for a train: its cash, in need also the president's."""
        cash = s.cash[company]
        if not helped_with_others(s, company, self.need):
            return cash
        helped = min(s.box.trains[kind].price, cash + s.cash[president(s, company)])
        return max(cash, helped)

    # -- the rules --------------------------------------------------------------------------------

    def why_not(self, s: RailState, player: str, action: BuyTrain) -> Refusal | None:
        company, source, kind = turn_of(s).company, action.source, action.train
        if action.actor != company:
            return refuse("turn.not-yours", "It is {company}'s turn.", company=company)
        if kind not in s.box.trains:
            return refuse("train.unknown", "There is no train {train}.", train=kind)
        if source not in (DEPOT, POOL) and (source not in s.founded or source == company):
            return refuse("train.source", "{source} sells no trains.", source=source)
        if source == DEPOT and kind not in new_kinds(s):
            return refuse(
                "train.cheapest", "New trains are sold in order; {train} is not on sale.", train=kind
            )
        if find_card(s, source, kind) is None:
            return refuse("train.none", "{source} has no train {train}.", source=source, train=kind)
        if action.side not in self._sides(s, kind, source):
            return refuse("train.side", "{train} cannot be used as {side}.", train=kind, side=action.side)
        if len(trains_of(s, company)) >= s.phase.train_limit:
            return refuse(
                f"train.limit.{s.phase.id}",
                "{company} has {limit} trains, the limit of this phase.",
                company=company,
                limit=s.phase.train_limit,
            )
        if source in (DEPOT, POOL):
            return self._why_not_from_bank(s, company, action)
        return self._why_not_from_company(s, company, action)

    def _why_not_from_bank(self, s: RailState, company: str, action: BuyTrain) -> Refusal | None:
        price = s.box.trains[action.train].price
        if action.price != price:
            return refuse("train.face-value", "The price is {price}.", price=price)
        if price <= s.cash[company]:
            return None
        if not missing(s, company):
            return self._no_help(s, company)
        if price != cheapest_on_sale(s):
            return refuse(
                "train.cheapest-in-need", "With the president's help only the cheapest train is bought."
            )
        if price > s.cash[company] + s.cash[president(s, company)]:
            return refuse(
                "train.sell-first", "{player} must sell certificates first.", player=president(s, company)
            )
        return None

    def _no_help(self, s: RailState, company: str) -> Refusal:
        """Why the president may not help a company that cannot pay."""
        if trains_of(s, company) or not could_run(s, company):
            return refuse(
                "train.no-help", "{company} has {cash}, and its president may not help.", **_purse(s, company)
            )
        if president(s, company) in s.bankrupt:
            return refuse("need.bankrupt", "{player} is bankrupt.", player=president(s, company))
        return refuse("train.affordable", "{company} can pay for another train.", company=company)

    def _why_not_from_company(self, s: RailState, company: str, action: BuyTrain) -> Refusal | None:
        price, seller = action.price, action.source
        if price < 1:
            return refuse("train.least-price", "The price is at least 1.")
        if price < (least := least_spent(s, company, self.need)):
            return refuse("train.spend-sale", "After the sale the price is at least {least}.", least=least)
        if price > s.cash[company]:
            if not helped_with_others(s, company, self.need):
                return refuse("train.cash", "{company} has {cash}.", **_purse(s, company))
            if price > s.box.trains[action.train].price:
                return refuse(
                    "train.face-value-in-need", "With the president's help not above the printed price."
                )
            if price > s.cash[company] + s.cash[president(s, company)]:
                return refuse(
                    "train.sell-first", "{player} must sell certificates first.", player=president(s, company)
                )
        if any((o, k) == (seller, action.train) and price <= p for o, k, p in turn_of(s).declined):
            return refuse("train.declined", "{seller} has declined as much.", seller=seller)
        return None

    # -- what happens -----------------------------------------------------------------------------

    def apply(self, s: RailState, player: str, action: BuyTrain) -> None:
        if action.source not in (DEPOT, POOL):
            owner = president(s, action.source)
            if owner != player:
                s.note(
                    "asks",
                    company=action.actor,
                    player=owner,
                    train=action.train,
                    source=action.source,
                    price=action.price,
                )
                s.push(ConsentFrame(self.consent, owner, action))
                return
        self.buy(s, action)

    def buy(self, s: RailState, action: BuyTrain) -> None:
        """The purchase itself: the president's help, payment, the card, and what it sets off."""
        company, source = action.actor, action.source
        card = find_card(s, source, action.train, action.side if self.keeps_side and source != DEPOT else "")
        assert card is not None
        helped = max(0, action.price - s.cash[company])
        if helped:
            s.transfer(president(s, company), company, helped, "president's help")
            did(s, "helped")
        s.note(
            "buys-train",
            company=company,
            train=action.train,
            side=action.side,
            source=source,
            price=action.price,
        )
        s.transfer(company, BANK if source in (DEPOT, POOL) else source, action.price, "train")
        move_card(s, card, source, company)
        s.sides[card] = action.side
        did(s, "train")
        if source == DEPOT and leaves_depot(s, card):
            push_discards(s, self.discards)
        self.bought(s, company, source)


def _kinds(s: RailState, owner: str) -> list[str]:
    return list(dict.fromkeys(kind_of_card(card) for card in trains_of(s, owner)))


def _purse(s: RailState, company: str) -> dict[str, object]:
    return {"company": company, "cash": s.cash[company]}


class Consent(Answer[ConsentFrame]):
    """The president of the selling company agrees or declines."""

    kind = "consent"

    def __init__(self, trains: BuyTrains) -> None:
        super().__init__(trains.buy, lambda offer: (offer.source, offer.train, offer.price), "train.consent")
