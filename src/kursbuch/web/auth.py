"""Who is there: accounts with passwords, guests, tokens of programs, and protection against forged requests.

A session is a signed cookie with the person's id and epoch and a random word. Forms carry that word, signed, as
`csrf` (or scripts as the header X-CSRF-Token); a request that comes with a cookie and wants to change something is
refused without it. Requests with a bearer token carry no cookie that a stranger's page could make use of.
"""

from __future__ import annotations

import re
import secrets
import time
from collections.abc import Callable
from typing import Annotated, Any, TypeVar, cast

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from fastapi import Depends, Request

from kursbuch.core import BadInput
from kursbuch.store import Missing, People, PersonRow
from kursbuch.store.work import Busy, Crew
from kursbuch.web.limits import Rate, TooMany
from kursbuch.web.service import Person, Told
from kursbuch.web.sessions import COOKIE, Keys
from kursbuch.web.settings import Settings

T = TypeVar("T")

LANGUAGES = ("en", "de")
REMEMBERED = 5.0  # seconds for which a token is believed without looking it up
_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})


class NotSignedIn(Told):
    """This needs somebody to be signed in."""


class WrongPassword(Exception):
    """Name and password do not go together."""


class Forged(Exception):
    """A form without the word of its session."""


class Auth:
    """Signs people up and in."""

    def __init__(self, people: People, keys: Keys, settings: Settings) -> None:
        self.people = people
        self._keys = keys
        self._hasher = PasswordHasher()
        self._hashing = Crew("hash", hands=2, waiting=200)  # each takes 64 MiB
        self._nobody = ""
        self._remembered: dict[str, tuple[Person, float]] = {}
        self._by_name = Rate(settings.sign_ins, 300)
        self._by_address = Rate(settings.sign_ins * 5, 300)
        self._new = Rate(settings.new_people, 3600)

    # -- accounts ---------------------------------------------------------------------------------

    async def sign_up(
        self, name: str, password: str, language: str, address: str, guest: Person | None = None
    ) -> Person:
        """A new account; a guest who signs up keeps seats. Raises BadInput, Conflict (name taken), TooMany."""
        name = checked_name(name)
        checked_password(password)
        self._new.check(address)
        self._new.note(address)
        hashed = await self._hash(password)
        if guest is not None and guest.guest:
            await self.people.make_account(guest.id, name, hashed)
            return as_person(await self.people.get(guest.id))
        return as_person(await self.people.add(name, hashed, checked_language(language)))

    async def sign_in(self, name: str, password: str, address: str) -> PersonRow:
        """The account; raises WrongPassword, TooMany. Takes as long for names that nobody has."""
        key = f"{name[:80].casefold()} {address}"
        self._by_name.check(key)
        self._by_address.check(address)
        try:
            row = await self.people.named(name[:200])
        except Missing:
            row = None
        good = await self._hashing_done(self._verify, row, password[:200])
        if row is None or not good:
            self._by_name.note(key)
            self._by_address.note(address)
            raise WrongPassword
        self._by_name.clear(key)
        return row

    async def change_password(self, person: Person, old: str, new: str, address: str) -> None:
        """A new password for one who knows the old; raises WrongPassword, TooMany, BadInput.

        Sessions elsewhere end; tokens of programs stay.
        """
        checked_password(new)
        await self.sign_in(person.name, old, address)
        await self.set_password(person.id, new)

    async def set_password(
        self, person: int, password: str, *, epoch: int | None = None, void_tokens: bool = False
    ) -> bool:
        """Set it without asking for the old one; with an epoch only if it is still that one."""
        checked_password(password)
        hashed = await self._hash(password)
        done = await self.people.set_password(person, hashed, epoch=epoch, void_tokens=void_tokens)
        self.forget_tokens()
        return done

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
        self._new.check(address)
        self._new.note(address)
        return as_person(await self.people.add(checked_name(name), None, checked_language(language)))

    # -- sessions ---------------------------------------------------------------------------------

    async def of_request(self, request: Request) -> Person | None:
        """Who sends this request, by token or by cookie."""
        header = request.headers.get("authorization", "")
        if header:
            scheme, _, token = header.partition(" ")
            try:
                if scheme.lower() != "bearer":
                    raise Missing("token")
                return await self._by_token(token.strip()[:200])
            except Missing as error:
                raise NotSignedIn("this token is not (or no longer) valid") from error
        person, epoch = request.session.get("p"), request.session.get("e")
        if not isinstance(person, int):
            return None
        try:
            row = await self.people.get(person)
        except Missing:
            return None
        return as_person(row) if row.epoch == epoch else None

    async def _by_token(self, token: str) -> Person:
        """Whose token this is; remembered for a moment, so that a busy program does not cost a read each time."""
        known = self._remembered.get(token)
        if known is not None and known[1] > time.monotonic():
            return known[0]
        person = as_person(await self.people.by_token(token))
        if len(self._remembered) >= 5000:
            self._remembered.clear()
        self._remembered[token] = person, time.monotonic() + REMEMBERED
        return person

    def forget_tokens(self) -> None:
        """A token was made void, or its owner has changed."""
        self._remembered.clear()

    async def open_session(self, request: Request, person: Person) -> None:
        """From now on the browser is this person's; the session's word changes, so that none can be planted."""
        row = await self.people.get(person.id)
        request.session.clear()
        for key, value in {"p": row.id, "e": row.epoch, "w": secrets.token_urlsafe(12)}.items():
            request.session[key] = value
        request.state.person = person

    def close_session(self, request: Request) -> None:
        request.session.clear()
        request.state.person = None

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
        if request.method in _SAFE or "authorization" in request.headers:
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


def as_person(row: PersonRow) -> Person:
    return Person(row.id, row.name, row.guest, row.language)


def checked_name(name: str) -> str:
    """A name that can also be a player's; raises BadInput."""
    name = " ".join(name.split())
    if not 1 <= len(name) <= 30 or not name.isprintable() or ":" in name:
        raise BadInput("name", "a name has 1 to 30 printable characters and no colon")
    return name


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
    if person is not None and "authorization" not in request.headers:
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
    return request.client.host if request.client else ""


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


async def guest_if_nobody(request: Request, name: str = "") -> Person:
    """Who is there, or a new guest with a session of their own: nobody needs an account to play."""
    person = await who(request)
    if person is None:
        language = asked_language(request)
        name = name or ("Gast" if language == "de" else "Guest")
        person = await auth_of(request).guest(name, language, address_of(request))
        await auth_of(request).open_session(request, person)
    return person


async def guard(request: Request) -> None:
    """On every route of the server: changes come from our own pages or from programs."""
    await auth_of(request).check_csrf(request)


Who = Annotated[Person | None, Depends(who)]
Somebody = Annotated[Person, Depends(somebody)]
