"""What people keep of tables for themselves: notes that nobody else reads, tables put out of the way."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from kursbuch.store.engine import Database
from kursbuch.store.errors import Full
from kursbuch.store.schema import keepsakes, people

TOGETHER = 1_000_000  # letters of all notes of a person: two whole books


@dataclass(frozen=True, slots=True)
class Keepsake:
    notes: str = ""
    archived: bool = False


class Keepsakes:
    """Reads and writes them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, person: int, table: str) -> Keepsake:
        k = keepsakes.c
        query = sa.select(k.notes, k.archived).where(k.person == person, k.table == table)
        async with self._database.read() as connection:
            row = (await connection.execute(query)).one_or_none()
        return Keepsake(row.notes, row.archived) if row else Keepsake()

    async def keep(
        self, person: int, table: str, *, notes: str | None = None, archived: bool | None = None
    ) -> None:
        """Change one or the other; raises Full for notes that grow where all of a person's are long enough."""
        k = keepsakes.c
        this = (k.person == person) & (k.table == table)
        async with self._database.write() as connection:
            # two pages at once take turns: their owner's row is held
            await connection.execute(sa.select(people.c.id).where(people.c.id == person).with_for_update())
            found = (await connection.execute(sa.select(k.notes, k.archived).where(this))).one_or_none()
            before = Keepsake(found.notes, found.archived) if found else Keepsake()
            values: dict[str, Any] = {
                "notes": before.notes if notes is None else notes,
                "archived": before.archived if archived is None else archived,
            }
            if len(values["notes"]) > len(before.notes):
                letters = sa.select(sa.func.coalesce(sa.func.sum(sa.func.length(k.notes)), 0))
                others = await connection.execute(letters.where(k.person == person, k.table != table))
                if others.scalar_one() + len(values["notes"]) > TOGETHER:
                    raise Full
            await connection.execute(keepsakes.delete().where(this))
            if any(values.values()):
                await connection.execute(keepsakes.insert().values(person=person, table=table, **values))
