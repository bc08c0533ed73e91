"""Asking the house bot in a set-up position."""

from __future__ import annotations

from random import Random

from kursbuch.bots import get
from kursbuch.core import Game
from kursbuch.testing import Table


def decision(where: Table | Game, player: str = "", seed: int = 1) -> str:
    """What the house bot does for whoever is to decide, as text; it must be legal."""
    game = where.game if isinstance(where, Table) else where
    player = player or game.acting[0]
    choice = get("house").choose(game.view(player), game.legal_actions(player), Random(seed))
    assert choice.span is None, "a choice is definite"
    assert game.why_not(choice) is None
    return str(choice)
