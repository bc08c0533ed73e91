"""Whole games of 1830, each played once for all tests that look at it."""

import random
from functools import cache

import kursbuch as kb
from kursbuch.core import Game
from kursbuch.rail.state import RailState
from kursbuch.titles.northeast.bot import choose

# players, seed, and how often the house decides: random games end in bankruptcy, others when the bank is broken
WHOLE = [(2, 40, 0.0), (3, 36, 0.0), (4, 2, 0.8), (5, 1, 0.9)]


def ending(game: Game) -> str:
    """Why a game ended; "" while it goes on."""
    assert isinstance(game.state, RailState)
    return game.state.ending


@cache
def played(players: int, seed: int, house: float = 0.0, most: int = 3000) -> Game:
    """A game to its end, or so many actions of it, audited throughout."""
    game = kb.new_game("1830", players=players, seed=seed)
    rng = random.Random(seed)
    while not game.over and len(game.actions) < most:
        player = game.acting[0]
        legal = game.legal_actions(player)
        asked = house and rng.random() < house
        game.apply(choose(game.view(player), legal, rng) if asked else rng.choice(legal).sample(rng))
        game.audit()
    return game
