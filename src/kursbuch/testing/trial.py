"""A title under test: random games of it, played once and looked at by every check."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

from kursbuch.core import Game
from kursbuch.core.rules import Rules
from kursbuch.shelf import find
from kursbuch.soak import Care, Played, drawn, play
from kursbuch.soak.playing import again

# players who draw their bids at random can tie up all money in an auction and go on so for 12,000 actions
CARE = Care(every=17, save=1.0, twins=1.0, patience=50_000)
LOOKS = 6  # positions of each game that are looked at closely


class Trial:
    """What the checks of one title share. `sizes` are the numbers of players."""

    def __init__(self, title: str, sizes: Sequence[int] = (), seed: int = 3) -> None:
        self.title = title
        self.seed = seed
        self.sizes = tuple(sizes) or tuple(find(title).info.players)
        self._played: dict[int, Played] = {}
        self._games: dict[int, Game] = {}

    @property
    def ends_of_sizes(self) -> tuple[int, ...]:
        """The smallest and the largest number of players, for what takes long."""
        return tuple(dict.fromkeys((self.sizes[0], self.sizes[-1])))

    @cached_property
    def rules(self) -> Rules[Any]:
        """The rules for the smallest table, with the options of the box."""
        shelf = find(self.title)
        return shelf.compose(self.sizes[0], shelf.options({}))

    def played(self, players: int) -> Played:
        """A random game, checked after every action, to its end or its first fault."""
        if players not in self._played:
            job = drawn(f"{self.title}:{players}", 0, self.seed, ["random"])
            self._played[players] = play(job, CARE)
        return self._played[players]

    def game(self, players: int) -> Game:
        """The same game, to look back into."""
        if players not in self._games:
            played = self.played(players)
            self._games[players] = again(played.job.table, played.lines)
        return self._games[players]

    def positions(self, players: int, wanted: int = LOOKS) -> Iterator[Game]:
        """Positions from all over a game, the first and the last among them."""
        game = self.game(players)
        for n in range(wanted):
            yield game.at(len(game.actions) * n // (wanted - 1))

    def random(self, about: object) -> random.Random:
        """Random numbers of a check's own, the same every time."""
        return random.Random(f"{self.title} {self.seed} {about}")

    @cached_property
    def refused(self) -> Counter[str]:
        """The rule points that refused something in the random games."""
        return self._reached("refusals")

    @cached_property
    def told(self) -> Counter[str]:
        """The events of the random games."""
        return self._reached("events")

    def _reached(self, what: str) -> Counter[str]:
        out: Counter[str] = Counter()
        for players in self.sizes:
            out += self.played(players).reached[what]
        return out
