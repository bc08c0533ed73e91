"""Looks again and again whose time is out. Every process may run one: what is to be done, one of them does."""

from __future__ import annotations

import asyncio
import logging

from kursbuch.store import TableStore
from kursbuch.store.schema import now
from kursbuch.web.tables import LiveTables

log = logging.getLogger(__name__)


class Timekeeper:
    """Runs while the server does."""

    def __init__(self, tables: LiveTables, store: TableStore, pause: float) -> None:
        self._tables, self._store, self._pause = tables, store, pause
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        self._task = asyncio.create_task(self._watch())

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _watch(self) -> None:
        while True:
            try:
                for table in await self._store.due(now()):
                    await self._tables.time_out(table)
            except Exception as error:  # the database may be away for a moment
                log.warning("cannot look whose time is out: %s", error)
            await asyncio.sleep(self._pause)
