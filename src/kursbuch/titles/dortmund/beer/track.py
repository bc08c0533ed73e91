"""What the beer game adds to the rules of track (18DO §6.1.4)."""

from __future__ import annotations

from kursbuch.core import Refusal, refuse
from kursbuch.rail.actions import Lay
from kursbuch.titles.dortmund.beer.state import BeerState


def why_print_stays(s: BeerState, company: str, action: Lay) -> Refusal | None:
    """With the option H19 keeps its print with five players: the table of tiles covers that with 1938 and 1941 only,
    which are left out; 1943 to 1945 cover the tile that lies there with fewer players (18DO-6.1.4-1).
    """
    hex, tile = action.hex, s.box.tiles[action.tile]
    if hex not in s.box.prints_kept or tile.border != s.board.map.hexes[hex].print.border:
        return None
    return refuse("18DO-6.1.4-1", "The tiles for {hex} as it is printed are left out.", hex=hex)
