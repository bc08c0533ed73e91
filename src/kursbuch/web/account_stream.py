"""One stream of events for all tables of an account, so that a program plays at many over one line."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

from fastapi import APIRouter, Request, Response
from sse_starlette import EventSourceResponse, ServerSentEvent

from kursbuch.store.news import Follower, Mark, News
from kursbuch.store.orders import of_person
from kursbuch.web.api import PROBLEMS
from kursbuch.web.auth import NotSignedIn, Somebody, address_of, auth_of
from kursbuch.web.limits import Limits
from kursbuch.web.live import LIFETIME, PING
from kursbuch.web.sanctions import check_not_shut_out
from kursbuch.web.service import MINE, NotAllowed, NotFound, Person, Tables

AGAIN = 20.0  # seconds until it is looked whether the account sits at further tables
Told = Callable[[str, str], None]
Welcome = Callable[[], Awaitable[bool]]


class _Ear(Follower):
    """Hears of one table, and passes on which it was."""

    def __init__(self, table: str, told: Told) -> None:
        super().__init__(table)
        self._told = told

    def tell(self, kind: str, mark: Mark | None) -> None:
        self._told(self.table, kind)


class Ears:
    """Hears of all tables of a person; each thing that has changed is told once."""

    def __init__(self, news: News, person: int) -> None:
        self._news, self._person = news, person
        self._ears: dict[str, Follower] = {}
        self._heard: dict[tuple[str, str], None] = {}
        self._woken = asyncio.Event()
        self.listen([of_person(person)])

    def listen(self, names: list[str]) -> list[str]:
        """Listen to these as well; gives those that are new."""
        new = [name for name in names if name not in self._ears]
        for name in new:
            self._ears[name] = self._news.hear(_Ear(name, self._hear))
        return new

    def forget(self, table: str) -> None:
        """Hear of a table no more."""
        self._ears.pop(table, None)
        self._heard = {heard: None for heard in self._heard if heard[0] != table}

    def _hear(self, table: str, kind: str) -> None:
        self._heard[table, kind] = None
        self._woken.set()

    async def next(self, patience: float) -> tuple[str, str] | None:
        """The next thing that has changed; None if nothing has for a while."""
        try:
            async with asyncio.timeout(patience):
                while not self._heard:
                    self._woken.clear()
                    await self._woken.wait()
        except TimeoutError:
            return None
        found = next(iter(self._heard))
        del self._heard[found]
        return found


def account_stream(
    tables: Tables, news: News, limits: Limits, person: Person, address: str, welcome: Welcome
) -> Response:
    """Events from now on, first `hello` with the tables that wait. Raises TooMany.

    It ends soon after its token is void, or its person shut out.
    """
    leave = limits.enter(person, address)
    ears = Ears(news, person.id)

    async def seats() -> list[Any]:
        return [info for info in await tables.mine(person, MINE) if not info.over]

    async def events() -> AsyncIterator[ServerSentEvent]:
        try:
            async with asyncio.timeout(LIFETIME):
                mine = await seats()
                ears.listen([info.id for info in mine])
                waiting = [info.id for info in mine if _turn(info, person)]
                yield _event("hello", {"tables": len(mine), "waiting": waiting})
                asked = time.monotonic()
                while True:
                    heard = await ears.next(AGAIN)
                    if time.monotonic() - asked >= AGAIN:
                        if not await welcome():
                            return
                        asked = time.monotonic()
                    if heard is None or heard[0].startswith("@"):
                        for table in ears.listen([info.id for info in await seats()]):
                            yield await told(table, "seats")
                    if heard is not None and not heard[0].startswith("@"):
                        yield await told(*heard)
        except TimeoutError:
            return
        finally:
            leave()

    async def told(table: str, kind: str) -> ServerSentEvent:
        try:
            info = (await tables.visit(table, person)).info
            sits = info.owner == person.id or any(seat.person == person.id for seat in info.seats)
        except (NotFound, NotAllowed):
            sits = False
        if not sits:  # left, or out of the seat by a vote: of that once, and of the table nothing more
            ears.forget(table)
            return _event("left", {"table": table})
        turn = {"your_turn": _turn(info, person), "over": info.over}
        return _event(kind, {"table": table, "version": info.version, "moves": info.moves, **turn})

    return EventSourceResponse(events(), ping=PING, headers={"X-Accel-Buffering": "no"})


def _turn(info: Any, person: Person) -> bool:
    """Whether a table waits for a person; where a bot moves for them it does not."""
    return any(s.person == person.id and s.player in info.acting and not s.bot for s in info.seats)


def _event(kind: str, data: object) -> ServerSentEvent:
    return ServerSentEvent(data=json.dumps(data, separators=(",", ":")), event=kind, retry=1000)


def account_stream_routes(tables: Tables, news: News, limits: Limits) -> APIRouter:
    router = APIRouter(prefix="/api/v1", responses=PROBLEMS, tags=["people"])

    @router.get(
        "/me/events",
        response_class=EventSourceResponse,
        responses={200: {"content": {"text/event-stream": {"schema": {"type": "string"}}}}},
    )
    async def events(person: Somebody, request: Request) -> Response:
        """Server-sent events of all tables that you sit at: `hello` at first, then `game`, `chat`, `seats` with the
        table, its version and moves, and whether it is your turn; `left` once, when you sit there no more.
        """

        async def welcome() -> bool:
            try:
                found = await auth_of(request).of_request(request)
                check_not_shut_out(found)
            except (NotSignedIn, NotAllowed):
                return False
            return found is not None

        return account_stream(tables, news, limits, person, address_of(request), welcome)

    return router
