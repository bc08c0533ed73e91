"""What a position of 1889 is called, and how it remembers the port."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kursbuch.core import Chance
from kursbuch.rail.standard.parts import StandardBox
from kursbuch.rail.standard.selling import SellerFrame
from kursbuch.rail.standard.state import StandardState


class State1889(StandardState):
    """One power is used up in this title, the ferry's: stored positions say so by a field of its own."""

    __slots__ = ("port_built",)

    def __init__(self, players: Sequence[str], chance: Chance, box: StandardBox) -> None:
        super().__init__(players, chance, box)
        self.port_built = False

    def use(self, private: str) -> None:
        self.port_built = True

    def has_used(self, private: str) -> bool:
        return self.port_built


@dataclass(frozen=True, slots=True)
class OhzuFrame(SellerFrame):
    """The Ehime Railway has just been sold; its seller may build in Ohzu."""

    private: str = "ER"
