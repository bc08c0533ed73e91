"""Tells people, once, that their time is running short."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from kursbuch.store import Missing, TableRow, TableStore
from kursbuch.store.counters import Bound, Counters, Exceeded
from kursbuch.store.schema import now
from kursbuch.web.clocks.terms import Terms, terms_of
from kursbuch.web.clocks.time import deadline
from kursbuch.web.tables.reading import Note
from kursbuch.web.watching import Watch

PAUSE = 15.0  # seconds between two looks
LIVE = 300.0  # seconds before the end of a live clock, or a fifth of it if that is less


def ahead(terms: Terms, hours: float) -> timedelta:
    """How long before the end somebody is warned: never earlier than after half of the time for a move.

    >>> ahead(Terms("days", days=2), 12), ahead(Terms("live", minutes=10), 12)
    (datetime.timedelta(seconds=43200), datetime.timedelta(seconds=120))
    """
    if terms.kind == "live":
        return timedelta(seconds=min(LIVE, terms.start / 5))
    return timedelta(seconds=min(hours * 3600, terms.each / 2 or hours * 3600))


def short_of_time(row: TableRow, at: datetime, hours: float) -> Iterator[tuple[int, str, datetime]]:
    """Whose time runs short: the person, the player, when it is out."""
    terms = terms_of(row.agreed)
    if terms is None or not row.clock or row.over:
        return
    for seat in row.seats:
        end = deadline(terms, row.clock, seat.player) if seat.player in row.clock["since"] else None
        if end and seat.person is not None and not seat.bot and end - ahead(terms, hours) <= at < end:
            yield seat.person, seat.player, end


class Warnings(Watch):
    """Runs while the server does. Every process may run one: of several who would warn one does."""

    about = "whose time runs short"

    def __init__(self, store: TableStore, counters: Counters, tell: Note, hours: float) -> None:
        super().__init__(PAUSE)
        self._store, self._counters, self._tell, self._hours = store, counters, tell, hours

    async def start(self) -> None:
        if self._hours > 0:
            await super().start()

    async def look(self, at: datetime | None = None) -> None:
        """Warn everybody whose time runs short, and who has not been."""
        at = at or now()
        for table in await self._store.lists.due_between(at, at + timedelta(hours=self._hours)):
            try:
                row = await self._store.get(table)
            except Missing:
                continue
            for person, player, end in short_of_time(row, at, self._hours):
                key = f"warned {table} {player} {end:%Y%m%d%H%M%S}"
                try:
                    await self._counters.take(Bound(key, 1, self._hours * 3600 + 3600))
                except Exceeded:
                    continue
                self._tell(person, "warn", row, {"until": end.isoformat()})
