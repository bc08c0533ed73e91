"""How many tables one server process bears: real HTTP on this machine, figures and no judgement.

Every table is an online game in progress. Each of its players listens to the table's events and, when it is their
turn, fetches the legal list and sends a move, so that each player makes one move every `interval` seconds.
"""

from __future__ import annotations

import asyncio
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

import httpx

import kursbuch as kb
from kursbuch.core import BadInput
from kursbuch.web.serve import free_port
from kursbuch.web.settings import Settings


@dataclass
class Measured:
    """Seconds that answers took."""

    act: list[float] = field(default_factory=list)
    legal: list[float] = field(default_factory=list)
    heard: int = 0
    failed: int = 0


def load(
    tables: int = 50,
    players: int = 4,
    seconds: float = 20.0,
    interval: float = 2.0,
    title: str = "1889",
    opening: int = 80,
    database: str = "",
    pinned: bool = True,
) -> dict[str, Any]:
    """Run the benchmark and give its figures. `opening` actions are played before it starts; `pinned` keeps the
    server on one core.
    """
    with tempfile.TemporaryDirectory(prefix="kursbuch-bench-") as folder:
        url = database or f"sqlite:///{Path(folder) / 'bench.sqlite3'}"
        settings = Settings(
            database=url, port=free_port("127.0.0.1"), new_people=10**6, positions=tables * 1000
        )
        with _server(settings, pinned) as (address, process):
            before = _cpu(process)
            measured, lasted = asyncio.run(_run(address, title, tables, players, seconds, interval, opening))
            used = _cpu(process) - before
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
        "server_cpu_seconds": round(used, 1),
    }


def _ms(seconds: float) -> float:
    return round(seconds * 1000, 1)


def _p95(times: list[float]) -> float:
    return sorted(times)[int(len(times) * 0.95)]


# -- the server -----------------------------------------------------------------------------------


@contextmanager
def _server(settings: Settings, pinned: bool) -> Iterator[tuple[str, int]]:
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
        for _ in range(300):
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


def _cpu(process: int) -> float:
    """Seconds of processor time that a process has used; 0 where the system does not tell."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError):
        return 0.0


# -- the players ----------------------------------------------------------------------------------


async def _run(
    address: str, title: str, tables: int, players: int, seconds: float, interval: float, opening: int
) -> tuple[Measured, float]:
    measured = Measured()
    limits = httpx.Limits(max_connections=None, max_keepalive_connections=None)
    async with httpx.AsyncClient(base_url=address, timeout=60, limits=limits) as client:
        at_tables = [await _table(client, title, players, opening, number) for number in range(tables)]
        listening = [
            asyncio.create_task(_listen(address, table, token, measured))
            for table, tokens in at_tables
            for token in tokens.values()
        ]
        await asyncio.sleep(1)
        start = time.perf_counter()
        await asyncio.gather(
            *(
                _play(client, table, tokens, number, start + seconds, interval / players, measured)
                for number, (table, tokens) in enumerate(at_tables)
            )
        )
        lasted = time.perf_counter() - start
        for task in listening:
            task.cancel()
        await asyncio.gather(*listening, return_exceptions=True)
    return measured, lasted


async def _table(
    client: httpx.AsyncClient, title: str, players: int, opening: int, seed: int
) -> tuple[str, dict[str, dict[str, str]]]:
    """An online table some way into a game, and its players' headers by name."""
    game = kb.new_game(title, players, seed)
    rng = random.Random(seed)
    while not game.over and len(game.actions) < opening:
        game.apply(rng.choice(game.legal_actions()).sample(rng))
    heads = []
    for name in game.players:
        made = await client.post("/guests", json={"name": name})
        heads.append({"Authorization": f"Bearer {made.raise_for_status().json()['token']}"})
    body = {"transcript": game.to_json(), "mode": "online"}
    table = (await client.post("/transcripts", json=body, headers=heads[0])).raise_for_status().json()["id"]
    invited = await client.post(f"/tables/{table}/invitation", headers=heads[0])
    secret = {"invitation": invited.raise_for_status().json()["invitation"]}
    for head in heads[1:]:
        (await client.post(f"/tables/{table}/join", json=secret, headers=head)).raise_for_status()
    return table, dict(zip(game.players, heads, strict=True))


async def _listen(address: str, table: str, head: dict[str, str], measured: Measured) -> None:
    """Hear a table's events. A bare socket: the measuring must not take more than the measured."""
    parts = urlsplit(address)
    reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
    lines = [f"GET {parts.path}/tables/{table}/events HTTP/1.1", f"Host: {parts.netloc}"]
    lines += [f"{key}: {value}" for key, value in head.items()]
    writer.write(("\r\n".join(lines) + "\r\n\r\n").encode())
    try:
        while data := await reader.read(65536):
            measured.heard += data.count(b"event: game")
    finally:
        writer.close()


async def _play(
    client: httpx.AsyncClient,
    table: str,
    heads: dict[str, dict[str, str]],
    seed: int,
    end: float,
    pause: float,
    measured: Measured,
) -> None:
    """One move after the other, each by whoever is to decide."""
    rng = random.Random(seed)
    info = (await client.get(f"/tables/{table}", headers=next(iter(heads.values())))).json()
    due = time.perf_counter() + rng.random() * pause
    while due < end and info["acting"]:
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        due += pause
        head = heads[info["acting"][0]]
        began = time.perf_counter()
        legal = (await client.get(f"/tables/{table}/actions", headers=head)).json()
        listed = time.perf_counter()
        chosen = rng.choice(legal["actions"])
        action = dict(chosen["data"])
        if span := chosen["range"]:
            action[chosen["amount"]] = rng.randrange(span["lo"], span["hi"] + 1, span["step"])
        sent = time.perf_counter()
        body = {"action": action, "moves": legal["moves"]}
        answer = await client.post(f"/tables/{table}/act", json=body, headers=head)
        measured.act.append(time.perf_counter() - sent)
        measured.legal.append(listed - began)
        if answer.status_code != 200:
            measured.failed += 1
            return
        info = answer.json()
