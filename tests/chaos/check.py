"""What must hold whatever broke: every promise is in the log once and in its place, and games load."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import sqlalchemy as sa

import kursbuch as kb
from kursbuch.store import Games, News, TableStore, open_database
from kursbuch.store.log import Entry, read_log
from kursbuch.store.schema import chat
from tests.chaos.people import Ledger


class Found(Counter[str]):
    """Faults by kind, and the first few in words."""

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []

    def note(self, kind: str, words: str) -> None:
        self[kind] += 1
        if len(self.words) < 20:
            self.words.append(f"{kind}: {words}")


def check(url: str, ledgers: Iterable[Ledger], found: Found, *, whole: bool) -> None:
    """Compare the database with what people were promised; `whole` loads and audits every game as well."""
    asyncio.run(_check(url, list(ledgers), found, whole))


async def _check(url: str, ledgers: Sequence[Ledger], found: Found, whole: bool) -> None:
    database = open_database(url)
    store = TableStore(database, News(database))
    try:
        for ledger in ledgers:
            with ledger.lock:  # before the log is read: what is promised later may not be in it
                promises, lines = list(ledger.promises), list(ledger.chat)
            async with database.read() as connection:
                log = await read_log(connection, ledger.table)
                said = [
                    row.text
                    for row in await connection.execute(
                        sa.select(chat.c.text).where(chat.c.table == ledger.table)
                    )
                ]
            _promised(ledger, promises, log, found)
            _talked(ledger, lines, said, found)
            if whole:
                await _loads(ledger, store, Games(database, store), found)
    finally:
        await database.close()


def _promised(ledger: Ledger, promises: Sequence[Any], log: Sequence[Entry], found: Found) -> None:
    place = f"table {ledger.table} ({ledger.title})"
    versions = [promise.version for promise in promises]
    if len(set(versions)) != len(versions):
        found.note("doubled", f"{place}: one version was promised twice")
    for promise in promises:
        if promise.version > len(log):
            found.note("lost", f"{place}: version {promise.version} of {len(log)}")
            continue
        entry = log[promise.version - 1]
        if entry.kind != promise.kind or (promise.text and promise.text not in (entry.text, entry.line)):
            found.note("wrong", f"{place}: {promise} is {entry.kind} {entry.line!r}")
    by_people = sum(entry.kind == "act" and entry.person is not None for entry in log)
    if by_people > ledger.asked:  # counted after the log was read, so those under way are in it
        found.note("doubled", f"{place}: {by_people} actions of people, who sent {ledger.asked}")


def _talked(ledger: Ledger, lines: Sequence[str], said: Sequence[str], found: Found) -> None:
    count = Counter(said)
    for line in lines:
        if count[line] != 1:
            found.note("lost" if not count[line] else "doubled", f"table {ledger.table}: a line of the chat")


async def _loads(ledger: Ledger, store: TableStore, games: Games, found: Found) -> None:
    try:
        row = await store.get(ledger.table)
        live = await games.get(row)
        live.game.audit()
        again = kb.load(live.game.to_json())
        again.audit()
        if again.view(None)["position"] != live.game.view(None)["position"]:
            found.note("differs", f"table {ledger.table}: the transcript leads elsewhere")
    except Exception as error:
        found.note("unreadable", f"table {ledger.table}: {type(error).__name__}: {error}")
