"""Tables that are set up with everybody seated at once, as a league does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from kursbuch.store import SeatRow
from kursbuch.store.orders import of_person
from kursbuch.store.schema import now
from kursbuch.web import setup
from kursbuch.web.clocks.absence import clock_started
from kursbuch.web.rows import info_of
from kursbuch.web.service import Person, Seat, TableInfo
from kursbuch.web.tables.setting_up import SettingUp


class Seating(SettingUp):
    """Nobody is asked: whoever takes part has agreed beforehand."""

    async def seat_all(
        self,
        organiser: Person,
        title: str,
        seated: Sequence[tuple[int, str]],
        *,
        name: str,
        options: Mapping[str, Any],
        agreed: Mapping[str, Any],
    ) -> TableInfo:
        """A running table of these people, in this order; raises BadInput."""
        empty = [Seat("") for _ in seated]
        row = setup.new_table(organiser, title, "online", empty, name, options, "public", None)
        for number, (person, wanted) in enumerate(seated):
            places = list(row.seats)
            places[number] = SeatRow(setup.free_name(row, wanted), person)
            row = replace(row, seats=tuple(places))
        row = setup.started(replace(row, agreed=dict(agreed)))
        row = replace(row, **clock_started(row, row.acting, now()))
        row = self._with_patience(row)
        await self._store.add(row)
        self.waiting(row, ())
        for person, _ in seated:
            self._news.publish(of_person(person), "tables")
        return info_of(row)
