"""One game between bots, and what is written down of it."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random

from kursbuch.arena.matches import Match
from kursbuch.bots import choice, get
from kursbuch.core import Action, BadInput, Game
from kursbuch.shelf import new_game

PATIENCE = 20_000  # actions after which a game counts as endless


@dataclass(frozen=True)
class Played:
    """What came of a game. The lists follow the seats."""

    title: str
    seats: Sequence[str]
    seed: int
    options: Sequence[tuple[str, object]]
    scores: Sequence[int]
    actions: int
    ending: str
    choices: Sequence[int]  # decisions of each seat
    thought: Sequence[float]  # seconds of this process that they took
    worst: Sequence[float]  # the longest of them

    @property
    def match(self) -> Match:
        """Which game it was."""
        options = tuple((str(key), value) for key, value in self.options)
        return Match(self.title, tuple(self.seats), self.seed, options)

    @property
    def parts(self) -> list[float]:
        """Who has won how much of the game: those who are level at the top share it.

        >>> Played("some", ("a", "b", "c"), 1, (), (5, 9, 9), 1, "", (), (), ()).parts
        [0.0, 0.5, 0.5]
        """
        top = max(self.scores)
        best = list(self.scores).count(top)
        return [1 / best if score == top else 0.0 for score in self.scores]

    def to_json(self) -> str:
        """One line."""
        return json.dumps(asdict(self), ensure_ascii=False)

    @staticmethod
    def read(line: str) -> Played:
        """From a line; raises BadInput.

        >>> one = Played("some", ["a", "b"], 1, [], [5, 9], 1, "bank", [3, 3], [0.1, 0.1], [0.1, 0.1])
        >>> Played.read(one.to_json()) == one
        True
        """
        try:
            return Played(**json.loads(line))
        except (ValueError, TypeError) as error:
            raise BadInput("results", "this line is no result of a game: {line!r}", line=line[:80]) from error


class BotFailed(Exception):
    """A bot that raised an error, or did what is not allowed. No random move stands in for it, as one does at a
    table: that would measure another bot."""


def play_match(match: Match, keep: Path | None = None) -> Played:
    """Play a game to its end; its transcript goes into the folder `keep`. Raises BotFailed."""
    game = new_game(match.title, len(match.seats), match.seed, dict(match.options))
    clocks = {player: _Clock() for player in game.players}
    bots = dict(zip(game.players, map(get, match.seats), strict=True))
    rng = Random(match.seed)
    while not game.over:
        if len(game.actions) >= PATIENCE:
            raise AssertionError(f"{match.name} has not ended after {PATIENCE} actions")
        player = game.acting[0]
        try:
            with clocks[player]:
                action: Action = choice(bots[player], game, player, rng)
            game.apply(action)
        except Exception as error:
            raise BotFailed(
                f"{bots[player].name} has failed as {player} in {match.name} after {len(game.actions)} actions: "
                f"{type(error).__name__}: {error}"
            ) from error
        game.keep_last(1)
    if keep is not None:
        keep.mkdir(parents=True, exist_ok=True)
        (keep / f"{match.name}.json").write_text(game.to_json(), encoding="utf-8")
    return _played(match, game, list(clocks.values()))


def _played(match: Match, game: Game, clocks: Sequence[_Clock]) -> Played:
    return Played(
        match.title,
        list(match.seats),
        match.seed,
        list(match.options),
        list(game.scores().values()),
        len(game.actions),
        str(getattr(game.state, "ending", "") or "end"),
        [clock.count for clock in clocks],
        [round(clock.total, 3) for clock in clocks],
        [round(clock.worst, 3) for clock in clocks],
    )


class _Clock:
    """Counts how long a seat thinks."""

    def __init__(self) -> None:
        self.count, self.total, self.worst = 0, 0.0, 0.0

    def __enter__(self) -> None:
        self._start = time.process_time()

    def __exit__(self, *trouble: object) -> None:
        spent = time.process_time() - self._start
        self.count += 1
        self.total += spent
        self.worst = max(self.worst, spent)
