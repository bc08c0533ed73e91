"""Buying trains in the Railway Game (18DO §4.5.7)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from kursbuch.core import BANK, Refusal, Span, Step, refuse
from kursbuch.rail.actions import BuyTrain
from kursbuch.rail.box import kind_of_card
from kursbuch.rail.paper.holdings import president
from kursbuch.rail.rounds import TurnFrame, TurnStep, did, next_step, turn_of
from kursbuch.rail.state import DEPOT, POOL
from kursbuch.rail.steps.consent import ConsentFrame, least_offer
from kursbuch.rail.steps.discard import push_discards
from kursbuch.rail.trains.depot import leaves_depot, move_card, new_kinds, trains_of
from kursbuch.titles.dortmund.railway import forced
from kursbuch.titles.dortmund.railway.state import State18DO

NEW = "new train"  # what a turn remembers of a purchase from the display
GAVE_UP = "gave up "  # ... and of a card that the railway on turn had to put into the pool


def gave_up(s: State18DO, company: str, card: str) -> None:
    """A railway over the limit has put a card into the pool: that is for the others (18DO-4.5.7-6)."""
    if any(isinstance(frame, TurnFrame) and frame.company == company for frame in s.stack):
        did(s, GAVE_UP + card)


def cards_for_sale(s: State18DO, owner: str) -> list[str]:
    """The cards that the pool or a railway could sell to the railway on turn: none on its last run, none that it had
    to give up itself in this turn.
    """
    done = turn_of(s).done
    return [c for c in trains_of(s, owner) if c not in s.last_runs and GAVE_UP + c not in done]


def for_sale(s: State18DO, owner: str) -> list[str]:
    """The kinds of these cards."""
    return list(dict.fromkeys(kind_of_card(card) for card in cards_for_sale(s, owner)))


def side_of(s: State18DO, kind: str) -> str:
    """What is printed on the side of a card that is a train."""
    return next(iter(s.box.trains[kind].sides))


@dataclass(frozen=True)
class Market:
    """What every purchase of a train has in common."""

    entered: Callable[[Any], None]  # a new phase has begun
    consent: str = "consent"
    discards: str = "discards"
    barred: Callable[[Any, str, BuyTrain], Refusal | None] = lambda s, company, purchase: None
    handed: Callable[[Any, str], None] = lambda s, card: None  # a train has gone from one railway to another
    pick: Callable[[Any, list[str]], str] = lambda s, cards: cards[0]  # which of equal cards changes hands

    def offers(self, s: State18DO) -> Iterable[BuyTrain]:
        company = turn_of(s).company
        if len(trains_of(s, company)) >= s.phase.train_limit:
            return
        for source, kinds in ((DEPOT, new_kinds(s)), (POOL, for_sale(s, POOL))):
            for kind in kinds:
                yield BuyTrain(company, kind, side_of(s, kind), source, s.box.trains[kind].price)
        for other in s.floated:
            if other != company:
                for kind in for_sale(s, other):
                    lo, hi = least_offer(s, other, kind), s.cash[company]
                    if lo <= hi:
                        yield BuyTrain(company, kind, side_of(s, kind), other, lo, span=Span(lo, hi))

    def why_not(self, s: State18DO, action: BuyTrain) -> Refusal | None:
        """All rules but that of who pays."""
        company, source, kind = turn_of(s).company, action.source, action.train
        if action.actor != company:
            return refuse("turn.not-yours", "It is {company}'s turn.", company=company)
        if kind not in s.box.trains or action.side != side_of(s, kind):
            return refuse("train.unknown", "There is no train {train}.", train=kind)
        if source not in (DEPOT, POOL) and (source not in s.floated or source == company):
            return refuse("train.source", "{source} sells no trains.", source=source)
        if source == DEPOT and kind not in new_kinds(s):
            return refuse(
                "train.cheapest", "New trains are sold in order; {train} is not on sale.", train=kind
            )
        if source != DEPOT and kind not in for_sale(s, source):
            return refuse(
                self._why_none(s, source, kind),
                "{source} has no train {train} to sell.",
                source=source,
                train=kind,
            )
        if len(trains_of(s, company)) >= s.phase.train_limit:
            return refuse(
                f"train.limit.{s.phase.id}",
                "{company} has {limit} trains, the limit of this phase.",
                company=company,
                limit=s.phase.train_limit,
            )
        if source == DEPOT and turn_of(s).done.count(NEW) >= s.box.new_trains[s.phase.id]:
            rule = "18DO-4.5.7.1-6" if s.phase.colours == ("yellow",) else "18DO-4.5.7.1-7"
            return refuse(rule, "{company} has bought its new trains of this turn.", company=company)
        if source in (DEPOT, POOL):
            price = s.box.trains[kind].price
            if action.price != price:
                rule = "18DO-4.5.7.1-1" if source == DEPOT else "18DO-4.5.7-6"
                return refuse(rule, "The price is {price}.", price=price)
        elif action.price < 1:
            return refuse("train.least-price", "The price is at least 1.")
        elif action.price < least_offer(s, source, kind):
            return refuse("train.declined", "{seller} has declined as much.", seller=source)
        return self.barred(s, company, action)

    def _why_none(self, s: State18DO, source: str, kind: str) -> str:
        """The rule by which a seller has no such card for the railway on turn."""
        cards = [card for card in trains_of(s, source) if kind_of_card(card) == kind]
        if source == POOL and cards:
            return "18DO-4.5.7-6"  # its own, given up in this turn
        return "18DO-4.5.7.3-7" if cards else "train.none"

    def cheapest(self, s: State18DO, company: str) -> int | None:
        """The lowest price of a train that the railway on turn may buy from the bank; None if there is none."""
        offers = [offer for offer in self.offers(s) if offer.source in (DEPOT, POOL)]
        return min((offer.price for offer in offers if self.why_not(s, offer) is None), default=None)

    def must_buy(self, s: State18DO, company: str) -> bool:
        """A railway in operation owns a train at the end of its turn, route or not (18DO-4.5.7.4-1)."""
        return not trains_of(s, company) and self.cheapest(s, company) is not None

    def is_short(self, s: State18DO, company: str) -> bool:
        """Whether the treasury is below every train that it must choose from (18DO-4.5.7.4-5)."""
        price = None if trains_of(s, company) else self.cheapest(s, company)
        return price is not None and s.cash[company] < price

    def from_treasury(self, s: State18DO, action: BuyTrain) -> Refusal | None:
        """Trains are paid for by the railway alone."""
        company = action.actor
        if action.price <= s.cash[company]:
            return None
        other = action.source not in (DEPOT, POOL) and not trains_of(s, company)
        rule = "18DO-4.5.7.4-3" if other else "18DO-4.5.7-1"
        return refuse(rule, "{company} has {cash}.", company=company, cash=s.cash[company])

    def apply(self, s: State18DO, player: str, action: BuyTrain) -> None:
        owner = president(s, action.source) if action.source not in (DEPOT, POOL) else ""
        if owner and owner != president(s, action.actor):
            values: dict[str, Any] = {"train": action.train, "source": action.source, "price": action.price}
            s.note("asks", company=action.actor, player=owner, **values)
            s.push(ConsentFrame(self.consent, owner, action))
        else:
            self.buy(s, action)

    def buy(self, s: State18DO, action: BuyTrain) -> None:
        """The purchase itself, and what it sets off."""
        company, source, kind = action.actor, action.source, action.train
        card = self.pick(s, [c for c in cards_for_sale(s, source) if kind_of_card(c) == kind])
        values: dict[str, Any] = {"train": kind, "side": action.side, "source": source, "price": action.price}
        s.note("buys-train", company=company, **values)
        s.transfer(company, BANK if source in (DEPOT, POOL) else source, action.price, "train")
        move_card(s, card, source, company)
        s.sides[card] = action.side
        if source not in (DEPOT, POOL):
            self.handed(s, card)
        did(s, NEW if source == DEPOT else "train")
        if turn_of(s).at == 0:  # the early purchase is a single one
            next_step(s)
        if source == DEPOT and leaves_depot(s, card):
            self.entered(s)
            push_discards(s, self.discards)


@dataclass(frozen=True)
class EarlyTrain(TurnStep):
    """BME, CME and RhE may buy one train before their tile in their first operating round (18DO-4.3.2.1-1)."""

    market: Market
    action = BuyTrain

    def idle(self, s: State18DO, company: str) -> bool:
        return not any(self.why_not(s, "", offer) is None for offer in _least(self.candidates(s, "")))

    def candidates(self, s: State18DO, player: str) -> Iterable[BuyTrain]:
        company = turn_of(s).company
        early = s.box.charters[company].early_train and company not in s.veterans
        return self.market.offers(s) if early else ()

    def why_not(self, s: State18DO, player: str, action: BuyTrain) -> Refusal | None:
        company = turn_of(s).company
        if not s.box.charters[company].early_train or company in s.veterans:
            return refuse("18DO-4.3.2.1-3", "{company} buys trains at the end of its turn.", company=company)
        if turn_of(s).at > 0:
            return refuse("turn.order", "The steps of a railway's turn have a fixed order.")
        return self.market.why_not(s, action) or self.market.from_treasury(s, action)

    def apply(self, s: State18DO, player: str, action: BuyTrain) -> None:
        self.market.apply(s, player, action)


@dataclass(frozen=True)
class BuyTrains(TurnStep):
    """A railway buys trains from its treasury; one without a train must, and is helped to it if need be."""

    market: Market
    can_sell_own: Callable[[State18DO, str], bool]
    rescue: Callable[[State18DO, BuyTrain], None] = forced.raise_money
    must_more: Callable[[State18DO, str], Refusal | None] = lambda s, company: None  # further duties
    beside: tuple[Step[Any, Any], ...] = ()  # what else can be bought in this step
    action = BuyTrain

    def also(self) -> tuple[Step[Any, Any], ...]:
        return self.beside

    def idle(self, s: State18DO, company: str) -> bool:
        if self.market.must_buy(s, company):
            return False
        if any(self.why_not(s, "", offer) is None for offer in _least(self.candidates(s, ""))):
            return False
        return not any(step.why_not(s, "", a) is None for step in self.beside for a in step.candidates(s, ""))

    def may_pass(self, s: State18DO, company: str) -> Refusal | None:
        if self.market.must_buy(s, company):
            return refuse("18DO-4.5.7.4-1", "{company} must own a train.", company=company)
        return self.must_more(s, company)

    def candidates(self, s: State18DO, player: str) -> Iterable[BuyTrain]:
        return self.market.offers(s)

    def why_not(self, s: State18DO, player: str, action: BuyTrain) -> Refusal | None:
        refusal = self.market.why_not(s, action)
        if refusal or action.price <= s.cash[action.actor]:
            return refusal
        company = action.actor
        if action.source not in (DEPOT, POOL) or not self.market.is_short(s, company):
            return self.market.from_treasury(s, action)
        if self.can_sell_own(s, company):
            return refuse("18DO-4.5.7.4-4", "{company} first sells an own certificate.", company=company)
        if action.source == DEPOT and action.train != new_kinds(s)[0]:
            return refuse("18DO-4.5.7.5-3", "A forced purchase takes the cheaper new train.")
        return None

    def apply(self, s: State18DO, player: str, action: BuyTrain) -> None:
        if action.price > s.cash[action.actor]:
            self.rescue(s, action)
            if action.price > s.cash[action.actor]:  # the company did not outlive its sales
                return
        self.market.apply(s, player, action)


def _least(offers: Iterable[BuyTrain]) -> Iterable[BuyTrain]:
    return (offer.at(offer.span.lo) if offer.span else offer for offer in offers)
