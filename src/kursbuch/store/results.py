"""How games of people ended, how well people play, and how they want to be seen."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa

from kursbuch.store.engine import Database
from kursbuch.store.schema import profiles, ratings, results, seats, tables


@dataclass(frozen=True, slots=True)
class Result:
    """How one player came out of a game."""

    player: str
    person: int | None
    place: int
    worth: int


@dataclass(frozen=True, slots=True)
class Rating:
    mu: float
    sigma: float
    games: int = 0


@dataclass(frozen=True, slots=True)
class Record:
    """A person's games of one title with so many players."""

    title: str
    players: int
    games: int
    wins: int
    last: datetime


Rated = Callable[[Mapping[int, Rating | None], Mapping[int, int]], Mapping[int, Rating]]
"""New ratings of people, by those of before and their places."""


class Results:
    """Reads and writes them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(
        self, table: str, title: str, at: datetime, found: Sequence[Result], rated: Rated | None
    ) -> bool:
        """Note how a game ended, once, and what it says about how well people play; False if it was noted already."""
        placed = {one.person: one.place for one in found if one.person is not None}
        async with self._database.write() as connection:
            # the table's row is held: of several who note the same game one does
            await connection.execute(sa.select(tables.c.id).where(tables.c.id == table).with_for_update())
            there = sa.select(results.c.player).where(results.c.table == table).limit(1)
            if (await connection.execute(there)).first() is not None:
                return False
            rows = [
                {
                    "table": table,
                    "player": one.player,
                    "person": one.person,
                    "title": title,
                    "players": len(found),
                    "place": one.place,
                    "worth": one.worth,
                    "at": at,
                }
                for one in found
            ]
            await connection.execute(results.insert(), rows)
            if rated is None or len(placed) < 2:
                return True
            r = ratings.c
            mine = (r.title == title) & r.person.in_(sorted(placed))
            known = await connection.execute(sa.select(ratings).where(mine).with_for_update())
            before: dict[int, Rating | None] = dict.fromkeys(placed)
            before |= {row.person: Rating(row.mu, row.sigma, row.games) for row in known}
            await connection.execute(ratings.delete().where(mine))
            values = [
                {"person": who, "title": title, "mu": new.mu, "sigma": new.sigma, "games": new.games}
                for who, new in rated(before, placed).items()
            ]
            await connection.execute(ratings.insert(), values)
        return True

    async def missing(self, limit: int = 500) -> list[str]:
        """Finished online tables of several people whose results are not noted; where nobody moved there is none."""
        noted = sa.select(results.c.table)
        several = (
            sa.select(seats.c.table)
            .where(seats.c.person.is_not(None))
            .group_by(seats.c.table)
            .having(sa.func.count() > 1)
        )
        query = (
            sa.select(tables.c.id)
            .where(
                tables.c.over.is_(True),
                tables.c.ended != "closed",
                tables.c.moves > 0,
                tables.c.mode == "online",
                tables.c.id.not_in(noted),
                tables.c.id.in_(several),
            )
            .order_by(tables.c.updated)
            .limit(limit)
        )
        async with self._database.read() as connection:
            return [row.id for row in await connection.execute(query)]

    async def of(self, person: int) -> tuple[list[Record], dict[str, Rating]]:
        """A person's games by title and number of players, and their ratings by title."""
        r = results.c
        wins = sa.func.sum(sa.case((r.place == 1, 1), else_=0)).label("wins")
        query = (
            sa.select(
                r.title, r.players, sa.func.count().label("games"), wins, sa.func.max(r.at).label("last")
            )
            .where(r.person == person)
            .group_by(r.title, r.players)
            .order_by(r.title, r.players)
        )
        async with self._database.read() as connection:
            found = [
                Record(row.title, row.players, row.games, int(row.wins), row.last)
                for row in await connection.execute(query)
            ]
            rated = await connection.execute(sa.select(ratings).where(ratings.c.person == person))
            return found, {row.title: Rating(row.mu, row.sigma, row.games) for row in rated}

    # -- how people want to be seen ---------------------------------------------------------------

    async def hidden(self, person: int) -> bool:
        query = sa.select(profiles.c.hidden).where(profiles.c.person == person)
        async with self._database.read() as connection:
            return bool((await connection.execute(query)).scalar_one_or_none())

    async def hide(self, person: int, hidden: bool) -> None:
        async with self._database.write() as connection:
            await connection.execute(profiles.delete().where(profiles.c.person == person))
            if hidden:
                await connection.execute(profiles.insert().values(person=person, hidden=True))
