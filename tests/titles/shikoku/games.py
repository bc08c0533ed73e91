"""Random games, each played and audited once and shared by the tests."""

from __future__ import annotations

import random
from functools import cache

import kursbuch as kb
from kursbuch.core import Game
from kursbuch.rail.state import RailState

# players, seed, beginner: short games that see every kind of action, bank and bankruptcy, and D trains
WHOLE = [
    (2, 7, False),
    (3, 9, False),
    (3, 10, False),
    (4, 2, False),
    (5, 9, False),
    (6, 6, False),
    (3, 1, True),
]


def ending(game: Game) -> str:
    """Why a game ended; "" while it goes on."""
    assert isinstance(game.state, RailState)
    return game.state.ending


@cache
def played(players: int, seed: int, beginner: bool = False, most: int = 6000) -> Game:
    """A game played by chance, to its end or so many actions, audited after each."""
    game = kb.new_game("1889", players=players, seed=seed, options={"beginner": beginner})
    rng = random.Random(seed)
    while not game.over and len(game.actions) < most:
        legal = game.legal_actions()
        assert legal, f"nobody can act: {game.state.stack}"
        game.apply(rng.choice(legal).sample(rng))
        game.audit()
    return game
