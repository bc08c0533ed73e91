"""Positions of the Introduction Game, set up in a few readable lines.

    table = intro(held={"BME": {"A": 40}}, trains={"BME": "2"}, tiles={"H9": "9.2"}, turn="A lay")

Everything not named is as at the start. The players sit in the order A, B, C ... and A is on turn.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from kursbuch.core import Title
from kursbuch.rail.loader import load_toml
from kursbuch.rail.rounds import PlayerFrame
from kursbuch.rail.state import OFFER
from kursbuch.titles.dortmund.intro import rules as intro_rules
from kursbuch.titles.dortmund.intro.end import payments, receipts
from kursbuch.titles.dortmund.positions import intro as positions
from kursbuch.titles.dortmund.positions.intro import STEPS
from kursbuch.titles.dortmund.railway.parts import DATA, read_board
from kursbuch.titles.dortmund.title import INTRO
from tests.titles.dortmund.listed import ListedTable

LINE = {"E10": "1905.2"}  # from the harbour by the Union mill and Tremonia to Dortmund City


class IntroTable(ListedTable):
    """A position of the Introduction Game with short ways to look at it."""

    def owes(self, company: str) -> int:
        return payments(self.s)[company]

    def gets(self, player: str) -> int:
        return receipts(self.s, payments(self.s))[player]

    def certificates(self, player: str) -> int:
        """How many certificates a player holds."""
        return sum(owners.count(player) for owners in self.s.shares.values())

    def shown(self, company: str) -> int:
        """How many certificates of a railway are on display."""
        owners: tuple[str, ...] = self.s.shares[company]
        return owners.count(OFFER)

    def director(self, company: str) -> str:
        owner: str = self.s.shares[company][0]
        return owner

    def is_wide(self, action: str) -> bool:
        """An exchange of trains is listed for one of the two railways."""
        return " exchanges trains with " in action

    @property
    def step(self) -> str:
        """Whose turn it is and what comes next, such as "A lay"."""
        frame = self.s.top
        return f"{frame.player} {STEPS[frame.at]}" if isinstance(frame, PlayerFrame) else str(frame.stage)


def intro(
    players: int = 3, *, board: Callable[[dict[str, Any]], None] | None = None, **about: Any
) -> IntroTable:
    """A position, described as the family's own builder wants it; board: changes the printed board."""
    title = Title(INTRO.info, _rules_with(board)) if board else INTRO
    return IntroTable(positions.intro(players, **about, title=title))


def _rules_with(change: Callable[[dict[str, Any]], None]) -> Callable[..., Any]:
    data = load_toml(DATA, "board.toml")
    change(data)
    rules = intro_rules.IntroRules()
    rules.box = replace(rules.box, map=read_board(data))
    return lambda players, options: rules
