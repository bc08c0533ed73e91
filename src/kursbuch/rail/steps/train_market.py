"""Where trains are sold: what is on offer at which price, whose word a purchase needs, what it sets off."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic

from kursbuch.core import BANK, Refusal, Span, refuse
from kursbuch.rail.actions import BuyTrain
from kursbuch.rail.box import kind_of_card
from kursbuch.rail.paper.holdings import president
from kursbuch.rail.rounds import did, turn_of
from kursbuch.rail.rounds.deeds import Deed
from kursbuch.rail.state import DEPOT, POOL, RailState, S
from kursbuch.rail.steps.consent import ConsentFrame, least_offer, named_train, side_in_use
from kursbuch.rail.steps.discard import push_discards
from kursbuch.rail.trains.depot import leaves_depot, move_card, new_kinds, trains_of

BANKS = (DEPOT, POOL)  # where the bank sells trains


def treasury(s: RailState, company: str, kind: str) -> int:
    """A company offers others what it has."""
    return s.cash[company]


def from_treasury(s: RailState, action: BuyTrain) -> Refusal | None:
    """A company pays for its trains alone."""
    if action.price <= s.cash[action.actor]:
        return None
    return refuse("train.cash", "{company} has {cash}.", company=action.actor, cash=s.cash[action.actor])


@dataclass(frozen=True)
class Payment(Generic[S]):
    """Who pays for a train, and how far."""

    most: Callable[[S, str, str], int] = treasury  # what a company can offer another for a kind of train
    why_not: Callable[[S, BuyTrain], Refusal | None] = from_treasury
    fund: Callable[[S, str, int], None] = lambda s, company, lacking: None  # brings what the treasury lacks


TREASURY: Payment[RailState] = Payment()


def leader_of(s: RailState, player: str, action: BuyTrain) -> str:
    """Whose word a purchase from another company needs: its president's, if that is somebody else."""
    owner = president(s, action.source)
    return "" if owner == player else owner


def bought_one(s: RailState, company: str, card: str, source: str) -> None:
    """The turn remembers that a train was bought."""
    did(s, Deed("train"))


def printed_price(s: RailState, kind: str, side: str) -> int:
    """What the bank asks for a train that is used as one of its sides."""
    return s.box.trains[kind].price_as(side)


@dataclass(frozen=True)
class TrainMarket(Generic[S]):
    """What every purchase of a train has in common.

    `keeps_side`: a train that changes hands stays on its side. `rule_for` is for a title that tells apart what is one
    rule here: it gives the rule point for a refusal, or the rule as it is.
    """

    new: Callable[[S], list[str]] = new_kinds  # the kinds of new trains on sale
    cards: Callable[[S, str], Sequence[str]] = trains_of  # those of the pool or a company that are for sale
    sellers: Callable[[S], Sequence[str]] = lambda s: s.founded  # the companies that may sell
    keeps_side: bool = False
    new_sides: Callable[[S, str], Iterable[str]] = lambda s, kind: s.box.trains[kind].sides
    price: Callable[[S, str, str], int] = printed_price
    least: Callable[[S], int] = lambda s: 1  # what a train of another company costs at least
    barred: Callable[[S, str, BuyTrain], Refusal | None] = lambda s, company, purchase: None
    rule_for: Callable[[S, BuyTrain, str], str] = lambda s, purchase, rule: rule
    payment: Payment[S] = TREASURY
    asks: Callable[[S, str, BuyTrain], str] = leader_of  # whose word a purchase of a company's train needs
    restock: Callable[[S, str], None] = lambda s, kind: None  # puts out a card of a kind that never runs out
    pick: Callable[[S, list[str]], str] = lambda s, cards: cards[0]  # which of equal cards changes hands
    taken: Callable[[S, str, str, str], None] = bought_one  # a company has got a card, and where from
    entered: Callable[[S], None] = lambda s: None  # a new phase has begun
    bought: Callable[[S, str, str], None] = lambda s, company, source: None
    over: Callable[[S], Iterable[str]] = lambda s: s.prices.order()  # in which order trains are given up
    consent: str = "consent"
    discards: str = "discards"

    # -- what is on offer -------------------------------------------------------------------------

    def kinds(self, s: S, source: str) -> list[str]:
        """The kinds of train that somebody sells."""
        found = s.findings
        if found is None:
            return self._kinds(s, source)
        key = (id(self), source)
        if key not in found:
            found[key] = self._kinds(s, source)
        kinds: list[str] = found[key]
        return kinds

    def _kinds(self, s: S, source: str) -> list[str]:
        if source == DEPOT:
            return self.new(s)
        return list(dict.fromkeys([kind_of_card(card) for card in self.cards(s, source)]))

    def sides(self, s: S, kind: str, source: str) -> Iterable[str]:
        """The sides a train can be bought as."""
        if source == DEPOT:
            return self.new_sides(s, kind)
        if not self.keeps_side:
            return s.box.trains[kind].sides
        return self.used(s, source, kind)

    def is_full(self, s: S, company: str) -> bool:
        """Whether a company has as many trains as it may."""
        return len(trains_of(s, company)) >= s.phase.train_limit

    def offers(self, s: S) -> Iterator[BuyTrain]:
        """What the company on turn could buy; of other companies for any price it can offer."""
        yield from self.offers_of_bank(s)
        yield from self.offers_of_others(s)

    def offers_of_bank(self, s: S) -> Iterator[BuyTrain]:
        """What the company on turn could buy from the depot and the pool."""
        company = turn_of(s).company
        if self.is_full(s, company):
            return
        for source in BANKS:
            for kind in self.kinds(s, source):
                for side in self.sides(s, kind, source):
                    yield BuyTrain(company, kind, side, source, self.price(s, kind, side))

    def offers_of_others(self, s: S) -> Iterator[BuyTrain]:
        """What the company on turn could buy from other companies, for any price it can offer."""
        company = turn_of(s).company
        if self.is_full(s, company):
            return
        for other in self.sellers(s):
            if other != company:
                for kind in self.kinds(s, other):
                    hi = self.payment.most(s, company, kind)
                    for side in self.sides(s, kind, other):
                        lo = self.least_for(s, other, kind, side)
                        if lo <= hi:
                            yield BuyTrain(company, kind, side, other, lo, span=Span(lo, hi))

    def least_for(self, s: S, source: str, kind: str, side: str) -> int:
        """The least that a company can offer for a card that another uses as this side, or has to use so."""
        return max(self.least(s), self._least_offer(s, source, kind, side))

    def _least_offer(self, s: S, source: str, kind: str, side: str) -> int:
        """The least worth offering for a card: more than was declined for it, be it as another side."""
        if not turn_of(s).declined:
            return 1
        used = self.used(s, source, kind)
        same = (side,) if side in used and len(used) > 1 else s.box.trains[kind].sides
        return max(least_offer(s, source, named_train(kind, side)) for side in same)

    def used(self, s: S, source: str, kind: str) -> Collection[str]:
        """The sides as which a company uses its trains of a kind."""
        return dict.fromkeys([s.sides[card] for card in self.cards(s, source) if kind_of_card(card) == kind])

    # -- the rules --------------------------------------------------------------------------------

    def legal(self, s: S, why_not_paid: Callable[[S, BuyTrain], Refusal | None]) -> Iterator[BuyTrain]:
        """The offers that can be taken up: they are on offer at their price, so that is not asked of each again."""
        for offer in self.offers(s):
            # an offer that leaves the price open names the lowest
            ends = (offer,) if offer.span is None else (offer, offer.at(offer.span.hi))
            if not any([self.barred(s, one.actor, one) or why_not_paid(s, one) for one in ends]):
                yield offer

    def sells_any(self, s: S, why_not_paid: Callable[[S, BuyTrain], Refusal | None]) -> bool:
        """Whether any offer can be taken up, at the lowest price it can be made for."""
        return any(
            not (self.barred(s, offer.actor, offer) or why_not_paid(s, offer)) for offer in self.offers(s)
        )

    def why_not(self, s: S, action: BuyTrain) -> Refusal | None:
        """Why a train is not to be had, whoever pays for it."""
        company, source, kind = turn_of(s).company, action.source, action.train
        if action.actor != company:
            return refuse("turn.other-company", "It is {company}'s turn.", company=company)
        if kind not in s.box.trains:
            return refuse("train.unknown", "There is no train {train}.", train=kind)
        if source not in BANKS and (source not in self.sellers(s) or source == company):
            return refuse("train.source", "{source} sells no trains.", source=source)
        if refusal := self._not_on_offer(s, action):
            return refusal
        if self.is_full(s, company):
            return refuse(
                f"train.limit.{s.phase.id}",
                "{company} has {limit} trains, the limit of this phase.",
                company=company,
                limit=s.phase.train_limit,
            )
        return self._wrong_price(s, action) or self.barred(s, company, action)

    def _not_on_offer(self, s: S, action: BuyTrain) -> Refusal | None:
        source, kind = action.source, action.train
        if kind not in self.kinds(s, source):
            if source == DEPOT:
                return refuse(
                    self.rule_for(s, action, "train.cheapest"),
                    "New trains are sold in order; {train} is not on sale.",
                    train=kind,
                )
            return refuse(
                self.rule_for(s, action, "train.none"),
                "{source} has no train {train} to sell.",
                source=source,
                train=kind,
            )
        if action.side not in self.sides(s, kind, source):
            return refuse(
                self.rule_for(s, action, "train.side"),
                "{train} cannot be used as {side}.",
                train=kind,
                side=action.side,
            )
        return None

    def _wrong_price(self, s: S, action: BuyTrain) -> Refusal | None:
        source, kind = action.source, action.train
        if source in BANKS:
            price = self.price(s, kind, action.side)
            if action.price == price:
                return None
            rule = self.rule_for(s, action, "train.face-value")
            return refuse(rule, "The price is {price}.", price=price)
        if action.price < self.least(s):
            rule = self.rule_for(s, action, "train.least-price")
            return refuse(rule, "The price is at least {least}.", least=self.least(s))
        if action.price < self._least_offer(s, source, kind, side_in_use(action)):
            return refuse("train.declined", "{seller} has declined as much.", seller=source)
        return None

    # -- what happens -----------------------------------------------------------------------------

    def apply(self, s: S, player: str, action: BuyTrain) -> None:
        """Buy a train, or ask whoever leads the company that sells it."""
        owner = self.asks(s, player, action) if action.source not in BANKS else ""
        if not owner:
            self.buy(s, action)
            return
        s.note(
            "asks",
            company=action.actor,
            player=owner,
            train=action.train,
            source=action.source,
            price=action.price,
        )
        s.push(ConsentFrame(self.consent, owner, action))

    def buy(self, s: S, action: BuyTrain) -> None:
        """The purchase itself, agreed to by all."""
        source, kind, side = action.source, action.train, action.side
        if source == DEPOT:
            self.restock(s, kind)
        cards = trains_of(s, DEPOT) if source == DEPOT else self.cards(s, source)
        kept = self.keeps_side and source != DEPOT
        fitting = [c for c in cards if kind_of_card(c) == kind and (not kept or s.sides[c] == side)]
        meant = side_in_use(action)  # who sells keeps what is used otherwise
        as_used = [c for c in fitting if s.sides.get(c) == meant]
        self.sell(s, action.actor, self.pick(s, as_used or fitting), side, source, action.price)

    def sell(self, s: S, company: str, card: str, side: str, source: str, price: int) -> None:
        """A company pays for a card and takes it."""
        if price > s.cash[company]:
            self.payment.fund(s, company, price - s.cash[company])
        s.note("buys-train", company=company, train=kind_of_card(card), side=side, source=source, price=price)
        s.transfer(company, BANK if source in BANKS else source, price, "train")
        self.take(s, company, card, side, source)

    def take(self, s: S, company: str, card: str, side: str, source: str) -> None:
        """A card changes hands; a new one may begin a phase."""
        move_card(s, card, source, company)
        s.sides[card] = side
        self.taken(s, company, card, source)
        if source == DEPOT and leaves_depot(s, card):
            self.entered(s)
            push_discards(s, self.discards, self.over(s))
        self.bought(s, company, source)


def at_least(offers: Iterable[BuyTrain]) -> Iterator[BuyTrain]:
    """Offers at the lowest price they can be made for."""
    return (offer.at(offer.span.lo) if offer.span else offer for offer in offers)
