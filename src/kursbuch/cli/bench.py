"""How fast the engine is on this machine. Figures, no judgement: a benchmark is not a test."""

from __future__ import annotations

import os
import platform
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import kursbuch as kb
from kursbuch.cli.playout import random_game
from kursbuch.core import BadInput, Game
from kursbuch.core.built import compiled
from kursbuch.rail.actions import Run
from kursbuch.rail.routes.running import best_of, network_of
from kursbuch.rail.state import RailState
from kursbuch.recorded import export_recorded, import_recorded, recorded_titles


def bench(titles: Sequence[str] = (), *, quick: bool = False, web: bool = True) -> dict[str, Any]:
    """All figures of these titles, or of every one on the shelf, from one run on one core. Times are processor time.

    >>> first = kb.titles()[0].id
    >>> bench([first], quick=True, web=False)["titles"][first]["saved_actions"] > 0
    True
    """
    known = {info.id: info.players for info in kb.titles()}
    for title in titles:
        if title not in known:
            raise BadInput("title", "there is no title {title!r}", title=title)
    games = 1 if quick else 5
    asked = list(titles) or list(known)
    figures: dict[str, Any] = {
        "machine": {"system": platform.platform(), "processor": _processor(), "cores": os.cpu_count()},
        "python": platform.python_version(),
        "kursbuch": kb.__version__,
        "commit": _commit(),
        "compiled": compiled(),
        "titles": {title: bench_title(title, min(4, max(known[title])), games) for title in asked},
    }
    recorded = [title for title in recorded_titles() if title in asked]
    figures["replay"] = {title: bench_import(title, repeat=1 if quick else 3) for title in recorded}
    if web:
        from kursbuch.web.bench_pages import pages

        figures["server"] = pages(asked, *((5, 5) if quick else ()))
    figures["titles_command_s"] = round(_titles_command(), 3)
    return figures


def bench_title(title: str, players: int, games: int, seed: int = 1) -> dict[str, Any]:
    """The figures of one title: random play, legal lists, copies, saves, best runs, a transcript judged again."""
    played = [
        random_game(title, players, seed + number) for number in range(games)
    ]  # fills what is filled once
    began = time.process_time()
    actions = sum(len(random_game(title, players, seed + games + n).actions) for n in range(games))
    seconds = time.process_time() - began
    finished = played[0]
    middle = finished.at(len(finished.actions) // 2)
    text = finished.to_json()
    loading = _micro(lambda: kb.load(text), repeat=2) / 1e6
    figures: dict[str, Any] = {
        "players": players,
        "games": games,
        "actions": actions,
        "actions_per_second": round(actions / seconds),
        "legal_list_us": round(_legal_list(title, players, games, seed), 1),
        "clone_us": round(_micro(middle.clone), 1),
        "undo_us": round(_micro(lambda: _undo_redo(middle)), 1),
        "saved_actions": len(finished.actions),
        "save_ms": round(_micro(finished.to_json, repeat=3) / 1000, 1),
        "load_ms": round(loading * 1000, 1),
        "judged_again_per_second": round(len(finished.actions) / loading),
    }
    if isinstance(finished.state, RailState):
        figures["best_runs"] = bench_routes(played)
    return figures


def _processor() -> str:
    """What the system calls the processor."""
    with suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor()


def _commit() -> str:
    """The commit that this is, where it runs in a checkout; "+" where something was changed since."""
    here = Path(__file__).parent
    git = ["git", "-C", str(here), "describe", "--always", "--abbrev=12", "--exclude=*", "--dirty=+"]
    with suppress(OSError):
        return subprocess.run(git, capture_output=True, check=False, text=True).stdout.strip()
    return ""


def _titles_command() -> float:
    """Seconds of processor time for `kursbuch titles`, with everything that Python reads for it."""
    code = "import sys; sys.argv = ['kursbuch', 'titles']; from kursbuch.cli.start import main; main()"
    times: list[float] = []
    for _ in range(3):
        before = os.times()
        subprocess.run([sys.executable, "-c", code], stdout=subprocess.DEVNULL, check=True)
        after = os.times()
        times.append(
            after.children_user - before.children_user + after.children_system - before.children_system
        )
    return min(times)


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
    start = time.process_time()
    for _ in range(repeat):
        call()
    return (time.process_time() - start) / repeat * 1e6


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
            start = time.process_time()
            legal = game.legal_actions()
            total += time.process_time() - start
            count += 1
            game.apply(rng.choice(legal).sample(rng))
    return total / count * 1e6


def bench_routes(games: Iterable[Game]) -> dict[str, Any]:
    """The time to find the best runs, with nothing remembered, at every run of some games."""
    times = sorted(
        _time_best(game, moves, action.actor)
        for game in games
        for moves, action in enumerate(game.actions)
        if isinstance(action, Run)
    )
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
    start = time.process_time()
    network_of(s, company)
    best_of(s, company)
    return (time.process_time() - start) * 1000
