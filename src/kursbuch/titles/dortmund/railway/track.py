"""Where track may be laid in 18DO, and what it costs (18DO §4.5.1, §4.5.2)."""

from __future__ import annotations

from collections.abc import Callable

from kursbuch.core import Refusal, refuse
from kursbuch.rail.actions import Lay
from kursbuch.rail.board.map import fits_place, next_colour
from kursbuch.rail.board.tile import Face, Tile
from kursbuch.rail.reach import track_joined
from kursbuch.rail.state import RailState
from kursbuch.titles.dortmund.railway.links import needs_link
from kursbuch.titles.dortmund.railway.state import D, State18DO

HARBOUR = "H"


def extends(s: RailState, company: str, hex: str, old: Face, new: Face) -> bool:
    """Whether a new piece extends a route of a railway; an upgrade without a new piece only needs to be reached."""
    joined = track_joined(s.board, company, hex, new)
    if old.pairs >= new.pairs:
        return bool(joined)
    return not joined <= old.pairs


def joins(s: State18DO, company: str, hex: str, old: Face, new: Face) -> Refusal | None:
    """At least one new piece extends a route (18DO-4.5.1-8)."""
    if not extends(s, company, hex, old, new):
        return refuse("18DO-4.5.1-8", "No new track would extend a route of {company}.", company=company)
    return None


def barred(s: State18DO, company: str, action: Lay) -> Refusal | None:
    """Red areas take no tiles, symbols agree, track keeps clear of blank sides, and locations need their link."""
    place = s.board.map.hexes[action.hex]
    if place.print.colour == "red":
        return refuse("18DO-2.1.1-2", "Nothing is ever built on {hex}.", hex=action.hex)
    old, tile = s.board.faces[action.hex].tile, s.box.tiles[action.tile]
    due = place.open and tile.colour == next_colour(old.colour)  # else it is the colour that is wrong
    return (
        (wrong_symbol(old, tile) if due else None)
        or _against_wall(s, action)
        or needs_link(s, company, action)
    )


def wrong_symbol(old: Tile, tile: Tile) -> Refusal | None:
    """The mine, mill and harbour marks of tile and hex must agree."""
    if tile.label == old.label:
        return None
    if old.label == HARBOUR:
        return refuse("symbol.in-harbour", "The harbour takes only its own tiles.")
    if tile.label == HARBOUR:
        return refuse("symbol.of-harbour", "The tiles of the harbour belong nowhere else.")
    if tile.colour == "yellow":
        rule = "symbol.on-mine" if old.label else "symbol.of-mine"
        return refuse(rule, "Tiles with the coal symbol belong on coal mines, and only they do.")
    if tile.colour == "green":
        rule = "symbol.green" if tile.label else "symbol.green-plain"
        return refuse(rule, "The symbols of tile and hex differ.")
    return refuse("symbol.later", "The symbols of tile and hex differ.")


def _against_wall(s: State18DO, action: Lay) -> Refusal | None:
    """Which kind of blank side a tile of the right kind would lead to (18DO-4.5.1-9 to 18DO-4.5.1-11)."""
    board, tile, old = s.board, s.box.tiles[action.tile], s.board.faces[action.hex]
    hit = tile.turns[action.turn].exits & board.map.walls[action.hex]
    if not hit:
        return None
    if tile.colour != next_colour(old.tile.colour) or not fits_place(board.map.hexes[action.hex], old, tile):
        return None
    for edge in range(6):
        if hit >> edge & 1:
            beyond = board.map.beside[action.hex][edge]
            colour = board.map.hexes[beyond].print.colour if beyond else ""
            rule = {"grey": "18DO-4.5.1-9", "red": "18DO-4.5.1-10"}.get(colour, "18DO-4.5.1-11")
            return refuse(rule, "Track would lead off the board or into a blank side.")
    return None


def cost(s: State18DO, company: str, hex: str, old: Face, new: Face) -> int:
    """The printed cost is paid once, with the first tile on the hex (18DO-4.5.2-18)."""
    return s.board.map.hexes[hex].cost if old.tile.colour == "white" else 0


def within(
    no_spending: Callable[[D, str, int], Refusal | None],
    kept: Callable[[D, str, Lay], Refusal | None] = lambda s, company, action: None,
) -> Callable[[D, str, Lay], Refusal | None]:
    """What bars a tile, where a railway may have to keep its money together; `kept`: why a hex stays as it is."""

    def barred_or_too_dear(s: D, company: str, action: Lay) -> Refusal | None:
        if refusal := barred(s, company, action) or kept(s, company, action):
            return refusal
        old, new = s.board.faces[action.hex], s.box.tiles[action.tile].turns[action.turn]
        return no_spending(s, company, cost(s, company, action.hex, old, new))

    return barred_or_too_dear
