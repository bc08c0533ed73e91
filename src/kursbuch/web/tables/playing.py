"""Playing: actions, taking back, playing again. What is shown has been stored."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from kursbuch.core import BadInput, Event, Game
from kursbuch.core.event import events_text
from kursbuch.core.game import GONE
from kursbuch.store import Conflict, Entry, Live, SeatRow, TableRow
from kursbuch.store.orders import OrderRow
from kursbuch.store.schema import now
from kursbuch.store.tables import Along
from kursbuch.web.clocks.absence import check_running, clock_after
from kursbuch.web.guiding import check_asked, check_back
from kursbuch.web.meanwhile import commutes
from kursbuch.web.rows import info_of, played, shown
from kursbuch.web.seating import Sight, sight_of, visit_of
from kursbuch.web.service import NotAllowed, Person, PositionChanged, TableInfo
from kursbuch.web.tables.reading import Reading
from kursbuch.web.undo import last_decision, others

TRIES = 20  # of an action while other processes are faster
MEANWHILE = 20  # actions of others at most between what a player has seen and done


class Overtaken(PositionChanged):
    """Another process has written first."""


class Playing(Reading):
    """Every change takes the table's lock, looks at the newest position, works on a copy, and commits."""

    async def act(
        self,
        table: str,
        person: Person,
        action: str | Mapping[str, Any],
        moves: int,
        *,
        version: int | None = None,
    ) -> Sight:
        """As promised, and also for actions as data; `version`, if given, must be the one the sender has seen.

        Decisions that several players make at once do not collide (see `meanwhile`).
        """
        async with self._lock(table):
            for _ in range(TRIES):
                visit, row, live = await self._visited(table, person)
                own = self._seated(visit)
                check_running(row, own)
                if moves != row.moves or version not in (None, row.version):
                    await self._check_meanwhile(row, live, own, action, moves, version)
                else:
                    version = row.version  # should another process be faster, this is the one that was seen
                check_asked(row.agreed, live.game, action)
                game, entry = played(live.game, action, own, person.id)
                with contextlib.suppress(Overtaken):
                    return await self._committed(person, row, live, game, [entry])
            raise PositionChanged

    async def _check_meanwhile(
        self,
        row: TableRow,
        live: Live,
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
        game = live.game
        move = game.read(action)
        acting = [player for player in own if player in game.acting and move.by in ("", player)]
        if len(acting) != 1 or since > MEANWHILE:
            raise PositionChanged
        positions = [await self._games.at(row.id, live, number) for number in range(moves, row.moves + 1)]
        if [len(then.actions) for then in positions] != list(range(moves, row.moves + 1)):
            raise PositionChanged  # earlier positions are not kept
        if not commutes(positions, acting[0], own):
            raise PositionChanged

    async def act_for_bot(self, table: str, player: str, action: str, version: int) -> TableInfo:
        """A bot's move, on the position that it has thought about."""
        async with self._lock(table):
            row, live = await self._look(table)
            theirs = any(seat.player == player and seat.bot for seat in row.seats)
            if row.version != version or row.ended or not theirs:  # who was away may be back
                raise PositionChanged
            game, entry = played(live.game, action, (player,), None)
            return info_of(await self._commit(row, live, game, [entry]))

    async def act_for_order(
        self, table: str, order: OrderRow, action: str, version: int, along: Along
    ) -> None:
        """A move that a standing order makes, in the name of the one who gave it: judged and stored as any other.

        Raises PositionChanged also if the order has been withdrawn.
        """
        async with self._lock(table):
            row, live = await self._look(table)
            theirs = SeatRow(order.player, order.person) in row.seats  # and no bot moves for them
            if row.version != version or not theirs or row.ended:
                raise PositionChanged
            game, entry = played(live.game, action, (order.player,), order.person)
            await self._commit(row, live, game, [entry], along)

    async def undo(self, table: str, person: Person, moves: int) -> Sight:
        async with self._lock(table):
            visit, row, live = await self._visited(table, person)
            own = self._seated(visit)
            check_running(row, own)
            if moves != row.moves:
                raise PositionChanged
            self._check_undo(row, live.game, person.id)
            if not others(row, person.id):
                return await self._take_back(person, row, live, person.id)
            if row.undo_asked_by:  # to ask for what another asks for is to agree
                if row.undo_asked_by in own:
                    return sight_of(visit, live.game)
                return await self._agree(person, row, live, own)
            player = next((p for p in own if p in row.acting), own[0])
            row = await self._change(row, asked_by="", undo_asked_by=player, undo_agreed=())
            self._tell_asked(row, player, others(row, person.id))
            return _seen(person, row, live.game)

    async def answer_undo(self, table: str, person: Person, agree: bool) -> Sight:
        async with self._lock(table):
            visit, row, live = await self._visited(table, person)
            own = self._seated(visit)
            asker = row.undo_asked_by
            if not asker:
                raise PositionChanged
            if not agree:  # the one who asked may think better of it as well
                row = await self._change(row, asked_by=asker, undo_asked_by="", undo_agreed=())
                return _seen(person, row, live.game)
            if asker in own:
                raise NotAllowed("the others must agree")
            return await self._agree(person, row, live, own)

    async def _agree(self, person: Person, row: TableRow, live: Live, own: Sequence[str]) -> Sight:
        """Note that these players agree to the undo that is asked for; the last one to agree brings it about."""
        asker = row.undo_asked_by
        try:
            agreed = await self._store.agree_to_undo(row.id, row.version, asker, own)
        except Conflict as error:
            raise PositionChanged from error
        asking = next(seat.person for seat in row.seats if seat.player == asker)
        if set(others(row, asking)) <= set(agreed):
            return await self._take_back(person, row, live, asking)
        return _seen(person, replace(row, undo_agreed=agreed), live.game)

    async def redo(self, table: str, person: Person, moves: int) -> Sight:
        async with self._lock(table):
            visit, row, live = await self._visited(table, person)
            own = self._seated(visit)
            check_running(row, own)
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
            return await self._committed(person, row, live, game, entries)

    async def _take_back(self, person: Person, row: TableRow, live: Live, asking: int | None) -> Sight:
        """Back to the last decision of the person who asked, the bots' answers included."""
        target = self._check_undo(row, live.game, asking)
        game = await self._games.at(row.id, live, target)
        if len(game.actions) != target:
            raise BadInput("undo", GONE, first=len(game.actions))
        entries = [Entry("undo", person=asking) for _ in range(len(live.game.actions) - target)]
        if live.game.uncovered_since(target):  # whoever tries again has seen what comes: the log says so
            seen = Event("taken-back", {"moves": len(entries)})
            game.remark(seen)
            entries[-1] = replace(entries[-1], events=events_text([seen]))
        return await self._committed(person, row, live, game, entries)

    def _check_undo(self, row: TableRow, game: Game, person: int | None) -> int:
        """How many moves stand after an undo; raises BadInput or NotAllowed if there must be none."""
        target = last_decision(row, game)
        check_back(row.agreed, target)
        game.check_firm(target)
        if others(row, person) and game.uncovered_since(target):
            raise NotAllowed("something was drawn or shown since: nobody may see it and choose again")
        return target

    # -- committing -------------------------------------------------------------------------------

    async def _committed(
        self, person: Person, row: TableRow, live: Live, game: Game, entries: Sequence[Entry]
    ) -> Sight:
        """The same, and what the person sees then: nothing needs to be read again for it."""
        after = await self._commit(row, live, game, entries)
        if game.over:  # with positions for its charts
            return await self.look_as(row.id, person)
        return _seen(person, after, game)

    async def _commit(
        self,
        row: TableRow,
        live: Live,
        game: Game,
        entries: Sequence[Entry],
        along: Along | None = None,
    ) -> TableRow:
        """Store the lines, then show the game that they lead to."""
        moment = now()
        entries = [replace(entry, at=moment) for entry in entries]
        step = self._games.step(live, game, entries)
        after = replace(
            row,
            version=step.live.version,
            **shown(row, game, step.state),
            **clock_after(row, game, [entry.player for entry in entries], moment),
            undo_asked_by="",
            undo_agreed=(),
        )
        try:
            await self._store.advance(after, entries, step.rows, along)
        except Conflict as error:
            raise Overtaken from error
        if game.over:  # who looks at it next gets it with positions for its charts
            self._games.forget(row.id)
        else:
            self._games.keep(row.id, step.live)
        self.waiting(after, row.acting)
        self.moved("order" if along else "person" if entries[-1].person is not None else "bot")
        return after

    async def _change(self, row: TableRow, asked_by: str, **changes: Any) -> TableRow:
        """Ask for an undo or ask no longer, if still the same player (or nobody) asks."""
        try:
            await self._store.change(row.id, row.version, asked_by=asked_by, **changes)
        except Conflict as error:
            raise PositionChanged from error
        return replace(row, **changes)


def _seen(person: Person, row: TableRow, game: Game) -> Sight:
    """A table and its game as a person sees them who has just changed something."""
    return sight_of(visit_of(info_of(row), person), game)
