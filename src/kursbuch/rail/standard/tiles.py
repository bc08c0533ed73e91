"""A tile that a private lays by its power, whoever uses it: which, where, at what cost."""

from __future__ import annotations

from collections.abc import Iterable

from kursbuch.core import BANK, Refusal, refuse
from kursbuch.rail.standard.actions import Build
from kursbuch.rail.standard.parts import Builds
from kursbuch.rail.standard.privates import track_cost
from kursbuch.rail.standard.state import StandardState
from kursbuch.rail.steps.lay import put_tile, why_not_covering


def buildings(s: StandardState, id: str) -> Iterable[Build]:
    """Every tile a private's power could put on the board."""
    builds = terms(s, id)
    for hex in builds.hexes:
        for face in s.board.map.covers(hex, s.board.faces[hex], s.box.tiles):
            if face.tile.id in builds.tiles:
                yield Build(id, face.tile.id, face.turn, hex)


def why_not_built(s: StandardState, id: str, action: Build) -> Refusal | None:
    """The rules for a tile laid by a power: which, where, left, in phase, and fitting; it need not be joined."""
    builds = terms(s, id)
    if action.hex not in builds.hexes or action.tile not in builds.tiles or not 0 <= action.turn < 6:
        return refuse(
            f"power.{id}",
            "{private} cannot build {tile} at {hex}.",
            private=id,
            tile=action.tile,
            hex=action.hex,
        )
    tile = s.box.tiles[action.tile]
    old, new = s.board.faces[action.hex], tile.turns[action.turn]
    if tile.colour not in s.phase.colours:
        return refuse(
            "lay.colour",
            "{colour} tiles cannot be laid in phase {phase}.",
            colour=tile.colour,
            phase=s.phase.id,
        )
    if new not in s.board.map.covers(action.hex, old, s.box.tiles):
        return why_not_covering(s, action.hex, old, new)
    if not tile.unlimited and not s.supply[tile.id]:
        return refuse("lay.supply", "No tile {tile} is left.", tile=tile.id)
    return None


def cost_of(s: StandardState, payer: str, action: Build) -> int:
    """What a power's tile costs whoever pays for it."""
    old, new = s.board.faces[action.hex], s.box.tiles[action.tile].turns[action.turn]
    return track_cost(s, payer, action.hex, old, new) if terms(s, action.actor).pays else 0


def build(s: StandardState, payer: str, action: Build) -> None:
    """Lay the tile of a power and pay for it."""
    cost = cost_of(s, payer, action)
    s.note("lays", company=action.actor, tile=action.tile, turn=action.turn, hex=action.hex, cost=cost)
    s.transfer(payer, BANK, cost, "track")
    put_tile(s, action.hex, s.box.tiles[action.tile].turns[action.turn])


def terms(s: StandardState, id: str) -> Builds:
    """What a private can build, and on what terms."""
    builds = s.box.privates[id].builds
    assert builds is not None, f"{id} builds nothing"
    return builds
