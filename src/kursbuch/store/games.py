"""Live games: kept in memory while in use, read from the store when not.

The newest stored position is the truth: a game goes on from it, whatever became of the rules since. Its log is
history and is not played again. Earlier positions are kept in memory for the newest moves only; others are read
from the store when somebody looks back or takes back. Only if a table has no position that can be read is its game
played again from its log.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import kursbuch as kb
from kursbuch.core import Game, State
from kursbuch.core.edition import Edition
from kursbuch.core.event import read_events
from kursbuch.shelf import find, started
from kursbuch.store.codec import CannotRead, decode, encode, unpacked
from kursbuch.store.engine import Database
from kursbuch.store.errors import Unavailable
from kursbuch.store.fixed import Fixed
from kursbuch.store.history import History, Names
from kursbuch.store.log import Entry, read_log
from kursbuch.store.positions import (
    PositionRow,
    Whole,
    as_rows,
    first_kept,
    newest_whole,
    read_position,
    some_positions,
)
from kursbuch.store.table_rows import TableRow
from kursbuch.store.tables import TableStore
from kursbuch.store.work import Crew

log = logging.getLogger(__name__)

AT_HAND = 30  # positions before the newest that a game in memory keeps
CHARTED = 48  # positions that the charts of a finished game are drawn from
LOADING_AT_ONCE = 2  # games that are read from the store, in threads of their own


@dataclass(frozen=True, slots=True)
class Live:
    """A game as it stands after `version` lines of its log. The game is never changed, only replaced."""

    game: Game
    version: int
    places: tuple[int, ...] = (0,)  # the lines after which the positions after 0, 1, 2 ... moves are stored
    undone: tuple[int, ...] = ()  # the same for moves that can be played again, the next one last
    whole: Whole | None = None  # the position that new ones are written as a difference from

    @property
    def weight(self) -> int:
        """How much memory it takes, counted in positions."""
        moves = len(self.game.actions)
        return min(moves, AT_HAND) + 1 + moves // 20


@dataclass(frozen=True, slots=True)
class Step:
    """What a change of a game adds to the store."""

    live: Live
    rows: list[PositionRow]
    state: bytes


class Games:
    """The games in memory; those not used for longest make room when too many positions are kept."""

    def __init__(self, database: Database, tables: TableStore, positions: int = 20_000) -> None:
        self._database = database
        self._tables = tables
        self._limit = positions
        self._kept: OrderedDict[str, Live] = OrderedDict()
        self._positions = 0
        self._loading: dict[str, asyncio.Task[Live]] = {}
        self._readers = Crew("games", LOADING_AT_ONCE)

    async def get(self, row: TableRow) -> Live:
        """The game at the version that the row tells of, or a later one."""
        kept = self._kept.get(row.id)
        if kept is not None and kept.version >= row.version:
            self._kept.move_to_end(row.id)
            return kept
        loading = self._loading.get(row.id)
        if loading is None:  # whoever else asks meanwhile waits for the same
            loading = self._loading[row.id] = asyncio.create_task(self._load(row.id))
            loading.add_done_callback(lambda _: self._loading.pop(row.id, None))
        return await asyncio.shield(loading)

    async def _load(self, table: str) -> Live:
        kept = self._kept.get(table)
        known = kept.version if kept else 0
        row = await self._tables.get(table, state=True)
        async with self._database.read() as connection:
            # somebody may have written since the row was read: what came later is not part of it
            entries = (await read_log(connection, table, known))[: row.version - known]
            whole = await newest_whole(connection, table)
        live = await self._readers.do(_loaded, row, entries, whole, kept)
        if row.over:
            live = await self._with_chart(table, live)
        self.keep(table, live)
        return live

    async def _with_chart(self, table: str, live: Live) -> Live:
        """A finished game with positions from all over it, for its charts."""
        moves = len(live.game.actions)
        wanted = range(0, moves, max(1, moves // CHARTED))
        async with self._database.read() as connection:
            rows = await some_positions(connection, table, [live.places[number] for number in wanted])
        return await self._readers.do(_charted, live, rows, wanted)

    # -- earlier positions ------------------------------------------------------------------------

    async def position(self, table: str, live: Live, moves: int) -> State | None:
        """The position after so many moves; None if it was played before positions were kept."""
        return live.game.position(moves) or await self._read(table, live.game, live.places[moves])

    async def _read(self, table: str, game: Game, place: int) -> State | None:
        async with self._database.read() as connection:
            rows = await some_positions(connection, table, [place])
        try:
            return read_position(rows, place, fixed_of(game)) if place in rows else None
        except CannotRead as error:
            log.warning("table %s: the position after line %d cannot be read: %s", table, place, error)
            return None

    async def at(self, table: str, live: Live, moves: int) -> Game:
        """The game as it stood after so many moves, or at the first position kept after that."""
        moves = min(max(moves, 0), len(live.game.actions))
        state = await self.position(table, live, moves)
        if state is None:
            async with self._database.read() as connection:
                first = await first_kept(connection, table)
            while state is None:  # the newest position is always there
                moves += 1
                if moves == len(live.game.actions) or (first is not None and live.places[moves] >= first):
                    state = await self.position(table, live, moves)
        return live.game.at(moves, state)

    async def redone(self, table: str, live: Live, game: Game) -> None:
        """Play the next undone action of a copy of the live game again."""
        state = None
        if game.undone and not game.can_redo:
            place = live.undone[len(game.undone) - 1]
            state = await self._read(table, game, place)
        game.redo(state)

    # -- changes ----------------------------------------------------------------------------------

    def step(self, live: Live, game: Game, entries: Sequence[Entry]) -> Step:
        """What some new lines of the log, which lead to this game, add to the store."""
        version = live.version + len(entries)
        places, undone = [*live.places], [*live.undone]
        for number, entry in enumerate(entries, start=live.version + 1):
            if entry.kind == "act":
                places.append(number)
                undone.clear()
            elif entry.kind == "undo":
                undone.append(places.pop())
            else:
                places.append(undone.pop())
        rows: list[PositionRow] = []
        whole = live.whole
        if entries[-1].kind == "act":
            before, after = (live.places[-1], live.game.state), (version, game.state)
            rows, whole, state = as_rows(whole, before, after, fixed_of(game))
        else:
            state = stored_position(game)
        game.keep_last(AT_HAND)
        return Step(Live(game, version, tuple(places), tuple(undone), whole), rows, state)

    def keep(self, table: str, live: Live) -> None:
        """Put a game in the place of an earlier version of it."""
        self.forget(table)
        self._kept[table] = live
        self._positions += live.weight
        while self._positions > self._limit and len(self._kept) > 1:
            self.forget(next(iter(self._kept)))

    def forget(self, table: str) -> None:
        old = self._kept.pop(table, None)
        if old is not None:
            self._positions -= old.weight

    def __len__(self) -> int:
        return len(self._kept)


# -- reading a game -------------------------------------------------------------------------------


def _loaded(row: TableRow, entries: Sequence[Entry], whole: PositionRow | None, kept: Live | None) -> Live:
    """The game that a table's rows tell of; `kept` is an earlier version of it, after which the entries come."""
    title = find(row.title)
    options = title.options(title.known(row.options))
    rules = title.compose(len(row.players), options, row.own)
    fixed = fixed_parts(row.title, len(row.players), _key(options), row.own)
    history = _history(kept) if kept else History()
    version = kept.version if kept else 0
    history.add(entries, version, Names((*row.players, *rules.entities)))
    last = Whole(whole.number, unpacked(whole.data)) if whole else None
    try:
        if row.state is None or row.version != version + len(entries):
            raise CannotRead("there is no newest position")
        state = decode(row.state, fixed)
    except CannotRead as error:
        if kept is not None:  # its entries are not all at hand
            raise Unavailable(f"table {row.id} cannot be read: {error}") from error
        log.warning("table %s: stored position not readable (%s), replayed instead", row.id, error)
        return _placed(replayed(row, entries), history, version + len(entries), last)
    setup = read_events(row.setup) if row.setup else start_of(row).events_of(0)
    game = Game.resume(
        title,
        row.players,
        row.seed,
        options,
        row.chance,
        state=state,
        setup=setup,
        moves=history.moves,
        undone=[(move, led) for move, led, _ in history.undone],
        remarks=history.remarks,
        reseeded=tuple(history.reseeded),
        edition=row.own,
    )
    return _placed(game, history, version + len(entries), last)


def _placed(game: Game, history: History, version: int, last: Whole | None) -> Live:
    game.keep_last(AT_HAND)
    undone = tuple(place for *_, place in history.undone)
    return Live(game, version, tuple(history.places), undone, last)


def _history(live: Live) -> History:
    game = live.game
    undone = [(move, state, place) for (move, state), place in zip(game.undone, live.undone, strict=True)]
    return History(
        game.moves.copy(), [*live.places], undone, game.remarks.copy(), list(game.reseeded), game.state
    )


def _charted(live: Live, rows: dict[int, PositionRow], wanted: Iterable[int]) -> Live:
    game, fixed = live.game, fixed_of(live.game)
    for number in wanted:
        place = live.places[number]
        if place in rows and game.position(number) is None:
            try:
                game.moves[number] = game.moves[number].with_position(read_position(rows, place, fixed))
            except (CannotRead, KeyError) as error:
                log.warning("a position of a finished game cannot be read: %s", error)
    return live


def start_of(row: TableRow) -> Game:
    """A table's game before the first move."""
    known = find(row.title).known(row.options)
    return started(row.title, row.players, row.seed, known, row.chance, row.own, under_way=True)


def replayed(row: TableRow, entries: Sequence[Entry]) -> Game:
    """A game played again from its log; raises Unavailable if today's rules do not let it pass."""
    game = start_of(row)
    try:
        for entry in entries:
            if entry.kind == "act":
                game.apply(entry.line)
            elif entry.kind == "undo":
                game.undo()
            elif entry.kind == "redo":
                game.redo()
            else:
                game.reseed(int(entry.text))
    except Exception as error:  # changed rules may fail in any way
        raise Unavailable(
            f"table {row.id} cannot be read: no position, and its log does not replay"
        ) from error
    return game


def stored_position(game: Game) -> bytes:
    """The newest position of a game, as it is stored with its table."""
    return encode(game, fixed_of(game))


def fixed_of(game: Game) -> Fixed:
    """What all games of this one's make-up share."""
    return fixed_parts(game.title, len(game.players), _key(game.options), game.edition)


@lru_cache(maxsize=64)
def fixed_parts(
    title: str, players: int, options: tuple[tuple[str, Any], ...], edition: Edition | None = None
) -> Fixed:
    """What all games of one make-up share."""
    one, other = (kb.new_game(title, players, seed, dict(options), edition) for seed in (1, 2))
    return Fixed(one.state, other.state, one.rules)


def _key(options: Mapping[str, Any]) -> tuple[tuple[str, Any], ...]:
    return tuple(sorted(options.items()))
