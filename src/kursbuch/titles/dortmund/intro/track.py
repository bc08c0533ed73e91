"""Tiles in the Introduction Game: a player lays one for any railway directed, or for any at all (18DO §3.2.2.1)."""

from __future__ import annotations

from kursbuch.core import Refusal, refuse
from kursbuch.rail.actions import Lay
from kursbuch.rail.board.tile import Face, Tile
from kursbuch.rail.steps.lay import LayTrack
from kursbuch.titles.dortmund.intro.paper import directed
from kursbuch.titles.dortmund.intro.state import IntroState, on_turn
from kursbuch.titles.dortmund.railway.track import extends, wrong_symbol


def builders(s: IntroState, player: str) -> tuple[str, ...]:
    """The railways a player lays tiles for; without a railway of one's own all of them (18DO-3.2.2.2-2)."""
    return directed(s, player) or tuple(s.box.companies)


def joins(s: IntroState, player: str, hex: str, old: Face, new: Face) -> Refusal | None:
    """New track of the tile extends a route of one of those railways (18DO-3.2.2-8)."""
    for company in builders(s, player):
        if hex in s.board.reachable(company).touched and extends(s, company, hex, old, new):
            return None
    return refuse(
        "lay.not-joined", "The new track would be on no route that {player} may extend.", player=player
    )


def barred(s: IntroState, player: str, lay: Lay) -> Refusal | None:
    """Symbols, the harbour, closed hexes and sides; and a mine or mill is upgraded only with a link."""
    old, tile = s.board.faces[lay.hex], s.box.tiles[lay.tile]
    new = tile.turns[lay.turn]
    if new not in s.board.map.covers(lay.hex, old, s.box.tiles):
        return _closed_hex(s, lay.hex) or wrong_symbol(old.tile, tile) or _dead_end(s, lay.hex, old.tile, new)
    site = s.box.sites.get(lay.hex)
    if site and old.track and lay.hex not in s.links:
        rule = "18DO-3.2.2.1-8" if site == "coal" else "18DO-3.2.2.1-10"
        return refuse(rule, "{hex} has no railway link yet.", hex=lay.hex)
    return None


def _closed_hex(s: IntroState, hex: str) -> Refusal | None:
    colour = s.board.map.hexes[hex].print.colour
    if colour == "red":
        return refuse("18DO-2.1.1-2", "No tile is laid on the long-distance hex {hex}.", hex=hex)
    if colour == "grey":
        return refuse("18DO-2.1.1-1", "No tile is laid on the grey hex {hex}.", hex=hex)
    return None


def _dead_end(s: IntroState, hex: str, old: Tile, new: Face) -> Refusal | None:
    """Which side stops the track: the edge of the board, a grey hex or a red one."""
    if new.tile.colour not in ("yellow",) and old.colour == "white":
        return None  # not a question of sides
    board = s.board.map
    for edge in range(6):
        if not (new.exits & board.walls[hex]) >> edge & 1:
            continue
        beyond = board.beside[hex][edge]
        if beyond is None:
            return refuse("18DO-3.2.2-11", "Track would lead off the board.")
        if board.hexes[beyond].print.colour == "red":
            return refuse("18DO-3.2.2-10", "{hex} has no arrow on this side.", hex=beyond)
        return refuse("18DO-3.2.2-9", "{hex} has no track on this side.", hex=beyond)
    return None


LAY = LayTrack(
    cost=lambda s, player, hex, old, new: 0,  # printed costs are ignored (18DO-3.2.2.1-18)
    joins=joins,
    barred=barred,
    extends=builders,
    layer=on_turn,
)
