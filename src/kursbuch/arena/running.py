"""Many games: in this process, in several, or on the machines of a Ray cluster. What is played is never lost."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path

from kursbuch.arena.cluster import on_cluster
from kursbuch.arena.matches import Arena, Match
from kursbuch.arena.playing import Played, play_match
from kursbuch.bots.processes import in_processes
from kursbuch.core import BadInput

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
        yield from (played for _, played in in_processes(partial(play_match, keep=keep), todo, jobs))
