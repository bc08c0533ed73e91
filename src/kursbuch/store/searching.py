"""What one may look for among public tables and among people."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from kursbuch.store.engine import Database
from kursbuch.store.schema import people, profiles, ratings, results, seats, tables, ties
from kursbuch.store.ties import friends_of


@dataclass(frozen=True, slots=True)
class Wanted:
    """Tables that somebody looks for; what is empty does not matter."""

    words: str = ""  # in its name
    title: str = ""
    players: int = 0
    free: bool = False  # with a seat to be had
    clock: str = ""  # live, days, none
    language: str = ""  # of whoever has set it up
    friends_of: int | None = None  # where a friend of this person sits
    person: int | None = None  # who looks: nothing of those whom they do not want to meet


def fits(wanted: Wanted) -> sa.ColumnElement[bool]:
    """The condition on tables."""
    t, found = tables.c, list[sa.ColumnElement[bool]]()
    if wanted.words:
        found.append(sa.func.lower(t.name).contains(wanted.words.lower(), autoescape=True))
    if wanted.title:
        found.append(t.title == wanted.title)
    if wanted.players:
        places = sa.select(sa.func.count()).where(seats.c.table == t.id).scalar_subquery()
        found.append(places == wanted.players)
    if wanted.free:
        found.append(t.started.is_(False))
    if wanted.clock:
        kind = t.agreed["clock"]["kind"].as_string()
        found.append(kind.is_(None) if wanted.clock == "none" else kind == wanted.clock)
    if wanted.language:
        speak = sa.select(people.c.id).where(people.c.language == wanted.language)
        found.append(t.owner.in_(speak))
    if wanted.friends_of is not None:
        sit = sa.select(seats.c.table).where(seats.c.person.in_(friends_of(wanted.friends_of)))
        found.append(t.id.in_(sit))
    if wanted.person is not None:
        never = sa.select(ties.c.other).where(ties.c.person == wanted.person, ties.c.kind == "block")
        found.append(t.owner.not_in(never))
    return sa.and_(sa.true(), *found)


@dataclass(frozen=True, slots=True)
class Found:
    """A person as a search shows them."""

    name: str
    language: str
    games: int
    last: datetime | None
    rating: float | None  # where the search is for one title


class PeopleSearch:
    """Looks for people who do not hide."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def find(
        self,
        start: str = "",
        *,
        title: str = "",
        language: str = "",
        friends: int | None = None,
        limit: int = 50,
        offset: int = 0,
    ) -> list[Found]:
        """Accounts whose folded name begins so, of those who have played a title; the best at it first."""
        p, r = people.c, results.c
        hidden = sa.select(profiles.c.person).where(profiles.c.hidden.is_(True))
        played = sa.select(r.person, sa.func.count().label("games"), sa.func.max(r.at).label("last"))
        if title:
            played = played.where(r.title == title)
        counted = played.where(r.person.is_not(None)).group_by(r.person).subquery()
        rated = ratings.alias()
        query: sa.Select[Any] = (
            sa.select(
                p.name,
                p.language,
                sa.func.coalesce(counted.c.games, 0),
                counted.c.last,
                rated.c.mu if title else sa.null(),
            )
            .select_from(people)
            .join(counted, counted.c.person == p.id, isouter=not title)
            .where(p.key.is_not(None), p.id.not_in(hidden))
        )
        order: list[Any] = [p.key]
        if title:
            query = query.join(rated, (rated.c.person == p.id) & (rated.c.title == title), isouter=True)
            order = [(rated.c.mu - 3 * rated.c.sigma).desc().nulls_last(), p.key]
        if start:
            query = query.where(p.key.startswith(start, autoescape=True))
        if language:
            query = query.where(p.language == language)
        if friends is not None:
            query = query.where(p.id.in_(friends_of(friends)))
        async with self._database.read() as connection:
            found = await connection.execute(query.order_by(*order).limit(limit).offset(offset))
            return [Found(*tuple(row)) for row in found]
