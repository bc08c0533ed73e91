"""Where track may be laid in 18DO, and what it costs (18DO §4.5.1, §4.5.2)."""

from __future__ import annotations

from kursbuch.core import Refusal, refuse
from kursbuch.rail.reach import track_joined
from kursbuch.rail.tile import Face
from kursbuch.titles.dortmund.state import State18DO


def joins(s: State18DO, company: str, hex: str, old: Face, new: Face) -> Refusal | None:
    """At least one new piece extends a route; an upgrade without a new piece only needs to be reached."""
    joined = track_joined(s.board, company, hex, new)
    before = {(t.a, t.b) for t in old.track}
    adds = {(t.a, t.b) for t in new.track} - before
    if not (joined & adds if adds else joined):
        return refuse("18DO-4.5.1-8", "No new track would extend a route of {company}.", company=company)
    return None


def cost(s: State18DO, company: str, hex: str, old: Face, new: Face) -> int:
    """The printed cost is paid once, with the first tile on the hex (18DO-4.5.2-18)."""
    return s.board.map.hexes[hex].cost if old.tile.colour == "white" else 0
