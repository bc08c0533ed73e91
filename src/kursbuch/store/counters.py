"""How often something was done lately: one count for all processes, exact however many come at once.

A count begins with the first use and ends after its time; then the next begins. To take is one statement: either
the use is counted, or it would have been one too many and is refused.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from kursbuch.store.engine import Database
from kursbuch.store.schema import counters

KEPT = 3600.0  # seconds that a count is kept after its end


@dataclass(frozen=True, slots=True)
class Bound:
    """At most `most` uses of a key in `seconds`."""

    key: str
    most: int
    seconds: float


class Exceeded(Exception):
    """One too many; `wait` is how many seconds until there is room again."""

    def __init__(self, bound: Bound, wait: float) -> None:
        super().__init__(bound.key)
        self.bound, self.wait = bound, wait


class Counters:
    """Counts uses in the database."""

    def __init__(self, database: Database, clock: Callable[[], float] = time.time) -> None:
        self._database, self._clock = database, clock
        insert = sqlite.insert(counters) if database.is_sqlite else postgresql.insert(counters)
        begins = insert.values(key=sa.bindparam("of"), ends=sa.bindparam("new_end", type_=sa.Float), count=1)
        over = counters.c.ends <= sa.bindparam("now", type_=sa.Float)
        self._take = begins.on_conflict_do_update(
            index_elements=[counters.c.key],
            set_={
                "count": sa.case((over, 1), else_=counters.c.count + 1),
                "ends": sa.case((over, sa.bindparam("new_end", type_=sa.Float)), else_=counters.c.ends),
            },
            where=over | (counters.c.count < sa.bindparam("most", type_=sa.Integer)),
        ).returning(counters.c.count)

    async def take(self, *bounds: Bound) -> None:
        """Count a use of all these keys, or of none; raises Exceeded."""
        now = self._clock()
        async with self._database.write() as connection:
            # always in the same order: two who hold a key each would else wait for the other's
            for bound in sorted(bounds, key=lambda bound: bound.key):
                if bound.most < 1:
                    raise Exceeded(bound, bound.seconds)
                values = {"of": bound.key, "new_end": now + bound.seconds, "now": now, "most": bound.most}
                if (await connection.execute(self._take, values)).first() is None:
                    found = await connection.execute(
                        sa.select(counters.c.ends).where(counters.c.key == bound.key)
                    )
                    raise Exceeded(bound, float(found.scalar_one()) - now)

    async def give_back(self, *bounds: Bound) -> None:
        """Uses that shall not count after all."""
        keys = [bound.key for bound in bounds]
        async with self._database.write() as connection:
            await connection.execute(
                counters.update()
                .where(counters.c.key.in_(keys), counters.c.count > 0)
                .values(count=counters.c.count - 1)
            )

    async def forget(self, *bounds: Bound) -> None:
        """Begin anew."""
        await self._delete(counters.c.key.in_([bound.key for bound in bounds]))

    async def tidy(self) -> None:
        """Drop counts that have ended."""
        await self._delete(counters.c.ends < self._clock() - KEPT)

    async def _delete(self, where: sa.ColumnElement[bool]) -> None:
        async with self._database.write() as connection:
            await connection.execute(counters.delete().where(where))
