"""What is said at tables."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa

from kursbuch.store.engine import Database
from kursbuch.store.news import News
from kursbuch.store.schema import chat, now


@dataclass(frozen=True, slots=True)
class ChatRow:
    at: datetime
    name: str
    text: str
    id: int = 0
    person: int = 0


# built once: to build a statement takes longer than to carry it out
_LINES = (
    sa.select(chat.c.at, chat.c.name, chat.c.text, chat.c.id, chat.c.person)
    .where(chat.c.table == sa.bindparam("of_table"))
    .order_by(chat.c.id.desc())
    .limit(sa.bindparam("most"))
)


class Chat:
    """Reads and writes lines of chat."""

    def __init__(self, database: Database, news: News) -> None:
        self._database = database
        self._news = news

    async def say(self, table: str, person: int, name: str, text: str) -> None:
        async with self._database.write() as connection:
            await connection.execute(
                chat.insert().values(table=table, person=person, name=name, text=text, at=now())
            )
            await self._news.announce(connection, table, "chat")
        self._news.publish(table, "chat")

    async def lines(self, table: str, limit: int = 500) -> list[ChatRow]:
        """The newest lines, oldest first."""
        async with self._database.read() as connection:
            found = await connection.execute(_LINES, {"of_table": table, "most": limit})
            return [ChatRow(*tuple(row)) for row in found][::-1]
