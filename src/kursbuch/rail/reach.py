"""What a company's routes touch: stops, and the hexes that its track leads into.

A route uses no piece of track and no stop twice, so reaching is more than walking: a balloon loop would let a walk
turn round. The search keeps with each position the way that led to it. Where a way would cross itself it is cut,
and what could only be reached by such a cut is looked for again without short cuts.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kursbuch.rail.grid import opposite
from kursbuch.rail.tile import STOP, Face, stop_map

if TYPE_CHECKING:
    from kursbuch.rail.board import Board, Place


@dataclass(frozen=True, slots=True)
class Reachable:
    """`arrives[hex]`: bit set of the edges by which own track leads into the hex; `stops`: those on a route."""

    arrives: dict[str, int]
    stops: frozenset[tuple[str, int]]


# a position on the way: hex entered, edge entered by, track used (sides), stops used
_Way = tuple[str, int, int, frozenset[tuple[str, int]]]


def reachable(board: Board, company: str) -> Reachable:
    """Everything on some legal route of the company."""
    arrives: dict[str, int] = {}
    stops: set[Place] = set(board.tokens_of(company))
    cut: set[tuple[str, int]] = set()
    queue: deque[_Way] = deque()
    for place in tuple(stops):
        queue.extend(_pass_stop(board, company, place, 0, frozenset(), stops, cut))
    seen: set[tuple[str, int]] = set()
    while queue:
        way = queue.popleft()
        if way[:2] not in seen:
            seen.add(way[:2])
            queue.extend(_go_on(board, company, way, stops, cut))
    for hex, edge in cut - seen:
        if _reached_exactly(board, company, hex, edge):
            seen.add((hex, edge))
            _touch(board, hex, edge, stops)
    for hex, edge in seen:
        arrives[hex] = arrives.get(hex, 0) | 1 << edge
    return Reachable(arrives, frozenset(stops))


def _go_on(board: Board, company: str, way: _Way, stops: set[Place], cut: set[tuple[str, int]]) -> list[_Way]:
    """From a hex just entered, every hex that can be entered next; notes the stops met."""
    hex, edge, used, been = way
    ahead: list[_Way] = []
    for end, _ in board.faces[hex].beyond.get(edge, ()):
        if end < STOP:
            _leave(board, hex, end, used, been, cut, ahead)
        elif (hex, end - STOP) not in been:
            ahead.extend(_pass_stop(board, company, (hex, end - STOP), used, been, stops, cut))
    return ahead


def _pass_stop(
    board: Board,
    company: str,
    place: Place,
    used: int,
    been: frozenset[Place],
    stops: set[Place],
    cut: set[tuple[str, int]],
) -> list[_Way]:
    """Note a stop that the way comes to, and go on beyond it where the company may pass."""
    stops.add(place)
    if board.stop(place).kind == "red" or board.closed_to(company, place):
        return []
    hex, number = place
    been = been | {place}
    ahead: list[_Way] = []
    for end, _ in board.faces[hex].beyond.get(STOP + number, ()):
        if end < STOP:
            _leave(board, hex, end, used, been, cut, ahead)
        elif (hex, end - STOP) not in been:
            ahead.extend(_pass_stop(board, company, (hex, end - STOP), used, been, stops, cut))
    return ahead


def _leave(
    board: Board,
    hex: str,
    edge: int,
    used: int,
    been: frozenset[Place],
    cut: set[tuple[str, int]],
    ahead: list[_Way],
) -> None:
    """Cross a side into the next hex, unless the way has crossed it before."""
    beyond = board.map.beside[hex][edge]
    if beyond is None:
        return
    bit = board.map.side_bit[hex, edge]
    if used & bit:
        cut.add((beyond, opposite(edge)))
    else:
        ahead.append((beyond, opposite(edge), used | bit, been))


def _reached_exactly(board: Board, company: str, hex: str, edge: int) -> bool:
    """Whether some route enters the hex by this edge: every way is tried, none twice over the same track."""
    ignored: set[tuple[str, int]] = set()
    ways: list[_Way] = []
    for place in board.tokens_of(company):
        ways.extend(_pass_stop(board, company, place, 0, frozenset(), set(), ignored))
    while ways:
        way = ways.pop()
        if way[:2] == (hex, edge):
            return True
        ways.extend(_go_on(board, company, way, set(), ignored))
    return False


def _touch(board: Board, hex: str, edge: int, stops: set[Place]) -> None:
    for end, _ in board.faces[hex].beyond.get(edge, ()):
        if end >= STOP:
            stops.add((hex, end - STOP))


def track_joined(board: Board, company: str, hex: str, face: Face) -> set[tuple[int, int]]:
    """The pieces of a face, were it laid here, that would be on a route of the company, as pairs of ends."""
    arrives = board.reachable(company).arrives.get(hex, 0)
    starts = [edge for edge in range(6) if arrives >> edge & 1]
    own = [STOP + number for (h, number), slots in board.tokens.items() if h == hex and company in slots]
    joined: set[tuple[int, int]] = set()
    queue = starts + [_after(board, hex, face, end) for end in own]
    seen = set(queue)
    while queue:
        end = queue.pop()
        for other, _ in face.beyond.get(end, ()):
            joined.add((min(end, other), max(end, other)))
            if other >= STOP and other not in seen and not _closed_after(board, company, hex, face, other):
                seen.add(other)
                queue.append(other)
    return joined


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
    return company not in owners and 0 < len(face.stops[end - STOP].slots) <= len(owners)
