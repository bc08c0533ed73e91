"""Leagues in SQL: who takes part, who sat where, which tables are finished."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from kursbuch.store.engine import Database
from kursbuch.store.errors import Conflict, Full, Missing
from kursbuch.store.schema import entrants, leagues, now, pairings, people, results, seats, tables
from kursbuch.store.table_rows import new_id


@dataclass(frozen=True, slots=True)
class League:
    id: str
    name: str
    title: str
    options: Mapping[str, Any]
    agreed: Mapping[str, Any]
    organiser: int
    seats: int
    rounds: int
    round: int
    created: datetime
    ended: datetime | None

    @property
    def state(self) -> str:
        return "ended" if self.ended else "running" if self.round else "open"


@dataclass(frozen=True, slots=True)
class Entrant:
    person: int
    name: str
    left: datetime | None


@dataclass(frozen=True, slots=True)
class Pairing:
    """Where somebody sits in a round; without a table they sit out."""

    round: int
    person: int
    table: str | None
    seat: int


@dataclass(frozen=True, slots=True)
class Played:
    """A table of a league: whether it is over, and whether its result is noted, or none will ever be."""

    id: str
    over: bool
    settled: bool


class LeagueStore:
    """Reads and writes them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(
        self,
        organiser: int,
        name: str,
        title: str,
        agreed: Mapping[str, Any],
        *,
        size: int,
        rounds: int,
        options: Mapping[str, Any],
    ) -> str:
        row = {"id": new_id(), "name": name, "title": title, "options": dict(options), "agreed": dict(agreed)}
        more = {"organiser": organiser, "seats": size, "rounds": rounds, "round": 0, "created": now()}
        async with self._database.write() as connection:
            await connection.execute(leagues.insert().values(**row, **more))
        return str(row["id"])

    async def get(self, league: str) -> League:
        """Raises Missing."""
        async with self._database.read() as connection:
            found = (await connection.execute(sa.select(leagues).where(leagues.c.id == league))).one_or_none()
        if found is None:
            raise Missing("league")
        return League(*tuple(found))

    async def every(self, limit: int, offset: int = 0) -> list[tuple[League, int]]:
        """Leagues, those that go on first, then the newest; with how many take part."""
        number = (
            sa.select(sa.func.count()).where(entrants.c.league == leagues.c.id, entrants.c.left.is_(None))
        ).scalar_subquery()
        query = sa.select(*leagues.columns, number.label("number"))
        query = query.order_by(leagues.c.ended.is_not(None), leagues.c.created.desc(), leagues.c.id)
        async with self._database.read() as connection:
            found = await connection.execute(query.limit(limit).offset(offset))
            return [(League(*tuple(row)[:-1]), int(row.number)) for row in found]

    async def running(self) -> list[str]:
        query = sa.select(leagues.c.id).where(leagues.c.round > 0, leagues.c.ended.is_(None))
        async with self._database.read() as connection:
            return [row.id for row in await connection.execute(query)]

    async def of_table(self, table: str) -> str:
        """The league that a table belongs to; "" if to none."""
        query = sa.select(pairings.c.league).where(pairings.c.table == table).limit(1)
        async with self._database.read() as connection:
            return str((await connection.execute(query)).scalar_one_or_none() or "")

    async def end(self, league: str) -> None:
        async with self._database.write() as connection:
            this = (leagues.c.id == league) & leagues.c.ended.is_(None)
            await connection.execute(leagues.update().where(this).values(ended=now()))

    # -- people -----------------------------------------------------------------------------------

    async def enter(self, league: str, person: int, name: str, most: int) -> None:
        """Raises Full, or Conflict if it has begun. Who is there already stays."""
        async with self._database.write() as connection:
            held = sa.select(leagues.c.round, leagues.c.ended).where(leagues.c.id == league).with_for_update()
            row = (await connection.execute(held)).one()
            if row.round or row.ended:
                raise Conflict(league)
            there = sa.select(entrants.c.person).where(entrants.c.league == league)
            found = {r.person for r in await connection.execute(there)}
            if person in found:
                return
            if len(found) >= most:
                raise Full(league)
            await connection.execute(
                entrants.insert().values(league=league, person=person, name=name, at=now())
            )

    async def leave(self, league: str, person: int) -> None:
        """Before it begins nothing is left of them; later they are seated no more."""
        this = (entrants.c.league == league) & (entrants.c.person == person)
        async with self._database.write() as connection:
            held = sa.select(leagues.c.round).where(leagues.c.id == league).with_for_update()
            if (await connection.execute(held)).scalar_one():
                gone = entrants.update().where(this, entrants.c.left.is_(None)).values(left=now())
                await connection.execute(gone)
            else:
                await connection.execute(entrants.delete().where(this))

    async def entrants(self, league: str) -> list[Entrant]:
        e = entrants.c
        query = sa.select(e.person, e.name, e.left).where(e.league == league).order_by(e.at, e.person)
        async with self._database.read() as connection:
            return [Entrant(*tuple(row)) for row in await connection.execute(query)]

    # -- rounds -----------------------------------------------------------------------------------

    async def seat(self, league: League, made: Sequence[Pairing]) -> League:
        """Begin the next round with these places; raises Conflict if somebody else has."""
        number = league.round + 1
        this = (leagues.c.id == league.id) & (leagues.c.round == league.round) & leagues.c.ended.is_(None)
        async with self._database.write() as connection:
            done = await connection.execute(leagues.update().where(this).values(round=number))
            if done.rowcount != 1:
                raise Conflict(league.id)
            rows = [
                {"league": league.id, "round": number, "person": p.person, "table": p.table, "seat": p.seat}
                for p in made
            ]
            await connection.execute(pairings.insert(), rows)
        return replace(league, round=number)

    async def pairings(self, league: str) -> list[Pairing]:
        p = pairings.c
        query = sa.select(p.round, p.person, p.table, p.seat).where(p.league == league)
        async with self._database.read() as connection:
            found = await connection.execute(query.order_by(p.round, p.table, p.seat))
            return [Pairing(*tuple(row)) for row in found]

    async def tables(self, league: str) -> dict[str, Played]:
        """Its tables; a result is noted, or will never be: it was closed, nobody moved, or bots took it over."""
        noted = sa.select(results.c.table).where(results.c.table == tables.c.id).exists()
        people_left = (
            sa.select(sa.func.count())
            .where(seats.c.table == tables.c.id, seats.c.person.is_not(None))
            .scalar_subquery()
        )
        none_comes = (tables.c.ended == "closed") | (tables.c.moves == 0) | (people_left < 2)
        settled = tables.c.over.is_(True) & (noted | none_comes)
        mine = sa.select(pairings.c.table).where(pairings.c.league == league, pairings.c.table.is_not(None))
        query = sa.select(tables.c.id, tables.c.over, settled.label("settled")).where(tables.c.id.in_(mine))
        async with self._database.read() as connection:
            return {row.id: Played(row.id, row.over, row.settled) for row in await connection.execute(query)}

    async def results(self, league: str) -> dict[str, list[tuple[int | None, int, int]]]:
        """Of each finished table who came out of it (None: nobody of the league), in which place, with what worth."""
        r = results.c
        mine = sa.select(pairings.c.table).where(pairings.c.league == league)
        query = sa.select(r.table, r.person, r.place, r.worth).where(r.table.in_(mine))
        out: dict[str, list[tuple[int | None, int, int]]] = {}
        async with self._database.read() as connection:
            for row in await connection.execute(query.order_by(r.table, r.player)):
                out.setdefault(row.table, []).append((row.person, row.place, row.worth))
        return out

    async def names(self, some: Sequence[int]) -> dict[int, str]:
        query = sa.select(people.c.id, people.c.name).where(people.c.id.in_(sorted(set(some))))
        async with self._database.read() as connection:
            return {row.id: row.name for row in await connection.execute(query)}
