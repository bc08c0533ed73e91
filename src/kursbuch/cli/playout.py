"""Random legal play, for finding faults and measuring speed."""

from __future__ import annotations

import random
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import kursbuch as kb
from kursbuch.core import Game

PATIENCE = 100_000  # actions after which a game is given up as endless


@dataclass
class Playout:
    """What came of some random games."""

    title: str
    players: int
    games: int = 0
    actions: int = 0
    seconds: float = 0.0
    ends: Counter[str] = field(default_factory=Counter)
    scores: list[dict[str, int]] = field(default_factory=list)

    def report(self) -> dict[str, Any]:
        return {
            "title": self.title,
            "players": self.players,
            "games": self.games,
            "actions": self.actions,
            "seconds": round(self.seconds, 3),
            "actions_per_second": round(self.actions / self.seconds) if self.seconds else 0,
            "ends": dict(self.ends),
            "scores": self.scores,
        }


def random_game(title: str, players: int, seed: int, *, audit: bool = False) -> Game:
    """Play one game to its end, each action drawn evenly from the legal list.

    >>> random_game(kb.titles()[0].id, 2, 1).over
    True
    """
    rng = random.Random(seed)
    game = kb.new_game(title, players, seed=seed)
    while not game.over:
        if len(game.actions) >= PATIENCE:
            raise AssertionError(f"{title} with seed {seed} has not ended after {PATIENCE} actions")
        game.apply(rng.choice(game.legal_actions()).sample(rng))
        if audit:
            game.audit()
    return game


def playout(title: str, players: int, games: int, seed: int, *, audit: bool = False) -> Playout:
    """Play so many random games, with seeds from `seed` on."""
    result = Playout(title, players)
    start = time.perf_counter()
    for number in range(games):
        game = random_game(title, players, seed + number, audit=audit)
        result.games += 1
        result.actions += len(game.actions)
        result.ends[str(getattr(game.state, "ending", "") or "end")] += 1
        result.scores.append(game.scores())
    result.seconds = time.perf_counter() - start
    return result
