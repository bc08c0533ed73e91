"""Buying a train that is used as one of its sides, to use it as the other, where both would be to be had."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import permutations

from kursbuch.core import Refusal, Span, Step, refuse
from kursbuch.rail.actions import TurnTrain
from kursbuch.rail.rounds import turn_of
from kursbuch.rail.state import S
from kursbuch.rail.steps.train_market import BANKS, TrainMarket


@dataclass(frozen=True)
class BuyTurned(Step[S, TurnTrain]):
    """A company that uses cards of a kind as both their sides sells one of them to be used as the other.

    A purchase names a card by the side it is bought as, if one is used so; this names the one that is used otherwise,
    so that it is for seller and buyer to say which card goes.
    """

    market: TrainMarket[S]
    action = TurnTrain

    def candidates(self, s: S, player: str) -> Iterable[TurnTrain]:
        company = turn_of(s).company
        for source in self.market.sellers(s):
            for kind in self.market.kinds(s, source) if source != company else ():
                hi = self.market.payment.most(s, company, kind)
                for used, side in permutations(self.market.used(s, source, kind), 2):
                    lo = self.market.least_for(s, source, kind, used)
                    if lo <= hi:
                        yield TurnTrain(company, kind, side, source, lo, used, span=Span(lo, hi))

    def why_not(self, s: S, player: str, action: TurnTrain) -> Refusal | None:
        return (
            self.market.why_not(s, action)
            or self._not_meant(s, action)
            or self.market.payment.why_not(s, action)
        )

    def _not_meant(self, s: S, action: TurnTrain) -> Refusal | None:
        """Why the card is not to be named so: there is none, or none beside it that is used as it is bought."""
        used = () if action.source in BANKS else self.market.used(s, action.source, action.train)
        if action.used != action.side and {action.used, action.side} <= set(used):
            return None
        return refuse(
            "train.used",
            "{source} has no train {train} in use as {used} beside one as {side}.",
            source=action.source,
            train=action.train,
            used=action.used,
            side=action.side,
        )

    def apply(self, s: S, player: str, action: TurnTrain) -> None:
        self.market.apply(s, player, action)
