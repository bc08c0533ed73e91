"""The database: SQLite in one file unless told otherwise, or PostgreSQL by its URL."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any, Protocol, TypeVar, cast

import platformdirs
import sqlalchemy as sa
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import create_async_engine

from kursbuch.store.errors import Unavailable
from kursbuch.store.sqlite import SQLite

T = TypeVar("T")
CONNECTING, ANSWERING = 10.0, 30.0  # seconds to wait for PostgreSQL

_DRIVERS = {
    "sqlite": "sqlite+pysqlite",
    "postgresql": "postgresql+asyncpg",
    "postgres": "postgresql+asyncpg",
}


def default_url() -> str:
    """A file in the user's data folder, which is made if need be."""
    folder = Path(platformdirs.user_data_dir("kursbuch", appauthor=False))
    return f"sqlite:///{folder / 'kursbuch.sqlite3'}"


def read_url(text: str) -> URL:
    """The URL with the driver that we use; raises Unavailable with what to do.

    >>> read_url("postgresql://me@localhost/games").drivername
    'postgresql+asyncpg'
    """
    try:
        url = make_url(text)
    except ArgumentError as error:
        raise Unavailable(
            f"{text!r} is no database URL; write sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME"
        ) from error
    driver = _DRIVERS.get(url.drivername.partition("+")[0])
    if driver is None:
        raise Unavailable(
            f"databases of the kind {url.drivername!r} are not supported: use sqlite or postgresql"
        )
    return url.set(drivername=driver)


class Connection(Protocol):
    """What the store asks of a connection, whichever the database."""

    async def execute(self, statement: sa.Executable, parameters: Any = None) -> sa.CursorResult[Any]: ...

    async def run_sync(self, work: Callable[[sa.Connection], T]) -> T: ...


class Database(Protocol):
    """Connections for reading and for writing. A write is one transaction, committed when its block ends."""

    url: URL
    is_sqlite: bool

    def read(self) -> AbstractAsyncContextManager[Connection]: ...

    def write(self) -> AbstractAsyncContextManager[Connection]: ...

    async def close(self) -> None: ...


def open_database(text: str) -> Database:
    """The database behind a URL. Nothing is connected to yet; raises Unavailable for a URL that will not do."""
    url = read_url(text)
    return SQLite(url) if url.drivername.startswith("sqlite") else PostgreSQL(url)


class PostgreSQL:
    """A server that several of our processes may share."""

    is_sqlite = False

    def __init__(self, url: URL) -> None:
        self.url = url
        # a server that does not answer is given up: whoever waits is told, the others' lines stay free
        waits = {"timeout": CONNECTING, "command_timeout": ANSWERING}
        self._engine = create_async_engine(
            url, pool_size=5, max_overflow=5, pool_pre_ping=True, pool_timeout=ANSWERING, connect_args=waits
        )

    @asynccontextmanager
    async def read(self) -> AsyncIterator[Connection]:
        async with self._engine.connect() as connection:
            yield cast(Connection, connection)

    @asynccontextmanager
    async def write(self) -> AsyncIterator[Connection]:
        async with self._engine.begin() as connection:
            yield cast(Connection, connection)

    async def close(self) -> None:
        await self._engine.dispose()
