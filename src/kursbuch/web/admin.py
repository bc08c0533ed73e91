"""What whoever runs the server does from the command line."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TypeVar

from kursbuch.core import BadInput
from kursbuch.store import Missing, People, migrate, open_database
from kursbuch.store.conduct import Conduct
from kursbuch.store.counters import Counters
from kursbuch.store.engine import Database
from kursbuch.store.errors import Unavailable
from kursbuch.web.auth import Auth
from kursbuch.web.sessions import Keys
from kursbuch.web.settings import Settings

T = TypeVar("T")


def new_password(settings: Settings, name: str) -> str:
    """Set a random password for an account; raises BadInput. Its sessions and tokens become void."""
    return asyncio.run(_new_password(settings, name))


def administrators(settings: Settings) -> list[str]:
    """The accounts that hold the office; those that the settings name are not among them."""
    return asyncio.run(_with_conduct(settings, lambda people, conduct: conduct.admins()))


def appoint(settings: Settings, name: str, *, admin: bool) -> None:
    """Give an account the office of an administrator, or take it away; raises BadInput."""

    async def set_role(people: People, conduct: Conduct) -> None:
        row = await people.named(name)
        await conduct.set_role(row.id, "admin" if admin else "", None)

    asyncio.run(_with_conduct(settings, set_role, name))


async def _with_conduct(
    settings: Settings, work: Callable[[People, Conduct], Awaitable[T]], name: str = ""
) -> T:
    async with _opened(settings, name) as database:
        return await work(People(database), Conduct(database))


async def _new_password(settings: Settings, name: str) -> str:
    async with _opened(settings, name) as database:
        people = People(database)
        row = await people.named(name)
        password = secrets.token_urlsafe(12)
        await Auth(people, Counters(database), Keys(), settings).set_password(
            row.id, password, void_tokens=True
        )
        return password


@asynccontextmanager
async def _opened(settings: Settings, name: str) -> AsyncIterator[Database]:
    """The database for a command about an account; what goes wrong is told as bad input."""
    database = open_database(settings.url)
    try:
        await migrate(database)
        yield database
    except Missing as error:
        raise BadInput("name", "there is no account {name!r}", name=name[:40]) from error
    except Unavailable as error:
        raise BadInput("database", str(error)) from error
    finally:
        await database.close()
