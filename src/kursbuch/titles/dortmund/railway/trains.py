"""Buying trains in the Railway Game (18DO §4.5.7)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from kursbuch.core import Refusal, Step, once, refuse
from kursbuch.rail.actions import BuyTrain
from kursbuch.rail.box import kind_of_card
from kursbuch.rail.paper.holdings import president
from kursbuch.rail.rounds import TurnFrame, TurnStep, did, next_step, turn_of
from kursbuch.rail.rounds.deeds import Deed
from kursbuch.rail.state import DEPOT, POOL
from kursbuch.rail.steps.train_market import BANKS, Payment, TrainMarket, at_least, leader_of
from kursbuch.rail.trains.depot import new_kinds, trains_of
from kursbuch.titles.dortmund.railway import forced
from kursbuch.titles.dortmund.railway.state import D, State18DO

NEW = Deed("new train")  # what a turn remembers of a purchase from the display
GAVE_UP = "gave up"  # ... and of a card that the railway on turn had to put into the pool


def gave_up(s: State18DO, company: str, card: str) -> None:
    """A railway over the limit has put a card into the pool: that is for the others (18DO-4.5.7-6)."""
    if any(isinstance(frame, TurnFrame) and frame.company == company for frame in s.stack):
        did(s, Deed(GAVE_UP, card))


@once
def cards_for_sale(s: State18DO, owner: str) -> list[str]:
    """The cards that the pool or a railway could sell to the railway on turn: none on its last run, none that it had
    to give up itself in this turn.
    """
    given_up = [deed.of for deed in turn_of(s).done if deed.what == GAVE_UP]
    return [c for c in trains_of(s, owner) if c not in s.last_runs and c not in given_up]


def rule_for(s: State18DO, action: BuyTrain, rule: str) -> str:
    """What the book tells apart: prices of new and used trains, and why somebody has no such card to sell."""
    source = action.source
    if rule == "train.face-value":
        return "18DO-4.5.7.1-1" if source == DEPOT else "18DO-4.5.7-6"
    if rule == "train.none" and any(kind_of_card(card) == action.train for card in trains_of(s, source)):
        return (
            "18DO-4.5.7-6" if source == POOL else "18DO-4.5.7.3-7"
        )  # given up in this turn; on its last run
    return rule


def why_no_more(s: State18DO, company: str, action: BuyTrain) -> Refusal | None:
    """How many new trains a railway buys in a turn depends on the phase (18DO-4.5.7.1-6, 18DO-4.5.7.1-7)."""
    if action.source != DEPOT or turn_of(s).done.count(NEW) < s.box.new_trains[s.phase.id]:
        return None
    rule = "18DO-4.5.7.1-6" if s.phase.colours == ("yellow",) else "18DO-4.5.7.1-7"
    return refuse(rule, "{company} has bought its new trains of this turn.", company=company)


def director_of(s: State18DO, player: str, action: BuyTrain) -> str:
    """The director of the selling railway is asked, unless both are led by the same (18DO-4.5.7.2-2)."""
    return leader_of(s, president(s, action.actor), action)


def from_treasury(s: State18DO, action: BuyTrain) -> Refusal | None:
    """Trains are paid for by the railway alone."""
    company = action.actor
    if action.price <= s.cash[company]:
        return None
    other = action.source not in BANKS and not trains_of(s, company)
    rule = "18DO-4.5.7.4-3" if other else "18DO-4.5.7-1"
    return refuse(rule, "{company} has {cash}.", company=company, cash=s.cash[company])


def train_market(
    entered: Callable[[D], None],
    barred: Callable[[D, str, BuyTrain], Refusal | None],
    handed: Callable[[D, str], None] = lambda s, card: None,
    pick: Callable[[D, list[str]], str] = lambda s, cards: cards[0],
) -> TrainMarket[D]:
    """Where railways buy trains. `handed`: a train has gone from one railway to another; `pick`: which of equal cards
    changes hands.
    """

    def why_not(s: D, company: str, action: BuyTrain) -> Refusal | None:
        return why_no_more(s, company, action) or barred(s, company, action)

    def taken(s: D, company: str, card: str, source: str) -> None:
        if source not in BANKS:
            handed(s, card)
        did(s, NEW if source == DEPOT else Deed("train"))
        if turn_of(s).at == 0:  # the early purchase is a single one
            next_step(s)

    return TrainMarket(
        cards=cards_for_sale,
        sellers=lambda s: s.floated,
        barred=why_not,
        rule_for=rule_for,
        payment=Payment(why_not=from_treasury),
        asks=director_of,
        pick=pick,
        taken=taken,
        entered=entered,
    )


def cheapest(s: D, market: TrainMarket[D]) -> int | None:
    """The lowest price of a train that the railway on turn may buy from the bank; None if there is none."""
    offers = market.offers_of_bank(s)
    return min((offer.price for offer in offers if market.why_not(s, offer) is None), default=None)


def must_buy(s: D, company: str, market: TrainMarket[D]) -> bool:
    """A railway in operation owns a train at the end of its turn, route or not (18DO-4.5.7.4-1). If the bank has
    none, one of another railway of the same director will do, who has to ask nobody (18DO-4.5.7.4-2).
    """
    if trains_of(s, company):
        return False
    return cheapest(s, market) is not None or _has_among_own(s, market)


def _has_among_own(s: D, market: TrainMarket[D]) -> bool:
    """Whether another railway of the same director can sell the railway on turn a train."""
    own = (offer for offer in market.offers_of_others(s) if not market.asks(s, "", offer))
    return any(market.why_not(s, offer) is None for offer in at_least(own))


def is_short(s: D, company: str, market: TrainMarket[D]) -> bool:
    """Whether the treasury is below every train that it must choose from (18DO-4.5.7.4-5)."""
    price = None if trains_of(s, company) else cheapest(s, market)
    return price is not None and s.cash[company] < price


@dataclass(frozen=True)
class EarlyTrain(TurnStep[D, BuyTrain]):
    """BME, CME and RhE may buy one train before their tile in their first operating round (18DO-4.3.2.1-1)."""

    market: TrainMarket[D]
    beside: tuple[Step[D, Any], ...] = ()  # further ways to buy one
    action = BuyTrain

    def also(self) -> tuple[Step[D, Any], ...]:
        return self.beside

    def idle(self, s: D, company: str) -> bool:
        return not self.possible(s)

    def candidates(self, s: D, player: str) -> Iterable[BuyTrain]:
        company = turn_of(s).company
        early = s.box.charters[company].early_train and company not in s.veterans
        return self.market.offers(s) if early else ()

    def why_not(self, s: D, player: str, action: BuyTrain) -> Refusal | None:
        company = turn_of(s).company
        if not s.box.charters[company].early_train or company in s.veterans:
            return refuse("18DO-4.3.2.1-3", "{company} buys trains at the end of its turn.", company=company)
        if turn_of(s).at > 0:
            return refuse("turn.order", "The steps of a railway's turn have a fixed order.")
        return self.market.why_not(s, action) or from_treasury(s, action)

    def apply(self, s: D, player: str, action: BuyTrain) -> None:
        self.market.apply(s, player, action)


@dataclass(frozen=True)
class BuyTrains(TurnStep[D, BuyTrain]):
    """A railway buys trains from its treasury; one without a train must, and is helped to it if need be."""

    market: TrainMarket[D]
    sells_first: Callable[[D, str], bool]  # whether an own certificate has to go before a forced purchase
    rescue: Callable[[D, BuyTrain], None] = forced.raise_money
    must_more: Callable[[D, str], Refusal | None] = lambda s, company: None  # further duties
    beside: tuple[Step[D, Any], ...] = ()  # what else can be bought in this step
    action = BuyTrain

    def also(self) -> tuple[Step[D, Any], ...]:
        return self.beside

    def idle(self, s: D, company: str) -> bool:
        if must_buy(s, company, self.market):
            return False
        return not any(step.possible(s) for step in (self, *self.beside))

    def may_pass(self, s: D, company: str) -> Refusal | None:
        if must_buy(s, company, self.market):
            return refuse("18DO-4.5.7.4-1", "{company} must own a train.", company=company)
        return self.must_more(s, company)

    def candidates(self, s: D, player: str) -> Iterable[BuyTrain]:
        return self.market.offers(s)

    def legal(self, s: D, player: str) -> Iterable[BuyTrain]:
        return self.market.legal(s, self._why_not_paid)

    def possible(self, s: D, player: str = "") -> bool:
        return self.market.sells_any(s, self._why_not_paid)

    def why_not(self, s: D, player: str, action: BuyTrain) -> Refusal | None:
        return self.market.why_not(s, action) or self._why_not_paid(s, action)

    def _why_not_paid(self, s: D, action: BuyTrain) -> Refusal | None:
        company = action.actor
        if action.price <= s.cash[company]:
            return None
        if action.source not in BANKS or not is_short(s, company, self.market):
            return from_treasury(s, action)
        if self.sells_first(s, company):
            return refuse("18DO-4.5.7.4-4", "{company} first sells an own certificate.", company=company)
        if action.source == DEPOT and action.train != new_kinds(s)[0]:
            return refuse("18DO-4.5.7.5-3", "A forced purchase takes the cheaper new train.")
        return None

    def apply(self, s: D, player: str, action: BuyTrain) -> None:
        if action.price > s.cash[action.actor]:
            self.rescue(s, action)
            if (
                action.price > s.cash[action.actor]
            ):  # its director is asked first, or it did not outlive its sales
                return
        self.market.apply(s, player, action)
