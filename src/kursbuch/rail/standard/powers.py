"""What holds for every power of a private: who speaks for it, and which tiles it can put on the board.

A private acts in its own name. A player may use a power also while it is somebody else's turn, so it is open whoever
decides there; an action that says who sends it must come from the owner. A company uses its powers in its own turn.
"""

from __future__ import annotations

from collections.abc import Iterable

from kursbuch.core import BANK, Action, Refusal, refuse
from kursbuch.rail.rounds import TurnFrame
from kursbuch.rail.standard.actions import Build
from kursbuch.rail.standard.parts import Builds, Private
from kursbuch.rail.standard.privates import track_cost
from kursbuch.rail.standard.state import StandardState
from kursbuch.rail.steps.lay import put_tile, why_not_covering


def speaks_for_player(private: Private) -> bool:
    """Whether a private can do something in its own name while a player owns it."""
    return bool(private.share_of or (private.builds and private.builds.by == "player"))


def speaks_for_company(private: Private) -> bool:
    """Whether a private can do something in its own name while a company owns it."""
    return bool(private.builds and private.builds.by == "company")


def has_power(private: Private) -> bool:
    """Whether a private ever acts in its own name."""
    return bool(private.share_of or private.builds)


def voices(s: StandardState, player: str) -> tuple[str, ...]:
    """The privates that may act beside whoever is on turn: powers of players, and of the company on turn."""
    company, privates = company_on_turn(s), s.box.privates
    return tuple(
        id
        for id, owner in s.privates.items()
        if (owner in s.players and speaks_for_player(privates[id]))
        or (owner == company and speaks_for_company(privates[id]))
    )


def company_on_turn(s: StandardState) -> str | None:
    """The company whose turn is on top of the stack; None if there is none."""
    return s.top.company if isinstance(s.top, TurnFrame) else None


def why_not_owner(s: StandardState, action: Action) -> Refusal | None:
    """A player's power is used by the private's owner, who must be a player."""
    owner = s.privates.get(action.actor, "")
    if owner not in s.players:
        return refuse("power.owner", "No player owns {private}.", private=action.actor)
    if action.by not in ("", owner):
        return refuse("power.owner", "{private} belongs to {owner}.", private=action.actor, owner=owner)
    return None


# -- tiles of any power ---------------------------------------------------------------------------


def buildings(s: StandardState, id: str) -> Iterable[Build]:
    """Every tile a private's power could put on the board."""
    builds = terms_of(s, id)
    for hex in builds.hexes:
        for face in s.board.map.covers(hex, s.board.faces[hex], s.box.tiles):
            if face.tile.id in builds.tiles:
                yield Build(id, face.tile.id, face.turn, hex)


def why_not_built(s: StandardState, id: str, action: Build) -> Refusal | None:
    """The rules for a tile laid by a power: which, where, left, in phase, and fitting; it need not be joined."""
    builds = terms_of(s, id)
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


def is_lost(s: StandardState, id: str) -> bool:
    """Whether a power is lost because a tile lies on one of its hexes."""
    builds = terms_of(s, id)
    board = s.board
    return builds.lost_when_covered and any(
        board.faces[hex].tile is not board.map.hexes[hex].print for hex in builds.hexes
    )


def cost_of(s: StandardState, payer: str, action: Build) -> int:
    """What a power's tile costs whoever pays for it."""
    old, new = s.board.faces[action.hex], s.box.tiles[action.tile].turns[action.turn]
    return track_cost(s, payer, action.hex, old, new) if terms_of(s, action.actor).pays else 0


def build(s: StandardState, payer: str, action: Build) -> None:
    """Lay the tile of a power and pay for it."""
    cost = cost_of(s, payer, action)
    s.note("lays", company=action.actor, tile=action.tile, turn=action.turn, hex=action.hex, cost=cost)
    s.transfer(payer, BANK, cost, "track")
    put_tile(s, action.hex, s.box.tiles[action.tile].turns[action.turn])


def terms_of(s: StandardState, id: str) -> Builds:
    """The terms on which a private builds."""
    builds = s.box.privates[id].builds
    assert builds is not None, f"{id} builds nothing"
    return builds
