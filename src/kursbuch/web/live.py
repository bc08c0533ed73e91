"""Server-sent events: every page and program hears within a moment that something has changed.

An event says what has changed, never how: the receiver fetches what it may see. Its id is the version of the
table, so that whoever reconnects with Last-Event-ID hears at once if anything was missed. Who may look no longer is
told `left`, and nothing after it.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from sse_starlette import EventSourceResponse, ServerSentEvent

from kursbuch.web.seating import Visit
from kursbuch.web.service import NotAllowed, NotFound
from kursbuch.web.tables import LiveTables

PING = 15  # seconds; keeps proxies from closing a quiet line
LIFETIME = 3600  # then the client connects again


def stream(tables: LiveTables, visit: Visit, address: str, last_seen: str = "") -> EventSourceResponse:
    """Events of a table from now on. The first is `hello`, or `game` if the client has missed something.

    Raises TooMany for one who has too many open.
    """
    follower = tables.follow(visit, address)  # before the first look, so that nothing falls between

    async def welcome() -> bool:
        """Whether the listener still belongs there: a private table tells others nothing, not even that it moves."""
        try:
            await tables.revisit(visit.info.id, visit.person)
        except (NotAllowed, NotFound):
            return False
        return True

    async def events() -> AsyncIterator[ServerSentEvent]:
        known = (await tables.visit(visit.info.id, visit.person)).info
        mark = known.version, known.moves
        missed = last_seen[:18].isdecimal() and int(last_seen[:18]) != known.version
        yield _event("game" if missed else "hello", mark)
        try:
            async with asyncio.timeout(LIFETIME):
                async for kind in follower:
                    if kind == "tables":  # for lists of tables
                        continue
                    if kind == "seats" and not await welcome():
                        yield _event("left", mark)
                        return
                    mark = max(mark, follower.mark or mark)
                    yield _event(kind, mark)
        except TimeoutError:
            return
        finally:
            follower.close()

    return EventSourceResponse(events(), ping=PING, headers={"X-Accel-Buffering": "no"})


def _event(kind: str, mark: tuple[int, int]) -> ServerSentEvent:
    version, moves = mark
    data = f'{{"version":{version},"moves":{moves}}}'
    return ServerSentEvent(data=data, event=kind, id=str(version), retry=1000)
