"""Places kept for people by name: an account is invited and told, a guest comes by the link under that name."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kursbuch.core import BadInput
from kursbuch.store import PersonRow, SeatRow, TableRow
from kursbuch.web import setup
from kursbuch.web.clocks.absence import ANYBODY
from kursbuch.web.names import checked_name
from kursbuch.web.rows import info_of
from kursbuch.web.seating import visit_of
from kursbuch.web.service import NotAllowed, Person, TableInfo
from kursbuch.web.tables.setting_up import SettingUp


class Inviting(SettingUp):
    """The owner of a table keeps places; whoever a place is kept for may decline it."""

    async def invite(self, table: str, owner: Person, other: PersonRow) -> TableInfo:
        """Keep a place for an account, and tell them; raises NotAllowed."""
        if other.id == owner.id:
            raise NotAllowed("you cannot invite yourself")
        if self.ties is not None and await self.ties.kept_out(other.id, [owner.id]):
            raise NotAllowed("you do not want to meet {name}", name=other.name)
        if self.ties is not None and await self.ties.kept_out(owner.id, [other.id]):
            raise NotAllowed("{name} cannot be invited", name=other.name)
        await self._spend("friends", owner)
        row = await self._keep(table, owner, other.name, other.id)
        if self.ties is not None:
            await self.ties.invite(other.id, table, owner.id)
        self.noted(other.id, "invited", row, {"by": owner.name})
        return info_of(row)

    async def keep_place(self, table: str, owner: Person, name: str) -> TableInfo:
        """Keep a place for whoever comes by the link under this name; raises BadInput, NotAllowed."""
        await self._spend("friends", owner)
        return info_of(await self._keep(table, owner, checked_name(name), ANYBODY))

    async def _keep(self, table: str, owner: Person, name: str, person: int) -> TableRow:
        row = await self._own_waiting(table, owner)
        player = setup.free_name(row, name)

        def keep(found: TableRow) -> TableRow | None:
            kept = found.keeping.get("kept", {})
            place = setup.empty_seat(found, "", kept)
            if person in [*kept.values(), *(s.person for s in found.seats)] and person != ANYBODY:
                raise NotAllowed("{name} has a place already", name=name)
            if found.started or found.over or place is None or found.seats[place].player:
                return None
            seats = list(found.seats)
            seats[place] = SeatRow(player)
            return replace(
                found, seats=tuple(seats), keeping={**found.keeping, "kept": {**kept, player: person}}
            )

        after = await self._store.settle(table, keep)
        if after is None:
            raise NotAllowed("all seats at this table are taken")
        return after

    async def release(self, table: str, owner: Person, player: str) -> TableInfo:
        """Keep a place no longer."""
        await self._own_waiting(table, owner)
        return await self._released(table, player)

    async def decline(self, table: str, person: Person) -> None:
        """Do not take the place that is kept for one."""
        row = await self._row(table)
        kept: dict[str, int] = row.keeping.get("kept", {})
        if player := next((name for name, whose in kept.items() if whose == person.id), ""):
            await self._released(table, player)
        if self.ties is not None:
            await self.ties.disinvite(person.id, table)

    async def _released(self, table: str, player: str) -> TableInfo:
        whose: list[int] = []

        def release(found: TableRow) -> TableRow | None:
            kept: dict[str, Any] = found.keeping.get("kept", {})
            if found.started or player not in kept:
                return None
            whose.append(kept[player])
            seats = [
                SeatRow("") if s.player == player and s.person is None and not found.version else s
                for s in found.seats
            ]
            rest = {name: person for name, person in kept.items() if name != player}
            return replace(found, seats=tuple(seats), keeping={**found.keeping, "kept": rest})

        after = await self._store.settle(table, release)
        if after is None:
            raise BadInput("player", "no place is kept for {name}", name=player[:40])
        if self.ties is not None and whose[0] != ANYBODY:
            await self.ties.disinvite(whose[0], table)
        return info_of(after)

    async def _own_waiting(self, table: str, owner: Person) -> TableRow:
        row = await self._whole_row(table)
        if visit_of(info_of(row), owner).info.owner != owner.id:
            raise NotAllowed("only the owner of a table invites to it")
        if row.started or row.over or row.mode != "online":
            raise NotAllowed("the game has started; its seats are fixed")
        return row
