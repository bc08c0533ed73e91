"""A company's turn: its steps in their order, and what the turn remembers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from kursbuch.core import Action, Frame, Refusal, Stage, Step, refuse
from kursbuch.rail.actions import Pass
from kursbuch.rail.paper.holdings import president
from kursbuch.rail.rounds.deeds import Deed, stored_deeds
from kursbuch.rail.rounds.hooks import Voices, nobody_else
from kursbuch.rail.state import RailState


@dataclass(frozen=True, slots=True)
class TurnFrame(Frame):
    """A company's turn: which step it is at, what it has done, its income, offers that were declined."""

    company: str
    at: int = -1
    done: tuple[Deed, ...] = ()
    income: int = 0
    declined: tuple[tuple[str, str, int], ...] = ()
    last_sale: int = 0  # what the president's last sale in need has brought

    @staticmethod
    def as_stored(given: dict[str, Any]) -> dict[str, Any]:
        """Its fields out of a stored position."""
        return stored_deeds(given, "done")


class TurnStep(Step[Any, Any]):
    """A step of a company's turn."""

    def also(self) -> tuple[Step[Any, Any], ...]:
        """The further kinds of action that a step of several kinds opens."""
        return ()

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

    kind = "turn"

    order: tuple[TurnStep, ...] = ()
    at_start: Callable[[Any, str], None] = lambda s, company: None
    at_end: Callable[[Any, str], None] = lambda s, company: None
    anytime: tuple[Step[Any, Any], ...] = ()  # open beside whatever step the turn is at
    voices: Voices = nobody_else
    interjected: tuple[Step[Any, Any], ...] = ()  # powers that others may use meanwhile
    decides: Callable[[Any, str], str] = president  # who acts for a company
    gone: Callable[[Any, str], bool] = lambda s, company: company in s.closed  # perhaps in its own turn
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
        return (step, *step.also(), *(other for other in self.anytime if other is not step), _LetGo(step))

    def every_step(self) -> Iterable[Step[Any, Any]]:
        for step in self.order:
            yield from (step, *step.also())
            yield _LetGo(step)
        yield from self.anytime

    def advance(self, s: RailState, f: TurnFrame) -> bool:
        if self.gone(s, f.company):
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
            for part in (step, *step.also()):
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
    frame = s.under_way(TurnFrame)
    assert frame is not None, "no company is operating"
    return frame


def update_turn(s: RailState, **changes: Any) -> None:
    """Change what the turn under way remembers."""
    for i in range(len(s.stack) - 1, -1, -1):
        frame = s.stack[i]
        if isinstance(frame, TurnFrame):
            s.stack[i] = replace(frame, **changes)
            return
    raise AssertionError("no company is operating")


def did(s: RailState, what: Deed) -> None:
    """Note something done in this turn."""
    update_turn(s, done=(*turn_of(s).done, what))


def next_step(s: RailState) -> None:
    """The turn goes on to its next step."""
    update_turn(s, at=turn_of(s).at + 1)
