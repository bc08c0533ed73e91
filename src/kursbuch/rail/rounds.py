"""Rounds as stages: sets of a stock round and operating rounds, player turns, company turns."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from kursbuch.core import Action, Frame, Refusal, Stage, Step, refuse
from kursbuch.rail.actions import Pass
from kursbuch.rail.holdings import president
from kursbuch.rail.state import RailState

Hook = Callable[[Any], None]


def nothing(s: RailState) -> None:
    """A hook that does nothing."""


Voices = Callable[[Any, str], tuple[str, ...]]  # in whose names a player acts beside the usual ones


def nobody_else(s: RailState, player: str) -> tuple[str, ...]:
    """No further voices."""
    return ()


# -- the sequence of rounds -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SetFrame(Frame):
    """One set: a stock round, then operating rounds. `done` counts its rounds, `of` its operating rounds."""

    number: int = 1
    done: int = 0
    of: int = 0
    encore_asked: bool = False


@dataclass(frozen=True)
class Cycle(Stage[RailState, SetFrame]):
    """Stock round, operating rounds, and again, until a set ends in which the end has come about."""

    stock: str = "stock"
    operating: str = "operating"
    operating_rounds: Callable[[Any], int] = lambda s: s.phase.operating_rounds
    over: Callable[[Any, SetFrame], bool] = lambda s, f: bool(s.ending) and 0 < f.of < f.done
    encore: str = ""  # the stage that decides on one operating round more, after the last of a set

    def advance(self, s: RailState, f: SetFrame) -> bool:
        if f.done and self.over(s, f):
            s.finished = True
            s.note("over", reason=s.ending)
        elif f.done == 0:
            s.swap(replace(f, done=1))
            s.stock_round += 1
            s.operating_round = 0
            s.sold = frozenset()
            s.note("stock-round", number=s.stock_round)
            s.push(StockFrame(self.stock, s.priority))
        else:
            of = f.of or self.operating_rounds(s)  # how many is settled when the first begins
            if f.done > of:
                if self.encore and not f.encore_asked:
                    s.swap(replace(f, of=of, encore_asked=True))
                    s.push(Frame(self.encore))
                else:
                    s.swap(SetFrame(f.stage, f.number + 1))
                return True
            s.swap(replace(f, done=f.done + 1, of=of))
            s.operating_round = f.done
            s.note("operating-round", set=f.number, number=f.done)
            s.push(OperatingFrame(self.operating))
        return True


# -- stock rounds ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class StockFrame(Frame):
    """Whose turn it is, what was dealt in this turn, how many have passed in a row, who dealt last."""

    player: str
    dealt: tuple[str, ...] = ()
    passes: int = 0
    last_dealer: str = ""


@dataclass(frozen=True)
class StockRound(Stage[RailState, StockFrame]):
    """Player turns in seating order until all have passed in succession."""

    steps: tuple[Step[Any, Any], ...] = ()
    all_passed: Callable[[Any], bool] = lambda s: True  # False lets the round go on
    at_end: Hook = nothing
    asks: Callable[[Any, str], bool] = lambda s, player: True  # False ends the player's turn
    automatic: Callable[[Any, str], bool] = lambda s, player: False  # plays a turn that needs no decision
    voices: Voices = nobody_else
    interjected: tuple[Step[Any, Any], ...] = ()  # powers that others may use meanwhile

    def deciders(self, s: RailState, f: StockFrame) -> tuple[str, ...]:
        return (f.player,)

    def interjections(self, s: RailState, f: StockFrame, player: str) -> Sequence[Step[Any, Any]]:
        return self.interjected

    def actors(self, s: RailState, f: StockFrame, player: str) -> tuple[str, ...]:
        return (player, *self.voices(s, player))

    def advance(self, s: RailState, f: StockFrame) -> bool:
        if f.passes < len(s.players):
            if self.automatic(s, f.player):
                return True
            if self.asks(s, f.player):
                return False
            leave_turn(s)
            return True
        s.swap(replace(f, passes=0))
        if self.all_passed(s):
            last = f.last_dealer
            if last:
                s.priority = s.left_of(last)
            s.note("priority", player=s.priority)
            self.at_end(s)
            s.pop()
        return True

    def not_now(self, s: RailState, f: StockFrame, action: Action) -> Refusal:
        return refuse("stock.only", "In a stock round players buy, sell, or pass.")

    def not_yours(self, s: RailState, f: StockFrame, action: Action) -> Refusal:
        if action.actor not in s.players:
            return self.not_now(s, f, action)
        return super().not_yours(s, f, action)


def dealt(s: RailState, kind: str) -> None:
    """Note that the player on turn has dealt; the turn goes on."""
    f = s.top
    assert isinstance(f, StockFrame)
    s.swap(replace(f, dealt=(*f.dealt, kind), passes=0, last_dealer=f.player))


def end_turn(s: RailState) -> None:
    """The next player is on turn."""
    f = s.top
    assert isinstance(f, StockFrame)
    s.swap(replace(f, player=s.left_of(f.player), dealt=()))


def leave_turn(s: RailState) -> None:
    """The player on turn is done; without a deal it counts as a pass."""
    f = s.top
    assert isinstance(f, StockFrame)
    if not f.dealt:
        s.swap(replace(f, passes=f.passes + 1))
        s.note("passes", player=f.player)
    end_turn(s)


class PassTurn(Step[RailState, Pass]):
    """End a stock turn; without a deal it counts as a pass."""

    action = Pass

    def __init__(self, may_pass: Callable[[Any, str], Refusal | None] = lambda s, player: None) -> None:
        self.may_pass = may_pass

    def candidates(self, s: RailState, player: str) -> Iterable[Pass]:
        yield Pass(player)

    def why_not(self, s: RailState, player: str, action: Pass) -> Refusal | None:
        if action.actor != player:
            return refuse("turn.not-yours", "{player} passes in the own name.", player=player)
        return self.may_pass(s, player)

    def apply(self, s: RailState, player: str, action: Pass) -> None:
        leave_turn(s)


# -- operating rounds -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OperatingFrame(Frame):
    """The companies that have had their turn; `at` is "start", "turns" or "end"."""

    operated: tuple[str, ...] = ()
    at: str = "start"
    order: tuple[str, ...] = ()  # where it is settled when the round begins


@dataclass(frozen=True)
class OperatingRound(Stage[RailState, OperatingFrame]):
    """Every company in play operates once; the next is always the best placed that has not."""

    turn: str = "turn"
    at_start: Hook = nothing
    at_end: Hook = nothing
    operates: Callable[[Any, str], bool] = lambda s, company: True  # whether a company in play has a turn
    fixed_order: bool = False  # prices at the start of the round settle its order
    order: Callable[[Any], Iterable[str]] = lambda s: s.prices.order()

    def advance(self, s: RailState, f: OperatingFrame) -> bool:
        if f.at == "start":
            settled = tuple(self.order(s)) if self.fixed_order else ()
            s.swap(replace(f, at="turns", order=settled))
            self.at_start(s)
        elif f.at == "turns":
            order = f.order or self.order(s)
            waiting = [c for c in order if c not in f.operated and c in s.founded and self.operates(s, c)]
            if waiting:
                s.swap(replace(f, operated=(*f.operated, waiting[0])))
                s.push(TurnFrame(self.turn, waiting[0]))
            else:
                s.swap(replace(f, at="end"))
                self.at_end(s)  # may push frames, discards for example
        else:
            s.pop()
        return True


@dataclass(frozen=True, slots=True)
class TurnFrame(Frame):
    """A company's turn: which step it is at, what it has done, its income, offers that were declined."""

    company: str
    at: int = -1
    done: tuple[str, ...] = ()
    income: int = 0
    declined: tuple[tuple[str, str, int], ...] = ()


class TurnStep(Step[Any, Any]):
    """A step of a company's turn. Steps with several kinds of action give the others as `also`."""

    also: tuple[Step[Any, Any], ...] = ()

    def idle(self, s: Any, company: str) -> bool:
        """Whether there is nothing to decide; then `by_itself` happens and the turn goes on."""
        return False

    def by_itself(self, s: Any, company: str) -> None:
        """What happens if there is nothing to decide."""

    def may_pass(self, s: Any, company: str) -> Refusal | None:
        """Why the step may not be let go by."""
        return None

    def passed(self, s: Any, company: str) -> None:
        """What happens if the step is let go by."""


@dataclass(frozen=True)
class CompanyTurn(Stage[RailState, TurnFrame]):
    """A company's turn is a list of steps, taken in order; the president decides."""

    order: tuple[TurnStep, ...] = ()
    at_start: Callable[[Any, str], None] = lambda s, company: None
    at_end: Callable[[Any, str], None] = lambda s, company: None
    anytime: tuple[Step[Any, Any], ...] = ()  # open beside whatever step the turn is at
    voices: Voices = nobody_else
    interjected: tuple[Step[Any, Any], ...] = ()  # powers that others may use meanwhile
    decides: Callable[[Any, str], str] = president  # who acts for a company
    waits: Callable[[Any, TurnStep, str], bool] = lambda s, step, company: (
        False
    )  # asks though nothing is possible

    def deciders(self, s: RailState, f: TurnFrame) -> tuple[str, ...]:
        return (self.decides(s, f.company),)

    def interjections(self, s: RailState, f: TurnFrame, player: str) -> Sequence[Step[Any, Any]]:
        return self.interjected

    def actors(self, s: RailState, f: TurnFrame, player: str) -> tuple[str, ...]:
        return (f.company, player, *self.voices(s, player))

    def open_steps(self, s: RailState, f: TurnFrame) -> Sequence[Step[Any, Any]]:
        step = self.order[f.at]
        return (step, *step.also, *(other for other in self.anytime if other is not step), _LetGo(step))

    def every_step(self) -> Iterable[Step[Any, Any]]:
        for step in self.order:
            yield from (step, *step.also)
            yield _LetGo(step)
        yield from self.anytime

    def advance(self, s: RailState, f: TurnFrame) -> bool:
        if f.company in s.closed:
            s.pop()
        elif f.at < 0:
            s.swap(replace(f, at=0))
            s.note("turn", company=f.company, president=president(s, f.company))
            self.at_start(s, f.company)
        elif f.at >= len(self.order):
            self.at_end(s, f.company)
            s.veterans |= {f.company}
            s.pop()
        else:
            step = self.order[f.at]
            if not step.idle(s, f.company) or self.waits(s, step, f.company):
                return False
            s.swap(replace(f, at=f.at + 1))
            step.by_itself(s, f.company)
        return True

    def not_now(self, s: RailState, f: TurnFrame, action: Action) -> Refusal:
        """A step that went by because nothing was possible says why; else it is the wrong moment."""
        for n, step in enumerate(self.order):
            for part in (step, *step.also):
                if part.action is type(action):
                    reason = part.why_not(s, self.decides(s, f.company), action) if n < f.at else None
                    return reason or refuse("turn.order", "The steps of a company's turn have a fixed order.")
        return _operating_only()

    def not_yours(self, s: RailState, f: TurnFrame, action: Action) -> Refusal:
        if action.actor in s.players:
            return _operating_only()
        if action.actor != f.company:
            return refuse("turn.other-company", "It is {company}'s turn.", company=f.company)
        return refuse(
            "turn.president",
            "{player} decides for {company}.",
            player=self.decides(s, f.company),
            company=f.company,
        )


def _operating_only() -> Refusal:
    return refuse("operating.only", "In an operating round only companies act, in their turn.")


class _LetGo(Step[RailState, Pass]):
    """Let one step of a company's turn go by."""

    action = Pass

    def __init__(self, step: TurnStep) -> None:
        self.step = step

    def candidates(self, s: RailState, player: str) -> Iterable[Pass]:
        yield Pass(turn_of(s).company)

    def why_not(self, s: RailState, player: str, action: Pass) -> Refusal | None:
        company = turn_of(s).company
        if action.actor != company:
            return refuse("turn.not-yours", "It is {company}'s turn.", company=company)
        return self.step.may_pass(s, company)

    def apply(self, s: RailState, player: str, action: Pass) -> None:
        next_step(s)
        self.step.passed(s, turn_of(s).company)


def turn_of(s: RailState) -> TurnFrame:
    """The company turn under way, also while another decision lies on top of it."""
    for frame in reversed(s.stack):
        if isinstance(frame, TurnFrame):
            return frame
    raise AssertionError("no company is operating")


def update_turn(s: RailState, **changes: Any) -> None:
    """Change what the turn under way remembers."""
    for i in range(len(s.stack) - 1, -1, -1):
        frame = s.stack[i]
        if isinstance(frame, TurnFrame):
            s.stack[i] = replace(frame, **changes)
            return
    raise AssertionError("no company is operating")


def did(s: RailState, what: str) -> None:
    """Note something done in this turn."""
    update_turn(s, done=(*turn_of(s).done, what))


def next_step(s: RailState) -> None:
    """The turn goes on to its next step."""
    update_turn(s, at=turn_of(s).at + 1)
