"""The tables of this server: what `service.Tables` promises, on top of the store. No SQL, no rule.

Every change takes the table's lock, looks at the newest position, works on a copy, and is shown only after the
store has committed it. Other processes are kept out by the version that the store checks.
"""

from __future__ import annotations

import re

from kursbuch.core import BadInput
from kursbuch.store import TableRow
from kursbuch.web.rows import info_of
from kursbuch.web.sanctions import check_may_write
from kursbuch.web.seating import Visit, visit_of
from kursbuch.web.service import Line, Person
from kursbuch.web.tables.closing import Closings
from kursbuch.web.tables.inviting import Inviting
from kursbuch.web.tables.leagues import Seating
from kursbuch.web.tables.learning import Learning
from kursbuch.web.tables.playing import MEANWHILE, TRIES, Overtaken, Playing
from kursbuch.web.tables.rematch import Rematches
from kursbuch.web.tables.what_if import WhatIf

__all__ = ["CHAT_LIMIT", "MEANWHILE", "TRIES", "LiveTables", "Overtaken"]

CHAT_LIMIT = 1000  # characters of a line


def named(text: str, player: str) -> bool:
    """Whether a line of chat speaks to a player by name.

    >>> named("@anna, your turn", "Anna"), named("@Annabel", "Anna"), named("anna@example.org", "example")
    (True, False, False)
    """
    return bool(player) and bool(re.search(rf"(?<!\w)@{re.escape(player)}(?!\w)", text, re.IGNORECASE))


class LiveTables(Rematches, WhatIf, Learning, Inviting, Seating, Playing, Closings):
    """Implements `kursbuch.web.service.Tables`."""

    async def say(self, table: str, person: Person, text: str) -> None:
        row = await self._row(table)
        visit = visit_of(info_of(row), person)
        check_may_write(person)
        text = text.strip()
        if not text or len(text) > CHAT_LIMIT or "\0" in text:
            raise BadInput("text", "write 1 to {most} characters", most=CHAT_LIMIT)
        await self._spend("lines", person)
        own = visit.players
        name = own[0] if len(own) == 1 else person.name
        await self._store.chat.say(table, person.id, name, text)
        await self._call_upon(row, person, name, text)

    async def _call_upon(self, row: TableRow, person: Person, name: str, text: str) -> None:
        """Tell those whom a line of chat names, unless they do not want to hear from whoever says it."""
        for seat in row.seats:
            if seat.person in (None, person.id) or not named(text, seat.player):
                continue
            if self.ties is None or not await self.ties.kept_out(person.id, [seat.person]):
                self.noted(seat.person, "named", row, {"by": name, "text": text[:200]})

    async def chat(self, visit: Visit) -> list[Line]:
        """The lines, without those of people whom the visitor does not want to meet."""
        lines = await self._store.chat.lines(visit.info.id)
        if visit.person is None:
            return [Line(line.at, line.name, line.text, line.id) for line in lines]
        me = visit.person.id
        silenced = await self.ties.blocked_by(me) if self.ties is not None and lines else frozenset()
        return [
            Line(
                line.at,
                line.name,
                line.text,
                line.id,
                line.person == me,
                any(named(line.text, player) for player in visit.players),
            )
            for line in lines
            if line.person not in silenced
        ]
