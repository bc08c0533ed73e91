"""The log of a table: one row per action, undo and redo, only ever added to.

A row of the kind "seed" says that chance goes on from another seed: its text.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

import sqlalchemy as sa

from kursbuch.store.engine import Connection
from kursbuch.store.schema import actions, now

Kind = Literal["act", "undo", "redo", "seed"]


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the log. `text` and `player` tell the action; undo and redo need neither."""

    kind: Kind
    player: str = ""
    text: str = ""
    events: str = "[]"
    person: int | None = None
    at: datetime | None = None
    uncovered: bool = False

    @property
    def line(self) -> str:
        """The action as the engine reads it, with who sent it."""
        return f"{self.player}: {self.text}" if self.player else self.text


async def read_log(connection: Connection, table: str, after: int = 0) -> list[Entry]:
    """The lines with a number above `after`, in order."""
    found = await connection.execute(_READ, {"of_table": table, "after": after})
    return [Entry(*row) for row in found]


_READ = (
    sa.select(
        *(actions.c[name] for name in ("kind", "player", "text", "events", "person", "at", "uncovered"))
    )
    .where(actions.c.table == sa.bindparam("of_table"), actions.c.number > sa.bindparam("after"))
    .order_by(actions.c.number)
)
_APPEND = actions.insert()


async def append(
    connection: Connection, table: str, after: int, entries: Sequence[Entry], revision: int
) -> None:
    """Add lines from number `after` + 1 on. The primary key lets only one writer have a number."""
    moment = now()
    await connection.execute(
        _APPEND,
        [
            {
                "table": table,
                "number": number,
                "kind": entry.kind,
                "player": entry.player,
                "text": entry.text,
                "events": entry.events,
                "person": entry.person,
                "revision": revision,
                "at": entry.at or moment,
                "uncovered": entry.uncovered,
            }
            for number, entry in enumerate(entries, start=after + 1)
        ],
    )
