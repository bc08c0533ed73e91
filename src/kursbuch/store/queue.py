"""The queue of tables where a bot is to move, kept by procrastinate in the PostgreSQL that holds the tables.

A job is no more than a table's id: whether a bot is to move there, the table itself knows. So a job may be lost, or
be there twice, and nothing is: every second one of the thinkers compares the tables that wait with the jobs.
Imported only where there is a PostgreSQL.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterable, Awaitable, Callable, Collection
from contextlib import suppress
from pathlib import Path

import procrastinate
import psycopg
from procrastinate.exceptions import AlreadyEnqueued, ConnectorException
from procrastinate.job_context import JobContext
from procrastinate.jobs import DeleteJobCondition, Status
from procrastinate.schema import SchemaManager
from procrastinate.worker import Worker
from psycopg_pool import PoolTimeout
from sqlalchemy.engine import URL

log = logging.getLogger(__name__)

SCHEMA = "kursbuch_queue"  # procrastinate's tables lie apart from ours
BOTS = "bots"
HEARTBEAT, STALLED = 0.5, 2.5  # seconds; a thinker silent for longer is taken for dead
CARE = "* * * * * *"  # how often jobs are compared with tables: every second
PATIENCE = 5.0  # seconds to wait for a connection
FREE_EVERY = 1.0  # seconds between two looks at jobs that nobody does
_TROUBLE = (ConnectorException, psycopg.Error, PoolTimeout, OSError)
_LOCK = 0x6B75727363  # any number that no other program uses for its locks

Play = Callable[[str, int], Awaitable[None]]
"""Moves for the bots at a table, at this attempt (from 0)."""


class Queue:
    """Puts tables into the queue, and works them off."""

    def __init__(self, url: URL, connections: int = 2) -> None:
        self._url = _for_psycopg(url)
        self._app = procrastinate.App(
            connector=procrastinate.PsycopgConnector(
                conninfo=self._url,
                kwargs={"options": f"-c search_path={SCHEMA}"},
                min_size=1,
                max_size=connections,
                timeout=PATIENCE,
                reconnect_timeout=10**9,  # a database that comes back is used again, however late
            )
        )
        self._play: Play | None = None
        self._doing: set[int] = set()  # jobs that are really being done here
        self._move = self._app.task(name="move", queue=BOTS, pass_context=True)(self._work_on)

    async def open(self) -> None:
        """Make the queue if need be, and connect; raises OSError or a psycopg error if there is no database."""
        await _prepare(self._url)
        await self._app.open_async()

    async def close(self) -> None:
        await self._app.close_async()

    # -- putting in -------------------------------------------------------------------------------

    async def put(self, table: str, after: float = 0.0, attempt: int = 0) -> None:
        """One job for a table; if one is waiting already it will do."""
        job = self._move.configure(
            lock=table,  # one thinker at a table at a time
            queueing_lock=table,
            schedule_in={"milliseconds": int(after * 1000)} if after else None,
        )
        with suppress(AlreadyEnqueued):
            await job.defer_async(table=table, attempt=attempt)

    async def put_missing(self, waiting: AsyncIterable[str]) -> None:
        """A job for every table that waits and has none. Jobs of thinkers that died make way first."""
        jobs = self._app.job_manager
        for job in await jobs.get_stalled_jobs(queue=BOTS, seconds_since_heartbeat=STALLED):
            log.warning("a thinker died at table %s; another takes over", job.lock)
            await jobs.finish_job(job, Status.FAILED, delete_job=True)
        known = {
            job.lock
            for status in (Status.TODO, Status.DOING)
            for job in await jobs.list_jobs_async(queue=BOTS, status=status.value)
        }
        async for table in waiting:
            if table not in known:
                await self.put(table)

    # -- working off ------------------------------------------------------------------------------

    async def work(self, play: Play, waiting: Callable[[], AsyncIterable[str]], at_once: int) -> None:
        """Take jobs, so many at once, until cancelled. A database that goes away is waited for."""
        self._play = play

        async def care(timestamp: int) -> None:
            await self.put_missing(waiting())

        # put before the other jobs, and never twice
        caring = self._app.task(name="care", queue="care", queueing_lock="care", priority=10)(care)
        self._app.periodic(cron=CARE)(caring)
        while True:
            worker = Worker(
                self._app,
                queues=[BOTS, "care"],
                concurrency=at_once + 1,
                install_signal_handlers=False,
                delete_jobs=DeleteJobCondition.ALWAYS,
                fetch_job_polling_interval=1.0,  # only for jobs that were put off; the others are told of
                shutdown_graceful_timeout=1.0,
                update_heartbeat_interval=HEARTBEAT,
                stalled_worker_timeout=STALLED,
            )
            freeing = asyncio.create_task(self._free(worker))
            try:
                with suppress(*_TROUBLE):
                    await worker.run()  # type: ignore[no-untyped-call]
            finally:
                freeing.cancel()
            log.warning("the queue was lost; will be looked for again")
            await asyncio.sleep(0.5)

    async def _work_on(self, context: JobContext, table: str, attempt: int) -> None:
        assert self._play is not None and context.job.id is not None
        self._doing.add(context.job.id)
        try:
            await self._play(table, attempt)
        finally:
            self._doing.discard(context.job.id)

    async def _free(self, worker: Worker) -> None:
        """Jobs that stand as this worker's although it does none of them: a line that was cut took along the word
        that one was given, or that it was done. The worker lives, so that nobody else would ever take them over.
        """
        before: set[int] = set()
        while True:
            await asyncio.sleep(FREE_EVERY)
            with suppress(*_TROUBLE):
                before = await self.free_idle(worker.worker_id, before)

    async def free_idle(self, worker: int | None, before: Collection[int]) -> set[int]:
        """Of a worker's jobs those that are not done here; those that were not at the look before make way."""
        jobs = self._app.job_manager
        found = await jobs.list_jobs_async(queue=BOTS, status=Status.DOING.value)
        idle = {job.id: job for job in found if job.worker_id == worker and job.id not in self._doing}
        for id, job in idle.items():
            if id in before:
                log.warning("the job of table %s was lost with a line; it is put in again", job.lock)
                await jobs.finish_job(job, Status.FAILED, delete_job=True)
        return {id for id in idle if id is not None and id not in before}


def _for_psycopg(url: URL) -> str:
    """The URL as libpq reads it; asyncpg's word for encryption is another."""
    query = {"sslmode" if key == "ssl" else key: value for key, value in url.query.items()}
    return url.set(drivername="postgresql", query=query).render_as_string(hide_password=False)


async def _prepare(url: str) -> None:
    """Procrastinate's tables, made or brought to what its version here needs. Several may try at once."""
    scripts = sorted(Path(SchemaManager.get_migrations_path()).glob("*.sql"))
    newest = scripts[-1].stem
    async with await psycopg.AsyncConnection.connect(url) as connection:  # one transaction
        await connection.execute("select pg_advisory_xact_lock(%s)", [_LOCK])
        await connection.execute(f"create schema if not exists {SCHEMA}")
        await connection.execute(f"set local search_path to {SCHEMA}")
        await connection.execute("create table if not exists kursbuch_scripts (name text primary key)")
        found = await (await connection.execute("select max(name) from kursbuch_scripts")).fetchone()
        done: str = (found and found[0]) or ""
        if not done:
            await connection.execute(SchemaManager.get_schema())  # the sum of all scripts
        elif done < newest:
            for script in scripts:
                if script.stem > done:
                    await connection.execute(script.read_text(encoding="utf-8").encode())
        if done < newest:
            await connection.execute("insert into kursbuch_scripts values (%s)", [newest])
