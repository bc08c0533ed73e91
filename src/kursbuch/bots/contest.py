"""Games between bots: one game, and many of them with their result.

python -m kursbuch.bots TITLE --players 3 --games 100 --seed 1 --bots house,random,random
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from kursbuch.bots.bot import Bot, Imagine, SearchingBot, View, choice
from kursbuch.core import Action, Game
from kursbuch.shelf import new_game

PATIENCE = 20_000  # actions after which a game is given up as endless


def play(game: Game, bots: Mapping[str, Bot], rng: Random, patience: int = PATIENCE) -> Game:
    """Play a game to its end. Each bot is handed what its own player may know, no more."""
    while not game.over:
        if len(game.actions) >= patience:
            raise AssertionError(f"{game.title} with seed {game.seed} has not ended after {patience} actions")
        player = game.acting[0]
        game.apply(choice(bots[player], game, player, rng))
    return game


@dataclass
class Tally:
    """What came of some games: for each bot in the order given the games won, and how the games ended."""

    title: str
    bots: tuple[str, ...]
    games: int = 0
    won: int = 0  # by the first bot, alone at the top
    lost: list[int] = field(default_factory=list)  # the seeds of the other games
    actions: int = 0
    ends: Counter[str] = field(default_factory=Counter)
    scores: list[list[int]] = field(default_factory=list)
    thought: float = 0.0  # seconds of the first bot
    worst: float = 0.0
    choices: int = 0
    seconds: float = 0.0

    def report(self) -> dict[str, Any]:
        """The figures as plain data."""
        means = [round(sum(scores) / len(scores)) for scores in zip(*self.scores, strict=True)]
        return {
            "title": self.title,
            "bots": list(self.bots),
            "games": self.games,
            "won": self.won,
            "lost": self.lost,
            "ends": dict(self.ends),
            "mean_scores": means,
            "actions_a_game": round(self.actions / self.games),
            "ms_a_choice": round(1000 * self.thought / max(1, self.choices), 2),
            "ms_worst": round(1000 * self.worst, 1),
            "seconds_a_game": round(self.seconds / self.games, 2),
        }


class _Clock:
    """Counts how long a bot thinks."""

    def __init__(self, tally: Tally) -> None:
        self._tally = tally

    def __enter__(self) -> None:
        self._start = time.process_time()

    def __exit__(self, *trouble: object) -> None:
        spent = time.process_time() - self._start
        self._tally.thought += spent
        self._tally.choices += 1
        self._tally.worst = max(self._tally.worst, spent)


class _Timed:
    """A bot under the clock."""

    def __init__(self, bot: Bot, tally: Tally) -> None:
        self.name = bot.name
        self._bot, self._clock = bot, _Clock(tally)

    def choose(self, view: View, legal: Sequence[Action], rng: Random) -> Action:
        with self._clock:
            return self._bot.choose(view, legal, rng)


class _TimedSearch(_Timed):
    """The same of one that searches."""

    def __init__(self, bot: SearchingBot, tally: Tally) -> None:
        super().__init__(bot, tally)
        self._searching = bot

    def choose_in(self, imagine: Imagine, view: View, legal: Sequence[Action], rng: Random) -> Action:
        with self._clock:
            return self._searching.choose_in(imagine, view, legal, rng)


def _timed(bot: Bot, tally: Tally) -> Bot:
    return _TimedSearch(bot, tally) if isinstance(bot, SearchingBot) else _Timed(bot, tally)


def contest(title: str, bots: Sequence[Bot], games: int, seed: int) -> Tally:
    """Games with seeds from `seed` on. Seats change from game to game, so that no bot always sits first."""
    tally = Tally(title, tuple(bot.name for bot in bots))
    begun = time.perf_counter()
    for number in range(games):
        game = new_game(title, players=len(bots), seed=seed + number)
        shift = number % len(bots)
        seats = [*game.players[shift:], *game.players[:shift]]  # of each bot
        at_table: dict[str, Bot] = dict(zip(seats, bots, strict=True))
        at_table[seats[0]] = _timed(bots[0], tally)
        play(game, at_table, Random(seed + number))
        scores = [game.scores()[seat] for seat in seats]
        tally.games += 1
        tally.actions += len(game.actions)
        tally.scores.append(scores)
        tally.ends[str(getattr(game.state, "ending", "") or "end")] += 1
        if scores[0] > max(scores[1:]):
            tally.won += 1
        else:
            tally.lost.append(seed + number)
    tally.seconds = time.perf_counter() - begun
    return tally
