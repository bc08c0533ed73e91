"""Special events that are used outside a brewery's turn: H at the start of a round, L at its end (18DO §7.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from kursbuch.core import Action, Frame, Refusal, Stage, Step, refuse
from kursbuch.rail.actions import Pass
from kursbuch.rail.rounds import update_turn
from kursbuch.titles.dortmund.beer.brewery.capacity import fits, units_of
from kursbuch.titles.dortmund.beer.brewery.round import in_operation
from kursbuch.titles.dortmund.beer.brewery.turn import brewery_turn
from kursbuch.titles.dortmund.beer.demand import NEW, REGULAR
from kursbuch.titles.dortmund.beer.state import kettle_types
from kursbuch.titles.dortmund.expert.actions import Advertise, MoveUp
from kursbuch.titles.dortmund.expert.small import pubs_pay
from kursbuch.titles.dortmund.expert.state import ExpertState, Shift, can_use, use_up
from kursbuch.titles.dortmund.expert.wagons import kettles_at_work

ADVERTISING, MARKETING = "advertising", "marketing"  # names of the stages


@dataclass(frozen=True, slots=True)
class EventFrame(Frame):
    """A brewery that may use its event now."""

    brewery: str


# -- the course of a round --------------------------------------------------------------------------


def round_begins(s: ExpertState) -> None:
    """Pubs pay, then who advertises may secure a delivery."""
    s.used = frozenset()
    pubs_pay(s)
    brewery = s.specials["H"]
    if brewery and can_use(s, brewery, "H") and in_operation(s, brewery) and _boxes(s, brewery):
        s.push(EventFrame(ADVERTISING, brewery))


def turn_begins(s: ExpertState, brewery: str) -> None:
    """The cube on the kettle moves to its supply box; without a kettle for it, it goes to the stock (18DO-7.2-15)."""
    s.shift = Shift()
    if brewery not in s.parked:
        return
    customers, segment = s.parked.pop(brewery)
    supplies = ((1, customers, segment),)
    update_turn(s, supplies=supplies)
    if not fits(units_of(kettles_at_work(s, brewery)), brewery_turn(s).delivered):
        update_turn(s, supplies=())
        s.beer = s.beer.with_stock(1)
        return
    s.beer = s.beer.with_demand(segment, customers, 1).supplied(segment, customers)
    income = s.box.segments[segment].income(customers)
    s.note("advertised", brewery=brewery, customers=customers, segment=segment, income=income)
    update_turn(s, income=income)


def ordered(s: ExpertState) -> None:
    """The new order stands: its holder may use event L now and at no other time (18DO-7.2-26)."""
    brewery = s.specials["L"]
    if brewery in s.order[1:] and can_use(s, brewery, "L"):
        s.push(EventFrame(MARKETING, brewery))


# -- H ----------------------------------------------------------------------------------------------


def _boxes(s: ExpertState, brewery: str) -> list[tuple[int, str]]:
    """The boxes with demand that a brewery reaches, the dearest first."""
    highest = max(kettle_types(s, brewery), default=0)
    boxes = [(n, kind) for n in s.box.segments for kind in (REGULAR, NEW) if n <= highest]
    wanted = [(n, kind) for n, kind in boxes if s.beer.demand(n, kind)]
    return sorted(wanted, key=lambda box: -s.box.segments[box[0]].income(box[1]))


class SecureDelivery(Step[ExpertState, Advertise]):
    """A cube goes from its demand box onto a kettle (18DO-7.2-14)."""

    action = Advertise

    def candidates(self, s: ExpertState, player: str) -> Iterator[Advertise]:
        brewery = s.frame(EventFrame).brewery
        for segment, customers in _boxes(s, brewery):
            yield Advertise(brewery, customers, segment)

    def why_not(self, s: ExpertState, player: str, action: Advertise) -> Refusal | None:
        if (action.segment, action.customers) in _boxes(s, action.actor):
            return None
        rule = "18DO-7.2-16" if action.segment not in s.box.segments else "18DO-7.2-14"
        return refuse(rule, "{brewery} cannot secure a delivery there.", brewery=action.actor)

    def apply(self, s: ExpertState, player: str, action: Advertise) -> None:
        s.pop()
        s.beer = s.beer.with_demand(action.segment, action.customers, -1)
        s.parked[action.actor] = (action.customers, action.segment)
        s.note("advertises", brewery=action.actor, customers=action.customers, segment=action.segment)
        use_up(s, action.actor, "H")


# -- L ----------------------------------------------------------------------------------------------


class OnePlaceLeft(Step[ExpertState, MoveUp]):
    """The brewery's order marker moves one place to the left (18DO-7.2-25)."""

    action = MoveUp

    def candidates(self, s: ExpertState, player: str) -> Iterable[MoveUp]:
        return [MoveUp(s.frame(EventFrame).brewery)]

    def why_not(self, s: ExpertState, player: str, action: MoveUp) -> Refusal | None:
        return None

    def apply(self, s: ExpertState, player: str, action: MoveUp) -> None:
        s.pop()
        order = list(s.order)
        place = order.index(action.actor)
        order[place - 1], order[place] = order[place], order[place - 1]
        s.order = tuple(order)
        use_up(s, action.actor, "L")
        s.note("order", breweries=order)


# -- the stages -------------------------------------------------------------------------------------


class NotNow(Step[ExpertState, Pass]):
    """Using an event is voluntary (18DO-7.2-7)."""

    action = Pass

    def candidates(self, s: ExpertState, player: str) -> Iterable[Pass]:
        return [Pass(s.frame(EventFrame).brewery)]

    def why_not(self, s: ExpertState, player: str, action: Pass) -> Refusal | None:
        return None

    def apply(self, s: ExpertState, player: str, action: Pass) -> None:
        s.pop()


class AskForEvent(Stage[ExpertState, EventFrame]):
    """The owner or director uses an event now, or keeps it."""

    def __init__(self, use: Step[Any, Any], rule: str, decides: Callable[[ExpertState, str], str]) -> None:
        self.steps = (use, NotNow())
        self.rule, self.decides = rule, decides

    def deciders(self, s: ExpertState, f: EventFrame) -> tuple[str, ...]:
        return (self.decides(s, f.brewery),)

    def actors(self, s: ExpertState, f: EventFrame, player: str) -> tuple[str, ...]:
        return (f.brewery,)

    def not_now(self, s: ExpertState, f: EventFrame, action: Action) -> Refusal:
        return refuse(self.rule, "First {brewery} decides on its special event.", brewery=f.brewery)

    def not_yours(self, s: ExpertState, f: EventFrame, action: Action) -> Refusal:
        return self.not_now(s, f, action)
