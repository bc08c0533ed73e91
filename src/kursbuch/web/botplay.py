"""Moves for the bots: thought out in processes of their own, each stored before it is seen.

Whatever fails on the way, the database, a process, a bot, delays a move and never ends the play of a table.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Protocol, TypeVar

from kursbuch import bots
from kursbuch.core import BadInput, IllegalAction
from kursbuch.store import Missing, TableRow, TableStore
from kursbuch.store.news import Follower
from kursbuch.web.levels import levels
from kursbuch.web.service import NotAllowed, PositionChanged
from kursbuch.web.thinkers import Lost, Overdue, Thinkers
from kursbuch.web.thinking import Thought

if TYPE_CHECKING:
    from kursbuch.web.tables import LiveTables

log = logging.getLogger(__name__)
T = TypeVar("T")

FIRST_DELAY, LONGEST_DELAY = 0.1, 5.0  # seconds before what failed is tried again
LOSSES = 3  # processes lost over one position before the bot is no longer asked about it
REPEATED = 60  # of the failures in a row that are all alike, every so manieth is logged


def known_bots() -> tuple[str, ...]:
    """Names by which bots can be asked to take a seat: levels, from easy to hard, then bots themselves."""
    return tuple(dict.fromkeys((*(level.name for level in levels()), *bots.names())))


class Bots(Protocol):
    """Sees to it that bots move: in this process's care, or through a queue in another's."""

    async def start(self) -> None:
        """Go on where an earlier run was stopped."""
        ...

    async def stop(self) -> None: ...

    def look(self, row: TableRow) -> None:
        """Called when a table has changed."""
        ...


def delay(failures: int) -> float:
    """Seconds to wait after so many failures in a row.

    >>> [delay(n) for n in (1, 2, 3, 100)]
    [0.1, 0.2, 0.4, 5.0]
    """
    return float(min(LONGEST_DELAY, FIRST_DELAY * 2 ** min(failures - 1, 20)))


async def persistently(work: Callable[[], Awaitable[T]], what: str) -> T:
    """Do it, again and again if it fails, at growing intervals; only cancelling ends that."""
    failures = 0
    while True:
        try:
            return await work()
        except Exception as error:
            failures += 1
            if failures % REPEATED == 1:
                log.warning("%s: %s: %s; will be tried again", what, type(error).__name__, error)
            await asyncio.sleep(delay(failures))


async def wake_all(store: TableStore, wake: Callable[[str], None]) -> None:
    """Every table where a bot is to move, however many."""
    async for table in store.lists.waiting_for_bots():
        wake(table)


class BotMoves:
    """One move of one bot after the other."""

    def __init__(
        self,
        tables: LiveTables,
        store: TableStore,
        thinkers: Thinkers,
        measured: Callable[[], AbstractContextManager[None]] = nullcontext,
    ) -> None:
        self._measured = measured  # how long bots think
        self._tables = tables
        self._store = store
        self._thinkers = thinkers
        self._spoilt: dict[str, tuple[int, int]] = {}  # how often a bot was of no use at a table's version

    async def move(self, table: str) -> bool:
        """One move; False if none is to be made. Raises whatever kept it from being made, to be tried again."""
        row = await self._waiting(table)
        if row is None:
            return False
        version, spoilt = self._spoilt.get(table, (row.version, 0))
        plain = version == row.version and spoilt >= LOSSES
        try:
            with self._measured():
                thought = await self._thought(row, plain)
            if thought is None:
                return False
            await self._tables.act_for_bot(table, thought.player, thought.action, thought.version)
        except PositionChanged:
            return True  # a person took something back, or another process moved for the bot: look again
        except Lost:
            self._spoil(row, 1)
            raise
        except (Overdue, BadInput, IllegalAction, NotAllowed) as error:
            log.warning("table %s: a random move for the bot: %s", table, error)
            self._spoil(row, LOSSES)
            raise
        self._spoilt.pop(table, None)
        return True

    def _spoil(self, row: TableRow, by: int) -> None:
        version, spoilt = self._spoilt.get(row.id, (row.version, 0))
        self._spoilt[row.id] = (row.version, by + (spoilt if version == row.version else 0))

    async def _waiting(self, table: str) -> TableRow | None:
        """The table, if a bot is to move there."""
        try:
            row = await self._store.get(table)
        except Missing:
            return None
        return row if row.bot_turn and row.started and not row.over else None

    async def _thought(self, row: TableRow, plain: bool) -> Thought | None:
        """The move; raises PositionChanged as soon as the table has changed, for then it is no longer wanted."""
        thinking = asyncio.create_task(self._thinkers.think(row.id, plain=plain))
        outdated = asyncio.create_task(self._outdated(row, self._tables.heard(row.id)))
        try:
            await asyncio.wait((thinking, outdated), return_when=asyncio.FIRST_COMPLETED)
            if thinking.done():
                return await thinking
            await outdated
            raise PositionChanged
        finally:
            outdated.cancel()
            thinking.cancel()
            await asyncio.gather(thinking, outdated, return_exceptions=True)

    async def _outdated(self, row: TableRow, follower: Follower) -> None:
        """Ends when the table is no longer as it was."""
        async for kind in follower:
            if kind not in ("game", "seats"):
                continue
            now = await self._store.get(row.id)
            if (now.version, now.seats, now.over) != (row.version, row.seats, row.over):
                return


class BotPlay:
    """Bots of a server that has its database to itself: it is told of every change, and sees to the moves."""

    def __init__(self, moves: BotMoves, store: TableStore, thinkers: Thinkers, pause: float) -> None:
        self._moves = moves
        self._store = store
        self._thinkers = thinkers
        self._pause = pause
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()
        self._starting: asyncio.Task[None] | None = None

    async def start(self) -> None:
        self._starting = asyncio.create_task(
            persistently(lambda: wake_all(self._store, self.wake), "tables that wait for bots")
        )

    async def stop(self) -> None:
        tasks = [*self._tasks.values(), *([self._starting] if self._starting else [])]
        self._again.clear()
        for task in tasks:
            task.cancel()
        await self._thinkers.stop()
        await asyncio.gather(*tasks, return_exceptions=True)

    def look(self, row: TableRow) -> None:
        if row.bot_turn and not row.over:
            self.wake(row.id)

    def wake(self, table: str) -> None:
        if table in self._tasks:
            self._again.add(table)  # it may be about to fall asleep
            return
        task = asyncio.create_task(self._play(table))
        self._tasks[table] = task
        task.add_done_callback(lambda _: self._finished(table))

    def _finished(self, table: str) -> None:
        self._tasks.pop(table, None)
        if table in self._again:
            self._again.discard(table)
            self.wake(table)

    async def _play(self, table: str) -> None:
        """Move as long as a bot is to decide."""

        async def move() -> bool:
            self._again.discard(table)
            return await self._moves.move(table)

        while await persistently(move, f"bots at table {table}"):
            await asyncio.sleep(self._pause)
