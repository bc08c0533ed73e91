"""Companies buy privates from players, at any time in their turn; another player's private only with consent."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kursbuch.core import Refusal, Span, refuse
from kursbuch.rail.paper.holdings import president
from kursbuch.rail.rounds import TurnStep, did, turn_of
from kursbuch.rail.standard.actions import Acquire
from kursbuch.rail.steps.consent import Answer, AskedFrame, least_offer
from kursbuch.titles.shikoku.rules.powers import OHZU, OhzuFrame
from kursbuch.titles.shikoku.rules.privates import INTO_COMPANIES, with_players
from kursbuch.titles.shikoku.rules.state import State1889


@dataclass(frozen=True, slots=True)
class PrivateFrame(AskedFrame):
    """The purchase of a private that waits for its owner's word."""

    offer: Acquire


@dataclass(frozen=True)
class AcquirePrivates(TurnStep):
    """A company buys privates in the phases that allow it; the last step of its turn, and open all the time."""

    sellable: bool = True  # whether privates are sold to companies at all
    consent: str = "consent to private"
    ohzu: str = "ohzu"
    action = Acquire

    def idle(self, s: State1889, company: str) -> bool:
        return not any(True for _ in self.candidates(s, ""))

    def candidates(self, s: State1889, player: str) -> Iterable[Acquire]:
        company = turn_of(s).company
        if not self.sellable or INTO_COMPANIES not in s.phase.features:
            return
        for id in with_players(s):
            private = s.box.privates[id]
            lo = max(private.least, least_offer(s, "", id))
            hi = min(private.most, s.cash[company])
            if lo <= hi:
                yield Acquire(company, id, lo, span=Span(lo, hi))

    def why_not(self, s: State1889, player: str, action: Acquire) -> Refusal | None:
        company = turn_of(s).company
        if action.actor != company:
            return refuse("turn.not-yours", "It is {company}'s turn.", company=company)
        if not self.sellable or INTO_COMPANIES not in s.phase.features:
            return refuse("1889-12-1", "Companies buy no privates in phase {phase}.", phase=s.phase.id)
        if action.private not in with_players(s):
            return refuse("1889-12-3", "No player owns {private}.", private=action.private)
        private, owner = s.box.privates[action.private], s.privates[action.private]
        if not private.least <= action.price <= private.most:
            return refuse(
                "1889-12-2",
                "{private} costs {least} to {most}.",
                private=private.id,
                least=private.least,
                most=private.most,
            )
        if action.price > s.cash[company]:
            return refuse("1889-12-2", "{company} has {cash}.", company=company, cash=s.cash[company])
        if action.price < least_offer(s, "", private.id):
            return refuse("1889-12-3", "{player} has declined as much.", player=owner)
        return None

    def apply(self, s: State1889, player: str, action: Acquire) -> None:
        owner = s.privates[action.private]
        if owner == president(s, action.actor):
            self.buy(s, action)
            return
        s.note("asks-private", company=action.actor, player=owner, private=action.private, price=action.price)
        s.push(PrivateFrame(self.consent, owner, action))

    def buy(self, s: State1889, action: Acquire) -> None:
        """The purchase itself; the seller of the Ehime Railway may build at once."""
        owner = s.privates[action.private]
        s.note("acquires", company=action.actor, private=action.private, price=action.price)
        s.transfer(action.actor, owner, action.price, "private")
        s.privates[action.private] = action.actor
        did(s, "private")
        if action.private == OHZU:
            s.push(OhzuFrame(self.ohzu, owner))


class PrivateConsent(Answer[PrivateFrame]):
    """The owner of a private agrees or declines."""

    def __init__(self, acquire: AcquirePrivates) -> None:
        super().__init__(acquire.buy, lambda offer: ("", offer.private, offer.price), "1889-12-3")
