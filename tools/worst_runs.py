"""How long it takes at most to find a company's best runs, over many positions from play.

    python tools/worst_runs.py TITLE --searches 10000 --players random --seed 5000

At every run of the games stops, links and search are timed on a board that nobody has looked at yet: processor time,
garbage collection off. Sizes of tables take turns. With PYTHONPATH=.compiled/src after `make compiled` it is the
compiled engine that is timed. Prints one JSON object: games, searches, mean, 99 of 100, the slowest and where they
are met.
"""

from __future__ import annotations

import argparse
import gc
import json
import time
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from kursbuch.rail.actions import Run
from kursbuch.rail.routes import best_runs
from kursbuch.rail.routes.running import as_train, network_of
from kursbuch.rail.trains.depot import trains_of
from kursbuch.shelf import find
from kursbuch.soak.players import seated
from kursbuch.soak.tables import Table

GIFT = 1500  # money that rich players have beside, so that games come to brown and grey boards
SLOW = 50.0  # milliseconds


def main(words: Sequence[str] | None = None) -> None:
    """Play, time, print."""
    reader = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    reader.add_argument("title")
    reader.add_argument("--searches", type=int, default=10_000)
    reader.add_argument("--players", choices=("random", "rich"), default="random")
    reader.add_argument("--seed", type=int, default=5000, help="of the first game")
    given = reader.parse_args(words)
    gc.disable()
    numbers = tuple(find(given.title).info.players)
    found: list[tuple[float, str]] = []
    games = 0
    while len(found) < given.searches:
        found += searches(given.title, numbers[games % len(numbers)], given.seed + games, given.players)
        games += 1
        gc.collect()
    found.sort(reverse=True)
    times = [spent for spent, _ in found]
    print(
        json.dumps(
            {
                "title": given.title,
                "players": given.players,
                "games": games,
                "searches": len(times),
                "mean_ms": round(sum(times) / len(times), 3),
                "99_of_100_ms": round(times[len(times) // 100], 1),
                "worst_ms": round(times[0], 1),
                "above_50_ms": sum(spent > SLOW for spent in times),
                "slowest": [f"{spent:.1f} ms: {where}" for spent, where in found[:5]],
            }
        )
    )


def searches(title: str, players: int, seed: int, kind: str) -> Iterator[tuple[float, str]]:
    """Every search of a game in milliseconds, and where it is met."""
    game = Table(title, players, seed, gift=GIFT if kind == "rich" else 0).start()
    rng = Random(seed)
    seats = seated(kind, game.players, rng)
    while not game.over:
        player = rng.choice(game.acting)
        action = seats[player](game, player, game.legal_actions(player), rng)
        if isinstance(action, Run):
            where = f"{players} players, seed {seed}, move {len(game.actions)}, {action.actor}"
            yield timed(game.state, action.actor), where
        game.apply(action)
        game.keep_last(1)


def timed(state: Any, company: str) -> float:
    """Milliseconds to find the best runs with nothing known about the board."""
    s = state.copy()
    s.board = s.board.forgetful()
    begun = time.process_time()
    network = network_of(s, company)
    graph = s.board.tracks.graph
    trains = [as_train(s, graph, company, card) for card in trains_of(s, company)]
    best_runs(network, trains, s.box.counting.extras(s, company))
    return 1000 * (time.process_time() - begun)


if __name__ == "__main__":
    main()
