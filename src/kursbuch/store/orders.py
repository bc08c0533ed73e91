"""Standing orders in SQL: what players have told the server to do for them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from kursbuch.store.engine import Connection, Database
from kursbuch.store.errors import Conflict, Full, Missing
from kursbuch.store.news import News
from kursbuch.store.schema import actions, now, orders, people


@dataclass(frozen=True, slots=True)
class OrderRow:
    """One order. `version` and `moves` tell of the table when it was given."""

    table: str
    player: str
    person: int
    kind: str
    data: Mapping[str, Any]
    version: int
    moves: int
    acted: int = 0
    created: datetime = field(default_factory=now)
    stopped: str = ""
    told: Mapping[str, Any] = field(default_factory=dict)
    id: int = 0

    @property
    def standing(self) -> bool:
        return not self.stopped


_FIELDS = tuple(name for name in OrderRow.__dataclass_fields__ if name != "id")
_STANDING = (
    sa.select(orders)
    .where(orders.c.table == sa.bindparam("of_table"), orders.c.stopped == "")
    .order_by(orders.c.created, orders.c.person, orders.c.id)
)


class OrderStore:
    """Reads and writes orders. Their owner hears of every change, and nobody else."""

    def __init__(self, database: Database, news: News) -> None:
        self._database, self._news = database, news

    async def add(self, order: OrderRow, most: int, instead: Sequence[int] = ()) -> None:
        """A new order, in the place of earlier ones; raises Full if the player would have more than `most`."""
        async with self._database.write() as connection:
            own = (orders.c.table == order.table) & (orders.c.person == order.person)
            # two at once take turns: their owner's row is held
            await connection.execute(
                sa.select(people.c.id).where(people.c.id == order.person).with_for_update()
            )
            last = await connection.execute(sa.select(sa.func.max(orders.c.id)).where(own))
            number = (last.scalar_one() or 0) + 1
            if instead:
                await connection.execute(orders.delete().where(own, orders.c.id.in_(instead)))
            found = await connection.execute(sa.select(sa.func.count()).select_from(orders).where(own))
            if found.scalar_one() >= most:
                raise Full(order.table)
            values = {name: getattr(order, name) for name in _FIELDS}
            await connection.execute(orders.insert().values(id=number, **values))
            await self._announce(connection, order.person)
        self._publish(order.person)

    async def of(self, table: str, person: int) -> list[OrderRow]:
        """All orders of a person at a table, those that stand no longer included."""
        query = sa.select(orders).where(orders.c.table == table, orders.c.person == person)
        return await self._rows(query.order_by(orders.c.id))

    async def standing(self, table: str) -> list[OrderRow]:
        """Everybody's orders that stand at a table: for the server itself."""
        return await self._rows(_STANDING, {"of_table": table})

    async def _rows(self, query: sa.Select[Any], values: Mapping[str, Any] | None = None) -> list[OrderRow]:
        async with self._database.read() as connection:
            found = await connection.execute(query, dict(values or {}))
            return [_row(row) for row in found]

    async def withdraw(self, table: str, person: int, order: int) -> None:
        """Take an order of one's own away, whether it stands or not; raises Missing."""
        own = (orders.c.id == order) & (orders.c.table == table) & (orders.c.person == person)
        async with self._database.write() as connection:
            done = await connection.execute(orders.delete().where(own))
            if done.rowcount != 1:
                raise Missing("order")
            await self._announce(connection, person)
        self._publish(person)

    async def stop(self, order: OrderRow, message: str, values: Mapping[str, Any]) -> None:
        """An order stands no longer, and its owner is told why."""
        this = _this(order) & (orders.c.stopped == "")
        async with self._database.write() as connection:
            await connection.execute(orders.update().where(this).values(stopped=message, told=dict(values)))
            await self._announce(connection, order.person)
        self._publish(order.person)

    async def drop(self, table: str) -> None:
        """The game is over: nothing is left to be done."""
        async with self._database.write() as connection:
            await connection.execute(orders.delete().where(orders.c.table == table))

    def acting(self, order: OrderRow) -> Callable[[Connection], Awaitable[None]]:
        """What belongs into the transaction of a move that an order makes: it must still stand then."""

        async def check(connection: Connection) -> None:
            this = _this(order) & (orders.c.stopped == "")
            done = await connection.execute(orders.update().where(this).values(acted=orders.c.acted + 1))
            if done.rowcount != 1:
                raise Conflict(order.table)

        return check

    async def last_taken_back(self, table: str) -> int:
        """The number of the last line of the log that is no action: something was taken back or played again."""
        query = sa.select(sa.func.max(actions.c.number)).where(
            actions.c.table == table, actions.c.kind != "act"
        )
        async with self._database.read() as connection:
            return int((await connection.execute(query)).scalar_one() or 0)

    async def tables(self) -> AsyncIterator[str]:
        """Every table where an order stands."""
        async with self._database.read() as connection:
            query = sa.select(orders.c.table).where(orders.c.stopped == "").distinct()
            found = [row.table for row in await connection.execute(query)]
        for table in found:
            yield table

    async def _announce(self, connection: Connection, person: int) -> None:
        await self._news.announce(connection, of_person(person), "orders")

    def _publish(self, person: int) -> None:
        self._news.publish(of_person(person), "orders")


def of_person(person: int) -> str:
    """Under which name the news keep what concerns one person alone; no table has such an id.

    >>> of_person(7)
    '@7'
    """
    return f"@{person}"


def _row(found: sa.Row[Any]) -> OrderRow:
    return OrderRow(**found._mapping)


def _this(order: OrderRow) -> sa.ColumnElement[bool]:
    o = orders.c
    return (o.table == order.table) & (o.person == order.person) & (o.id == order.id)
