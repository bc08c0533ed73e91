"""Tables, seats, invitations and chat in SQL."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from kursbuch.core.chance import FORM
from kursbuch.store.engine import Connection, Database
from kursbuch.store.errors import Conflict, Missing
from kursbuch.store.log import Entry, append
from kursbuch.store.news import News
from kursbuch.store.positions import PositionRow, put_positions
from kursbuch.store.schema import chat, now, seats, tables

_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that look alike


@dataclass(frozen=True, slots=True)
class SeatRow:
    player: str
    person: int | None = None
    bot: str = ""


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table as stored, with its seats in order."""

    id: str
    title: str
    name: str
    mode: str
    visibility: str
    options: dict[str, Any]
    seed: int
    owner: int
    chance: int = FORM
    setup: str = ""
    invitation: str = ""
    created: datetime = field(default_factory=now)
    updated: datetime = field(default_factory=now)
    started: bool = False
    over: bool = False
    version: int = 0
    moves: int = 0
    acting: tuple[str, ...] = ()
    bot_turn: bool = False
    undo_asked_by: str = ""
    undo_agreed: tuple[str, ...] = ()
    revision: int = 1
    state: bytes | None = None
    seats: tuple[SeatRow, ...] = ()

    @property
    def players(self) -> list[str]:
        return [seat.player for seat in self.seats]


@dataclass(frozen=True, slots=True)
class ChatRow:
    at: datetime
    name: str
    text: str


_COLUMNS = tuple(column.name for column in tables.columns)
_LIGHT = [column for column in tables.columns if column.name != "state"]

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
    for columns in (_LIGHT, list(tables.columns))
)
_SHOWN = ("version", "revision", "updated", "over", "moves", "acting", "bot_turn", "state")
_ADVANCE = (
    tables.update()
    .where(tables.c.id == sa.bindparam("of_table"), tables.c.version == sa.bindparam("seen"))
    .values({name: sa.bindparam(f"new_{name}") for name in _SHOWN})
    .values(undo_asked_by="", undo_agreed=[])
)


def new_id() -> str:
    """Short enough to read out, too many to guess (10 letters of 31: 8 * 10^14)."""
    return "".join(secrets.choice(_LETTERS) for _ in range(10))


class TableStore:
    """Reads and writes tables. Every change is announced in the transaction that makes it."""

    def __init__(self, database: Database, news: News) -> None:
        self._database = database
        self._news = news

    async def add(
        self, row: TableRow, entries: Sequence[Entry] = (), places: Sequence[PositionRow] = ()
    ) -> None:
        """A new table, with the actions already played on it and the positions they led through."""
        async with self._database.write() as connection:
            values = {name: getattr(row, name) for name in _COLUMNS}
            values.update(_plain(values), seed=str(row.seed))
            await connection.execute(tables.insert().values(**values))
            await self._put_seats(connection, row.id, row.seats)
            if entries:
                await append(connection, row.id, 0, entries, row.revision)
            await put_positions(connection, row.id, places)

    async def get(self, table: str, *, state: bool = False) -> TableRow:
        """One table; raises Missing. `state` brings the stored position along."""
        async with self._database.read() as connection:
            return await self._get(connection, table, state)

    async def _get(self, connection: Connection, table: str, state: bool) -> TableRow:
        found = await connection.execute(_GET_WITH_STATE if state else _GET, {"of_table": table})
        rows = found.all()
        if not rows:
            raise Missing(table)
        places = tuple(SeatRow(row.seat_player, row.seat_person, row.seat_bot) for row in rows)
        return _row(rows[0], places)

    async def advance(
        self, after: TableRow, entries: Sequence[Entry], places: Sequence[PositionRow] = ()
    ) -> None:
        """Add lines to the log, and show the table as it is after them, all or nothing; raises Conflict.

        `after.version` counts the new lines: it is the writer's word that no others are there.
        """
        seen = after.version - len(entries)
        values = {f"new_{name}": getattr(after, name) for name in _SHOWN}
        try:
            async with self._database.write() as connection:
                done = await connection.execute(
                    _ADVANCE, {**_plain(values), "new_updated": now(), "of_table": after.id, "seen": seen}
                )
                if done.rowcount != 1:
                    raise Conflict(after.id)
                await append(connection, after.id, seen, entries, after.revision)
                await put_positions(connection, after.id, places)
                await self._news.announce(connection, after.id, "game", (after.version, after.moves))
        except IntegrityError as error:
            raise Conflict(after.id) from error
        self._news.publish(after.id, "game", (after.version, after.moves))

    async def change(self, table: str, version: int, kind: str = "game", **changes: Any) -> None:
        """Change a table without a line in its log; raises Conflict if the log has grown meanwhile."""
        async with self._database.write() as connection:
            done = await connection.execute(
                tables.update()
                .where(tables.c.id == table, tables.c.version == version)
                .values(**_plain(changes))
            )
            if done.rowcount != 1:
                raise Conflict(table)
            await self._news.announce(connection, table, kind)
        self._news.publish(table, kind)

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

    async def _put_seats(self, connection: Connection, table: str, places: Sequence[SeatRow]) -> None:
        rows = [
            {"table": table, "number": n, "player": p.player, "person": p.person, "bot": p.bot}
            for n, p in enumerate(places)
        ]
        await connection.execute(seats.insert(), rows)

    async def of_person(self, person: int, limit: int = 200) -> list[TableRow]:
        """The tables that a person sits at or has set up, newest first."""
        sat = sa.select(seats.c.table).where(seats.c.person == person)
        where = sa.or_(tables.c.owner == person, tables.c.id.in_(sat))
        return await self._list(where, limit)

    async def open(self, limit: int = 100) -> list[TableRow]:
        """Public tables that are not over, newest first."""
        return await self._list(sa.and_(tables.c.visibility == "public", tables.c.over.is_(False)), limit)

    async def waiting_for_bots(self, limit: int = 1000) -> list[str]:
        """The tables where the server itself must move."""
        async with self._database.read() as connection:
            found = await connection.execute(
                sa.select(tables.c.id).where(tables.c.bot_turn.is_(True)).limit(limit)
            )
            return [row.id for row in found]

    async def _list(self, where: sa.ColumnElement[bool], limit: int) -> list[TableRow]:
        async with self._database.read() as connection:
            found = (
                await connection.execute(
                    sa.select(*_LIGHT).where(where).order_by(tables.c.updated.desc()).limit(limit)
                )
            ).all()
            places: dict[str, list[SeatRow]] = {row.id: [] for row in found}
            rows = await connection.execute(
                sa.select(seats).where(seats.c.table.in_(places)).order_by(seats.c.number)
            )
            for seat in rows:
                places[seat.table].append(SeatRow(seat.player, seat.person, seat.bot))
        return [_row(row, tuple(places[row.id])) for row in found]

    # -- chat -------------------------------------------------------------------------------------

    async def say(self, table: str, person: int, name: str, text: str) -> None:
        async with self._database.write() as connection:
            await connection.execute(
                chat.insert().values(table=table, person=person, name=name, text=text, at=now())
            )
            await self._news.announce(connection, table, "chat")
        self._news.publish(table, "chat")

    async def chat(self, table: str, limit: int = 500) -> list[ChatRow]:
        """The newest lines, oldest first."""
        async with self._database.read() as connection:
            found = await connection.execute(
                sa.select(chat.c.at, chat.c.name, chat.c.text)
                .where(chat.c.table == table)
                .order_by(chat.c.id.desc())
                .limit(limit)
            )
            return [ChatRow(*tuple(row)) for row in found][::-1]


def _plain(values: dict[str, Any]) -> dict[str, Any]:
    """Tuples as the lists that JSON columns hold."""
    return {key: list(value) if isinstance(value, tuple) else value for key, value in values.items()}


def _row(found: sa.Row[Any], places: tuple[SeatRow, ...]) -> TableRow:
    values = {name: value for name, value in found._mapping.items() if not name.startswith("seat_")}
    for name in ("acting", "undo_agreed"):
        values[name] = tuple(values[name])
    return TableRow(**{**values, "seed": int(values["seed"]), "seats": places})
