"""Positions of the Railway Game, set up in a few readable lines.

    table = railway(companies={"BME": {"A": 50, "cash": 200, "trains": ["2"]}}, tiles=LINE, turn="BME run")

What can be told: `kursbuch.titles.dortmund.positions.railway`.
"""

from __future__ import annotations

from typing import Any

import kursbuch.testing
from kursbuch.testing import settle
from kursbuch.titles.dortmund.positions import railway as positions
from kursbuch.titles.dortmund.positions.railway import STEPS
from tests.titles.dortmund.listed import ListedTable

LINE = {"H11": "1904.0", "F13": "8.0"}  # from Hagen by Glückaufsegen and the Hermannshütte to Dortmund City
EAST = {"D19": "9.0", "E18": "8.1", "E16": "9.1"}  # from Hamm by the eastern freight yard to Dortmund City
BME_LINE = "I10.0 H11.0 G12.0 F13 E12.0"


class RailwayTable(ListedTable):
    """A position of the Railway Game with short ways to look at it."""

    steps = STEPS

    def is_wide(self, action: str) -> bool:
        """Of runs only some are listed, of offers and agreed prices a range, and no sale that others say as well."""
        _, _, source = action.partition(" buys train ")[2].partition(" from ")
        agreed = source.partition(" ")[0] in self.s.box.companies
        return agreed or any(sign in action for sign in (" runs ", " offers ", "+", "#"))


def railway(players: int = 3, **told: Any) -> RailwayTable:
    return RailwayTable(positions.railway(players, **told))


def fresh(players: int = 3, seed: int = 1) -> RailwayTable:
    """A game that has just begun, with the players A, B, C ..."""
    return RailwayTable(kursbuch.testing.fresh("18do-railway", players, seed).game)


go_on = settle


def owner_pays(table: RailwayTable, *actions: str) -> dict[str, int]:
    """How purses change by some actions."""
    return table.pays(*actions)
