"""The order for those who do not want to be asked when there is nothing to choose."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from kursbuch.core import Action, Game
from kursbuch.web.orders.kind import Data, Offer, Verdict


@dataclass(frozen=True, slots=True)
class OnlyChoice:
    """Take what is the only thing that can be done; but the game is ended by people."""

    name = "only"
    needs: tuple[type[Action], ...] = ()

    def offer(self, game: Game, player: str) -> Offer | None:
        return Offer()

    def read(self, game: Game, player: str, given: Mapping[str, str]) -> dict[str, Any]:
        return {}

    def about(self, data: Data) -> object:
        return ""

    def decide(self, game: Game, player: str, data: Data, since: int) -> Verdict:
        if player not in game.acting:
            return None
        legal = game.legal_actions(player)
        if len(legal) != 1:
            return None
        action = legal[0]
        if action.span is not None:
            if action.span.lo != action.span.hi:
                return None
            action = action.at(action.span.lo)
        return None if game.after(action).over else action
