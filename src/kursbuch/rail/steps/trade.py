"""Handing a train in for a cheaper new one."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from kursbuch.core import BANK, Refusal, Step, refuse
from kursbuch.rail.actions import TradeTrain
from kursbuch.rail.box import kind_of_card
from kursbuch.rail.rounds import did, turn_of
from kursbuch.rail.rounds.deeds import Deed
from kursbuch.rail.state import DEPOT, POOL, S
from kursbuch.rail.steps.discard import push_discards
from kursbuch.rail.trains.depot import find_card, leaves_depot, move_card, new_kinds, trains_of


@dataclass(frozen=True)
class TradeIn(Step[S, TradeTrain]):
    """A company hands a train in and buys a new one with the discount for it; the old one goes to the pool.

    The number of its trains stays the same, so the limit does not matter, and its president may not help.
    """

    discards: str
    bought: Callable[[S, str, str], None]
    action = TradeTrain

    def candidates(self, s: S, player: str) -> Iterable[TradeTrain]:
        company = turn_of(s).company
        for kind in new_kinds(s):
            train = s.box.trains[kind]
            for given in dict.fromkeys(kind_of_card(card) for card in trains_of(s, company)):
                if given in train.discounts:
                    yield TradeTrain(company, given, kind, train.price - train.discounts[given])

    def why_not(self, s: S, player: str, action: TradeTrain) -> Refusal | None:
        company = turn_of(s).company
        if action.actor != company:
            return refuse("turn.other-company", "It is {company}'s turn.", company=company)
        if action.train not in new_kinds(s):
            return refuse(
                "train.cheapest", "New trains are sold in order; {train} is not on sale.", train=action.train
            )
        train = s.box.trains[action.train]
        if action.given not in train.discounts:
            return refuse("trade.kind", "A train {given} takes nothing off the price.", given=action.given)
        if find_card(s, company, action.given) is None:
            return refuse(
                "trade.none", "{company} has no train {given}.", company=company, given=action.given
            )
        price = train.price - train.discounts[action.given]
        if action.price != price:
            return refuse("train.face-value", "The price is {price}.", price=price)
        if price > s.cash[company]:
            return refuse("trade.cash", "{company} has {cash}.", company=company, cash=s.cash[company])
        return None

    def apply(self, s: S, player: str, action: TradeTrain) -> None:
        company = action.actor
        old, new = find_card(s, company, action.given), find_card(s, DEPOT, action.train)
        assert old is not None and new is not None
        s.note("trades-train", company=company, given=action.given, train=action.train, price=action.price)
        s.transfer(company, BANK, action.price, "train")
        move_card(s, old, company, POOL)
        move_card(s, new, DEPOT, company)
        s.sides[new] = next(iter(s.box.trains[action.train].sides))
        did(s, Deed("train"))
        if leaves_depot(s, new):
            push_discards(s, self.discards)
        self.bought(s, company, DEPOT)
