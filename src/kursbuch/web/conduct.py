"""Reports, and what administrators can do about them; each deed is a line that stays."""

from __future__ import annotations

import logging
from datetime import timedelta

from kursbuch.core import BadInput
from kursbuch.store import Missing, People
from kursbuch.store.conduct import Conduct, Known
from kursbuch.store.people import folded
from kursbuch.store.schema import now
from kursbuch.web.limits import Limits
from kursbuch.web.service import NotAllowed, NotFound, Person
from kursbuch.web.tables.closing import Closings

log = logging.getLogger("kursbuch.admin")

WORDS = 2000  # letters of a report, or of a reason
DAYS = (1, 3, 7, 30, 365, 0)  # that a sanction may last; 0: for good


def checked_words(text: str, place: str = "words") -> str:
    """What somebody has to say about it; raises BadInput."""
    text = text.strip().replace("\0", "")
    if not text or len(text) > WORDS:
        raise BadInput(place, "write 1 to {most} characters", most=WORDS)
    return text


class Reporting:
    """Takes reports in."""

    def __init__(self, conduct: Conduct, people: People, limits: Limits) -> None:
        self._conduct, self._people, self._limits = conduct, people, limits

    async def about_line(self, by: Person, table: str, line: int, words: str) -> None:
        person, name, text = await self._line(table, line)
        await self._limits.spend("reports", by)
        quoted = f"{name}: {text}"
        await self._conduct.report(
            by.id, "line", checked_words(words), person=person, table=table, quoted=quoted
        )

    async def quoted(self, table: str, line: int) -> str:
        """A line of chat as it will be quoted; raises NotFound."""
        _, name, text = await self._line(table, line)
        return f"{name}: {text}"

    async def _line(self, table: str, line: int) -> tuple[int, str, str]:
        try:
            return await self._conduct.line(table, line)
        except Missing as error:
            raise NotFound("there is no such line") from error

    async def about_table(self, by: Person, table: str, words: str) -> None:
        text = checked_words(words)
        await self._limits.spend("reports", by)
        await self._conduct.report(by.id, "table", text, person=None, table=table)

    async def about_person(self, by: Person, name: str, words: str) -> None:
        text = checked_words(words)
        try:
            row = await self._people.named(name[:80])
        except Missing as error:
            raise NotFound("nobody of this name shows themselves here") from error
        await self._limits.spend("reports", by)
        await self._conduct.report(by.id, "person", text, person=row.id, table=None)


class Administration:
    """What administrators do; each deed is a line in the database and in the server's log."""

    def __init__(self, conduct: Conduct, tables: Closings, admins: str = "") -> None:
        self.conduct, self._tables = conduct, tables
        self._named = frozenset(folded(name.strip()) for name in admins.split(",") if name.strip())

    def holds_office(self, known: Known) -> bool:
        """Whether a person is an administrator, by grant or by the settings."""
        return known.role == "admin" or (not known.guest and folded(known.name) in self._named)

    async def sanction(self, admin: Person, person: int, kind: str, days: int, why: str) -> None:
        """Mute or shut out; raises BadInput, NotAllowed. The games of one who is shut out go on with a bot."""
        why = checked_words(why, "why")
        if days not in DAYS:
            raise BadInput("days", "no value for this")
        known = await self._known(person)
        if known.id == admin.id or self.holds_office(known):
            raise NotAllowed("an administrator is not muted or shut out: take the office away first")
        until = now() + timedelta(days=days) if days else None
        await self.conduct.sanction(person, kind, until, why, admin.id)
        self._logged(admin, kind, f"person {person}", why)
        if kind == "ban":
            for table in await self.conduct.seated(person):
                await self._tables.stand_in_for(table, person)

    async def lift(self, admin: Person, person: int, kind: str, why: str) -> None:
        await self._known(person)
        await self.conduct.lift(person, kind, why.strip()[:WORDS], admin.id)
        self._logged(admin, f"un{kind}", f"person {person}", why)

    async def close(self, admin: Person, table: str, why: str) -> None:
        why = checked_words(why, "why")
        await self._tables.close_table(table, why)
        await self.conduct.note("close", admin.id, why, table=table)
        self._logged(admin, "close", f"table {table}", why)

    async def reopen(self, admin: Person, table: str, why: str) -> None:
        await self._tables.reopen_table(table)
        await self.conduct.note("reopen", admin.id, why.strip()[:WORDS], table=table)
        self._logged(admin, "reopen", f"table {table}", why)

    async def settle(self, admin: Person, report: int, why: str) -> None:
        try:
            await self.conduct.settle(report, admin.id, why.strip()[:WORDS])
        except Missing as error:
            raise NotFound("this report has been dealt with") from error
        self._logged(admin, "settle", f"report {report}", why)

    async def _known(self, person: int) -> Known:
        found = await self.conduct.people("", sanctioned=False, limit=1, person=person)
        if not found:
            raise NotFound("there is nobody of this number")
        return found[0]

    def _logged(self, admin: Person, what: str, whom: str, why: str) -> None:
        log.warning("%s: %s by person %d: %s", what, whom, admin.id, why)
