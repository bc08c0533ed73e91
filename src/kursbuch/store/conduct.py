"""Order among people: what they report, what administrators do about it, and a line of every such deed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from kursbuch.store.engine import Connection, Database
from kursbuch.store.errors import Missing
from kursbuch.store.schema import GONE, chat, deeds, now, people, reports, seats, sessions, tables

SANCTIONS = ("ban", "mute")


@dataclass(frozen=True, slots=True)
class Report:
    """What somebody has complained about; names as they are now."""

    id: int
    at: datetime
    by: str
    kind: str
    person: int | None
    name: str | None
    table: str | None
    quoted: str
    words: str
    settled: datetime | None


@dataclass(frozen=True, slots=True)
class Deed:
    """Something that an administrator has done; `by` is None for the command line."""

    at: datetime
    what: str
    by: str | None = None
    person: str | None = None
    table: str | None = None
    report: int | None = None
    until: datetime | None = None
    why: str = ""


@dataclass(frozen=True, slots=True)
class Known:
    """A person as administrators see them."""

    id: int
    name: str
    guest: bool
    created: datetime
    role: str
    sanctions: Mapping[str, Any]
    seen: datetime | None


@dataclass(frozen=True, slots=True)
class Watched:
    """A table as administrators see it: no word of its game."""

    id: str
    title: str
    name: str
    mode: str
    visibility: str
    started: bool
    over: bool
    ended: str
    moves: int
    updated: datetime
    owner: str


def in_force(sanctions: Mapping[str, Any], kind: str, at: datetime) -> Mapping[str, Any] | None:
    """A sanction, while it lasts: `why`, and `until` as text, "" for ever.

    >>> from datetime import UTC
    >>> in_force(
    ...     {"ban": {"until": "2026-01-01T00:00:00+00:00", "why": "x"}},
    ...     "ban",
    ...     datetime(2026, 2, 1, tzinfo=UTC),
    ... )
    """
    found = sanctions.get(kind)
    if not found:
        return None
    over = bool(found["until"]) and datetime.fromisoformat(found["until"]) <= at
    return None if over else found


class Conduct:
    """Reads and writes it."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # -- reports ----------------------------------------------------------------------------------

    async def report(
        self, by: int, kind: str, words: str, *, person: int | None, table: str | None, quoted: str = ""
    ) -> None:
        row = {"at": now(), "by": by, "kind": kind, "person": person, "table": table}
        async with self._database.write() as connection:
            await connection.execute(reports.insert().values(**row, quoted=quoted, words=words))

    async def line(self, table: str, line: int) -> tuple[int, str, str]:
        """Who said a line of chat, under which name, and the line; raises Missing."""
        query = sa.select(chat.c.person, chat.c.name, chat.c.text).where(
            chat.c.table == table, chat.c.id == line
        )
        async with self._database.read() as connection:
            found = (await connection.execute(query)).one_or_none()
        if found is None:
            raise Missing("line")
        return found.person, found.name, found.text

    async def reports(self, *, settled: bool, limit: int, offset: int = 0) -> list[Report]:
        """Those that wait, the oldest first; or those that were dealt with, the newest first."""
        by, about, r = people.alias(), people.alias(), reports.c
        query = (
            sa.select(
                r.id, r.at, by.c.name, r.kind, r.person, about.c.name, r.table, r.quoted, r.words, r.settled
            )
            .select_from(reports)
            .join(by, by.c.id == r.by)
            .join(about, about.c.id == r.person, isouter=True)
            .where(r.settled.is_not(None) if settled else r.settled.is_(None))
            .order_by(r.id.desc() if settled else r.id)
            .limit(limit)
            .offset(offset)
        )
        async with self._database.read() as connection:
            return [Report(*tuple(row)) for row in await connection.execute(query)]

    async def settle(self, report: int, by: int, why: str) -> None:
        """A report has been dealt with; raises Missing if there is none that waits."""
        async with self._database.write() as connection:
            await self._settle(connection, report)
            await self._note(connection, "settle", by, why, report=report)

    async def _settle(self, connection: Connection, report: int) -> None:
        waits = (reports.c.id == report) & reports.c.settled.is_(None)
        done = await connection.execute(reports.update().where(waits).values(settled=now()))
        if done.rowcount != 1:
            raise Missing("report")

    # -- deeds ------------------------------------------------------------------------------------

    async def _note(
        self,
        connection: Connection,
        what: str,
        by: int | None,
        why: str,
        *,
        person: int | None = None,
        table: str | None = None,
        report: int | None = None,
        until: datetime | None = None,
    ) -> None:
        row = {"at": now(), "what": what, "by": by, "why": why, "person": person, "table": table}
        await connection.execute(deeds.insert().values(**row, report=report, until=until))

    async def note(self, what: str, by: int | None, why: str, *, table: str | None = None) -> None:
        """A line about something done elsewhere."""
        async with self._database.write() as connection:
            await self._note(connection, what, by, why, table=table)

    async def sanction(self, person: int, kind: str, until: datetime | None, why: str, by: int) -> None:
        """Mute or shut out, until a moment or for good; raises Missing."""
        told = {"until": until.isoformat() if until else "", "why": why}
        async with self._database.write() as connection:
            await self._set_sanction(connection, person, kind, told)
            await self._note(connection, kind, by, why, person=person, until=until)

    async def lift(self, person: int, kind: str, why: str, by: int) -> None:
        """Undo that; raises Missing."""
        async with self._database.write() as connection:
            await self._set_sanction(connection, person, kind, None)
            await self._note(connection, f"un{kind}", by, why, person=person)

    async def _set_sanction(
        self, connection: Connection, person: int, kind: str, told: Mapping[str, str] | None
    ) -> None:
        query = sa.select(people.c.sanctions).where(people.c.id == person).with_for_update()
        before = (await connection.execute(query)).scalar_one_or_none()
        if before is None:
            raise Missing("person")
        after = {key: value for key, value in before.items() if key != kind} | ({kind: told} if told else {})
        await connection.execute(people.update().where(people.c.id == person).values(sanctions=after))

    async def set_role(self, person: int, role: str, by: int | None) -> None:
        async with self._database.write() as connection:
            await connection.execute(people.update().where(people.c.id == person).values(role=role))
            await self._note(connection, "grant" if role else "revoke", by, "", person=person)

    async def deeds(self, limit: int, offset: int = 0) -> list[Deed]:
        """The newest first."""
        by, about, d = people.alias(), people.alias(), deeds.c
        query = (
            sa.select(d.at, d.what, by.c.name, about.c.name, d.table, d.report, d.until, d.why)
            .select_from(deeds)
            .join(by, by.c.id == d.by, isouter=True)
            .join(about, about.c.id == d.person, isouter=True)
            .order_by(d.id.desc())
            .limit(limit)
            .offset(offset)
        )
        async with self._database.read() as connection:
            return [Deed(*tuple(row)) for row in await connection.execute(query)]

    # -- what there is ----------------------------------------------------------------------------

    async def admins(self) -> list[str]:
        query = sa.select(people.c.name).where(people.c.role == "admin").order_by(people.c.name)
        async with self._database.read() as connection:
            return [row.name for row in await connection.execute(query)]

    async def people(
        self, start: str, *, sanctioned: bool, limit: int, offset: int = 0, person: int | None = None
    ) -> list[Known]:
        """People whose name begins so (folded), the newest first; or those alone who are muted or shut out.

        Nothing is to be done about those who were deleted: they are not among them.
        """
        p = people.c
        seen = sa.select(sa.func.max(sessions.c.seen)).where(sessions.c.person == p.id).scalar_subquery()
        query = sa.select(p.id, p.name, p.key.is_(None), p.created, p.role, p.sanctions, seen)
        query = query.where(p.name != GONE)
        if person is not None:
            query = query.where(p.id == person)
        if start:
            folded = sa.func.coalesce(p.key, sa.func.lower(p.name))
            query = query.where(folded.startswith(start, autoescape=True))
        if sanctioned:
            query = query.where(sa.cast(p.sanctions, sa.Text) != "{}")
        query = query.order_by(p.id.desc()).limit(limit).offset(offset)
        async with self._database.read() as connection:
            return [Known(*tuple(row)) for row in await connection.execute(query)]

    async def tables(self, part: str, *, limit: int, offset: int = 0) -> list[Watched]:
        """Tables with this in their name, or of this id; the last played first."""
        t = tables.c
        query = sa.select(
            t.id, t.title, t.name, t.mode, t.visibility, t.started, t.over, t.ended, t.moves, t.updated,
            people.c.name,
        ).join_from(tables, people, people.c.id == t.owner)  # fmt: skip
        if part:
            named = sa.func.lower(t.name).contains(part.lower(), autoescape=True)
            query = query.where((t.id == part) | named)
        query = query.order_by(t.updated.desc(), t.id).limit(limit).offset(offset)
        async with self._database.read() as connection:
            return [Watched(*tuple(row)) for row in await connection.execute(query)]

    async def seated(self, person: int) -> list[str]:
        """The running online tables that a person sits at."""
        query = (
            sa.select(tables.c.id)
            .join(seats, seats.c.table == tables.c.id)
            .where(seats.c.person == person, tables.c.started.is_(True), tables.c.over.is_(False))
            .where(tables.c.mode == "online")
        )
        async with self._database.read() as connection:
            return [row.id for row in await connection.execute(query)]

    async def load(self, since: datetime) -> dict[str, int]:
        """How much there is, and how much of it was in use since then."""
        t, p = tables.c, people.c

        def count(source: sa.Table, *where: sa.ColumnElement[bool]) -> sa.Select[Any]:
            return sa.select(sa.func.count()).select_from(source).where(*where)

        queries = {
            "accounts": count(people, p.key.is_not(None)),
            "guests": count(people, p.key.is_(None)),
            "seen": count(sessions, sessions.c.seen >= since),
            "tables": count(tables),
            "running": count(tables, t.started.is_(True), t.over.is_(False)),
            "waiting": count(tables, t.started.is_(False), t.over.is_(False)),
            "bots": count(tables, t.bot_turn.is_(True)),
            "played": count(tables, t.updated >= since),
            "reports": count(reports, reports.c.settled.is_(None)),
        }
        async with self._database.read() as connection:
            return {
                name: int((await connection.execute(query)).scalar_one()) for name, query in queries.items()
            }
