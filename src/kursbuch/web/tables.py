"""The tables of this server: what `service.Tables` promises, on top of the store. No SQL, no rule.

Every change takes the table's lock, looks at the newest position, works on a copy, and is shown only after the
store has committed it. Other processes are kept out by the version that the store checks.
"""

from __future__ import annotations

import asyncio
import secrets
import weakref
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from kursbuch.core import BadInput, Event, Game
from kursbuch.core.event import events_text
from kursbuch.core.game import GONE
from kursbuch.store import Conflict, Entry, Games, Live, Missing, News, SeatRow, TableRow, TableStore
from kursbuch.store.news import Follower
from kursbuch.store.positions import PositionRow
from kursbuch.web import setup
from kursbuch.web.rows import belongs, info_of, invited, played, players_of, shown, turn_of
from kursbuch.web.service import (
    Line,
    Mode,
    NotAllowed,
    NotFound,
    Person,
    PositionChanged,
    Seat,
    TableInfo,
    Visibility,
)
from kursbuch.web.undo import last_decision, others

CHAT_LIMIT = 1000  # characters of a line


class LiveTables:
    """Implements `kursbuch.web.service.Tables`.

    `waiting` is called after a commit with the table and what it waits for, so that bots move and people are told.
    """

    def __init__(self, store: TableStore, games: Games, news: News, *, chosen_seeds: bool = False) -> None:
        self._store = store
        self._chosen_seeds = chosen_seeds
        self._games = games
        self._news = news
        self._locks: weakref.WeakValueDictionary[str, asyncio.Lock] = weakref.WeakValueDictionary()
        self.waiting: Callable[[TableRow, tuple[str, ...]], None] = lambda row, before: None

    # -- setting up -------------------------------------------------------------------------------

    async def create(
        self,
        owner: Person,
        title: str,
        mode: Mode,
        seats: Sequence[Seat],
        *,
        name: str = "",
        options: Mapping[str, object] | None = None,
        visibility: Visibility = "private",
        seed: int | None = None,
    ) -> TableInfo:
        if seed is not None and self._draws_its_seed(mode):
            raise BadInput("seed", "an online table draws its seed: one who chose it would know what comes")
        row = setup.new_table(owner, title, mode, seats, name, options or {}, visibility, seed)
        return await self._add(row, ())

    async def load(self, owner: Person, transcript: str, mode: Mode) -> TableInfo:
        reseed = self._draws_its_seed(mode)  # who wrote the transcript knows the seed in it
        row, entries, rows = await asyncio.to_thread(
            setup.from_transcript, owner, transcript, mode, reseed=reseed
        )
        return await self._add(row, entries, rows)

    def _draws_its_seed(self, mode: Mode) -> bool:
        """Whether nobody may know the seed of such a table: others sit at it. However a table comes about, this
        is the only place that decides it.
        """
        return mode == "online" and not self._chosen_seeds

    async def _add(
        self, row: TableRow, entries: Sequence[Entry], positions: Sequence[PositionRow] = ()
    ) -> TableInfo:
        await self._store.add(row, entries, positions)
        self.waiting(row, ())
        return info_of(row)

    # -- looking ----------------------------------------------------------------------------------

    async def info(self, table: str) -> TableInfo:
        return info_of(await self._row(table))

    async def game(self, table: str) -> Game:
        return (await self._look(table))[1].game

    async def look(self, table: str) -> tuple[TableInfo, Game]:
        """Both at once, and sure to be of the same moment."""
        row, live = await self._look(table)
        return info_of(row), live.game

    async def game_at(self, table: str, moves: int) -> Game:
        """The game as it stood after so many moves, or at the first position that is kept after that."""
        row, live = await self._look(table)
        return await self._games.at(row.id, live, moves)

    async def look_as(self, table: str, person: Person | None) -> tuple[TableInfo, Game, tuple[str, ...]]:
        """The same for somebody who may look, and their players; raises NotAllowed for others."""
        row, live = await self._look(table, person, ask=True)
        return info_of(row), live.game, players_of(row, person)

    async def may_act_as(self, table: str, person: Person | None) -> tuple[str, ...]:
        return players_of(await self._row(table), person)

    async def mine(self, person: Person) -> list[TableInfo]:
        rows = await self._store.of_person(person.id)
        return [info_of(row) for row in sorted(rows, key=lambda row: not turn_of(row, person))]

    async def public(self) -> list[TableInfo]:
        return [info_of(row) for row in await self._store.open()]

    def follow(self, table: str) -> Follower:
        return self._news.follow(table)

    # -- playing ----------------------------------------------------------------------------------

    async def act(
        self,
        table: str,
        person: Person,
        action: str | Mapping[str, Any],
        moves: int,
        *,
        version: int | None = None,
    ) -> TableInfo:
        """As promised, and also for actions as data; `version`, if given, must be the one the sender has seen."""
        async with self._lock(table):
            row, live = await self._look(table)
            own = self._own(row, person)
            if moves != row.moves or version not in (None, row.version):
                raise PositionChanged
            game, entry = played(live.game, action, own, person.id)
            return await self._commit(row, live, game, [entry])

    async def act_for_bot(self, table: str, player: str, action: str, version: int) -> TableInfo:
        """A bot's move, on the position that it has thought about."""
        async with self._lock(table):
            row, live = await self._look(table)
            if row.version != version:
                raise PositionChanged
            game, entry = played(live.game, action, (player,), None)
            return await self._commit(row, live, game, [entry])

    async def undo(self, table: str, person: Person, moves: int) -> TableInfo:
        async with self._lock(table):
            row, live = await self._look(table)
            own = self._own(row, person)
            if moves != row.moves:
                raise PositionChanged
            self._check_undo(row, live.game, person.id)
            if not others(row, person.id):
                return await self._take_back(row, live, person.id)
            player = next((p for p in own if p in row.acting), own[0])
            return await self._change(row, undo_asked_by=player, undo_agreed=())

    async def answer_undo(self, table: str, person: Person, agree: bool) -> TableInfo:
        async with self._lock(table):
            row, live = await self._look(table)
            own = self._own(row, person)
            asker = row.undo_asked_by
            if not asker:
                raise PositionChanged
            if not agree:  # the one who asked may think better of it as well
                return await self._change(row, undo_asked_by="", undo_agreed=())
            if asker in own:
                raise NotAllowed("the others must agree")
            agreed = tuple(dict.fromkeys((*row.undo_agreed, *own)))
            asking = next(seat.person for seat in row.seats if seat.player == asker)
            if set(others(row, asking)) <= set(agreed):
                return await self._take_back(row, live, asking)
            return await self._change(row, undo_agreed=agreed)

    async def redo(self, table: str, person: Person, moves: int) -> TableInfo:
        async with self._lock(table):
            row, live = await self._look(table)
            own = self._own(row, person)
            if moves != row.moves:
                raise PositionChanged
            game = live.game.clone()
            await self._games.redone(table, live, game)
            if game.actions[-1].by and game.actions[-1].by not in own:
                raise NotAllowed("this action is not yours to play again")
            entries = [Entry("redo", person=person.id)]
            bots = {seat.player for seat in row.seats if seat.bot}
            while game.undone and not set(game.acting) - bots:  # the bots' answers belong to it
                await self._games.redone(table, live, game)
                entries.append(Entry("redo", person=person.id))
            return await self._commit(row, live, game, entries)

    async def _take_back(self, row: TableRow, live: Live, person: int | None) -> TableInfo:
        """Back to the last decision of a person, the bots' answers included."""
        target = self._check_undo(row, live.game, person)
        game = await self._games.at(row.id, live, target)
        if len(game.actions) != target:
            raise BadInput("undo", GONE, first=len(game.actions))
        entries = [Entry("undo", person=person) for _ in range(len(live.game.actions) - target)]
        if live.game.uncovered_since(target):  # whoever tries again has seen what comes: the log says so
            seen = Event("taken-back", {"moves": len(entries)})
            game.remark(seen)
            entries[-1] = replace(entries[-1], events=events_text([seen]))
        return await self._commit(row, live, game, entries)

    def _check_undo(self, row: TableRow, game: Game, person: int | None) -> int:
        """How many moves stand after an undo; raises BadInput or NotAllowed if there must be none."""
        target = last_decision(row, game)
        game.check_firm(target)
        if others(row, person) and game.uncovered_since(target):
            raise NotAllowed("something was drawn or shown since: nobody may see it and choose again")
        return target

    # -- company ----------------------------------------------------------------------------------

    async def join(self, table: str, person: Person, invitation: str = "") -> TableInfo:
        async with self._lock(table):
            for _ in range(10):
                row = await self._row(table)
                if any(seat.person == person.id for seat in row.seats):
                    return info_of(row)
                if row.visibility != "public" and row.owner != person.id and not invited(row, invitation):
                    raise NotAllowed("this table is private: ask its owner for an invitation link")
                if row.started or row.mode != "online":
                    raise NotAllowed("all seats at this table are taken")
                if (place := setup.empty_seat(row)) is None:
                    raise NotAllowed("all seats at this table are taken")
                player = row.seats[place].player or setup.free_name(row, person.name)
                seats = list(row.seats)
                seats[place] = SeatRow(player, person.id)
                try:
                    return await self._reseat(row, seats)
                except Conflict:
                    continue  # somebody else sat down at the same moment; look for another seat
            raise PositionChanged

    async def leave(self, table: str, person: Person) -> TableInfo:
        async with self._lock(table):
            row = await self._row(table)
            self._own(row, person)
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
        await self._store.reseat(row.id, row.seats, seats, **changes)
        after = replace(after, **changes)
        self.waiting(after, ())
        return info_of(after)

    async def invitation(self, table: str, person: Person) -> str:
        async with self._lock(table):
            row = await self._row(table)
            if row.owner != person.id:
                raise NotAllowed("only the owner of a table invites to it")
            if row.invitation:
                return row.invitation
            secret = secrets.token_urlsafe(15)
            await self._store.change(table, row.version, "seats", invitation=secret)
            return secret

    async def invited(self, table: str, invitation: str) -> bool:
        """Whether this is the secret part of the table's link."""
        return invited(await self._row(table), invitation)

    async def say(self, table: str, person: Person, text: str) -> None:
        row = await self._row(table)
        text = text.strip()
        if not text or len(text) > CHAT_LIMIT or "\0" in text:
            raise BadInput("text", "write 1 to {most} characters", most=CHAT_LIMIT)
        if row.visibility != "public" and not belongs(row, person):
            raise NotAllowed("only those who sit at a private table talk there")
        own = players_of(row, person)
        await self._store.say(table, person.id, own[0] if len(own) == 1 else person.name, text)

    async def chat(self, table: str) -> list[Line]:
        await self._row(table)
        return [Line(line.at, line.name, line.text) for line in await self._store.chat(table)]

    # -- inside -----------------------------------------------------------------------------------

    def _lock(self, table: str) -> asyncio.Lock:
        lock = self._locks.get(table)
        if lock is None:
            lock = self._locks[table] = asyncio.Lock()
        return lock

    async def _row(self, table: str) -> TableRow:
        try:
            return await self._store.get(table)
        except Missing as error:
            raise NotFound("there is no table {table!r}", table=table[:20]) from error

    async def _look(
        self, table: str, person: Person | None = None, ask: bool = False
    ) -> tuple[TableRow, Live]:
        """The table and its game, both of the same moment; if asked for, only for those who may look."""
        for _ in range(20):
            row = await self._row(table)
            if ask and row.visibility != "public" and not (person and belongs(row, person)):
                raise NotAllowed("this table is private")
            if not row.started:
                raise NotAllowed("the game starts when all seats are taken")
            live = await self._games.get(row)
            if live.version == row.version:
                return row, live
        raise PositionChanged  # written to faster than we can read

    def _own(self, row: TableRow, person: Person) -> tuple[str, ...]:
        own = players_of(row, person)
        if not own:
            raise NotAllowed("you do not sit at this table")
        return own

    async def _commit(self, row: TableRow, live: Live, game: Game, entries: Sequence[Entry]) -> TableInfo:
        """Store the lines, then show the game that they lead to."""
        step = self._games.step(live, game, entries)
        after = replace(
            row,
            version=step.live.version,
            **shown(row, game, step.state),
            undo_asked_by="",
            undo_agreed=(),
        )
        try:
            await self._store.advance(after, entries, step.rows)
        except Conflict as error:
            raise PositionChanged from error
        if game.over:  # who looks at it next gets it with positions for its charts
            self._games.forget(row.id)
        else:
            self._games.keep(row.id, step.live)
        self.waiting(after, row.acting)
        return info_of(after)

    async def _change(self, row: TableRow, **changes: Any) -> TableInfo:
        try:
            await self._store.change(row.id, row.version, **changes)
        except Conflict as error:
            raise PositionChanged from error
        return info_of(replace(row, **changes))
