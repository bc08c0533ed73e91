"""Looks again and again whose time is out. Every process may run one: what is to be done, one of them does."""

from __future__ import annotations

from kursbuch.store import TableStore
from kursbuch.store.schema import now
from kursbuch.web.tables import LiveTables
from kursbuch.web.watching import Watch


class Timekeeper(Watch):
    """Runs while the server does."""

    about = "whose time is out"

    def __init__(self, tables: LiveTables, store: TableStore, pause: float) -> None:
        super().__init__(pause)
        self._tables, self._store = tables, store

    async def look(self) -> None:
        for table in await self._store.due(now()):
            await self._tables.time_out(table)
