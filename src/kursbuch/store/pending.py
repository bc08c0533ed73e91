"""What waits for a person's next letter, where they want one rather than ten."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa

from kursbuch.store.engine import Database
from kursbuch.store.schema import notifications, now, pending

MOST = 200  # that wait for one person; what is more is not told


@dataclass(frozen=True, slots=True)
class Waiting:
    """Something to be told: what kind of message, about which table, with which values."""

    kind: str
    table: str | None
    data: Mapping[str, Any]
    at: datetime


class Pending:
    """Reads and writes it."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, person: int, kind: str, table: str, data: Mapping[str, Any]) -> None:
        async with self._database.write() as connection:
            own = sa.select(sa.func.count()).select_from(pending).where(pending.c.person == person)
            if (await connection.execute(own)).scalar_one() < MOST:
                row = {"person": person, "at": now(), "kind": kind, "table": table, "data": dict(data)}
                await connection.execute(pending.insert().values(**row))

    async def due(self, at: datetime) -> list[int]:
        """The people whose oldest message has waited for as long as they want."""
        oldest = sa.func.min(pending.c.at).label("oldest")
        query = (
            sa.select(pending.c.person, oldest, sa.func.max(notifications.c.every).label("every"))
            .join(notifications, notifications.c.person == pending.c.person, isouter=True)
            .group_by(pending.c.person)
        )
        async with self._database.read() as connection:
            found = (await connection.execute(query)).all()
        return [row.person for row in found if row.oldest + timedelta(minutes=row.every or 0) <= at]

    async def take(self, person: int) -> list[Waiting]:
        """All that waits for a person, the oldest first; whoever takes it tells it, nobody else."""
        async with self._database.write() as connection:
            gone = pending.delete().where(pending.c.person == person).returning(pending)
            found = (await connection.execute(gone)).all()
        return [Waiting(row.kind, row.table, row.data, row.at) for row in sorted(found, key=lambda r: r.id)]
