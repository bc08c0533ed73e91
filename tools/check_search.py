"""Was it right to leave the house's choice? What the bot that searches foretells, beside what comes of it.

    python tools/check_search.py TITLE --players 4 --seconds 0.5 --games 16 --jobs 16 [--lines FILE] [--all-kinds]

The house plays games with itself. At some decisions the searching bot is asked; where it would do something else,
both ways are played on to the end of the game by the house, several times with the same luck for both. The table
tells for each kind of decision how often that happened, what lead was foretold to be gained and what was, as a part
of what players have, and how many games more were won. Kinds that lose are to be left to the house (`Wisdom.leaves`);
with --all-kinds those are looked at as well that the title leaves to it now.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from random import Random

from kursbuch.bots import choice, get
from kursbuch.bots.search.budget import Budget
from kursbuch.bots.search.weighing import decider, lead, weighed
from kursbuch.bots.search.wisdom import Wisdom, departure, wisdom_of
from kursbuch.core import Action, Game
from kursbuch.core.garbage import collect_seldom
from kursbuch.shelf import new_game


@dataclass(frozen=True)
class Asked:
    """What is looked at: a title's games, a part of their decisions, how long each is thought about, and how many
    pairs of games are played on to their end.
    """

    title: str
    players: int
    seconds: float
    part: float
    pairs: int


@dataclass(frozen=True)
class Departure:
    """A decision at which something else than the house's choice seemed better."""

    title: str
    way: str  # to search
    seed: int
    moves: int  # made before
    house: str
    chosen: str
    kind: str
    tried: int  # imagined games
    foretold: float  # lead gained, as a part of what players have
    found: Sequence[float]  # the same at the end of each pair of games
    won: Sequence[float]  # games won more


def departures(
    wisdoms: Mapping[str, Wisdom], asked: Asked, seed: int, until: float = math.inf
) -> list[Departure]:
    """Those of one game of the house, at a part of its decisions, for each of several ways to search.

    `until` is when to stop, by the clock of `time.monotonic`.
    """
    rng, house = Random(seed), get("house")
    game = new_game(asked.title, asked.players, seed)
    out: list[Departure] = []
    while not game.over and time.monotonic() < until:
        player = game.acting[0]
        first = choice(house, game, player, rng)
        if rng.random() < asked.part:
            out += _at(game, player, first, wisdoms, asked, rng.getrandbits(32))
        game.apply(first)
        game.keep_last(1)
    return out


def _at(
    game: Game, player: str, first: Action, wisdoms: Mapping[str, Wisdom], asked: Asked, seed: int
) -> list[Departure]:
    """What each way to search would do at this decision, and what comes of it."""
    view, legal = game.view(player), game.legal_actions(player)
    me = decider(game, view, first)
    ends: dict[str, list[Mapping[str, float]]] = {}
    out = []
    for name, wisdom in wisdoms.items():
        others = wisdom.instead(view, legal, first)
        if not others:
            continue
        budget = Budget(asked.seconds, None, lambda: True)
        tried = weighed(partial(game.imagined, player), view, [first, *others], wisdom, budget, Random(seed))
        best = tried[0]
        if best.action == first:
            continue
        for option in (first, best.action):
            if str(option) not in ends:
                ends[str(option)] = [ended(game, option, seed + n) for n in range(asked.pairs)]
        before = next(one for one in tried if one.action == first)
        foretold = best.gain(before, 0.0)[0] / (1 if wisdom.relative else before.scale)
        pairs = list(zip(ends[str(first)], ends[str(best.action)], strict=True))
        out.append(
            Departure(
                asked.title,
                name,
                seed,
                len(game.actions),
                str(first),
                str(best.action),
                departure(first, best.action),
                len(best.leads),
                round(foretold, 4),
                [round(lead(b, me, True) - lead(a, me, True), 4) for a, b in pairs],
                [part(b, me) - part(a, me) for a, b in pairs],
            )
        )
    return out


def ended(game: Game, option: Action, seed: int) -> Mapping[str, float]:
    """What everybody has at the end after an option, played on by the house with this luck."""
    house, line, rng = get("house"), game.after(option), Random(seed)
    while not line.over:
        line.apply(choice(house, line, line.acting[0], rng))
        line.keep_last(1)
    return line.scores()


def part(scores: Mapping[str, float], me: str) -> float:
    """How much of a game a player has won.

    >>> part({"Anna": 5, "Ben": 5, "Clara": 3}, "Ben")
    0.5
    """
    top = max(scores.values())
    return 1 / list(scores.values()).count(top) if scores[me] == top else 0.0


def summary(found: Iterable[Departure]) -> list[str]:
    """A line for each kind of decision, the most frequent first."""
    heaps: dict[tuple[str, str], list[Departure]] = defaultdict(list)
    for one in found:
        heaps[one.way, one.kind].append(one)
        heaps[one.way, "all"].append(one)
    lines = [
        f"{'way':<10}{'kind':<32}{'seen':>5}{'foretold':>10}{'found':>9}{'error':>8}{'won':>8}{'error':>8}"
    ]
    for (way, kind), some in sorted(heaps.items(), key=lambda item: (item[0][0], -len(item[1]))):
        gain, error = mean([sum(one.found) / len(one.found) for one in some])
        won, doubt = mean([sum(one.won) / len(one.won) for one in some])
        foretold = sum(one.foretold for one in some) / len(some)
        lines.append(
            f"{way:<10}{kind:<32}{len(some):>5}{foretold:>10.4f}{gain:>9.4f}{error:>8.4f}{won:>8.3f}{doubt:>8.3f}"
        )
    return lines


def mean(values: Sequence[float]) -> tuple[float, float]:
    """An average and its error.

    >>> mean([1.0, 3.0])
    (2.0, 1.0)
    """
    middle = sum(values) / len(values)
    if len(values) < 2:
        return middle, math.inf
    return middle, math.sqrt(sum((v - middle) ** 2 for v in values) / (len(values) - 1) / len(values))


def main(words: Sequence[str] | None = None) -> None:
    """Play, compare, show."""
    reader = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    reader.add_argument("title")
    reader.add_argument("--players", type=int, default=2)
    reader.add_argument("--seconds", type=float, default=0.5, help="a decision")
    reader.add_argument("--games", type=int, default=8)
    reader.add_argument("--asked", type=float, default=0.3, help="part of the decisions that are looked at")
    reader.add_argument("--pairs", type=int, default=3, help="games played on from both choices")
    reader.add_argument(
        "--minutes", type=float, default=0.0, help="after which no further decision is looked at"
    )
    reader.add_argument("--seed", type=int, default=1)
    reader.add_argument("--jobs", type=int, default=1)
    reader.add_argument("--lines", type=Path, help="a file for all decisions, one a line")
    reader.add_argument("--all-kinds", action="store_true", help="also those that are left to the house")
    given = reader.parse_args(words)
    asked = Asked(given.title, given.players, given.seconds, given.asked, given.pairs)
    until = time.monotonic() + 60 * given.minutes if given.minutes else math.inf
    look = partial(_one_game, asked, until=until, all_kinds=given.all_kinds)
    found: list[Departure] = []
    for some in played(look, range(given.seed, given.seed + given.games), given.jobs):
        found += some
        if given.lines:
            with given.lines.open("a", encoding="utf-8") as out:
                out.writelines(json.dumps(asdict(one), ensure_ascii=False) + "\n" for one in some)
    print(f"{given.title} for {given.players}, {given.seconds} s")
    print("\n".join(summary(found)), flush=True)


def _one_game(asked: Asked, seed: int, until: float, all_kinds: bool) -> list[Departure]:
    wisdom = wisdom_of(asked.title)
    return departures({"": replace(wisdom, leaves=None) if all_kinds else wisdom}, asked, seed, until)


def played(
    look: Callable[[int], list[Departure]], seeds: Iterable[int], jobs: int
) -> Iterator[list[Departure]]:
    """The games as they end, in several processes."""
    if jobs <= 1:
        yield from map(look, seeds)
        return
    with ProcessPoolExecutor(jobs, initializer=collect_seldom) as pool:
        under_way = [pool.submit(look, seed) for seed in seeds]
        yield from (future.result() for future in as_completed(under_way))


if __name__ == "__main__":
    main()
