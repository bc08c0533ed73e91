"""Threads of their own for each kind of slow work, so that one kind never waits for another.

asyncio's common pool is shared by all who use it: six letters to a silent mail server would hold up every commit. So
each kind of work has a crew: few hands, a bounded queue, and a time-out after which nobody waits any more.
"""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, TypeVar

T = TypeVar("T")


class Busy(Exception):
    """A crew has as much waiting for it as it takes; try again later."""


class Crew:
    """At most `hands` threads for one kind of work, with at most `waiting` pieces in front of them.

    The threads are made when needed and never keep a program from ending.

    >>> crew = Crew("adding", hands=1)
    >>> asyncio.run(crew.do(sum, [1, 2, 3]))
    6
    """

    def __init__(self, name: str, hands: int = 1, waiting: int = 1000) -> None:
        self.name = name
        self._hands, self._waiting = hands, waiting
        self._todo: deque[tuple[Future[Any], Callable[[], Any]]] = deque()
        self._changed = threading.Condition()
        self._threads = self._idle = self._taken = 0
        self._closed = False

    async def do(self, work: Callable[..., T], *given: Any, timeout: float | None = None) -> T:
        """What the work gives; raises what it raises, Busy, or TimeoutError after `timeout` seconds.

        Work that has begun cannot be stopped: after a time-out its thread stays taken until it comes back.
        """
        future: Future[T] = Future()
        with self._changed:
            if self._closed or self._taken >= self._hands + self._waiting:
                raise Busy(self.name)
            self._taken += 1
            self._todo.append((future, lambda: work(*given)))
            if self._idle >= len(self._todo):
                self._changed.notify()
            elif self._threads < self._hands:
                self._threads += 1
                threading.Thread(target=self._serve, name=f"kursbuch-{self.name}", daemon=True).start()
        return await asyncio.wait_for(asyncio.wrap_future(future), timeout)

    def close(self) -> None:
        """Take nothing new; what waits is given up, what is under way comes to its end."""
        with self._changed:
            self._closed = True
            for future, _ in self._todo:
                future.cancel()
            self._todo.clear()
            self._changed.notify_all()

    def _serve(self) -> None:
        while (piece := self._next()) is not None:
            future, work = piece
            if future.set_running_or_notify_cancel():  # else nobody waits for it any more
                try:
                    future.set_result(work())
                except BaseException as error:
                    future.set_exception(error)
            del piece, future, work  # nothing of it is held while waiting for the next
            with self._changed:
                self._taken -= 1

    def _next(self) -> tuple[Future[Any], Callable[[], Any]] | None:
        with self._changed:
            self._idle += 1
            while not self._todo and not self._closed:
                self._changed.wait()
            self._idle -= 1
            if self._todo:
                return self._todo.popleft()
            self._threads -= 1
            return None
