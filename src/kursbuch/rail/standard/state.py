"""What standard titles add to a position."""

from __future__ import annotations

from collections.abc import Sequence

from kursbuch.core import BANK, Chance, State
from kursbuch.rail.standard.parts import DRAWN, StandardBox
from kursbuch.rail.state import RailState


class StandardState(RailState):
    """Who owns the privates, what companies were started at, which of them float, which have turns now."""

    __slots__ = ("drawn", "floated", "pars", "privates", "running", "used")

    box: StandardBox

    def __init__(self, players: Sequence[str], chance: Chance, box: StandardBox) -> None:
        super().__init__(players, chance, box)
        self.privates = dict.fromkeys(box.privates, "")  # owner; "" with the bank, "out" when closed
        self.pars: dict[str, int] = {}
        self.floated: tuple[str, ...] = ()
        self.running: frozenset[str] = frozenset()  # companies that have a turn in this operating round
        self.used: frozenset[str] = frozenset()  # privates whose power has been used
        self.drawn = ""  # the company drawn for this game, where a title draws one

    def company_called(self, name: str) -> str:
        """The company that a private's data names, which may be the one drawn for this game."""
        return self.drawn if name == DRAWN else name

    def use(self, private: str) -> None:
        """The power of a private has been used."""
        self.used |= {private}

    def has_used(self, private: str) -> bool:
        return private in self.used

    def transfer(self, src: str, dst: str, amount: int, why: str) -> None:
        """Move money; the end is near when the bank is empty, or by the figures when it cannot pay in full."""
        if self.box.figures.empty_bank_is_broken:
            super().transfer(src, dst, amount, why)
            return
        State.transfer(self, src, dst, amount, why)
        if src == BANK and self.cash[BANK] < 0:
            self.end("bank")
