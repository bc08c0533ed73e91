"""Another game of the same people, in other seats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kursbuch.store import SeatRow, TableRow
from kursbuch.web import setup
from kursbuch.web.rows import info_of
from kursbuch.web.service import NotAllowed, Person, Seat, TableInfo
from kursbuch.web.tables.setting_up import SettingUp


class Rematches(SettingUp):
    """A new table like an old one; its seats are kept for those who sat there."""

    async def rematch(self, table: str, person: Person) -> TableInfo:
        """The table where it goes on: set up by whoever asks first, the same for all others. Raises NotAllowed."""
        self._seated(await self.visit(table, person))
        async with self._lock(table):
            row = await self._row(table)
            if not row.over or row.ended == "closed" or row.mode != "online":
                raise NotAllowed("another game is for online tables whose game is over")
            if found := row.keeping.get("rematch"):
                return info_of(await self._row(found))
            seats = turned(row.seats)
            mine = next(n for n, seat in enumerate(seats) if seat.person == person.id)
            new = setup.new_table(
                person,
                row.title,
                "online",
                [Seat(s.player, person.id if n == mine else None, s.bot if s.person is None else "")
                 for n, s in enumerate(seats)],
                row.name,
                row.options,
                "public" if row.visibility == "public" else "private",
                None,
            )  # fmt: skip
            kept = {s.player: s.person for n, s in enumerate(seats) if s.person is not None and n != mine}
            new = replace(new, agreed=row.agreed, keeping={"kept": kept} if not new.started else {})
            await self._spend("tables", person)
            info = await self._add(person, new, ())

            def note(found: TableRow) -> TableRow | None:
                return (
                    None
                    if found.keeping.get("rematch")
                    else replace(found, keeping={**found.keeping, "rematch": info.id})
                )

            if await self._store.settle(table, note) is None:  # another process was faster: go there
                return info_of(await self._row(str((await self._row(table)).keeping["rematch"])))
            await self._ask_along(new, person)
            return info

    async def _ask_along(self, row: TableRow, by: Person) -> None:
        """Tell the others that a place waits for them; it stands among their invitations."""
        for other in row.keeping.get("kept", {}).values():
            if self.ties is not None:
                if await self.ties.kept_out(by.id, [other]):
                    continue
                await self.ties.invite(other, row.id, by.id)
            self.noted(other, "invited", row, {"by": by.name})


def turned(seats: Sequence[SeatRow]) -> list[SeatRow]:
    """The seats with everybody one place further.

    >>> [seat.player for seat in turned([SeatRow("A"), SeatRow("B"), SeatRow("C")])]
    ['B', 'C', 'A']
    """
    return [*seats[1:], *seats[:1]]
