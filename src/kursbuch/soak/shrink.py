"""The shortest line of actions that still fails: the first failing position, then whatever can be left out."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from kursbuch.core import Action, Game
from kursbuch.core.action import kind_of
from kursbuch.soak import checks
from kursbuch.soak.faults import Fault, finding
from kursbuch.soak.playing import said
from kursbuch.soak.probing import asked_well
from kursbuch.soak.tables import Table

UNSHRINKABLE = frozenset({"endless", "slow", "saved", "start"})
PATIENT = frozenset({"stuck", "audit", "apply"})  # cheap enough to be looked for after every action
IDLE = ("pass", "decline", "keep_place", "keep_train", "withhold")  # what may stand for what was left out


@dataclass(frozen=True)
class Line:
    """A line of actions from a table's start that ends in a fault."""

    table: Table
    actions: tuple[Action, ...]
    fault: Fault

    @property
    def lines(self) -> tuple[str, ...]:
        """The actions as text."""
        return tuple(map(said, self.actions))

    def better(self, actions: Sequence[Action], fault: Fault) -> Line | None:
        """The new line if it fails in the same way and is shorter, or does nothing more often."""
        new = Line(self.table, tuple(actions), fault)
        return new if fault.sign == self.fault.sign and new.measure < self.measure else None

    @property
    def measure(self) -> tuple[int, int]:
        """How long the line is, and how much is done in it."""
        return len(self.actions), sum(kind_of(type(action)) not in IDLE for action in self.actions)


def shrink(table: Table, lines: Sequence[str], fault: Fault, seconds: float = 30.0) -> Line:
    """The shortest line found in the time given."""
    line = _line(table, lines, fault)
    if fault.check in UNSHRINKABLE or fault.twin:
        return line
    deadline = time.monotonic() + seconds
    line = _first(line, deadline)
    size = len(line.actions) // 2
    while size and time.monotonic() < deadline:
        before = line.measure
        line = _without_chunks(line, size, deadline)
        size = size // 2 if line.measure == before else min(size, len(line.actions) // 2)
    return line


def _line(table: Table, lines: Sequence[str], fault: Fault) -> Line:
    """The line as it was played. An action whose effect is the fault belongs to it."""
    read = table.start().read
    actions = tuple(map(read, lines))
    if fault.action is None or fault.check not in ("apply", "audit"):
        return Line(table, actions, fault)
    return Line(table, (*actions, read(fault.action)), Fault(fault.check, fault.message))


# -- does a line fail? ----------------------------------------------------------------------------


def look(game: Game, fault: Fault) -> None:
    """Make the check that found the fault; raises Fault if it finds something."""
    if fault.check in checks.CHEAP:
        checks.CHEAP[fault.check](game)
    elif fault.action is not None:
        asked_well(game, fault.action)
    elif fault.check in checks.DEAR:
        for seed in range(3):
            checks.DEAR[fault.check](game, Random(seed))


def _first(line: Line, deadline: float) -> Line:
    """Cut the line at the first position where the fault shows."""
    found = _played(line.table.start(), line.actions, line.fault, deadline, every=True)
    return (found and line.better(*found)) or line


def _played(
    game: Game,
    actions: Sequence[Action],
    wanted: Fault,
    deadline: float,
    *,
    every: bool = False,
    fillers: int = 0,
) -> tuple[list[Action], Fault] | None:
    """Play what can be played of some actions, and how it failed; None if it did not.

    What is not legal any more is left out; before that, up to `fillers` times, the player on turn does nothing.
    """
    for action in actions:
        if time.monotonic() > deadline:
            return None
        try:
            while game.why_not(action) is not None and fillers and _idle(game):
                fillers -= 1
            if game.why_not(action) is not None:
                continue
            game.apply(action)
        except Exception as error:
            return [*game.actions, action], _raised(error)
        if every or wanted.check in PATIENT:
            fault = _looked(game, wanted)
            if fault is not None:
                return game.actions, fault
    fault = _looked(game, wanted)
    return None if fault is None else (game.actions, fault)


def _raised(error: Exception) -> Fault:
    try:
        with finding("apply"):
            raise error
    except Fault as fault:
        return fault


def _looked(game: Game, wanted: Fault) -> Fault | None:
    try:
        look(game, wanted)
    except Fault as fault:
        return fault
    return None


def _idle(game: Game) -> bool:
    """Let the player on turn do nothing, if that is possible."""
    s = game.state
    if s.finished:
        return False
    stage, kinds = game.rules.stages[s.top.stage], game.rules.grammar.kinds
    for player in game.acting:
        for actor in stage.actors(s, s.top, player):
            for kind in IDLE:
                if kind in kinds and game.why_not(action := kinds[kind](actor)) is None:
                    game.apply(action)
                    return True
    return False


# -- leaving out ----------------------------------------------------------------------------------


def _without_chunks(line: Line, size: int, deadline: float) -> Line:
    """Leave out each stretch of so many actions in turn, the last first."""
    whole = _whole(line)
    stop = len(line.actions)
    while stop > 0 and time.monotonic() < deadline:
        start = max(0, stop - size)
        for fillers in (0, stop - start):
            earlier = whole.at(min(start, len(whole.actions)))
            found = _played(earlier, line.actions[stop:], line.fault, deadline, fillers=fillers)
            better = found and line.better(*found)
            if better:
                line, whole = better, _whole(better)
                break
        stop = min(start, len(line.actions))
    return line


def _whole(line: Line) -> Game:
    """The game after all actions of the line that can be carried out; the last may be what fails."""
    game = line.table.start()
    for action in line.actions:
        try:
            game.apply(action)
        except Exception:
            break
    return game
