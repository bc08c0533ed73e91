"""The hexes that track leads into, one from another, as a company may run: the ground that reaching walks on.

A walk may use track, stops and hexes again and again; a route may not. Each step of a walk therefore comes with what
it uses up, as bits, so that a search can tell routes from other walks.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from kursbuch.rail.board.grid import opposite
from kursbuch.rail.board.tile import STOP, Face

if TYPE_CHECKING:
    from kursbuch.rail.board import Board, Place
    from kursbuch.rail.board.map import Map
    from kursbuch.rail.routes.track import Tracks

Joined = Mapping[int, tuple[tuple[int, str], ...]]  # for each end of track the ends joined to it

Closed = Mapping[str, tuple[int, ...]]  # for each hex the stops that a company may not pass
Entry = tuple[str, int]  # a hex and the edge it is entered by
Stride = tuple[Entry, int, int]  # into the next hex; bits of the stops passed before, bits of entering


class Walks:
    """Where a company comes to next from a hex just entered.

    That depends on nothing but the face of the hex and the stops there that are closed to the company, so what has
    been worked out is kept with the map, for every board and company; where nothing is closed also with the track of
    the board, which passes it on from tile to tile.
    """

    def __init__(self, board: Board, own: list[Place], closed: Closed, gauge: str) -> None:
        self.map = board.map
        self.entry_bits = board.map.entry_bits
        self._turned_round = board.map.turned_round
        self.own = own
        self._tracks, self._gauge = board.tracks, gauge
        self._closed = closed
        # what has been looked at so far; whoever walks far asks here before `ahead`
        self.known: dict[Entry, Ahead] = {} if self._closed else board.tracks.ahead.setdefault(gauge, {})
        self._first: list[tuple[Entry, int]] | None = None

    def first(self) -> list[tuple[Entry, int]]:
        """From each own station, every hex that can be entered first, and what is used up by then."""
        if self._first is None:
            self._first = [
                (entry, self.map.visit_bit[hex] | passed | bits)
                for hex, number in self.own
                for entry, passed, bits in self.ahead((hex, STOP + number)).strides
            ]
        return self._first

    def ahead(self, entry: Entry) -> Ahead:
        """What lies ahead in a hex just entered, or of a station there that a route begins at."""
        return self.known.get(entry) or self._first_look(entry)

    def _first_look(self, entry: Entry) -> Ahead:
        closed = self._closed.get(entry[0])
        if closed is None:
            found = open_ahead(self._tracks, self._gauge, entry)
        else:
            found = _look(self._tracks, entry, self._gauge, closed)
        self.known[entry] = found
        return found

    def behind(self, entry: Entry) -> tuple[Entry, ...]:
        """The entries that lead to this one. Track can be used both ways: they are what lies ahead the other way."""
        back = self._turned_round.get(entry)
        if back is None:
            return ()
        return (self.known.get(back) or self._first_look(back)).left_by


def closed_stops(board: Board, company: str) -> Closed:
    """The stops full of other companies' stations."""
    closed: dict[str, tuple[int, ...]] = {}
    for hex, number in board.tokens:
        if board.closed_to(company, (hex, number)):
            closed[hex] = (*closed.get(hex, ()), number)
    return closed


def open_ahead(tracks: Tracks, gauge: str, entry: Entry) -> Ahead:
    """What lies ahead in a hex just entered, or of a station there, for somebody to whom nothing is closed."""
    known = tracks.ahead.setdefault(gauge, {})
    found = known.get(entry)
    if found is None:
        found = known[entry] = _look(tracks, entry, gauge, ())
    return found


def _look(tracks: Tracks, entry: Entry, gauge: str, closed: tuple[int, ...]) -> Ahead:
    hex, end = entry
    face, known = tracks.faces[hex], tracks.map.looks_ahead
    key = (hex, end, face, gauge, closed)
    found = known.get(key)
    if found is None:
        found = known[key] = Ahead(tracks.map, hex, end, face.along(gauge), face, closed)
    return found


class Ahead:
    """The hexes that can be entered next from an end of track in a hex, and the stops met before that."""

    __slots__ = ("left_by", "stops", "strides")

    def __init__(
        self, map: Map, hex: str, end: int, track: Joined, face: Face, closed: tuple[int, ...]
    ) -> None:
        strides: list[Stride] = []
        stops: dict[Place, None] = {}

        def come_to(end: int, passed: int) -> None:
            if end < STOP:
                beyond = map.beside[hex][end]
                if beyond is not None:
                    entry = (beyond, opposite(end))
                    strides.append((entry, passed, map.entry_bits[entry]))
                return
            number = end - STOP
            bit = map.stop_bit(hex, number)
            if passed & bit:
                return
            stops[hex, number] = None
            if number not in closed and face.stops[number].kind != "red":
                for onward, _ in track.get(end, ()):
                    come_to(onward, passed | bit)

        begun = map.stop_bit(hex, end - STOP) if end >= STOP else 0  # a route may begin in a red area
        for onward, _ in track.get(end, ()):
            come_to(onward, begun)
        self.strides: tuple[Stride, ...] = tuple(strides)
        # the sides the hex is left by, as entries by which one comes in the other way
        self.left_by: tuple[Entry, ...] = tuple([(hex, opposite(edge)) for (_, edge), _, _ in strides])
        self.stops: tuple[Place, ...] = tuple(stops)
