"""Breweries with more kettles than the limit give some up (18DO §6.5.2.2, §6.4.5)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from kursbuch.core import Action, Frame, Refusal, Stage, Step, refuse
from kursbuch.titles.dortmund.beer.brewery.actions import Scrap
from kursbuch.titles.dortmund.beer.state import (
    B,
    BeerState,
    kettle_limit,
    kettle_types,
    kettles_of,
    least_of_type,
    owner_of,
    scrap_kettle,
)


@dataclass(frozen=True, slots=True)
class KettleFrame(Frame):
    """Breweries are looked through for kettles over the limit; which ones have any is read off the position."""


def over_kettle_limit(s: BeerState) -> str:
    """The first brewery, in their order, that must give up a kettle; "" if none must."""
    return next((b for b in s.order if len(kettles_of(s, b)) > kettle_limit(s, b)), "")


def push_kettle_discards(s: BeerState, stage: str = "kettles") -> None:
    """Let every brewery over the limit give up kettles before anything else goes on (18DO-6.5.2.2-5)."""
    if over_kettle_limit(s):
        s.push(KettleFrame(stage))


@dataclass(frozen=True)
class ScrapSurplus(Step[BeerState, Scrap]):
    """The owner or director says which kettle leaves the game (18DO-6.4.5-14)."""

    action = Scrap

    def candidates(self, s: BeerState, player: str) -> Iterable[Scrap]:
        brewery = over_kettle_limit(s)
        for type in dict.fromkeys(kettle_types(s, brewery)):
            yield Scrap(brewery, type)

    def why_not(self, s: BeerState, player: str, action: Scrap) -> Refusal | None:
        if action.type in kettle_types(s, action.actor):
            return None
        return refuse(
            "18DO-6.5.2.2-5",
            "{brewery} has no kettle of type {type}.",
            brewery=action.actor,
            type=action.type,
        )

    def apply(self, s: BeerState, player: str, action: Scrap) -> None:
        scrap_kettle(s, action.actor, least_of_type(s, action.actor, action.type))


class KettleDiscards(Stage[B, KettleFrame]):
    """One brewery after the other, in their order, comes down to its limit."""

    steps = (ScrapSurplus(),)

    def __init__(self, decides: Callable[[B, str], str] = owner_of) -> None:
        self.decides = decides

    def deciders(self, s: B, f: KettleFrame) -> tuple[str, ...]:
        return (self.decides(s, over_kettle_limit(s)),)

    def actors(self, s: B, f: KettleFrame, player: str) -> tuple[str, ...]:
        return (over_kettle_limit(s),)

    def advance(self, s: B, f: KettleFrame) -> bool:
        if over_kettle_limit(s):
            return False
        s.pop()
        return True

    def not_now(self, s: B, f: KettleFrame, action: Action) -> Refusal:
        brewery = over_kettle_limit(s)
        return refuse("18DO-6.5.2.2-5", "First {brewery} must give up a kettle.", brewery=brewery)

    def not_yours(self, s: B, f: KettleFrame, action: Action) -> Refusal:
        return self.not_now(s, f, action)
