"""How fast the engine is on this machine. Figures, no judgement: a benchmark is not a test."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable
from typing import Any

import kursbuch as kb
from kursbuch.cli.playout import playout, random_game
from kursbuch.core import Game
from kursbuch.rail.actions import Run
from kursbuch.rail.routes.running import best_of, network_of
from kursbuch.rail.state import RailState
from kursbuch.recorded import export_recorded, import_recorded, recorded_titles


def bench(title: str, players: int = 2, games: int = 30, seed: int = 1) -> dict[str, Any]:
    """All figures for a title, from one run on one core."""
    played = playout(title, players, games, seed)
    finished = random_game(title, players, seed)
    middle = finished.at(len(finished.actions) // 2)
    text = finished.to_json()
    figures: dict[str, Any] = {
        "title": title,
        "players": players,
        "games": games,
        "actions": played.actions,
        "actions_per_second": played.report()["actions_per_second"],
        "clone_us": round(_micro(middle.clone), 1),
        "legal_list_us": round(_legal_list(title, players, games // 3 or 1, seed), 1),
        "undo_us": round(_micro(lambda: _undo_redo(middle)), 1),
        "saved_actions": len(finished.actions),
        "save_and_load_ms": round(_micro(lambda: kb.load(text).to_json(), repeat=3) / 1000, 1),
    }
    if isinstance(finished.state, RailState):
        figures["routes"] = bench_routes(title, players, games, seed)
    return figures


def bench_import(title: str, recording: str | None = None, repeat: int = 3) -> dict[str, Any]:
    """The time to import a recorded game, every action checked and every route verified.

    Without a recording one of our own random games is written in that format first, of this title if there are
    recorded games of it.
    """
    known = recorded_titles()
    text = recording or export_recorded(_long_game(title if title in known else known[0], 3, 450))
    result = import_recorded(text)
    seconds = _micro(lambda: import_recorded(text), repeat) / 1e6
    return {
        "title": result.game.title,
        "actions": result.actions,
        "seconds": round(seconds, 3),
        "actions_per_second": round(result.actions / seconds),
    }


def _long_game(title: str, players: int, least: int) -> Game:
    """The first random game of at least so many actions."""
    return next(g for seed in range(1000) if len((g := random_game(title, players, seed)).actions) >= least)


def _micro(call: Callable[[], object], repeat: int = 200) -> float:
    """Mean time of a call in microseconds."""
    start = time.perf_counter()
    for _ in range(repeat):
        call()
    return (time.perf_counter() - start) / repeat * 1e6


def _undo_redo(game: Game) -> None:
    game.undo()
    game.redo()


def _legal_list(title: str, players: int, games: int, seed: int) -> float:
    """Mean time of a legal list over all positions of some random games."""
    total, count = 0.0, 0
    for number in range(games):
        rng = random.Random(seed + number)
        game = kb.new_game(title, players, seed=seed + number)
        while not game.over:
            start = time.perf_counter()
            legal = game.legal_actions()
            total += time.perf_counter() - start
            count += 1
            game.apply(rng.choice(legal).sample(rng))
    return total / count * 1e6


def bench_routes(title: str, players: int, games: int, seed: int) -> dict[str, Any]:
    """The time to find the best runs, with nothing remembered, at every run of some random games."""
    times: list[float] = []
    for number in range(games):
        game = random_game(title, players, seed + number)
        for moves, action in enumerate(game.actions):
            if isinstance(action, Run):
                times.append(_time_best(game, moves, action.actor))
    times.sort()
    return {
        "positions": len(times),
        "mean_ms": round(statistics.fmean(times), 3) if times else 0.0,
        "p99_ms": round(times[int(len(times) * 0.99)], 3) if times else 0.0,
        "worst_ms": round(times[-1], 3) if times else 0.0,
    }


def _time_best(game: Game, moves: int, company: str) -> float:
    """Milliseconds for graph, network and search on a board that nobody has looked at yet."""
    s = game.at(moves).state.copy()
    assert isinstance(s, RailState)
    s.board = s.board.forgetful()
    start = time.perf_counter()
    network_of(s, company)
    best_of(s, company)
    return (time.perf_counter() - start) * 1000
