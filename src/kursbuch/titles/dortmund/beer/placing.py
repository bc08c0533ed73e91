"""The place of a corporation in the order, when a minor brewery traded in for it has left one (18DO §6.4.5)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from kursbuch.core import Action, Frame, Refusal, Stage, Step, refuse
from kursbuch.rail.paper.holdings import president
from kursbuch.titles.dortmund.beer.actions import KeepPlace, TakePlace
from kursbuch.titles.dortmund.beer.state import B, BeerState


@dataclass(frozen=True, slots=True)
class PlaceFrame(Frame):
    """A corporation, and the place (from 1) in the order that a traded-in brewery had."""

    company: str
    place: int


@dataclass(frozen=True)
class TakeItsPlace(Step[BeerState, TakePlace]):
    """The corporation's order marker goes to the vacated place (18DO-6.4.5-18)."""

    action = TakePlace

    def candidates(self, s: BeerState, player: str) -> Iterable[TakePlace]:
        f = s.frame(PlaceFrame)
        yield TakePlace(f.company, f.place)

    def why_not(self, s: BeerState, player: str, action: TakePlace) -> Refusal | None:
        if action.place == s.frame(PlaceFrame).place:
            return None
        return refuse("18DO-6.4.5-18", "Place {place} is free.", place=s.frame(PlaceFrame).place)

    def apply(self, s: BeerState, player: str, action: TakePlace) -> None:
        f = s.frame(PlaceFrame)
        s.pop()
        order = [b for b in s.order if b != f.company]
        # whoever comes from the left leaves a place there, up to which the others move
        order.insert(f.place - 1 - (s.order.index(f.company) < f.place - 1), f.company)
        s.order = tuple(order)
        s.note("order", breweries=order)


@dataclass(frozen=True)
class KeepOwnPlace(Step[BeerState, KeepPlace]):
    """The corporation's order marker stays where it is."""

    action = KeepPlace

    def candidates(self, s: BeerState, player: str) -> Iterable[KeepPlace]:
        yield KeepPlace(s.frame(PlaceFrame).company)

    def why_not(self, s: BeerState, player: str, action: KeepPlace) -> Refusal | None:
        return None

    def apply(self, s: BeerState, player: str, action: KeepPlace) -> None:
        s.pop()


class Placing(Stage[B, PlaceFrame]):
    """The corporation's director decides on its place in the order."""

    steps = (TakeItsPlace(), KeepOwnPlace())

    def __init__(self, decides: Callable[[B, str], str] = president) -> None:
        self.decides = decides

    def deciders(self, s: B, f: PlaceFrame) -> tuple[str, ...]:
        return (self.decides(s, f.company),)

    def actors(self, s: B, f: PlaceFrame, player: str) -> tuple[str, ...]:
        return (f.company,)

    def not_now(self, s: B, f: PlaceFrame, action: Action) -> Refusal:
        return refuse("18DO-6.4.5-18", "First {company} settles its place.", company=f.company)

    def not_yours(self, s: B, f: PlaceFrame, action: Action) -> Refusal:
        return self.not_now(s, f, action)
