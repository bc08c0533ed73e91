"""Bots of servers that share a PostgreSQL: the servers say where a bot is to move, thinkers anywhere see to it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from datetime import timedelta
from importlib import import_module
from typing import TYPE_CHECKING, Any

from kursbuch.store import TableRow, TableStore
from kursbuch.store.engine import Database
from kursbuch.store.schema import now
from kursbuch.store.work import Crew
from kursbuch.web.botplay import persistently

if TYPE_CHECKING:
    from kursbuch.store.queue import Queue

log = logging.getLogger(__name__)

LOOK_EVERY = 30.0  # seconds between two looks at whether bots are kept waiting
KEPT_WAITING = timedelta(seconds=30)


class QueuedBots:
    """What a server does for bots: it puts tables into the queue."""

    def __init__(self, database: Database, store: TableStore) -> None:
        self._store = store
        self._database = database
        self._queue: Queue | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        self._in_background(persistently(self._begin, "the queue of the bots"))
        self._in_background(self._watch())

    async def _begin(self) -> None:
        if self._queue is None:
            crew = Crew("import")  # the server starts without
            module = await crew.do(import_module, "kursbuch.store.queue")
            crew.close()
            queue: Queue = module.Queue(self._database.url)
            await queue.open()
            self._queue = queue
        await self._queue.put_missing(self._store.lists.waiting_for_bots())

    async def stop(self) -> None:
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._queue is not None:
            await self._queue.close()

    def look(self, row: TableRow) -> None:
        if row.bot_turn and not row.over and self._queue is not None:  # at the start all are put in
            self._in_background(self._put(self._queue, row.id))

    async def _put(self, queue: Queue, table: str) -> None:
        try:
            await queue.put(table)
        except Exception as error:  # the thinkers look for tables without a job every few seconds
            log.info("table %s did not get into the queue: %s", table, error)

    async def _watch(self) -> None:
        """Say so if bots are kept waiting: it may be that nobody runs a thinker."""
        while True:
            await asyncio.sleep(LOOK_EVERY)
            try:
                waiting = await self._store.lists.bots_kept_waiting(now() - KEPT_WAITING)
            except Exception as error:
                log.info("cannot look for waiting bots: %s", error)
                continue
            if waiting:
                log.warning(
                    "bots are kept waiting at %s tables: is a thinker running? kursbuch think --database URL",
                    waiting,
                )

    def _in_background(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
