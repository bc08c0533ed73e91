"""Lists of stored tables: somebody's own, those open to all, those that wait for a bot or run out of time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from kursbuch.store.engine import Database
from kursbuch.store.schema import keepsakes, pairings, people, seats, tables
from kursbuch.store.searching import Wanted, fits
from kursbuch.store.table_rows import LIGHT, SeatRow, TableRow, row_of

SHOWN_OF_ACCOUNT, SHOWN_OF_GUEST = 3, 1  # tables of one owner before everybody else's


class TableLists:
    """Reads many tables at once."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of_person(
        self, person: int, limit: int = 200, offset: int = 0, *, archived: bool = False, title: str = ""
    ) -> list[TableRow]:
        """The tables that a person sits at or has set up: first those that wait for them, then the newest that are
        not over, then those that are.

        They are sorted before the list is cut: a table that waits is on the first page however old it is. Without
        those put away, or those alone; of one title, or of all.
        """
        of_them = _of_person(person)
        k = keepsakes.c
        put_away = sa.select(k.table).where(k.person == person, k.archived.is_(True))
        of_them &= tables.c.id.in_(put_away) if archived else tables.c.id.not_in(put_away)
        if title:
            of_them &= tables.c.title == title
        waiting = tables.c.over.is_(False) & _waits_for(person, self._database.is_sqlite)
        first = sa.case((waiting, 0), else_=1)
        query = sa.select(*LIGHT).where(of_them)
        query = query.order_by(first, tables.c.over, tables.c.updated.desc(), tables.c.id)
        return await self._seated(query.limit(limit).offset(offset))

    async def open(
        self, limit: int = 100, offset: int = 0, besides: int | None = None, wanted: Wanted | None = None
    ) -> list[TableRow]:
        """Public tables that are not over, the newest first, without those of the person `besides`.

        Nobody fills the list alone: of each owner a few come first, of guests fewer, and what is more comes after
        everybody else's.
        """
        where = (tables.c.visibility == "public") & tables.c.over.is_(False)
        if besides is not None:
            where &= sa.not_(_of_person(besides))
        if wanted is not None:
            where &= fits(wanted)
        newest = tables.c.updated.desc(), tables.c.id
        number = sa.func.row_number().over(partition_by=tables.c.owner, order_by=newest)
        shown = sa.case((people.c.key.is_(None), SHOWN_OF_GUEST), else_=SHOWN_OF_ACCOUNT)
        ranked = (
            sa.select(tables.c.id, (number > shown).label("more"))
            .join_from(tables, people, people.c.id == tables.c.owner)
            .where(where)
            .subquery()
        )
        query = sa.select(*LIGHT).join(ranked, ranked.c.id == tables.c.id).order_by(ranked.c.more, *newest)
        return await self._seated(query.limit(limit).offset(offset))

    async def waiting_for_bots(self, page: int = 500) -> AsyncIterator[str]:
        """The tables where a bot is to move, all of them; read page by page, so that others get their turn."""
        last = ""
        while True:
            async with self._database.read() as connection:
                found = await connection.execute(
                    sa.select(tables.c.id)
                    .where(tables.c.bot_turn.is_(True), tables.c.id > last)
                    .order_by(tables.c.id)
                    .limit(page)
                )
                ids = [row.id for row in found]
            for table in ids:
                yield table
            if len(ids) < page:
                return
            last = ids[-1]
            await asyncio.sleep(0)

    async def bots_kept_waiting(self, since: datetime) -> int:
        """At how many tables a bot has been to move since then."""
        async with self._database.read() as connection:
            found = await connection.execute(
                sa.select(sa.func.count()).where(tables.c.bot_turn.is_(True), tables.c.updated < since)
            )
            return int(found.scalar_one())

    async def due(self, at: datetime) -> list[str]:
        """The tables where somebody's time is out."""
        query = sa.select(tables.c.id).where(tables.c.due <= at).order_by(tables.c.due).limit(500)
        async with self._database.read() as connection:
            return [row.id for row in await connection.execute(query)]

    async def timed(self) -> list[str]:
        """The tables where somebody's time runs."""
        async with self._database.read() as connection:
            found = await connection.execute(sa.select(tables.c.id).where(tables.c.due.is_not(None)))
            return [row.id for row in found]

    async def due_between(self, start: datetime, end: datetime) -> list[str]:
        """The tables where somebody's time will be out then."""
        soon = (tables.c.due > start) & (tables.c.due <= end)
        async with self._database.read() as connection:
            found = await connection.execute(sa.select(tables.c.id).where(soon).order_by(tables.c.due))
            return [row.id for row in found]

    async def _seated(self, query: sa.Select[Any]) -> list[TableRow]:
        """The tables with their seats."""
        async with self._database.read() as connection:
            found = (await connection.execute(query)).all()
            places: dict[str, list[SeatRow]] = {row.id: [] for row in found}
            for some in batched(list(places), 1000):  # databases bear only so many values in a statement
                rows = await connection.execute(
                    sa.select(seats).where(seats.c.table.in_(some)).order_by(seats.c.number)
                )
                for seat in rows:
                    places[seat.table].append(SeatRow(seat.player, seat.person, seat.bot))
        return [row_of(row, tuple(places[row.id])) for row in found]


def _of_person(person: int) -> sa.ColumnElement[bool]:
    """The tables that a person sits at or has set up, without those that a league of theirs has made for others."""
    sat = sa.select(seats.c.table).where(seats.c.person == person)
    of_leagues = sa.select(pairings.c.table).where(pairings.c.table == tables.c.id)
    return ((tables.c.owner == person) & ~of_leagues.exists()) | tables.c.id.in_(sat)


def _waits_for(person: int, sqlite: bool) -> sa.ColumnElement[bool]:
    """A player of the person's is to decide, or another one asks them whether something may be taken back.

    Asked of the person's seats, once for all tables: databases would else go through the seats for each table.
    """
    own = sa.select(seats.c.table).where(seats.c.person == person)
    t = tables.alias()
    at_own = own.join_from(seats, t, seats.c.table == t.c.id).where(t.c.over.is_(False))
    each = sa.func.json_each if sqlite else sa.func.json_array_elements_text
    acting = each(t.c.acting).table_valued("value")
    decides = at_own.where(sa.exists().where(acting.c.value == seats.c.player))
    asks = at_own.where(t.c.undo_asked_by == seats.c.player)
    asked = (tables.c.undo_asked_by != "") & tables.c.id.in_(own) & tables.c.id.not_in(asks)
    return tables.c.id.in_(decides) | asked


def batched(items: Sequence[str], size: int) -> Iterator[Sequence[str]]:
    """The items, so many at a time.

    >>> list(batched(["a", "b", "c"], 2))
    [['a', 'b'], ['c']]
    """
    return (items[start : start + size] for start in range(0, len(items), size))
