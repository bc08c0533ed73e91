"""Looks again and again whose time is out. Every process may run one: what is to be done, one of them does."""

from __future__ import annotations

from datetime import datetime, timedelta

from kursbuch.store import TableStore
from kursbuch.store.counters import Bound, Counters, Exceeded
from kursbuch.store.facts import Alive
from kursbuch.store.schema import now
from kursbuch.web.clocks.absence import delayed
from kursbuch.web.tables import LiveTables
from kursbuch.web.watching import Watch

NOTED = timedelta(seconds=15)  # between two notes that the server is there
AWAY = timedelta(seconds=60)  # without such a note: nobody could move, and no clock runs for that time


class Timekeeper(Watch):
    """Runs while the server does. What it was away for before it started is nobody's time."""

    about = "whose time is out"

    def __init__(
        self, tables: LiveTables, store: TableStore, alive: Alive, counters: Counters, pause: float
    ) -> None:
        super().__init__(pause)
        self._tables, self._store, self._alive, self._counters = tables, store, alive, counters
        self._noted: datetime | None = None

    async def look(self, at: datetime | None = None) -> None:
        at = at or now()
        left_to_another = self._noted is None and not await self._give_back(at)
        if self._noted is None or at - self._noted >= NOTED:
            await self._alive.note(at)
            self._noted = at
        if left_to_another:
            return
        for table in await self._store.lists.due(at):
            await self._tables.time_out(table, at)

    async def _give_back(self, at: datetime) -> bool:
        """Set the clocks back by the time that the server was away; False if another process is about to."""
        last = await self._alive.last()
        if last is None or at - last < AWAY:
            return True
        try:  # of several processes that start, one does it
            await self._counters.take(Bound(f"away {last.isoformat()}", 1, 3600))
        except Exceeded:
            return False
        for table in await self._store.lists.timed():
            await self._store.settle(table, lambda row: delayed(row, last, at))
        return True
