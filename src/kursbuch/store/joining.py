"""A guest who turns out to have an account: what is theirs moves in with it."""

from __future__ import annotations

import sqlalchemy as sa

from kursbuch.store.engine import Connection, Database
from kursbuch.store.news import News
from kursbuch.store.schema import (
    actions,
    bells,
    chat,
    editions,
    keepsakes,
    orders,
    people,
    ratings,
    reports,
    results,
    seats,
    sessions,
    tables,
    tokens,
)

AT_TABLES = (seats, actions, chat, orders, results)  # rows that only change their person
ONCE_EACH = (
    (bells, "table"),
    (ratings, "title"),
    (editions, "family"),
)  # of which the account's own goes first


class Joining:
    """Hands what belongs to a guest over to an account."""

    def __init__(self, database: Database, news: News) -> None:
        self._database, self._news = database, news

    async def move_in(self, guest: int, person: int) -> None:
        """Tables at which the account sits itself stay with the guest: nobody shall come to two hands by it."""
        async with self._database.write() as connection:
            row = (await connection.execute(sa.select(people).where(people.c.id == guest))).one()
            if row.password is not None or row.sanctions:
                return  # no guest, or one who would get rid of something by it
            moved = await self._tables(connection, guest, person)
            for table in AT_TABLES:
                mine = (table.c.person == guest) & table.c.table.in_(moved)
                await connection.execute(table.update().where(mine).values(person=person))
            await self._notes(connection, guest, person, moved)
            for table, about in ONCE_EACH:
                there = sa.select(table.c[about]).where(table.c.person == person)
                mine = (table.c.person == guest) & table.c[about].not_in(there.scalar_subquery())
                await connection.execute(table.update().where(mine).values(person=person))
            await connection.execute(reports.update().where(reports.c.by == guest).values(by=person))
            for table in (sessions, tokens):
                await connection.execute(table.delete().where(table.c.person == guest))
            for table_id in moved:
                await self._news.announce(connection, table_id, "seats")
        for table_id in moved:
            self._news.publish(table_id, "seats")

    async def _tables(self, connection: Connection, guest: int, person: int) -> list[str]:
        """The guest's tables that the account can take over; they are its own from now on."""

        def of(whose: int) -> sa.ScalarSelect[str]:
            return sa.select(seats.c.table).where(seats.c.person == whose).scalar_subquery()

        t = tables.c
        mine = ((t.owner == guest) | t.id.in_(of(guest))) & t.id.not_in(of(person))
        found = await connection.execute(sa.select(t.id).where(mine).with_for_update())
        moved = [row.id for row in found]
        owned = (t.owner == guest) & t.id.in_(moved)
        await connection.execute(tables.update().where(owned).values(owner=person))
        earlier = (orders.c.person == person) & orders.c.table.in_(moved)  # from a seat that was lost
        await connection.execute(orders.delete().where(earlier))
        return moved

    async def _notes(self, connection: Connection, guest: int, person: int, moved: list[str]) -> None:
        """Notes of both at one table become one."""
        k = keepsakes.c
        theirs = sa.select(keepsakes).where(k.person == guest, k.table.in_(moved))
        for row in (await connection.execute(theirs)).all():
            own = (k.person == person) & (k.table == row.table)
            earlier = (await connection.execute(sa.select(k.notes).where(own))).scalar()
            if earlier is None:
                mine = keepsakes.update().where(k.person == guest, k.table == row.table)
                await connection.execute(mine.values(person=person))
            elif row.notes:
                both = "\n".join(filter(None, (earlier, row.notes)))
                await connection.execute(keepsakes.update().where(own).values(notes=both))
