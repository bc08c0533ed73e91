"""Setting tables up, sitting down at them, getting up again, inviting others."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

from kursbuch.core import BadInput
from kursbuch.core.event import events_text
from kursbuch.store import Conflict, Entry, SeatRow, TableRow
from kursbuch.store.errors import Full
from kursbuch.store.orders import of_person
from kursbuch.store.positions import PositionRow
from kursbuch.store.schema import now
from kursbuch.store.work import Busy, Crew
from kursbuch.web import setup
from kursbuch.web.agreed import checked
from kursbuch.web.clocks.absence import clock_started, kept_for, named_place
from kursbuch.web.clocks.silence import USUAL
from kursbuch.web.limits import OPEN_TABLES, TooMany
from kursbuch.web.rows import info_of, invited, shown
from kursbuch.web.sanctions import check_may_write
from kursbuch.web.seating import visit_of
from kursbuch.web.service import Mode, NotAllowed, Person, PositionChanged, Seat, TableInfo, Visibility
from kursbuch.web.tables.absence import Absences

T = TypeVar("T")


class SettingUp(Absences):
    """How tables come about, and who sits at them."""

    async def create(
        self,
        owner: Person,
        title: str,
        mode: Mode,
        seats: Sequence[Seat],
        *,
        name: str = "",
        options: Mapping[str, object] | None = None,
        agreed: Mapping[str, object] | None = None,
        visibility: Visibility = "private",
        seed: int | None = None,
        edition: str = "",
    ) -> TableInfo:
        if name.strip() and visibility == "public":
            check_may_write(owner)
        if seed is not None and self._draws_its_seed(mode):
            raise BadInput("seed", "an online table draws its seed: one who chose it would know what comes")
        new = partial(
            setup.new_table, owner, title, mode, seats, name, options or {}, visibility, seed, edition
        )
        row = (
            await self._beside(self._boxes, new) if edition else new()
        )  # to read a box takes longer than all else
        row = replace(row, agreed=checked(agreed or {}))
        if row.started:
            row = replace(row, **clock_started(row, row.acting, now()))
        await self._spend("tables", owner)
        return await self._add(owner, row, ())

    async def load(self, owner: Person, transcript: str, mode: Mode) -> TableInfo:
        await self._spend("transcripts", owner)
        reseed = self._draws_its_seed(mode)  # who wrote the transcript knows the seed in it
        row, entries, positions = await self._transcripts.read(owner, transcript, mode, reseed=reseed)
        return await self._add(owner, row, entries, positions)

    async def _beside(self, crew: Crew, work: Callable[[], T]) -> T:
        """Have a crew do what takes its time, so that others do not wait for it; raises TooMany."""
        try:
            return await crew.do(work)
        except Busy as error:
            raise TooMany(30) from error

    def _draws_its_seed(self, mode: Mode) -> bool:
        """Whether nobody may know the seed of such a table: others sit at it. However a table comes about, this
        is the only place that decides it.
        """
        return mode == "online" and not self._chosen_seeds

    async def _add(
        self,
        owner: Person,
        row: TableRow,
        entries: Sequence[Entry],
        positions: Sequence[PositionRow] = (),
    ) -> TableInfo:
        row = self._with_patience(row)
        most = self._limits.open_tables(owner) if self._limits else None
        try:
            await self._store.add(row, entries, positions, most)
        except Full as error:
            raise TooMany(3600, OPEN_TABLES, most=most) from error
        self.waiting(row, ())
        self._news.publish(of_person(owner.id), "tables")
        return info_of(row)

    def _with_patience(self, row: TableRow) -> TableRow:
        """The table with the server's rule about silence, where that is not the usual one and none was agreed on."""
        hours = self.patience.total_seconds() / 3600
        if row.mode != "online" or hours == USUAL or "silence" in row.agreed:
            return row
        return replace(row, agreed={**row.agreed, "silence": hours})

    # -- seats ------------------------------------------------------------------------------------

    async def join(self, table: str, person: Person, invitation: str = "") -> TableInfo:
        await self._spend("joins", person)
        async with self._lock(table):
            for _ in range(10):
                row = await self._whole_row(table)
                if row.ended == "closed":
                    raise NotAllowed("this table was closed by an administrator")
                if any(seat.person == person.id for seat in row.seats):
                    return info_of(row)
                await self._check_welcome(row, person)
                mine = kept_for(row, person.id)
                if not mine and invited(row, invitation):
                    mine = named_place(row, person.name)
                if row.owner != person.id and not invited(row, invitation) and not mine:
                    visit_of(info_of(row), person)
                if row.started and row.mode == "online":
                    return await self._take_open_seat(row, person)
                if row.mode != "online":
                    raise NotAllowed("all seats at this table are taken")
                kept = row.keeping.get("kept", {})
                if (place := setup.empty_seat(row, mine, kept)) is None:
                    raise NotAllowed("all seats at this table are taken")
                player = row.seats[place].player or setup.free_name(row, person.name)
                seats = list(row.seats)
                seats[place] = SeatRow(player, person.id)
                try:
                    joined = await self._reseat(row, seats)
                    if self.ties is not None:
                        await self.ties.disinvite(person.id, table)
                    self._news.publish(of_person(person.id), "tables")
                    return joined
                except Conflict:
                    continue  # somebody else sat down at the same moment; look for another seat
            raise PositionChanged

    async def _check_welcome(self, row: TableRow, person: Person) -> None:
        """Raise NotAllowed for one whom somebody at the table does not want to meet."""
        there = {row.owner, *(seat.person for seat in row.seats if seat.person is not None)}
        if self.ties is not None and await self.ties.kept_out(person.id, there - {person.id}):
            raise NotAllowed("somebody at this table does not want to play with you")

    async def leave(self, table: str, person: Person) -> TableInfo:
        async with self._lock(table):
            row = await self._whole_row(table)
            self._seated(visit_of(info_of(row), person))
            if row.started:
                raise NotAllowed("the game has started; its seats are fixed")
            keep_name = row.version > 0  # the names of a game that goes on are part of it
            seats = [
                SeatRow(seat.player if keep_name else "") if seat.person == person.id else seat
                for seat in row.seats
            ]
            try:
                return await self._reseat(row, seats)
            except Conflict as error:
                raise PositionChanged from error

    async def _reseat(self, row: TableRow, seats: Sequence[SeatRow]) -> TableInfo:
        after = replace(row, seats=tuple(seats))
        changes: dict[str, Any] = {}
        if all(seat.person is not None or seat.bot for seat in seats):
            game = (await self._games.get(after)).game if row.version else setup.start(after)
            told = row.setup or events_text(game.events_of(0))
            changes = {"started": True, "setup": told, **shown(after, game)}
            changes |= clock_started(after, game.acting, now())
        await self._store.reseat(row.id, row.seats, seats, **changes)
        after = replace(after, **changes)
        self.waiting(after, ())
        return info_of(after)

    async def invitation(self, table: str, person: Person) -> str:
        async with self._lock(table):
            row = await self._row(table)
            visit = visit_of(info_of(row), person)
            seat_to_fill = bool(row.keeping.get("open")) and bool(visit.players)  # the owner may be gone
            if visit.info.owner != person.id and not seat_to_fill:
                raise NotAllowed("only the owner of a table invites to it")
            if row.invitation:
                return row.invitation
            await self._spend("invitations", person)
            secret = secrets.token_urlsafe(15)
            await self._store.change(table, row.version, "seats", invitation=secret)
            return secret

    async def invited(self, table: str, person: Person | None, invitation: str) -> TableInfo:
        row = await self._row(table)
        return info_of(row) if invited(row, invitation) else visit_of(info_of(row), person).info
