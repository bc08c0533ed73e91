"""Whole random games of 18Chesapeake, each played once for all tests that look at it."""

import random
from functools import cache

import kursbuch as kb
from kursbuch.core import Game
from kursbuch.rail.state import RailState

# players and seed: short games that see every kind of action, the bank broken and players bankrupt
WHOLE = [(2, 100), (2, 110), (3, 116), (4, 112), (5, 108), (6, 114)]


def ending(game: Game) -> str:
    """Why a game ended; "" while it goes on."""
    assert isinstance(game.state, RailState)
    return game.state.ending


@cache
def played(players: int, seed: int, most: int = 5000) -> Game:
    """A random game to its end, or so many actions of it, audited throughout."""
    game = kb.new_game("18chesapeake", players=players, seed=seed)
    rng = random.Random(seed)
    while not game.over and len(game.actions) < most:
        game.apply(rng.choice(game.legal_actions()).sample(rng))
        game.audit()
    return game
