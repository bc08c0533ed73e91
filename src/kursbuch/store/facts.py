"""What all processes of one server share: made once by whichever needs it first, then the same for all."""

from __future__ import annotations

from collections.abc import Callable

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from kursbuch.store.engine import Database
from kursbuch.store.schema import facts


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
