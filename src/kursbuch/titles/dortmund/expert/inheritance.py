"""The markers of a traded-in minor brewery: what the corporation has no place for goes back (18DO-7.1-18)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import ClassVar

from kursbuch.core import Action, Frame, Refusal, Stage, Step, refuse
from kursbuch.titles.dortmund.expert.actions import ReturnEvent, ReturnSmall
from kursbuch.titles.dortmund.expert.state import ExpertState, small_of, take_small

SURPLUS = "markers"


@dataclass(frozen=True, slots=True)
class SurplusFrame(Frame):
    """A corporation that may have more markers than places."""

    kind: ClassVar[str] = "MarkerSurplusFrame"
    company: str


def inherit(s: ExpertState, minor: str, company: str) -> None:
    """Everything passes to the corporation; its director chooses what goes back."""
    markers = s.small.pop(minor, ())
    if markers:
        s.small[company] = tuple(sorted((*small_of(s, company), *markers)))
    for event, holder in s.specials.items():
        if holder == minor:
            s.specials[event] = company
    if too_many_small(s, company) or too_many_events(s, company):
        s.push(SurplusFrame(SURPLUS, company))


def events_of(s: ExpertState, company: str) -> list[str]:
    return [event for event, holder in s.specials.items() if holder == company]


def too_many_small(s: ExpertState, company: str) -> bool:
    return len(small_of(s, company)) > s.box.fields_of(company)


def too_many_events(s: ExpertState, company: str) -> bool:
    """A brewery never holds more than one (18DO-7.2-5)."""
    return len(events_of(s, company)) > 1


class ReturnSurplus(Step[ExpertState, ReturnSmall]):
    """The director returns a small investment for which there is no field."""

    action = ReturnSmall

    def candidates(self, s: ExpertState, player: str) -> Iterable[ReturnSmall]:
        company = s.frame(SurplusFrame).company
        return [ReturnSmall(company, code) for code in dict.fromkeys(small_of(s, company))]

    def why_not(self, s: ExpertState, player: str, action: ReturnSmall) -> Refusal | None:
        company = action.actor
        if too_many_small(s, company) and action.marker in small_of(s, company):
            return None
        return refuse(
            "18DO-7.1-18", "{company} does not return marker {marker}.", company=company, marker=action.marker
        )

    def apply(self, s: ExpertState, player: str, action: ReturnSmall) -> None:
        s.note("returns-marker", company=action.actor, marker=action.marker)
        take_small(s, action.actor, action.marker)


class ReturnSecond(Step[ExpertState, ReturnEvent]):
    """The director keeps one special event and returns the other."""

    action = ReturnEvent

    def candidates(self, s: ExpertState, player: str) -> Iterable[ReturnEvent]:
        company = s.frame(SurplusFrame).company
        return [ReturnEvent(company, event) for event in events_of(s, company)]

    def why_not(self, s: ExpertState, player: str, action: ReturnEvent) -> Refusal | None:
        if too_many_events(s, action.actor) and action.event in events_of(s, action.actor):
            return None
        return refuse(
            "18DO-7.2-5", "{company} does not return event {event}.", company=action.actor, event=action.event
        )

    def apply(self, s: ExpertState, player: str, action: ReturnEvent) -> None:
        s.note("returns-event", brewery=action.actor, event=action.event)
        s.specials[action.event] = ""


class SurplusMarkers(Stage[ExpertState, SurplusFrame]):
    """The director brings the markers down to the places there are."""

    steps = (ReturnSurplus(), ReturnSecond())

    def __init__(self, decides: Callable[[ExpertState, str], str]) -> None:
        self.decides = decides

    def deciders(self, s: ExpertState, f: SurplusFrame) -> tuple[str, ...]:
        return (self.decides(s, f.company),)

    def actors(self, s: ExpertState, f: SurplusFrame, player: str) -> tuple[str, ...]:
        return (f.company,)

    def advance(self, s: ExpertState, f: SurplusFrame) -> bool:
        if too_many_small(s, f.company) or too_many_events(s, f.company):
            return False
        s.pop()
        return True

    def not_now(self, s: ExpertState, f: SurplusFrame, action: Action) -> Refusal:
        return refuse("18DO-7.1-18", "First {company} returns markers.", company=f.company)

    def not_yours(self, s: ExpertState, f: SurplusFrame, action: Action) -> Refusal:
        return self.not_now(s, f, action)
