"""What 18TE adds to a position."""

from __future__ import annotations

from collections.abc import Sequence

from kursbuch.core import Chance
from kursbuch.rail.state import RailState
from kursbuch.titles.te18.rules.parts import Box18TE


class State18TE(RailState):
    """The pile on the first certificate, the export marker, and who has had the bonus."""

    __slots__ = ("export_marker", "pile", "rewarded")

    box: Box18TE

    def __init__(self, players: Sequence[str], chance: Chance, box: Box18TE) -> None:
        super().__init__(players, chance, box)
        self.pile = 0  # marks laid on the unsold president's certificate of the first company
        self.export_marker = False
        self.rewarded: frozenset[str] = frozenset()
