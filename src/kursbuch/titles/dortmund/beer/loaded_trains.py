"""Buying a train of another railway with the beer that is on it, where that railway has one of its kind with less.

A purchase that says nothing of beer takes the one with least (18DO-6.5.1-16); this one names the load.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

from kursbuch.core import Refusal, Span, Step, refuse
from kursbuch.rail.actions import BuyTrain
from kursbuch.rail.box import kind_of_card
from kursbuch.rail.rounds import turn_of
from kursbuch.rail.steps.consent import Answer, AskedFrame, least_offer
from kursbuch.rail.steps.train_market import TrainMarket
from kursbuch.titles.dortmund.beer.actions import BuyLoaded
from kursbuch.titles.dortmund.beer.export import load_of
from kursbuch.titles.dortmund.beer.state import BeerState
from kursbuch.titles.dortmund.railway.trains import from_treasury

CONSENT = "loaded-trade"  # the stage in which the seller's director answers
UNHEARD_OF = 1_000_000  # a price that nobody has declined


def _named(offer: BuyLoaded) -> str:
    """What a declined offer was about."""
    return f"{offer.train} with {offer.cubes}"


def _plainly(s: BeerState, offer: BuyLoaded, price: int) -> BuyTrain:
    """The purchase of just any train of the kind."""
    sides = s.box.trains[offer.train].sides if offer.train in s.box.trains else {offer.train: None}
    return BuyTrain(offer.actor, offer.train, next(iter(sides)), offer.source, price)


@dataclass(frozen=True)
class BuyWithBeer(Step[BeerState, BuyLoaded]):
    """The railway on turn buys a train that bears more beer than others of its kind and owner."""

    market: TrainMarket[BeerState]
    action = BuyLoaded

    def cards(self, s: BeerState, source: str, kind: str) -> dict[int, str]:
        """The trains of a kind that have to be named by their beer, one for each load."""
        alike = {load_of(s, c): c for c in self.market.cards(s, source) if kind_of_card(c) == kind}
        return {cubes: alike[cubes] for cubes in sorted(alike)[1:]}

    def candidates(self, s: BeerState, player: str) -> Iterator[BuyLoaded]:
        company = turn_of(s).company
        for source in self.market.sellers(s) if s.loaded else ():
            for kind in self.market.kinds(s, source) if source != company else ():
                for cubes in self.cards(s, source, kind):
                    offer = BuyLoaded(company, kind, cubes, source, 1)
                    lo = least_offer(s, source, _named(offer))
                    if lo <= s.cash[company]:
                        yield replace(offer, price=lo, span=Span(lo, s.cash[company]))

    def why_not(self, s: BeerState, player: str, action: BuyLoaded) -> Refusal | None:
        if refusal := self.market.why_not(s, _plainly(s, action, UNHEARD_OF)):
            return refusal
        if action.cubes not in self.cards(s, action.source, action.train):
            return refuse(
                "18DO-6.5.1-16",
                "{company} has no train {train} with {cubes} cubes beside one with less.",
                company=action.source,
                train=action.train,
                cubes=action.cubes,
            )
        if action.price < 1:
            return refuse("train.least-price", "The price is at least {least}.", least=1)
        if action.price < least_offer(s, action.source, _named(action)):
            return refuse("train.declined", "{seller} has declined as much.", seller=action.source)
        return from_treasury(s, _plainly(s, action, action.price))

    def apply(self, s: BeerState, player: str, action: BuyLoaded) -> None:
        owner = self.market.asks(s, player, _plainly(s, action, action.price))
        if not owner:
            self.buy(s, action)
            return
        s.note(
            "asks-loaded",
            company=action.actor,
            player=owner,
            train=action.train,
            cubes=action.cubes,
            source=action.source,
            price=action.price,
        )
        s.push(AskedFrame(CONSENT, owner, action))

    def buy(self, s: BeerState, action: BuyLoaded) -> None:
        """The purchase itself, agreed to by all."""
        card = self.cards(s, action.source, action.train)[action.cubes]
        self.market.sell(s, action.actor, card, s.sides[card], action.source, action.price)


class LoadedConsent(Answer[AskedFrame]):
    """The director of the selling railway agrees or declines."""

    def __init__(self, purchase: BuyWithBeer) -> None:
        super().__init__(
            partial(BuyWithBeer.buy, purchase),
            lambda offer: (offer.source, _named(offer), offer.price),
            "train.consent",
        )
