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
    a = actions.c
    found = await connection.execute(
        sa.select(a.kind, a.player, a.text, a.events, a.person, a.at)
        .where(a.table == table, a.number > after)
        .order_by(a.number)
    )
    return [Entry(*row) for row in found]


async def append(
    connection: Connection, table: str, after: int, entries: Sequence[Entry], revision: int
) -> None:
    """Add lines from number `after` + 1 on. The primary key lets only one writer have a number."""
    moment = now()
    await connection.execute(
        actions.insert(),
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
