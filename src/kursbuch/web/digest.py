"""One letter rather than ten: what has gathered for a person, as far as it is still so."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence

from kursbuch.store import Missing, People, TableRow, TableStore
from kursbuch.store.counters import Counters
from kursbuch.store.pending import Pending, Waiting
from kursbuch.store.schema import now
from kursbuch.web.mail import Full, Post, has_room
from kursbuch.web.notify import SUBJECTS, sentence
from kursbuch.web.settings import Settings
from kursbuch.web.watching import Watch
from kursbuch.words import Words, words

PAUSE = 30.0  # seconds between two looks at whose letter is due
EVERY = (0, 60, 240, 1440)  # minutes from letter to letter that one may choose; 0: each message at once
ONCE = ("turn", "warn", "asked", "replaced", "lost", "over")  # of these one is enough of a table
SUBJECT = "Kursbuch: {count} messages"


class Digest(Watch):
    """Runs while the server does. Every process may run one: whoever takes the messages sends the letter."""

    about = "whose letter is due"

    def __init__(
        self,
        pending: Pending,
        people: People,
        store: TableStore,
        post: Post,
        settings: Settings,
        counters: Counters,
    ) -> None:
        super().__init__(min(PAUSE, settings.digest_pause))
        self._pending, self._people, self._store = pending, people, store
        self._post, self._settings, self._counters = post, settings, counters

    async def start(self) -> None:
        if self._settings.smtp_host:
            await super().start()

    async def look(self) -> None:
        """Send every letter whose time has come."""
        for person in await self._pending.due(now()):
            if self._post.full:
                return  # later
            await self._send(person, await self._pending.take(person))

    async def _send(self, person: int, waiting: Sequence[Waiting]) -> None:
        notice, row = await self._people.notice(person), await self._people.get(person)
        if not notice.email or not waiting:
            return
        tables = await self._tables(waiting)
        said = letter(words(row.language), person, waiting, tables, self._settings.address)
        if said is None:
            return
        if await has_room(self._counters, self._settings, notice.email):
            with contextlib.suppress(Full):  # the post has logged it
                self._post.send(notice.email, *said)
            return
        for one in waiting:  # until there is room
            await self._pending.add(person, one.kind, one.table or "", one.data)

    async def _tables(self, waiting: Sequence[Waiting]) -> dict[str, TableRow]:
        found = {}
        for table in {one.table for one in waiting if one.table}:
            with contextlib.suppress(Missing):
                found[table] = await self._store.get(table)
        return found


def letter(
    say: Words, person: int, waiting: Sequence[Waiting], tables: Mapping[str, TableRow], address: str
) -> tuple[str, str] | None:
    """Subject and text; None if nothing of it is so any more: a turn that was made needs no reminder."""
    parts: dict[tuple[str, str], tuple[str, str]] = {}  # subject and text
    for one in waiting:
        row = tables.get(one.table or "")
        if row is None or not _still(one, row, person):
            continue
        again = "" if one.kind in ONCE else str(len(parts))
        text = f"{sentence(say, one.kind, row, one.data)}\n{address}/table/{row.id}"
        parts[row.id + again, one.kind] = say(SUBJECTS[one.kind], name=row.name), text
    if not parts:
        return None
    if len(parts) == 1:
        ((subject, text),) = parts.values()
        return subject, f"{text}\n"
    return say(SUBJECT, count=len(parts)), "\n\n".join(text for _, text in parts.values()) + "\n"


def _still(one: Waiting, row: TableRow, person: int) -> bool:
    """Whether something is still worth telling."""
    if row.over or one.kind == "over":
        return row.over and one.kind in ("named", "over")
    if one.kind in ("turn", "warn"):
        return any(s.person == person and s.player in row.acting and not s.bot for s in row.seats)
    seat = next((s for s in row.seats if s.person == person), None)
    if one.kind in ("replaced", "lost"):
        return seat is None if one.kind == "lost" else seat is not None and bool(seat.bot)
    if one.kind == "asked":
        return bool(row.undo_asked_by or row.keeping.get("asked"))
    return one.kind != "invited" or not row.started
