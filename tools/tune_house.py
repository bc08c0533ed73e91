r"""Which settings of the house bot win? Every seat plays with its own draw of them, and many games tell.

    python tools/tune_house.py TITLE --players 4 --games 100 \
        --knob kursbuch.bots.railway.stock:BETTER=0.15,0.35,0.7 --knob character:hold=0.9,1,1.1 \
        --knob kursbuch.bots.railway.standard:LORE.saves=0.6,1.2,2.2

A knob is a number in a module (`module:NAME`, and wherever that is imported), a part of a record there
(`module:LORE.saves`), or a weight of the character. All are tried at the same time: a seat draws one of the levels
of each knob, and for each level it is shown how far the seats that had it ended above the table's average, as a part
of it, with the error. One game of four tells of four settings of every knob, so that far fewer games are needed than
for one knob after the other. What does best among many is chosen after the fact: play it again on other seeds.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

from kursbuch.bots import choice
from kursbuch.bots.character import STEADY
from kursbuch.bots.house import HouseBot
from kursbuch.core.garbage import collect_seldom
from kursbuch.shelf import new_game

Setting = Mapping[str, float]  # the level of each knob
Result = tuple[Setting, float]  # a seat's setting, and how far it ended above the table's average


@dataclass(frozen=True)
class Knob:
    """Something to try at several levels.

    >>> Knob.read("character:hold=0.9,1")
    Knob(name='character:hold', levels=(0.9, 1.0))
    """

    name: str
    levels: tuple[float, ...]

    @classmethod
    def read(cls, text: str) -> Knob:
        """From the command line."""
        name, _, levels = text.partition("=")
        return cls(name, tuple(float(level) for level in levels.split(",")))


@cache
def places(name: str) -> Sequence[tuple[object, str, float]]:
    """The modules that have a knob's number, with the number as it is; none for a weight of the character."""
    where, _, number = name.partition(":")
    if where == "character":
        return ()
    record, _, part = number.partition(".")
    if part:
        owner = getattr(import_module(where), record)
        return [(owner, part, getattr(owner, part))]
    usual = getattr(import_module(where), number)
    found = [m for key, m in sys.modules.items() if key.startswith("kursbuch.")]
    return [(m, number, usual) for m in found if m.__name__ == where or getattr(m, number, None) is usual]


@contextmanager
def turned(setting: Setting) -> Iterator[None]:
    """The modules' numbers as a seat has them, as long as it decides."""
    try:
        for name, level in setting.items():
            for owner, number, usual in places(name):
                vars(owner)[number] = type(usual)(level)  # a record may be frozen
        yield
    finally:
        for name in setting:
            for owner, number, usual in places(name):
                vars(owner)[number] = usual


def seat_bot(setting: Setting) -> HouseBot:
    """The house with a seat's character."""
    weights: dict[str, Any] = {
        name.partition(":")[2]: level for name, level in setting.items() if name.startswith("character:")
    }
    return HouseBot(replace(STEADY, **weights))


def results_of(title: str, players: int, knobs: Sequence[Knob], seed: int) -> list[Result]:
    """One game."""
    rng, game = Random(seed), new_game(title, players, seed)
    choice(HouseBot(), game, game.acting[0], Random(0))  # loads the title's modules
    settings = {player: {knob.name: rng.choice(knob.levels) for knob in knobs} for player in game.players}
    bots = {player: seat_bot(setting) for player, setting in settings.items()}
    while not game.over:
        player = game.acting[0]
        with turned(settings[player]):
            action = choice(bots[player], game, player, rng)
        game.apply(action)
        game.keep_last(1)
    scores = game.scores()
    mean = sum(scores.values()) / len(scores)
    return [(settings[player], score / (mean or 1.0) - 1) for player, score in scores.items()]


def summary(results: Sequence[Result]) -> list[str]:
    """A line for each level of each knob."""
    heaps: dict[tuple[str, float], list[float]] = defaultdict(list)
    for setting, lead in results:
        for name, level in setting.items():
            heaps[name, level].append(lead)
    return [
        f"{name:<56}{level:>9g}{len(leads):>6}{mean(leads):>9.4f} ±{error(leads):.4f}"
        for (name, level), leads in sorted(heaps.items())
    ]


def mean(values: Sequence[float]) -> float:
    """The average."""
    return sum(values) / len(values)


def error(values: Sequence[float]) -> float:
    """The error of the average.

    >>> error([1.0, 3.0])
    1.0
    """
    middle = mean(values)
    if len(values) < 2:
        return math.inf
    return math.sqrt(sum((v - middle) ** 2 for v in values) / (len(values) - 1) / len(values))


def main(words: Sequence[str] | None = None) -> None:
    """Play and show."""
    reader = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    reader.add_argument("title")
    reader.add_argument("--players", type=int, default=4)
    reader.add_argument("--games", type=int, default=60)
    reader.add_argument("--seed", type=int, default=1)
    reader.add_argument("--jobs", type=int, default=1)
    reader.add_argument("--minutes", type=float, default=0.0, help="after which no game is begun")
    reader.add_argument("--knob", action="append", required=True, type=Knob.read)
    reader.add_argument("--lines", type=Path, help="a file for all seats, one a line")
    given = reader.parse_args(words)
    until = time.monotonic() + 60 * given.minutes if given.minutes else math.inf
    play = partial(results_of, given.title, given.players, given.knob)
    seeds = range(given.seed, given.seed + given.games)
    results: list[Result] = []
    with ProcessPoolExecutor(given.jobs, initializer=collect_seldom) as pool:
        games = pool.map(play, seeds) if given.jobs > 1 else map(play, seeds)
        for some in games:
            results += some
            if given.lines:
                with given.lines.open("a", encoding="utf-8") as out:
                    out.writelines(json.dumps(one) + "\n" for one in some)
            if time.monotonic() > until:
                pool.shutdown(cancel_futures=True)
                break
    print(f"{given.title} for {given.players}, {len(results) // given.players} games")
    print("\n".join(summary(results)), flush=True)


if __name__ == "__main__":
    main()
