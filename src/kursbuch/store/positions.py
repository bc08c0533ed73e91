"""Positions along the way of a game: every one of them, most as a difference from one some moves before.

Consecutive positions are nearly the same, so a difference takes some 100 to 300 bytes, about as much as the line of
the log that led to it; every `STRETCH`th position is written whole, so that none is more than two reads away. Nothing
needs thinning out, and nothing is ever worked out again from the log.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import sqlalchemy as sa

from kursbuch.core import State
from kursbuch.store.codec import packed, read, unpacked, written
from kursbuch.store.engine import Connection
from kursbuch.store.fixed import Fixed
from kursbuch.store.schema import positions

STRETCH = 32  # lines of the log from one whole position to the next
_ASK = 400  # rows in one question; SQLite takes no more than 999 values


@dataclass(frozen=True, slots=True)
class PositionRow:
    """A position as stored, after line `number` of the log."""

    number: int
    base: int | None
    data: bytes


@dataclass(frozen=True, slots=True)
class Whole:
    """A position that is stored whole, from which others differ."""

    number: int
    raw: bytes


def as_rows(
    last: Whole | None, before: tuple[int, State], after: tuple[int, State], fixed: Fixed
) -> tuple[list[PositionRow], Whole, bytes]:
    """The rows to add for a new position, the whole one from now on, and the new position by itself.

    Where there is none to differ from yet, the position before is added whole: it is the first that can be shown.
    """
    rows = []
    if last is None:
        last = Whole(before[0], written(before[1], fixed))
        rows.append(PositionRow(last.number, None, packed(last.raw)))
    number, raw = after[0], written(after[1], fixed)
    alone = packed(raw)
    if number - last.number >= STRETCH:
        last = Whole(number, raw)
        rows.append(PositionRow(number, None, alone))
    else:
        rows.append(PositionRow(number, last.number, packed(raw, last.raw)))
    return rows, last, alone


_PUT = positions.insert()
_WHERE = positions.c.table == sa.bindparam("of_table")
_NEWEST = (
    sa.select(positions.c.number, positions.c.data)
    .where(_WHERE, positions.c.base.is_(None))
    .order_by(positions.c.number.desc())
    .limit(1)
)
_FIRST = sa.select(sa.func.min(positions.c.number)).where(_WHERE)
_SOME = sa.select(positions.c.number, positions.c.base, positions.c.data).where(
    _WHERE, positions.c.number.in_(sa.bindparam("numbers", expanding=True))
)


async def put_positions(connection: Connection, table: str, rows: Sequence[PositionRow]) -> None:
    if rows:
        await connection.execute(
            _PUT, [{"table": table, "number": r.number, "base": r.base, "data": r.data} for r in rows]
        )


async def newest_whole(connection: Connection, table: str) -> PositionRow | None:
    """The newest position that is stored whole."""
    found = (await connection.execute(_NEWEST, {"of_table": table})).first()
    return PositionRow(found.number, None, found.data) if found else None


async def first_kept(connection: Connection, table: str) -> int | None:
    """The number of the first line after which the position is stored."""
    number: int | None = (await connection.execute(_FIRST, {"of_table": table})).scalar()
    return number


async def some_positions(
    connection: Connection, table: str, numbers: Iterable[int]
) -> dict[int, PositionRow]:
    """The positions after these lines, as far as they are stored, and those that they differ from."""
    rows: dict[int, PositionRow] = {}
    wanted = sorted(set(numbers))
    while wanted:
        found = await connection.execute(_SOME, {"of_table": table, "numbers": wanted[:_ASK]})
        new = [PositionRow(row.number, row.base, row.data) for row in found]
        rows.update({row.number: row for row in new})
        bases = {row.base for row in new if row.base is not None and row.base not in rows}
        wanted = sorted({*wanted[_ASK:], *bases})
    return rows


def read_position(rows: dict[int, PositionRow], number: int, fixed: Fixed) -> State:
    """The position after a line; raises CannotRead or KeyError."""
    row = rows[number]
    base = b"" if row.base is None else unpacked(rows[row.base].data)
    return read(unpacked(row.data, base), fixed)
