"""The tables of this server: what `service.Tables` promises, on top of the store. No SQL, no rule.

Every change takes the table's lock, looks at the newest position, works on a copy, and is shown only after the
store has committed it. Other processes are kept out by the version that the store checks.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import secrets
import weakref
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from kursbuch.core import BadInput, Event, Game
from kursbuch.core.event import events_text
from kursbuch.core.game import GONE
from kursbuch.store import Conflict, Entry, Games, Live, Missing, News, SeatRow, TableRow, TableStore
from kursbuch.store.errors import Full
from kursbuch.store.news import Follower
from kursbuch.store.positions import PositionRow
from kursbuch.store.work import Busy, Crew
from kursbuch.web import setup
from kursbuch.web.limits import OPEN_TABLES, Limits, TooMany
from kursbuch.web.meanwhile import commutes
from kursbuch.web.rows import info_of, invited, played, shown, turn_of
from kursbuch.web.seating import Sight, Visit, sight_of, visit_of
from kursbuch.web.service import (
    ID_FORM,
    MINE,
    PUBLIC,
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
TRIES = 20  # of an action while other processes are faster


class Overtaken(PositionChanged):
    """Another process has written first."""


class LiveTables:
    """Implements `kursbuch.web.service.Tables`.

    `waiting` is called after a commit with the table and what it waits for, so that bots move and people are told.
    """

    def __init__(
        self,
        store: TableStore,
        games: Games,
        news: News,
        *,
        chosen_seeds: bool = False,
        limits: Limits | None = None,
    ) -> None:
        self._store = store
        self._limits = limits
        self._reading = Crew("transcripts", hands=1, waiting=20)
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
        await self._spend("tables", owner)
        return await self._add(owner, row, ())

    async def load(self, owner: Person, transcript: str, mode: Mode) -> TableInfo:
        await self._spend("transcripts", owner)
        reseed = self._draws_its_seed(mode)  # who wrote the transcript knows the seed in it
        read = partial(setup.from_transcript, owner, transcript, mode, reseed=reseed)
        try:  # a whole game is played through: others do not wait for that
            row, entries, positions = await self._reading.do(read)
        except Busy as error:
            raise TooMany(30) from error
        return await self._add(owner, row, entries, positions)

    def _draws_its_seed(self, mode: Mode) -> bool:
        """Whether nobody may know the seed of such a table: others sit at it. However a table comes about, this
        is the only place that decides it.
        """
        return mode == "online" and not self._chosen_seeds

    async def _spend(self, what: str, person: Person) -> None:
        """Count what a person does; raises TooMany."""
        if self._limits is not None:
            await self._limits.spend(what, person)

    async def _add(
        self,
        owner: Person,
        row: TableRow,
        entries: Sequence[Entry],
        positions: Sequence[PositionRow] = (),
    ) -> TableInfo:
        most = self._limits.open_tables(owner) if self._limits else None
        try:
            await self._store.add(row, entries, positions, most)
        except Full as error:
            raise TooMany(3600, OPEN_TABLES, most=most) from error
        self.waiting(row, ())
        return info_of(row)

    # -- looking ----------------------------------------------------------------------------------

    async def visit(self, table: str, person: Person | None) -> Visit:
        return visit_of(info_of(await self._row(table)), person)

    async def look_as(self, table: str, person: Person | None, at: int | None = None) -> Sight:
        visit, row, live = await self._visited(table, person)
        if at is None or at >= len(live.game.actions):
            return sight_of(visit, live.game)
        return sight_of(visit, live.game, await self._games.at(row.id, live, at))

    async def look(self, table: str) -> tuple[TableInfo, Game]:
        """Table and game, of the same moment, with every secret: for those who move the bots, never for a route."""
        row, live = await self._look(table)
        return info_of(row), live.game

    async def game(self, table: str) -> Game:
        """The game alone, also with every secret."""
        return (await self.look(table))[1]

    async def game_at(self, table: str, moves: int) -> Game:
        """The same as it stood after so many moves, or at the first position that is kept after that."""
        row, live = await self._look(table)
        return await self._games.at(row.id, live, moves)

    async def mine(self, person: Person, limit: int = MINE, offset: int = 0) -> list[TableInfo]:
        rows = await self._store.of_person(person.id, lambda row: turn_of(row, person), limit, offset)
        return [info_of(row) for row in rows]

    async def public(
        self, limit: int = PUBLIC, offset: int = 0, besides: Person | None = None
    ) -> list[TableInfo]:
        rows = await self._store.open(limit, offset, besides.id if besides else None)
        return [info_of(row) for row in rows]

    def heard(self, table: str) -> Follower:
        """News of a table for the server itself."""
        return self._news.follow(table)

    def follow(self, visit: Visit, address: str = "") -> Follower:
        """News of a table; raises TooMany for who follows too many at once. Close it when done."""
        leave = self._limits.enter(visit.person, address) if self._limits else None
        follower = self.heard(visit.info.id)
        if leave is not None:  # however the line ends
            follower.left = weakref.finalize(follower, leave)
        return follower

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
        """As promised, and also for actions as data; `version`, if given, must be the one the sender has seen.

        Decisions that several players make at once do not collide (see `meanwhile`).
        """
        async with self._lock(table):
            for _ in range(TRIES):
                visit, row, live = await self._visited(table, person)
                own = self._seated(visit)
                if moves != row.moves or version not in (None, row.version):
                    await self._check_meanwhile(row, live.game, own, action, moves, version)
                else:
                    version = row.version  # should another process be faster, this is the one that was seen
                game, entry = played(live.game, action, own, person.id)
                with contextlib.suppress(Overtaken):
                    return await self._commit(row, live, game, [entry])
            raise PositionChanged

    async def _check_meanwhile(
        self,
        row: TableRow,
        game: Game,
        own: Sequence[str],
        action: str | Mapping[str, Any],
        moves: int,
        version: int | None,
    ) -> None:
        """Raise PositionChanged unless what has happened since those moves does not touch this action."""
        since = row.moves - moves
        seen = row.version - since if version is None else version
        if since <= 0 or row.version - seen != since or not await self._store.only_acts(row.id, seen):
            raise PositionChanged
        move = game.read(action)
        acting = [player for player in own if player in game.acting and move.by in ("", player)]
        if len(acting) != 1 or not commutes(game, moves, acting[0], own):
            raise PositionChanged

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
            visit, row, live = await self._visited(table, person)
            own = self._seated(visit)
            if moves != row.moves:
                raise PositionChanged
            self._check_undo(row, live.game, person.id)
            if not others(row, person.id):
                return await self._take_back(row, live, person.id)
            if row.undo_asked_by:  # to ask for what another asks for is to agree
                return info_of(row) if row.undo_asked_by in own else await self._agree(row, live, own)
            player = next((p for p in own if p in row.acting), own[0])
            return await self._change(row, asked_by="", undo_asked_by=player, undo_agreed=())

    async def answer_undo(self, table: str, person: Person, agree: bool) -> TableInfo:
        async with self._lock(table):
            visit, row, live = await self._visited(table, person)
            own = self._seated(visit)
            asker = row.undo_asked_by
            if not asker:
                raise PositionChanged
            if not agree:  # the one who asked may think better of it as well
                return await self._change(row, asked_by=asker, undo_asked_by="", undo_agreed=())
            if asker in own:
                raise NotAllowed("the others must agree")
            return await self._agree(row, live, own)

    async def _agree(self, row: TableRow, live: Live, own: Sequence[str]) -> TableInfo:
        """Note that these players agree to the undo that is asked for; the last one to agree brings it about."""
        asker = row.undo_asked_by
        try:
            agreed = await self._store.agree_to_undo(row.id, row.version, asker, own)
        except Conflict as error:
            raise PositionChanged from error
        asking = next(seat.person for seat in row.seats if seat.player == asker)
        if set(others(row, asking)) <= set(agreed):
            return await self._take_back(row, live, asking)
        return info_of(replace(row, undo_agreed=agreed))

    async def redo(self, table: str, person: Person, moves: int) -> TableInfo:
        async with self._lock(table):
            visit, row, live = await self._visited(table, person)
            own = self._seated(visit)
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
        await self._spend("joins", person)
        async with self._lock(table):
            for _ in range(10):
                row = await self._row(table)
                if any(seat.person == person.id for seat in row.seats):
                    return info_of(row)
                if row.owner != person.id and not invited(row, invitation):
                    visit_of(info_of(row), person)
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
        await self._store.reseat(row.id, row.seats, seats, **changes)
        after = replace(after, **changes)
        self.waiting(after, ())
        return info_of(after)

    async def invitation(self, table: str, person: Person) -> str:
        async with self._lock(table):
            row = await self._row(table)
            if visit_of(info_of(row), person).info.owner != person.id:
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

    async def say(self, table: str, person: Person, text: str) -> None:
        visit = await self.visit(table, person)
        text = text.strip()
        if not text or len(text) > CHAT_LIMIT or "\0" in text:
            raise BadInput("text", "write 1 to {most} characters", most=CHAT_LIMIT)
        await self._spend("lines", person)
        own = visit.players
        await self._store.say(table, person.id, own[0] if len(own) == 1 else person.name, text)

    async def chat(self, visit: Visit) -> list[Line]:
        return [Line(line.at, line.name, line.text) for line in await self._store.chat(visit.info.id)]

    # -- inside -----------------------------------------------------------------------------------

    def _lock(self, table: str) -> asyncio.Lock:
        lock = self._locks.get(table)
        if lock is None:
            lock = self._locks[table] = asyncio.Lock()
        return lock

    async def _row(self, table: str) -> TableRow:
        try:
            if not re.fullmatch(ID_FORM, table):  # there are texts that a database does not take
                raise Missing(table)
            return await self._store.get(table)
        except Missing as error:
            raise NotFound("there is no table {table!r}", table=table[:20]) from error

    async def _visited(self, table: str, person: Person | None) -> tuple[Visit, TableRow, Live]:
        """The table and its game for somebody who may look."""
        row, live = await self._look(table, lambda row: visit_of(info_of(row), person))
        return visit_of(info_of(row), person), row, live

    async def _look(
        self, table: str, let_in: Callable[[TableRow], object] = lambda row: None
    ) -> tuple[TableRow, Live]:
        """The table and its game, both of the same moment; `let_in` raises for those who may not look."""
        for _ in range(20):
            row = await self._row(table)
            let_in(row)
            if not row.started:
                raise NotAllowed("the game starts when all seats are taken")
            live = await self._games.get(row)
            if live.version == row.version:
                return row, live
        raise PositionChanged  # written to faster than we can read

    def _seated(self, visit: Visit) -> tuple[str, ...]:
        if not visit.players:
            raise NotAllowed("you do not sit at this table")
        return visit.players

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
            raise Overtaken from error
        if game.over:  # who looks at it next gets it with positions for its charts
            self._games.forget(row.id)
        else:
            self._games.keep(row.id, step.live)
        self.waiting(after, row.acting)
        return info_of(after)

    async def _change(self, row: TableRow, asked_by: str, **changes: Any) -> TableInfo:
        """Ask for an undo or ask no longer, if still the same player (or nobody) asks."""
        try:
            await self._store.change(row.id, row.version, asked_by=asked_by, **changes)
        except Conflict as error:
            raise PositionChanged from error
        return info_of(replace(row, **changes))
