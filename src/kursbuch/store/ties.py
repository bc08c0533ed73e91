"""Friends, people one does not want to meet, and invitations of named people to tables."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import datetime

import sqlalchemy as sa

from kursbuch.store.engine import Connection, Database
from kursbuch.store.schema import chat, invitations, now, people, seats, tables, ties


@dataclass(frozen=True, slots=True)
class Circle:
    """The people around a person, by name, in the order of their names."""

    friends: list[str] = field(default_factory=list)
    asking: list[str] = field(default_factory=list)  # they would like to be friends
    asked: list[str] = field(default_factory=list)  # and these are asked
    blocked: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Invited:
    """A table that waits for a person."""

    table: str
    title: str
    name: str
    by: str
    at: datetime


class Ties:
    """Reads and writes them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, person: int) -> Circle:
        out, back = ties.alias(), ties.alias()
        mine = (
            sa.select(people.c.name, out.c.kind, back.c.kind.label("other"))
            .select_from(out)
            .join(people, people.c.id == out.c.other)
            .join(back, (back.c.person == out.c.other) & (back.c.other == out.c.person), isouter=True)
            .where(out.c.person == person)
            .order_by(people.c.key)
        )
        answered = sa.select(ties.c.other).where(ties.c.person == person)
        theirs = (
            sa.select(people.c.name)
            .join_from(ties, people, people.c.id == ties.c.person)
            .where(ties.c.other == person, ties.c.kind == "friend", ties.c.person.not_in(answered))
            .order_by(people.c.key)
        )
        circle = Circle()
        async with self._database.read() as connection:
            for row in await connection.execute(mine):
                friends = circle.friends if row.other == "friend" else circle.asked
                (circle.blocked if row.kind == "block" else friends).append(row.name)
            circle.asking.extend(row.name for row in await connection.execute(theirs))
        return circle

    async def befriend(self, person: int, other: int) -> bool:
        """Say that one would like to be friends; True if both say so now."""
        async with self._database.write() as connection:
            await self._set(connection, person, other, "friend")
            return await self._says(connection, other, person) == "friend"

    async def part(self, person: int, other: int) -> None:
        """Be friends no more, or decline to be."""
        async with self._database.write() as connection:
            pair = ((ties.c.person == person) & (ties.c.other == other)) | (
                (ties.c.person == other) & (ties.c.other == person)
            )
            await connection.execute(ties.delete().where(pair, ties.c.kind == "friend"))

    async def block(self, person: int, other: int) -> None:
        """From now on the other one neither sits down at one's tables, nor writes to one, nor invites one."""
        async with self._database.write() as connection:
            await self._set(connection, person, other, "block")
            theirs = (ties.c.person == other) & (ties.c.other == person) & (ties.c.kind == "friend")
            await connection.execute(ties.delete().where(theirs))
            theirs = (invitations.c.person == person) & (invitations.c.by == other)
            await connection.execute(invitations.delete().where(theirs))

    async def unblock(self, person: int, other: int) -> None:
        mine = (ties.c.person == person) & (ties.c.other == other) & (ties.c.kind == "block")
        async with self._database.write() as connection:
            await connection.execute(ties.delete().where(mine))

    async def _set(self, connection: Connection, person: int, other: int, kind: str) -> None:
        # held: two clicks at once are one after the other
        await connection.execute(sa.select(people.c.id).where(people.c.id == person).with_for_update())
        mine = (ties.c.person == person) & (ties.c.other == other)
        await connection.execute(ties.delete().where(mine))
        await connection.execute(ties.insert().values(person=person, other=other, kind=kind, at=now()))

    async def _says(self, connection: Connection, person: int, other: int) -> str:
        query = sa.select(ties.c.kind).where(ties.c.person == person, ties.c.other == other)
        return str((await connection.execute(query)).scalar_one_or_none() or "")

    async def between(self, person: int, other: int) -> tuple[str, str]:
        """What one says of the other, and the other of one."""
        async with self._database.read() as connection:
            return await self._says(connection, person, other), await self._says(connection, other, person)

    async def met(self, person: int, other: int) -> bool:
        """Whether they have a tie, or have sat or written at one table."""
        mine, theirs = seats.alias(), seats.alias()
        sat = sa.select(mine.c.table).join(theirs, theirs.c.table == mine.c.table)
        sat = sat.where(mine.c.person == person, theirs.c.person == other)
        heard = sa.select(chat.c.table).join(seats, seats.c.table == chat.c.table)
        heard = heard.where(chat.c.person == other, seats.c.person == person)
        async with self._database.read() as connection:
            met = (await connection.execute(sa.union_all(sat, heard).limit(1))).first() is not None
        return met or any(await self.between(person, other))

    async def blocked_by(self, person: int) -> frozenset[int]:
        """Whom a person does not want to meet."""
        query = sa.select(ties.c.other).where(ties.c.person == person, ties.c.kind == "block")
        async with self._database.read() as connection:
            return frozenset(row.other for row in await connection.execute(query))

    async def kept_out(self, person: int, by: Collection[int]) -> bool:
        """Whether any of these does not want to meet a person."""
        query = sa.select(ties.c.person).where(
            ties.c.other == person, ties.c.kind == "block", ties.c.person.in_(sorted(by))
        )
        async with self._database.read() as connection:
            return (await connection.execute(query.limit(1))).first() is not None

    # -- invitations ------------------------------------------------------------------------------

    async def invite(self, person: int, table: str, by: int) -> None:
        async with self._database.write() as connection:
            this = (invitations.c.person == person) & (invitations.c.table == table)
            await connection.execute(invitations.delete().where(this))
            await connection.execute(invitations.insert().values(person=person, table=table, by=by, at=now()))

    async def disinvite(self, person: int, table: str) -> None:
        this = (invitations.c.person == person) & (invitations.c.table == table)
        async with self._database.write() as connection:
            await connection.execute(invitations.delete().where(this))

    async def invitations(self, person: int, limit: int = 50) -> list[Invited]:
        """The tables that still wait for a person, the newest first."""
        i, t = invitations.c, tables.c
        query = (
            sa.select(t.id, t.title, t.name, people.c.name, i.at)
            .select_from(invitations)
            .join(tables, t.id == i.table)
            .join(people, people.c.id == i.by)
            .where(i.person == person, t.started.is_(False), t.over.is_(False))
            .order_by(i.at.desc())
            .limit(limit)
        )
        async with self._database.read() as connection:
            return [Invited(*tuple(row)) for row in await connection.execute(query)]


def friends_of(person: int) -> sa.Select[tuple[int]]:
    """The friends of a person, for other queries."""
    back = ties.alias()
    return (
        sa.select(ties.c.other)
        .join(back, (back.c.person == ties.c.other) & (back.c.other == ties.c.person))
        .where(ties.c.person == person, ties.c.kind == "friend", back.c.kind == "friend")
    )
