"""What grows: the cost of a move and of a page, and memory, against the length of a game, tables, followers.

Real HTTP to a server of its own, processor time of the server. Figures and no judgement, for `docs/performance.md`.
"""

from __future__ import annotations

import os
import random
import socket
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx

import kursbuch as kb
from kursbuch.core import Game
from kursbuch.web.bench import any_port, cpu_of, server
from kursbuch.web.bench_pages import WAIT, SeenTable, timed
from kursbuch.web.settings import Settings

LENGTHS = (100, 250, 500, 1000, 2000)
TABLES = (10, 100, 1000, 5000)
FOLLOWERS = (1, 10, 100, 500, 2000)
_MANY = 10**6  # all of them come from one address


def growth(
    title: str = "",
    lengths: Sequence[int] = LENGTHS,
    tables: Sequence[int] = TABLES,
    followers: Sequence[int] = FOLLOWERS,
    moves: int = 20,
) -> dict[str, Any]:
    """All three tables; of a title whose games are long enough if none is named."""
    game = long_game(title, max(lengths) + moves)
    with tempfile.TemporaryDirectory(prefix="kursbuch-bench-") as folder:
        url = f"sqlite:///{Path(folder) / 'bench.sqlite3'}"
        settings = Settings(
            database=url,
            port=any_port(),
            new_people=_MANY,
            tables_an_hour=_MANY,
            open_tables=_MANY,
            transcripts_an_hour=_MANY,
            streams_each=_MANY,
            streams=_MANY,
        )
        with (
            server(settings, pinned=False) as (address, process),
            httpx.Client(base_url=address.removesuffix("/api/v1"), timeout=WAIT) as browser,
        ):
            return {
                "title": game.title,
                "moves_measured": moves,
                "length": [_length(browser, process, game.at(length), moves) for length in lengths],
                "followers": _followed(browser, process, game.at(min(lengths)), followers, moves),
                "tables": _tables(browser, process, game.at(min(lengths)), tables, moves),
            }


def long_game(title: str, least: int) -> Game:
    """A random game of at least so many moves.

    >>> len(long_game("", 30).actions)
    30
    """
    known = [info for info in kb.titles() if title in ("", info.id)]
    for info in known:
        for seed in range(3):
            rng = random.Random(seed)
            game = kb.new_game(info.id, min(max(info.players), 4), seed)
            while not game.over and len(game.actions) < least:
                game.apply(rng.choice(game.legal_actions()).sample(rng))
            if len(game.actions) >= least and not game.over:
                return game
    raise ValueError(f"no random game of {title or 'any title'} is as long as {least} moves")


def memory_of(process: int) -> float:
    """Mebibytes that a process has in memory; 0 where the system does not tell."""
    try:
        pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    except (OSError, ValueError):
        return 0.0
    return round(pages * os.sysconf("SC_PAGE_SIZE") / 2**20, 1)


def _costs(process: int, table: SeenTable, moves: int) -> dict[str, Any]:
    """A move with its panels, and a page."""
    table.move()
    before, made, size = cpu_of(process), len(table.game.actions), 0
    for _ in range(moves):
        size += table.move()
    made = len(table.game.actions) - made
    spent = cpu_of(process) - before
    return {
        "move_ms": round(spent / made * 1000, 1) if made else None,
        "answer_bytes": size // made if made else None,
        "page_ms": timed(process, lambda: table.browser.get(table.path), repeat=10),
        "page_bytes": len(table.browser.get(table.path).content),
        "server_mib": memory_of(process),
    }


def _length(browser: httpx.Client, process: int, game: Game, moves: int) -> dict[str, Any]:
    return {"length": len(game.actions), **_costs(process, SeenTable(browser, game.title, game), moves)}


def _tables(
    browser: httpx.Client, process: int, game: Game, numbers: Sequence[int], moves: int
) -> list[dict[str, Any]]:
    """A table some way into a game while so many others are there, all of the same person."""
    out, there = [], 0
    table = SeenTable(browser, game.title, game)
    for number in numbers:
        while there < number:
            table.another()
            there += 1
        found = _costs(process, table, moves)
        lobby = timed(process, lambda: browser.get("/lobby"), repeat=5)
        out.append({"tables": number, **found, "list_ms": lobby})
    return out


def _followed(
    browser: httpx.Client, process: int, game: Game, numbers: Sequence[int], moves: int
) -> list[dict[str, Any]]:
    """A table whose news so many pages hear."""
    out = []
    with ExitStack() as open_lines:
        table, there = SeenTable(browser, game.title, game), 0
        for number in numbers:
            while there < number:
                open_lines.enter_context(_follower(browser, table.path))
                there += 1
            out.append({"followers": number, **_costs(process, table, moves)})
    return out


def _follower(browser: httpx.Client, path: str) -> socket.socket:
    """A page that listens; what it hears stays unread, and fits what the system keeps for it."""
    where = urlsplit(str(browser.base_url))
    line = socket.create_connection((where.hostname, where.port or 80), timeout=WAIT)
    cookies = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
    line.sendall(f"GET {path}/live HTTP/1.1\r\nHost: {where.netloc}\r\nCookie: {cookies}\r\n\r\n".encode())
    line.recv(4096)  # it has been let in
    return line
