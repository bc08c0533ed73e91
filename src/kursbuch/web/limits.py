"""Bounds on what strangers can make the server do: how often, and how much at once."""

from __future__ import annotations

import json
import time
from collections import OrderedDict, deque
from collections.abc import Callable

from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kursbuch.web.service import Told


class TooMany(Told):
    """Somebody tries too often; `wait` is how many seconds to wait."""

    def __init__(self, wait: float) -> None:
        self.wait = max(1, round(wait))
        super().__init__("too many attempts: wait {seconds} seconds", seconds=self.wait)


class TooLarge(HTTPException):
    """A request with more bytes than allowed."""

    def __init__(self, limit: int) -> None:
        super().__init__(413, f"request too large: send less than {limit} bytes")
        self.limit = limit


class Rate:
    """At most `count` of something per key in `seconds`. Kept in memory, per process, with bounded size.

    >>> rate = Rate(2, 60, clock=lambda: 0.0)
    >>> rate.note("a")
    >>> rate.note("a")
    >>> rate.check("a")
    Traceback (most recent call last):
    kursbuch.web.limits.TooMany: too many attempts: wait 60 seconds
    """

    def __init__(
        self, count: int, seconds: float, keys: int = 10_000, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._count, self._seconds, self._keys, self._clock = count, seconds, keys, clock
        self._seen: OrderedDict[str, deque[float]] = OrderedDict()

    def check(self, key: str) -> None:
        """Raise TooMany if the key has used its attempts up."""
        seen = self._seen.get(key)
        if seen is None:
            return
        moment = self._clock()
        while seen and seen[0] <= moment - self._seconds:
            seen.popleft()
        if len(seen) >= self._count:
            raise TooMany(seen[0] + self._seconds - moment)

    def note(self, key: str) -> None:
        """Count an attempt."""
        self._seen.setdefault(key, deque(maxlen=self._count)).append(self._clock())
        self._seen.move_to_end(key)
        while len(self._seen) > self._keys:
            self._seen.popitem(last=False)

    def clear(self, key: str) -> None:
        self._seen.pop(key, None)


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
