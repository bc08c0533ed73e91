"""Turns of the Introduction Game: clockwise from the start player until no certificate is on display."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from kursbuch.core import Action, Frame, Refusal, Stage, Step, refuse
from kursbuch.rail.actions import Pass
from kursbuch.rail.rounds import TurnStep, next_step
from kursbuch.titles.dortmund.intro.paper import directed, displayed
from kursbuch.titles.dortmund.intro.state import IntroState, PlayerFrame


@dataclass(frozen=True, slots=True)
class TableFrame(Frame):
    """Who has the next turn."""

    player: str


@dataclass(frozen=True)
class Turns(Stage[IntroState, TableFrame]):
    """One turn after the other; the game ends with the turn that empties the display (18DO-3.3-1)."""

    finish: Callable[[IntroState], None]
    turn: str = "turn"

    def advance(self, s: IntroState, f: TableFrame) -> bool:
        if not displayed(s):
            self.finish(s)
            s.finished = True
            return True
        s.swap(replace(f, player=s.left_of(f.player)))
        s.turns += 1
        s.note("players-turn", player=f.player, number=s.turns)
        s.push(PlayerFrame(self.turn, "", player=f.player))
        return True


@dataclass(frozen=True)
class PlayerTurn(Stage[IntroState, PlayerFrame]):
    """A player's turn: steps in a fixed order, for the player and the railways directed (18DO-3.2-3)."""

    order: tuple[TurnStep, ...]

    def deciders(self, s: IntroState, f: PlayerFrame) -> tuple[str, ...]:
        return (f.player,)

    def actors(self, s: IntroState, f: PlayerFrame, player: str) -> tuple[str, ...]:
        return (player, *directed(s, player))

    def open_steps(self, s: IntroState, f: PlayerFrame) -> Sequence[Step[Any, Any]]:
        step = self.order[f.at]
        return (step, *step.also(), LetGo(step))

    def every_step(self) -> Iterable[Step[Any, Any]]:
        for step in self.order:
            yield from (step, *step.also(), LetGo(step))

    def advance(self, s: IntroState, f: PlayerFrame) -> bool:
        if f.at < 0:
            s.swap(replace(f, at=0))
        elif f.at >= len(self.order):
            s.pop()
        elif self.order[f.at].idle(s, f.player):
            s.swap(replace(f, at=f.at + 1))
        else:
            return False
        return True

    def not_now(self, s: IntroState, f: PlayerFrame, action: Action) -> Refusal:
        """A step that went by says why; else it is the wrong moment."""
        for n, step in enumerate(self.order[: f.at]):
            for part in (step, *step.also()):
                if part.action is type(action) and n > 0:
                    reason = part.why_not(s, f.player, action)
                    if reason is not None:
                        return reason
        return refuse("turn.order", "The steps of a turn have a fixed order.")

    def not_yours(self, s: IntroState, f: PlayerFrame, action: Action) -> Refusal:
        if action.actor in s.players:
            return super().not_yours(s, f, action)
        return refuse(
            "18DO-3.2-4", "{player} does not direct {company}.", player=f.player, company=action.actor
        )


class LetGo(Step[IntroState, Pass]):
    """Let one step of a turn go by."""

    action = Pass

    def __init__(self, step: TurnStep) -> None:
        self.step = step

    def candidates(self, s: IntroState, player: str) -> Iterable[Pass]:
        yield Pass(player)

    def why_not(self, s: IntroState, player: str, action: Pass) -> Refusal | None:
        if action.actor != player:
            return refuse("turn.not-yours", "It is {player}'s turn.", player=player)
        return self.step.may_pass(s, player)

    def apply(self, s: IntroState, player: str, action: Pass) -> None:
        next_step(s)
