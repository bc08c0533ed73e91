"""The seller of a private uses its power at the moment it goes to a company."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kursbuch.core import Action, Frame, Refusal, Stage, Step, refuse
from kursbuch.rail.actions import Pass
from kursbuch.rail.standard.actions import Build
from kursbuch.rail.standard.state import StandardState
from kursbuch.rail.standard.tiles import build, buildings, cost_of, why_not_built


@dataclass(frozen=True, slots=True)
class SellerFrame(Frame):
    """A private has just been sold; its seller may build."""

    seller: str
    private: str


class BuildAtSale(Step[StandardState, Build]):
    """The seller builds, and pays what it costs."""

    action = Build

    def candidates(self, s: StandardState, player: str) -> Iterable[Build]:
        return buildings(s, _sale(s).private)

    def why_not(self, s: StandardState, player: str, action: Build) -> Refusal | None:
        if refusal := why_not_built(s, _sale(s).private, action):
            return refusal
        if s.cash[player] < cost_of(s, player, action):
            return refuse("lay.cash", "{player} cannot pay for it.", player=player)
        return None

    def outlay(self, s: StandardState, player: str, action: Build) -> int:
        return cost_of(s, player, action)

    def apply(self, s: StandardState, player: str, action: Build) -> None:
        s.pop()
        build(s, player, action)


class LeaveSale(Step[StandardState, Pass]):
    """The seller builds nothing."""

    action = Pass

    def candidates(self, s: StandardState, player: str) -> Iterable[Pass]:
        yield Pass(_sale(s).private)

    def why_not(self, s: StandardState, player: str, action: Pass) -> Refusal | None:
        return None

    def apply(self, s: StandardState, player: str, action: Pass) -> None:
        s.pop()


class SellerBuilds(Stage[StandardState, SellerFrame]):
    """The seller of a private may build at once."""

    steps = (BuildAtSale(), LeaveSale())

    def deciders(self, s: StandardState, f: SellerFrame) -> tuple[str, ...]:
        return (f.seller,)

    def actors(self, s: StandardState, f: SellerFrame, player: str) -> tuple[str, ...]:
        return (f.private,)

    def not_now(self, s: StandardState, f: SellerFrame, action: Action) -> Refusal:
        return refuse(
            f"power.{f.private}.first",
            "First {player} may build with {private}.",
            player=f.seller,
            private=f.private,
        )

    def not_yours(self, s: StandardState, f: SellerFrame, action: Action) -> Refusal:
        return self.not_now(s, f, action)


def _sale(s: StandardState) -> SellerFrame:
    f = s.top
    assert isinstance(f, SellerFrame)
    return f
