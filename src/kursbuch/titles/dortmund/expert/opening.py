"""Before the first stock round: a small investment for one's own minor brewery (18DO §7.4)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from kursbuch.core import Action, Frame, Refusal, Stage, Step, refuse
from kursbuch.core.record import replace
from kursbuch.rail.actions import Pass
from kursbuch.titles.dortmund.beer import package
from kursbuch.titles.dortmund.expert.actions import BuySmall
from kursbuch.titles.dortmund.expert.small import buy_small, why_not_sold
from kursbuch.titles.dortmund.expert.state import ExpertState

OPENING = "opening"


@dataclass(frozen=True, slots=True)
class OpeningFrame(Frame):
    """The minor breweries for which nothing was offered yet, the lowest number first."""

    kind: ClassVar[str] = "MarkerOpeningFrame"
    waiting: tuple[str, ...]


def settled(s: ExpertState) -> None:
    """After the starting round each player may buy a marker, by the numbers of the breweries (18DO-7.4-3)."""
    package.settled(s)
    s.push(OpeningFrame(OPENING, tuple(sorted(s.minors))))


class BuyFirst(Step[ExpertState, BuySmall]):
    """The player pays from the own purse (18DO-7.4-2)."""

    action = BuySmall

    def candidates(self, s: ExpertState, player: str) -> Iterable[BuySmall]:
        return [BuySmall(player, code, marker.price) for code, marker in s.box.small.items()]

    def why_not(self, s: ExpertState, player: str, action: BuySmall) -> Refusal | None:
        if refusal := why_not_sold(s, action.marker, action.price):
            return refusal
        if action.price > s.cash[player]:
            return refuse("18DO-7.4-2", "{player} has {cash}.", player=player, cash=s.cash[player])
        return None

    def apply(self, s: ExpertState, player: str, action: BuySmall) -> None:
        buy_small(s, s.frame(OpeningFrame).waiting[0], player, action.marker)
        _next(s)


class BuyNothing(Step[ExpertState, Pass]):
    """The offer may be declined (18DO-7.4-4)."""

    action = Pass

    def candidates(self, s: ExpertState, player: str) -> Iterable[Pass]:
        return [Pass(player)]

    def why_not(self, s: ExpertState, player: str, action: Pass) -> None:
        """Whoever is asked may decline."""

    def apply(self, s: ExpertState, player: str, action: Pass) -> None:
        s.note("passes", player=player)
        _next(s)


class Opening(Stage[ExpertState, OpeningFrame]):
    """One brewery after the other (18DO-7.4-1)."""

    steps = (BuyFirst(), BuyNothing())

    def deciders(self, s: ExpertState, f: OpeningFrame) -> tuple[str, ...]:
        return (s.minors[f.waiting[0]],)

    def advance(self, s: ExpertState, f: OpeningFrame) -> bool:
        if f.waiting:
            return False
        s.pop()
        return True

    def not_now(self, s: ExpertState, f: OpeningFrame, action: Action) -> Refusal:
        return refuse("18DO-7.4-1", "First every player may buy a small investment.")

    def not_yours(self, s: ExpertState, f: OpeningFrame, action: Action) -> Refusal:
        return refuse("18DO-7.4-3", "It is {player}'s turn.", player=s.minors[f.waiting[0]])


def _next(s: ExpertState) -> None:
    s.swap(replace(s.frame(OpeningFrame), waiting=s.frame(OpeningFrame).waiting[1:]))
