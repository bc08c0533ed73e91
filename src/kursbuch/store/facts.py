"""What all processes of one server share: made once by whichever needs it first, then the same for all."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from kursbuch.store.engine import Database
from kursbuch.store.schema import facts

_ALIVE = "alive"


async def shared_fact(database: Database, key: str, make: Callable[[], str]) -> str:
    """The fact of this name; of two processes that make it at once, one wins."""
    asked = sa.select(facts.c.value).where(facts.c.key == key)
    for _ in range(2):
        async with database.read() as connection:
            found = (await connection.execute(asked)).scalar_one_or_none()
        if found is not None:
            return str(found)
        try:
            async with database.write() as connection:
                await connection.execute(facts.insert().values(key=key, value=make()))
        except IntegrityError:
            pass  # another process was faster
    raise AssertionError(f"the fact {key} is neither there nor can it be made")


class Alive:
    """When a process of this server was last seen at work: what lies between then and a start, nobody could use."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def last(self) -> datetime | None:
        asked = sa.select(facts.c.value).where(facts.c.key == _ALIVE)
        async with self._database.read() as connection:
            found = (await connection.execute(asked)).scalar_one_or_none()
        return datetime.fromisoformat(found) if found else None

    async def note(self, at: datetime) -> None:
        mine = facts.update().where(facts.c.key == _ALIVE).values(value=at.isoformat())
        async with self._database.write() as connection:
            if (await connection.execute(mine)).rowcount == 1:
                return
        await shared_fact(self._database, _ALIVE, at.isoformat)
