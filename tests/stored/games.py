"""Reads the stored games beside this file, and puts them into a database as an old program left it."""

from __future__ import annotations

import base64
import json
import lzma
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from kursbuch.store import Database
from kursbuch.store.schema import Moment, actions, chat, people, seats, tables

HERE = Path(__file__).parent
NAMES = sorted(path.name.removesuffix(".json.xz") for path in HERE.glob("*.json.xz"))

# the columns of that day, in their order: rows of the log are stored as lists
_SEATS = ("table", "number", "player", "person", "bot")
_PEOPLE = ("id", "name", "key", "password", "language", "epoch", "created")
_ACTIONS = ("table", "number", "kind", "player", "text", "events", "person", "revision", "at")
_CHAT = ("id", "table", "person", "name", "text", "at")


@dataclass(frozen=True)
class Stored:
    """A table as it was stored at one moment, and what could be seen then."""

    game: str
    data: dict[str, Any]
    seen: dict[str, Any]

    @property
    def id(self) -> str:
        return f"{self.game}@{self.version}"

    @property
    def version(self) -> int:
        version: int = self.seen["row"]["version"]
        return version

    @property
    def state(self) -> bytes:
        return base64.b64decode(self.seen["row"]["state"])

    @property
    def table(self) -> dict[str, Any]:
        return {**self.data["table"], **self.seen["row"], "state": self.state}

    @property
    def players(self) -> list[str]:
        return [seat[2] for seat in self.data["seats"]]


@cache
def stored(game: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(lzma.decompress((HERE / f"{game}.json.xz").read_bytes()))
    return data


def moments(game: str) -> Iterator[Stored]:
    data = stored(game)
    for seen in data["moments"]:
        yield Stored(game, data, seen)


async def put(database: Database, moment: Stored) -> str:
    """Put a table into a database as it was at that moment; gives its id."""
    data, version = moment.data, moment.version
    lines = [row for row in data["actions"] if row[1] <= version]
    last = lines[-1][-1] if lines else data["table"]["created"]
    talk = [row for row in data["chat"] if row[-1] <= last]
    async with database.write() as connection:
        for table, columns, rows in (
            (people, _PEOPLE, data["people"]),
            (tables, tuple(moment.table), [list(moment.table.values())]),
            (seats, _SEATS, data["seats"]),
            (actions, _ACTIONS, lines),
            (chat, _CHAT, talk),
        ):
            if rows:
                values = [_timed(table, dict(zip(columns, row, strict=True))) for row in rows]
                await connection.execute(table.insert(), values)
    return str(data["table"]["id"])


def _timed(table: sa.Table, row: dict[str, Any]) -> dict[str, Any]:
    return {
        key: datetime.fromisoformat(value) if value and isinstance(table.c[key].type, Moment) else value
        for key, value in row.items()
    }


def as_json(value: Any) -> Any:
    """What comes out when it is written as JSON and read."""
    return json.loads(json.dumps(value))
