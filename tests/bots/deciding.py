"""Asking the house bot, or the coach for reasons, in a set-up position."""

from __future__ import annotations

from random import Random

from kursbuch.bots import get
from kursbuch.bots.advice import reasons
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


def reasoned(table: Table, line: str) -> dict[str, dict[str, object]]:
    """The reasons for a choice, as it stands on the legal list or made definite: keys and values."""
    game = table.game
    player = game.acting[0]
    view, legal = game.view(player), game.legal_actions(player)
    action = next((one for one in legal if str(one) == line), None) or game.read(line)
    return {one.key: dict(one.values) for one in reasons(view, legal, action)}
