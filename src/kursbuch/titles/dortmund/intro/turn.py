"""Turns of the Introduction Game: clockwise from the start player until no certificate is on display."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kursbuch.core import Action, Frame, Refusal, Stage, refuse
from kursbuch.core.record import replace
from kursbuch.rail.rounds import PlayerFrame
from kursbuch.titles.dortmund.intro.paper import displayed
from kursbuch.titles.dortmund.intro.state import IntroState


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


def not_directed(player: str, action: Action) -> Refusal:
    """A player acts for the railways directed, and for no other (18DO-3.2-4)."""
    return refuse("18DO-3.2-4", "{player} does not direct {company}.", player=player, company=action.actor)
