"""What whoever runs the server does from the command line."""

from __future__ import annotations

import asyncio
import secrets

from kursbuch.core import BadInput
from kursbuch.store import Missing, People, migrate, open_database
from kursbuch.store.counters import Counters
from kursbuch.store.errors import Unavailable
from kursbuch.web.auth import Auth
from kursbuch.web.sessions import Keys
from kursbuch.web.settings import Settings


def new_password(settings: Settings, name: str) -> str:
    """Set a random password for an account; raises BadInput. Its sessions and tokens become void."""
    return asyncio.run(_new_password(settings, name))


async def _new_password(settings: Settings, name: str) -> str:
    database = open_database(settings.url)
    try:
        await migrate(database)
        people = People(database)
        row = await people.named(name)
        password = secrets.token_urlsafe(12)
        await Auth(people, Counters(database), Keys(), settings).set_password(
            row.id, password, void_tokens=True
        )
        return password
    except Missing as error:
        raise BadInput("name", "there is no account {name!r}", name=name[:40]) from error
    except Unavailable as error:
        raise BadInput("database", str(error)) from error
    finally:
        await database.close()
