"""Live games: kept in memory while in use, rebuilt from the log when not.

A game is rebuilt by replay, which brings its whole history back. If the rules were changed meanwhile, so that the
replay fails or leads elsewhere, the game goes on from its newest stored position instead, and the log keeps what
happened before.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import kursbuch as kb
from kursbuch.core import Game, State
from kursbuch.store.codec import CannotRead, Fixed, decode, encode
from kursbuch.store.engine import Database
from kursbuch.store.errors import Unavailable
from kursbuch.store.log import Entry, in_force, read_events, read_log
from kursbuch.store.tables import TableRow, TableStore

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Live:
    """A game as it stands after `version` lines of its log. The game is never changed, only replaced."""

    game: Game
    version: int


class Games:
    """The games in memory; those not used for longest make room when too many positions are kept."""

    def __init__(self, database: Database, tables: TableStore, positions: int = 20_000) -> None:
        self._database = database
        self._tables = tables
        self._limit = positions
        self._kept: OrderedDict[str, Live] = OrderedDict()
        self._positions = 0

    async def get(self, row: TableRow) -> Live:
        """The game at the version that the row tells of, or a later one."""
        kept = self._kept.get(row.id)
        if kept is not None and kept.version >= row.version:
            self._kept.move_to_end(row.id)
            return kept
        live = await self._caught_up(row.id, kept) if kept else None
        if live is None:
            live = await self._rebuilt(row.id)
        self.keep(row.id, live)
        return live

    async def _caught_up(self, table: str, kept: Live) -> Live | None:
        """The kept game with what other processes have added; None if it does not fit on."""
        entries = await self._log(table, kept.version)
        game = _replayed(kept.game.clone(), entries)
        return Live(game, kept.version + len(entries)) if game is not None else None

    async def _rebuilt(self, table: str) -> Live:
        for _ in range(5):
            row = await self._tables.get(table, state=True)
            entries = await self._log(table)
            if row.version == len(entries):  # nobody has written between the two
                break
        return Live(await asyncio.to_thread(rebuild, row, entries), len(entries))

    async def _log(self, table: str, after: int = 0) -> list[Entry]:
        async with self._database.read() as connection:
            return await read_log(connection, table, after)

    def keep(self, table: str, live: Live) -> None:
        """Put a game in the place of an earlier version of it."""
        self.forget(table)
        self._kept[table] = live
        self._positions += len(live.game.actions) + 1
        while self._positions > self._limit and len(self._kept) > 1:
            self.forget(next(iter(self._kept)))

    def forget(self, table: str) -> None:
        old = self._kept.pop(table, None)
        if old is not None:
            self._positions -= len(old.game.actions) + 1

    def __len__(self) -> int:
        return len(self._kept)


def rebuild(row: TableRow, entries: Sequence[Entry]) -> Game:
    """The game that a log tells of; raises Unavailable if neither replay nor the stored position will do."""
    start = kb.new_game(row.title, row.players, row.seed, row.options)
    replayed = _replayed(start.clone(), entries)
    if row.state is None or row.version != len(entries):
        if replayed is None:
            raise Unavailable(f"table {row.id} cannot be rebuilt: its log does not replay")
        return replayed
    try:
        state = decode(row.state, fixed_parts(row.title, len(row.players), _key(start.options)))
    except CannotRead as error:
        if replayed is None:
            raise Unavailable(f"table {row.id} cannot be rebuilt: {error}") from error
        log.warning("table %s: stored position not readable (%s), replayed instead", row.id, error)
        return replayed
    if replayed is not None and _same(replayed, state):
        return replayed
    log.warning("table %s: its rules have changed; it goes on from its stored position", row.id)
    return _resumed(start, state, entries)


def stored_position(game: Game) -> bytes:
    """The newest position of a game, as `rebuild` reads it."""
    return encode(game, fixed_parts(game.title, len(game.players), _key(game.options)))


@lru_cache(maxsize=64)
def fixed_parts(title: str, players: int, options: tuple[tuple[str, Any], ...]) -> Fixed:
    """What all games of one make-up share."""
    one, other = (kb.new_game(title, players, seed, dict(options)) for seed in (1, 2))
    return Fixed(one.state, other.state)


def _key(options: Mapping[str, Any]) -> tuple[tuple[str, Any], ...]:
    return tuple(sorted(options.items()))


def _replayed(game: Game, entries: Sequence[Entry]) -> Game | None:
    """The game with the lines played, or None if the rules no longer let them pass."""
    try:
        for entry in entries:
            if entry.kind == "act":
                game.apply(entry.line)
            elif entry.kind == "undo":
                game.undo()
            else:
                game.redo()
    except Exception as error:  # changed rules may fail in any way; the stored position is the way out
        log.info("replay stopped: %s", error)
        return None
    return game


def _same(game: Game, state: State) -> bool:
    """Whether everybody sees the same in both positions."""
    view = game.rules.view
    try:
        return all(view(game.state, player) == view(state, player) for player in (None, *game.players))
    except Exception:  # a position of older rules that the new view cannot show
        return True


def _resumed(start: Game, state: State, entries: Sequence[Entry]) -> Game:
    """A game that goes on from a position. Positions before it are gone: nothing earlier can be taken back."""
    standing = in_force(entries)
    game = start.clone()
    game.state = state
    for entry in standing:
        game.actions.append(game.read(entry.line))
        game._events.append(read_events(entry.events))
    return game
