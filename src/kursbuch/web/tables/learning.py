"""Tables to learn at: guided games, and boards with worked examples."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from kursbuch.core.event import events_text
from kursbuch.lessons import Lesson
from kursbuch.lessons.examples import Example
from kursbuch.store import Conflict, Entry, SeatRow, TableRow
from kursbuch.store.games import stored_position
from kursbuch.store.positions import PositionRow
from kursbuch.store.table_rows import new_id
from kursbuch.web import setup
from kursbuch.web.guiding import KEY
from kursbuch.web.rows import info_of
from kursbuch.web.seating import visit_of
from kursbuch.web.service import Person, PositionChanged, TableInfo
from kursbuch.web.tables.setting_up import SettingUp


class Learning(SettingUp):
    """How such tables come about, and how a lesson is left."""

    async def begin_lesson(self, lesson: Lesson, person: Person, language: str) -> TableInfo:
        """A table at which the lesson begins."""
        await self._spend("tables", person)
        begun = partial(_lesson_row, lesson, person, language)
        row, entries, positions = await self._beside(
            self._reading, begun
        )  # what came before is played through
        return await self._add(person, row, entries, positions)

    async def leave_lesson(self, table: str, person: Person) -> TableInfo:
        """Go on alone: from now on everything legal may be done, and the others think for themselves."""
        async with self._lock(table):
            row = await self._row(table)
            self._seated(visit_of(info_of(row), person))
            if KEY not in row.agreed:
                return info_of(row)
            agreed = {key: value for key, value in row.agreed.items() if key != KEY}
            try:
                await self._store.change(table, row.version, "seats", agreed=agreed)
            except Conflict as error:
                raise PositionChanged from error
            row = await self._row(table)
        self.waiting(row, row.acting)
        return info_of(row)

    async def open_example(self, example: Example, person: Person, language: str) -> TableInfo:
        """A board of one's own with the position of an example."""
        await self._spend("tables", person)
        row, entries, positions = await self._beside(
            self._reading, partial(_example_row, example, person, language)
        )
        return await self._add(person, row, entries, positions)


def _lesson_row(
    lesson: Lesson, owner: Person, language: str
) -> tuple[TableRow, list[Entry], list[PositionRow]]:
    transcript = lesson.begin().to_json()
    row, entries, positions = setup.from_transcript(owner, transcript, "bots", reseed=False, plays=lesson.you)
    named = setup.table_name(lesson.name[language], row.name)
    return replace(row, name=named, agreed={KEY: lesson.id}), entries, positions


def _example_row(
    example: Example, owner: Person, language: str
) -> tuple[TableRow, list[Entry], list[PositionRow]]:
    game = example.build()
    if not example.start:  # it has been played so far: its log is shown
        row, entries, positions = setup.from_transcript(owner, game.to_json(), "hotseat", reseed=False)
        return replace(row, **_shown_as(example, language)), entries, positions
    row = TableRow(
        id=new_id(),
        title=game.title,
        mode="hotseat",
        visibility="private",
        options=dict(game.options),
        seed=game.state.chance.seed,
        owner=owner.id,
        seats=tuple(SeatRow(player, owner.id) for player in game.players),
        revision=game.info.revision,
        chance=game.form,
        setup=events_text(game.events_of(0)),
        state=stored_position(game),
        **_shown_as(example, language),
    )
    return setup.started(row, game), [], []


def _shown_as(example: Example, language: str) -> dict[str, Any]:
    return {"name": example.name[language], "agreed": {"what_if": {"example": example.id}}}
