"""What a process does that thinks for bots: it reads a table from the store, and answers with a line of text.

The store is read here and not in the server, so that only a table's id goes one way and a move comes back: views and
legal lists of late games are never worked out, packed or sent where people wait for an answer.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import random
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any, Protocol

from kursbuch import bots
from kursbuch.bots.search import SearchBot
from kursbuch.core import Action, Game
from kursbuch.core.garbage import collect_seldom
from kursbuch.store import Games, News, TableRow, TableStore, open_database
from kursbuch.web.guiding import prepared, waits
from kursbuch.web.parent import leave_with_parent

log = logging.getLogger(__name__)

LOWER = 5  # how much less important than the server the operating system shall find this
POSITIONS = 5_000  # kept in memory for games that are thought about


@dataclass(frozen=True, slots=True)
class Question:
    """What move at this table? `plain` asks for any legal move, without the bot."""

    table: str
    plain: bool = False


@dataclass(frozen=True, slots=True)
class Thought:
    """A move, and the version of the table that it was thought about."""

    player: str
    action: str
    version: int


@dataclass(frozen=True, slots=True)
class Trouble:
    """Why there is no answer: the database, or a game that cannot be loaded."""

    text: str


@dataclass(frozen=True, slots=True)
class Share:
    """How much of an answer is worked out; the answer follows."""

    done: float


Answer = Thought | Trouble | None
"""None: no bot is to move at this table."""


class Reading:
    """Reads tables and their games over a connection of its own."""

    def __init__(self, url: str) -> None:
        self._database = open_database(url)
        self._store = TableStore(self._database, News(self._database))
        self._games = Games(self._database, self._store, POSITIONS)

    async def _look(self, table: str) -> tuple[TableRow, Game]:
        """The table and its game, of the same moment."""
        while True:
            row = await self._store.get(table)
            live = await self._games.get(row)
            if live.version == row.version:
                return row, live.game


class Thinking(Reading):
    """Answers what a bot does."""

    async def answer(self, question: Question) -> Answer:
        try:
            row, game = await self._look(question.table)
            return thought(row, game, question.plain)
        except Exception as error:
            return Trouble(f"{type(error).__name__}: {error}")


def thought(row: TableRow, game: Game, plain: bool = False) -> Thought | None:
    """The move of the bot that is to decide. It is shown what its player may know, nothing else."""
    found = [seat for seat in row.seats if seat.bot and seat.player in game.acting]
    if not found or waits(row.agreed, game):
        return None
    if line := prepared(row.agreed, game, [seat.player for seat in found]):
        return Thought(*line, row.version)
    seat = found[0]
    action = decide("random" if plain else seat.bot, game, seat.player)
    return Thought(seat.player, str(action), row.version)


def decide(bot: str, game: Game, player: str) -> Action:
    """The bot's choice. A bot that fails, or that this program no longer knows, must not stop the game."""
    rng = random.Random()
    try:
        return bots.choice(hurried(bots.get(bot)), game, player, rng)
    except Exception:
        log.exception("the bot %s failed; a random move instead", bot)
        return bots.choice(bots.get("random"), game, player, rng)


def hurried(bot: bots.Bot) -> bots.Bot:
    """One that searches counts the time of its process; here people wait, so that it keeps to the clock on the wall
    as well: on a busy machine it tries less rather than being overdue, and takes no longer than the table says.
    """
    if not isinstance(bot, SearchBot):
        return bot
    end = time.monotonic() + bot.seconds
    return SearchBot(bot.seconds, bot.playouts, lambda: time.monotonic() < end, bot.name)


def answer_questions(pipe: Connection[Any, Any], url: str) -> None:
    """The life of a process that thinks for bots."""
    answer_with(pipe, lambda: Thinking(url))


class Answering(Protocol):
    """Answers one kind of questions."""

    async def answer(self, question: Any) -> Any: ...


def answer_with(pipe: Connection[Any, Any], prepare: Callable[[], Answering]) -> None:
    """The life of a thinking process: one question after the other, until the one who asks is gone."""
    leave_with_parent()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the server, which then closes the pipe
    with contextlib.suppress(OSError, AttributeError):
        os.nice(LOWER)
    collect_seldom()
    with asyncio.Runner() as runner, contextlib.suppress(EOFError, OSError):
        thinking = prepare()
        while True:
            pipe.send(runner.run(thinking.answer(pipe.recv())))
