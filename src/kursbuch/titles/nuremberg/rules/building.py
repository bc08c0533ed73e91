"""Phase 5: each player builds one chain, or nothing. It is planned link by link, then laid and paid."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from kursbuch.core import Action, Refusal, Stage, Step, refuse
from kursbuch.titles.nuremberg.rules.actions import Build, Link, Pass, TakeBack
from kursbuch.titles.nuremberg.rules.bonus import pay_bonus
from kursbuch.titles.nuremberg.rules.box import LANDOWNER
from kursbuch.titles.nuremberg.rules.chain import (
    affordable_starts,
    chain_bill,
    comes_back,
    is_ring,
    longer_bill,
    most_links,
    why_not_link,
    why_not_paid,
    why_not_start,
)
from kursbuch.titles.nuremberg.rules.line import Line
from kursbuch.titles.nuremberg.rules.payment import charge
from kursbuch.titles.nuremberg.rules.state import Building, Payment, Table


class PlanLink(Step[Table, Link]):
    """The chain under way gets one link longer. Every planned chain can be paid for as it stands."""

    action = Link

    def candidates(self, s: Table, player: str) -> Iterator[Link]:
        begun = _plan(s).bill
        for chain, to in _ways_on(s, player):
            yield Link(player, chain[-1], to, longer_bill(s, begun, chain, to))

    def legal(self, s: Table, player: str) -> Iterator[Link]:
        begun, most = _plan(s).bill, most_links(s, player)
        for chain, to in _ways_on(s, player):  # they begin where a chain may, and are open
            if len(chain) > most or is_ring(chain) or comes_back(chain, to):
                continue
            bill = longer_bill(s, begun, chain, to)
            if not why_not_paid(s, player, bill):
                yield Link(player, chain[-1], to, bill)

    def why_not(self, s: Table, player: str, link: Link) -> Refusal | None:
        plan = _plan(s)
        if plan.chain and link.start != plan.chain[-1]:
            if link.start in plan.chain:
                return refuse(
                    "FTN-22-5", "The chain must not branch at {area}.", area=s.box.named(link.start)
                )
            return refuse("FTN-22-4", "The chain goes on from {area}.", area=s.box.named(plan.chain[-1]))
        chain = plan.chain or (link.start,)
        no = why_not_link(s, player, chain, link.end)
        if no is None and not plan.chain:
            no = why_not_start(s, player, link.start)
        if no:
            return no
        bill = longer_bill(s, plan.bill, chain, link.end)
        if link.bill != bill:
            return refuse("FTN-29-1", "With this link the chain costs {bill}.", bill=str(bill))
        return why_not_paid(s, player, bill)

    def apply(self, s: Table, player: str, link: Link) -> None:
        plan = _plan(s)
        s.swap(Building(turn=plan.turn, chain=(*(plan.chain or (link.start,)), link.end), bill=link.bill))


def _ways_on(s: Table, player: str) -> list[tuple[tuple[str, ...], str]]:
    """The chain under way, or each that could be begun, with every area that a free border leads it into."""
    chain, open_ways, between = _plan(s).chain, s.box.open_ways, s.box.between
    taken = frozenset[str]().union(*s.links.values())
    starts = [chain] if chain else [(area,) for area in affordable_starts(s, player)]
    return [(one, to) for one in starts for to in open_ways[one[-1]] if between[one[-1], to].id not in taken]


class TakeLinkBack(Step[Table, TakeBack]):
    """The last planned link is forgotten."""

    action = TakeBack

    def candidates(self, s: Table, player: str) -> Iterator[TakeBack]:
        yield TakeBack(player)

    def why_not(self, s: Table, player: str, action: TakeBack) -> Refusal | None:
        return None

    def apply(self, s: Table, player: str, action: TakeBack) -> None:
        plan = _plan(s)
        chain = plan.chain[:-1] if len(plan.chain) > 2 else ()
        s.swap(Building(turn=plan.turn, chain=chain, bill=chain_bill(s, chain)))


class BuildChain(Step[Table, Build]):
    """The whole chain is laid; fees, landowners, bonus and build points follow in this order."""

    action = Build

    def candidates(self, s: Table, player: str) -> Iterator[Build]:
        chain = _plan(s).chain
        if chain:
            yield Build(player, Line(chain))

    def why_not(self, s: Table, player: str, build: Build) -> Refusal | None:
        chain = build.chain
        for i in range(1, len(chain)):
            no = why_not_link(s, player, chain[:i], chain[i])
            if no:
                return no
        return why_not_start(s, player, chain[0]) or why_not_paid(s, player, chain_bill(s, chain))

    def apply(self, s: Table, player: str, build: Build) -> None:
        bill = chain_bill(s, build.chain)
        s.swap(Building(turn=_plan(s).turn + 1))
        s.note("built", player=player, chain=list(build.chain), bill=str(bill))
        _lay(s, player, build.chain)
        s.spend(player, bill)  # the fees
        _dismiss_landowners(s, build.chain)
        pay_bonus(s, player)
        charge(s, Payment(player=player, what="building", due=bill.build))  # FTN-29-1


def _lay(s: Table, player: str, chain: Sequence[str]) -> None:
    borders = s.box.borders_along(chain)
    s.links[player] |= frozenset(borders)
    s.depot[player] -= len(borders)  # FTN-22-10


def _dismiss_landowners(s: Table, chain: Sequence[str]) -> None:
    """Landowners who were paid leave for good (FTN-28-2)."""
    for area in chain[1:]:
        for _ in range(s.board.get(area, ()).count(LANDOWNER)):
            s.remove(area, LANDOWNER)
            s.out[LANDOWNER] += 1
            s.note("landowner_left", area=area)


class BuildNothing(Step[Table, Pass]):
    """A player may build nothing at all (FTN-22-2)."""

    action = Pass

    def candidates(self, s: Table, player: str) -> Iterator[Pass]:
        yield Pass(player)

    def why_not(self, s: Table, player: str, action: Pass) -> Refusal | None:
        return None

    def apply(self, s: Table, player: str, action: Pass) -> None:
        s.note("built_nothing", player=player)
        s.swap(Building(turn=_plan(s).turn + 1))


class TrackBuilding(Stage[Table, Building]):
    """One building turn each, in building order (FTN-22-1, FTN-22-11)."""

    before_planning = (PlanLink(), BuildChain(), BuildNothing())
    while_planning = (PlanLink(), BuildChain(), TakeLinkBack())
    steps = (*while_planning, BuildNothing())

    def deciders(self, s: Table, f: Building) -> tuple[str, ...]:
        return (s.building_order[f.turn],)

    def open_steps(self, s: Table, f: Building) -> Sequence[Step[Table, Any]]:
        return self.while_planning if f.chain else self.before_planning

    def advance(self, s: Table, f: Building) -> bool:
        if f.turn < len(s.building_order):
            return False
        s.pop()
        return True

    def not_now(self, s: Table, f: Building, action: Action) -> Refusal:
        if isinstance(action, Pass):
            return refuse("FTN-22-2", "Build the planned chain, or take its links back to build nothing.")
        return super().not_now(s, f, action)


def _plan(s: Table) -> Building:
    return s.frame(Building)
