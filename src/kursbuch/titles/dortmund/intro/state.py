"""What the Introduction Game adds to a position."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from kursbuch.core import Chance, Step
from kursbuch.rail.rounds import PlayerFrame, turn_of
from kursbuch.rail.state import RailState
from kursbuch.titles.dortmund.intro.parts import IntroBox


class IntroState(RailState):
    """Links of mines and mills, turns taken, and what the final run brought."""

    __slots__ = ("dividends", "links", "turns", "winners")

    box: IntroBox

    def __init__(self, players: Sequence[str], chance: Chance, box: IntroBox) -> None:
        super().__init__(players, chance, box)
        self.links: dict[str, int] = {}  # hex -> value of its location marker
        self.turns = 0
        self.dividends: dict[str, int] = {}  # of each player, after the final run
        self.winners: tuple[str, ...] = ()


def on_turn(s: IntroState) -> str:
    """The player whose turn is under way."""
    frame = turn_of(s)
    assert isinstance(frame, PlayerFrame)
    return frame.player


def nothing_to_do(s: IntroState, player: str, steps: Iterable[Step[Any, Any]]) -> bool:
    """Whether none of these steps has a legal action."""
    return not any(
        step.why_not(s, player, action) is None for step in steps for action in step.candidates(s, player)
    )
