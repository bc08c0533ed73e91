"""Which games are played: every seat order of every table, with the same seeds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, permutations

from kursbuch.bots import get
from kursbuch.core import BadInput
from kursbuch.shelf import find

MANY = 24  # seat orders of one table; of more only those in which everybody moves on one seat


@dataclass(frozen=True, slots=True)
class Match:
    """One game to be played: which bot sits where."""

    title: str
    seats: tuple[str, ...]
    seed: int
    options: tuple[tuple[str, object], ...] = ()

    @property
    def name(self) -> str:
        """What it is called, in results and as a file.

        >>> Match("some", ("search:0.2", "house"), 7).name
        'some-7-search_0.2-house'
        """
        seats = "-".join(bot.replace(":", "_") for bot in self.seats)
        chosen = "".join(f"-{key}={value}" for key, value in self.options)
        return f"{self.title}{chosen}-{self.seed}-{seats}"


@dataclass(frozen=True)
class Arena:
    """What to play. With more bots than `players` every set of so many of them meets."""

    title: str
    bots: Sequence[str]
    games: int = 100
    seed: int = 1
    players: int = 0  # as many as bots, if 0
    options: Mapping[str, object] = field(default_factory=dict)

    def checked(self) -> Arena:
        """The same; raises BadInput for what cannot be played."""
        for bot in self.bots:
            get(bot)
        allowed = find(self.title).info.players
        if self.seated not in allowed or self.seated > len(self.bots):
            raise BadInput(
                "bots",
                "{title} is for {least} to {most} players; {bots} bots are named for {players} seats",
                title=self.title,
                least=allowed.start,
                most=allowed.stop - 1,
                bots=len(self.bots),
                players=self.seated,
            )
        find(self.title).options(self.options)
        return self

    @property
    def seated(self) -> int:
        """How many sit at a table."""
        return self.players or len(self.bots)

    def matches(self) -> list[Match]:
        """The games in their order: each seed is played by all tables in all seat orders before the next.

        >>> from kursbuch.shelf import shelf
        >>> [m.seed for m in Arena(shelf()[0], ("house", "house", "random"), games=4, seed=5).matches()]
        [5, 5, 5, 6]
        """
        return [match for match, _ in zip(self._endless(), range(self.games), strict=False)]

    @property
    def round(self) -> int:
        """How many games every set of bots takes to meet once in all seat orders.

        >>> from kursbuch.shelf import shelf
        >>> Arena(shelf()[0], ("house", "easy", "random"), players=2).round
        6
        """
        return len(self._tables_in_order())

    def _tables_in_order(self) -> list[tuple[str, ...]]:
        tables = dict.fromkeys(combinations(self.bots, self.seated))
        return [seats for table in tables for seats in seat_orders(table)]

    def _endless(self) -> Iterator[Match]:
        options = tuple(sorted(self.options.items()))
        orders = self._tables_in_order()
        seed = self.seed
        while True:
            yield from (Match(self.title, seats, seed, options) for seats in orders)
            seed += 1


def seat_orders(table: Sequence[str]) -> list[tuple[str, ...]]:
    """Every order in which these bots can sit, bots of the same name being alike.

    >>> seat_orders(["house", "house", "random"])
    [('house', 'house', 'random'), ('house', 'random', 'house'), ('random', 'house', 'house')]
    """
    found: dict[tuple[str, ...], None] = {}
    for order in permutations(table):
        found.setdefault(order)
        if len(found) > MANY:
            return [(*table[n:], *table[:n]) for n in range(len(table))]
    return list(found)
