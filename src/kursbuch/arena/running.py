"""Many games: in this process, in several, or on the machines of a Ray cluster. What is played is never lost."""

from __future__ import annotations

import signal
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from contextlib import closing
from multiprocessing import active_children
from pathlib import Path
from queue import SimpleQueue

from kursbuch.arena.cluster import on_cluster
from kursbuch.arena.matches import Arena, Match
from kursbuch.arena.playing import Played, play_match
from kursbuch.core import BadInput
from kursbuch.core.garbage import collect_seldom

Progress = Callable[[Sequence[Played], int], None]
"""Told after each game: all so far, and how many there will be."""


def quietly(played: Sequence[Played], games: int) -> None:
    """Say nothing."""


def run(
    asked: Arena,
    *,
    jobs: int = 1,
    results: Path | None = None,
    keep: Path | None = None,
    ray: str = "",
    progress: Progress = quietly,
) -> list[Played]:
    """Play what is asked and not yet in the results file, each game written there as it ends.

    `ray` is the address of a cluster, `auto` for the one that runs on this machine, or `local` for one of its own.
    The games come in the order in which they were asked for, so that ratings do not hang on who ended first.

    >>> from kursbuch.shelf import shelf
    >>> len(run(Arena(shelf()[0], ("random", "random"), games=2)))
    2
    """
    matches = asked.checked().matches()
    for option, folder in (("results", results.parent if results else None), ("keep", keep)):
        _writable(option, folder)
    before = {played.match: played for played in read_results(results)}
    done = [before[match] for match in matches if match in before]
    todo = [match for match in matches if match not in before]
    progress(done, len(matches))
    # closed at once, also when a run is stopped between two games: what still plays would be waited for
    with closing(_played(todo, jobs, keep, ray)) as games:
        for played in games:
            if results is not None:
                _write(results, played)
            done.append(played)
            progress(done, len(matches))
    place = {match: n for n, match in enumerate(matches)}
    return sorted(done, key=lambda played: place[played.match])


def _writable(option: str, folder: Path | None) -> None:
    """Raise BadInput before the first game where nothing could be kept of it."""
    if folder is None:
        return
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(
            option, "nothing can be kept in {folder}: {why}", folder=str(folder), why=error.strerror or ""
        ) from error


def read_results(file: Path | None) -> list[Played]:
    """The games of a results file; a last line that was cut off when a run was killed does not count."""
    if file is None or not file.exists():
        return []
    text = file.read_text(encoding="utf-8")
    whole, _, cut = text.rpartition("\n")
    if cut:
        file.write_text(whole + "\n" if whole else "", encoding="utf-8")
    return [Played.read(line) for line in whole.splitlines() if line]


def _write(file: Path, played: Played) -> None:
    with file.open("a", encoding="utf-8") as out:
        out.write(played.to_json() + "\n")


def _played(todo: Sequence[Match], jobs: int, keep: Path | None, ray: str) -> Generator[Played, None, None]:
    """The games as they end."""
    if ray:
        yield from on_cluster(todo, keep, ray)
    elif jobs <= 1:
        yield from (play_match(match, keep) for match in todo)
    else:
        yield from _in_processes(todo, jobs, keep)


def _in_processes(todo: Sequence[Match], jobs: int, keep: Path | None) -> Iterator[Played]:
    others = set(active_children())
    # a queue, since whoever is interrupted while waiting for futures may leave them locked for ever
    ended: SimpleQueue[Future[Played]] = SimpleQueue()
    left = len(todo)
    with ProcessPoolExecutor(jobs, initializer=_begin) as pool:
        try:
            for match in todo:
                pool.submit(play_match, match, keep).add_done_callback(ended.put)
            while left:
                played = ended.get().result()
                left -= 1
                yield played
        except BrokenExecutor as error:
            raise BadInput(
                "jobs", "a process that played was ended from outside (no memory left?)"
            ) from error
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
            if left:  # whoever stops a run does not wait for the games under way: they are played again
                for process in set(active_children()) - others:
                    process.terminate()


def _begin() -> None:
    """The start of a process: to be told to stop is the matter of the one that has started it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    collect_seldom()
