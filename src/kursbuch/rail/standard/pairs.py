"""A power that lays one tile on each of its hexes, one right after the other, or none at all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from kursbuch.core import Action, Frame, Refusal, Stage, Step, refuse
from kursbuch.rail.board.grid import opposite
from kursbuch.rail.paper.holdings import president
from kursbuch.rail.standard.actions import Build
from kursbuch.rail.standard.powers import build, buildings, terms_of, why_not_built
from kursbuch.rail.standard.state import StandardState
from kursbuch.rail.steps.lay import put_tile

SECOND = "second tile"  # the stage in which the next tile follows


@dataclass(frozen=True, slots=True)
class SecondFrame(Frame):
    """A private has laid a tile for its company and goes on at once: where that tile lies, and which hexes wait."""

    private: str
    last: str
    waiting: tuple[str, ...]


def joined(s: StandardState, one: str, other: str) -> bool:
    """Whether track of two hexes meets at their common side."""
    faces, beside = s.board.faces, s.board.map.beside[one]
    return any(
        beyond == other and faces[one].exits >> edge & 1 and faces[other].exits >> opposite(edge) & 1
        for edge, beyond in enumerate(beside)
    )


def seconds(s: StandardState, first: Build) -> Iterator[Build]:
    """The tiles that could follow a first one."""
    trial = s.copy()
    put_tile(trial, first.hex, trial.box.tiles[first.tile].turns[first.turn])
    waiting = tuple(hex for hex in terms_of(s, first.actor).hexes if hex != first.hex)
    for tile in buildings(trial, first.actor):
        if _why_not_second(trial, SecondFrame(SECOND, first.actor, first.hex, waiting), tile) is None:
            yield tile


def push_second(s: StandardState, first: Build) -> None:
    """The tiles on the other hexes follow at once."""
    waiting = tuple(hex for hex in terms_of(s, first.actor).hexes if hex != first.hex)
    s.push(SecondFrame(SECOND, first.actor, first.hex, waiting))


def _why_not_second(s: StandardState, f: SecondFrame, tile: Build) -> Refusal | None:
    if tile.actor != f.private or tile.hex not in f.waiting:
        return refuse(f"power.{f.private}.pair", "{private} builds at {hexes} now.", **_where(f))
    if refusal := why_not_built(s, f.private, tile):
        return refusal
    if terms_of(s, f.private).joined:
        trial = s.copy()
        put_tile(trial, tile.hex, s.box.tiles[tile.tile].turns[tile.turn])
        if not joined(trial, f.last, tile.hex):
            return refuse(f"power.{f.private}.pair", "Both tiles must join each other.")
    return None


def _where(f: SecondFrame) -> dict[str, object]:
    return {"private": f.private, "hexes": ", ".join(f.waiting)}


class BuildSecond(Step[StandardState, Build]):
    """The next tile of a power that has begun."""

    action = Build

    def candidates(self, s: StandardState, player: str) -> Iterable[Build]:
        return buildings(s, _frame(s).private)

    def why_not(self, s: StandardState, player: str, action: Build) -> Refusal | None:
        return _why_not_second(s, _frame(s), action)

    def apply(self, s: StandardState, player: str, action: Build) -> None:
        f = _frame(s)
        s.pop()
        build(s, s.privates[f.private], action)
        waiting = tuple(hex for hex in f.waiting if hex != action.hex)
        if waiting:
            s.push(SecondFrame(f.stage, f.private, action.hex, waiting))


class Second(Stage[StandardState, SecondFrame]):
    """The company that has laid the first tile of a power lays the next before anything else."""

    steps = (BuildSecond(),)

    def deciders(self, s: StandardState, f: SecondFrame) -> tuple[str, ...]:
        return (president(s, s.privates[f.private]),)

    def actors(self, s: StandardState, f: SecondFrame, player: str) -> tuple[str, ...]:
        return (f.private,)

    def not_now(self, s: StandardState, f: SecondFrame, action: Action) -> Refusal:
        return refuse(f"power.{f.private}.pair", "{private} builds at {hexes} now.", **_where(f))

    def not_yours(self, s: StandardState, f: SecondFrame, action: Action) -> Refusal:
        return self.not_now(s, f, action)


def _frame(s: StandardState) -> SecondFrame:
    f = s.top
    assert isinstance(f, SecondFrame)
    return f
