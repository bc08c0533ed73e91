"""The hexes that track leads into, one from another, as a company may run: the ground that reaching walks on.

A walk may use track, stops and hexes again and again; a route may not. Each step of a walk therefore comes with what
it uses up, as bits, so that a search can tell routes from other walks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kursbuch.rail.grid import opposite
from kursbuch.rail.tile import STOP

if TYPE_CHECKING:
    from kursbuch.rail.board import Board, Place

Entry = tuple[str, int]  # a hex and the edge it is entered by
Stride = tuple[Entry, int, int]  # into the next hex; bits of the stops passed before, bits of entering


class Walks:
    """Where a company comes to next from a hex just entered, worked out when it is asked for."""

    def __init__(self, board: Board, company: str, gauge: str) -> None:
        map = board.map
        self.entry_bits = map.entry_bits
        self.once = map.hexes_once
        self.own = board.tokens_of(company)
        self._faces, self._gauge = board.faces, gauge
        self._beside, self._visit_bit = map.beside, map.visit_bit
        self._closed = {place for place in board.tokens if board.closed_to(company, place)}
        self._stop_bit: dict[Place, int] = {}
        self._first_stop_bit = map.bits_of_sides
        self._onward: dict[Entry, tuple[Stride, ...]] = {}
        self._met: dict[Entry, tuple[Place, ...]] = {}

    def first(self) -> list[tuple[Entry, int]]:
        """From each own station, every hex that can be entered first, and what is used up by then.

        A route may begin in a red area.
        """
        out = []
        for place in self.own:
            strides: list[Stride] = []
            self._pass(place, 0, strides, {}, begins=True)
            here = self._visit_bit[place[0]]
            out += [(entry, here | passed | bits) for entry, passed, bits in strides]
        return out

    def onward(self, entry: Entry) -> tuple[Stride, ...]:
        """From a hex entered, every hex that can be entered next."""
        found = self._onward.get(entry)
        if found is None:
            found = self._look_ahead(entry)
        return found

    def met(self, entry: Entry) -> tuple[Place, ...]:
        """The stops that track leads to from an edge of a hex."""
        if entry not in self._met:
            self._look_ahead(entry)
        return self._met[entry]

    def forks(self, entry: Entry) -> bool:
        """Whether the track of a hex branches where it is entered."""
        return len(self._ends(entry)) > 1

    def leads_straight(self, entry: Entry) -> Entry | None:
        """The next hex, where track passes through one without branch or stop."""
        ends = self._ends(entry)
        if len(ends) != 1 or ends[0][0] >= STOP:
            return None
        ahead = self.onward(entry)
        return ahead[0][0] if ahead else None

    def _ends(self, entry: Entry) -> tuple[tuple[int, str], ...]:
        return self._faces[entry[0]].along(self._gauge).get(entry[1], ())

    def _look_ahead(self, entry: Entry) -> tuple[Stride, ...]:
        hex = entry[0]
        strides: list[Stride] = []
        stops: dict[Place, None] = {}
        for end, _ in self._ends(entry):
            if end < STOP:
                self._leave(hex, end, 0, strides)
            else:
                self._pass((hex, end - STOP), 0, strides, stops)
        self._met[entry] = tuple(stops)
        found = self._onward[entry] = tuple(strides)
        return found

    def _pass(
        self, place: Place, passed: int, strides: list[Stride], stops: dict[Place, None], begins: bool = False
    ) -> None:
        """Note a stop, and go on beyond it where the company may pass."""
        stops[place] = None
        hex, number = place
        face = self._faces[hex]
        if not begins and (place in self._closed or face.stops[number].kind == "red"):
            return
        passed |= self._bit(place)
        for end, _ in face.along(self._gauge).get(STOP + number, ()):
            if end < STOP:
                self._leave(hex, end, passed, strides)
            elif not passed & self._bit((hex, end - STOP)):
                self._pass((hex, end - STOP), passed, strides, stops)

    def _leave(self, hex: str, edge: int, passed: int, strides: list[Stride]) -> None:
        beyond = self._beside[hex][edge]
        if beyond is not None:
            entry = (beyond, opposite(edge))
            strides.append((entry, passed, self.entry_bits[entry]))

    def _bit(self, place: Place) -> int:
        bit = self._stop_bit.get(place)
        if bit is None:
            bit = self._stop_bit[place] = 1 << self._first_stop_bit + len(self._stop_bit)
        return bit
