"""How many tables one server process bears: real HTTP on this machine, figures and no judgement.

Every table is an online game in progress. Each of its players listens to the table's events and, when it is their
turn, fetches the legal list and sends a move, so that each player makes one move every `interval` seconds. With pages
everybody also fetches the panels of the table after every move, as an open page does.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import kursbuch as kb
from kursbuch.core import BadInput
from kursbuch.recorded import recorded_titles
from kursbuch.web.settings import Settings


@dataclass
class Measured:
    """Seconds that answers took."""

    act: list[float] = field(default_factory=list)
    legal: list[float] = field(default_factory=list)
    heard: int = 0
    panels: list[float] = field(default_factory=list)
    failed: int = 0
    cpu: float = 0.0  # that the server used while the moves were made
    own_cpu: float = 0.0  # that the measuring itself used


def load(
    tables: int = 50,
    players: int = 4,
    seconds: float = 20.0,
    interval: float = 2.0,
    title: str = "",
    opening: int = 80,
    database: str = "",
    pinned: bool = True,
    pages: bool = False,
) -> dict[str, Any]:
    """Run the benchmark and give its figures, of a title with recorded games if none is named.

    `opening` actions are played before it starts; `pinned` keeps the server on one core; with `pages` everybody has
    one open.
    """
    title = title or recorded_titles()[0]
    with tempfile.TemporaryDirectory(prefix="kursbuch-bench-") as folder:
        url = database or f"sqlite:///{Path(folder) / 'bench.sqlite3'}"
        many = 10**6  # all of them come from one address
        settings = Settings(
            database=url,
            port=any_port(),
            new_people=many,
            guests_an_address=many,
            positions=tables * 1000,
        )
        with server(settings, pinned) as (address, process):
            playing = _run(address, process, title, tables, players, seconds, interval, opening, pages)
            measured, lasted = asyncio.run(playing)
    if not measured.act:
        raise BadInput("bench", "no move was made: let it run for longer")
    return {
        "title": title,
        "tables": tables,
        "players": players,
        "seconds": round(lasted, 1),
        "moves": len(measured.act),
        "moves_per_second": round(len(measured.act) / lasted, 1),
        "act_median_ms": _ms(statistics.median(measured.act)),
        "act_p95_ms": _ms(_p95(measured.act)),
        "legal_median_ms": _ms(statistics.median(measured.legal)),
        "legal_p95_ms": _ms(_p95(measured.legal)),
        "events_heard": measured.heard,
        "failed": measured.failed,
        "server_cpu_ms_per_move": _ms(measured.cpu / len(measured.act)),
        "client_cpu_ms_per_move": _ms(measured.own_cpu / len(measured.act)),
        **_held(measured, players),
    }


PACE = 60.0  # seconds from move to move at a table of people who play at once
BUSY = 0.5  # how much of a core may be busy for answers to stay quick


def _held(measured: Measured, players: int) -> dict[str, Any]:
    """How many tables and people one core holds, half of it busy, with a move a minute at each table."""
    each = measured.cpu / len(measured.act)
    held = round(BUSY * PACE / each) if each else 0
    panels = {"panels_p95_ms": _ms(_p95(measured.panels))} if measured.panels else {}
    return {**panels, "tables_a_core_holds": held, "people_a_core_holds": held * players}


def _ms(seconds: float) -> float:
    return round(seconds * 1000, 1)


def _p95(times: list[float]) -> float:
    return sorted(times)[int(len(times) * 0.95)]


# -- the server -----------------------------------------------------------------------------------


def any_port() -> int:
    """A port of the system's choice: several measurements may run on one machine."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def server(settings: Settings, pinned: bool) -> Iterator[tuple[str, int]]:
    """A server as a process of its own."""
    code = "import kursbuch.web; kursbuch.web.run()"
    process = subprocess.Popen(
        [sys.executable, "-c", code],
        env={**os.environ, **settings.to_environment()},
        stdout=subprocess.DEVNULL,
    )
    try:
        if pinned and hasattr(os, "sched_setaffinity"):
            os.sched_setaffinity(process.pid, {max(os.sched_getaffinity(0))})
        for _ in range(1200):  # a busy machine takes its time
            if process.poll() is not None:
                raise BadInput("bench", "the server did not start")
            with suppress(OSError), socket.create_connection(("127.0.0.1", settings.port), timeout=1):
                break
            time.sleep(0.1)
        yield f"http://127.0.0.1:{settings.port}/api/v1", process.pid
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def cpu_of(process: int) -> float:
    """Seconds of processor time that a process has used; 0 where the system does not tell."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError):
        return 0.0


# -- the players ----------------------------------------------------------------------------------


class Line:
    """A kept-alive HTTP connection of one player. Lean, so that measuring takes less than what is measured."""

    def __init__(self, address: str) -> None:
        self._parts = urlsplit(address)
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self.token = ""

    async def send(self, method: str, path: str, body: object = None) -> asyncio.StreamReader:
        """Send a request; the answer is left to be read."""
        if self._streams is None or self._streams[0].at_eof():  # never there, or closed while we were idle
            self._streams = await asyncio.open_connection(self._parts.hostname, self._parts.port)
        data = b"" if body is None else json.dumps(body).encode()
        head = f"{method} {self._parts.path}{path} HTTP/1.1\r\nHost: {self._parts.netloc}\r\n"
        head += f"Authorization: Bearer {self.token}\r\n" if self.token else ""
        head += "Accept-Encoding: gzip\r\n" if not self._parts.path else ""  # as browsers do
        head += f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n\r\n"
        self._streams[1].write(head.encode() + data)
        return self._streams[0]

    async def ask(self, method: str, path: str, body: object = None) -> tuple[int, Any]:
        """Status and JSON of an answer."""
        reader = await self.send(method, path, body)
        head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        length = int(head.partition("content-length:")[2].partition("\r\n")[0])
        return int(head.split(" ", 2)[1]), json.loads(await reader.readexactly(length))

    async def fetch(self, path: str) -> None:
        """A part of a page, read and thrown away."""
        reader = await self.send("GET", path)
        head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        if " 200 " not in head.partition("\r\n")[0]:
            raise BadInput("bench", f"{path}: {head[:60]}")
        await reader.readexactly(int(head.partition("content-length:")[2].partition("\r\n")[0]))

    async def must(self, method: str, path: str, body: object = None) -> Any:
        status, data = await self.ask(method, path, body)
        if status >= 300:
            raise BadInput("bench", f"{method} {path}: {status} {data}")
        return data

    def close(self) -> None:
        if self._streams is not None:
            self._streams[1].close()


@dataclass
class Table:
    """A table some way into a game, and a line for each of its players by name."""

    id: str
    lines: dict[str, Line]


async def _run(
    address: str,
    process: int,
    title: str,
    tables: int,
    players: int,
    seconds: float,
    interval: float,
    opening: int,
    pages: bool,
) -> tuple[Measured, float]:
    measured = Measured()
    at_tables = [await _table(address, title, players, opening, number) for number in range(tables)]
    listening = [
        asyncio.create_task(_listen(address, table.id, line.token, measured, pages))
        for table in at_tables
        for line in table.lines.values()
    ]
    await asyncio.sleep(1)
    before, own, start = cpu_of(process), time.process_time(), time.perf_counter()
    await asyncio.gather(
        *(
            _play(table, number, start + seconds, interval / players, measured)
            for number, table in enumerate(at_tables)
        )
    )
    lasted = time.perf_counter() - start
    measured.cpu, measured.own_cpu = cpu_of(process) - before, time.process_time() - own
    for task in listening:
        task.cancel()
    await asyncio.gather(*listening, return_exceptions=True)
    for table in at_tables:
        for line in table.lines.values():
            line.close()
    return measured, lasted


async def _table(address: str, title: str, players: int, opening: int, seed: int) -> Table:
    game = kb.new_game(title, players, seed)
    rng = random.Random(seed)
    while not game.over and len(game.actions) < opening:
        game.apply(rng.choice(game.legal_actions()).sample(rng))
    lines = {name: Line(address) for name in game.players}
    for name, line in lines.items():
        line.token = (await line.must("POST", "/guests", {"name": name}))["token"]
    owner, *others = lines.values()
    body = {"transcript": game.to_json(), "mode": "online"}
    table = (await owner.must("POST", "/transcripts", body))["id"]
    invited = await owner.must("POST", f"/tables/{table}/invitation")
    for line in others:
        await line.must("POST", f"/tables/{table}/join", {"invitation": invited["invitation"]})
    return Table(table, lines)


async def _listen(address: str, table: str, token: str, measured: Measured, pages: bool) -> None:
    """Hear a table's events, as an open page does; and fetch its panels, as it does too."""
    line, page = Line(address), Line(address.removesuffix("/api/v1"))
    line.token = page.token = token
    try:
        reader = await line.send("GET", f"/tables/{table}/events")
        while data := await reader.read(65536):
            moves = data.count(b"event: game")
            measured.heard += moves
            if moves and pages:
                began = time.perf_counter()
                await page.fetch(f"/table/{table}/panels")
                measured.panels.append(time.perf_counter() - began)
    finally:
        line.close()
        page.close()


async def _play(table: Table, seed: int, end: float, pause: float, measured: Measured) -> None:
    """One move after the other, each by whoever is to decide."""
    rng = random.Random(seed)
    info = await next(iter(table.lines.values())).must("GET", f"/tables/{table.id}")
    due = time.perf_counter() + rng.random() * pause
    while due < end and info["acting"]:
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        due += pause
        line = table.lines[info["acting"][0]]
        began = time.perf_counter()
        legal = await line.must("GET", f"/tables/{table.id}/actions")
        listed = time.perf_counter()
        chosen = rng.choice(legal["actions"])
        action = dict(chosen["data"])
        if span := chosen["range"]:
            action[chosen["amount"]] = rng.randrange(span["lo"], span["hi"] + 1, span["step"])
        sent = time.perf_counter()
        status, info = await line.ask(
            "POST", f"/tables/{table.id}/act", {"action": action, "moves": legal["moves"]}
        )
        measured.act.append(time.perf_counter() - sent)
        measured.legal.append(listed - began)
        if status != 200:
            measured.failed += 1
            return
