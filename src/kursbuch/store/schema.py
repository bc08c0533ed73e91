"""The tables of the database. Migrations bring a database there; this says where "there" is."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Column, ForeignKey, Index, Integer, LargeBinary, String, Text


class Moment(sa.TypeDecorator[datetime]):
    """A time in UTC. SQLite forgets the zone, so it is put back on reading."""

    impl = sa.DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: sa.Dialect) -> datetime | None:
        return value if value is None else value.astimezone(UTC)

    def process_result_value(self, value: Any, dialect: sa.Dialect) -> datetime | None:
        if value is None or value.tzinfo is not None:
            return value  # type: ignore[no-any-return]
        return value.replace(tzinfo=UTC)  # type: ignore[no-any-return]


GONE = "?"  # what is left of the name of somebody who was deleted


def now() -> datetime:
    return datetime.now(UTC)


metadata = sa.MetaData()

facts = sa.Table(  # what all processes of one server share, such as the key that signs cookies
    "facts",
    metadata,
    Column("key", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)

people = sa.Table(
    "people",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", String(40), nullable=False),
    Column("key", String(80), unique=True),  # the name folded; NULL for guests, who may share a name
    Column("password", Text),  # an argon2 hash; NULL for guests
    Column("language", String(8), nullable=False),
    Column("epoch", Integer, nullable=False),  # links and old cookies of an earlier epoch are void
    Column("created", Moment, nullable=False),
    # whether a cookie from before there were sessions is still good; never for new people
    Column("old_cookies", sa.Boolean, nullable=False, server_default=sa.true()),
    Column("role", String(10), nullable=False, server_default=""),  # "admin", or nothing
    Column("sanctions", sa.JSON, nullable=False, server_default="{}"),  # in force; see store.conduct
)

sessions = sa.Table(  # one for each browser that somebody is signed in with; without a row its cookie is void
    "sessions",
    metadata,
    Column("digest", String(64), primary_key=True),  # of the word in the cookie
    Column("person", Integer, ForeignKey("people.id"), nullable=False, index=True),
    Column("created", Moment, nullable=False),
    Column("seen", Moment, nullable=False, index=True),  # to the day
)

counters = sa.Table(  # how often something was done in the time that ends then; see counters.py
    "counters",
    metadata,
    Column("key", String(200), primary_key=True),
    Column("ends", sa.Float(53), nullable=False, index=True),  # seconds since 1970
    Column("count", Integer, nullable=False),
)

tokens = sa.Table(
    "tokens",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("person", Integer, ForeignKey("people.id"), nullable=False, index=True),
    Column("digest", String(64), nullable=False, unique=True),  # the token itself is never kept
    Column("label", String(60), nullable=False),
    Column("created", Moment, nullable=False),
    Column("scopes", String(60), nullable=False, server_default="read play manage"),  # what it is good for
    Column("expires", Moment),  # NULL: never, as all were once
    Column("used", Moment),  # to a few minutes
)

notifications = sa.Table(
    "notifications",
    metadata,
    Column("person", Integer, ForeignKey("people.id"), primary_key=True),
    Column("email", String(254), nullable=False),  # confirmed, or from before there were confirmations
    Column("webhook", String(500), nullable=False),
    Column("every", Integer, nullable=False, server_default="0"),  # minutes from letter to letter; 0: at once
    Column("wanted", String(254), nullable=False, server_default=""),  # an address that is not confirmed yet
    Column("word", String(40), nullable=False, server_default=""),  # that the link which confirms it carries
)

tables = sa.Table(
    "tables",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("title", String(40), nullable=False),
    Column("name", String(80), nullable=False),
    Column("mode", String(10), nullable=False),
    Column("visibility", String(10), nullable=False),
    Column("options", sa.JSON, nullable=False),
    Column(
        "agreed", sa.JSON, nullable=False, server_default="{}"
    ),  # how the people here play; see web.agreed
    Column("edition", String(32), nullable=False, server_default=""),  # of the box; empty: the built-in one
    Column(
        "begun", String(32), nullable=False, server_default=""
    ),  # the built-in data that it was begun with
    Column("seed", Text, nullable=False),  # a whole number of any size
    Column("chance", Integer, nullable=False, server_default="1"),  # the form of chance; see core.chance
    Column("setup", Text, nullable=False, server_default=""),  # events before the first move, as JSON
    Column("owner", Integer, ForeignKey("people.id"), nullable=False, index=True),
    Column("invitation", String(40), nullable=False),  # empty until the owner asks for a link
    Column("created", Moment, nullable=False),
    Column("updated", Moment, nullable=False, index=True),
    Column("started", sa.Boolean, nullable=False),
    Column("over", sa.Boolean, nullable=False),
    Column("version", Integer, nullable=False),  # rows in the log
    Column("moves", Integer, nullable=False),  # actions in force
    Column("acting", sa.JSON, nullable=False),
    Column("bot_turn", sa.Boolean, nullable=False),
    Column("undo_asked_by", String(40), nullable=False),
    Column("undo_agreed", sa.JSON, nullable=False),
    Column("revision", Integer, nullable=False),  # of the title's rules when `state` was written
    Column("state", LargeBinary),  # the newest position; see codec
    Column("clock", sa.JSON, nullable=False, server_default="{}"),  # time left; see web.clocks
    Column("due", Moment, index=True),  # when the first time is out
    Column("keeping", sa.JSON, nullable=False, server_default="{}"),  # seats to be had, what is voted on
    Column("ended", String(20), nullable=False, server_default=""),  # why it was ended before its end
    Index("ix_tables_bot_turn", "bot_turn"),
    Index("ix_tables_open", "visibility", "over", "updated"),
)

boxes = sa.Table(  # editions and built-in data that tables are played with, by content; never changed
    "boxes",
    metadata,
    Column("digest", String(32), primary_key=True),
    Column("text", Text, nullable=False),
)

editions = sa.Table(  # editions in the making: one of each box for each person
    "editions",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("person", Integer, ForeignKey("people.id"), nullable=False, index=True),
    Column("family", String(80), nullable=False, index=True),  # the package of the family whose box it is
    Column("text", Text, nullable=False),
    Column("before", sa.JSON, nullable=False),  # earlier texts, for undo
    Column("after", sa.JSON, nullable=False, server_default="[]"),  # those that were undone, for redo
    Column("version", Integer, nullable=False),
    Column("published", sa.Boolean, nullable=False, server_default=sa.false()),
    Column("updated", Moment, nullable=False),
    sa.UniqueConstraint("person", "family", name="uq_editions_person_family"),
)

seats = sa.Table(
    "seats",
    metadata,
    Column("table", String(16), ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("player", String(40), nullable=False),
    Column("person", Integer, ForeignKey("people.id"), index=True),
    Column("bot", String(60), nullable=False),
)

actions = sa.Table(  # append-only: taking back and playing again are rows too
    "actions",
    metadata,
    Column("table", String(16), ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True),  # from 1 without gaps; of two writers one wins
    Column("kind", String(4), nullable=False),  # act, undo, redo, seed
    Column("player", String(40), nullable=False),
    Column("text", Text, nullable=False),
    Column("events", Text, nullable=False),  # what came of it, as JSON; kept for the log across rule fixes
    Column("person", Integer, ForeignKey("people.id")),  # who sent it; NULL for bots
    Column("revision", Integer, nullable=False),
    Column("at", Moment, nullable=False),
    Column("uncovered", sa.Boolean, nullable=False, server_default=sa.false()),  # something drawn or shown
)

positions = sa.Table(  # the position after a line of the log, for undo and for looking back; never changed
    "positions",
    metadata,
    Column("table", String(16), ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True),  # of the line; 0 is the start
    Column("base", Integer),  # the position that this one is written as a difference from; NULL: none
    Column("data", LargeBinary, nullable=False),
)

chat = sa.Table(
    "chat",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("table", String(16), ForeignKey("tables.id"), nullable=False, index=True),
    Column("person", Integer, ForeignKey("people.id"), nullable=False),
    Column("name", String(40), nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Moment, nullable=False),
)

orders = sa.Table(  # what players have told the server to do for them; nobody else may know that there is any
    "orders",
    metadata,
    Column("table", String(16), ForeignKey("tables.id"), primary_key=True),
    Column("person", Integer, ForeignKey("people.id"), primary_key=True),
    Column("id", Integer, primary_key=True),  # counted for each person: others' orders leave no gaps
    Column("player", String(40), nullable=False),
    Column("kind", String(20), nullable=False),
    Column("data", sa.JSON, nullable=False),
    Column("version", Integer, nullable=False),  # rows in the log when it was given
    Column("moves", Integer, nullable=False),  # actions in force then
    Column("acted", Integer, nullable=False),  # how often it has moved
    Column("created", Moment, nullable=False),
    Column("stopped", Text, nullable=False),  # why it stands no longer: a message; "" while it does
    Column("told", sa.JSON, nullable=False),  # the values of that message
)

browsers = sa.Table(  # that somebody wants to be told in, although no page is open
    "browsers",
    metadata,
    Column("digest", String(64), primary_key=True),  # of the address that messages to it are sent to
    Column("person", Integer, ForeignKey("people.id"), nullable=False, index=True),
    Column("endpoint", Text, nullable=False),
    Column("p256dh", String(120), nullable=False),  # keys of the browser; only it can read what we send
    Column("auth", String(60), nullable=False),
    Column("created", Moment, nullable=False),
)

bells = sa.Table(  # the tables of which a person wants to be told so
    "bells",
    metadata,
    Column("person", Integer, ForeignKey("people.id"), primary_key=True),
    Column("table", String(16), ForeignKey("tables.id"), primary_key=True),
)

keepsakes = sa.Table(  # what a person keeps of a table for themselves
    "keepsakes",
    metadata,
    Column("person", Integer, ForeignKey("people.id"), primary_key=True),
    Column("table", String(16), ForeignKey("tables.id"), primary_key=True),
    Column("notes", Text, nullable=False),
    Column("archived", sa.Boolean, nullable=False),  # out of their list
)

results = sa.Table(  # of finished online games of at least two people
    "results",
    metadata,
    Column("table", String(16), ForeignKey("tables.id"), primary_key=True),
    Column("player", String(40), primary_key=True),
    Column("person", Integer, ForeignKey("people.id"), index=True),  # NULL for bots
    Column("title", String(40), nullable=False),
    Column("players", Integer, nullable=False),
    Column("place", Integer, nullable=False),
    Column("worth", Integer, nullable=False),
    Column("at", Moment, nullable=False),
)

ratings = sa.Table(  # how well somebody plays a title, as far as results tell
    "ratings",
    metadata,
    Column("person", Integer, ForeignKey("people.id"), primary_key=True),
    Column("title", String(40), primary_key=True),
    Column("mu", sa.Float(53), nullable=False),
    Column("sigma", sa.Float(53), nullable=False),
    Column("games", Integer, nullable=False),
)

profiles = sa.Table(  # how people want to be seen; without a row as they are
    "profiles",
    metadata,
    Column("person", Integer, ForeignKey("people.id"), primary_key=True),
    Column("hidden", sa.Boolean, nullable=False),
)

reports = sa.Table(  # what people have complained about
    "reports",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at", Moment, nullable=False),
    Column("by", Integer, ForeignKey("people.id"), nullable=False, index=True),
    Column("kind", String(10), nullable=False),  # person, line, table
    Column("person", Integer, ForeignKey("people.id"), index=True),  # whom it is about
    Column("table", String(16), ForeignKey("tables.id"), index=True),
    Column("quoted", Text, nullable=False),  # the line of chat, as it was
    Column("words", Text, nullable=False),
    Column("settled", Moment, index=True),  # NULL: nobody has dealt with it
)

deeds = sa.Table(  # everything that administrators have done; never changed
    "deeds",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at", Moment, nullable=False),
    Column("by", Integer, ForeignKey("people.id")),  # NULL: from the command line
    Column("what", String(10), nullable=False),
    Column("person", Integer, ForeignKey("people.id"), index=True),
    Column("table", String(16), ForeignKey("tables.id"), index=True),
    Column("report", Integer, ForeignKey("reports.id")),
    Column("until", Moment),
    Column("why", Text, nullable=False),
)

ties = sa.Table(  # whom people want to play with, and whom never; friends are those who both say so
    "ties",
    metadata,
    Column("person", Integer, ForeignKey("people.id"), primary_key=True),
    Column("other", Integer, ForeignKey("people.id"), primary_key=True, index=True),
    Column("kind", String(10), nullable=False),  # friend, block
    Column("at", Moment, nullable=False),
)

invitations = sa.Table(  # of named people to tables that wait for them
    "invitations",
    metadata,
    Column("person", Integer, ForeignKey("people.id"), primary_key=True),
    Column("table", String(16), ForeignKey("tables.id"), primary_key=True, index=True),
    Column("by", Integer, ForeignKey("people.id"), nullable=False),
    Column("at", Moment, nullable=False),
)

leagues = sa.Table(
    "leagues",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("name", String(80), nullable=False),
    Column("title", String(40), nullable=False),
    Column("options", sa.JSON, nullable=False),
    Column("agreed", sa.JSON, nullable=False),  # as of its tables; see web.agreed
    Column("organiser", Integer, ForeignKey("people.id"), nullable=False, index=True),
    Column("seats", Integer, nullable=False),  # that a table has if it can be done
    Column("rounds", Integer, nullable=False),  # in all
    Column("round", Integer, nullable=False),  # that is played; 0: people may still come
    Column("created", Moment, nullable=False, index=True),
    Column("ended", Moment),
)

entrants = sa.Table(
    "entrants",
    metadata,
    Column("league", String(16), ForeignKey("leagues.id"), primary_key=True),
    Column("person", Integer, ForeignKey("people.id"), primary_key=True, index=True),
    Column("name", String(40), nullable=False),
    Column("at", Moment, nullable=False),
    Column("left", Moment),  # they are seated no more
)

pairings = sa.Table(  # who sat where in which round of a league
    "pairings",
    metadata,
    Column("league", String(16), ForeignKey("leagues.id"), primary_key=True),
    Column("round", Integer, primary_key=True),
    Column("person", Integer, ForeignKey("people.id"), primary_key=True),
    Column("table", String(16), ForeignKey("tables.id"), index=True),  # NULL: sits out
    Column("seat", Integer, nullable=False),  # from 0; -1: sits out
)

pending = sa.Table(  # what goes into a person's next letter
    "pending",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("person", Integer, ForeignKey("people.id"), nullable=False, index=True),
    Column("at", Moment, nullable=False, index=True),
    Column("kind", String(10), nullable=False),
    Column("table", String(16), ForeignKey("tables.id")),
    Column("data", sa.JSON, nullable=False),
)
