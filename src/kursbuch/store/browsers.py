"""Browsers that people want to be told in, the tables they want to hear of, and the key that signs messages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import sqlalchemy as sa

from kursbuch.store.engine import Database
from kursbuch.store.errors import Full
from kursbuch.store.facts import shared_fact
from kursbuch.store.people import digest
from kursbuch.store.schema import bells, browsers, now, people


@dataclass(frozen=True, slots=True)
class Browser:
    """Where messages to a browser are sent, and the keys that they are sealed with for it."""

    endpoint: str
    p256dh: str
    auth: str


class Browsers:
    """Reads and writes them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, person: int, browser: Browser, most: int) -> None:
        """Remember a browser for a person; it may have been somebody else's before. Raises Full."""
        async with self._database.write() as connection:
            known = digest(browser.endpoint)
            # two at once take turns: their owner's row is held
            await connection.execute(sa.select(people.c.id).where(people.c.id == person).with_for_update())
            await connection.execute(browsers.delete().where(browsers.c.digest == known))
            own = sa.select(sa.func.count()).select_from(browsers).where(browsers.c.person == person)
            if (await connection.execute(own)).scalar_one() >= most:
                raise Full("browsers")
            await connection.execute(
                browsers.insert().values(
                    digest=known,
                    person=person,
                    endpoint=browser.endpoint,
                    p256dh=browser.p256dh,
                    auth=browser.auth,
                    created=now(),
                )
            )

    async def of(self, person: int) -> list[Browser]:
        b = browsers.c
        async with self._database.read() as connection:
            found = await connection.execute(
                sa.select(b.endpoint, b.p256dh, b.auth).where(b.person == person).order_by(b.created)
            )
            return [Browser(row.endpoint, row.p256dh, row.auth) for row in found]

    async def drop(self, endpoint: str) -> None:
        """Forget a browser."""
        await self.sign_out(digest(endpoint))

    async def sign_out(self, known: str) -> None:
        """Forget the browser with this digest: whoever uses it next is not told what concerns another."""
        async with self._database.write() as connection:
            await connection.execute(browsers.delete().where(browsers.c.digest == known))

    # -- tables -----------------------------------------------------------------------------------

    async def ring(self, person: int, table: str, on: bool) -> None:
        """Whether a person wants to hear of a table."""
        this = (bells.c.person == person) & (bells.c.table == table)
        async with self._database.write() as connection:
            await connection.execute(bells.delete().where(this))
            if on:
                await connection.execute(bells.insert().values(person=person, table=table))

    async def rings(self, person: int, table: str) -> bool:
        query = sa.select(bells.c.table).where(bells.c.person == person, bells.c.table == table)
        async with self._database.read() as connection:
            return (await connection.execute(query)).first() is not None

    # -- the key ----------------------------------------------------------------------------------

    async def key(self, make: Callable[[], str]) -> str:
        """The private key of this server: made once, the same for all processes."""
        return await shared_fact(self._database, "vapid", make)
