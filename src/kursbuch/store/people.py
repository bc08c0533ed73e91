"""Accounts, guests, tokens of programs, and how people want to be told that it is their turn."""

from __future__ import annotations

import hashlib
import secrets
import unicodedata
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from kursbuch.store.engine import Connection, Database
from kursbuch.store.errors import Conflict, Missing
from kursbuch.store.facts import shared_fact
from kursbuch.store.schema import browsers, notifications, now, people, sessions, tokens


@dataclass(frozen=True, slots=True)
class TokenRow:
    id: int
    label: str
    created: datetime
    scopes: str  # with blanks between
    expires: datetime | None
    used: datetime | None

    @property
    def expired(self) -> bool:
        return self.expires is not None and self.expires <= now()


@dataclass(frozen=True, slots=True)
class PersonRow:
    id: int
    name: str
    key: str | None
    password: str | None
    language: str
    epoch: int
    created: datetime
    old_cookies: bool = False
    role: str = ""
    sanctions: dict[str, Any] = field(default_factory=dict, compare=False)
    token: TokenRow | None = field(default=None, compare=False)  # by which the person was found

    @property
    def guest(self) -> bool:
        return self.key is None


@dataclass(frozen=True, slots=True)
class Notice:
    """Where a person wants to be told; empty is nowhere."""

    email: str = ""
    webhook: str = ""
    every: int = 0  # minutes from letter to letter; 0: each at once
    wanted: str = ""  # an address that nobody has confirmed: no letters go there but the one that asks
    word: str = ""  # of the link that confirms it


def folded(name: str) -> str:
    """Names that look the same are the same.

    >>> folded("Anna") == folded("ANNA") == folded("Ａnna")
    True
    """
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())[:80]


FIGURES = {"I": "l", "1": "l", "|": "l", "0": "O"}
"""What looks like a Latin letter in the name of somebody who writes Latin."""
LIKE = FIGURES | dict(
    zip(
        "АВЕКМНОРСТУХІЈЅаеорсухіјѕԁһӏΑΒΕΖΗΙΚΜΝΟΡΤΥΧονιρ",
        "ABEKMHOPCTYXlJSaeopcyxijsdhlABEZHlKMNOPTYXovip",
        strict=True,
    )
)
"""And what looks like one in Cyrillic or Greek."""


def looks(name: str) -> str:
    """What a name looks like at a glance.

    >>> looks("AIice") == looks("Alice"), looks("Вера") == looks("Bepa"), looks("Ian") == looks("Lan")
    (True, True, False)
    """
    return "".join(LIKE.get(c, c) for c in unicodedata.normalize("NFKC", name))


def digest(token: str) -> str:
    """What is kept of a token. It has 256 random bits, so a plain hash will do."""
    return hashlib.sha256(token.encode()).hexdigest()


_BY_ID = sa.select(people).where(people.c.id == sa.bindparam("person"))
_BY_NAME = sa.select(people).where(people.c.key == sa.bindparam("key"))
_TOKEN = [tokens.c[name] for name in ("id", "label", "created", "scopes", "expires", "used")]
_BY_TOKEN = (
    sa.select(*people.columns, *(column.label(f"token_{column.name}") for column in _TOKEN))
    .join_from(people, tokens, tokens.c.person == people.c.id)
    .where(tokens.c.digest == sa.bindparam("digest"))
)
_BY_SESSION = (
    sa.select(*people.columns, sessions.c.seen)
    .join_from(people, sessions, sessions.c.person == people.c.id)
    .where(sessions.c.digest == sa.bindparam("digest"))
)
_NOTICE = sa.select(*(notifications.c[name] for name in ("email", "webhook", "every", "wanted", "word")))
SCOPES = ("read", "play", "manage")
USED_EVERY = timedelta(minutes=5)
SEEN_EVERY = timedelta(days=1)


class People:
    """Reads and writes people."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, name: str, password: str | None, language: str) -> PersonRow:
        """An account, or a guest if there is no password hash; raises Conflict if the name is taken."""
        row = {
            "name": name,
            "key": None if password is None else folded(name),
            "password": password,
            "language": language,
            "epoch": 1,
            "created": now(),
            "old_cookies": False,
        }
        try:
            async with self._database.write() as connection:
                found = await connection.execute(people.insert().values(**row).returning(people))
                return PersonRow(*tuple(found.one()))
        except IntegrityError as error:
            raise Conflict(name) from error

    async def get(self, person: int) -> PersonRow:
        return await self._one(_BY_ID, {"person": person})

    async def named(self, name: str) -> PersonRow:
        return await self._one(_BY_NAME, {"key": folded(name)})

    async def looks_taken(self, name: str) -> bool:
        """Whether an account has a name in Latin letters that looks like this one, though it is written otherwise."""
        seen: sa.ColumnElement[Any] = people.c.name
        for sign, like in FIGURES.items():
            seen = sa.func.replace(seen, sign, like)
        query = sa.select(people.c.id).where(
            people.c.key.is_not(None), people.c.key != folded(name), seen == looks(name)
        )
        async with self._database.read() as connection:
            return (await connection.execute(query.limit(1))).first() is not None

    async def _one(self, query: sa.Select[Any], values: dict[str, Any]) -> PersonRow:
        async with self._database.read() as connection:
            found = (await connection.execute(query, values)).one_or_none()
        if found is None:
            raise Missing("person")
        return PersonRow(*tuple(found))

    async def set_language(self, person: int, language: str) -> None:
        await self._set(person, language=language)

    async def set_password(
        self,
        person: int,
        password: str,
        *,
        epoch: int | None = None,
        void_tokens: bool = False,
        told: str = "",
    ) -> bool:
        """Change the hash; all sessions end, a link that confirms an address too, and tokens if asked for. No browser
        is told of anything any more but the one with the digest `told`.

        With an epoch only if it is still that one; False if it is not, and nothing has changed.
        """
        where = people.c.id == person
        if epoch is not None:
            where &= people.c.epoch == epoch
        async with self._database.write() as connection:
            change = people.update().where(where).values(password=password, epoch=people.c.epoch + 1)
            if (await connection.execute(change)).rowcount != 1:
                return False
            await self._sign_out(connection, person, told)
            mine = notifications.update().where(notifications.c.person == person)
            await connection.execute(mine.values(wanted="", word=""))
            if void_tokens:
                await connection.execute(tokens.delete().where(tokens.c.person == person))
        return True

    async def make_account(self, person: int, name: str, password: str) -> None:
        """A guest becomes an account and keeps seats and tables; raises Conflict if the name is taken."""
        try:
            await self._set(person, name=name, key=folded(name), password=password)
        except IntegrityError as error:
            raise Conflict(name) from error

    async def _set(self, person: int, **values: object) -> None:
        async with self._database.write() as connection:
            await connection.execute(people.update().where(people.c.id == person).values(**values))

    # -- sessions ---------------------------------------------------------------------------------

    async def open_session(self, person: int) -> str:
        """A new session of a browser; gives the word that the cookie carries."""
        word, moment = secrets.token_urlsafe(24), now()
        row = {"digest": digest(word), "person": person, "created": moment, "seen": moment}
        async with self._database.write() as connection:
            await connection.execute(sessions.insert().values(**row))
        return word

    async def by_session(self, word: str) -> tuple[PersonRow, datetime]:
        """Whose session this is, and when it was last seen; raises Missing."""
        async with self._database.read() as connection:
            found = (await connection.execute(_BY_SESSION, {"digest": digest(word)})).one_or_none()
        if found is None:
            raise Missing("session")
        *person, seen = tuple(found)
        return PersonRow(*person), seen

    async def see_session(self, word: str) -> None:
        """It is in use, and lives on from now."""
        mine = sessions.update().where(sessions.c.digest == digest(word))
        async with self._database.write() as connection:
            await connection.execute(mine.values(seen=now()))

    async def end_session(self, word: str) -> None:
        """Make a session void. Cookies from before there were sessions go with it."""
        mine = sessions.c.digest == digest(word)
        owner = sa.select(sessions.c.person).where(mine).scalar_subquery()
        async with self._database.write() as connection:
            await connection.execute(people.update().where(people.c.id == owner).values(old_cookies=False))
            await connection.execute(sessions.delete().where(mine))

    async def _sign_out(self, connection: Connection, person: int, told: str) -> None:
        """Whoever had the account in a browser has nothing of it any more, its messages included."""
        await connection.execute(sessions.delete().where(sessions.c.person == person))
        elsewhere = (browsers.c.person == person) & (browsers.c.digest != told)
        await connection.execute(browsers.delete().where(elsewhere))

    async def end_sessions(self, person: int, told: str = "") -> None:
        """Make all sessions of a person void; no browser is told any more but the one with the digest `told`."""
        mine = people.update().where(people.c.id == person)
        async with self._database.write() as connection:
            await connection.execute(mine.values(old_cookies=False, epoch=people.c.epoch + 1))
            await self._sign_out(connection, person, told)

    async def drop_sessions(self, seen_before: datetime) -> None:
        """Forget sessions that have long ended by themselves."""
        async with self._database.write() as connection:
            await connection.execute(sessions.delete().where(sessions.c.seen < seen_before))

    # -- tokens -----------------------------------------------------------------------------------

    async def give_token(
        self, person: int, label: str, scopes: Sequence[str] = SCOPES, expires: datetime | None = None
    ) -> str:
        """A new token for programs; only now is it seen whole."""
        token = "kb_" + secrets.token_urlsafe(32)
        row = {"person": person, "digest": digest(token), "label": label, "created": now()}
        async with self._database.write() as connection:
            await connection.execute(
                tokens.insert().values(**row, scopes=" ".join(dict.fromkeys(scopes)), expires=expires)
            )
        return token

    async def by_token(self, token: str) -> PersonRow:
        """Whose token this is; raises Missing, also if it has expired."""
        async with self._database.read() as connection:
            found = (await connection.execute(_BY_TOKEN, {"digest": digest(token)})).one_or_none()
        if found is None:
            raise Missing("token")
        values = tuple(found)
        row = TokenRow(*values[-len(_TOKEN) :])
        if row.expired:
            raise Missing("token")
        return replace(PersonRow(*values[: -len(_TOKEN)]), token=row)

    async def use_token(self, token: TokenRow) -> None:
        """Note that it is in use, now and then."""
        if token.used is None or token.used < now() - USED_EVERY:
            mine = tokens.update().where(tokens.c.id == token.id)
            async with self._database.write() as connection:
                await connection.execute(mine.values(used=now()))

    async def tokens(self, person: int) -> list[TokenRow]:
        async with self._database.read() as connection:
            found = await connection.execute(
                sa.select(*_TOKEN).where(tokens.c.person == person).order_by(tokens.c.id)
            )
            return [TokenRow(*tuple(row)) for row in found]

    async def drop_token(self, person: int, token: int) -> None:
        """Make a token void; raises Missing if it is not this person's."""
        async with self._database.write() as connection:
            done = await connection.execute(
                tokens.delete().where(tokens.c.id == token, tokens.c.person == person)
            )
        if done.rowcount != 1:
            raise Missing("token")

    # -- notification -----------------------------------------------------------------------------

    async def notice(self, person: int) -> Notice:
        async with self._database.read() as connection:
            row = (await connection.execute(_NOTICE.where(notifications.c.person == person))).one_or_none()
        return Notice(*row) if row else Notice()

    async def set_notice(self, person: int, **changes: str | int) -> None:
        """Change what is named of a person's notice, and nothing else."""
        mine = notifications.c.person == person
        async with self._database.write() as connection:
            await self._hold(connection, person)
            row = (await connection.execute(_NOTICE.where(mine))).one_or_none()
            after = replace(Notice(*row) if row else Notice(), **changes)  # type: ignore[arg-type]
            await connection.execute(notifications.delete().where(mine))
            if after != Notice():
                await connection.execute(notifications.insert().values(person=person, **asdict(after)))

    async def confirm_address(self, person: int, word: str) -> bool:
        """Letters go to the wanted address from now on; False if this is not the word of its link. Done once."""
        return await self._settle_wanted(person, word, email=notifications.c.wanted)

    async def forget_wanted(self, person: int, word: str) -> bool:
        """The wanted address is none; False if this is not the word of its link."""
        return await self._settle_wanted(person, word)

    async def _settle_wanted(self, person: int, word: str, **values: Any) -> bool:
        n = notifications.c
        waits = (n.person == person) & (n.word == word) & (n.word != "")
        async with self._database.write() as connection:
            await self._hold(connection, person)
            change = notifications.update().where(waits).values(**values, wanted="", word="")
            return (await connection.execute(change)).rowcount == 1

    async def _hold(self, connection: Connection, person: int) -> None:
        """Two who change what is one person's take turns."""
        await connection.execute(sa.select(people.c.id).where(people.c.id == person).with_for_update())

    # -- facts ------------------------------------------------------------------------------------

    async def shared_secret(self) -> str:
        """The key that signs cookies: made once, the same for all processes."""
        return await shared_fact(self._database, "secret", lambda: secrets.token_urlsafe(32))
