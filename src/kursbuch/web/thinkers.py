"""A few processes beside this one in which bots think: started when first needed, and again when they die."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import forkserver
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any, Protocol

from kursbuch.store.work import Crew
from kursbuch.web.thinking import Question, Share, Thought, Trouble, answer_questions

MOST = 4  # processes beside a server; more thinkers are a matter for machines of their own
GRACE = 0.5  # seconds in which an unwanted thought may end by itself, since a new process costs more

# A process that has imported everything and keeps no thread is copied in a moment; Windows knows no copies.
_context: Any = multiprocessing.get_context("spawn" if sys.platform == "win32" else "forkserver")
_context.set_forkserver_preload(["kursbuch.web.thinking"])


Work = Callable[[Any, str], None]
"""What a process does, with its end of the pipe and the database's URL."""


Heard = Callable[[float], None]
"""Told how much of the work is done; 1 is all."""


class Asked(Protocol):
    """A question about a table; it goes through a pipe."""

    @property
    def table(self) -> str: ...


class Lost(Exception):
    """A process ended in the middle of a thought."""


class NotStarted(Exception):
    """No process could be made: what makes them has just died, and is started anew when asked again."""


class Overdue(Exception):
    """A bot thought for longer than it may, and was ended."""


class Failed(Exception):
    """The process could not come to an answer; the text says why."""


def how_many(wanted: int = 0) -> int:
    """How many processes think: as many as told, else one core is left to the server.

    >>> how_many(3)
    3
    """
    return wanted or max(1, min(MOST, (os.cpu_count() or 2) - 1))


class Thinkers:
    """The processes of one database; each thinks about one table at a time, the others' tables wait in line."""

    def __init__(
        self, url: str, processes: int = 0, limit: float = 60.0, work: Work = answer_questions
    ) -> None:
        self._url = url
        self._limit = limit
        self._work = work
        size = how_many(processes)
        self._room = asyncio.Semaphore(size)
        self._askers = Crew("thinker", size)  # each waits for the answer of one process
        self._asked: set[asyncio.Task[Any]] = set()
        self._idle: list[_Thinker] = []
        self._all: set[_Thinker] = set()

    @property
    def processes(self) -> list[int]:
        """The ids of the processes that live."""
        return [thinker.pid for thinker in self._all if thinker.pid]

    def prepare(self) -> None:
        """Have ready what processes are copied from, without waiting for it: the first thought comes sooner."""
        if _context.get_start_method() == "forkserver":
            forkserver.ensure_running()

    async def think(self, table: str, *, plain: bool = False) -> Thought | None:
        """A move for a bot at this table, or None if none is to move; raises Lost, Overdue or Failed.

        Whoever no longer wants the move cancels.
        """
        thought: Thought | None = await self.ask(Question(table, plain))
        return thought

    async def ask(self, question: Asked, heard: Heard = lambda share: None) -> Any:
        """What a process answers to a question; `heard` is called from another thread as the answer comes nearer."""
        async with self._room:
            thinker = self._idle.pop() if self._idle else _Thinker(self._work, self._url)
            self._all.add(thinker)
            asked = asyncio.create_task(self._askers.do(thinker.ask, question, self._limit, heard))
            self._asked.add(asked)
            asked.add_done_callback(self._asked.discard)
            try:
                answer = await asyncio.shield(asked)
            except asyncio.CancelledError:
                await asyncio.wait([asked], timeout=GRACE)
                if not asked.done():
                    thinker.kill()
                    await asyncio.wait([asked])
                asked.exception()  # nobody asks any more
                raise
            finally:
                self._idle.append(thinker)
        if isinstance(answer, Trouble):
            raise Failed(answer.text)
        return answer

    async def stop(self) -> None:
        """End them all; a thought under way is lost."""
        for thinker in self._all:
            thinker.dismiss()
        self._askers.close()
        if self._asked:
            await asyncio.wait(self._asked)


class _Thinker:
    """One process and the pipe to it. `ask` waits, and is called in a thread; the other methods do not wait."""

    def __init__(self, work: Work, url: str) -> None:
        self._work, self._url = work, url
        self._process: BaseProcess | None = None
        self._pipe: Connection[Any, Any] | None = None
        self._dismissed = False

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process is not None and self._process.is_alive() else None

    def ask(self, question: Asked, limit: float, heard: Heard = lambda share: None) -> Any:
        if self._pipe is None or self._process is None or not self._process.is_alive():
            self._start()
        assert self._pipe is not None
        try:
            if self._dismissed:
                raise EOFError
            self._pipe.send(question)
            end = time.monotonic() + limit
            while self._pipe.poll(max(0.0, end - time.monotonic())):
                answer = self._pipe.recv()
                if not isinstance(answer, Share):
                    return answer
                heard(answer.done)
        except (EOFError, OSError) as error:
            self._end()
            raise Lost(f"the process that thought about table {question.table} ended") from error
        self._end()
        raise Overdue(f"no answer within {limit:g} seconds at table {question.table}")

    def _start(self) -> None:
        self._end()
        pipe, theirs = _context.Pipe()
        process = _context.Process(
            target=self._work, args=(theirs, self._url), name="kursbuch-thinker", daemon=True
        )
        try:
            process.start()
        except (EOFError, OSError) as error:
            pipe.close()
            raise NotStarted("no process to think in could be started") from error
        finally:
            theirs.close()  # so that its end is noticed here
        self._pipe, self._process = pipe, process

    def _end(self) -> None:
        self.kill()
        if self._process is not None:
            self._process.join()
            self._process.close()
        if self._pipe is not None:
            self._pipe.close()
        self._process = self._pipe = None

    def kill(self) -> None:
        process = self._process
        with suppress(ValueError):  # it is gone already
            if process is not None:
                process.kill()

    def dismiss(self) -> None:
        """It shall not be started again."""
        self._dismissed = True
        self.kill()
