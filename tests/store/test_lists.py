"""The list of somebody's tables: first what waits for them, page by page, on every database."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import pytest

from kursbuch.store import News, People, SeatRow, TableRow, TableStore, migrate, open_database
from kursbuch.store.schema import now
from tests.web.postgres import postgres

NAMES = ("Jörg", 'Ann "A" Lee', "Ben", "O'Hara")


@contextmanager
def _url(kind: str, folder: Path) -> Iterator[str]:
    if kind == "sqlite":
        yield f"sqlite:///{folder / 'store.sqlite3'}"
    else:
        with postgres() as url:
            yield url


def _waits_for(row: TableRow, person: int) -> bool:
    own = {seat.player for seat in row.seats if seat.person == person}
    asked = bool(own) and row.undo_asked_by not in ("", *own)
    return bool(own & {*row.acting}) or asked


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_what_waits_for_a_person_comes_first_then_the_newest_then_what_is_over(kind: str, tmp_path: Path):
    async def work(url: str) -> None:
        database = open_database(url)
        await migrate(database)
        store, people = TableStore(database, News(database)), People(database)
        sitting = [(await people.add(name, None, "en")).id for name in NAMES]
        rng, rows = random.Random(4), []
        for number in range(60):
            seats = tuple(
                SeatRow(name, person if rng.random() < 0.6 else rng.choice(sitting))
                for name, person in zip(NAMES, sitting, strict=True)
            )
            row = TableRow(
                id=f"table{number}",
                title="18te",
                name="",
                mode="online",
                visibility="private",
                options={},
                seed=1,
                owner=rng.choice(sitting),
                started=True,
                updated=now() - timedelta(minutes=rng.randrange(10**4)),
                over=rng.random() < 0.2,
                acting=tuple(name for name in NAMES if rng.random() < 0.15),
                undo_asked_by=rng.choice(("", "", *NAMES)),
                seats=seats,
            )
            rows.append(row)
            await store.add(row)
        waited = 0
        for person in sitting:
            mine = [r for r in rows if r.owner == person or any(s.person == person for s in r.seats)]
            first = [r for r in mine if not r.over and _waits_for(r, person)]
            wanted = sorted(mine, key=lambda r: (r not in first, r.over, -r.updated.timestamp(), r.id))
            waited += len(first)
            pages = [await store.lists.of_person(person, 7, start) for start in range(0, 70, 7)]
            assert [r.id for page in pages for r in page] == [r.id for r in wanted]
            assert [r.seats for page in pages for r in page] == [r.seats for r in wanted]
        assert 20 < waited < 200
        await database.close()

    with _url(kind, tmp_path) as url:
        asyncio.run(work(url))
