"""Reports, friends, searches, leagues, gathered messages and browsers, on SQLite and on PostgreSQL."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import asyncpg
import pytest

from kursbuch.store import News, People, SeatRow, TableRow, TableStore, migrate, open_database
from kursbuch.store.browsers import Browser, Browsers
from kursbuch.store.conduct import Conduct
from kursbuch.store.engine import Database
from kursbuch.store.errors import Conflict, Full, Missing
from kursbuch.store.leagues import LeagueStore, Pairing
from kursbuch.store.leaving import Leaving
from kursbuch.store.pending import Pending
from kursbuch.store.results import Rating, Result, Results
from kursbuch.store.schema import now
from kursbuch.store.searching import PeopleSearch, Wanted
from kursbuch.store.ties import Ties
from tests.web.postgres import postgres

Work = Callable[[Database], Awaitable[None]]


async def some_people(database: Database) -> list[int]:
    people = People(database)
    return [
        (await people.add(name, "hash", "de" if name == "Ben" else "en")).id
        for name in ("Anna", "Ben", "Clara")
    ]


async def some_table(database: Database, id: str, *people: int, **more: object) -> TableStore:
    store = TableStore(database, News(database))
    seats = tuple(SeatRow(f"P{n}", person) for n, person in enumerate(people))
    row = TableRow(id, "18te", "A Table", "online", "public", {}, 1, people[0], seats=seats, **more)  # type: ignore[arg-type]
    await store.add(row)
    return store


async def conduct(database: Database) -> None:
    anna, ben, _ = await some_people(database)
    await some_table(database, "t1", anna, ben, started=True)
    office = Conduct(database)
    await office.report(anna, "table", "words", person=None, table="t1")
    await office.report(anna, "person", "others", person=ben, table=None)
    first, second = await office.reports(settled=False, limit=5)
    assert (first.table, first.name, second.name) == ("t1", None, "Ben")
    await office.settle(first.id, ben, "done")
    with pytest.raises(Missing):
        await office.settle(first.id, ben, "again")
    assert [r.id for r in await office.reports(settled=True, limit=5)] == [first.id]
    await office.sanction(ben, "mute", now() + timedelta(days=1), "loud", anna)
    await office.sanction(ben, "ban", None, "worse", anna)
    (known,) = await office.people("", sanctioned=True, limit=5)
    assert set(known.sanctions) == {"mute", "ban"} and known.seen is None
    await office.lift(ben, "mute", "", anna)
    assert (await People(database).get(ben)).sanctions == {"ban": {"until": "", "why": "worse"}}
    assert [p.name for p in await office.people("cla", sanctioned=False, limit=5)] == ["Clara"]
    await office.set_role(anna, "admin", None)
    assert await office.admins() == ["Anna"]
    assert [d.what for d in await office.deeds(9)] == ["grant", "unmute", "ban", "mute", "settle"]
    assert [w.id for w in await office.tables("table", limit=5)] == ["t1"]
    assert await office.seated(ben) == ["t1"]
    load = await office.load(now() - timedelta(days=1))
    assert (load["accounts"], load["running"], load["reports"]) == (3, 1, 1)
    with pytest.raises(Missing):
        await office.line("t1", 5)


async def friends(database: Database) -> None:
    anna, ben, clara = await some_people(database)
    ties = Ties(database)
    assert not await ties.befriend(anna, ben)
    assert (await ties.of(ben)).asking == ["Anna"]
    assert await ties.befriend(ben, anna)
    assert (await ties.of(anna)).friends == ["Ben"]
    await ties.block(clara, anna)
    assert await ties.kept_out(anna, [ben, clara]) and not await ties.kept_out(anna, [ben])
    assert await ties.blocked_by(clara) == {anna}
    store = await some_table(database, "t1", ben, agreed={"clock": {"kind": "live"}})
    await some_table(database, "t2", clara, anna)

    async def found(**wanted: object) -> list[str]:
        return sorted(row.id for row in await store.lists.open(wanted=Wanted(**wanted)))  # type: ignore[arg-type]

    assert await found() == ["t1", "t2"] and await found(clock="live") == ["t1"]
    assert await found(clock="none") == ["t2"] and await found(players=2) == ["t2"]
    assert await found(language="de") == ["t1"] and await found(friends_of=anna) == ["t1"]
    assert await found(person=clara, words="TABLE", title="18te", free=True) == ["t1", "t2"]
    await ties.invite(anna, "t1", ben)
    assert [(i.table, i.by) for i in await ties.invitations(anna)] == [("t1", "Ben")]
    await ties.block(anna, ben)
    assert await ties.invitations(anna) == [] and await found(person=anna) == ["t2"]
    search = PeopleSearch(database)
    assert [p.name for p in await search.find("an")] == ["Anna"]
    assert [p.name for p in await search.find(language="de")] == ["Ben"]
    results = Results(database)
    await results.add("t2", "18te", now(), [Result("P0", clara, 1, 9), Result("P1", anna, 2, 1)], None)
    assert [(p.name, p.games) for p in await search.find(title="18te")] == [("Anna", 1), ("Clara", 1)]
    data = await Leaving(database, News(database)).data(anna)
    assert [tie["kind"] for tie in data["ties"]] == ["block"]
    await Leaving(database, News(database)).leave(anna, "random")
    assert await ties.blocked_by(clara) == frozenset()


async def leagues(database: Database) -> None:
    anna, ben, clara = await some_people(database)
    store = LeagueStore(database)
    id = await store.add(anna, "Winter", "18te", {}, size=2, rounds=2, options={})
    for person, name in ((anna, "Anna"), (ben, "Ben"), (ben, "Ben")):
        await store.enter(id, person, name, 2)
    with pytest.raises(Full):
        await store.enter(id, clara, "Clara", 2)
    league = await store.get(id)
    await some_table(database, "t1", anna, ben, started=True)
    made = [Pairing(1, anna, "t1", 0), Pairing(1, ben, "t1", 1)]
    league = await store.seat(league, made)
    assert league.state == "running" and await store.running() == [id]
    with pytest.raises(Conflict):
        await store.enter(id, clara, "Clara", 9)
    with pytest.raises(Conflict):
        await store.seat(replace(league, round=0), made)
    assert await store.pairings(id) == made and await store.of_table("t1") == id
    assert not (await store.tables(id))["t1"].settled
    await store.leave(id, ben)
    assert [bool(e.left) for e in await store.entrants(id)] == [False, True]
    results = Results(database)
    await results.add("t1", "18te", now(), [Result("P0", anna, 1, 9), Result("P1", ben, 2, 1)], None)
    assert await store.results(id) == {"t1": [(anna, 1, 9), (ben, 2, 1)]}
    await some_table(database, "t2", anna, ben, started=True, over=True, ended="agreed")
    await some_table(database, "t3", anna, ben, started=True, over=True, ended="agreed", moves=1)
    await store.seat(league, [Pairing(2, anna, "t2", 0), Pairing(2, ben, "t3", 0)])
    assert await results.missing() == ["t3"]  # at t2 nobody moved: no result will come
    found_tables = await store.tables(id)
    assert [found_tables[table].settled for table in ("t2", "t3")] == [True, False]
    await store.end(id)
    ((found, number),) = await store.every(5)
    assert found.state == "ended" and number == 1


async def leagues_keep_results_of_who_is_gone(database: Database) -> None:
    """Who deletes their account stays in a league's results without a name, and nowhere else."""
    anna, ben, _ = await some_people(database)
    store, results = LeagueStore(database), Results(database)
    id = await store.add(anna, "Winter", "18te", {}, size=2, rounds=2, options={})
    for person, name in ((anna, "Anna"), (ben, "Ben")):
        await store.enter(id, person, name, 2)
    for table in ("t1", "t2"):
        await some_table(database, table, anna, ben, started=True, over=True)
        found = [Result("P0", anna, 2, 1), Result("P1", ben, 1, 9)]
        await results.add(table, "18te", now(), found, lambda _, placed: dict.fromkeys(placed, Rating(25, 8)))
    await store.seat(await store.get(id), [Pairing(1, anna, "t1", 0), Pairing(1, ben, "t1", 1)])
    await Leaving(database, News(database)).leave(ben, "random")
    assert await store.results(id) == {"t1": [(anna, 2, 1), (ben, 1, 9)]}
    assert [entrant.name for entrant in await store.entrants(id)] == ["Anna", "?"]
    records, ratings = await results.of(ben)
    assert [record.games for record in records] == [1] and not ratings  # t2 is of no league
    assert [found.name for found in await PeopleSearch(database).find(title="18te")] == ["Anna"]
    for name in ("Ben", "?"):
        with pytest.raises(Missing):  # nor is there a profile
            await People(database).named(name)


async def messages(database: Database) -> None:
    anna, ben, _ = await some_people(database)
    await some_table(database, "t1", anna, ben)
    people, pending = People(database), Pending(database)
    await people.set_notice(anna, email="a@example.org", every=60)
    await pending.add(anna, "turn", "t1", {})
    await pending.add(anna, "named", "t1", {"by": "Ben"})
    assert await pending.due(now()) == []
    assert await pending.due(now() + timedelta(hours=2)) == [anna]
    assert [one.kind for one in await pending.take(anna)] == ["turn", "named"]
    assert await pending.take(anna) == []


async def browsers_at_once(database: Database) -> None:
    """However many browsers somebody adds at the same moment, no more are kept than may be."""
    anna, *_ = await some_people(database)
    browsers = Browsers(database)
    added = (browsers.add(anna, Browser(f"https://push.example/{n}", "", ""), 2) for n in range(12))
    refused = [one for one in await asyncio.gather(*added, return_exceptions=True) if one is not None]
    assert len(refused) == 10 and all(isinstance(one, Full) for one in refused)
    assert len(await browsers.of(anna)) == 2


WORKS: list[Work] = [
    conduct,
    friends,
    leagues,
    leagues_keep_results_of_who_is_gone,
    messages,
    browsers_at_once,
]


@pytest.mark.parametrize("work", WORKS)
def test_on_sqlite(work: Work, tmp_path: Path):
    asyncio.run(_with(f"sqlite:///{tmp_path / 'x.sqlite3'}", work))


def test_on_postgresql():
    async def each(url: str) -> None:
        for number, work in enumerate(WORKS):
            connection = await asyncpg.connect(url)
            await connection.execute(f"create database work{number}")
            await connection.close()
            await _with(url.replace("/postgres", f"/work{number}"), work)

    with postgres() as url:
        asyncio.run(each(url))


async def _with(url: str, work: Work) -> None:
    database = open_database(url)
    try:
        await migrate(database)
        await work(database)
    finally:
        await database.close()
