"""Editions in the making: one of each box for each person, with the texts before it for undo."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from kursbuch.store.engine import Database
from kursbuch.store.errors import Conflict
from kursbuch.store.schema import editions, now, people

BEFORE = 60  # steps that can be undone
ROOM = 600_000  # letters of all of them together


@dataclass(frozen=True, slots=True)
class Draft:
    """Somebody's edition of a box."""

    person: int
    family: str
    text: str
    before: tuple[str, ...] = ()
    version: int = 0
    published: bool = False
    name: str = ""  # of the person
    after: tuple[str, ...] = ()  # what was undone, the last undone at the end


def _shown(family: str) -> sa.ColumnElement[bool]:
    return (editions.c.family == family) & editions.c.published.is_(True) & people.c.key.is_not(None)


class EditionStore:
    """Reads and writes editions in the making."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, person: int, family: str) -> Draft | None:
        """The edition that somebody is making of a box."""
        found = await self._some((editions.c.person == person) & (editions.c.family == family))
        return found[0] if found else None

    async def published_by(self, name: str, family: str) -> Draft | None:
        """The edition of a box that others may see, by the name of its account."""
        found = await self._some(_shown(family) & (people.c.name == name))
        return found[0] if found else None

    async def named(self, person: int | None, limit: int = 500) -> list[Draft]:
        """What somebody is making and what all may see, without the texts: for lists of choices."""
        shown = editions.c.published.is_(True) & people.c.key.is_not(None)
        where = shown if person is None else shown | (editions.c.person == person)
        query = (
            sa.select(editions.c.person, editions.c.family, editions.c.published, people.c.name)
            .join_from(editions, people, people.c.id == editions.c.person)
            .where(where)
            .order_by(editions.c.updated.desc(), editions.c.id)
            .limit(limit)
        )
        async with self._database.read() as connection:
            found = await connection.execute(query)
            return [Draft(r.person, r.family, "", published=r.published, name=r.name) for r in found]

    async def published_versions(
        self, family: str, room: int, most: int = 1000
    ) -> tuple[tuple[int, int], ...]:
        """Whose editions of a box others may see, those of accounts, and their versions: at most so many, and of so
        many letters together. The shortest come first, so that nobody crowds others out with long ones.
        """
        letters = sa.func.length(editions.c.text).label("letters")
        query = (
            sa.select(editions.c.person, editions.c.version, letters)
            .join_from(editions, people, people.c.id == editions.c.person)
            .where(_shown(family))
            .order_by(letters, editions.c.updated.desc(), editions.c.id)
            .limit(most)
        )
        found = []
        async with self._database.read() as connection:
            for row in await connection.execute(query):
                room -= row.letters
                if room >= 0:
                    found.append((row.person, row.version))
        return tuple(found)

    async def published(self, family: str, persons: Sequence[int]) -> list[Draft]:
        """What others may see of a box of these people, the newest first, without what was before it."""
        e = editions.c
        query = (
            sa.select(e.person, e.family, e.text, e.version, e.published, people.c.name)
            .join_from(editions, people, people.c.id == e.person)
            .where(_shown(family) & e.person.in_(persons))
            .order_by(e.updated.desc(), e.id)
        )
        async with self._database.read() as connection:
            return [
                Draft(r.person, r.family, r.text, version=r.version, published=r.published, name=r.name)
                for r in await connection.execute(query)
            ]

    async def _some(self, where: sa.ColumnElement[bool]) -> list[Draft]:
        query = (
            sa.select(editions, people.c.name)
            .join_from(editions, people, people.c.id == editions.c.person)
            .where(where)
            .order_by(editions.c.updated.desc(), editions.c.id)
        )
        async with self._database.read() as connection:
            found = await connection.execute(query)
            return [
                Draft(
                    r.person,
                    r.family,
                    r.text,
                    tuple(r.before),
                    r.version,
                    r.published,
                    r.name,
                    tuple(r.after),
                )
                for r in found
            ]

    async def put(self, draft: Draft) -> Draft:
        """Write an edition, one version on; raises Conflict if it was changed meanwhile."""
        values = {
            "text": draft.text,
            "before": _kept(draft.before),
            "after": _kept(draft.after),
            "version": draft.version + 1,
            "published": draft.published,
            "updated": now(),
        }
        where = (editions.c.person == draft.person) & (editions.c.family == draft.family)
        try:
            async with self._database.write() as connection:
                if draft.version == 0:
                    await connection.execute(
                        editions.insert().values(person=draft.person, family=draft.family, **values)
                    )
                else:
                    done = await connection.execute(
                        editions.update()
                        .where(where & (editions.c.version == draft.version))
                        .values(**values)
                    )
                    if done.rowcount != 1:
                        raise Conflict(draft.family)
        except IntegrityError as error:
            raise Conflict(draft.family) from error
        return replace(draft, version=draft.version + 1)


def _kept(before: tuple[str, ...]) -> list[str]:
    """The newest texts, as far as there is room for them."""
    out: list[str] = []
    room = ROOM
    for text in reversed(before[-BEFORE:]):
        room -= len(text)
        if room < 0:
            break
        out.append(text)
    return out[::-1]
