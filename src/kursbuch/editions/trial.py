"""Games played at random with an edition, to the end: so that it is known to play."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from kursbuch.core import Game, Title
from kursbuch.core.edition import Edition

LONGEST = 20_000  # actions: a game that goes on for longer does not come to an end
AUDITED = 25  # actions from one audit to the next
ENDLESS = "no end"


@dataclass(frozen=True, slots=True)
class Played:
    """A game that was played."""

    number: int
    players: int
    actions: int
    fault: str = ""  # what Python says of it, or that it does not end: for those who look for the cause


def trial(title: Title, edition: Edition | None, games: int, seed: int = 1) -> Iterator[Played]:
    """So many random games, the numbers of players in turn; a fault ends a game and is told."""
    sizes = list(title.info.players)
    for number in range(games):
        yield _play(title, edition, sizes[number % len(sizes)], number, seed + number)


def _play(title: Title, edition: Edition | None, players: int, number: int, seed: int) -> Played:
    rng, count = Random(seed), 0
    try:
        game = Game(title, [f"P{n}" for n in range(1, players + 1)], seed, {}, edition=edition)
        while not game.over and count < LONGEST:
            game.apply(rng.choice(game.legal_actions()).sample(rng))
            game.keep_last(1)
            count += 1
            if count % AUDITED == 0:
                game.audit()
        game.audit()
    except Exception as error:  # whatever goes wrong, the edition brought it about
        return Played(number, players, count, f"{type(error).__name__}: {error}"[:200])
    return Played(number, players, count, "" if game.over else ENDLESS)
