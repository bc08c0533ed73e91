"""SQLite in one file, used from an event loop.

A read takes some microseconds and is done on the spot; handing it to a thread would cost a hundred times as much.
What may wait for the disk or for another process, the begin and the end of a write, is done in a thread.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.engine import URL

from kursbuch.store.errors import Unavailable

T = TypeVar("T")


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
        self._engine = sa.create_engine(url, connect_args={"timeout": 30, "check_same_thread": False})
        sa.event.listen(self._engine, "connect", _prepare)
        sa.event.listen(self._engine, "begin", _begin)
        self._writing = self._engine.execution_options(kursbuch_write=True)
        self._turn = asyncio.Lock()  # our own writers wait here, not inside SQLite

    @asynccontextmanager
    async def read(self) -> AsyncIterator[_Inline]:
        with self._engine.connect() as connection:
            yield _Inline(connection)

    @asynccontextmanager
    async def write(self) -> AsyncIterator[_Inline]:
        async with self._turn:
            with self._writing.connect() as connection:
                await _in_thread(connection.begin)
                try:
                    yield _Inline(connection)
                except BaseException:
                    connection.rollback()
                    raise
                await _in_thread(connection.commit)

    async def close(self) -> None:
        self._engine.dispose()


class _Inline:
    """A connection whose statements are done on the spot."""

    def __init__(self, connection: sa.Connection) -> None:
        self._connection = connection

    async def execute(self, statement: sa.Executable, parameters: Any = None) -> sa.CursorResult[Any]:
        return self._connection.execute(statement, parameters)

    async def run_sync(self, work: Callable[[sa.Connection], T]) -> T:
        return work(self._connection)


async def _in_thread(work: Callable[[], T]) -> T:
    """The work done in a thread, to its end even if the caller is cancelled meanwhile."""
    task = asyncio.ensure_future(asyncio.to_thread(work))
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait([task])
        raise


def _prepare(connection: Any, _record: object) -> None:
    connection.isolation_level = None  # we say BEGIN ourselves
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=30000"):
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: sa.Connection) -> None:
    """A writer takes its place at once; otherwise two readers that turn to writing could block each other."""
    write = connection.get_execution_options().get("kursbuch_write")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if write else "BEGIN")
