"""What the Introduction Game adds to a position."""

from __future__ import annotations

from collections.abc import Sequence

from kursbuch.core import Chance
from kursbuch.rail.state import RailState
from kursbuch.titles.dortmund.intro_parts import IntroBox


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
