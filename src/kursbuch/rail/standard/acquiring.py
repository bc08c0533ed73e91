"""Companies buy privates from players, at any time in their turn; another player's private only with consent."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from kursbuch.core import Refusal, Span, refuse
from kursbuch.rail.paper.holdings import president
from kursbuch.rail.rounds import TurnStep, did, turn_of
from kursbuch.rail.rounds.deeds import Deed
from kursbuch.rail.standard.actions import Acquire
from kursbuch.rail.standard.parts import INTO_COMPANIES
from kursbuch.rail.standard.privates import with_players
from kursbuch.rail.standard.selling import SellerFrame
from kursbuch.rail.standard.state import StandardState
from kursbuch.rail.steps.consent import Answer, AskedFrame, least_offer


@dataclass(frozen=True, slots=True)
class PrivateFrame(AskedFrame):
    """The purchase of a private that waits for its owner's word."""

    offer: Acquire


@dataclass(frozen=True)
class AcquirePrivates(TurnStep):
    """A company buys privates in the phases that allow it; the last step of its turn, and open all the time.

    The step also waits for a company that has a power left to use.
    """

    sellable: bool = True  # whether privates are sold to companies at all
    consent: str = "consent to private"
    seller_builds: str = "seller builds"  # the stage in which a seller uses a power
    frame: type[SellerFrame] = SellerFrame  # and what it remembers
    waits: Callable[[StandardState, str], bool] = lambda s, company: False
    action = Acquire

    def idle(self, s: StandardState, company: str) -> bool:
        return not any(True for _ in self.candidates(s, "")) and not self.waits(s, company)

    def candidates(self, s: StandardState, player: str) -> Iterable[Acquire]:
        company = turn_of(s).company
        if not self.sellable or INTO_COMPANIES not in s.phase.features:
            return
        for id in with_players(s):
            private = s.box.privates[id]
            lo = max(private.least, least_offer(s, "", id))
            hi = min(private.most, s.cash[company])
            if lo <= hi and not private.never_sold:
                yield Acquire(company, id, lo, span=Span(lo, hi))

    def why_not(self, s: StandardState, player: str, action: Acquire) -> Refusal | None:
        company = turn_of(s).company
        if action.actor != company:
            return refuse("turn.other-company", "It is {company}'s turn.", company=company)
        if not self.sellable or INTO_COMPANIES not in s.phase.features:
            return refuse("private.phase", "Companies buy no privates in phase {phase}.", phase=s.phase.id)
        if action.private not in with_players(s):
            return refuse("private.owner", "No player owns {private}.", private=action.private)
        private, owner = s.box.privates[action.private], s.privates[action.private]
        if private.never_sold:
            return refuse("private.never-sold", "{private} is never sold.", private=private.id)
        if not private.least <= action.price <= private.most:
            return refuse(
                "private.price",
                "{private} costs {least} to {most}.",
                private=private.id,
                least=private.least,
                most=private.most,
            )
        if action.price > s.cash[company]:
            return refuse("private.cash", "{company} has {cash}.", company=company, cash=s.cash[company])
        if action.price < least_offer(s, "", private.id):
            return refuse("private.consent", "{player} has declined as much.", player=owner)
        return None

    def apply(self, s: StandardState, player: str, action: Acquire) -> None:
        owner = s.privates[action.private]
        if owner == president(s, action.actor):
            self.buy(s, action)
            return
        s.note("asks-private", company=action.actor, player=owner, private=action.private, price=action.price)
        s.push(PrivateFrame(self.consent, owner, action))

    def buy(self, s: StandardState, action: Acquire) -> None:
        """The purchase itself; the seller may have a power to use at once."""
        owner = s.privates[action.private]
        s.note("acquires", company=action.actor, private=action.private, price=action.price)
        s.transfer(action.actor, owner, action.price, "private")
        s.privates[action.private] = action.actor
        did(s, Deed("private"))
        builds = s.box.privates[action.private].builds
        if builds and builds.by == "seller":
            s.push(self.frame(self.seller_builds, owner, action.private))


class PrivateConsent(Answer[PrivateFrame]):
    """The owner of a private agrees or declines."""

    def __init__(self, acquire: AcquirePrivates) -> None:
        super().__init__(acquire.buy, lambda offer: ("", offer.private, offer.price), "private.consent")
