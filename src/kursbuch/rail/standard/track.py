"""The track step of a company that may build by a private's power as well."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from kursbuch.rail.actions import Lay
from kursbuch.rail.rounds import turn_of, update_turn
from kursbuch.rail.state import RailState
from kursbuch.rail.steps.lay import LayTrack


@dataclass(frozen=True)
class OpenTrack(LayTrack):
    """A tile as usual; the step stays open after it while a power can still be used beside it."""

    stays_open: Callable[[Any, str], bool] = lambda s, company: False

    def idle(self, s: RailState, company: str) -> bool:
        if "lay" in turn_of(s).done:
            return not self.stays_open(s, company)
        return super().idle(s, company)

    def apply(self, s: RailState, player: str, action: Lay) -> None:
        super().apply(s, player, action)
        update_turn(s, at=turn_of(s).at - 1)  # whether the turn goes on is asked when the tile lies
