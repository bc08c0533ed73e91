"""Tables that administrators close, and open again. Nothing that is secret comes out by it."""

from __future__ import annotations

from dataclasses import replace

from kursbuch.store import TableRow
from kursbuch.store.schema import now
from kursbuch.web.clocks.absence import CLOSED, clock_started, ended, stood_in
from kursbuch.web.clocks.terms import terms_of
from kursbuch.web.clocks.time import due
from kursbuch.web.service import NotAllowed
from kursbuch.web.tables.absence import Absences, stand_in


class Closings(Absences):
    """Closing is no end of a game: it has no result, and goes on if the table is opened again."""

    async def close_table(self, table: str, why: str) -> None:
        """Raises NotFound, NotAllowed."""

        def close(row: TableRow) -> TableRow | None:
            if row.over:
                return None
            kept = {"why": why, "before": row.keeping, "clock": row.clock}
            return replace(ended(row, CLOSED), keeping={CLOSED: kept})

        if await self._settle(table, close) is None:
            raise NotAllowed("this game is over")

    async def reopen_table(self, table: str) -> None:
        """Clocks begin anew for those who are to decide. Raises NotFound, NotAllowed."""
        row = await self._whole_row(table)
        if row.ended != CLOSED:
            raise NotAllowed("this table is not closed")
        acting = (await self._games.get(row)).game.acting if row.started else ()

        def reopen(found: TableRow) -> TableRow | None:
            kept = found.keeping.get(CLOSED)
            if found.ended != CLOSED or kept is None:
                return None
            bots = {seat.player for seat in found.seats if seat.bot}
            after = replace(
                found,
                ended="",
                over=False,
                acting=tuple(acting),
                bot_turn=bool(bots & set(acting)),
                keeping=kept["before"],
            )
            return _with_clock(after, kept["clock"])

        if await self._settle(table, reopen) is None:
            raise NotAllowed("this table is not closed")

    async def stand_in_for(self, table: str, person: int) -> None:
        """A bot moves for one who may not come, until they may and say that they are back."""
        await self._settle(table, lambda row: stood_in(row, person, stand_in()))


def _with_clock(row: TableRow, before: dict[str, object]) -> TableRow:
    """Everybody has the time that was left when the table was closed."""
    terms = terms_of(row.agreed)
    fresh = clock_started(row, row.acting, now()).get("clock")
    if terms is None or not fresh or not before:
        return row
    clock = {**fresh, "left": before["left"], "out": before["out"]}
    clock["since"] = {p: began for p, began in fresh["since"].items() if p not in clock["out"]}
    return replace(row, clock=clock, due=due(terms, clock))
