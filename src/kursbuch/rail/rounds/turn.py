"""A turn: its steps in their order, and what the turn remembers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from kursbuch.core import Action, Frame, Refusal, Stage, Step, refuse
from kursbuch.core.record import quick, replace
from kursbuch.rail.actions import Pass
from kursbuch.rail.paper.holdings import president
from kursbuch.rail.rounds.deeds import Deed, stored_deeds
from kursbuch.rail.rounds.hooks import Voices, nobody_else
from kursbuch.rail.state import A, RailState, S


@quick
@dataclass(frozen=True, slots=True)
class TurnFrame(Frame):
    """A company's turn: which step it is at, what it has done, its income, offers that were declined."""

    company: str
    at: int = -1
    done: tuple[Deed, ...] = ()
    income: int = 0
    declined: tuple[tuple[str, str, int], ...] = ()
    last_sale: int = 0  # what the last share has brought that the president sold in need

    @staticmethod
    def as_stored(given: dict[str, Any]) -> dict[str, Any]:
        """Its fields out of a stored position."""
        return stored_deeds(given, "done")


@quick
@dataclass(frozen=True, slots=True)
class PlayerFrame(TurnFrame):
    """A player's turn; it has a company only while a company of the player acts."""

    player: str = ""


T = TypeVar("T", bound=TurnFrame, contravariant=True)


class TurnStep(Step[S, A]):
    """A step of a turn. It is asked for the company on turn, or for the player if it is a player's turn."""

    def also(self) -> tuple[Step[S, Any], ...]:
        """The further kinds of action that a step of several kinds opens."""
        return ()

    def idle(self, s: S, company: str) -> bool:
        """Whether there is nothing to decide; then `by_itself` happens and the turn goes on."""
        return False

    def by_itself(self, s: S, company: str) -> None:
        """What happens if there is nothing to decide."""

    def may_pass(self, s: S, company: str) -> Refusal | None:
        """Why the step may not be let go by."""
        return None

    def passed(self, s: S, company: str) -> None:
        """What happens if the step is let go by."""


@dataclass(frozen=True)
class Turn(Stage[S, T], Generic[T, S]):
    """A turn is a list of steps, taken in order; those with nothing to decide go by."""

    order: tuple[TurnStep[S, Any], ...] = ()

    def open_steps(self, s: S, f: T) -> Sequence[Step[S, Any]]:
        step = self.order[f.at]
        return (step, *step.also(), LetGo(step))

    def every_step(self) -> Iterable[Step[S, Any]]:
        for step in self.order:
            yield from (step, *step.also(), LetGo(step))

    def advance(self, s: S, f: T) -> bool:
        if f.at < 0:
            s.swap(replace(f, at=0))
            self.begins(s, f)
        elif f.at >= len(self.order):
            self.ends(s, f)
            s.pop()
        else:
            step, who = self.order[f.at], whose(f)
            s.look()
            stays = not step.idle(s, who) or self.waiting(s, step, f)
            s.look_away()
            if stays:
                return False
            s.swap(replace(f, at=f.at + 1))
            step.by_itself(s, who)
        return True

    def begins(self, s: S, f: T) -> None:
        """What happens before the first step."""

    def ends(self, s: S, f: T) -> None:
        """What happens after the last step."""

    def waiting(self, s: S, step: TurnStep[S, Any], f: T) -> bool:
        """Whether the turn stays at a step though nothing is possible in it."""
        return False

    def why_gone_by(self, s: S, f: T, action: Action, after: int = 0) -> Refusal | None:
        """A step that went by because nothing was possible says why; else it is the wrong moment.

        Those before `after` never go by: who comes too late for them has had them. None if no step knows the action.
        """
        for n, step in enumerate(self.order):
            for part in (step, *step.also()):
                if part.action is type(action):
                    past = after <= n < f.at
                    reason = part.why_not(s, self.deciders(s, f)[0], action) if past else None
                    return reason or refuse("turn.order", "The steps of a turn have a fixed order.")
        return None


@dataclass(frozen=True)
class CompanyTurn(Turn[TurnFrame, S]):
    """A company's turn; the president decides."""

    kind = "turn"

    at_start: Callable[[S, str], None] = lambda s, company: None
    anytime: tuple[Step[S, Any], ...] = ()  # open beside whatever step the turn is at
    voices: Voices[S] = nobody_else
    interjected: tuple[Step[S, Any], ...] = ()  # powers that others may use meanwhile
    decides: Callable[[S, str], str] = president  # who acts for a company
    gone: Callable[[S, str], bool] = lambda s, company: company in s.closed  # perhaps in its own turn
    waits: Callable[[S, TurnStep[S, Any], str], bool] = lambda s, step, company: (
        False
    )  # asks though nothing is possible

    def deciders(self, s: S, f: TurnFrame) -> tuple[str, ...]:
        return (self.decides(s, f.company),)

    def interjections(self, s: S, f: TurnFrame, player: str) -> Sequence[Step[S, Any]]:
        return self.interjected

    def actors(self, s: S, f: TurnFrame, player: str) -> tuple[str, ...]:
        return (f.company, player, *self.voices(s, player))

    def open_steps(self, s: S, f: TurnFrame) -> Sequence[Step[S, Any]]:
        step = self.order[f.at]
        return (step, *step.also(), *(other for other in self.anytime if other is not step), LetGo(step))

    def every_step(self) -> Iterable[Step[S, Any]]:
        yield from super().every_step()
        yield from self.anytime

    def advance(self, s: S, f: TurnFrame) -> bool:
        if self.gone(s, f.company):
            s.pop()
            return True
        return super().advance(s, f)

    def begins(self, s: S, f: TurnFrame) -> None:
        s.note("turn", company=f.company, president=president(s, f.company))
        self.at_start(s, f.company)

    def ends(self, s: S, f: TurnFrame) -> None:
        s.veterans |= {f.company}

    def waiting(self, s: S, step: TurnStep[S, Any], f: TurnFrame) -> bool:
        return self.waits(s, step, f.company)

    def not_now(self, s: S, f: TurnFrame, action: Action) -> Refusal:
        return self.why_gone_by(s, f, action) or _operating_only()

    def not_yours(self, s: S, f: TurnFrame, action: Action) -> Refusal:
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


@dataclass(frozen=True)
class PlayerTurn(Turn[PlayerFrame, S]):
    """A player's turn, for the player and for others in whose names the player acts."""

    voices: Voices[S] = nobody_else
    always: int = 0  # so many first steps are taken in every turn
    foreign: Callable[[str, Action], Refusal] = lambda player, action: refuse(
        "turn.president", "{player} decides for {company}.", player=player, company=action.actor
    )  # why a player may not act in another name

    def deciders(self, s: S, f: PlayerFrame) -> tuple[str, ...]:
        return (f.player,)

    def actors(self, s: S, f: PlayerFrame, player: str) -> tuple[str, ...]:
        return (player, *self.voices(s, player))

    def not_now(self, s: S, f: PlayerFrame, action: Action) -> Refusal:
        late = self.why_gone_by(s, f, action, self.always)
        return late or refuse("turn.order", "The steps of a turn have a fixed order.")

    def not_yours(self, s: S, f: PlayerFrame, action: Action) -> Refusal:
        if action.actor in s.players:
            return super().not_yours(s, f, action)
        return self.foreign(f.player, action)


def _operating_only() -> Refusal:
    return refuse("operating.only", "In an operating round only companies act, in their turn.")


class LetGo(Step[S, Pass]):
    """Let one step of a turn go by."""

    action = Pass

    def __init__(self, step: TurnStep[S, Any]) -> None:
        self.step = step

    def candidates(self, s: S, player: str) -> Iterable[Pass]:
        yield Pass(whose(turn_of(s)))

    def why_not(self, s: S, player: str, action: Pass) -> Refusal | None:
        who = whose(turn_of(s))
        if action.actor == who:
            return self.step.may_pass(s, who)
        if who in s.players:
            return refuse("turn.not-yours", "It is {player}'s turn.", player=who)
        return refuse("turn.other-company", "It is {company}'s turn.", company=who)

    def apply(self, s: S, player: str, action: Pass) -> None:
        next_step(s)
        self.step.passed(s, whose(turn_of(s)))


def whose(f: TurnFrame) -> str:
    """Whose turn it is: a company's or a player's."""
    return f.player if isinstance(f, PlayerFrame) else f.company


def turn_of(s: RailState) -> TurnFrame:
    """The turn under way, also while another decision lies on top of it."""
    top = s.stack[-1]
    if isinstance(top, TurnFrame):  # asked all the time
        return top
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
