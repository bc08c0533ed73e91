"""What a move costs the server, the new page included: processor time of a server of its own, title by title."""

from __future__ import annotations

import random
import re
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import httpx

import kursbuch as kb
from kursbuch.core import Action, BadInput, Game
from kursbuch.web.bench import cpu_of, server
from kursbuch.web.serve import free_port
from kursbuch.web.settings import Settings

WAIT = 120.0  # seconds for an answer: a busy machine is slow


def pages(titles: Iterable[str], opening: int = 60, moves: int = 40) -> dict[str, Any]:
    """Figures of the start page, and of each title's table after so many moves of its opening."""
    with tempfile.TemporaryDirectory(prefix="kursbuch-bench-") as folder:
        url = f"sqlite:///{Path(folder) / 'bench.sqlite3'}"
        with (
            server(Settings(database=url, port=free_port("127.0.0.1")), pinned=False) as (address, process),
            httpx.Client(base_url=address.removesuffix("/api/v1"), timeout=WAIT) as browser,
        ):
            start = _timed(process, lambda: browser.get("/"), repeat=10)
            found = {title: _table(browser, process, title, opening, moves) for title in titles}
            return {
                "start_page_ms": start,
                "start_page_bytes": len(browser.get("/").content),
                "titles": found,
            }


def _table(browser: httpx.Client, process: int, title: str, opening: int, moves: int) -> dict[str, Any]:
    table = _Table(browser, title)
    for _ in range(opening):
        table.move()
    page = _timed(process, lambda: browser.get(table.path), repeat=5)
    before, made = cpu_of(process), len(table.game.actions)
    for _ in range(moves):
        table.move()
    made = len(table.game.actions) - made
    return {
        "players": len(table.game.players),
        "after_moves": opening,
        "move_with_page_ms": round((cpu_of(process) - before) / made * 1000, 1) if made else None,
        "page_ms": page,
        "page_bytes": len(browser.get(table.path).content),
    }


class _Table:
    """A table at one screen, and a game beside it that knows what is legal."""

    def __init__(self, browser: httpx.Client, title: str) -> None:
        players = next(info.players for info in kb.titles() if info.id == title)
        self.browser = browser
        self.game: Game = kb.new_game(title, min(max(players), 4), seed=7)
        self.rng = random.Random(7)
        names = {f"name{n}": name for n, name in enumerate(self.game.players)}
        asked = {"title": title, "mode": "hotseat", "count": str(len(names)), "seed": "7", **names}
        made = browser.post("/new", data={"csrf": self._token("/account/sign-in"), **asked})
        if made.status_code != 303:
            raise BadInput("bench", f"no table of {title} could be set up: {made.status_code}")
        self.path = made.headers["location"]
        self.token = self._token("/account/sign-in")

    def _token(self, path: str) -> str:
        """The word that forms of this session carry."""
        found = re.search(r'name="csrf" value="([^"]+)"', self.browser.get(path).text)
        if found is None:
            raise BadInput("bench", f"{path} has no form")
        return found[1]

    def move(self) -> None:
        """A random move, as a click on the page sends it; none when the game is over."""
        if self.game.over:
            return
        action: Action = self.rng.choice(self.game.legal_actions())
        action = action.sample(self.rng)
        form = {"action": str(action), "moves": str(len(self.game.actions)), "csrf": self.token}
        if self.browser.post(f"{self.path}/act", data=form).status_code != 200:
            raise BadInput("bench", f"the server did not take {action}")
        self.game.apply(action)


def _timed(process: int, call: Any, repeat: int) -> float:
    """Milliseconds of processor time that the server needs for an answer; the first answer is not counted."""
    call()
    before = cpu_of(process)
    for _ in range(repeat):
        call()
    return round((cpu_of(process) - before) / repeat * 1000, 1)
