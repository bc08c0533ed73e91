"""Tables at which time runs out, or somebody does not come: none of them is ever dead."""

from __future__ import annotations

from datetime import datetime, timedelta

from kursbuch import bots
from kursbuch.store import TableRow
from kursbuch.store.schema import now
from kursbuch.web.clocks import absence
from kursbuch.web.clocks.silence import USUAL, patience_of
from kursbuch.web.rows import info_of
from kursbuch.web.service import NotAllowed, Person, PositionChanged, TableInfo
from kursbuch.web.tables.reading import Reading


class Absences(Reading):
    """Every change is one transaction on the newest row: of several processes one does it."""

    patience = timedelta(hours=USUAL)  # of silence without a clock, where a new table says nothing

    async def time_out(self, table: str, at: datetime | None = None) -> TableInfo | None:
        """Do what was agreed on if somebody's time is out."""
        moment = at or now()
        return await self._settle(table, lambda row: absence.time_out(row, moment, stand_in()), told=True)

    async def come_back(self, table: str, person: Person) -> TableInfo:
        self._seated(await self.visit(table, person))
        done = await self._settle(table, lambda row: absence.come_back(row, person.id, now()))
        return done or (await self.visit(table, person)).info

    async def propose(self, table: str, person: Person, kind: str, player: str = "") -> TableInfo:
        own = self._seated(await self.visit(table, person))
        if len(own) != 1:
            raise NotAllowed("nothing can be voted on at this table")

        def ask(row: TableRow) -> TableRow:
            return absence.proposed(row, own[0], kind, player, now(), patience_of(row.agreed), stand_in())

        done = await self._settle(table, ask, told=True)
        assert done is not None
        if asked := done.keeping.get("asked"):
            voting = absence.voters(row := await self._row(table), asked["kind"], asked["player"])
            self._tell_asked(row, own[0], voting)
        return done

    async def answer_proposal(self, table: str, person: Person, agree: bool) -> TableInfo:
        own = self._seated(await self.visit(table, person))

        def answer(row: TableRow) -> TableRow | None:
            return absence.answered(row, own, agree, now(), patience_of(row.agreed), stand_in())

        done = await self._settle(table, answer, told=True)
        if done is None:
            raise PositionChanged
        return done

    async def _take_open_seat(self, row: TableRow, person: Person) -> TableInfo:
        """Somebody new takes a seat whose player has gone; raises NotAllowed if there is none."""
        done = await self._settle(row.id, lambda now_: absence.take_seat(now_, person.id, person.name, now()))
        if done is None:
            raise NotAllowed("all seats at this table are taken")
        return done

    async def _settle(self, table: str, decide: absence.Decide, told: bool = False) -> TableInfo | None:
        """Change a table; with `told` whoever is out of their seat by it hears so."""
        found = await self._row(table)  # raises NotFound

        def decided(row: TableRow) -> TableRow | None:
            nonlocal found
            found = row
            return decide(row)

        after = await self._store.settle(table, decided)
        if after is None:
            return None
        for person, how in absence.unseated(found, after) if told else ():
            self.noted(person, how, after, {})
        self.waiting(after, after.acting)
        if after.over:
            self._games.forget(table)
        return info_of(after)


def stand_in() -> str:
    """The bot that moves for people who are away."""
    return bots.USUAL
