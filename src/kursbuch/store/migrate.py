"""Bring a database to the newest schema. Runs at every start; several processes may start at once."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import sqlalchemy as sa
from alembic.config import Config
from alembic.runtime.environment import EnvironmentContext
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy.exc import SQLAlchemyError

from kursbuch.store.engine import Database, open_database
from kursbuch.store.errors import Unavailable
from kursbuch.store.schema import metadata

_FOLDER = Path(__file__).parent / "migrations"
_LOCK = 0x6B75727362  # any number that no other program uses for its PostgreSQL locks


def config() -> Config:
    """Alembic's settings; the migrations lie in the package."""
    out = Config()
    out.set_main_option("script_location", str(_FOLDER))
    return out


async def migrate(database: Database) -> None:
    """Create or upgrade the schema; raises Unavailable with what to do."""
    try:
        async with database.write() as connection:
            await connection.run_sync(_upgrade)
    except (OSError, SQLAlchemyError) as error:
        where = database.url.render_as_string(hide_password=True)
        raise Unavailable(f"the database {where} cannot be opened: {error}") from error


def _upgrade(connection: sa.Connection) -> None:
    with _alone(connection):
        settings = config()
        scripts = ScriptDirectory.from_config(settings)
        found = MigrationContext.configure(connection).get_current_revision()
        if found == scripts.get_current_head():
            return
        if found is not None and found not in {script.revision for script in scripts.walk_revisions()}:
            raise Unavailable("the database was written by a newer kursbuch: update this program")
        todo = EnvironmentContext(
            settings, scripts, fn=lambda revision, _: scripts._upgrade_revs("head", revision)
        )
        with todo:
            todo.configure(connection=connection, target_metadata=metadata)
            todo.run_migrations()


@contextmanager
def _alone(connection: sa.Connection) -> Iterator[None]:
    """SQLite's writer is alone anyway (BEGIN IMMEDIATE); PostgreSQL locks until the transaction ends."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_LOCK})")
    yield


def migrate_now(url: str) -> None:
    """The same from a program that has no event loop."""

    async def run() -> None:
        database = open_database(url)
        try:
            await migrate(database)
        finally:
            await database.close()

    asyncio.run(run())
