"""Which game is played: title, players, seed, options and money, all drawn from one seed and a number."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from kursbuch.core import BANK, BadInput, Game
from kursbuch.core.rules import Choice
from kursbuch.shelf import find, new_game

KINDS = ("random", "house", "rich", "mixed")
GIFTS = (0, 400, 1500, 4000)  # what rich players may get beside their starting capital
PLAIN = 0.6  # the part of all games that is played with the options as they are in the box


@dataclass(frozen=True, slots=True)
class Table:
    """All that a game starts from. `gift` is money that each player has beside the starting capital."""

    title: str
    players: int
    seed: int
    options: Mapping[str, Choice] = field(default_factory=dict)
    gift: int = 0

    def start(self) -> Game:
        """The game before its first action.

        >>> from kursbuch.shelf import shelf
        >>> poor, rich = (Table(shelf()[0], 2, 7, gift=gift).start() for gift in (0, 100))
        >>> rich.state.cash["Anna"] - poor.state.cash["Anna"]
        100
        """
        return give(new_game(self.title, self.players, self.seed, self.options), self.gift)


@dataclass(frozen=True, slots=True)
class Job:
    """One game to play: its number in the soak, the table and who sits there."""

    number: int
    table: Table
    kind: str


def give(game: Game, gift: int) -> Game:
    """Hand every player money that the box does not have; the box is taken to hold so much more, so all adds up.

    Titles without money stay as they are. The game must not have begun.
    """
    s: Any = game.state
    if gift and any(s.cash.get(player) for player in game.players):
        s.box = replace(s.box, bank=s.box.bank + gift * len(game.players))
        s.cash[BANK] += gift * len(game.players)
        for player in game.players:
            s.cash[BANK] -= gift
            s.cash[player] += gift
    return game


def drawn(spec: str, number: int, seed: int, kinds: Sequence[str]) -> Job:
    """Game `number` of a soak of `spec`, a title or TITLE:PLAYERS; sizes of table and kinds of players take turns.

    >>> from kursbuch.shelf import shelf
    >>> drawn(shelf()[0], 3, 1, ["random"]) == drawn(shelf()[0], 3, 1, ["random"])
    True
    """
    title, sizes = read_spec(spec)
    players = sizes[number % len(sizes)]
    kind = kinds[number // len(sizes) % len(kinds)]
    text = f"{seed}/{spec}/{number}/{kind}"
    # a long seed cannot stand in a view by chance, so that finding it there shows a leak
    own_seed = int.from_bytes(hashlib.sha256(text.encode()).digest()[:6], "big") | 1 << 48
    rng = Random(own_seed)
    options: dict[str, Choice] = {}
    if rng.random() >= PLAIN:
        options = {o.key: rng.choice(o.choices) for o in find(title).info.options if rng.random() < 0.5}
    gift = rng.choice(GIFTS) if kind in ("rich", "mixed") else 0
    return Job(number, Table(title, players, own_seed, options, gift), kind)


def read_spec(spec: str) -> tuple[str, tuple[int, ...]]:
    """The title and the numbers of players that TITLE or TITLE:PLAYERS stands for; raises BadInput.

    >>> from kursbuch.shelf import shelf
    >>> title, players = read_spec(f"{shelf()[0]}:2")
    >>> title == shelf()[0], players
    (True, (2,))
    """
    title, colon, players = spec.partition(":")
    allowed = find(title).info.players
    if not colon:
        return title, tuple(allowed)
    if not players.isdecimal() or int(players) not in allowed:
        raise BadInput(
            "table",
            "{title} is for {least} to {most} players",
            title=title,
            least=allowed[0],
            most=allowed[-1],
        )
    return title, (int(players),)
