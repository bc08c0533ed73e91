"""Much of the same work in several processes, which end at once when nobody wants it any more."""

from __future__ import annotations

import signal
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from functools import partial
from multiprocessing import active_children
from queue import SimpleQueue
from typing import TypeVar

from kursbuch.core import BadInput
from kursbuch.core.garbage import collect_seldom

Work = TypeVar("Work")
Done = TypeVar("Done")

AHEAD = 3  # pieces of work for each process that wait or are under way


def in_processes(
    do: Callable[[Work], Done], todo: Iterable[Work], jobs: int
) -> Generator[tuple[Work, Done], None, None]:
    """Each piece of work with what came of it, as they are done.

    Close the generator (`contextlib.closing`): whoever stops does not wait for what is under way, which is lost.
    Raises BadInput if one of the processes was ended by somebody else.
    """
    others = set(active_children())
    # a queue, since whoever is interrupted while waiting for futures may leave them locked for ever
    ended: SimpleQueue[tuple[Work, Future[Done]]] = SimpleQueue()
    pieces = iter(todo)
    under_way = 0
    with ProcessPoolExecutor(jobs, initializer=_begin) as pool:
        try:
            while True:
                while under_way < AHEAD * jobs and (piece := next(pieces, None)) is not None:
                    under_way += 1
                    pool.submit(do, piece).add_done_callback(partial(_put, ended, piece))
                if not under_way:
                    return
                piece, future = ended.get()
                under_way -= 1
                yield piece, future.result()
        except BrokenExecutor as error:
            raise BadInput(
                "jobs", "a process that played was ended from outside (no memory left?)"
            ) from error
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
            if under_way:
                for process in set(active_children()) - others:
                    process.terminate()


def _put(ended: SimpleQueue[tuple[Work, Future[Done]]], piece: Work, future: Future[Done]) -> None:
    ended.put((piece, future))


def _begin() -> None:
    """The start of a process: to be told to stop is the matter of the one that has started it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    collect_seldom()
