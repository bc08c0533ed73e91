"""Special events: taking one, and those that a brewery uses in its turn (18DO §7.2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, ClassVar, TypeVar

from kursbuch.core import BANK, Action, Refusal, Step, refuse
from kursbuch.rail.holdings import held, move, percent
from kursbuch.rail.rounds import TurnStep, next_step, turn_of
from kursbuch.rail.state import POOL
from kursbuch.titles.dortmund.expert.actions import BindRailway, HoldFair, LayAside, SellToInvestor, TakeEvent
from kursbuch.titles.dortmund.expert.state import ExpertState, can_use, event_of, use_up, why_no_use
from kursbuch.titles.dortmund.expert.wagons import kettles_at_work, squares
from kursbuch.titles.dortmund.hsb.brewery_capacity import exportable, fits, units_of
from kursbuch.titles.dortmund.hsb.brewery_turn import BreweryPolicies, brewery_turn, not_its_turn, possible
from kursbuch.titles.dortmund.hsb.delivery import give_up
from kursbuch.titles.dortmund.hsb.kettle_discards import push_kettle_discards
from kursbuch.titles.dortmund.hsb.loading import loadable
from kursbuch.titles.dortmund.hsb.state import kettle_limit, kettle_types, kettles_of, least_of_type

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


# -- I and J: at the purchase of a kettle ----------------------------------------------------------


class TradeIn(UseEvent[LayAside]):
    """I: a kettle that is not used in this round is laid aside, so that the next one bought costs less.

    Delivering is a duty, so a kettle can be laid aside before it; afterwards only one that the deliveries can have
    done without (18DO-7.2-18). It leaves the brewery there and then, and the event is used up: a brewery that does
    not buy after all gets neither of them back.
    """

    code = "I"
    action = LayAside

    def candidates(self, s: ExpertState, player: str) -> Iterator[LayAside]:
        if self.holds(s):
            brewery = turn_of(s).company
            for type in dict.fromkeys(kettle_types(s, brewery)):
                yield LayAside(brewery, type)

    def why_not(self, s: ExpertState, player: str, action: LayAside) -> Refusal | None:
        if s.shift.idle and action.actor == turn_of(s).company:
            return refuse("18DO-7.2-17", "One kettle is handed in.")
        return super().why_not(s, player, action)

    def judge(self, s: ExpertState, action: LayAside) -> Refusal | None:
        card = least_of_type(s, action.actor, action.type)
        if not card:
            return refuse(
                "18DO-7.2-17", "{brewery} has no kettle {type}.", brewery=action.actor, type=action.type
            )
        if not can_do_without(s, action.actor, card):
            return refuse("18DO-7.2-18", "Kettle {type} was used in this round.", type=action.type)
        return None

    def apply(self, s: ExpertState, player: str, action: LayAside) -> None:
        card = least_of_type(s, action.actor, action.type)
        s.note("lays-aside", brewery=action.actor, type=action.type)
        give_up(s, action.actor, card)
        s.shift = replace(s.shift, idle=card)
        use_up(s, action.actor, self.code)


def can_do_without(s: ExpertState, brewery: str, card: str) -> bool:
    """Whether its other kettles can have made what a brewery has delivered and loaded in its turn."""
    turn, without = brewery_turn(s), s.copy()
    without.kettles[brewery] = tuple(other for other in kettles_of(s, brewery) if other != card)
    kettles = kettles_at_work(without, brewery)
    return exportable(kettles) >= turn.loaded and fits(units_of(kettles, turn.loaded), turn.delivered)


def why_not_scrapped(s: ExpertState, brewery: str, card: str) -> Refusal | None:
    """A kettle that bears a cube secured by event H is not given up (18DO-7.2-15)."""
    if can_do_without(s, brewery, card):
        return None
    type = s.box.kettle(card).type
    return refuse("18DO-7.2-15", "Kettle {type} bears a cube that is to be delivered.", type=type)


def kettle_price(s: ExpertState, brewery: str, kind: str) -> int:
    """The printed price, less what a kettle laid aside brings: 20 for each type number (18DO-7.2-17)."""
    printed = s.box.trains[kind].price
    if not s.shift.idle:
        return printed
    return max(0, printed - s.box.specials["I"].amount * s.box.kettle(s.shift.idle).type)


def room_for_kettle(s: ExpertState, brewery: str) -> bool:
    """Below the limit, or at it with event J; one laid aside has left already (18DO-7.2-19, 18DO-7.2-20)."""
    kettles, limit = len(kettles_of(s, brewery)), kettle_limit(s, brewery)
    return kettles < limit or (kettles == limit and can_use(s, brewery, "J"))


def kettle_bought(s: ExpertState, brewery: str, card: str) -> None:
    """A kettle laid aside pays for one other; one over the limit was bought by event J, and another has to go."""
    s.shift = replace(s.shift, idle="")
    if len(kettles_of(s, brewery)) > kettle_limit(s, brewery):
        use_up(s, brewery, "J")
        push_kettle_discards(s)


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
        company = action.actor
        if company not in s.box.corporations:
            return refuse("18DO-7.2-27", "Only corporations have shares.")
        most = 10 * s.box.specials[self.code].amount
        if action.percent not in range(10, most + 1, 10):
            return refuse("18DO-7.2-27", "One or two shares are sold.")
        if not _certificates(s, company, action.percent):
            return refuse("18DO-7.2-27", "{company} has no such certificates.", company=company)
        if percent(s, POOL, company) + action.percent > s.box.pool_limit:
            return refuse("18DO-6.4.6-2", "The pool takes {limit} % at most.", limit=s.box.pool_limit)
        return None

    def apply(self, s: ExpertState, player: str, action: SellToInvestor) -> None:
        company = action.actor
        income = action.percent // 10 * s.price(company)
        s.note("sells-quietly", company=company, percent=action.percent, income=income)
        move(s, company, _certificates(s, company, action.percent), POOL)
        s.transfer(BANK, company, income, "shares sold")
        use_up(s, company, self.code)


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


CAPACITY = BreweryPolicies(squares=squares)  # type: ignore[arg-type]  # positions are of the Expert Game


def unasked(s: Any, brewery: str, railway: str) -> bool:
    """Whether a contract saves asking the railway's director."""
    bound: str = s.shift.bound
    return bound == railway
