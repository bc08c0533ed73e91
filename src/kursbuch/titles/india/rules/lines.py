"""Two tiles in a turn: lines from different stations that share no piece of track (1853 §4.1.7).

Each of the two lines is looked for by itself; where they get in each other's way over a piece of track, first
the one and then the other has to do without it. That settles the question exactly.
"""

from __future__ import annotations

from collections.abc import Iterator

from kursbuch.rail.board import Board, Place
from kursbuch.rail.board.grid import opposite
from kursbuch.rail.board.tile import STOP
from kursbuch.titles.india.rules.parts import GAUGES

Goal = tuple[str, int]  # a hex that a line extends, and the edge it comes in by; -1 if the station is there
Goals = list[tuple[Goal, str]]  # each with the gauge of the line


def goals(board: Board, company: str, hex: str, exits: dict[str, int]) -> Goals:
    """How lines of a company could come to a tile whose edges with track of each gauge are given."""
    out: Goals = []
    found = board.reachable(company)
    for gauge in GAUGES:
        arrives = found.into(hex, gauge) & exits[gauge]
        out.extend(((hex, edge), gauge) for edge in range(6) if arrives >> edge & 1)
    if board.has_token(company, hex):
        out.append(((hex, -1), GAUGES[0]))
    return out


def apart(board: Board, company: str, first: Goals, second: Goals) -> bool:
    """Whether two lines to these goals can start from different stations and share no track."""
    own = board.tokens_of(company)
    return any(
        _both(board, company, (a, one), (b, other), 0, 0)
        for a in own
        for b in own
        if a != b
        for one in first
        for other in second
    )


def from_different_stations(board: Board, company: str, first: Goals, second: Goals) -> bool:
    """Whether two stations lead to these goals, each to one, be it over common track."""
    own = board.tokens_of(company)
    ones = {a for a in own for goal in first if line(board, company, (a, goal), 0) is not None}
    others = {b for b in own for goal in second if line(board, company, (b, goal), 0) is not None}
    return any(a != b for a in ones for b in others)


Line = tuple[Place, tuple[Goal, str]]


def _both(board: Board, company: str, one: Line, other: Line, barred: int, barred_other: int) -> bool:
    mine = line(board, company, one, barred)
    if mine is None:
        return False
    theirs = line(board, company, other, barred_other)
    if theirs is None:
        return False
    quarrel = mine & theirs
    if not quarrel:
        return True
    piece = quarrel & -quarrel
    return _both(board, company, one, other, barred | piece, barred_other) or _both(
        board, company, one, other, barred, barred_other | piece
    )


def line(board: Board, company: str, wanted: Line, barred: int) -> int | None:
    """The track (sides crossed) of a line from a station to a goal without the barred track; None if none leads
    there. A line uses no track and no stop twice and passes no city that is closed to the company.
    """
    station, (goal, gauge) = wanted
    if goal[1] < 0:
        return 0 if goal[0] == station[0] else None
    key = ("line", company, wanted, barred)
    if key not in board.known:
        board.known[key] = next(_lines(board, company, station, goal, gauge, barred), None)
    known: int | None = board.known[key]
    return known


def _lines(board: Board, company: str, station: Place, goal: Goal, gauge: str, barred: int) -> Iterator[int]:
    if not _leads(board, company, station, goal, gauge, barred):
        return
    side_bit, beside = board.map.side_bit, board.map.beside
    # hex and end we stand at, track used, stops used; short lines first keeps the quarrels small
    ways: list[tuple[str, int, int, frozenset[Place]]] = [
        (station[0], STOP + station[1], 0, frozenset({station}))
    ]
    while ways:
        ahead: list[tuple[str, int, int, frozenset[Place]]] = []
        for hex, at, used, been in ways:
            for end, _ in board.faces[hex].along(gauge).get(at, ()):
                if end >= STOP:
                    place = (hex, end - STOP)
                    if place not in been and not board.closed_to(company, place):
                        ahead.append((hex, end, used, been | {place}))
                    continue
                beyond, bit = beside[hex][end], side_bit[hex, end]
                if beyond is None or used & bit or barred & bit:
                    continue
                if (beyond, opposite(end)) == goal:
                    yield used | bit
                else:
                    ahead.append((beyond, opposite(end), used | bit, been))
        ways = ahead


def _leads(board: Board, company: str, station: Place, goal: Goal, gauge: str, barred: int) -> bool:
    """A quick look: whether one comes there at all, track and stops used twice or not."""
    seen = {(station[0], STOP + station[1])}
    queue = list(seen)
    while queue:
        hex, at = queue.pop()
        for end, _ in board.faces[hex].along(gauge).get(at, ()):
            if end >= STOP:
                if board.closed_to(company, (hex, end - STOP)):
                    continue
                spot = (hex, end)
            else:
                beyond = board.map.beside[hex][end]
                if beyond is None or board.map.side_bit[hex, end] & barred:
                    continue
                spot = (beyond, opposite(end))
                if spot == goal:
                    return True
            if spot not in seen:
                seen.add(spot)
                queue.append(spot)
    return False
