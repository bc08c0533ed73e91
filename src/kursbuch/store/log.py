"""The log of a table: one row per action, undo and redo, only ever added to."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

import sqlalchemy as sa

from kursbuch.core import Event
from kursbuch.store.engine import Connection
from kursbuch.store.schema import actions, now

Kind = Literal["act", "undo", "redo"]


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the log. `text` and `player` tell the action; undo and redo need neither."""

    kind: Kind
    player: str = ""
    text: str = ""
    events: str = "[]"
    person: int | None = None
    at: datetime | None = None

    @property
    def line(self) -> str:
        """The action as the engine reads it, with who sent it."""
        return f"{self.player}: {self.text}" if self.player else self.text


def events_text(events: Iterable[Event]) -> str:
    rows = [{"key": e.key, "values": dict(e.values), "to": e.to} for e in events]
    return json.dumps(rows, ensure_ascii=False, separators=(",", ":"), default=_plain)


def read_events(text: str) -> tuple[Event, ...]:
    return tuple(Event(row["key"], row["values"], row["to"]) for row in json.loads(text))


def _plain(value: Any) -> Any:
    return sorted(value) if isinstance(value, (set, frozenset)) else str(value)


async def read_log(connection: Connection, table: str, after: int = 0) -> list[Entry]:
    """The lines with a number above `after`, in order."""
    found = await connection.execute(_READ, {"of_table": table, "after": after})
    return [Entry(*row) for row in found]


_READ = (
    sa.select(*(actions.c[name] for name in ("kind", "player", "text", "events", "person", "at")))
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
            }
            for number, entry in enumerate(entries, start=after + 1)
        ],
    )


def in_force(entries: Iterable[Entry]) -> list[Entry]:
    """The actions that stand when all undos and redos are done."""
    standing: list[Entry] = []
    undone: list[Entry] = []
    for entry in entries:
        if entry.kind == "act":
            standing.append(entry)
            undone.clear()
        elif entry.kind == "undo":
            undone.append(standing.pop())
        else:
            standing.append(undone.pop())
    return standing
