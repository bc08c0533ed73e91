"""Bounds on what strangers can make the server do: how often, and how much at once."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from math import ceil

from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kursbuch.store.counters import Bound, Counters, Exceeded
from kursbuch.web.service import Person, Told
from kursbuch.web.settings import Settings
from kursbuch.words import LANGUAGES, Words, words

AGAIN = "too many attempts: wait {time}"


class TooMany(Told):
    """Somebody tries too often; `wait` is how many seconds to wait."""

    def __init__(self, wait: float, message: str = AGAIN, **values: object) -> None:
        self.wait = max(1, round(wait))
        time = {code: span(words(code), self.wait) for code in LANGUAGES}
        super().__init__(message, time=time, **values)


def span(say: Words, seconds: int) -> str:
    """A time to wait as people say it, never too short.

    >>> [span(words("en"), seconds) for seconds in (1, 45, 3308, 80_000)]
    ['a moment', '45 seconds', '56 minutes', '23 hours']
    """
    if seconds < 2:
        return say("a moment")
    if seconds < 90:
        return say("{seconds} seconds", seconds=seconds)
    minutes, hours = ceil(seconds / 60), ceil(seconds / 3600)
    return say("{minutes} minutes", minutes=minutes) if minutes < 90 else say("{hours} hours", hours=hours)


class TooLarge(HTTPException):
    """A request with more bytes than allowed."""

    def __init__(self, limit: int) -> None:
        super().__init__(413, f"request too large: send less than {limit} bytes")
        self.limit = limit


@dataclass(frozen=True, slots=True)
class Kind:
    """Something that people may do so often; `setting` is how often an account may in `seconds`."""

    setting: str
    seconds: float
    message: str


KINDS = {
    "tables": Kind("tables_an_hour", 3600, "too many new tables: wait {time}"),
    "transcripts": Kind("transcripts_an_hour", 3600, "too many transcripts: wait {time}"),
    "joins": Kind("joins_an_hour", 3600, "too many seats taken: wait {time}"),
    "invitations": Kind("invitations_an_hour", 3600, "too many invitations: wait {time}"),
    "friends": Kind("friends_an_hour", 3600, "too many people asked: wait {time}"),
    "leagues": Kind("leagues_a_day", 86400, "too many leagues: wait {time}"),
    "workshop": Kind("workshop_a_minute", 60, "too many changes: wait {time}"),
    "reports": Kind("reports_an_hour", 3600, "too many reports: wait {time}"),
    "lines": Kind("lines_a_minute", 60, "too many lines: wait {time}"),
}
OPEN_TABLES = "you have {most} unfinished tables: finish some first"
STREAMS = "too many live pages at once: close some, or wait {time}"


class Limits:
    """How much a person may do; guests less than accounts, and all guests of one address together not much more.

    Counts are kept in the database, so that they hold for all processes; open streams of events in each process.
    """

    def __init__(self, counters: Counters, settings: Settings) -> None:
        self._counters, self._settings = counters, settings
        self._open: Counter[str] = Counter()

    async def spend(self, what: str, person: Person) -> None:
        """Count that a person does one of `KINDS`; raises TooMany."""
        kind = KINDS[what]
        most = int(getattr(self._settings, kind.setting))
        bounds = [Bound(f"{what} {person.id}", self._share(most, person), kind.seconds)]
        if person.guest and person.address:
            together = self._share(most, person) * self._settings.guests_an_address
            bounds.append(Bound(f"{what} from {person.address}", together, kind.seconds))
        try:
            await self._counters.take(*bounds)
        except Exceeded as error:
            raise TooMany(error.wait, kind.message) from error

    async def spend_from(self, what: str, address: str) -> None:
        """Count that somebody of whom only the address is known does one of `KINDS`; raises TooMany."""
        kind = KINDS[what]
        most = int(getattr(self._settings, kind.setting)) * self._settings.guests_an_address
        try:
            await self._counters.take(Bound(f"{what} unknown from {address}", most, kind.seconds))
        except Exceeded as error:
            raise TooMany(error.wait, kind.message) from error

    def open_tables(self, person: Person) -> int:
        """How many unfinished tables a person may have."""
        return self._share(self._settings.open_tables, person)

    def enter(self, person: Person | None, address: str = "") -> Callable[[], None]:
        """Count an open stream of events; gives what ends it. Raises TooMany."""
        each, all_of_us = self._settings.streams_each, self._settings.streams
        bounds = {"all": all_of_us}
        if person is None:  # onlookers are known by their address alone
            bounds[f"from {address}"] = each * self._settings.guests_an_address
        else:
            bounds[f"{person.id}"] = self._share(each, person)
            if person.guest:  # no address takes the room of all others
                bounds[f"guests from {person.address}"] = all_of_us // 2
        if any(self._open[key] >= most for key, most in bounds.items()):
            raise TooMany(30, STREAMS)
        self._open.update(bounds.keys())

        def leave() -> None:
            self._open.subtract(bounds.keys())
            for key in bounds:
                if self._open[key] <= 0:
                    del self._open[key]

        return leave

    def _share(self, most: int, person: Person) -> int:
        return max(1, most * self._settings.guest_percent // 100) if person.guest else most


class BodyLimit:
    """Lets no request body grow beyond a limit, whatever its headers say."""

    def __init__(self, app: ASGIApp, limit: int) -> None:
        self.app = app
        self.limit = limit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        total = 0
        answered = False
        declared = next((v for name, v in scope["headers"] if name == b"content-length"), b"")
        too_large = declared.isdigit() and int(declared) > self.limit

        async def counted() -> Message:
            nonlocal total
            if too_large:  # told when the body is first asked for, so that the app says it in its own way
                raise TooLarge(self.limit)
            message = await receive()
            if message["type"] == "http.request":
                total += len(message.get("body", b""))
                if total > self.limit:
                    raise TooLarge(self.limit)
            return message

        async def sending(message: Message) -> None:
            nonlocal answered
            answered = True
            await send(message)

        try:
            await self.app(scope, counted, sending)
        except TooLarge as error:
            if answered:
                raise
            body = json.dumps({"title": error.detail, "status": 413, "detail": error.detail}).encode()
            headers = [(b"content-type", b"application/problem+json"), (b"connection", b"close")]
            await send({"type": "http.response.start", "status": 413, "headers": headers})
            await send({"type": "http.response.body", "body": body})


class PlainHeaders:
    """Puts the same headers on every answer; what an answer says itself stays."""

    def __init__(self, app: ASGIApp, headers: dict[str, str]) -> None:
        self.app = app
        self._headers = [(key.lower().encode(), value.encode()) for key, value in headers.items()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = list(message.get("headers", ()))
                said = {name.lower() for name, _ in own}
                message["headers"] = [*own, *(pair for pair in self._headers if pair[0] not in said)]
            await send(message)

        await self.app(scope, receive, sending if scope["type"] == "http" else send)
