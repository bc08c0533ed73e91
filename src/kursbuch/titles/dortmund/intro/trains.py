"""Train swaps: an obsolete train for the next new one, or between two railways of one director (18DO §3.2.3)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from kursbuch.core import Action, Refusal, Step, refuse
from kursbuch.rail.box import kind_of_card
from kursbuch.rail.meanings import Company, Train
from kursbuch.rail.rounds import TurnStep, did, next_step
from kursbuch.rail.rounds.deeds import Deed
from kursbuch.rail.state import OUT
from kursbuch.rail.trains.depot import find_card, move_card, new_kinds, trains_of
from kursbuch.titles.dortmund.intro.paper import directed, next_train
from kursbuch.titles.dortmund.intro.state import IntroState, nothing_to_do


@dataclass(frozen=True, slots=True)
class Renew(Action):
    """Hand in an obsolete train for the next new one."""

    form = "{actor} swaps train {given} for new {train}"
    given: Train
    train: Train


@dataclass(frozen=True, slots=True)
class Exchange(Action):
    """Exchange trains with another railway of the same director."""

    form = "{actor} exchanges trains with {other}"
    other: Company


def is_obsolete(s: IntroState, kind: str) -> bool:
    """Whether the train that makes this kind obsolete has come (18DO-3.2.3-4)."""
    phase = s.box.aged_by.get(kind)
    return phase is not None and s.box.phase_number[phase] <= s.phase_number


def _not_directed(s: IntroState, player: str, company: str) -> Refusal | None:
    if company in directed(s, player):
        return None
    return refuse("18DO-3.2-4", "Only the director of a railway swaps its train.")


class ExchangeTrains(Step[IntroState, Exchange]):
    """Two railways of one director exchange their trains, one for one."""

    action = Exchange

    def candidates(self, s: IntroState, player: str) -> Iterable[Exchange]:
        for one, other in combinations(directed(s, player), 2):
            yield Exchange(one, other)

    def why_not(self, s: IntroState, player: str, action: Exchange) -> Refusal | None:
        if refusal := _not_directed(s, player, action.actor):
            return refusal
        if action.other not in directed(s, player):
            return refuse("18DO-3.2.3-2", "Trains are exchanged between railways of one director.")
        if action.other == action.actor or not (trains_of(s, action.actor) and trains_of(s, action.other)):
            return refuse("18DO-3.2.3-3", "An exchange is one train for one train.")
        return None

    def apply(self, s: IntroState, player: str, action: Exchange) -> None:
        (mine,), (theirs,) = trains_of(s, action.actor), trains_of(s, action.other)
        move_card(s, mine, action.actor, action.other)
        move_card(s, theirs, action.other, action.actor)
        s.note(
            "exchanges",
            company=action.actor,
            other=action.other,
            given=kind_of_card(mine),
            train=kind_of_card(theirs),
        )
        did(s, Deed("swap"))
        next_step(s)


class SwapTrain(TurnStep):
    """The last step of a turn: one swap, of either kind."""

    action = Renew

    def also(self) -> tuple[Step[IntroState, Any], ...]:
        return (ExchangeTrains(),)

    def idle(self, s: IntroState, player: str) -> bool:
        return nothing_to_do(s, player, (self, *self.also()))

    def candidates(self, s: IntroState, player: str) -> Iterable[Renew]:
        for company in directed(s, player):
            for card in trains_of(s, company):
                for kind in new_kinds(s):
                    yield Renew(company, kind_of_card(card), kind)

    def why_not(self, s: IntroState, player: str, action: Renew) -> Refusal | None:
        company = action.actor
        if refusal := _not_directed(s, player, company):
            return refusal
        if find_card(s, company, action.given) is None:
            return refuse("18DO-3.2.3-7", "{company} has no such train.", company=company)
        if not is_obsolete(s, action.given):
            return refuse("18DO-3.2.3-10", "A train {train} is not obsolete.", train=action.given)
        if action.train not in new_kinds(s):
            return refuse("18DO-2.4.4-1", "The next new train is another one, or there is none.")
        return None

    def apply(self, s: IntroState, player: str, action: Renew) -> None:
        card = find_card(s, action.actor, action.given)
        assert card is not None
        move_card(s, card, action.actor, OUT)
        s.note("hands-in", company=action.actor, train=action.given)
        next_train(s, action.actor)
        did(s, Deed("swap"))
        next_step(s)
