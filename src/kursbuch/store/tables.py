"""Tables, seats, invitations and chat in SQL."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from kursbuch.core.chance import FORM
from kursbuch.core.edition import Edition
from kursbuch.shelf import shelf
from kursbuch.store.boxes import as_begun, get_box, put_box, todays_box
from kursbuch.store.engine import Connection, Database
from kursbuch.store.errors import Conflict, Full, Missing
from kursbuch.store.log import Entry, append
from kursbuch.store.news import News
from kursbuch.store.positions import PositionRow, put_positions
from kursbuch.store.schema import actions, chat, keepsakes, now, pairings, people, seats, tables
from kursbuch.store.searching import Wanted, fits
from kursbuch.store.work import Crew

Along = Callable[[Connection], Awaitable[None]]
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that look alike
IN_USE = timedelta(days=30)  # a table without a move for so long is not counted as open
SHOWN_OF_ACCOUNT, SHOWN_OF_GUEST = 3, 1  # tables of one owner before everybody else's


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
    agreed: dict[str, Any] = field(default_factory=dict)
    edition: str = ""  # the digest of the edition that it is played with
    own: Edition | None = None  # that edition, where it was read along
    begun: str = ""  # the digest of the built-in data that it was begun with
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
    clock: dict[str, Any] = field(default_factory=dict)
    due: datetime | None = None
    keeping: dict[str, Any] = field(default_factory=dict)
    ended: str = ""
    seats: tuple[SeatRow, ...] = ()

    @property
    def players(self) -> list[str]:
        return [seat.player for seat in self.seats]


@dataclass(frozen=True, slots=True)
class ChatRow:
    at: datetime
    name: str
    text: str
    id: int = 0
    person: int = 0


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
_SHOWN = ("version", "revision", "updated", "over", "moves", "acting", "bot_turn", "state", "clock", "due")
_SETTLED = ("over", "acting", "bot_turn", "clock", "due", "keeping", "ended", "undo_asked_by", "undo_agreed")
_ADVANCE = (
    tables.update()
    .where(tables.c.id == sa.bindparam("of_table"), tables.c.version == sa.bindparam("seen"))
    .where(tables.c.ended == "")  # time may have run out meanwhile, which is no line of the log
    .values({name: sa.bindparam(f"new_{name}") for name in _SHOWN})
    .values(undo_asked_by="", undo_agreed=[])
)
_CHAT = (
    sa.select(chat.c.at, chat.c.name, chat.c.text, chat.c.id, chat.c.person)
    .where(chat.c.table == sa.bindparam("of_table"))
    .order_by(chat.c.id.desc())
    .limit(sa.bindparam("most"))
)
_HANDS = (
    sa.select(seats.c.person, seats.c.bot)
    .where(seats.c.table == sa.bindparam("of_table"))
    .order_by(seats.c.number)
)


def _hands_of(row: TableRow) -> list[tuple[int | None, str]]:
    return [(seat.person, seat.bot) for seat in row.seats]


def new_id() -> str:
    """Short enough to read out, too many to guess (10 letters of 31: 8 * 10^14)."""
    return "".join(secrets.choice(_LETTERS) for _ in range(10))


class TableStore:
    """Reads and writes tables. Every change is announced in the transaction that makes it."""

    def __init__(self, database: Database, news: News) -> None:
        self._database = database
        self._news = news
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
        return _row(rows[0], places)

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

    async def _put_seats(self, connection: Connection, table: str, places: Sequence[SeatRow]) -> None:
        rows = [
            {"table": table, "number": n, "player": p.player, "person": p.person, "bot": p.bot}
            for n, p in enumerate(places)
        ]
        await connection.execute(seats.insert(), rows)

    # -- lists ------------------------------------------------------------------------------------

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
        query = sa.select(*_LIGHT).where(of_them)
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
        query = sa.select(*_LIGHT).join(ranked, ranked.c.id == tables.c.id).order_by(ranked.c.more, *newest)
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
            found = await connection.execute(_CHAT, {"of_table": table, "most": limit})
            return [ChatRow(*tuple(row)) for row in found][::-1]


async def _put_todays_box(connection: Connection, title: str) -> str:
    """Keep the built-in data of a title's box as it is now; gives its digest."""
    box = todays_box(title)
    await put_box(connection, box)
    return box.digest


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


async def _check_open(connection: Connection, owner: int, most: int) -> None:
    """Raise Full if there is no room for another table. Two at once take turns: the owner's row is held."""
    await connection.execute(sa.select(people.c.id).where(people.c.id == owner).with_for_update())
    in_use = (tables.c.owner == owner) & tables.c.over.is_(False) & (tables.c.updated > now() - IN_USE)
    found = await connection.execute(sa.select(sa.func.count()).select_from(tables).where(in_use))
    if found.scalar_one() >= most:
        raise Full(str(owner))


def batched(items: Sequence[str], size: int) -> Iterator[Sequence[str]]:
    """The items, so many at a time.

    >>> list(batched(["a", "b", "c"], 2))
    [['a', 'b'], ['c']]
    """
    return (items[start : start + size] for start in range(0, len(items), size))


def _plain(values: dict[str, Any]) -> dict[str, Any]:
    """Tuples as the lists that JSON columns hold."""
    return {key: list(value) if isinstance(value, tuple) else value for key, value in values.items()}


def _row(found: sa.Row[Any], places: tuple[SeatRow, ...]) -> TableRow:
    values = {name: value for name, value in found._mapping.items() if not name.startswith("seat_")}
    for name in ("acting", "undo_agreed"):
        values[name] = tuple(values[name])
    return TableRow(**{**values, "seed": int(values["seed"]), "seats": places})
