"""Many games in parallel processes."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from kursbuch.bots.processes import in_processes
from kursbuch.core import BadInput
from kursbuch.shelf import shelf
from kursbuch.soak.paste import as_test
from kursbuch.soak.playing import USUAL, Care, Played, play
from kursbuch.soak.shrink import UNSHRINKABLE, shrink
from kursbuch.soak.tables import KINDS, drawn, read_spec
from kursbuch.soak.tally import Found, Tally

Progress = Callable[[Tally], None]  # told after each game


@dataclass(frozen=True)
class Soak:
    """What to play: `games` of each spec, a title or TITLE:PLAYERS, kinds of players taking turns."""

    specs: Sequence[str] = ()  # every title, if empty
    games: int = 100
    seed: int = 1
    jobs: int = 1
    kinds: Sequence[str] = KINDS
    first: int = 0  # the number of the first game
    seconds: float = 0.0  # no further game is begun after so long; 0: no bound
    shrinking: float = 30.0  # seconds for each kind of fault
    care: Care = USUAL

    def checked(self) -> Soak:
        """With all titles named; raises BadInput for what does not exist."""
        for kind in self.kinds:
            if kind not in KINDS:
                raise BadInput("players", "{kind!r} is not one of {known}", kind=kind, known=", ".join(KINDS))
        specs = tuple(self.specs) or shelf()
        for spec in specs:
            read_spec(spec)
        return replace(self, specs=specs)


def soak(what: Soak, progress: Progress = lambda tally: None, done: Tally | None = None) -> Tally:
    """Play and count. `done` are games played before, which are not played again.

    Games are counted in their order, so that a soak that is broken off can be gone on with.

    >>> from kursbuch.shelf import shelf
    >>> title = shelf()[0]
    >>> soak(Soak([title], games=1, kinds=["random"])).titles[title].total("games")
    1
    """
    what = what.checked()
    tally = done or Tally()
    runs = {spec: _run(tally, spec, what) for spec in what.specs}
    deadline = time.monotonic() + what.seconds if what.seconds else float("inf")
    early: dict[tuple[str, int], Played] = {}
    with closing(_played(what, runs, deadline)) as games:
        for spec, number, played in games:
            early[spec, number] = played
            while (next_ := (spec, runs[spec]["games"])) in early:
                tally.add(early.pop(next_), spec)
                runs[spec]["games"] += 1
            progress(tally)
    _shrink_all(tally, what)
    return tally


def _run(tally: Tally, spec: str, what: Soak) -> dict[str, Any]:
    """How far the games of a spec have come."""
    about = {"spec": spec, "seed": what.seed, "kinds": list(what.kinds), "first": what.first}
    for run in tally.runs:
        if {**about, "games": run["games"]} == run:
            return run
    run = {**about, "games": what.first}
    tally.runs.append(run)
    return run


def _todo(what: Soak, runs: dict[str, dict[str, Any]], deadline: float) -> Iterator[tuple[str, int]]:
    """The games in the order of play: one of each title, then the next."""
    begin = {spec: run["games"] for spec, run in runs.items()}
    for number in range(what.first, what.first + what.games):
        for spec in what.specs:
            if number >= begin[spec]:
                if time.monotonic() > deadline:
                    return
                yield spec, number


def _played(
    what: Soak, runs: dict[str, dict[str, Any]], deadline: float
) -> Generator[tuple[str, int, Played], None, None]:
    """The games as they are finished."""
    todo = _todo(what, runs, deadline)
    if what.jobs <= 1:
        for spec, number in todo:
            yield spec, number, _play(what, (spec, number))
        return
    with closing(in_processes(partial(_play, what), todo, what.jobs)) as games:
        for (spec, number), played in games:
            yield spec, number, played


def _play(what: Soak, one: tuple[str, int]) -> Played:
    return play(drawn(*one, what.seed, what.kinds), what.care)


def _shrink_all(tally: Tally, what: Soak) -> None:
    """Shrink one line of each kind of fault, and write the test."""
    found = [one for one in tally.faults if not one.test]
    shrunk = partial(_shrunk, seconds=what.shrinking)
    if what.jobs <= 1:
        for one in found:
            one.lines, one.test = shrunk(one)
        return
    with closing(in_processes(shrunk, found, what.jobs)) as results:
        for one, (lines, test) in results:
            one.lines, one.test = lines, test


def _shrunk(found: Found, seconds: float) -> tuple[tuple[str, ...], str]:
    try:
        line = shrink(found.table, found.lines, found.fault, 0 if found.check in UNSHRINKABLE else seconds)
    except BadInput as error:  # an action was played whose own text cannot be read
        return found.lines, f"# {error}: {found.lines[-1]}"
    return line.lines, as_test(line)
