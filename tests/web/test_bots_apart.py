"""Bots think in processes of their own. Whatever goes wrong delays a move, and never ends the play of a table."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import time
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

from kursbuch.store import TableRow, TableStore
from kursbuch.store.table_rows import new_id
from kursbuch.web import botplay
from tests.web.backend import Player, Process, sqlite, wait_for
from tests.web.odd_bots import begins, house


def outage(calls: int) -> Any:
    """A method of the store that fails so many times, as if the database were away."""
    real, left = TableStore.advance, [calls]

    async def advance(self: TableStore, *given: Any, **more: Any) -> None:
        if left[0]:
            left[0] -= 1
            raise OperationalError("update", {}, Exception("the database is away"))
        await real(self, *given, **more)

    return advance


@pytest.mark.parametrize("calls", [1, 5])
def test_a_database_outage_delays_a_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, calls: int):
    monkeypatch.setattr(TableStore, "advance", outage(calls))

    async def run() -> None:
        async with house(tmp_path) as h:
            await h.moved(await h.table("random"))

    asyncio.run(run())


def test_a_database_that_cannot_be_read_delays_a_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    real = TableStore.get
    away = [False]

    async def get(self: TableStore, table: str, **more: Any) -> TableRow:
        if away[0]:
            raise OSError("the database is away")
        return await real(self, table, **more)

    monkeypatch.setattr(TableStore, "get", get)

    async def run() -> None:
        async with house(tmp_path) as h:
            away[0] = True
            table = await h.table("random")
            await asyncio.sleep(1)
            away[0] = False
            await h.moved(table)

    asyncio.run(run())


def test_every_table_that_waits_is_found_after_a_start(tmp_path: Path):
    class Counting:
        def __init__(self) -> None:
            self.seen: set[str] = set()

        async def move(self, table: str) -> bool:
            self.seen.add(table)
            return False

    async def run() -> None:
        async with house(tmp_path) as h:
            row = await h.store.get(await h.table("random", bot_first=False), state=True)
            for _ in range(1100):
                await h.store.add(TableRow(**{**_fields(row), "id": new_id(), "bot_turn": True}))
            moves: Any = Counting()
            bots = botplay.BotPlay(moves, h.store, h.thinkers, 0.0)
            await bots.start()
            async with asyncio.timeout(60):
                while len(moves.seen) < 1100:
                    await asyncio.sleep(0.02)
            await bots.stop()

    asyncio.run(run())


def _fields(row: TableRow) -> dict[str, Any]:
    return {name: getattr(row, name) for name in TableRow.__slots__}


def test_a_process_killed_in_the_middle_of_a_thought_delays_it(tmp_path: Path):
    async def run() -> None:
        async with house(tmp_path) as h:
            table = await h.table("slow")
            for _ in range(2):
                async with asyncio.timeout(60):
                    while not h.thinkers.processes:
                        await asyncio.sleep(0.02)
                await asyncio.sleep(0.3)
                assert (await h.tables.look(table))[0].moves == 0
                for process in h.thinkers.processes:
                    os.kill(process, signal.SIGKILL)
            await h.moved(table)

    asyncio.run(run())


@pytest.mark.parametrize("bot", ["stuck", "deadly", "broken", "cheat"])
def test_a_bot_of_no_use_gets_a_random_move(tmp_path: Path, bot: str):
    async def run() -> None:
        async with house(tmp_path, limit=5.0) as h:
            await h.moved(await h.table(bot))

    asyncio.run(run())


@pytest.mark.parametrize("bot", ["stuck", "search:10"])
def test_a_thought_no_longer_wanted_is_dropped_at_once(tmp_path: Path, bot: str):
    async def run() -> None:
        async with house(tmp_path) as h:
            table = await h.table(bot, bot_first=False)
            await _anna_moves(h, table)
            async with asyncio.timeout(60):
                while not h.thinkers.processes:
                    await asyncio.sleep(0.02)
            await asyncio.sleep(0.5)
            moves = (await h.tables.look(table))[0].moves
            await h.tables.undo(table, h.anna, moves)
            other = await h.table("random")  # the only process is free for it again
            await h.moved(other, seconds=30)

    asyncio.run(run())


def test_nobody_thinks_about_a_table_that_is_closed(tmp_path: Path):
    """Closed in the middle of a thought: no bot moves there any more, and the process is free at once."""

    async def run() -> None:
        async with house(tmp_path) as h:
            table = await h.table("stuck", bot_first=False)
            await _anna_moves(h, table)
            async with asyncio.timeout(60):
                while not h.thinkers.processes:
                    await asyncio.sleep(0.02)
            await asyncio.sleep(0.5)
            moves = (await h.tables.look(table))[0].moves
            await h.tables.close_table(table, "at the host's wish")
            other = await h.table("random")
            await h.moved(other, seconds=30)
            assert (await h.tables.look(table))[0].moves == moves

    asyncio.run(run())


async def _anna_moves(h: Any, table: str) -> None:
    rng = random.Random(1)
    while not (info := (await h.tables.look(table))[0]).acting or "Anna" in info.acting:
        action = rng.choice((await h.tables.game(table)).legal_actions("Anna")).sample(rng)
        await h.tables.act(table, h.anna, str(action), info.moves)


def test_thinking_bots_do_not_hold_the_server_up(tmp_path: Path):
    async def run() -> tuple[float, float]:
        async with house(tmp_path, processes=2) as h:
            tables = [await h.table("busy") for _ in range(2)]
            for table in tables:
                await h.moved(table)  # the processes are there
            thinking = [await h.table("busy") for _ in range(4)]
            lags: list[float] = []
            begun, spent = time.monotonic(), time.process_time()
            while thinking:
                if (await h.tables.look(thinking[-1]))[0].moves:
                    thinking.pop()
                before = time.monotonic()
                await asyncio.sleep(0.005)
                lags.append(time.monotonic() - before - 0.005)
                assert time.monotonic() - begun < 60
            return time.process_time() - spent, sorted(lags)[int(len(lags) * 0.99)]

    found = [asyncio.run(run()) for _ in range(2)]
    assert min(spent for spent, _ in found) < 1.0, "four thoughts of half a second were not thought elsewhere"
    assert min(lag for _, lag in found) < 0.15  # on a quiet machine a few milliseconds


def _processes_of(folder: Path) -> set[int]:
    """The processes that were started with this database."""
    found = set()
    for place in Path("/proc").glob("[0-9]*/environ"):
        try:
            if str(folder).encode() in place.read_bytes():
                found.add(int(place.parent.name))
        except OSError:
            continue
    return found


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="NOT TESTED: needs /proc")
def test_a_killed_server_leaves_no_process_behind(tmp_path: Path):
    process = Process(sqlite(tmp_path))
    idle = _processes_of(tmp_path)
    process.start()
    with Player(process.url, "Anna") as anna:
        seats = [{"bot": "house"}, {"player": "Anna", "mine": True}]
        table = anna.table("bots", seats, seed=begins(0))["id"]
        wait_for(lambda: anna.get(f"/tables/{table}")["moves"])
    assert len(_processes_of(tmp_path)) > len(idle) + 1, "nobody thinks beside the server"
    process.kill()
    wait_for(lambda: _processes_of(tmp_path) == idle, 15)
    process.close()
