"""Tiles that a private builds for the company that owns it, in that company's turn, by the terms of `builds`.

In its track step, beside its own tile or in its place, or at any time; several tiles together or none; perhaps with a
token on what was built.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kursbuch.core import Action, Frame, Refusal, Stage, Step, refuse
from kursbuch.core.record import replace
from kursbuch.rail.actions import Pass, Station
from kursbuch.rail.board.grid import opposite
from kursbuch.rail.board.tile import Face
from kursbuch.rail.paper.holdings import president
from kursbuch.rail.rounds import TurnFrame, did
from kursbuch.rail.rounds.deeds import Deed
from kursbuch.rail.standard.actions import Build
from kursbuch.rail.standard.parts import Builds
from kursbuch.rail.standard.privates import owned_by
from kursbuch.rail.standard.state import StandardState
from kursbuch.rail.standard.tiles import build, buildings, cost_of, terms, why_not_built
from kursbuch.rail.steps.lay import extends_route
from kursbuch.rail.steps.station import free_slot, place_token, token_for

TOGETHER = "tiles together"  # the stage in which the rest of several tiles is laid
TOKEN = "token of a power"  # the stage in which a token may go on what was built


def is_lost(s: StandardState, builds: Builds) -> bool:
    """Whether a right is gone because a tile lies where it could be used."""
    faces, hexes = s.board.faces, s.box.map.hexes
    return builds.lost_when_covered and any(faces[hex].tile is not hexes[hex].print for hex in builds.hexes)


def rights_of(s: StandardState, company: str) -> list[str]:
    """The privates of a company that can still build for it."""
    out = []
    for id in owned_by(s, company):
        builds = s.box.privates[id].builds
        if builds and builds.by == "company" and not s.has_used(id) and not is_lost(s, builds):
            out.append(id)
    return out


def has_spare_right(s: StandardState, company: str) -> bool:
    """Whether a company owns a private that can still build for it at any time of its turn."""
    found = (s.box.privates[id].builds for id in rights_of(s, company))
    return any(builds is not None and builds.when == "any time" for builds in found)


def adds_track(builds: Builds | None) -> bool:
    """Whether a power lays tiles in the track step beside the one of the turn: the step stays open for it."""
    return bool(builds and builds.by == "company" and builds.when == "track" and builds.extra)


# -- the first tile -------------------------------------------------------------------------------


def why_not_for_company(s: StandardState, player: str, action: Build, builds: Builds) -> Refusal | None:
    """Why the company on turn, led by this player, may not build by this power now."""
    id, turn = action.actor, s.top
    message = "{private} builds for the company that owns it, in its turn."
    if s.privates[id] not in s.box.companies:
        return refuse(f"power.owner.{id}", message, private=id)
    if (
        not isinstance(turn, TurnFrame)
        or s.privates[id] != turn.company
        or president(s, turn.company) != player
    ):
        return refuse(f"power.{id}.turn", message, private=id)
    if s.has_used(id):
        return refuse(f"power.{id}.used", "{private} builds once.", private=id)
    if is_lost(s, builds):
        return refuse(f"power.{id}.lost", "A tile lies where {private} could have built.", private=id)
    if builds.when == "track" and (turn.at > 0 or (not builds.extra and Deed("lay") in turn.done)):
        message = (
            "{private} builds while {company} lays track."
            if builds.extra
            else "{private} builds in place of the tile of {company}."
        )
        return refuse(f"power.{id}.moment", message, private=id, company=turn.company)
    if refusal := why_not_built(s, id, action):
        return refusal
    if cost_of(s, turn.company, action) > s.cash[turn.company]:
        return refuse("lay.cash", "{player} cannot pay for it.", player=turn.company)
    old, new = s.board.faces[action.hex], s.box.tiles[action.tile].turns[action.turn]
    if builds.connected and (refusal := extends_route(s, turn.company, action.hex, old, new)):
        return refusal
    if builds.all_or_none and not any(_fits(s, action, other) for other in buildings(s, id)):
        return refuse(f"power.{id}.both", "No other tile would go with this one.")
    return None


def _fits(s: StandardState, one: Build, other: Build) -> bool:
    """Whether another tile of a power could follow one."""
    if one.hex == other.hex:
        return False
    faces = [s.box.tiles[lay.tile].turns[lay.turn] for lay in (one, other)]
    return not terms(s, one.actor).joined or _meet(s, one.hex, faces[0], other.hex, faces[1])


def _meet(s: StandardState, hex: str, face: Face, beyond: str, other: Face) -> bool:
    """Whether the track of two faces meets at the side that their hexes share."""
    sides = [edge for edge, neighbour in enumerate(s.board.map.beside[hex]) if neighbour == beyond]
    return any(face.exits >> edge & 1 and other.exits >> opposite(edge) & 1 for edge in sides)


def build_for_company(s: StandardState, action: Build, builds: Builds) -> None:
    """Lay the tile; the rest of several tiles or a token may follow at once."""
    id, turn = action.actor, s.top
    assert isinstance(turn, TurnFrame)
    s.use(id)
    if not builds.extra:
        did(s, Deed("lay"))
    build(s, turn.company, action)
    if builds.all_or_none and len(builds.hexes) > 1:
        left = tuple(hex for hex in builds.hexes if hex != action.hex)
        s.push(TogetherFrame(TOGETHER, turn.company, id, left))
    elif builds.station and token_for(s, turn.company, (action.hex, 0)):
        s.push(PowerFrame(TOKEN, turn.company, id, (action.hex,)))


# -- what follows at once -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PowerFrame(Frame):
    """A company goes on with a power of its private, on these hexes."""

    company: str
    private: str
    hexes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TogetherFrame(PowerFrame):
    """Hexes where a power has yet to lay a tile."""


class Following(Stage[StandardState, PowerFrame]):
    """The company goes on with a power before anything else."""

    rule = "both"

    def deciders(self, s: StandardState, f: PowerFrame) -> tuple[str, ...]:
        return (president(s, f.company),)

    def actors(self, s: StandardState, f: PowerFrame, player: str) -> tuple[str, ...]:
        return (f.private,)

    def not_now(self, s: StandardState, f: PowerFrame, action: Action) -> Refusal:
        message = "First {private} goes on building at {hexes}."
        return refuse(f"power.{f.private}.{self.rule}", message, private=f.private, hexes=", ".join(f.hexes))

    def not_yours(self, s: StandardState, f: PowerFrame, action: Action) -> Refusal:
        return self.not_now(s, f, action)


class BuildNext(Step[StandardState, Build]):
    """Lay the next of several tiles, joined to one that lies already if they must be."""

    action = Build

    def candidates(self, s: StandardState, player: str) -> Iterable[Build]:
        f = _frame(s)
        return (lay for lay in buildings(s, f.private) if lay.hex in f.hexes)

    def why_not(self, s: StandardState, player: str, action: Build) -> Refusal | None:
        f = _frame(s)
        if action.hex not in f.hexes:
            message = "The other tile goes to {hexes}."
            return refuse(f"power.{f.private}.both", message, hexes=", ".join(f.hexes))
        if refusal := why_not_built(s, f.private, action):
            return refusal
        builds, face = terms(s, f.private), s.box.tiles[action.tile].turns[action.turn]
        lying = [hex for hex in builds.hexes if hex not in f.hexes]
        if builds.joined and not any(_meet(s, action.hex, face, hex, s.board.faces[hex]) for hex in lying):
            return refuse(f"power.{f.private}.joined", "The tiles of {private} join.", private=f.private)
        return None

    def outlay(self, s: StandardState, player: str, action: Build) -> int:
        return cost_of(s, _frame(s).company, action)

    def apply(self, s: StandardState, player: str, action: Build) -> None:
        f = _frame(s)
        build(s, f.company, action)
        left = tuple(hex for hex in f.hexes if hex != action.hex)
        if left:
            s.swap(replace(f, hexes=left))
        else:
            s.pop()


class Together(Following):
    """The rest of the tiles that are laid together."""

    steps = (BuildNext(),)


class PlaceFree(Step[StandardState, Station]):
    """Put the next token on what was built, for nothing, as the one of this turn."""

    action = Station

    def candidates(self, s: StandardState, player: str) -> Iterable[Station]:
        f = _frame(s)
        for hex in f.hexes:
            for number, stop in enumerate(s.board.faces[hex].stops):
                if stop.slots:
                    yield Station(f.private, hex, number)

    def why_not(self, s: StandardState, player: str, action: Station) -> Refusal | None:
        f = _frame(s)
        if not any(
            (place.hex, place.stop) == (action.hex, action.stop) for place in self.candidates(s, player)
        ):
            return refuse(f"power.{f.private}.token", "The token goes to {hexes}.", hexes=", ".join(f.hexes))
        if free_slot(s, f.company, (action.hex, action.stop)) is None:
            return refuse("station.full", "Every space of this city is taken.")
        return None

    def apply(self, s: StandardState, player: str, action: Station) -> None:
        f, place = _frame(s), (action.hex, action.stop)
        token, slot = token_for(s, f.company, place), free_slot(s, f.company, place)
        assert token is not None and slot is not None
        s.pop()
        place_token(s, f.company, place, slot, token)
        did(s, Deed("station"))


class PlaceNone(Step[StandardState, Pass]):
    """Place no token; the right to it is gone."""

    action = Pass

    def candidates(self, s: StandardState, player: str) -> Iterable[Pass]:
        yield Pass(_frame(s).private)

    def why_not(self, s: StandardState, player: str, action: Pass) -> Refusal | None:
        return None

    def apply(self, s: StandardState, player: str, action: Pass) -> None:
        s.pop()


class FreeToken(Following):
    """A token may go on what a power has built."""

    rule = "token"
    steps = (PlaceFree(), PlaceNone())


def _frame(s: StandardState) -> PowerFrame:
    f = s.top
    assert isinstance(f, PowerFrame)
    return f
