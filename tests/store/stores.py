"""A store on a file, for tests that need no server."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import kursbuch as kb
from kursbuch.store import Database, Games, News, People, TableStore, migrate, open_database
from kursbuch.web.service import Person, Seat
from kursbuch.web.tables import LiveTables


@dataclass
class Stored:
    """All parts of a store."""

    database: Database
    tables: TableStore
    games: Games
    people: People
    live: LiveTables

    async def hotseat(self, title: str = "18te", players: int = 2) -> tuple[Person, str]:
        """A person and a table of theirs."""
        row = await self.people.add("Anna", None, "en")
        person = Person(row.id, row.name)
        names = ("Anna", "Ben", "Clara", "David")[:players]
        info = await self.live.create(person, title, "hotseat", [Seat(n) for n in names], seed=11)
        return person, info.id

    async def play(self, person: Person, table: str, moves: int, seed: int = 1) -> None:
        """So many random legal moves."""
        rng = random.Random(seed)
        for _ in range(moves):
            game = await self.live.game(table)
            action = rng.choice(game.legal_actions()).sample(rng)
            await self.live.act(table, person, str(action), len(game.actions))


@asynccontextmanager
async def opened(folder: Path, positions: int = 20_000) -> AsyncIterator[Stored]:
    database = open_database(f"sqlite:///{folder / 'store.sqlite3'}")
    await migrate(database)
    news = News(database)
    tables = TableStore(database, news)
    games = Games(database, tables, positions)
    try:
        yield Stored(database, tables, games, People(database), LiveTables(tables, games, news))
    finally:
        await database.close()


def random_game(title: str, players: int, moves: int, seed: int = 1) -> kb.Game:
    game = kb.new_game(title, players, seed)
    rng = random.Random(seed)
    while not game.over and len(game.actions) < moves:
        game.apply(rng.choice(game.legal_actions()).sample(rng))
    return game
