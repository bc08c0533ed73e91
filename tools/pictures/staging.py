"""A game worth looking at, and a server to look at it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from urllib.error import URLError
from urllib.request import urlopen

from kursbuch import Game, new_game
from kursbuch.bots import choice, get
from kursbuch.rail.actions import Lay, Run

EARLIEST = 0.45  # of a whole game: by then there is something on the board


def midgame(title: str, players: int, seed: int) -> Game:
    """A game of house bots, at the beginning of a turn in which a company lays track and then runs trains."""
    game, house, rng = new_game(title, players, seed), get("house"), Random(seed)
    while not game.over:
        game.apply(choice(house, game, game.acting[0], rng))
    for number in range(int(EARLIEST * len(game.actions)), len(game.actions)):
        ahead = game.actions[number : number + 6]
        runs = (action for action in ahead if isinstance(action, Run) and action.actor == ahead[0].actor)
        if isinstance(ahead[0], Lay) and any(runs):
            return game.at(number)
    raise SystemExit(f"no company of {title} lays track and runs in the second half of game {seed}")


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """A server of our own with a database in `folder`; its address."""
    settings = {"KURSBUCH_DATABASE": f"sqlite:///{folder / 'games.sqlite3'}", "PYTHONUNBUFFERED": "1"}
    command = [sys.executable, "-c", "from kursbuch.cli.start import main; main()", "serve"]
    server = subprocess.Popen(command, env={**os.environ, **settings}, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        told = re.search(r"http://\S+", server.stdout.readline())
        assert told, "the server did not say where it is"
        _wait_for(told[0])
        yield told[0]
    finally:
        server.terminate()
        server.wait(30)


def _wait_for(address: str) -> None:
    for _ in range(150):
        with suppress(URLError), urlopen(f"{address}/healthz", timeout=30):
            return
        time.sleep(0.2)
    raise SystemExit(f"nobody answers at {address}")
