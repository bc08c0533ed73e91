"""What if? A board of one's own from any position that one may look at, where all sides are played freely.

It is a table like any other: round one screen, with undo and everything else. It begins with a stored position and
has no log of what came before, and therefore no transcript. In a running game it begins with a game that the asker
could be in (`Game.imagined`): what others hide, and what chance will bring, is another thing there.
"""

from __future__ import annotations

import secrets
from random import Random

from kursbuch.core import Event, Game
from kursbuch.core.event import events_text
from kursbuch.shelf import find
from kursbuch.store import Conflict, SeatRow, TableRow
from kursbuch.store.games import stored_position
from kursbuch.store.table_rows import new_id
from kursbuch.web import setup
from kursbuch.web.helps import off_at
from kursbuch.web.rows import info_of
from kursbuch.web.sanctions import check_may_write
from kursbuch.web.seating import Sight, visit_of
from kursbuch.web.service import NotAllowed, Person, PositionChanged, TableInfo
from kursbuch.web.tables.setting_up import SettingUp

BEFORE = 12  # moves of which the log of the new board still tells, as what came before


class WhatIf(SettingUp):
    """Boards of one's own, their names, and who may look at them."""

    async def what_if(self, table: str, person: Person, at: int | None = None, name: str = "") -> TableInfo:
        sight = await self.look_as(table, person, at)
        await self._spend("tables", person)
        return await self._add(person, _row(sight, person, name), ())

    async def rename(self, table: str, person: Person, name: str) -> TableInfo:
        row = await self._own(table, person)
        if row.visibility != "private":
            check_may_write(person)
        return await self._changed(row, name=setup.table_name(name, find(row.title).info.name))

    async def share(self, table: str, person: Person) -> TableInfo:
        row = await self._own(table, person)
        if "what_if" not in row.agreed:
            raise NotAllowed("only a board of one's own is shared by its address")
        check_may_write(person)  # it bears a name that they have given it
        return await self._changed(row, visibility="link")

    async def _own(self, table: str, person: Person) -> TableRow:
        row = await self._row(table)
        if visit_of(info_of(row), person).info.owner != person.id:
            raise NotAllowed("only the owner of a table does that")
        return row

    async def _changed(self, row: TableRow, **changes: str) -> TableInfo:
        try:
            await self._store.change(row.id, row.version, "seats", **changes)
        except Conflict as error:
            raise PositionChanged from error
        return info_of(await self._row(row.id))


def _row(sight: Sight, owner: Person, name: str) -> TableRow:
    """A table at one screen that begins with the position looked at, as far as the visitor knows it."""
    game = sight.imagined(Random(secrets.randbits(128)))
    info = sight.info
    agreed: dict[str, object] = {"what_if": {"table": info.id, "move": len(game.actions)}}
    if off := _without(info):
        agreed["helps_off"] = sorted(off)
    row = TableRow(
        id=new_id(),
        title=game.title,
        edition=game.edition.digest if game.edition else "",
        own=game.edition,
        name=setup.table_name(name, "") or _named(info, len(game.actions)),
        mode="hotseat",
        visibility="private",
        options=dict(game.options),
        agreed=agreed,
        seed=game.state.chance.seed,
        owner=owner.id,
        seats=tuple(SeatRow(player, owner.id) for player in game.players),
        revision=game.info.revision,
        chance=game.form,
        setup=events_text(_before(game, sight.players)),
        state=stored_position(game),
    )
    return setup.started(row, game)


def _without(info: TableInfo) -> frozenset[str]:
    """What the others do without is not got by a detour; nor is a coach while they play."""
    running = info.mode == "online" and not info.uncovered
    return off_at(info.agreed, info.uncovered) | (frozenset({"coach"}) if running else frozenset())


def _named(info: TableInfo, move: int) -> str:
    return f"{info.name or info.title} · {move}?"[: setup.NAME_LIMIT]


def _before(game: Game, players: tuple[str, ...]) -> list[Event]:
    """What happened just before, as far as everybody at the board may know it: all sides are played there."""
    moves = len(game.actions)
    found = [e for n in range(max(0, moves - BEFORE + 1), moves + 1) for e in game.events_of(n)]
    return [event for event in found if not event.to]
