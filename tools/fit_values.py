"""What the parts of a position count: a linear fit to the results of many games that the house has played itself.

    python tools/fit_values.py TITLE --players 4 --games 200 --jobs 16 [--lines FILE] [--write]

Positions at the end of sets of rounds are looked at with the features that the title's `Wisdom` names; the weights
are fitted so that they tell best how far each player will be ahead of the others' average at the end; where leads
count compared with what players have (`Wisdom.relative`), as a part of that, then and at the end. No part ever counts
against a player, except those named with --against, which are not fitted (what trains are owed, say: the house seldom
owes anything, so that its games tell nothing of it). Seats draw their
characters, and now and then do something else, so that positions differ. Shown are the
weights, and how much of the results they explain on games that were not fitted, beside the weights in use. With
--lines every game's rows are kept, and those that the file has already are fitted as well, so that the games may be
played elsewhere (`--games 0` plays none). With --write the weights go into the title's data folder, where its bot
reads them.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from operator import mul, truediv
from pathlib import Path
from random import Random

from kursbuch.bots import choice
from kursbuch.bots.character import CHARACTERS, STEADY
from kursbuch.bots.house import HouseBot
from kursbuch.bots.search.wisdom import Wisdom, wisdom_of
from kursbuch.core import Game
from kursbuch.core.garbage import collect_seldom
from kursbuch.shelf import family_of, new_game

SLIPS = 0.08  # how often a player does something else, so that positions differ
RIDGE = 1e-3  # holds weights back that the data say little about
TURNS = 1000  # in which the weights of a fit come to rest

Row = tuple[dict[str, float], float]  # features less the table's average, and the lead at the end


def rows_of(title: str, players: int, seed: int) -> list[Row]:
    """The positions of one game."""
    wisdom, rng = wisdom_of(title), Random(seed)
    game = new_game(title, players, seed)
    bots = {player: HouseBot(rng.choice((STEADY, *CHARACTERS.values()))) for player in game.players}
    first, seen = game.state, []
    while not game.over:
        if wisdom.settled(first, game.state):
            seen.append(wisdom.features(game))
            first = game.state
        _move(game, bots, wisdom, rng)
    final = {player: {"": float(score)} for player, score in game.scores().items()}
    ends = centred(final, level(final) if wisdom.relative else 1.0)
    return [
        (about, ends[player][""])
        for position in seen
        for player, about in centred(position, level(position) if wisdom.relative else 1.0).items()
    ]


def _move(game: Game, bots: Mapping[str, HouseBot], wisdom: Wisdom, rng: Random) -> None:
    player = game.acting[0]
    if rng.random() < SLIPS:
        legal = game.legal_actions(player)
        others = wisdom.options(game.view(player), legal, legal[0])
        if others:
            game.apply(rng.choice(others))
            return
    game.apply(choice(bots[player], game, player, rng))
    game.keep_last(1)


def level(position: Mapping[str, Mapping[str, float]]) -> float:
    """What players have on average, by the first feature.

    >>> level({"Anna": {"score": 30.0}, "Ben": {"score": 10.0}})
    20.0
    """
    return max(1.0, sum(abs(next(iter(about.values()))) for about in position.values()) / len(position))


def centred(position: Mapping[str, Mapping[str, float]], unit: float = 1.0) -> dict[str, dict[str, float]]:
    """Each feature less the table's average: who is ahead is what counts.

    >>> centred({"Anna": {"cash": 30.0}, "Ben": {"cash": 10.0}})
    {'Anna': {'cash': 10.0}, 'Ben': {'cash': -10.0}}
    """
    names = next(iter(position.values()))
    mean = {name: sum(about[name] for about in position.values()) / len(position) for name in names}
    return {player: {n: (about[n] - mean[n]) / unit for n in names} for player, about in position.items()}


def fitted(rows: Sequence[Row], names: Sequence[str]) -> dict[str, float]:
    """The weights with the least squares of errors of which none is ever negative: a part counts something now and
    something else with all the time to come (`timed`), but more of it is no harm at any time. Weights left free fit a
    little better and lead a search astray, which finds what has too little of a part that must not count against it.

    >>> data = [({"a": 1.0, "b": 0.0}, 2.0), ({"a": 0.0, "b": 1.0}, -1.0), ({"a": 1.0, "b": 1.0}, 2.0)]
    >>> {name: round(weight, 1) for name, weight in fitted(data * 50, ["a", "b"]).items()}
    {'a': 2.0, 'b': 0.0}
    >>> early, late = {"a": 1.0, "a later": 1.0}, {"a": 1.0, "a later": 0.0}
    >>> {n: round(w, 1) for n, w in fitted([(early, 0.5), (late, 2.0)] * 50, ["a", "a later"]).items()}
    {'a': 2.0, 'a later': -1.5}
    """
    columns = [_column(rows, name, names) for name in names]
    scale = [(sum(x * x for x in column) / len(rows)) ** 0.5 or 1.0 for column in columns]
    columns = [[x / unit for x in column] for column, unit in zip(columns, scale, strict=True)]
    table = [[sum(map(mul, one, other)) / len(rows) for other in columns] for one in columns]
    wanted = [
        sum(x * lead for x, (_, lead) in zip(column, rows, strict=True)) / len(rows) for column in columns
    ]
    found = dict(zip(names, map(truediv, never_negative(table, wanted), scale), strict=True))
    for name in names:
        if name.endswith(LATER) and name.removesuffix(LATER) in found:
            found[name] -= found[name.removesuffix(LATER)]  # it comes on top of what the part counts now
    return found


LATER = " later"


def _column(rows: Sequence[Row], name: str, names: Sequence[str]) -> list[float]:
    """A part, or what of it counts now where it is also asked what it counts later."""
    later = name + LATER
    if later in names:
        return [about[name] - about[later] for about, _ in rows]
    return [about[name] for about, _ in rows]


def never_negative(table: Sequence[Sequence[float]], wanted: Sequence[float]) -> list[float]:
    """The solution of normal equations with least errors that has no negative part: one part after the other is set
    to what is best beside the others, again and again.

    >>> [round(x, 1) for x in never_negative([[2.0, 0.0], [0.0, 3.0]], [4.0, -9.0])]
    [2.0, 0.0]
    """
    found = [0.0] * len(wanted)
    for _ in range(TURNS):
        for n, row in enumerate(table):
            rest = wanted[n] - sum(map(mul, row, found)) + row[n] * found[n]
            found[n] = max(0.0, rest / (row[n] + RIDGE))
    return found


def explained(rows: Sequence[Row], weights: Mapping[str, float]) -> float:
    """How much of the leads at the end these weights foretell, with the best scale; 1 is all."""
    told = [sum(weight * about[name] for name, weight in weights.items()) for about, _ in rows]
    both = sum(one * lead for one, (_, lead) in zip(told, rows, strict=True))
    return both**2 / (sum(one**2 for one in told) * sum(lead**2 for _, lead in rows) or 1.0)


def data_file(title: str) -> Path:
    """Where a title keeps its weights."""
    package = Path(__file__).parents[1] / "src" / family_of(title).package.replace(".", "/")
    return package / "data" / f"worth-{title}.json"


def main(words: Sequence[str] | None = None) -> None:
    """Play, fit, show, and write if asked to."""
    reader = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    reader.add_argument("title")
    reader.add_argument("--players", default="2", help="how many, or several with commas")
    reader.add_argument("--games", type=int, default=60)
    reader.add_argument("--seed", type=int, default=1000)
    reader.add_argument("--jobs", type=int, default=1)
    reader.add_argument("--minutes", type=float, default=0.0, help="after which no game is begun")
    reader.add_argument("--parts", default="", help="fit only these features, named with commas")
    reader.add_argument(
        "--against", default="", help="features that count as much against as the first one for"
    )
    reader.add_argument("--lines", type=Path, help="a file for the rows, one game a line; gone on with")
    reader.add_argument("--write", action="store_true")
    given = reader.parse_args(words)
    tables = [int(word) for word in given.players.split(",")]
    jobs = [(given.title, tables[n % len(tables)], given.seed + n) for n in range(given.games)]
    until = time.monotonic() + 60 * given.minutes if given.minutes else math.inf
    games = kept_rows(given.lines)
    for some in _all_rows(jobs, given.jobs, until):
        games.append(some)
        if given.lines:
            with given.lines.open("a", encoding="utf-8") as out:
                out.write(json.dumps(some) + "\n")
    if len(games) < 2:
        raise SystemExit("two games at least are needed for a fit")
    half = len(games) // 2
    one, two = ([row for game in some for row in game] for some in (games[:half], games[half:]))
    rows = one + two
    names = given.parts.split(",") if given.parts else list(rows[0][0])
    wisdom = wisdom_of(given.title)
    weights = fitted(rows, names)
    against = given.against.split(",") if given.against else []
    weights |= dict.fromkeys(against, -weights[names[0]])
    across = (explained(two, fitted(one, names)) + explained(one, fitted(two, names))) / 2
    print(f"{given.title}: {len(rows)} rows of {len(games)} games")
    print(f"  in use  {explained(rows, wisdom.weights):.3f}  {dict(wisdom.weights)}")
    print(f"  scores  {explained(rows, {next(iter(rows[0][0])): 1.0}):.3f}")
    print(f"  fitted  {across:.3f}  { ({name: round(weight, 3) for name, weight in weights.items()}) }")
    if given.write:
        about = {
            "made_by": f"tools/fit_values.py {given.title} --players {given.players}"
            f"{' --against ' + given.against if given.against else ''}: {len(games)} games"
        }
        found = {name: round(weight, 4) for name, weight in weights.items()}
        data_file(given.title).write_text(json.dumps({**about, "weights": found}, indent=1) + "\n")


def kept_rows(file: Path | None) -> list[list[Row]]:
    """The games of a file of rows; none if there is no file yet."""
    if file is None or not file.exists():
        return []
    lines = file.read_text(encoding="utf-8").splitlines()
    return [[(about, lead) for about, lead in json.loads(line)] for line in lines]


def _all_rows(
    jobs: Sequence[tuple[str, int, int]], processes: int, until: float = math.inf
) -> Iterator[list[Row]]:
    """The games as they end; none is begun after `until`, by the clock of `time.monotonic`."""
    if processes <= 1:
        for job in jobs:
            if time.monotonic() < until:
                yield rows_of(*job)
        return
    with ProcessPoolExecutor(processes, initializer=collect_seldom) as pool:
        under_way = [pool.submit(_in_time, until, *job) for job in jobs]
        for future in as_completed(under_way):
            if rows := future.result():
                yield rows


def _in_time(until: float, title: str, players: int, seed: int) -> list[Row]:
    return rows_of(title, players, seed) if time.monotonic() < until else []


if __name__ == "__main__":
    main()
