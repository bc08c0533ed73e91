"""Writers who share a commit on SQLite: what one is promised holds, whatever becomes of another."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from kursbuch.store.engine import Database, open_database
from kursbuch.store.errors import Unavailable

_ADD = sa.text("insert into said (line) values (:line)")
# when the disk fails in the middle of a statement SQLite takes back the whole transaction; this makes it do the same
_FAIL = sa.text("insert or rollback into said (line) values ('first')")


def test_nobody_is_promised_what_sqlite_took_back_with_the_statement_of_another(tmp_path: Path):
    async def work(database: Database) -> None:
        ends = await _at_once(database, _add("second"), _fail, _add("third"))
        assert isinstance(ends[0], Unavailable)
        assert isinstance(ends[1], IntegrityError)
        assert isinstance(ends[2], Unavailable)
        assert await _said(database) == ["first"]
        await _add("fourth")(database)
        assert await _said(database) == ["first", "fourth"]

    _run(tmp_path, work)


def test_who_fails_by_an_error_of_their_own_leaves_the_others_what_they_wrote(tmp_path: Path):
    async def give_up(database: Database) -> None:
        async with database.write() as connection:
            await connection.execute(_ADD, {"line": "never"})
            raise ValueError("thought better of it")

    async def work(database: Database) -> None:
        ends = await _at_once(database, _add("second"), give_up, _add("third"))
        assert [type(end) for end in ends] == [type(None), ValueError, type(None)]
        assert await _said(database) == ["first", "second", "third"]

    _run(tmp_path, work)


def test_a_commit_that_fails_with_nobody_waiting_is_no_error_of_the_loop(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
):
    async def work(database: Database) -> None:
        with pytest.raises(IntegrityError):
            await _fail(database)
        await asyncio.sleep(0.05)
        gc.collect()

    _run(tmp_path, work)
    assert not caplog.records


def _add(line: str) -> Callable[[Database], Awaitable[None]]:
    async def add(database: Database) -> None:
        async with database.write() as connection:
            await connection.execute(_ADD, {"line": line})

    return add


async def _fail(database: Database) -> None:
    async with database.write() as connection:
        await connection.execute(_FAIL)


async def _at_once(
    database: Database, *works: Callable[[Database], Awaitable[None]]
) -> list[BaseException | None]:
    """Have them write in one transaction, which the first begins."""
    return await asyncio.gather(*(work(database) for work in works), return_exceptions=True)


async def _said(database: Database) -> list[str]:
    async with database.read() as connection:
        return list((await connection.execute(sa.text("select line from said order by line"))).scalars())


def _run(folder: Path, work: Callable[[Database], Awaitable[None]]) -> None:
    async def run() -> None:
        database = open_database(f"sqlite:///{folder / 'x.sqlite3'}")
        try:
            async with database.write() as connection:
                await connection.execute(sa.text("create table said (line text unique)"))
                await connection.execute(_ADD, {"line": "first"})
            await work(database)
        finally:
            await database.close()

    asyncio.run(run())
