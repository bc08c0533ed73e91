"""The tables of this server: what `service.Tables` promises, on top of the store. No SQL, no rule.

Every change takes the table's lock, looks at the newest position, works on a copy, and is shown only after the
store has committed it. Other processes are kept out by the version that the store checks.
"""

from __future__ import annotations

from kursbuch.core import BadInput
from kursbuch.web.seating import Visit
from kursbuch.web.service import Line, Person
from kursbuch.web.tables.absence import Absences
from kursbuch.web.tables.playing import MEANWHILE, TRIES, Overtaken, Playing
from kursbuch.web.tables.rematch import Rematches
from kursbuch.web.tables.what_if import WhatIf

__all__ = ["CHAT_LIMIT", "MEANWHILE", "TRIES", "LiveTables", "Overtaken"]

CHAT_LIMIT = 1000  # characters of a line


class LiveTables(Rematches, WhatIf, Playing, Absences):
    """Implements `kursbuch.web.service.Tables`."""

    async def say(self, table: str, person: Person, text: str) -> None:
        visit = await self.visit(table, person)
        text = text.strip()
        if not text or len(text) > CHAT_LIMIT or "\0" in text:
            raise BadInput("text", "write 1 to {most} characters", most=CHAT_LIMIT)
        await self._spend("lines", person)
        own = visit.players
        await self._store.say(table, person.id, own[0] if len(own) == 1 else person.name, text)

    async def chat(self, visit: Visit) -> list[Line]:
        return [Line(line.at, line.name, line.text) for line in await self._store.chat(visit.info.id)]
