"""Looking at tables: rows and games of the same moment, for those who may see them."""

from __future__ import annotations

import asyncio
import re
import weakref
from collections.abc import Callable, Collection, Mapping

from kursbuch.core import Game
from kursbuch.store import Games, Live, Missing, News, TableRow, TableStore
from kursbuch.store.news import Follower
from kursbuch.store.orders import of_person
from kursbuch.store.searching import Wanted
from kursbuch.store.ties import Ties
from kursbuch.store.work import Crew
from kursbuch.web.limits import Limits
from kursbuch.web.rows import info_of
from kursbuch.web.seating import Sight, Visit, sight_of, visit_of
from kursbuch.web.service import (
    ID_FORM,
    MINE,
    PUBLIC,
    NotAllowed,
    NotFound,
    Person,
    PositionChanged,
    TableInfo,
)
from kursbuch.web.transcripts import Transcripts

Note = Callable[[int, str, TableRow, Mapping[str, str]], None]
"""Tells a person: whom, what kind of message, which table, values of the message."""
TOGETHER = 0.02  # seconds in which those who hear the same news ask what it is


class Reading:
    """The store of the tables, and whoever looks at them.

    `waiting` is called after a commit with the table and what it waits for, so that bots move and people are told.
    """

    def __init__(
        self,
        store: TableStore,
        games: Games,
        news: News,
        *,
        chosen_seeds: bool = False,
        limits: Limits | None = None,
    ) -> None:
        self._store = store
        self._limits = limits
        self._reading = Crew("lessons", hands=1, waiting=20)
        self._transcripts = Transcripts()
        self._boxes = Crew("boxes", hands=1, waiting=20)
        self._chosen_seeds = chosen_seeds
        self._games = games
        self._news = news
        self._soon: dict[str, asyncio.Task[TableRow]] = {}
        self._locks: weakref.WeakValueDictionary[str, asyncio.Lock] = weakref.WeakValueDictionary()
        self.waiting: Callable[[TableRow, tuple[str, ...]], None] = lambda row, before: None
        self.ties: Ties | None = None  # who wants to meet whom, where that is known
        self.noted: Note = lambda person, kind, row, values: None  # tells a person something about a table
        self.moved: Callable[[str], object] = lambda by: None  # counts moves: of a person, a bot, an order

    async def stop(self) -> None:
        """End the process that plays transcripts through, if there is one."""
        await self._transcripts.stop()

    async def _spend(self, what: str, person: Person) -> None:
        """Count what a person does; raises TooMany."""
        if self._limits is not None:
            await self._limits.spend(what, person)

    def _tell_asked(self, row: TableRow, by: str, asked: Collection[str]) -> None:
        """Tell these players that one of the others wants to know something of them."""
        for seat in row.seats:
            if seat.player in asked and seat.player != by and seat.person is not None and not seat.bot:
                self.noted(seat.person, "asked", row, {"by": by})

    # -- looking ----------------------------------------------------------------------------------

    async def visit(self, table: str, person: Person | None) -> Visit:
        return visit_of(info_of(await self._row(table)), person)

    async def revisit(self, table: str, person: Person | None) -> Visit:
        soon = self._soon.get(table)
        if soon is None:
            soon = self._soon[table] = asyncio.create_task(self._read_soon(table))
        return visit_of(info_of(await asyncio.shield(soon)), person)

    async def _read_soon(self, table: str) -> TableRow:
        """Whoever asks before the reading begins takes part in it; who asks later has heard of something newer."""
        try:
            await asyncio.sleep(TOGETHER)
        finally:
            del self._soon[table]
        return await self._row(table)

    async def come(self, table: str, person: Person | None, at: int | None = None) -> Visit:
        row = await self._row(table)
        if not row.started:
            return visit_of(info_of(row), person)
        return await self.look_as(table, person, at, row)

    async def look_as(
        self, table: str, person: Person | None, at: int | None = None, row: TableRow | None = None
    ) -> Sight:
        """As promised; a row that has been read already need not be read again."""
        visit, row, live = await self._visited(table, person, row)
        if at is None or at >= len(live.game.actions):
            return sight_of(visit, live.game)
        return sight_of(visit, live.game, await self._games.at(row.id, live, at))

    async def look(self, table: str) -> tuple[TableInfo, Game]:
        """Table and game, of the same moment, with every secret: for those who move the bots, never for a route."""
        row, live = await self._look(table)
        return info_of(row), live.game

    async def game(self, table: str) -> Game:
        """The game alone, also with every secret."""
        return (await self.look(table))[1]

    async def game_at(self, table: str, moves: int) -> Game:
        """The same as it stood after so many moves, or at the first position that is kept after that."""
        row, live = await self._look(table)
        return await self._games.at(row.id, live, moves)

    async def mine(
        self,
        person: Person,
        limit: int = MINE,
        offset: int = 0,
        *,
        archived: bool = False,
        title: str = "",
    ) -> list[TableInfo]:
        rows = await self._store.lists.of_person(person.id, limit, offset, archived=archived, title=title)
        return [info_of(row) for row in rows]

    async def public(
        self,
        limit: int = PUBLIC,
        offset: int = 0,
        besides: Person | None = None,
        wanted: Wanted | None = None,
    ) -> list[TableInfo]:
        rows = await self._store.lists.open(limit, offset, besides.id if besides else None, wanted)
        return [info_of(row) for row in rows]

    def heard(self, table: str) -> Follower:
        """News of a table for the server itself."""
        return self._news.follow(table)

    def follow(self, visit: Visit, address: str = "") -> Follower:
        """News of a table; raises TooMany for who follows too many at once. Close it when done."""
        leave = self._limits.enter(visit.person, address) if self._limits else None
        own = (of_person(visit.person.id),) if visit.person else ()
        follower = self._news.follow(visit.info.id, *own)
        if leave is not None:  # however the line ends
            follower.left = weakref.finalize(follower, leave)
        return follower

    # -- inside -----------------------------------------------------------------------------------

    def _lock(self, table: str) -> asyncio.Lock:
        lock = self._locks.get(table)
        if lock is None:
            lock = self._locks[table] = asyncio.Lock()
        return lock

    async def _whole_row(self, table: str) -> TableRow:
        """The table with its position and its edition."""
        return await self._row(table, whole=True)

    async def _row(self, table: str, whole: bool = False) -> TableRow:
        try:
            if not re.fullmatch(ID_FORM, table):  # there are texts that a database does not take
                raise Missing(table)
            return await self._store.get(table, state=whole)
        except Missing as error:
            raise NotFound("there is no table {table!r}", table=table[:20]) from error

    async def _visited(
        self, table: str, person: Person | None, known: TableRow | None = None
    ) -> tuple[Visit, TableRow, Live]:
        """The table and its game for somebody who may look."""
        row, live = await self._look(table, lambda row: visit_of(info_of(row), person), known)
        return visit_of(info_of(row), person), row, live

    async def _look(
        self,
        table: str,
        let_in: Callable[[TableRow], object] = lambda row: None,
        known: TableRow | None = None,
    ) -> tuple[TableRow, Live]:
        """The table and its game, both of the same moment; `let_in` raises for those who may not look."""
        for _ in range(20):
            row, known = known or await self._row(table), None
            let_in(row)
            if not row.started:
                raise NotAllowed("the game starts when all seats are taken")
            live = await self._games.get(row)
            if live.version == row.version:
                return row, live
        self._games.forget(table)  # should memory ever be ahead of the store, the store is right
        raise PositionChanged  # written to faster than we can read

    def _seated(self, visit: Visit) -> tuple[str, ...]:
        if not visit.players:
            raise NotAllowed("you do not sit at this table")
        return visit.players
