"""Who wants to know what changes at a table, in this process and, on PostgreSQL, in the others."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import weakref
from collections.abc import AsyncIterator, Callable

import asyncpg
import sqlalchemy as sa

from kursbuch.store.engine import Connection, Database

log = logging.getLogger(__name__)
_CHANNEL = "kursbuch"

Mark = tuple[int, int]  # version and moves of a table


class Follower(AsyncIterator[str]):
    """What has changed at one table since last asked: "game", "chat", "seats", each told once."""

    def __init__(self, table: str) -> None:
        self.table = table
        self.mark: Mark | None = None  # how far the table's game had come when last heard of
        self._pending: dict[str, None] = {}
        self._woken = asyncio.Event()
        self._closed = False
        self.left: Callable[[], object] = lambda: None  # called once it is closed

    def tell(self, kind: str, mark: Mark | None) -> None:
        self._pending[kind] = None
        self.mark = mark or self.mark
        self._woken.set()

    def close(self) -> None:
        self._closed = True
        self._woken.set()
        self.left()

    async def __anext__(self) -> str:
        while not self._pending:
            if self._closed:
                raise StopAsyncIteration
            self._woken.clear()
            await self._woken.wait()
        kind = next(iter(self._pending))
        del self._pending[kind]
        return kind


class News:
    """Passes changes on. `announce` belongs into the transaction, `publish` after it."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._sender = secrets.token_hex(4)  # so that a process does not listen to itself
        self._followers: dict[str, weakref.WeakSet[Follower]] = {}
        self._listening: asyncio.Task[None] | None = None
        self.ready = asyncio.Event()

    def follow(self, table: str, *also: str) -> Follower:
        """From now on; it ends when the follower is forgotten or the server stops.

        `also` are further names under which something may be told, such as that of a person.
        """
        follower = Follower(table)
        for name in (table, *also):
            self._followers.setdefault(name, weakref.WeakSet()).add(follower)
        return follower

    def hear(self, follower: Follower) -> Follower:
        """The same for a follower of one's own kind."""
        self._followers.setdefault(follower.table, weakref.WeakSet()).add(follower)
        return follower

    def publish(self, table: str, kind: str, mark: Mark | None = None) -> None:
        followers = self._followers.get(table)
        if followers is None:
            return
        if not followers:
            del self._followers[table]
            return
        for follower in list(followers):
            follower.tell(kind, mark)

    async def announce(self, connection: Connection, table: str, kind: str, mark: Mark | None = None) -> None:
        """Tell the other processes when the transaction is committed."""
        if not self._database.is_sqlite:
            note = " ".join((self._sender, table, kind, *map(str, mark or ())))
            await connection.execute(sa.select(sa.func.pg_notify(_CHANNEL, note)))

    # -- other processes --------------------------------------------------------------------------

    async def start(self) -> None:
        """Listen to the other processes; SQLite has none."""
        if self._database.is_sqlite:
            self.ready.set()
        else:
            self._listening = asyncio.create_task(self._listen())

    async def stop(self) -> None:
        if self._listening is not None:
            self._listening.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._listening
        for followers in self._followers.values():
            for follower in list(followers):
                follower.close()

    async def _listen(self) -> None:
        """Hold a connection open; when it is lost, open another and let everybody look again."""
        url = self._database.url.set(drivername="postgresql").render_as_string(hide_password=False)
        pause = 0.1
        while True:
            try:
                connection = await asyncpg.connect(url)
                try:
                    lost = asyncio.Event()
                    connection.add_termination_listener(lambda *_, lost=lost: lost.set())
                    await connection.add_listener(_CHANNEL, self._heard)
                    pause = 0.1
                    self._tell_everybody()
                    self.ready.set()
                    await lost.wait()
                finally:
                    with contextlib.suppress(Exception):
                        await connection.close(timeout=1)
            except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, TimeoutError) as error:
                log.warning("no news from the database: %s", error)
            await asyncio.sleep(pause)
            pause = min(pause * 2, 5)

    def _heard(self, _connection: object, _pid: int, _channel: str, note: object) -> None:
        sender, table, kind, *numbers = str(note).split(" ")
        if sender != self._sender:
            self.publish(table, kind, (int(numbers[0]), int(numbers[1])) if numbers else None)

    def _tell_everybody(self) -> None:
        for table in list(self._followers):
            for kind in ("orders",) if table.startswith("@") else ("game", "chat", "seats"):
                self.publish(table, kind)
