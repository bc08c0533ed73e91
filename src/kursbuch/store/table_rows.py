"""What is known of a stored table, and how its row is read."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from kursbuch.core.chance import FORM
from kursbuch.core.edition import Edition
from kursbuch.store.schema import now, tables

_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that look alike


@dataclass(frozen=True, slots=True)
class SeatRow:
    player: str
    person: int | None = None
    bot: str = ""


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table as stored, with its seats in order."""

    id: str
    title: str
    name: str
    mode: str
    visibility: str
    options: dict[str, Any]
    seed: int
    owner: int
    chance: int = FORM
    setup: str = ""
    agreed: dict[str, Any] = field(default_factory=dict)
    edition: str = ""  # the digest of the edition that it is played with
    own: Edition | None = None  # that edition, where it was read along
    begun: str = ""  # the digest of the built-in data that it was begun with
    invitation: str = ""
    created: datetime = field(default_factory=now)
    updated: datetime = field(default_factory=now)
    started: bool = False
    over: bool = False
    version: int = 0
    moves: int = 0
    acting: tuple[str, ...] = ()
    bot_turn: bool = False
    undo_asked_by: str = ""
    undo_agreed: tuple[str, ...] = ()
    revision: int = 1
    state: bytes | None = None
    clock: dict[str, Any] = field(default_factory=dict)
    due: datetime | None = None
    keeping: dict[str, Any] = field(default_factory=dict)
    ended: str = ""
    seats: tuple[SeatRow, ...] = ()

    @property
    def players(self) -> list[str]:
        return [seat.player for seat in self.seats]


LIGHT = [column for column in tables.columns if column.name != "state"]  # without the position


def new_id() -> str:
    """Short enough to read out, too many to guess (10 letters of 31: 8 * 10^14)."""
    return "".join(secrets.choice(_LETTERS) for _ in range(10))


def row_of(found: sa.Row[Any], places: tuple[SeatRow, ...]) -> TableRow:
    """A row read, with the seats that were read beside it."""
    values = {name: value for name, value in found._mapping.items() if not name.startswith("seat_")}
    for name in ("acting", "undo_agreed"):
        values[name] = tuple(values[name])
    return TableRow(**{**values, "seed": int(values["seed"]), "seats": places})
