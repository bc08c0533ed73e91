"""Bots that no game should have to suffer, and the processes that know them."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import cache
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from kursbuch.bots import View, registry
from kursbuch.core import Action
from kursbuch.shelf import new_game
from kursbuch.store import Games, News, People, TableStore, migrate, open_database
from kursbuch.web.botplay import BotMoves, BotPlay
from kursbuch.web.service import Person, Seat, TableInfo
from kursbuch.web.tables import LiveTables
from kursbuch.web.thinkers import Thinkers
from kursbuch.web.thinking import answer_questions


class Odd:
    """Chooses the first legal action, after something odd."""

    def __init__(self, name: str) -> None:
        self.name = name

    def choose(self, view: View, legal: Sequence[Action], rng: Random) -> Action:
        """What the name says."""
        match self.name:
            case "slow":
                time.sleep(1)
            case "stuck":
                time.sleep(1000)
            case "busy":
                end = time.process_time() + 0.5
                while time.process_time() < end:
                    sum(range(1000))
            case "deadly":
                os._exit(1)
            case "broken":
                raise RuntimeError("broken on purpose")
            case "cheat":
                return next(iter(view))  # type: ignore[return-value]
        return legal[0].sample(rng)


NAMES = ("slow", "stuck", "busy", "deadly", "broken", "cheat")


def know_them() -> None:
    """In this process there are these bots, too."""
    registry._BOTS.update({name: Odd(name) for name in NAMES})


def forget_them() -> None:
    for name in NAMES:
        registry._BOTS.pop(name, None)


def answer_with_odd_bots(pipe: Any, url: str) -> None:
    know_them()
    answer_questions(pipe, url)


@dataclass
class House:
    """A server's tables and bots, without pages."""

    tables: LiveTables
    store: TableStore
    bots: BotPlay
    thinkers: Thinkers
    anna: Person

    async def table(self, bot: str, *, bot_first: bool = True) -> str:
        seats = [Seat("Robo", bot=bot), Seat("Anna", self.anna.id)]
        seed = begins(0 if bot_first else 1)
        return (await self.tables.create(self.anna, "18te", "bots", seats, seed=seed)).id

    async def moved(self, table: str, moves: int = 1, seconds: float = 60) -> TableInfo:
        """The table as soon as it has come so far."""
        async with asyncio.timeout(seconds):
            while (info := (await self.tables.look(table))[0]).moves < moves:
                await asyncio.sleep(0.02)
        return info


@cache
def begins(seat: int, seats: int = 2) -> int:
    """A seed whose lots let this seat, counted from 0, begin a game of 18TE."""
    names = [f"Seat {n}" for n in range(seats)]
    return next(seed for seed in count() if new_game("18te", names, seed).acting == (names[seat],))


@asynccontextmanager
async def house(folder: Path, *, processes: int = 1, limit: float = 60.0) -> AsyncIterator[House]:
    """All of it on a SQLite file, with the odd bots."""
    know_them()
    url = f"sqlite:///{folder / 'games.sqlite3'}"
    database = open_database(url)
    await migrate(database)
    store = TableStore(database, news := News(database))
    tables = LiveTables(store, Games(database, store), news, chosen_seeds=True)
    thinkers = Thinkers(url, processes, limit, answer_with_odd_bots)
    bots = BotPlay(BotMoves(tables, store, thinkers), store, thinkers, 0.0)
    tables.waiting = lambda row, before: bots.look(row)
    anna = await People(database).add("Anna", None, "en")
    await bots.start()
    try:
        yield House(tables, store, bots, thinkers, Person(anna.id, "Anna"))
    finally:
        await bots.stop()
        await database.close()
        forget_them()
