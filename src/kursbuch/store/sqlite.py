"""SQLite in one file, used from an event loop.

A read takes some microseconds and is done on the spot; handing it to a thread would cost a hundred times as much.
Writers take turns. Waiting for the disk is what takes long, so all who are waiting while one commit is under way
share the next one: each has a savepoint of its own, and each goes on only when the common commit is done. Should
the disk fail one of them, SQLite may take back the whole transaction by itself; then all who share it are told so.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.engine import URL
from sqlalchemy.exc import OperationalError

from kursbuch.store.errors import Unavailable
from kursbuch.store.work import Crew

T = TypeVar("T")
PATIENCE = 30.0  # seconds to wait for another process that writes, and for the disk


class SQLite:
    """Readers beside one writer; what is committed stays even if the machine loses power."""

    is_sqlite = True

    def __init__(self, url: URL) -> None:
        self.url = url
        if not url.database or url.database == ":memory:":
            raise Unavailable("a database in memory would lose games: name a file, sqlite:///FILE")
        try:
            Path(url.database).parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise Unavailable(f"cannot make the folder of {url.database}: {error.strerror}") from error
        self._engine = sa.create_engine(url, connect_args={"timeout": PATIENCE, "check_same_thread": False})
        sa.event.listen(self._engine, "connect", _prepare)
        sa.event.listen(self._engine, "begin", _begin)
        self._writing = self._engine.execution_options(kursbuch_write=True)
        # open, and nobody uses them just now: to get one ready takes longer than to read a row
        self._reading: list[sa.Connection] = []
        self._writer: sa.Connection | None = None
        self._busy: asyncio.Future[None] | None = None  # done when nobody begins or commits any more
        self._batch: _Batch | None = None
        self._committing = Crew("commit")  # its own: no commit waits behind other work

    @asynccontextmanager
    async def read(self) -> AsyncIterator[_Inline]:
        connection = self._reading.pop() if self._reading else self._engine.connect()
        try:
            yield _Inline(connection)
        except BaseException:
            connection.close()  # whatever state it is in
            raise
        self._reading.append(connection)

    @asynccontextmanager
    async def write(self) -> AsyncIterator[_Inline]:
        """A part of the open transaction. What is done in it must wait for nothing but the connection."""
        while self._busy is not None:
            try:
                await asyncio.wait_for(asyncio.shield(self._busy), PATIENCE)
            except TimeoutError as error:
                raise Unavailable("the disk does not answer: nothing was written") from error
        batch = self._batch or await self._begin()
        batch.check()  # a savepoint without its transaction would be one of its own
        assert not batch.entered, "a write waited for something else"
        batch.entered = True
        batch.connection.exec_driver_sql("SAVEPOINT writer")
        try:
            yield _Inline(batch.connection)
            batch.connection.exec_driver_sql("RELEASE writer")
        except BaseException:
            if batch.open:
                batch.connection.exec_driver_sql("ROLLBACK TO writer")
                batch.connection.exec_driver_sql("RELEASE writer")
            raise
        finally:
            batch.entered = False
            if batch.ending is None:
                batch.ending = asyncio.create_task(self._end(batch))
                batch.ending.add_done_callback(_heard)
        try:
            await asyncio.wait_for(asyncio.shield(batch.ending), PATIENCE)
        except TimeoutError as error:
            raise Unavailable("the disk does not answer: whether this was kept is not known") from error

    async def _begin(self) -> _Batch:
        """A transaction. Another process may hold the file for a moment, and then all wait."""
        connection, self._writer = self._writer or self._writing.connect(), None
        end = time.monotonic() + PATIENCE
        with self._alone():
            while True:
                try:
                    connection.begin()
                    break
                except OperationalError as error:
                    if "locked" not in str(error) or time.monotonic() > end:
                        connection.close()
                        raise
                await asyncio.sleep(0.01)
        self._batch = _Batch(connection)
        return self._batch

    async def _end(self, batch: _Batch) -> None:
        """Commit for all who are in the batch; those who are ready to write come in before."""
        await asyncio.sleep(0)
        self._batch = None
        with self._alone():
            try:
                batch.check()
                await self._committing.do(batch.connection.commit)
            except BaseException:
                batch.connection.close()  # which takes back what is left of it
                raise
            self._writer = batch.connection

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Nobody else begins, writes or commits meanwhile."""
        busy = self._busy = asyncio.get_running_loop().create_future()
        try:
            yield
        finally:
            self._busy = None
            busy.set_result(None)

    async def close(self) -> None:
        """Wait for the last commit, then let go of the file."""
        if self._batch is not None and self._batch.ending is not None:
            await asyncio.wait([self._batch.ending])
        while self._busy is not None:
            await asyncio.shield(self._busy)
        self._committing.close()
        for connection in (*self._reading, *([self._writer] if self._writer else [])):
            connection.close()
        self._engine.dispose()


@dataclass
class _Batch:
    """Writers who share a commit."""

    connection: sa.Connection
    entered: bool = False
    ending: asyncio.Task[None] | None = None

    @property
    def open(self) -> bool:
        """Whether its transaction is still there."""
        held = self.connection.connection.dbapi_connection
        return held is not None and bool(held.in_transaction)

    def check(self) -> None:
        if not self.open:
            raise Unavailable("the disk failed: nothing was written")


class _Inline:
    """A connection whose statements are done on the spot."""

    def __init__(self, connection: sa.Connection) -> None:
        self._connection = connection

    async def execute(self, statement: sa.Executable, parameters: Any = None) -> sa.CursorResult[Any]:
        return self._connection.execute(statement, parameters)

    async def run_sync(self, work: Callable[[sa.Connection], T]) -> T:
        return work(self._connection)


def _heard(ending: asyncio.Task[None]) -> None:
    """Whoever still waits for a commit is told how it ended; where all have failed before, nobody needs to be."""
    if not ending.cancelled():
        ending.exception()


def _prepare(connection: Any, _record: object) -> None:
    connection.isolation_level = None  # we say BEGIN ourselves
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=20"):
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: sa.Connection) -> None:
    """A writer takes its place at once; otherwise two readers that turn to writing could block each other.

    Who reads needs no transaction: each statement sees one state of the file, and no two need the same.
    """
    if connection.get_execution_options().get("kursbuch_write"):
        connection.exec_driver_sql("BEGIN IMMEDIATE")
