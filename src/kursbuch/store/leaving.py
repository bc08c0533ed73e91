"""All that is kept of a person, to take along; and leaving for good."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import sqlalchemy as sa

from kursbuch.store.engine import Connection, Database
from kursbuch.store.news import News
from kursbuch.store.schema import (
    GONE,
    actions,
    bells,
    browsers,
    chat,
    editions,
    entrants,
    invitations,
    keepsakes,
    leagues,
    notifications,
    now,
    orders,
    pairings,
    pending,
    people,
    profiles,
    ratings,
    reports,
    results,
    seats,
    sessions,
    tables,
    ties,
    tokens,
)


class Leaving:
    """Reads and deletes what belongs to one person."""

    def __init__(self, database: Database, news: News) -> None:
        self._database, self._news = database, news

    async def data(self, person: int) -> dict[str, Any]:
        """All that is kept of a person, as plain data; secrets of the server's own, such as hashes, are left out."""
        p, t = people.c, tables.c
        mine: dict[str, sa.Select[Any]] = {
            "person": sa.select(p.name, p.language, p.created, p.role, p.sanctions).where(p.id == person),
            "profile": sa.select(profiles.c.hidden).where(profiles.c.person == person),
            "notifications": sa.select(
                notifications.c.email,
                notifications.c.webhook,
                notifications.c.every,
                notifications.c.wanted,
            ).where(notifications.c.person == person),
            "editions": sa.select(
                editions.c.family, editions.c.text, editions.c.published, editions.c.updated
            ).where(editions.c.person == person),
            "bells": sa.select(bells.c.table).where(bells.c.person == person),
            "sessions": sa.select(sessions.c.created, sessions.c.seen).where(sessions.c.person == person),
            "tokens": sa.select(tokens.c.label, tokens.c.created, tokens.c.scopes, tokens.c.used).where(
                tokens.c.person == person
            ),
            "tables": sa.select(t.id, t.title, t.name, t.mode, t.created, t.updated, t.moves, t.over).where(
                (t.owner == person) | t.id.in_(sa.select(seats.c.table).where(seats.c.person == person))
            ),
            "moves": sa.select(
                actions.c.table, actions.c.number, actions.c.kind, actions.c.text, actions.c.at
            )
            .where(actions.c.person == person)
            .order_by(actions.c.table, actions.c.number),
            "chat": sa.select(chat.c.table, chat.c.at, chat.c.text).where(chat.c.person == person),
            "notes": sa.select(keepsakes.c.table, keepsakes.c.notes, keepsakes.c.archived).where(
                keepsakes.c.person == person
            ),
            "orders": sa.select(orders.c.table, orders.c.kind, orders.c.data, orders.c.created).where(
                orders.c.person == person
            ),
            "browsers": sa.select(browsers.c.endpoint, browsers.c.created).where(browsers.c.person == person),
            "results": sa.select(
                results.c.table,
                results.c.title,
                results.c.players,
                results.c.place,
                results.c.worth,
                results.c.at,
            ).where(results.c.person == person),
            "reports": sa.select(reports.c.at, reports.c.kind, reports.c.table, reports.c.words).where(
                reports.c.by == person
            ),
            "ties": sa.select(people.c.name, ties.c.kind, ties.c.at)
            .join_from(ties, people, people.c.id == ties.c.other)
            .where(ties.c.person == person),
            "invitations": sa.select(invitations.c.table, invitations.c.at).where(
                invitations.c.person == person
            ),
            "leagues": sa.select(entrants.c.league, entrants.c.name, entrants.c.at).where(
                entrants.c.person == person
            ),
            "organised": sa.select(leagues.c.id, leagues.c.name, leagues.c.title, leagues.c.created).where(
                leagues.c.organiser == person
            ),
            "rounds": sa.select(pairings.c.league, pairings.c.round, pairings.c.table).where(
                pairings.c.person == person
            ),
            "letters": sa.select(pending.c.at, pending.c.kind, pending.c.table).where(
                pending.c.person == person
            ),
            "ratings": sa.select(ratings.c.title, ratings.c.mu, ratings.c.sigma, ratings.c.games).where(
                ratings.c.person == person
            ),
        }
        out: dict[str, Any] = {}
        async with self._database.read() as connection:
            for name, query in mine.items():
                found = await connection.execute(query)
                out[name] = [{key: _plain(value) for key, value in row._mapping.items()} for row in found]
        return out

    async def leave(self, person: int, bot: str) -> list[str]:
        """Delete a person. Their games go on with a bot in their seat; gives the tables that have changed."""
        async with self._database.write() as connection:
            for table in (
                sessions,
                tokens,
                notifications,
                browsers,
                bells,
                keepsakes,
                orders,
                ratings,
                profiles,
                ties,
                invitations,
                pending,
            ):
                await connection.execute(table.delete().where(table.c.person == person))
            await connection.execute(ties.delete().where(ties.c.other == person))
            drafts = (editions.c.person == person) & editions.c.published.is_(False)
            await connection.execute(editions.delete().where(drafts))
            gone_now = entrants.update().where(entrants.c.person == person)
            await connection.execute(
                gone_now.values(name=GONE, left=sa.func.coalesce(entrants.c.left, now()))
            )
            touched = await self._vacate(connection, person, bot)
            # who met them in a league keeps what came of it: there they stay as an entrant without a name
            of_leagues = sa.select(pairings.c.table).where(pairings.c.table.is_not(None))
            elsewhere = (results.c.person == person) & results.c.table.not_in(of_leagues)
            await connection.execute(results.update().where(elsewhere).values(person=None))
            await connection.execute(chat.update().where(chat.c.person == person).values(name=GONE))
            gone = {
                "name": GONE,
                "key": None,
                "password": None,
                "epoch": people.c.epoch + 1,
                "old_cookies": False,
                "role": "",
            }
            await connection.execute(people.update().where(people.c.id == person).values(**gone))
            for table_id in touched:
                await self._news.announce(connection, table_id, "seats")
        for table_id in touched:
            self._news.publish(table_id, "seats")
        return touched

    async def _vacate(self, connection: Connection, person: int, bot: str) -> list[str]:
        """Out of every seat: in running games a bot sits down, at tables that wait nobody.

        Where nobody else is, the table is over: bots do not play for themselves. The others may vote on the seat.
        """
        t = tables.c
        sat = sa.select(seats.c.table).where(seats.c.person == person)
        query = sa.select(t.id, t.started, t.over, t.acting, t.keeping, t.owner).where(
            t.id.in_(sat) | ((t.owner == person) & t.started.is_(False) & t.over.is_(False))
        )
        found = (await connection.execute(query)).all()
        for row in found:
            this, mine = tables.update().where(t.id == row.id), (seats.c.table == row.id)
            others = sa.select(seats.c.person).where(mine, seats.c.person != person).limit(1)
            alone = (await connection.execute(others)).first() is None
            mine &= seats.c.person == person
            players = [r.player for r in await connection.execute(sa.select(seats.c.player).where(mine))]
            if not row.started:
                await connection.execute(seats.update().where(mine).values(person=None, player=""))
            elif not row.over:
                await connection.execute(seats.update().where(mine).values(person=None, bot=bot))
                gone = [*row.keeping.get("gone", ()), *players]
                taken = {of: name for of, name in row.keeping.get("taken", {}).items() if of not in players}
                kept = {**row.keeping, "gone": gone, "taken": taken}
                await connection.execute(this.values(keeping=kept))
            if alone and not row.over:
                over = {"over": True, "ended": "agreed", "acting": [], "bot_turn": False, "due": None}
                await connection.execute(this.values(**over))
            elif row.started and not row.over and set(players) & set(row.acting):
                await connection.execute(this.values(bot_turn=True))
        return [row.id for row in found]


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, datetime) else value
