"""The server moves for the bots: in the background, one move at a time, each stored before it is seen."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
from collections.abc import Sequence
from typing import Any

from kursbuch import bots
from kursbuch.core import Action
from kursbuch.store import TableRow, TableStore
from kursbuch.web.service import NotAllowed, NotFound, PositionChanged

log = logging.getLogger(__name__)

MOVES_AT_ONCE = 2000  # of one table before the others' turn
THINKING_AT_ONCE = 2  # tables


def known_bots() -> tuple[str, ...]:
    """Names of the bots, the simplest first."""
    return bots.names()


class BotPlay:
    """Wakes up for tables where a bot is to decide."""

    def __init__(self, tables: Any, store: TableStore, pause: float) -> None:
        self._tables = tables
        self._store = store
        self._pause = pause
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()
        self._thinking = asyncio.Semaphore(THINKING_AT_ONCE)

    async def start(self) -> None:
        """Go on where an earlier run of the server was stopped."""
        for table in await self._store.waiting_for_bots():
            self.wake(table)

    async def stop(self) -> None:
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def look(self, row: TableRow) -> None:
        """Called when a table has changed."""
        if row.bot_turn and not row.over:
            self.wake(row.id)

    def wake(self, table: str) -> None:
        if table in self._tasks:
            self._again.add(table)  # it may be about to fall asleep
            return
        task = asyncio.create_task(self._play(table))
        self._tasks[table] = task
        task.add_done_callback(lambda _: self._finished(table))

    def _finished(self, table: str) -> None:
        self._tasks.pop(table, None)
        if table in self._again:
            self._again.discard(table)
            self.wake(table)

    async def _play(self, table: str) -> None:
        """Move as long as a bot is to decide."""
        try:
            for _ in range(MOVES_AT_ONCE):
                self._again.discard(table)
                if not await self._move(table):
                    return
                await asyncio.sleep(self._pause)
            self._again.add(table)  # go on after the others' turn
        except (NotFound, NotAllowed):
            return
        except Exception:
            log.exception("bots stopped at table %s", table)
            self._again.discard(table)

    async def _move(self, table: str) -> bool:
        """One move of one bot; False if none is to move."""
        info, game = await self._tables.look(table)
        seat = next((s for s in info.seats if s.bot and s.player in game.acting), None)
        if seat is None:
            return False
        async with self._thinking:
            view, legal = game.view(seat.player), game.legal_actions(seat.player)
            action = await asyncio.to_thread(_decide, seat.bot, view, legal)
        # a person may have taken something back, or another process have moved for the bot: look again
        with contextlib.suppress(PositionChanged):
            await self._tables.act_for_bot(table, seat.player, str(action), info.version)
        return True


def _decide(bot: str, view: bots.View, legal: Sequence[Action]) -> Action:
    """The bot's choice. A bot that fails, or that this program no longer knows, must not stop the game."""
    rng = random.Random()
    try:
        return bots.get(bot).choose(view, legal, rng)
    except Exception:
        log.exception("the bot %s failed; a random move instead", bot)
        return bots.get("random").choose(view, legal, rng)
