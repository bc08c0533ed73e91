"""Who is there: accounts with passwords, guests, tokens of programs, and protection against forged requests.

A session is a row in the database; its signed cookie holds the word that finds it, so that signing out makes the
cookie void wherever it has got to. Another word in it is for forms, which carry it, signed, as `csrf` (or scripts as
the header X-CSRF-Token); a request that comes with a cookie and wants to change something is refused without it.
Requests with a bearer token carry no cookie that a stranger's page could make use of; a token is good for its scopes:
`read` to look, `play` to act at tables, `manage` for the account itself.
"""

from __future__ import annotations

import ipaddress
import logging
import re
import secrets
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Annotated, Any, TypeVar, cast

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from fastapi import Depends, Request
from sqlalchemy.exc import SQLAlchemyError

from kursbuch.core import BadInput
from kursbuch.store import Conflict, Missing, People, PersonRow
from kursbuch.store.counters import Bound, Counters, Exceeded
from kursbuch.store.errors import Unavailable
from kursbuch.store.people import SEEN_EVERY, digest, folded
from kursbuch.store.schema import now
from kursbuch.store.work import Busy, Crew
from kursbuch.web.limits import TooMany
from kursbuch.web.names import checked_name
from kursbuch.web.sanctions import check_not_shut_out, open_to_all
from kursbuch.web.scopes import SAFE, needed_scope
from kursbuch.web.service import NotAllowed, Person, Told
from kursbuch.web.sessions import COOKIE, TOLD, Keys
from kursbuch.web.settings import Settings

T = TypeVar("T")
log = logging.getLogger(__name__)

LANGUAGES = ("en", "de")
SIGN_IN_TIME, NEW_TIME = 300, 3600  # seconds that sign-ins and new people are counted for


class NotSignedIn(Told):
    """This needs somebody to be signed in."""


class WrongPassword(Exception):
    """Name and password do not go together."""


class Forged(Exception):
    """A form without the word of its session."""


class Auth:
    """Signs people up and in."""

    def __init__(self, people: People, counters: Counters, keys: Keys, settings: Settings) -> None:
        self.people = people
        self._keys = keys
        self._hasher = PasswordHasher()
        self._hashing = Crew("hash", hands=2, waiting=200)  # each takes 64 MiB
        self._nobody = ""
        self._counters, self._settings = counters, settings

    # -- accounts ---------------------------------------------------------------------------------

    async def sign_up(
        self, name: str, password: str, language: str, address: str, guest: Person | None = None
    ) -> Person:
        """A new account; a guest who signs up keeps seats. Raises BadInput, Conflict (name taken), TooMany."""
        name = checked_name(name, self._settings.forbidden_names)
        checked_password(password)
        await self._somebody_new(address)
        if await self.people.looks_taken(name):
            raise Conflict(name)
        hashed = await self._hash(password)
        if guest is not None and guest.guest:
            await self.people.make_account(guest.id, name, hashed)
            return as_person(await self.people.get(guest.id))
        return as_person(await self.people.add(name, hashed, checked_language(language)))

    async def sign_in(self, name: str, password: str, address: str) -> PersonRow:
        """The account; raises WrongPassword, TooMany. Takes as long for names that nobody has.

        An attempt is counted before the password is looked at, and given back if it is right: of many that come at
        once no more are looked at than of many that come one after the other.
        """
        tries = self._settings.sign_ins
        by_name = Bound(f"sign-in {digest(folded(name[:200]))[:32]} {address}", tries, SIGN_IN_TIME)
        by_address = Bound(f"sign-in from {address}", tries * 5, SIGN_IN_TIME)
        await self.count(by_name, by_address)
        try:
            row = await self.people.named(name[:200])
        except Missing:
            row = None
        good = await self._hashing_done(self._verify, row, password[:200])
        if row is None or not good:
            raise WrongPassword
        await self._counters.give_back(by_address)
        await self._counters.forget(by_name)
        return row

    async def change_password(self, person: Person, old: str, new: str, address: str, told: str = "") -> None:
        """A new password for one who knows the old; raises WrongPassword, TooMany, BadInput.

        Sessions end, and messages to browsers but the one with the digest `told`; tokens of programs stay.
        """
        checked_password(new)
        await self.sign_in(person.name, old, address)
        await self.set_password(person.id, new, told=told)

    async def set_password(
        self,
        person: int,
        password: str,
        *,
        epoch: int | None = None,
        void_tokens: bool = False,
        told: str = "",
    ) -> bool:
        """Set it without asking for the old one; with an epoch only if it is still that one."""
        checked_password(password)
        hashed = await self._hash(password)
        return await self.people.set_password(person, hashed, epoch=epoch, void_tokens=void_tokens, told=told)

    async def _hash(self, password: str) -> str:
        return await self._hashing_done(self._hasher.hash, password)

    async def _hashing_done(self, work: Callable[..., T], *given: Any) -> T:
        """Hashing takes its time; when too many wait for it, the next is told to come again."""
        try:
            return await self._hashing.do(work, *given)
        except Busy as error:
            raise TooMany(10) from error

    def stop(self) -> None:
        self._hashing.close()

    def _verify(self, row: PersonRow | None, password: str) -> bool:
        if not self._nobody:
            self._nobody = self._hasher.hash(secrets.token_hex())
        try:
            return self._hasher.verify((row and row.password) or self._nobody, password) and row is not None
        except (VerificationError, InvalidHashError):
            return False

    async def guest(self, name: str, language: str, address: str) -> Person:
        """Somebody without an account."""
        name = checked_name(name, self._settings.forbidden_names)
        await self._somebody_new(address)
        return as_person(await self.people.add(name, None, checked_language(language)), address)

    async def _somebody_new(self, address: str) -> None:
        bound = Bound(f"new from {address}", self._settings.new_people, NEW_TIME)
        await self.count(bound)

    async def count(self, *bounds: Bound) -> None:
        """Count an attempt; raises TooMany."""
        try:
            await self._counters.take(*bounds)
        except Exceeded as error:
            raise TooMany(error.wait) from error

    # -- sessions ---------------------------------------------------------------------------------

    async def of_request(self, request: Request) -> Person | None:
        """Who sends this request, by token or by cookie."""
        if header := credentials(request):
            scheme, _, token = header.partition(" ")
            try:
                if scheme.lower() != "bearer":
                    raise Missing("token")
                return await self._by_token(request, token.strip()[:200])
            except Missing as error:
                raise NotSignedIn("this token is not (or no longer) valid") from error
        try:
            row = await self._by_cookie(request)
        except Missing:
            return None
        return self._known(row, request)

    def _known(self, row: PersonRow, request: Request) -> Person:
        """A person as the rest of the server knows them; the settings may name administrators, too."""
        person = as_person(row, address_of(request))
        return replace(person, admin=True) if self.named_in_settings(person) else person

    def named_in_settings(self, person: Person) -> bool:
        """Whether whoever has this account's name is an administrator: it must not become free."""
        return not person.guest and folded(person.name) in {
            folded(name.strip()) for name in self._settings.admins.split(",")
        }

    async def _by_cookie(self, request: Request) -> PersonRow:
        """Whose session the cookie belongs to; raises Missing. A session lives on with every visit."""
        word = request.session.get("s")
        if not isinstance(word, str):
            return await self._by_old_cookie(request)
        row, seen = await self.people.by_session(word)
        days = self._settings.guest_days if row.guest else self._settings.session_days
        if seen < now() - timedelta(days=days):
            raise Missing("session")
        if seen < now() - SEEN_EVERY:
            await self.people.see_session(word)
            request.session["s"] = word  # the browser keeps it for longer, too
        return row

    async def _by_old_cookie(self, request: Request) -> PersonRow:
        """A cookie from before there were sessions is exchanged for one with a session."""
        person, epoch = request.session.get("p"), request.session.get("e")
        if not isinstance(person, int):
            raise Missing("session")
        row = await self.people.get(person)
        if not row.old_cookies or row.epoch != epoch:
            raise Missing("session")
        request.session["s"] = await self.people.open_session(row.id)
        return row

    async def _by_token(self, request: Request, token: str) -> Person:
        """Whose token this is, looked up each time: one made void is void at once, in every process."""
        row = await self.people.by_token(token)
        assert row.token is not None
        request.state.scopes = frozenset(row.token.scopes.split())
        try:
            await self.people.use_token(row.token)
        except (SQLAlchemyError, Unavailable) as error:  # a full disk shall not keep anybody from looking
            log.warning("the use of a token could not be noted: %s", error)
        return self._known(row, request)

    async def check_scope(self, request: Request) -> None:
        """Raise NotAllowed for a token that is not good for this."""
        if not credentials(request):
            return
        scope = needed_scope(request.method, request.url.path)
        try:
            if scope and await who(request) is not None and scope not in request.state.scopes:
                raise NotAllowed(
                    "this token is not good for that: it would need the scope {scope}", scope=scope
                )
        except NotSignedIn:
            return  # who needs to know, will ask

    async def check_welcome(self, request: Request) -> None:
        """Raise NotAllowed for one who is shut out."""
        known = credentials(request) or "s" in request.session or "p" in request.session
        if known and not open_to_all(request.url.path):
            with suppress(NotSignedIn):  # who needs to know, will ask
                check_not_shut_out(await who(request))

    def token_end(self, days: int | None = None) -> datetime:
        """When a token expires that is given now."""
        return now() + timedelta(days=days or self._settings.token_days)

    async def open_session(self, request: Request, person: Person) -> None:
        """From now on the browser is this person's; the session's words change, so that none can be planted."""
        await self._end(request)
        word = await self.people.open_session(person.id)
        told = request.session.get(TOLD)
        request.session.clear()
        if told:
            request.session[TOLD] = told
        for key, value in {"s": word, "w": secrets.token_urlsafe(12)}.items():
            request.session[key] = value
        request.state.person = person

    async def close_session(self, request: Request) -> None:
        """Sign this browser out: its cookie is void from now on."""
        await self._end(request)
        request.session.clear()
        request.state.person = None

    async def _end(self, request: Request) -> None:
        word = request.session.get("s")
        if isinstance(word, str):
            await self.people.end_session(word)

    def csrf(self, request: Request) -> str:
        """What forms of this session carry in their field `csrf`.

        It is another one on every page: the length of compressed pages would else tell it piece by piece.
        """
        if "w" not in request.session:
            request.session["w"] = secrets.token_urlsafe(12)
        return self._word(secrets.token_urlsafe(9), request.session["w"])

    def _word(self, salt: str, session: str) -> str:
        return f"{salt}.{self._keys.seal('csrf', f'{salt}.{session}')}"

    async def check_csrf(self, request: Request) -> None:
        """Raise Forged for a change that a stranger's page may have sent."""
        if request.method in SAFE or credentials(request):
            return
        if COOKIE not in request.cookies and not _is_form(request):
            return  # no cookie, no rights to misuse
        given = request.headers.get("x-csrf-token", "")
        if not given and _is_form(request):
            given = str((await request.form()).get("csrf", ""))
        session = str(request.session.get("w", ""))
        right = self._word(given.partition(".")[0], session)
        if not session or not secrets.compare_digest(given.encode(), right.encode()):
            raise Forged


def _is_form(request: Request) -> bool:
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    return kind in ("application/x-www-form-urlencoded", "multipart/form-data", "text/plain", "")


def as_person(row: PersonRow, address: str = "") -> Person:
    return Person(row.id, row.name, row.guest, row.language, address, row.role == "admin", row.sanctions)


def checked_password(password: str) -> None:
    if not 8 <= len(password) <= 200:
        raise BadInput("password", "a password has 8 to 200 characters")


def checked_language(language: str) -> str:
    return language if language in LANGUAGES else "en"


def asked_language(request: Request, person: Person | None = None) -> str:
    """The language to answer in: ?lang=, then the person's, then the browser's."""
    asked = request.query_params.get("lang", "")
    if asked in LANGUAGES:
        return asked
    if person is not None and not credentials(request):
        return checked_language(person.language)
    best = ("", -1.0)
    for part in request.headers.get("accept-language", "").lower().split(",")[:20]:
        found = re.fullmatch(r"\s*([a-z]{2,3})[a-z0-9-]*\s*(?:;\s*q=([0-9.]{1,5}))?\s*", part)
        if found and found[1] in LANGUAGES:
            weight = float(found[2]) if found[2] and found[2].count(".") < 2 and found[2] != "." else 1.0
            best = max(best, (found[1], weight), key=lambda pair: pair[1])
    return best[0] or "en"


# -- what routes ask for --------------------------------------------------------------------------


def auth_of(request: Request) -> Auth:
    return cast(Auth, request.app.state.auth)


def address_of(request: Request) -> str:
    """Where a request comes from; of a long address only the part that one subscriber has."""
    host = request.client.host if request.client else ""
    try:
        found = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host[:60]
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped:
            return str(found.ipv4_mapped)
        return str(ipaddress.ip_network((found, 64), strict=False))
    return str(found)


def credentials(request: Request) -> str:
    """What a program shows for a token. An empty header shows nothing: then the cookie counts, and what guards it."""
    return request.headers.get("authorization", "").strip()


async def who(request: Request) -> Person | None:
    """Who is there, or None; looked up once a request."""
    if not hasattr(request.state, "person"):
        request.state.person = await auth_of(request).of_request(request)
    return cast("Person | None", request.state.person)


async def somebody(person: Annotated[Person | None, Depends(who)]) -> Person:
    """Who is there; raises NotSignedIn."""
    if person is None:
        raise NotSignedIn("sign in, or send a token as 'Authorization: Bearer ...'")
    return person


async def guard(request: Request) -> None:
    """On every route of the server: changes come from our own pages or from programs."""
    await auth_of(request).check_csrf(request)
    await auth_of(request).check_welcome(request)
    await auth_of(request).check_scope(request)


Who = Annotated[Person | None, Depends(who)]
Somebody = Annotated[Person, Depends(somebody)]
