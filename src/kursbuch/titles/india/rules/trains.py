"""Buying trains: broad and metre, the director's gift, credit, loco tokens, other companies (1853 §4.8)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from kursbuch.core import BANK, Refusal, Span, Step, refuse
from kursbuch.rail.actions import BuyTrain
from kursbuch.rail.box import kind_of_card
from kursbuch.rail.paper.holdings import president
from kursbuch.rail.rounds import TurnStep, did, turn_of
from kursbuch.rail.state import DEPOT, POOL
from kursbuch.rail.steps.consent import Answer, ConsentFrame
from kursbuch.rail.steps.discard import push_discards
from kursbuch.rail.trains.depot import find_card, leaves_depot, move_card, new_kinds, train_type, trains_of
from kursbuch.titles.india.rules.actions import TakeOnCredit, UseLocoToken
from kursbuch.titles.india.rules.credit import debt, forget_debts
from kursbuch.titles.india.rules.founding import deal
from kursbuch.titles.india.rules.holding import director
from kursbuch.titles.india.rules.state import StateIndia

NEXT_METRE = {"2": "2M", "3": "3M", "4": "4M"}  # of the phase after this one, for a loco token


def is_first_operating_round(s: StateIndia) -> bool:
    return s.stock_round == 1 and s.operating_round == 1


def price_of(s: StateIndia, kind: str, side: str) -> int:
    return s.box.trains[kind].price_as(side)


def on_sale(s: StateIndia) -> list[str]:
    """The kinds of new trains that the bank sells now; further 2/1M in the very first round (1853-4.8.17-1)."""
    kinds = new_kinds(s)
    if endless(s) and "2" not in kinds:
        kinds.insert(0, "2")
    return kinds


def endless(s: StateIndia) -> bool:
    """In the very first operating round the 2/1M do not run out before the first 3 is sold."""
    return s.small_trains and s.phase.id == "2" and is_first_operating_round(s)


def sides(s: StateIndia, kind: str, source: str) -> Iterable[str]:
    """The sides a train is sold as: a new 2 also as 1M in games with small companies; a used one as it is."""
    if source != DEPOT:
        return dict.fromkeys(s.sides[card] for card in trains_of(s, source) if kind_of_card(card) == kind)
    return [side for side in s.box.trains[kind].sides if side != "1M" or s.small_trains]


def is_metre(s: StateIndia, kind: str, side: str) -> bool:
    return s.box.trains[kind].gauges[side] == "metre"


def why_not_this(s: StateIndia, company: str, kind: str, side: str, source: str) -> Refusal | None:
    """What a company may own: large ones no 1M, no metre train in phase 2; nobody above the limit."""
    if s.is_large(company) and side == "1M":
        point = "1853-4.8.18-1" if source in (DEPOT, POOL) else "1853-4.8.9-2"
        return refuse(point, "Only small companies have 1M trains.")
    if s.is_large(company) and is_metre(s, kind, side) and s.phase.id == "2":
        return refuse("1853-4.8.15-1", "Large companies buy metre trains from phase 3 on.")
    if len(trains_of(s, company)) >= s.phase.train_limit:
        return refuse(
            "1853-4.8.5-1", "{company} has {limit} trains.", company=company, limit=s.phase.train_limit
        )
    return None


def purse(s: StateIndia, company: str) -> int:
    """What a company can pay: its own money, and what its director may give (1853-4.8.8-2)."""
    chief = director(s, company)
    return s.cash[company] + (s.cash[chief] if chief else 0)


def why_not_pay(s: StateIndia, company: str, price: int) -> Refusal | None:
    if debt(s, company):
        return refuse("1853-3.4.6-1", "{company} has a train on credit to pay for first.", company=company)
    if price > purse(s, company):
        point = "1853-4.8.8-2" if director(s, company) else "1853-4.8.8-1"
        return refuse(point, "{company} has {cash}.", company=company, cash=s.cash[company])
    return None


def hand_over(s: StateIndia, company: str, card: str, side: str, source: str, price: int) -> None:
    """Pay, take the card, and see what it sets off. What the company lacks is its director's gift."""
    lacking = max(0, price - s.cash[company])
    if lacking:
        s.transfer(director(s, company), company, lacking, "gift")
    kind = kind_of_card(card)
    s.note("buys-train", company=company, train=kind, side=side, source=source, price=price)
    s.transfer(company, BANK if source in (DEPOT, POOL) else source, price, "train")
    take(s, company, card, side, source)


def take(s: StateIndia, company: str, card: str, side: str, source: str) -> None:
    """The card changes hands; a first 3, 4 or 5 begins a phase."""
    move_card(s, card, source, company)
    s.sides[card] = side
    did(s, "train")
    if source == DEPOT and leaves_depot(s, card):
        forget_debts(s)
        push_discards(s, "discards", s.box.companies)  # 1 to 8, like everything (1853-4-1)


@dataclass(frozen=True)
class BuyTrains(TurnStep):
    """A company buys trains at the end of its turn; it never has to."""

    action = BuyTrain

    @property
    def also(self) -> tuple[Step[Any, Any], ...]:  # type: ignore[override]  # worked out, not stored
        return (BuyOnCredit(), BuyByToken())

    def idle(self, s: StateIndia, company: str) -> bool:
        for step in (self, *self.also):
            for offer in step.candidates(s, ""):
                if step.why_not(s, "", offer.at(offer.span.lo) if offer.span else offer) is None:
                    return False
        return True

    def candidates(self, s: StateIndia, player: str) -> Iterable[BuyTrain]:
        company = turn_of(s).company
        for source, kinds in ((DEPOT, on_sale(s)), (POOL, _kinds(s, POOL))):
            for kind in kinds:
                for side in sides(s, kind, source):
                    yield BuyTrain(company, kind, side, source, price_of(s, kind, side))
        for other in s.founded:
            if other != company:
                for kind in _kinds(s, other):
                    declined = [p for o, k, p in turn_of(s).declined if (o, k) == (other, kind)]
                    lo, hi = max([s.box.least_train_price, *(p + 1 for p in declined)]), purse(s, company)
                    if lo <= hi:
                        for side in sides(s, kind, other):
                            yield BuyTrain(company, kind, side, other, lo, span=Span(lo, hi))

    def why_not(self, s: StateIndia, player: str, action: BuyTrain) -> Refusal | None:
        company, kind, side, source = turn_of(s).company, action.train, action.side, action.source
        if action.actor != company:
            return refuse("turn.not-yours", "It is {company}'s turn.", company=company)
        if kind not in s.box.trains or side not in s.box.trains[kind].sides:
            return refuse("1853-1-3", "There is no train {train} as {side}.", train=kind, side=side)
        if source not in (DEPOT, POOL) and (source not in s.founded or source == company):
            return refuse("1853-4.8.9-1", "{source} sells no trains.", source=source)
        if source == DEPOT and kind not in on_sale(s):
            return _not_on_sale(s, kind)
        if side not in sides(s, kind, source):
            point = "1853-4.10.2-2" if side == "1M" and source == DEPOT else "1853-4.8.16-1"
            return refuse(point, "{source} has no train {side}.", source=source, side=side)
        if refusal := why_not_this(s, company, kind, side, source):
            return refusal
        if source in (DEPOT, POOL):
            if action.price != price_of(s, kind, side):
                return refuse("1853-4.8.2-1", "The price is {price}.", price=price_of(s, kind, side))
        elif refusal := self._not_of_company(s, action):
            return refusal
        return why_not_pay(s, company, action.price)

    @staticmethod
    def _not_of_company(s: StateIndia, action: BuyTrain) -> Refusal | None:
        seller, price = action.source, action.price
        if price < s.box.least_train_price:
            return refuse("1853-4.8.9-6", "The price is at least {least}.", least=s.box.least_train_price)
        if debt(s, seller):
            return refuse("1853-3.4.5-1", "{seller} has its train on credit.", seller=seller)
        if any((o, k) == (seller, action.train) and price <= p for o, k, p in turn_of(s).declined):
            return refuse("1853-4.8.9-4", "{seller} has declined as much.", seller=seller)
        return None

    def apply(self, s: StateIndia, player: str, action: BuyTrain) -> None:
        company, source = action.actor, action.source
        if source not in (DEPOT, POOL) and president(s, source) != player:
            owner = president(s, source)
            s.note(
                "asks", company=company, player=owner, train=action.train, source=source, price=action.price
            )
            s.push(ConsentFrame("consent", owner, action))
            return
        buy(s, action)


def buy(s: StateIndia, action: BuyTrain) -> None:
    company, source, kind, side = action.actor, action.source, action.train, action.side
    if source == DEPOT and find_card(s, DEPOT, kind) is None:
        deal(s, kind, 1)  # further 2/1M of the very first round
    card = find_card(s, source, kind, "" if source == DEPOT else side)
    assert card is not None
    hand_over(s, company, card, side, source, action.price)


def _kinds(s: StateIndia, owner: str) -> list[str]:
    return list(dict.fromkeys(kind_of_card(card) for card in trains_of(s, owner)))


def _not_on_sale(s: StateIndia, kind: str) -> Refusal:
    if kind == "2":
        point = "1853-4.8.17-2"
    elif is_metre(s, kind, kind):
        point = "1853-4.8.13-1"
    else:
        point = "1853-4.8.16-2" if kind == "3" and s.small_trains else "1853-4.8.3-1"
    return refuse(point, "{train} is not on sale.", train=kind)


class BuyOnCredit(Step[StateIndia, TakeOnCredit]):
    """The manager of a company without a train, and without the money for the one it wants, takes it on credit."""

    action = TakeOnCredit

    def candidates(self, s: StateIndia, player: str) -> Iterable[TakeOnCredit]:
        for kind in on_sale(s):
            for side in sides(s, kind, DEPOT):
                yield TakeOnCredit(turn_of(s).company, kind, side)

    def why_not(self, s: StateIndia, player: str, action: TakeOnCredit) -> Refusal | None:
        company, kind, side = turn_of(s).company, action.train, action.side
        if action.actor != company:
            return refuse("turn.not-yours", "It is {company}'s turn.", company=company)
        if director(s, company):
            return refuse("1853-4.8.10-1", "Only a manager takes a train on credit.")
        if kind not in on_sale(s) or side not in sides(s, kind, DEPOT):
            return refuse("1853-3.4.3-1", "The bank has no new train {train} on sale.", train=kind)
        if debt(s, company):
            return refuse("1853-3.4.3-3", "{company} has one train on credit.", company=company)
        if trains_of(s, company) or s.cash[company] >= price_of(s, kind, side):
            return refuse(
                "1853-3.4.3-2", "Credit is for a company that has no train and not the money for this one."
            )
        return why_not_this(s, company, kind, side, DEPOT)

    def apply(self, s: StateIndia, player: str, action: TakeOnCredit) -> None:
        company = action.actor
        if find_card(s, DEPOT, action.train) is None:
            deal(s, action.train, 1)
        card = find_card(s, DEPOT, action.train)
        assert card is not None
        s.note("credit", company=company, train=action.train, side=action.side)
        s.debts[company] = card
        take(s, company, card, action.side, DEPOT)


class BuyByToken(Step[StateIndia, UseLocoToken]):
    """A small company hands in its loco token for a metre train of the next phase (1853 §4.8.19)."""

    action = UseLocoToken

    def candidates(self, s: StateIndia, player: str) -> Iterable[UseLocoToken]:
        kind = NEXT_METRE.get(s.phase.id)
        if kind:
            yield UseLocoToken(turn_of(s).company, kind)

    def why_not(self, s: StateIndia, player: str, action: UseLocoToken) -> Refusal | None:
        company, kind = turn_of(s).company, action.train
        if action.actor != company:
            return refuse(
                "1853-4.8.19-5", "Only {company} can buy now, by a token of its own.", company=company
            )
        if s.is_large(company) or company not in s.locos:
            return refuse("1853-4.8.19-1", "{company} has no loco token.", company=company)
        if is_first_operating_round(s):
            return refuse("1853-4.8.19-2", "Not in the first operating round of the game.")
        if metre_on_sale(s):
            return refuse("1853-4.8.19-3", "Metre trains are on sale.")
        if kind != NEXT_METRE.get(s.phase.id) or find_card(s, DEPOT, kind) is None:
            return refuse("1853-4.8.19-3", "The token is for a metre train of the next phase.")
        return why_not_this(s, company, kind, kind, DEPOT) or why_not_pay(s, company, price_of(s, kind, kind))

    def apply(self, s: StateIndia, player: str, action: UseLocoToken) -> None:
        company, kind = action.actor, action.train
        card = find_card(s, DEPOT, kind)
        assert card is not None
        s.locos -= {company}
        s.note("loco-token", company=company, train=kind)
        hand_over(s, company, card, kind, DEPOT, price_of(s, kind, kind))


def metre_on_sale(s: StateIndia) -> bool:
    """Whether any metre train can be bought from the bank, new or used."""
    new = any(is_metre(s, kind, side) for kind in on_sale(s) for side in sides(s, kind, DEPOT))
    used = any(train_type(s, card).gauges[s.sides[card]] == "metre" for card in trains_of(s, POOL))
    return new or used


class Consent(Answer[ConsentFrame]):
    """Who leads the selling company agrees or declines (1853-4.8.9-4)."""

    kind = "consent"

    def __init__(self) -> None:
        super().__init__(buy, lambda offer: (offer.source, offer.train, offer.price), "1853-4.8.9-4")
