"""Buying trains: broad and metre, the director's gift, credit, loco tokens, other companies (1853 §4.8)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from kursbuch.core import Refusal, Step, once, refuse
from kursbuch.rail.actions import BuyTrain
from kursbuch.rail.rounds import TurnStep, turn_of
from kursbuch.rail.state import DEPOT, POOL
from kursbuch.rail.steps.train_market import BANKS, Payment, TrainMarket
from kursbuch.rail.trains.depot import find_card, new_kinds, train_type, trains_of
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


@once
def on_sale(s: StateIndia) -> list[str]:
    """The kinds of new trains that the bank sells now; further 2/1M in the very first round (1853-4.8.17-1)."""
    kinds = new_kinds(s)
    return ["2", *kinds] if endless(s) and "2" not in kinds else kinds


def endless(s: StateIndia) -> bool:
    """In the very first operating round the 2/1M do not run out before the first 3 is sold."""
    return s.small_trains and s.phase.id == "2" and is_first_operating_round(s)


@once
def new_sides(s: StateIndia, kind: str) -> list[str]:
    """The sides a new train is sold as: a 2 also as 1M in games with small companies."""
    return [side for side in s.box.trains[kind].sides if side != "1M" or s.small_trains]


def is_metre(s: StateIndia, kind: str, side: str) -> bool:
    return s.box.trains[kind].gauges[side] == "metre"


@once
def why_not_this(s: StateIndia, company: str, kind: str, side: str, source: str) -> Refusal | None:
    """What a company may own: large ones no 1M, no metre train in phase 2; nobody above the limit."""
    if s.is_large(company) and side == "1M":
        point = "1853-4.8.18-1" if source in BANKS else "1853-4.8.9-2"
        return refuse(point, "Only small companies have 1M trains.")
    if s.is_large(company) and is_metre(s, kind, side) and s.phase.id == "2":
        return refuse("1853-4.8.15-1", "Large companies buy metre trains from phase 3 on.")
    if len(trains_of(s, company)) >= s.phase.train_limit:
        return refuse(
            "1853-4.8.5-1", "{company} has {limit} trains.", company=company, limit=s.phase.train_limit
        )
    return None


@once
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


def gift(s: StateIndia, company: str, lacking: int) -> None:
    """What the company lacks is its director's gift (1853-4.8.8-2)."""
    s.transfer(director(s, company), company, lacking, "gift")


def why_barred(s: StateIndia, company: str, action: BuyTrain) -> Refusal | None:
    """A train on credit is not sold on; some are not for every company."""
    if action.source not in BANKS and debt(s, action.source):
        return refuse("1853-3.4.5-1", "{seller} has its train on credit.", seller=action.source)
    return why_not_this(s, company, action.train, action.side, action.source)


def rule_for(s: StateIndia, action: BuyTrain, rule: str) -> str:
    """What the book tells apart: why the bank does not sell a new train yet, or any more."""
    kind, side = action.train, action.side
    if rule == "train.side" and side not in s.box.trains[kind].sides:
        return "1853-1-3"
    if rule == "train.side":
        return "1853-4.10.2-2" if side == "1M" and action.source == DEPOT else "1853-4.8.16-1"
    if rule != "train.cheapest":
        return rule
    if kind == "2":
        return "1853-4.8.17-2"
    if is_metre(s, kind, kind):
        return "1853-4.8.13-1"
    return "1853-4.8.16-2" if kind == "3" and s.small_trains else "1853-4.8.3-1"


def restock(s: StateIndia, kind: str) -> None:
    """Further 2/1M of the very first round."""
    if find_card(s, DEPOT, kind) is None:
        deal(s, kind, 1)


MARKET: TrainMarket[StateIndia] = TrainMarket(
    new=on_sale,
    keeps_side=True,
    new_sides=new_sides,
    least=lambda s: s.box.least_train_price,
    barred=why_barred,
    rule_for=rule_for,
    payment=Payment(
        most=lambda s, company, kind: purse(s, company),
        why_not=lambda s, action: why_not_pay(s, action.actor, action.price),
        fund=gift,
    ),
    restock=restock,
    entered=forget_debts,
    over=lambda s: s.box.companies,  # 1 to 8, like everything (1853-4-1)
)


@dataclass(frozen=True)
class BuyTrains(TurnStep):
    """A company buys trains at the end of its turn; it never has to."""

    action = BuyTrain

    def also(self) -> tuple[Step[StateIndia, Any], ...]:
        return (BuyOnCredit(), BuyByToken())

    def idle(self, s: StateIndia, company: str) -> bool:
        return not any(step.possible(s) for step in (self, *self.also()))

    def candidates(self, s: StateIndia, player: str) -> Iterable[BuyTrain]:
        return MARKET.offers(s)

    def legal(self, s: StateIndia, player: str) -> Iterable[BuyTrain]:
        return MARKET.legal(s, MARKET.payment.why_not)

    def possible(self, s: StateIndia, player: str = "") -> bool:
        return MARKET.sells_any(s, MARKET.payment.why_not)

    def why_not(self, s: StateIndia, player: str, action: BuyTrain) -> Refusal | None:
        return MARKET.why_not(s, action) or MARKET.payment.why_not(s, action)

    def apply(self, s: StateIndia, player: str, action: BuyTrain) -> None:
        MARKET.apply(s, player, action)


class BuyOnCredit(Step[StateIndia, TakeOnCredit]):
    """The manager of a company without a train, and without the money for the one it wants, takes it on credit; one
    of the next phase if the company hands its loco token in for it.
    """

    action = TakeOnCredit

    def candidates(self, s: StateIndia, player: str) -> Iterable[TakeOnCredit]:
        early = NEXT_METRE.get(s.phase.id)
        for kind in (*on_sale(s), *((early,) if early else ())):
            for side in new_sides(s, kind):
                yield TakeOnCredit(turn_of(s).company, kind, side)

    def why_not(self, s: StateIndia, player: str, action: TakeOnCredit) -> Refusal | None:
        company, kind, side = turn_of(s).company, action.train, action.side
        if action.actor != company:
            return refuse("turn.other-company", "It is {company}'s turn.", company=company)
        if director(s, company):
            return refuse("1853-4.8.10-1", "Only a manager takes a train on credit.")
        by_token = side == kind and why_no_token(s, company, kind) is None
        if not by_token and (kind not in on_sale(s) or side not in new_sides(s, kind)):
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
        if action.train not in on_sale(s):
            hand_in_token(s, company, action.train)
        restock(s, action.train)
        card = find_card(s, DEPOT, action.train)
        assert card is not None
        s.note("credit", company=company, train=action.train, side=action.side)
        s.debts[company] = card
        MARKET.take(s, company, card, action.side, DEPOT)


def why_no_token(s: StateIndia, company: str, kind: str) -> Refusal | None:
    """Why a company cannot get a metre train of the next phase for its loco token, whoever pays (1853 §4.8.19)."""
    if s.is_large(company) or company not in s.locos:
        return refuse("1853-4.8.19-1", "{company} has no loco token.", company=company)
    if is_first_operating_round(s):
        return refuse("1853-4.8.19-2", "Not in the first operating round of the game.")
    if metre_on_sale(s):
        return refuse("1853-4.8.19-3", "Metre trains are on sale.")
    if kind != NEXT_METRE.get(s.phase.id) or find_card(s, DEPOT, kind) is None:
        return refuse("1853-4.8.19-3", "The token is for a metre train of the next phase.")
    return None


def hand_in_token(s: StateIndia, company: str, kind: str) -> None:
    s.locos -= {company}
    s.note("loco-token", company=company, train=kind)


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
        if refusal := why_no_token(s, company, kind):
            return refusal
        return why_not_this(s, company, kind, kind, DEPOT) or why_not_pay(s, company, price_of(s, kind, kind))

    def apply(self, s: StateIndia, player: str, action: UseLocoToken) -> None:
        company, kind = action.actor, action.train
        card = find_card(s, DEPOT, kind)
        assert card is not None
        hand_in_token(s, company, kind)
        MARKET.sell(s, company, card, kind, DEPOT, price_of(s, kind, kind))


def metre_on_sale(s: StateIndia) -> bool:
    """Whether any metre train can be bought from the bank, new or used."""
    new = any(is_metre(s, kind, side) for kind in on_sale(s) for side in new_sides(s, kind))
    used = any(train_type(s, card).gauges[s.sides[card]] == "metre" for card in trains_of(s, POOL))
    return new or used
