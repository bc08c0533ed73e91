"""Special events that raise what a delivery brings: K, N and O (18DO §7.2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kursbuch.core import Refusal, Step, refuse
from kursbuch.core.record import replace
from kursbuch.rail.rounds import TurnStep, turn_of, update_turn
from kursbuch.titles.dortmund.beer.brewery.actions import Plan
from kursbuch.titles.dortmund.beer.brewery.capacity import filled, fits, plus, units_of
from kursbuch.titles.dortmund.beer.brewery.turn import brewery_turn, possible
from kursbuch.titles.dortmund.beer.delivery import wishes
from kursbuch.titles.dortmund.beer.demand import NEW, REGULAR
from kursbuch.titles.dortmund.beer.parts import SEGMENTS
from kursbuch.titles.dortmund.expert.actions import BrewForOthers, SellPremium, WorkLate
from kursbuch.titles.dortmund.expert.events import UseEvent
from kursbuch.titles.dortmund.expert.state import ExpertState, use_up
from kursbuch.titles.dortmund.expert.wagons import kettles_at_work

CUSTOMERS = (REGULAR, NEW)


def _earn(s: ExpertState, amount: int) -> None:
    update_turn(s, income=brewery_turn(s).income + amount)


class Premium(UseEvent[SellPremium]):
    """K: one delivered cube brings the price of the next higher segment; it stays where it is (18DO-7.2-22)."""

    code = "K"
    action = SellPremium

    def candidates(self, s: ExpertState, player: str) -> Iterator[SellPremium]:
        if self.holds(s):
            served = [(customers, segment) for _, customers, segment in brewery_turn(s).supplies]
            for customers, segment in dict.fromkeys(served):
                yield SellPremium(turn_of(s).company, customers, segment)

    def judge(self, s: ExpertState, action: SellPremium) -> Refusal | None:
        supplies = brewery_turn(s).supplies
        if not any((kind, n) == (action.customers, action.segment) for _, kind, n in supplies):
            return refuse("18DO-7.2-23", "{brewery} has delivered nothing there.", brewery=action.actor)
        if action.segment + 1 not in s.box.segments:
            return refuse("18DO-7.2-24", "There is no segment above.")
        return None

    def apply(self, s: ExpertState, player: str, action: SellPremium) -> None:
        here, above = s.box.segments[action.segment], s.box.segments[action.segment + 1]
        more = above.income(action.customers) - here.income(action.customers)
        s.note(
            "premium", brewery=action.actor, customers=action.customers, segment=action.segment, income=more
        )
        _earn(s, more)
        use_up(s, action.actor, self.code)


class ContractBrewing(UseEvent[BrewForOthers]):
    """N: half the price for one or two cubes that could not be delivered; no cube moves (18DO-7.2-29)."""

    code = "N"
    action = BrewForOthers

    def candidates(self, s: ExpertState, player: str) -> Iterator[BrewForOthers]:
        """The dearest cubes for which units are left, as many as possible, then one."""
        if not self.holds(s):
            return
        open_boxes = [(n, kind) for n in SEGMENTS if n not in s.beer.marked for kind in CUSTOMERS]
        dearest = sorted(open_boxes, key=lambda box: -s.box.segments[box[0]].income(box[1]))
        chosen: dict[tuple[int, str], int] = {}
        plans = []
        for _ in range(s.box.specials[self.code].amount):
            for box in dearest:
                more = {**chosen, box: chosen.get(box, 0) + 1}
                if self.fits(s, Plan.of(more)):
                    chosen = more
                    plans.append(BrewForOthers(turn_of(s).company, Plan.of(more)))
                    break
        yield from reversed(plans)

    def fits(self, s: ExpertState, plan: Plan) -> bool:
        """Whether the units that are left over reach so far. What could still have been delivered, had it not been
        kept for trains, is not left over.
        """
        turn = brewery_turn(s)
        units = units_of(kettles_at_work(s, turn.company), turn.loaded)
        missed = filled(s.beer, units, turn.delivered, wishes(s.box)[0])
        return fits(units, plus(plus(turn.delivered, missed), plan.boxes))

    def judge(self, s: ExpertState, action: BrewForOthers) -> Refusal | None:
        plan = action.plan
        if plan.keeps or not 1 <= plan.total <= s.box.specials[self.code].amount:
            return refuse("18DO-7.2-29", "One or two cubes are brewed for others.")
        if any(n in s.beer.marked for _, _, n in plan.supplies):
            return refuse("18DO-7.2-31", "There is no demand in that segment.")
        if not self.fits(s, plan):
            return refuse("18DO-7.2-29", "{brewery} has no capacity left for that.", brewery=action.actor)
        return None

    def apply(self, s: ExpertState, player: str, action: BrewForOthers) -> None:
        whole = sum(cubes * s.box.segments[n].income(kind) for cubes, kind, n in action.plan.supplies)
        s.shift = replace(s.shift, for_others=plus((0,) * len(SEGMENTS), action.plan.boxes))
        s.note(
            "contract-brewing",
            brewery=action.actor,
            supplies=[
                {"segment": n, "customers": kind, "cubes": cubes} for cubes, kind, n in action.plan.supplies
            ],
            cubes=action.plan.total,
            income=whole // 2,
        )
        _earn(s, whole // 2)
        use_up(s, action.actor, self.code)


class SecondShift(UseEvent[WorkLate]):
    """O: a kettle makes one cube beyond its capacity, from the stock and at half the price (18DO-7.2-32)."""

    code = "O"
    action = WorkLate

    def candidates(self, s: ExpertState, player: str) -> Iterator[WorkLate]:
        if self.holds(s):
            for segment in reversed(SEGMENTS):
                for customers in CUSTOMERS:
                    yield WorkLate(turn_of(s).company, customers, segment)

    def judge(self, s: ExpertState, action: WorkLate) -> Refusal | None:
        if action.customers not in CUSTOMERS or action.segment not in s.box.segments:
            return refuse("18DO-7.2-32", "There is no such box on the Dortmund market.")
        if action.segment in s.beer.marked:
            return refuse("18DO-7.2-32", "There is no demand in segment {segment}.", segment=action.segment)
        kettles = kettles_at_work(s, action.actor)
        if max((kettle.type for kettle in kettles), default=0) < action.segment:
            return refuse("18DO-7.2-32", "No kettle supplies segment {segment}.", segment=action.segment)
        if not s.beer.stock:
            return refuse("18DO-7.2-33", "The stock of beer is empty.")
        return None

    def apply(self, s: ExpertState, player: str, action: WorkLate) -> None:
        customers, segment = action.customers, action.segment
        income = s.box.segments[segment].income(customers) // 2
        s.beer = s.beer.with_stock(-1).with_demand(segment, customers, 1).supplied(segment, customers)
        s.shift = replace(s.shift, late=segment)
        s.note("second-shift", brewery=action.actor, customers=customers, segment=segment, income=income)
        _earn(s, income)
        use_up(s, action.actor, self.code)


class SellMore(TurnStep):
    """After all deliveries, before the income is added up, one of these events may be used."""

    action = SellPremium
    premium = Premium()

    def also(self) -> tuple[Step[ExpertState, Any], ...]:
        return (ContractBrewing(), SecondShift())

    def idle(self, s: ExpertState, brewery: str) -> bool:
        return not possible(s, [self, *self.also()])

    def candidates(self, s: ExpertState, player: str) -> Iterator[SellPremium]:
        return self.premium.candidates(s, player)

    def why_not(self, s: ExpertState, player: str, action: SellPremium) -> Refusal | None:
        return self.premium.why_not(s, player, action)

    def apply(self, s: ExpertState, player: str, action: SellPremium) -> None:
        self.premium.apply(s, player, action)
