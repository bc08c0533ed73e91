"""Migrations lead to the schema, from nothing, again, and several at once; URLs that will not do are told."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.runtime.environment import EnvironmentContext
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

from kursbuch.store import migrate, open_database
from kursbuch.store.engine import default_url
from kursbuch.store.errors import Conflict, Missing, Unavailable
from kursbuch.store.migrate import config
from kursbuch.store.people import Notice, People, digest
from kursbuch.store.schema import metadata
from tests.store.stores import opened


def _differences(connection: sa.Connection) -> list[object]:
    return list(
        compare_metadata(MigrationContext.configure(connection, opts={"compare_type": False}), metadata)
    )


def test_migrations_lead_to_the_schema(tmp_path: Path):
    async def run() -> None:
        async with opened(tmp_path) as stored, stored.database.read() as connection:
            assert await connection.run_sync(_differences) == []

    asyncio.run(run())


def test_several_processes_may_migrate_at_once(tmp_path: Path):
    async def run() -> None:
        databases = [open_database(f"sqlite:///{tmp_path / 'new.sqlite3'}") for _ in range(4)]
        await asyncio.gather(*(migrate(database) for database in databases))
        for database in databases:
            await migrate(database)
            await database.close()

    asyncio.run(run())


def test_addresses_from_before_confirmations_stay_good(tmp_path: Path):
    def before(connection: sa.Connection) -> None:
        scripts = ScriptDirectory.from_config(config())
        todo = EnvironmentContext(config(), scripts, fn=lambda now, _: scripts._upgrade_revs("0008", now))
        with todo:
            todo.configure(connection=connection, target_metadata=metadata)
            todo.run_migrations()
        connection.exec_driver_sql(
            'insert into people (id, name, "key", password, language, epoch, created) values '
            "(1, 'Anna', 'anna', 'hash', 'en', 1, '2020-01-01 00:00:00.000000')"
        )
        connection.exec_driver_sql("insert into notifications values (1, 'anna@example.org', '', 60)")

    async def run() -> None:
        database = open_database(f"sqlite:///{tmp_path / 'old.sqlite3'}")
        async with database.write() as connection:
            await connection.run_sync(before)
        await migrate(database)
        assert await People(database).notice(1) == Notice("anna@example.org", "", 60)
        await database.close()

    asyncio.run(run())


def test_people_and_tokens_from_before_sessions_stay_good(tmp_path: Path):
    def first(connection: sa.Connection) -> None:
        scripts = ScriptDirectory.from_config(config())
        todo = EnvironmentContext(config(), scripts, fn=lambda now, _: scripts._upgrade_revs("0001", now))
        with todo:
            todo.configure(connection=connection, target_metadata=metadata)
            todo.run_migrations()
        connection.exec_driver_sql(
            "insert into people (name, language, epoch, created) values ('Lena', 'de', 1, '2026-01-01')"
        )
        connection.exec_driver_sql(
            "insert into tokens (person, digest, label, created) values (1, ?, 'bot', '2026-01-01')",
            (digest("kb_old"),),
        )

    async def run() -> None:
        database = open_database(f"sqlite:///{tmp_path / 'store.sqlite3'}")
        async with database.write() as connection:
            await connection.run_sync(first)
        await database.close()
        async with opened(tmp_path) as stored:
            row = await stored.people.by_token("kb_old")
            assert row.name == "Lena" and row.old_cookies
            assert row.token and (row.token.scopes, row.token.expires) == ("read play manage", None)
            assert not (await stored.people.add("Anna", None, "en")).old_cookies

    asyncio.run(run())


def test_a_database_of_a_newer_program_is_left_alone(tmp_path: Path):
    async def run() -> None:
        async with opened(tmp_path) as stored:
            async with stored.database.write() as connection:
                await connection.execute(sa.text("update alembic_version set version_num = '9999'"))
            with pytest.raises(Unavailable, match="newer kursbuch"):
                await migrate(stored.database)

    asyncio.run(run())


@pytest.mark.parametrize("url", ["games", "mysql://x/y", "sqlite://", "sqlite:////proc/no/such/place/x.db"])
def test_a_database_that_cannot_be_is_told(url: str):
    async def run() -> None:
        await migrate(open_database(url))

    with pytest.raises(Unavailable):
        asyncio.run(run())


def test_the_default_is_a_file_in_the_data_folder():
    assert default_url().startswith("sqlite:///") and default_url().endswith("kursbuch.sqlite3")


def test_people_tokens_and_notices(tmp_path: Path):
    async def run() -> None:
        async with opened(tmp_path) as stored:
            people = stored.people
            anna = await people.add("Anna", "hash", "de")
            with pytest.raises(Conflict):
                await people.add("ANNA", "hash", "en")
            await people.add("Anna", None, "en")  # a guest may have any name
            assert await people.named("aNNa") == anna
            token = await people.give_token(anna.id, "bot")
            assert await people.by_token(token) == anna
            async with stored.database.read() as connection:
                kept = await connection.execute(sa.text("select digest from tokens"))
                assert token not in str(kept.all())
            with pytest.raises(Missing):
                await people.by_token("kb_guess")
            await people.set_notice(anna.id, email="anna@example.org")
            await people.set_notice(anna.id, email="", webhook="https://example.org/")
            assert await people.notice(anna.id) == Notice("", "https://example.org/")
            await people.set_notice(anna.id, wanted="anna@example.org", word="w")
            assert not await people.confirm_address(anna.id, "") and not await people.confirm_address(0, "w")
            assert await people.confirm_address(anna.id, "w") and not await people.confirm_address(
                anna.id, "w"
            )
            assert await people.notice(anna.id) == Notice("anna@example.org", "https://example.org/")
            await people.set_password(anna.id, "other")
            assert (await people.get(anna.id)).epoch == anna.epoch + 1
            assert await people.shared_secret() == await people.shared_secret()

    asyncio.run(run())
