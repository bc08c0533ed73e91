"""Tables and their seats in SQL, one at a time: set up, read, changed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from kursbuch.shelf import shelf
from kursbuch.store.boxes import as_begun, get_box, put_box, todays_box
from kursbuch.store.chat import Chat
from kursbuch.store.engine import Connection, Database
from kursbuch.store.errors import Conflict, Full, Missing
from kursbuch.store.log import Entry, append
from kursbuch.store.news import News
from kursbuch.store.positions import PositionRow, put_positions
from kursbuch.store.schema import actions, now, people, seats, tables
from kursbuch.store.table_lists import TableLists
from kursbuch.store.table_rows import LIGHT, SeatRow, TableRow, row_of
from kursbuch.store.work import Crew

Along = Callable[[Connection], Awaitable[None]]
IN_USE = timedelta(days=30)  # a table without a move for so long is not counted as open


_COLUMNS = tuple(column.name for column in tables.columns)

# built once: to build a statement takes longer than to carry it out
_SEAT = [
    seats.c.player.label("seat_player"),
    seats.c.person.label("seat_person"),
    seats.c.bot.label("seat_bot"),
]
_GET, _GET_WITH_STATE = (
    sa.select(*columns, *_SEAT)
    .join_from(tables, seats, seats.c.table == tables.c.id)
    .where(tables.c.id == sa.bindparam("of_table"))
    .order_by(seats.c.number)
    for columns in (LIGHT, list(tables.columns))
)
_SHOWN = ("version", "revision", "updated", "over", "moves", "acting", "bot_turn", "state", "clock", "due")
_SETTLED = ("over", "acting", "bot_turn", "clock", "due", "keeping", "ended", "undo_asked_by", "undo_agreed")
_ADVANCE = (
    tables.update()
    .where(tables.c.id == sa.bindparam("of_table"), tables.c.version == sa.bindparam("seen"))
    .where(tables.c.ended == "")  # time may have run out meanwhile, which is no line of the log
    .values({name: sa.bindparam(f"new_{name}") for name in _SHOWN})
    .values(undo_asked_by="", undo_agreed=[])
)
_HANDS = (
    sa.select(seats.c.person, seats.c.bot)
    .where(seats.c.table == sa.bindparam("of_table"))
    .order_by(seats.c.number)
)


def _hands_of(row: TableRow) -> list[tuple[int | None, str]]:
    return [(seat.person, seat.bot) for seat in row.seats]


class TableStore:
    """Reads and writes tables. Every change is announced in the transaction that makes it."""

    def __init__(self, database: Database, news: News) -> None:
        self._database = database
        self._news = news
        self.lists = TableLists(database)
        self.chat = Chat(database, news)
        self._fitting = Crew("boxes", hands=1, waiting=200)  # of data that was built in once to today's

    async def add(
        self,
        row: TableRow,
        entries: Sequence[Entry] = (),
        places: Sequence[PositionRow] = (),
        most_open: int | None = None,
    ) -> None:
        """A new table, with the actions already played on it and the positions they led through.

        Raises Full if its owner has `most_open` tables in use already.
        """
        async with self._database.write() as connection:
            if most_open is not None:
                await _check_open(connection, row.owner, most_open)
            await put_box(connection, row.own)
            row = replace(row, begun=await _put_todays_box(connection, row.title))
            values = {name: getattr(row, name) for name in _COLUMNS}
            values.update(_plain(values), seed=str(row.seed))
            await connection.execute(tables.insert().values(**values))
            await self._put_seats(connection, row.id, row.seats)
            if entries:
                await append(connection, row.id, 0, entries, row.revision)
            await put_positions(connection, row.id, places)

    async def get(self, table: str, *, state: bool = False) -> TableRow:
        """One table; raises Missing. `state` brings the stored position and the edition along."""
        async with self._database.read() as connection:
            row = await self._get(connection, table, state)
            if not state:
                return row
            own = await get_box(connection, row.edition) if row.edition else None
            if row.begun in ("", todays_box(row.title).digest):
                return replace(row, own=own)
            begun = await get_box(connection, row.begun)
        options = tuple(sorted(row.options.items()))
        box = await self._fitting.do(as_begun, row.title, len(row.seats), options, begun, own)
        return replace(row, own=box)

    async def keep_boxes(self) -> None:
        """Let tables from before this was noted keep the built-in data that they have now."""
        unnoted = (tables.c.begun == "") & tables.c.over.is_(False)
        async with self._database.write() as connection:
            found = await connection.execute(sa.select(tables.c.title).where(unnoted).distinct())
            for title in set(found.scalars()) & set(shelf()):
                begun = await _put_todays_box(connection, title)
                await connection.execute(
                    tables.update().where(unnoted & (tables.c.title == title)).values(begun=begun)
                )

    async def _get(self, connection: Connection, table: str, state: bool) -> TableRow:
        found = await connection.execute(_GET_WITH_STATE if state else _GET, {"of_table": table})
        rows = found.all()
        if not rows:
            raise Missing(table)
        places = tuple(SeatRow(row.seat_player, row.seat_person, row.seat_bot) for row in rows)
        return row_of(rows[0], places)

    async def advance(
        self,
        after: TableRow,
        entries: Sequence[Entry],
        places: Sequence[PositionRow] = (),
        along: Along | None = None,
    ) -> None:
        """Add lines to the log, and show the table as it is after them, all or nothing; raises Conflict.

        `after.version` counts the new lines: it is the writer's word that no others are there. `along` belongs to the
        same transaction, and may raise Conflict as well. So does a seat that has changed hands meanwhile, which is no
        line of the log: a bot moves for somebody now, or they are back.
        """
        seen = after.version - len(entries)
        values = {f"new_{name}": getattr(after, name) for name in _SHOWN}
        try:
            async with self._database.write() as connection:
                done = await connection.execute(
                    _ADVANCE, {**_plain(values), "new_updated": now(), "of_table": after.id, "seen": seen}
                )
                if done.rowcount != 1 or await self._hands(connection, after.id) != _hands_of(after):
                    raise Conflict(after.id)
                await append(connection, after.id, seen, entries, after.revision)
                await put_positions(connection, after.id, places)
                if along is not None:
                    await along(connection)
                await self._news.announce(connection, after.id, "game", (after.version, after.moves))
        except IntegrityError as error:
            raise Conflict(after.id) from error
        self._news.publish(after.id, "game", (after.version, after.moves))

    async def _hands(self, connection: Connection, table: str) -> list[tuple[int | None, str]]:
        """Who holds the seats, once the row is ours: a person, a bot, or a bot for a person."""
        found = await connection.execute(_HANDS, {"of_table": table})
        return [(seat.person, seat.bot) for seat in found]

    async def only_acts(self, table: str, after: int) -> bool:
        """Whether all lines of the log above this number are actions: nothing taken back or played again."""
        a = actions.c
        other = sa.select(a.number).where(a.table == table, a.number > after, a.kind != "act").limit(1)
        async with self._database.read() as connection:
            return (await connection.execute(other)).first() is None

    async def change(
        self, table: str, version: int, kind: str = "game", *, asked_by: str | None = None, **changes: Any
    ) -> None:
        """Change a table without a line in its log; raises Conflict if the log has grown meanwhile.

        With `asked_by` also if now somebody else, or nobody, asks for an undo.
        """
        where = (tables.c.id == table) & (tables.c.version == version)
        if asked_by is not None:
            where &= tables.c.undo_asked_by == asked_by
        async with self._database.write() as connection:
            done = await connection.execute(tables.update().where(where).values(**_plain(changes)))
            if done.rowcount != 1:
                raise Conflict(table)
            await self._news.announce(connection, table, kind)
        self._news.publish(table, kind)

    async def agree_to_undo(
        self, table: str, version: int, asker: str, players: Sequence[str]
    ) -> tuple[str, ...]:
        """Let these players agree to what `asker` asks for; gives all who have agreed, however many did at once.

        Raises Conflict if that is no longer asked for.
        """
        asked = (tables.c.id == table) & (tables.c.version == version) & (tables.c.undo_asked_by == asker)
        async with self._database.write() as connection:
            # the row is ours until the commit: nobody's word is written over
            found = await connection.execute(sa.select(tables.c.undo_agreed).where(asked).with_for_update())
            before = found.scalar_one_or_none()
            if before is None:
                raise Conflict(table)
            agreed = tuple(dict.fromkeys((*before, *players)))
            await connection.execute(tables.update().where(asked).values(undo_agreed=list(agreed)))
            await self._news.announce(connection, table, "game")
        self._news.publish(table, "game")
        return agreed

    async def reseat(
        self, table: str, before: Sequence[SeatRow], after: Sequence[SeatRow], **changes: Any
    ) -> None:
        """Change the seats; raises Conflict if they are not as they were `before`, or the game has started."""
        async with self._database.write() as connection:
            done = await connection.execute(
                tables.update()
                .where(tables.c.id == table, tables.c.started.is_(False))
                .values(updated=now(), **_plain(changes))
            )
            row = await self._get(connection, table, False)
            if done.rowcount != 1 or row.seats != tuple(before):
                raise Conflict(table)
            await connection.execute(seats.delete().where(seats.c.table == table))
            await self._put_seats(connection, table, after)
            await self._news.announce(connection, table, "seats")
        self._news.publish(table, "seats")

    async def settle(self, table: str, decide: Callable[[TableRow], TableRow | None]) -> TableRow | None:
        """Change a table and its seats without a line in its log, as `decide` says of the newest row; None: not so.

        The row is ours until the commit: of several who want the same, one does it. Raises Missing.
        """
        async with self._database.write() as connection:
            await connection.execute(sa.select(tables.c.id).where(tables.c.id == table).with_for_update())
            row = await self._get(connection, table, False)
            after = decide(row)
            if after is None:
                return None
            values = {name: getattr(after, name) for name in _SETTLED}
            await connection.execute(tables.update().where(tables.c.id == table).values(**_plain(values)))
            if after.seats != row.seats:
                await connection.execute(seats.delete().where(seats.c.table == table))
                await self._put_seats(connection, table, after.seats)
            await self._news.announce(connection, table, "seats")
        self._news.publish(table, "seats")
        return after

    async def _put_seats(self, connection: Connection, table: str, places: Sequence[SeatRow]) -> None:
        rows = [
            {"table": table, "number": n, "player": p.player, "person": p.person, "bot": p.bot}
            for n, p in enumerate(places)
        ]
        await connection.execute(seats.insert(), rows)


async def _put_todays_box(connection: Connection, title: str) -> str:
    """Keep the built-in data of a title's box as it is now; gives its digest."""
    box = todays_box(title)
    await put_box(connection, box)
    return box.digest


async def _check_open(connection: Connection, owner: int, most: int) -> None:
    """Raise Full if there is no room for another table. Two at once take turns: the owner's row is held."""
    await connection.execute(sa.select(people.c.id).where(people.c.id == owner).with_for_update())
    in_use = (tables.c.owner == owner) & tables.c.over.is_(False) & (tables.c.updated > now() - IN_USE)
    found = await connection.execute(sa.select(sa.func.count()).select_from(tables).where(in_use))
    if found.scalar_one() >= most:
        raise Full(str(owner))


def _plain(values: dict[str, Any]) -> dict[str, Any]:
    """Tuples as the lists that JSON columns hold."""
    return {key: list(value) if isinstance(value, tuple) else value for key, value in values.items()}
