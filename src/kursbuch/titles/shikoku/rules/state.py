"""What 1889 adds to a position."""

from __future__ import annotations

from collections.abc import Sequence

from kursbuch.core import Chance
from kursbuch.rail.state import RailState
from kursbuch.titles.shikoku.rules.parts import ShikokuBox


class State1889(RailState):
    """Who owns the privates, what companies were started at, which of them float, which have turns now."""

    __slots__ = ("floated", "pars", "port_built", "privates", "running")

    box: ShikokuBox

    def __init__(self, players: Sequence[str], chance: Chance, box: ShikokuBox) -> None:
        super().__init__(players, chance, box)
        self.privates = dict.fromkeys(box.privates, "")  # owner; "" with the bank, "out" when closed
        self.pars: dict[str, int] = {}
        self.floated: tuple[str, ...] = ()
        self.running: frozenset[str] = frozenset()  # companies that have a turn in this operating round
        self.port_built = False  # whether the ferry has built
