"""Positions of brewery rounds, set up in a few readable lines.

    table = brewery(minors={"B4": {"owner": "A", "kettles": ["S2", "S1"]}}, regular=[3, 3], turn="B4 deliver")

What can be told: `kursbuch.titles.dortmund.positions.brewery`.
"""

from __future__ import annotations

from typing import Any

from kursbuch.testing import Table, settle
from kursbuch.titles.dortmund.beer.brewery.turn import BreweryTurnFrame
from kursbuch.titles.dortmund.beer.demand import BeerMarket
from kursbuch.titles.dortmund.positions import brewery as positions
from kursbuch.titles.dortmund.positions.brewery import EXPERT_STEPS, STEPS


class BreweryTable(Table):
    """A position of a brewery round with short ways to look at it."""

    @property
    def brewing_steps(self) -> tuple[str, ...]:
        return EXPERT_STEPS if self.game.title == "18do-expert" else STEPS

    @property
    def beer(self) -> BeerMarket:
        market: BeerMarket = self.s.beer
        return market

    @property
    def step(self) -> str:
        """The brewery on turn and its step, "B4 deliver"; "over" after the round, which is the last."""
        frame = next((f for f in reversed(self.s.stack) if isinstance(f, BreweryTurnFrame)), None)
        return f"{frame.company} {self.brewing_steps[frame.at]}" if frame else "over"

    def kettles(self, brewery: str) -> list[int]:
        return [self.s.box.kettle(card).type for card in self.s.kettles.get(brewery, ())]


def brewery(players: int = 3, **told: Any) -> BreweryTable:
    return BreweryTable(positions.brewery(players, **told))


go_on = settle
