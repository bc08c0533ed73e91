"""Results of games as they end, and ratings of people out of them (openskill)."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Mapping
from typing import Any

from openskill.models import PlackettLuce

from kursbuch.core import Game
from kursbuch.store import TableRow
from kursbuch.store.results import Rating, Result, Results
from kursbuch.web.botplay import persistently
from kursbuch.web.service import NotAllowed, NotFound, TableInfo
from kursbuch.web.tables import LiveTables

log = logging.getLogger(__name__)

MODEL = PlackettLuce()


def rated(before: Mapping[int, Rating | None], placed: Mapping[int, int]) -> dict[int, Rating]:
    """New ratings out of old ones (None: the first game) and places.

    >>> new = rated({1: None, 2: None}, {1: 1, 2: 2})
    >>> new[1].mu > new[2].mu, new[1].games
    (True, 1)
    """
    people = sorted(placed)
    teams = []
    for person in people:
        old = before.get(person)
        teams.append([MODEL.rating() if old is None else MODEL.rating(mu=old.mu, sigma=old.sigma)])
    after = MODEL.rate(teams, ranks=[float(placed[person]) for person in people])
    out = {}
    for person, (new,) in zip(people, after, strict=True):
        old = before.get(person)
        out[person] = Rating(float(new.mu), float(new.sigma), (old.games if old else 0) + 1)
    return out


def results_of(info: TableInfo, game: Game) -> list[Result]:
    """How everybody came out of a game; who has as much as another shares the place."""
    worth = game.scores()
    won = set(game.rules.view(game.state, None).get("winners") or ())  # a title may break ties
    people = {seat.player: seat.person for seat in info.seats}
    out = []
    for player in game.players:
        better = sum(
            other > worth[player] or (other == worth[player] and name in won and player not in won)
            for name, other in worth.items()
        )
        out.append(Result(player, people.get(player), better + 1, worth[player]))
    return out


class Chronicle:
    """Notes how games of people end; what a stopped server has missed is noted at the next start."""

    def __init__(self, tables: LiveTables, results: Results) -> None:
        self._tables, self._results = tables, results
        self._tasks: set[asyncio.Task[None]] = set()
        self.noted: Callable[[str], None] = lambda table: None  # called when a result is there, or none comes

    async def start(self) -> None:
        self._begin(persistently(self._catch_up, "results of games"))

    async def stop(self) -> None:
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def look(self, row: TableRow) -> None:
        """Called when a table has changed."""
        people = {seat.person for seat in row.seats if seat.person is not None}
        if row.over and row.ended != "closed" and row.mode == "online" and len(people) > 1:
            self._begin(persistently(lambda: self._note(row.id), f"the result of table {row.id}"))

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _catch_up(self) -> None:
        for table in await self._results.missing():
            try:
                await self._note(table)
            except Exception as error:  # one that cannot be read must not keep the others
                log.warning("the result of table %s cannot be noted: %s", table, error)

    async def _note(self, table: str) -> None:
        try:
            info, game = await self._tables.look(table)
        except (NotFound, NotAllowed):
            return
        if info.moves:  # where nobody has moved nothing was played, and all would share the first place
            # a game that was broken off by agreement says nothing about who plays better
            judge = None if info.ended == "agreed" else rated
            await self._results.add(table, info.title, info.updated, results_of(info, game), judge)
        self.noted(table)
