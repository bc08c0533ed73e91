"""What a company's routes touch: stops, and the hexes that its track leads into."""

from __future__ import annotations

from functools import lru_cache, reduce
from operator import or_
from typing import TYPE_CHECKING

from kursbuch.rail.board.tile import STOP, Face, stop_map
from kursbuch.rail.reach.search import Search
from kursbuch.rail.reach.walks import Walks, closed_stops

if TYPE_CHECKING:
    from kursbuch.rail.board import Board, Place


class Reachable:
    """What a company reaches: `hexes` its track leads into, and the `stops` on its routes, in the order met."""

    __slots__ = ("_arrivals", "_entered", "_searches", "hexes", "looked_at", "stops", "touched")

    def __init__(self, searches: dict[str, Search]) -> None:
        self._searches = searches  # one for each gauge
        self._entered: dict[str, tuple[int, ...]] = {}
        self._arrivals: dict[str, Arrival] = {}
        self.stops: dict[Place, None] = {}
        self.hexes: dict[str, None] = {}
        # all of the board that this depends on: a change elsewhere changes nothing here
        self.looked_at: set[str] = set()
        for search in searches.values():
            self.stops.update(search.stops)
            self.hexes.update(search.hexes)
            self.looked_at |= search.looked_at
        self.touched = self.hexes.copy()  # hexes of either kind
        for hex, _ in self.stops:
            self.touched[hex] = None

    def entered(self, hex: str) -> tuple[int, ...]:
        """For each gauge the bit set of the edges by which own track leads into a hex.

        Entries that the search did not come to are only looked for here, since few hexes are ever asked about.
        """
        found = self._entered.get(hex)
        if found is None:
            found = tuple([search.edges_into(hex) for search in self._searches.values()])
            self._entered[hex] = found
        return found

    def into(self, hex: str, gauge: str = "") -> int:
        """The same for one gauge, or for all of them."""
        edges = self.entered(hex)
        if gauge in self._searches:
            return edges[list(self._searches).index(gauge)]
        return reduce(or_, edges)

    def arrival(self, board: Board, company: str, hex: str) -> Arrival:
        """How the company comes to a hex of the board that this was worked out for."""
        found = self._arrivals.get(hex)
        if found is None:
            found = self._arrivals[hex] = Arrival(board, company, hex, self)
        return found


class Arrival:
    """How a company comes to a hex: all that the track joined by a new tile there depends on, but the tile."""

    __slots__ = ("all_at_stop", "edges", "exits", "own", "tokens")

    def __init__(self, board: Board, company: str, hex: str, found: Reachable) -> None:
        stops = range(len(board.faces[hex].stops))
        placed = {number: slots for number in stops if (slots := board.tokens.get((hex, number)))}
        self.tokens = bool(placed)  # of anybody
        self.own = [number for number, slots in placed.items() if company in slots]
        self.all_at_stop = _all_at_stop(board, company, hex, found)
        # for each gauge the bit set of edges that own track leads in by
        self.edges = () if self.all_at_stop else found.entered(hex)
        # track joined has an exit among these edges: any if it is joined to a stop
        self.exits = -1 if self.own or self.all_at_stop else reduce(or_, self.edges)


def reachable(board: Board, company: str) -> Reachable:
    """Everything on some legal route of the company; a route has one gauge from end to end."""
    own, closed = board.tokens_of(company), closed_stops(board, company)
    searches = {gauge: Search(Walks(board, own, closed, gauge)) for gauge in board.map.gauges}
    for search in searches.values():
        search.run()
    return Reachable(searches)


def track_joined(board: Board, company: str, hex: str, face: Face) -> frozenset[tuple[int, int]]:
    """The pieces of a face, were it laid here, that would be on a route of the company, as pairs of ends."""
    arrival = board.reachable(company).arrival(board, company, hex)
    own: tuple[int, ...] = ()
    closed: tuple[int, ...] = ()
    if arrival.tokens and face.stops:
        own = tuple([_after(board, hex, face, STOP + number) for number in arrival.own])
        ends = range(STOP, STOP + len(face.stops))
        closed = tuple([end for end in ends if _closed_after(board, company, hex, face, end)])
    gauges = board.map.gauges
    if arrival.all_at_stop:
        stop = _after(board, hex, face, STOP)  # whichever edges lead there
        return _joined_from(face, gauges[0], 0, (stop,), closed)
    if len(gauges) == 1:
        return _joined_from(face, gauges[0], arrival.edges[0], own, closed)
    joined: frozenset[tuple[int, int]] = frozenset()
    for gauge, edges in zip(gauges, arrival.edges, strict=True):
        joined |= _joined_from(face, gauge, edges, own, closed)
    return joined


@lru_cache(maxsize=1 << 17)  # as for `stop_map`
def _joined_from(
    face: Face, gauge: str, edges: int, stops: tuple[int, ...], closed: tuple[int, ...]
) -> frozenset[tuple[int, int]]:
    """The pieces of a face that a train comes to from some edges and stops, as pairs of ends."""
    queue = [*(edge for edge in range(6) if edges >> edge & 1), *stops]
    seen = set(queue)
    joined: set[tuple[int, int]] = set()
    track = face.along(gauge)
    while queue:
        end = queue.pop()
        for other, _ in track.get(end, ()):
            joined.add((min(end, other), max(end, other)))
            if other >= STOP and other not in seen and other not in closed:
                seen.add(other)
                queue.append(other)
    return frozenset(joined)


def _all_at_stop(board: Board, company: str, hex: str, found: Reachable) -> bool:
    """Whether all track of a hex meets in one stop that the company reaches and may pass."""
    place, face = (hex, 0), board.faces[hex]
    if len(face.stops) != 1 or len(board.map.gauges) > 1 or place not in found.stops:
        return False
    return not board.closed_to(company, place) and all(piece.b == STOP for piece in face.track)


def _after(board: Board, hex: str, face: Face, end: int) -> int:
    """Where a stop of the tile that lies here comes to be on the new face."""
    follows = stop_map(board.faces[hex], face)
    return STOP + follows[end - STOP] if follows else end


def _closed_after(board: Board, company: str, hex: str, face: Face, end: int) -> bool:
    """Whether the tokens of this hex would fill the stop of the new face, none of them the company's."""
    owners = [
        owner
        for (h, number), slots in board.tokens.items()
        if h == hex and _after(board, hex, face, STOP + number) == end
        for owner in slots
        if owner
    ]
    if company in owners or board.map.hexes[hex].never_blocks in owners:
        return False
    return 0 < len(face.stops[end - STOP].slots) <= len(owners)
