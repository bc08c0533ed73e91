"""Carrying orders out: after every move, in the process that has stored it, and when a server starts.

A table is looked at until nothing is left to do for any order. Each look makes one move at most, every move makes the
table's log longer, and an order moves a bounded number of times: there is no way to go round in circles.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Callable
from typing import TYPE_CHECKING

from kursbuch.core import BadInput, Game, IllegalAction, veiled
from kursbuch.store import TableRow
from kursbuch.store.orders import OrderRow, OrderStore
from kursbuch.web.botplay import persistently
from kursbuch.web.helps import names_runs, without_best_runs
from kursbuch.web.orders.kind import Stop
from kursbuch.web.service import NotAllowed, NotFound, PositionChanged, TableInfo

if TYPE_CHECKING:
    from kursbuch.web.tables import LiveTables

log = logging.getLogger(__name__)

MOVES_EACH = 200  # of one order; more than a game gives occasion for
Told = Callable[[TableRow, tuple[str, ...]], None]


class Standing:
    """Sees to the orders of all tables. `told` hears of changes that no order has dealt with."""

    def __init__(self, tables: LiveTables, orders: OrderStore, pause: float, told: Told) -> None:
        self._tables, self._orders, self._pause, self._told = tables, orders, pause, told
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._news: dict[str, list[tuple[TableRow, tuple[str, ...]]]] = {}
        self._starting: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Go on where an earlier run was stopped."""
        self._starting = asyncio.create_task(persistently(self._wake_all, "tables with orders"))

    async def _wake_all(self) -> None:
        async for table in self._orders.tables():
            self.wake(table)

    async def stop(self) -> None:
        tasks = [*self._tasks.values(), *([self._starting] if self._starting else [])]
        self._news.clear()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def look(self, row: TableRow, before: tuple[str, ...]) -> None:
        """Called when a table has changed; `before` were to decide until then."""
        self._news.setdefault(row.id, []).append((row, before))
        self.wake(row.id)

    def wake(self, table: str) -> None:
        self._news.setdefault(table, [])
        if table in self._tasks:
            return
        task = asyncio.create_task(self._go_through(table))
        self._tasks[table] = task
        task.add_done_callback(lambda _: self._finished(table))

    def _finished(self, table: str) -> None:
        self._tasks.pop(table, None)
        if table in self._news:  # heard of while it was about to end
            self.wake(table)

    async def _go_through(self, table: str) -> None:
        """Have orders move as long as one has something to do."""
        untold: set[str] = set()  # those whose turn has come since then
        while table in self._news:
            heard = self._news.pop(table)
            version = await persistently(lambda: self._settled(table), f"orders at table {table}")
            for row, before in heard:
                if version is None or row.version == version:
                    self._told(row, tuple(player for player in before if player not in untold))
                    untold = set()
                else:  # it is no longer as they would be told
                    untold |= set(row.acting) - set(before)

    async def _settled(self, table: str) -> int | None:
        """Look, and move if an order says so; the version at which none does, None if there are no orders at all."""
        while True:
            standing = await self._orders.standing(table)
            if not standing:
                return None
            try:
                info, game = await self._tables.look(table)
            except (NotFound, NotAllowed):
                return None
            if game.over or info.over:
                await self._orders.drop(table)
                return None
            moved = await self._moved(info, game, standing)
            if not moved:
                return info.version

    async def _moved(self, info: TableInfo, game: Game, standing: list[OrderRow]) -> bool:
        """Ask every order; stop those that are done; let the first that wants to move do so."""
        wanted: list[tuple[OrderRow, str]] = []
        back = await self._orders.last_taken_back(info.id)
        for order in standing:
            verdict = judged(info, game, order, back)
            if verdict is None:
                continue
            if isinstance(verdict, str):
                wanted.append((order, verdict))
            else:
                await self._orders.stop(order, verdict.message, verdict.values)
        for order, action in wanted:
            await asyncio.sleep(
                self._pause * random.uniform(0.5, 1.5)
            )  # as long as somebody at the table takes
            try:
                along = self._orders.acting(order)
                await self._tables.act_for_order(info.id, order, action, info.version, along)
            except PositionChanged:
                pass  # somebody was faster, or it was withdrawn: look again
            except (IllegalAction, BadInput, NotAllowed) as error:  # the rules know better than the order
                log.warning("table %s: an order could not be carried out: %s", info.id, error)
                await self._orders.stop(order, FAILED, {})
            return True
        return False


FAILED = "It could not be carried out."
TAKEN_BACK = "Something was taken back at this table."
SEAT_LOST = "You no longer sit at this table."
STAND_IN = "A bot moves for you."
TOO_OFTEN = "It has moved {count} times."


def judged(info: TableInfo, game: Game, order: OrderRow, taken_back: int) -> str | Stop | None:
    """What an order does now: the line of its move, or a Stop, or None."""
    from kursbuch.web.orders.kinds import kinds_at  # noqa: PLC0415  brings all pages along

    seat = next((seat for seat in info.seats if seat.player == order.player), None)
    if seat is None or seat.person != order.person:
        return Stop(SEAT_LOST)
    if seat.bot:
        return Stop(STAND_IN)
    if taken_back > order.version:
        return Stop(TAKEN_BACK)
    if order.acted >= MOVES_EACH:
        return Stop(TOO_OFTEN, {"count": order.acted})
    kind = kinds_at(info, game).get(order.kind)
    if kind is None:
        return Stop(FAILED)
    try:
        seen = veiled(game, (order.player,))  # an order knows no more than its player
        verdict = kind.decide(seen, order.player, order.data, order.moves)
    except Exception:
        log.exception("table %s: an order of the kind %s failed", info.id, order.kind)
        return Stop(FAILED)
    if verdict is None or isinstance(verdict, Stop):
        return verdict
    if names_runs(verdict) and without_best_runs(info.agreed, info.uncovered):
        return None  # found by the players themselves, also where nothing else could be done
    return str(verdict)
