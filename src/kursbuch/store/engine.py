"""The database: SQLite in one file unless told otherwise, or PostgreSQL by its URL."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import platformdirs
import sqlalchemy as sa
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from kursbuch.store.errors import Unavailable

_DRIVERS = {
    "sqlite": "sqlite+aiosqlite",
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


class Database:
    """Connections for reading and for writing. A write is one transaction, committed when its block ends."""

    def __init__(self, url: str) -> None:
        self.url = read_url(url)
        self.is_sqlite = self.url.drivername.startswith("sqlite")
        if self.is_sqlite:
            if not self.url.database or self.url.database == ":memory:":
                raise Unavailable("a database in memory would lose games: name a file, sqlite:///FILE")
            try:
                Path(self.url.database).parent.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise Unavailable(
                    f"cannot make the folder of {self.url.database}: {error.strerror}"
                ) from error
            self.engine = create_async_engine(
                self.url, pool_size=5, max_overflow=0, connect_args={"timeout": 30}
            )
            sa.event.listen(self.engine.sync_engine, "connect", _prepare_sqlite)
            sa.event.listen(self.engine.sync_engine, "begin", _begin_sqlite)
        else:
            self.engine = create_async_engine(self.url, pool_size=5, max_overflow=5, pool_pre_ping=True)
        self._writing = self.engine.execution_options(kursbuch_write=True)

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        async with self.engine.connect() as connection:
            yield connection

    @asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncConnection]:
        async with self._writing.begin() as connection:
            yield connection

    async def close(self) -> None:
        await self.engine.dispose()


def _prepare_sqlite(connection: Any, _record: object) -> None:
    """Readers beside one writer, and what is committed stays even if the machine loses power."""
    connection.isolation_level = None  # we say BEGIN ourselves
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=30000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_sqlite(connection: sa.Connection) -> None:
    """A writer takes its place at once; otherwise two readers that turn to writing could block each other."""
    write = connection.get_execution_options().get("kursbuch_write")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if write else "BEGIN")
