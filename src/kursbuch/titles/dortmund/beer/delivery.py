"""Giving up kettles and delivering beer to the Dortmund market (18DO §6.5.2.2, §6.5.2.3)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from kursbuch.core import Refusal, Step, refuse
from kursbuch.rail.rounds import TurnStep, did, next_step, update_turn
from kursbuch.titles.dortmund.beer.brewery.actions import Deliver, Plan, Scrap
from kursbuch.titles.dortmund.beer.brewery.capacity import (
    Box,
    Units,
    exportable,
    filled,
    fits,
    none_left_for,
    plus,
    spare,
    units_of,
)
from kursbuch.titles.dortmund.beer.brewery.turn import GAVE_UP, BreweryPolicies, brewery_turn, not_its_turn
from kursbuch.titles.dortmund.beer.demand import NEW, REGULAR, Boxes
from kursbuch.titles.dortmund.beer.parts import BeerBox, Kettle
from kursbuch.titles.dortmund.beer.state import (
    BeerState,
    kettle_types,
    kettles_of,
    least_of_type,
    scrap_kettle,
)


@lru_cache(maxsize=64)
def wishes(box: BeerBox) -> tuple[tuple[Box, ...], ...]:
    """Orders in which boxes may be served: the dearest first, the higher segment first among equals, or the lower;
    then from the highest segment down, then from the lowest up. The first earns the most.
    """
    boxes = [(n, kind) for n in box.segments for kind in (REGULAR, NEW)]
    income = {(n, kind): box.segments[n].income(kind) for n, kind in boxes}
    return (
        tuple(sorted(boxes, key=lambda b: (-income[b], -b[0]))),
        tuple(sorted(boxes, key=lambda b: (-income[b], b[0]))),
        tuple(sorted(boxes, key=lambda b: (-b[0], -income[b]))),
        tuple(sorted(boxes, key=lambda b: (b[0], -income[b]))),
    )


def income_of_plan(s: BeerState, plan: Plan) -> int:
    """What the supplied boxes bring (18DO-6.5.2.5-1)."""
    return sum([cubes * s.box.segments[n].income(kind) for cubes, kind, n in plan.supplies])


@dataclass(frozen=True)
class DeliverBeer(TurnStep):
    """Deliver as much as possible, to customers of one's choice; capacity with a red arrow may be kept for trains.

    Kettles are used in any order, the highest first being but advice (18DO-6.5.2.3-4): one that has made cubes for a
    low segment makes none for a high one any more, though another could have made those.

    The steps have their order (18DO-6.5.2.1-1), so that kept capacity that is not loaded is lost; what no train could
    take has to be delivered (18DO-6.5.2.1-3). By another reading it is delivered afterwards: the same step once more,
    with `rest`.
    The list offers the best plan and a few others for each amount that could be kept; any other may be declared.
    """

    policies: BreweryPolicies
    worth_keeping: Callable[[BeerState, str, int], int]  # how much of the export capacity trains could take
    rest: bool = False
    action = Deliver

    def also(self) -> tuple[Step[BeerState, Scrap], ...]:
        return () if self.rest else (ScrapKettle(self.policies), *self.policies.deliveries)

    def idle(self, s: BeerState, brewery: str) -> bool:
        if not kettles_of(s, brewery):
            return True
        if not self.rest:
            return False
        turn = brewery_turn(s)
        return not self.policies.delivers_rest or not self.goes_on(s, turn.loaded, turn.delivered, {})

    def may_pass(self, s: BeerState, brewery: str) -> Refusal | None:
        if not kettles_of(s, brewery):
            return None
        return refuse("18DO-6.5.2.1-3", "{brewery} delivers as far as it can.", brewery=brewery)

    def units(self, s: BeerState, brewery: str, keeps: int) -> Units:
        """The units at hand if so many are kept for trains beside those loaded."""
        return units_of(self.policies.working(s, brewery), brewery_turn(s).loaded + keeps)

    def goes_on(self, s: BeerState, kept: int, delivered: Boxes, boxes: dict[Box, int]) -> int:
        """A segment for which the kettles still have to make beer after these cubes, the last of which go to these
        boxes; 0 if there is none. So many units are kept for trains or loaded.
        """
        brewery, kinds = brewery_turn(s).company, (REGULAR, NEW)
        units = units_of(self.policies.working(s, brewery), kept)
        unmet = [n for n in s.box.segments if any(s.beer.demand(n, k) > boxes.get((n, k), 0) for k in kinds)]
        more = [n for n in unmet if spare(units, delivered, n) > 0]
        if not more:
            return 0
        ways = self.policies.arrangements(s, brewery)
        return 0 if any(none_left_for(way, kept, delivered, unmet[0]) for way in ways) else more[0]

    def candidates(self, s: BeerState, player: str) -> Iterator[Deliver]:
        turn = brewery_turn(s)
        brewery, most = turn.company, 0
        if not kettles_of(s, brewery):
            return
        if not self.rest:
            most = exportable(self.policies.working(s, brewery))
            most = self.worth_keeping(s, brewery, most) if most else 0
        seen: set[Plan] = set()
        for keeps in range(most + 1):
            units = self.units(s, brewery, keeps)
            if not fits(units, turn.delivered):  # cubes delivered before the turn have used units up
                break
            for order in wishes(s.box):
                plan = Plan.of(filled(s.beer, units, turn.delivered, order), keeps)
                if plan not in seen:
                    seen.add(plan)
                    yield Deliver(brewery, plan)

    def why_not(self, s: BeerState, player: str, action: Deliver) -> Refusal | None:
        if refusal := not_its_turn(s, action.actor):
            return refusal
        turn, plan = brewery_turn(s), action.plan
        kettles = self.policies.working(s, turn.company)
        if refusal := self.why_not_keep(s, kettles, plan) or self.why_not_wanted(s, kettles, plan):
            return refusal
        boxes = plan.boxes
        delivered = plus(turn.delivered, boxes)
        units = units_of(kettles, turn.loaded + plan.keeps)
        if not fits(units, delivered):
            if plan.keeps and fits(units_of(kettles, turn.loaded), delivered):
                return refuse("18DO-6.5.2.4-12", "What is kept for trains cannot be delivered as well.")
            if sum(delivered) > sum(units):
                capacity = sum(units)
                return refuse("18DO-6.5.2.3-2", "The kettles make {capacity} cubes.", capacity=capacity)
            return refuse("18DO-6.5.2.3-3", "A kettle supplies segments up to its own type only.")
        if segment := self.goes_on(s, turn.loaded + plan.keeps, delivered, boxes):
            return refuse("18DO-6.5.2.1-3", "More can be delivered to segment {segment}.", segment=segment)
        return None

    def why_not_keep(self, s: BeerState, kettles: tuple[Kettle, ...], plan: Plan) -> Refusal | None:
        if self.rest and plan.keeps:
            return refuse("18DO-6.5.2.1-3", "What was not loaded is delivered now.")
        most = exportable(kettles)
        if plan.keeps > most:
            rule = "18DO-6.5.2.4-2" if most else "18DO-6.5.2.4-1"
            return refuse(rule, "The kettles can export {most} cubes.", most=most)
        if not plan.keeps or self.policies.delivers_rest:
            return None
        room = self.worth_keeping(s, brewery_turn(s).company, plan.keeps)
        if not room:
            return refuse("18DO-6.5.2.1-3", "There is no train for which beer could be kept.")
        if room < plan.keeps:
            return refuse("18DO-6.5.2.1-3", "The trains have room for {room} cubes.", room=room)
        return None

    def why_not_wanted(self, s: BeerState, kettles: tuple[Kettle, ...], plan: Plan) -> Refusal | None:
        highest = max([kettle.type for kettle in kettles], default=0)
        for cubes, kind, n in plan.supplies:
            if n > highest:
                return refuse("18DO-6.5.2.3-3", "No kettle supplies segment {segment}.", segment=n)
            wanted = s.beer.demand(n, kind)
            if not 0 < cubes <= wanted:
                rule = "18DO-5.8-1" if n in s.beer.marked and not wanted else "18DO-6.5.2.3-1"
                return refuse(rule, "Segment {segment} wants {wanted} cubes there.", segment=n, wanted=wanted)
        return None

    def apply(self, s: BeerState, player: str, action: Deliver) -> None:
        plan, turn = action.plan, brewery_turn(s)
        for cubes, kind, n in plan.supplies:
            s.beer = s.beer.supplied(n, kind, cubes)
        income = income_of_plan(s, plan)
        if plan.total or not self.rest:
            s.note(
                "delivers",
                brewery=action.actor,
                supplies=[
                    {"segment": n, "customers": kind, "cubes": cubes, "each": s.box.segments[n].income(kind)}
                    for cubes, kind, n in plan.supplies
                ],
                cubes=plan.total,
                keeps=plan.keeps,
                income=income,
            )
        update_turn(s, supplies=turn.supplies + plan.supplies, income=turn.income + income)
        next_step(s)


@dataclass(frozen=True)
class ScrapKettle(Step[BeerState, Scrap]):
    """Before it delivers a brewery may give up kettles, as many as it likes (18DO-6.5.2.2-2)."""

    policies: BreweryPolicies
    action = Scrap

    def candidates(self, s: BeerState, player: str) -> Iterable[Scrap]:
        brewery = brewery_turn(s).company
        return [Scrap(brewery, type) for type in dict.fromkeys(kettle_types(s, brewery))]

    def why_not(self, s: BeerState, player: str, action: Scrap) -> Refusal | None:
        if refusal := not_its_turn(s, action.actor):
            return refusal
        if action.type not in kettle_types(s, action.actor):
            return refuse(
                "18DO-6.5.2.2-2", "{brewery} has no kettle {type}.", brewery=action.actor, type=action.type
            )
        return self.policies.no_scrapping(s, action.actor, least_of_type(s, action.actor, action.type))

    def apply(self, s: BeerState, player: str, action: Scrap) -> None:
        give_up(s, action.actor, least_of_type(s, action.actor, action.type))


def give_up(s: BeerState, brewery: str, card: str) -> None:
    """A brewery parts with a kettle of its own will."""
    scrap_kettle(s, brewery, card)
    did(s, GAVE_UP)
