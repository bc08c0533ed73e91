"""Privates that are handed in for a share."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from kursbuch.core import Refusal, Step, refuse
from kursbuch.rail.paper.holdings import check_president, move, percent, pick, president
from kursbuch.rail.standard.actions import Swap, SwapFrom
from kursbuch.rail.standard.powers import why_not_owner
from kursbuch.rail.standard.privates import owned_by
from kursbuch.rail.standard.state import StandardState
from kursbuch.rail.state import OFFER, OUT
from kursbuch.rail.steps.shares import Limits


@dataclass(frozen=True)
class Exchange:
    """What holds for every exchange: the company, a share where it may lie, room in the owner's holding."""

    limits: Limits
    moved: Callable[[StandardState, str], None]  # a share has perhaps left the offering

    def why_not(self, s: StandardState, action: Swap | SwapFrom, source: str) -> Refusal | None:
        """Why a private cannot be handed in for a share that lies there."""
        if refusal := why_not_owner(s, action):
            return refusal
        private = s.box.privates[action.actor]
        company = action.company
        if not private.share_of or company != private.share_of:
            return refuse(
                "swap.company",
                "{private} is not swapped for {company}.",
                private=private.id,
                company=company,
            )
        if source not in private.share_from or pick(s, source, company, 10) is None:
            text = (
                "No share of {company} is left in the offering."
                if source == OFFER
                else "No share of {company} is left in the pool."
            )
            return refuse("swap.none", text, company=company)
        free = company in s.prices and s.prices.cell(company).zone in self.limits.unlimited
        if not free and percent(s, s.privates[private.id], company) + 10 > self.limits.holding:
            return refuse(
                "buy.holding-limit.swap", "At most {limit} % are allowed.", limit=self.limits.holding
            )
        return None

    def carry_out(self, s: StandardState, action: Swap | SwapFrom, source: str) -> None:
        """The share for the private, which is out of the game."""
        owner, company = s.privates[action.actor], action.company
        paper = pick(s, source, company, 10)
        assert paper is not None
        s.note("swaps", player=owner, private=action.actor, company=company)
        move(s, company, paper, owner)
        s.privates[action.actor] = OUT
        if president(s, company):
            check_president(s, company)
        self.moved(s, company)


@dataclass(frozen=True)
class SwapForShare(Step[StandardState, Swap]):
    """The owner of a private hands it in for a share from the initial offering."""

    exchange: Exchange
    action = Swap

    def candidates(self, s: StandardState, player: str) -> Iterable[Swap]:
        for id in owned_by(s, player):
            if s.box.privates[id].share_of:
                yield Swap(id, s.box.privates[id].share_of)

    def why_not(self, s: StandardState, player: str, action: Swap) -> Refusal | None:
        return self.exchange.why_not(s, action, OFFER)

    def apply(self, s: StandardState, player: str, action: Swap) -> None:
        self.exchange.carry_out(s, action, OFFER)


@dataclass(frozen=True)
class SwapForShareFrom(Step[StandardState, SwapFrom]):
    """The owner of a private hands it in for a share from one of the places where it may lie."""

    exchange: Exchange
    action = SwapFrom

    def candidates(self, s: StandardState, player: str) -> Iterable[SwapFrom]:
        for id in owned_by(s, player):
            private = s.box.privates[id]
            for source in private.share_from if private.share_of else ():
                yield SwapFrom(id, private.share_of, source)

    def why_not(self, s: StandardState, player: str, action: SwapFrom) -> Refusal | None:
        return self.exchange.why_not(s, action, action.source)

    def apply(self, s: StandardState, player: str, action: SwapFrom) -> None:
        self.exchange.carry_out(s, action, action.source)
