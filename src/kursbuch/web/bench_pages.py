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
from kursbuch.web.bench import any_port, cpu_of, server
from kursbuch.web.pages.kept import HEADER
from kursbuch.web.pages.plates import HEADER as PLATES
from kursbuch.web.settings import Settings

_MARK = re.compile(r' id="([\w-]+)" data-mark="(\w+)"')
_PLATE = re.compile(r' data-plate="(\w+)"')
WAIT = 120.0  # seconds for an answer: a busy machine is slow


def pages(titles: Iterable[str], opening: int = 60, moves: int = 40) -> dict[str, Any]:
    """Figures of the start page, and of each title's table after so many moves of its opening."""
    with tempfile.TemporaryDirectory(prefix="kursbuch-bench-") as folder:
        url = f"sqlite:///{Path(folder) / 'bench.sqlite3'}"
        with (
            server(Settings(database=url, port=any_port()), pinned=False) as (address, process),
            httpx.Client(base_url=address.removesuffix("/api/v1"), timeout=WAIT) as browser,
        ):
            start = timed(process, lambda: browser.get("/"), repeat=10)
            found = {title: _table(browser, process, title, opening, moves) for title in titles}
            return {
                "start_page_ms": start,
                "start_page_bytes": len(browser.get("/").content),
                "titles": found,
            }


def _table(browser: httpx.Client, process: int, title: str, opening: int, moves: int) -> dict[str, Any]:
    table = SeenTable(browser, title)
    for _ in range(opening):
        table.move()
    page = timed(process, lambda: browser.get(table.path), repeat=5)
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


class SeenTable:
    """A table at one screen, and a game beside it that knows what is legal."""

    def __init__(self, browser: httpx.Client, title: str, game: Game | None = None) -> None:
        """A new table, or one that goes on from a game."""
        players = next(info.players for info in kb.titles() if info.id == title)
        self.browser = browser
        self.game = kb.new_game(title, min(max(players), 4), seed=7) if game is None else game.clone()
        self.rng = random.Random(7)
        self.token = self._token("/account/sign-in")
        made = self._loaded(game.to_json()) if game is not None else self._new(title)
        if made.status_code != 303:
            raise BadInput("bench", f"no table of {title} could be set up: {made.status_code}")
        self.path = made.headers["location"]
        self.token = self._token("/account/sign-in")
        self.marks: dict[str, str] = {}
        self.plates = ""
        self.see(browser.get(self.path).text)

    def another(self) -> None:
        """Set up one more table of the same title, which nobody looks at."""
        if self._new(self.game.title).status_code != 303:
            raise BadInput("bench", "no more tables could be set up")

    def _new(self, title: str) -> httpx.Response:
        names = {f"name{n}": name for n, name in enumerate(self.game.players)}
        asked = {"title": title, "mode": "hotseat", "count": str(len(names)), "seed": "7", **names}
        return self.browser.post("/new", data={"csrf": self.token, **asked})

    def _loaded(self, transcript: str) -> httpx.Response:
        form, file = {"csrf": self.token, "mode": "hotseat"}, {"file": ("game.json", transcript)}
        return self.browser.post("/load", data=form, files=file)

    def _token(self, path: str) -> str:
        """The word that forms of this session carry."""
        found = re.search(r'name="csrf" value="([^"]+)"', self.browser.get(path).text)
        if found is None:
            raise BadInput("bench", f"{path} has no form")
        return found[1]

    def move(self) -> int:
        """A random move, as a click on the page sends it; none when the game is over. Gives the answer's bytes."""
        if self.game.over:
            return 0
        action: Action = self.rng.choice(self.game.legal_actions())
        action = action.sample(self.rng)
        form = {"action": str(action), "moves": str(len(self.game.actions)), "csrf": self.token}
        has = {HEADER: " ".join(f"{id}.{mark}" for id, mark in self.marks.items()), PLATES: self.plates}
        answer = self.browser.post(f"{self.path}/act", data=form, headers=has)
        if answer.status_code != 200:
            raise BadInput("bench", f"the server did not take {action}")
        self.see(answer.text)
        self.game.apply(action)
        return len(answer.content)

    def see(self, html: str) -> None:
        """Remember which panels and which plates are here, as a page does."""
        self.marks.update(_MARK.findall(html))
        self.plates = " ".join({*self.plates.split(), *_PLATE.findall(html)})


def timed(process: int, call: Any, repeat: int) -> float:
    """Milliseconds of processor time that the server needs for an answer; the first answer is not counted."""
    call()
    before = cpu_of(process)
    for _ in range(repeat):
        call()
    return round((cpu_of(process) - before) / repeat * 1000, 1)
