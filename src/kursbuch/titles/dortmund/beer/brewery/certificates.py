"""Once in its turn, at any moment, a brewery corporation sells or buys back an own certificate (18DO §6.5.2.1)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, TypeVar

from kursbuch.core import Action, Refusal, Step, refuse
from kursbuch.core.record import replace
from kursbuch.rail.actions import Issue, Redeem
from kursbuch.rail.rounds import turn_of
from kursbuch.titles.dortmund.beer.brewery.turn import BreweryPolicies
from kursbuch.titles.dortmund.beer.prices import moved_left
from kursbuch.titles.dortmund.beer.state import BeerState
from kursbuch.titles.dortmund.railway.treasury import BuyBack, SellOwn

A = TypeVar("A", bound=Action)

# the same rules of railways and of breweries
SELLING = {
    "turn.not-yours": "18DO-6.5.2-2",
    "18DO-4.5-11": "18DO-6.5.2.1-4",
    "18DO-4.5-12": "18DO-6.5.2.1-4",
    "18DO-4.5-14": "18DO-6.5.2.1-5",
}
BUYING = SELLING | {"18DO-4.5-12": "18DO-6.5.2.1-6"}


class _OwnCertificate(Step[BeerState, A]):
    """A deal of railways in the hands of a brewery; a minor brewery has no certificates."""

    deal: Step[Any, A]
    points: dict[str, str]

    def candidates(self, s: BeerState, player: str) -> Iterable[A]:
        return self.deal.candidates(s, player) if turn_of(s).company in s.box.corporations else ()

    def why_not(self, s: BeerState, player: str, action: A) -> Refusal | None:
        if turn_of(s).company not in s.box.corporations:
            return refuse("18DO-6.5.2.1-4", "Only corporations have certificates.")
        refusal = self.deal.why_not(s, player, action)
        return replace(refusal, rule=self.points.get(refusal.rule, refusal.rule)) if refusal else None

    def apply(self, s: BeerState, player: str, action: A) -> None:
        self.deal.apply(s, player, action)


@dataclass(frozen=True)
class SellOwnCertificate(_OwnCertificate[Issue]):
    """Sell one at the current price, which then falls one field for each 10 % (18DO-6.5.2.1-5)."""

    deal: SellOwn
    points = SELLING
    action = Issue


@dataclass(frozen=True)
class BuyOwnCertificate(_OwnCertificate[Redeem]):
    """Buy one back at the current price, which stays (18DO-6.5.2.1-6)."""

    deal: BuyBack
    points = BUYING
    action = Redeem


def deals(policies: BreweryPolicies) -> tuple[SellOwnCertificate, BuyOwnCertificate]:
    """Both deals, with what a variant has to say on them."""
    sell = SellOwn(policies.no_own_sale, moved_left)
    back = BuyBack(policies.no_buy_back)
    return SellOwnCertificate(sell), BuyOwnCertificate(back)
