"""Special events: taking one, and those that a brewery uses in its turn (18DO §7.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, TypeVar

from kursbuch.core import BANK, Action, Refusal, Step, refuse
from kursbuch.core.record import replace
from kursbuch.rail.actions import Paper
from kursbuch.rail.paper.holdings import held, move, named
from kursbuch.rail.rounds import TurnStep, next_step, turn_of
from kursbuch.rail.state import POOL
from kursbuch.rail.steps.limits import pool_full
from kursbuch.titles.dortmund.beer.brewery.turn import BreweryPolicies, not_its_turn, possible
from kursbuch.titles.dortmund.beer.floating import ways_beside
from kursbuch.titles.dortmund.beer.loading import loadable
from kursbuch.titles.dortmund.expert.actions import (
    BindRailway,
    HoldFair,
    SellPaperToInvestor,
    SellToInvestor,
    TakeEvent,
)
from kursbuch.titles.dortmund.expert.state import ExpertState, can_use, event_of, use_up, why_no_use
from kursbuch.titles.dortmund.expert.wagons import squares

A = TypeVar("A", bound=Action)


@dataclass(frozen=True)
class ChooseEvent(TurnStep):
    """The last action of a brewery's turn: take an event that lies on display (18DO-7.2-4, 18DO-7.6-3)."""

    action = TakeEvent

    def idle(self, s: ExpertState, brewery: str) -> bool:
        return not possible(s, [self])

    def candidates(self, s: ExpertState, player: str) -> Iterable[TakeEvent]:
        return [TakeEvent(turn_of(s).company, code) for code in s.box.specials]

    def why_not(self, s: ExpertState, player: str, action: TakeEvent) -> Refusal | None:
        if refusal := not_its_turn(s, action.actor):
            return refusal
        if s.specials.get(action.event) != "":
            return refuse("18DO-7.2-11", "Event {event} is not on display.", event=action.event)
        if (action.actor, action.event) in s.used:
            return refuse("18DO-7.2-9", "{brewery} has used it in this round.", brewery=action.actor)
        return None

    def apply(self, s: ExpertState, player: str, action: TakeEvent) -> None:
        before = event_of(s, action.actor)
        if before:
            s.specials[before] = ""  # 18DO-7.2-6
        s.specials[action.event] = action.actor
        s.note("takes-event", brewery=action.actor, event=action.event, returns=before)
        next_step(s)


class UseEvent(Step[ExpertState, A]):
    """Using an event in one's own turn."""

    code: ClassVar[str]

    def why_not(self, s: ExpertState, player: str, action: A) -> Refusal | None:
        return (
            not_its_turn(s, action.actor) or why_no_use(s, action.actor, self.code) or self.judge(s, action)
        )

    def judge(self, s: ExpertState, action: A) -> Refusal | None:
        """What else could be in the way."""
        return None

    def holds(self, s: ExpertState) -> bool:
        """Whether the brewery on turn could use it at all."""
        return can_use(s, turn_of(s).company, self.code)


class Fair(UseEvent[HoldFair]):
    """G: 10 Mark for the treasury, at any moment of the turn (18DO-7.2-13)."""

    code = "G"
    action = HoldFair

    def candidates(self, s: ExpertState, player: str) -> Iterator[HoldFair]:
        if self.holds(s):
            yield HoldFair(turn_of(s).company)

    def apply(self, s: ExpertState, player: str, action: HoldFair) -> None:
        s.transfer(BANK, action.actor, s.box.specials[self.code].amount, "fair")
        use_up(s, action.actor, self.code)


# -- M and P ----------------------------------------------------------------------------------------


class QuietSale(UseEvent[SellToInvestor]):
    """M: one or two own shares go to the pool, and the price stays (18DO-7.2-27)."""

    code = "M"
    action = SellToInvestor

    def candidates(self, s: ExpertState, player: str) -> Iterator[SellToInvestor]:
        if self.holds(s):
            for shares in range(s.box.specials[self.code].amount, 0, -1):
                yield SellToInvestor(turn_of(s).company, 10 * shares)

    def judge(self, s: ExpertState, action: SellToInvestor) -> Refusal | None:
        return _why_no_quiet_sale(
            s, action.actor, action.percent, lambda: _certificates(s, action.actor, action.percent)
        )

    def apply(self, s: ExpertState, player: str, action: SellToInvestor) -> None:
        _sell_quietly(s, action.actor, action.percent, _certificates(s, action.actor, action.percent))


class QuietPaper(UseEvent[SellPaperToInvestor]):
    """M, with certificates of the director's choice."""

    code = "M"
    action = SellPaperToInvestor

    def candidates(self, s: ExpertState, player: str) -> Iterator[SellPaperToInvestor]:
        company = turn_of(s).company
        if self.holds(s) and company in s.box.corporations:
            for size in range(10 * s.box.specials[self.code].amount, 0, -10):
                for way in ways_beside(s, company, size, _certificates(s, company, size)):
                    yield SellPaperToInvestor(company, Paper(way))

    def judge(self, s: ExpertState, action: SellPaperToInvestor) -> Refusal | None:
        return _why_no_quiet_sale(s, action.actor, action.paper.percent, lambda: _named(s, action))

    def apply(self, s: ExpertState, player: str, action: SellPaperToInvestor) -> None:
        _sell_quietly(s, action.actor, action.paper.percent, _named(s, action))


def _why_no_quiet_sale(
    s: ExpertState, company: str, size: int, certificates: Callable[[], list[int]]
) -> Refusal | None:
    if company not in s.box.corporations:
        return refuse("18DO-7.2-27", "Only corporations have shares.")
    if size not in range(10, 10 * s.box.specials["M"].amount + 1, 10):
        return refuse("18DO-7.2-27", "One or two shares are sold.")
    if not certificates():
        return refuse("18DO-7.2-27", "{company} has no such certificates.", company=company)
    return pool_full(s, company, size, s.box.pool_limit, "18DO-6.4.6-2")


def _sell_quietly(s: ExpertState, company: str, size: int, certificates: list[int]) -> None:
    income = size // 10 * s.price(company)
    s.note("sells-quietly", company=company, percent=size, income=income)
    move(s, company, certificates, POOL)
    s.transfer(BANK, company, income, "shares sold")
    use_up(s, company, "M")


def _named(s: ExpertState, sale: SellPaperToInvestor) -> list[int]:
    company = sale.actor
    return named(s, held(s, company, company), company, sale.paper.sizes) or []


def _certificates(s: ExpertState, company: str, size: int) -> list[int]:
    """Own certificates of just so many per cent together: a single one, or the first two of 10 %."""
    sizes = s.box.percents[company]
    own = held(s, company, company)
    whole = [n for n in own if sizes[n] == size][:1]
    tens = [n for n in own if sizes[n] == 10]
    return whole or (tens[: size // 10] if len(tens) >= size // 10 else [])


@dataclass(frozen=True)
class Contract(UseEvent[BindRailway]):
    """P: the trains of one railway are loaded without its director's word (18DO-7.2-34, 18DO-7.2-35)."""

    code: ClassVar[str] = "P"
    action = BindRailway

    def candidates(self, s: ExpertState, player: str) -> Iterator[BindRailway]:
        if self.holds(s):
            for railway in dict.fromkeys(railway for railway, _, _ in loadable(s, CAPACITY)):
                yield BindRailway(turn_of(s).company, railway)

    def judge(self, s: ExpertState, action: BindRailway) -> Refusal | None:
        if any(railway == action.railway for railway, _, _ in loadable(s, CAPACITY)):
            return None
        return refuse("18DO-7.2-35", "No train of {railway} can be loaded.", railway=action.railway)

    def apply(self, s: ExpertState, player: str, action: BindRailway) -> None:
        s.shift = replace(s.shift, bound=action.railway)
        use_up(s, action.actor, self.code)
        s.note("binds", brewery=action.actor, railway=action.railway)


CAPACITY = BreweryPolicies(squares=squares)


def unasked(s: Any, brewery: str, railway: str) -> bool:
    """Whether a contract saves asking the railway's director."""
    bound: str = s.shift.bound
    return bound == railway
