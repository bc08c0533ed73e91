"""What a company's routes touch: stops, and the hexes that its track leads into.

A route uses no piece of track and no stop twice, so reaching is more than walking: a balloon loop would let a walk
turn round. The search keeps with each position the way that led to it. Where a way would cross itself it is cut,
and what could only be reached by such a cut is looked for again without short cuts.
"""

from __future__ import annotations

from collections import deque
from copy import copy
from typing import TYPE_CHECKING

from kursbuch.rail.grid import opposite
from kursbuch.rail.tile import STOP, Face, stop_map

if TYPE_CHECKING:
    from kursbuch.rail.board import Board, Place


Entry = tuple[str, int]  # a hex and the edge it is entered by

# a position on the way: hex entered, edge entered by, track used (sides), stops used
_Way = tuple[str, int, int, frozenset[tuple[str, int]]]


class Reachable:
    """What a company reaches: `hexes` its track leads into, and the `stops` on its routes, in the order met."""

    __slots__ = ("_arrives", "_searches", "hexes", "stops")

    def __init__(self, searches: dict[str, _Search]) -> None:
        self._searches = searches  # one for each gauge
        self._arrives: dict[tuple[str, str], int] = {}
        self.stops = {stop: None for search in searches.values() for stop in search.stops}
        self.hexes = {hex: None for search in searches.values() for hex, _ in search.seen}

    def into(self, hex: str, gauge: str = "") -> int:
        """Bit set of the edges by which own track, of one gauge if it is named, leads into a hex.

        Entries that the search cut are only looked into here, since few tiles are ever asked about.
        """
        found = self._arrives.get((hex, gauge))
        if found is None:
            searches = [self._searches[gauge]] if gauge in self._searches else self._searches.values()
            edges = [e for e in range(6) if any(search.enters((hex, e)) for search in searches)]
            found = self._arrives[hex, gauge] = sum(1 << e for e in edges)
        return found


def reachable(board: Board, company: str) -> Reachable:
    """Everything on some legal route of the company; a route has one gauge from end to end."""
    searches = {gauge: _Search(board, company, gauge) for gauge in board.map.gauges}
    for search in searches.values():
        search.run()
    return Reachable(searches)


class _Search:
    """Looks for everything a company reaches, one way to each entry into a hex being enough."""

    def __init__(self, board: Board, company: str, gauge: str) -> None:
        self.faces = board.faces
        self.track = {hex: face.along(gauge) for hex, face in board.faces.items()}
        self.beside = board.map.beside
        self.side_bit = board.map.side_bit
        self.entry_bits = board.map.entry_bits
        self.visit_bit = board.map.visit_bit
        self.once = board.map.hexes_once
        self.own = board.tokens_of(company)
        self.closed = {place for place in board.tokens if board.closed_to(company, place)}
        self.stops: dict[Place, None] = dict.fromkeys(self.own)
        self.seen: dict[Entry, None] = {}
        self.cut: dict[Entry, None] = {}  # entries met only by crossing a side twice, or a hex
        self.behind: dict[Entry, list[Entry]] = {}  # of walks: from where each entry is come to
        self.walked: set[Entry] = set()

    def run(self) -> None:
        queue = deque(self.first_steps())
        refuted: set[Entry] = set()
        while queue:
            while queue:
                way = queue.popleft()
                if way[:2] not in self.seen:
                    self.seen[way[:2]] = None
                    queue.extend(self.go_on(way))
            for entry in [
                e for e in self.cut if e not in self.seen and e not in refuted and self.branches(e)
            ]:
                found = self.way_to(entry)
                if found is None:
                    refuted.add(entry)
                else:
                    queue.append(found)

    def first_steps(self) -> list[_Way]:
        """From each own station, every hex that can be entered first; a route may begin in a red area."""
        return [
            way
            for place in self.own
            for way in self.pass_stop(place, self.visit_bit[place[0]], frozenset(), begins=True)
        ]

    def branches(self, entry: Entry) -> bool:
        """Whether entering here leads further than back along the way that was cut, or to something new."""
        if not self.once:
            return len(self.track[entry[0]].get(entry[1], ())) > 1
        twin = self.twin()
        ahead = [way[:2] for way in twin.go_on((*entry, 0, frozenset()))]
        return any(e not in self.seen for e in ahead) or any(stop not in self.stops for stop in twin.stops)

    def enters(self, entry: Entry) -> bool:
        """Whether some route enters a hex by this edge."""
        return entry in self.seen or (entry in self.cut and self.way_to(entry) is not None)

    def go_on(self, way: _Way) -> list[_Way]:
        """From a hex just entered, every hex that can be entered next; notes the stops met."""
        hex, edge, used, been = way
        ahead: list[_Way] = []
        for end, _ in self.track[hex].get(edge, ()):
            if end < STOP:
                self.leave(hex, end, used, been, ahead)
            elif (hex, end - STOP) not in been:
                ahead.extend(self.pass_stop((hex, end - STOP), used, been))
        return ahead

    def pass_stop(self, place: Place, used: int, been: frozenset[Place], begins: bool = False) -> list[_Way]:
        """Note a stop that the way comes to, and go on beyond it where the company may pass."""
        self.stops[place] = None
        hex, number = place
        face = self.faces[hex]
        if not begins and (face.stops[number].kind == "red" or place in self.closed):
            return []
        been = been | {place}
        ahead: list[_Way] = []
        for end, _ in self.track[hex].get(STOP + number, ()):
            if end < STOP:
                self.leave(hex, end, used, been, ahead)
            elif (hex, end - STOP) not in been:
                ahead.extend(self.pass_stop((hex, end - STOP), used, been))
        return ahead

    def leave(self, hex: str, edge: int, used: int, been: frozenset[Place], ahead: list[_Way]) -> None:
        """Cross a side into the next hex, unless the way has used it up before."""
        beyond = self.beside[hex][edge]
        if beyond is None:
            return
        entry = (beyond, opposite(edge))
        bits = self.entry_bits[entry]
        if used & bits:
            self.cut_at(entry)
        else:
            ahead.append((*entry, used | bits, been))

    def cut_at(self, entry: Entry) -> None:
        """Note an entry that this way cannot make, and the next ones as far as the track does not branch."""
        while entry not in self.cut:
            self.cut[entry] = None
            if self.once:
                return
            hex, edge = entry
            onward = self.track[hex].get(edge, ())
            if len(onward) != 1 or onward[0][0] >= STOP:
                return
            leaving = onward[0][0]
            beyond = self.beside[hex][leaving]
            if beyond is None:
                return
            entry = (beyond, opposite(leaving))

    def way_to(self, entry: Entry) -> _Way | None:
        """Some route that enters a hex by this edge, tried in every way; None if there is none.

        Such a route comes to the side without having crossed it, so first a quick look without that side.
        """
        leads = self.leads_to(entry)
        if not any(way[:2] in leads for way in self.twin().first_steps()):
            return None
        barred = self.entry_bits[entry]
        relevant = 0
        for lead in leads:
            relevant |= self.entry_bits[lead]
        twin = self.twin()
        ways = deque(twin.first_steps())
        seen: dict[Entry, list[tuple[int, frozenset[Place]]]] = {}
        while ways:
            way = ways.popleft()
            if way[:2] == entry:
                return way
            if way[2] & barred or way[:2] not in leads:
                continue
            # a way that uses up what an earlier one to the same place did, and more, leads no further
            known, used = seen.setdefault(way[:2], []), way[2] & relevant
            if not any(before & ~used == 0 and been <= way[3] for before, been in known):
                known.append((used, way[3]))
                ways.extend(twin.go_on(way))
        return None

    def leads_to(self, entry: Entry) -> set[Entry]:
        """The entries from which one walks on to this one without crossing its side before; track and stops may be
        used twice on a walk.
        """
        if not self.behind:
            for start in [*self.seen, *self.cut]:
                self.walk_on(start)
        barred = self.side_bit[entry]
        leads = {entry}
        queue = [entry]
        while queue:
            for before in self.behind.get(queue.pop(), ()):
                if before not in leads and self.side_bit[before] != barred:
                    leads.add(before)
                    queue.append(before)
        return leads

    def walk_on(self, start: Entry) -> None:
        """Note for every entry that a walk from here comes to which entries lead to it."""
        if start in self.walked:
            return
        queue = [start]
        twin = self.twin()
        while queue:
            here = queue.pop()
            if here in self.walked:
                continue
            self.walked.add(here)
            for way in twin.go_on((*here, 0, frozenset())):
                self.behind.setdefault(way[:2], []).append(here)
                queue.append(way[:2])

    def twin(self) -> _Search:
        """A search on the same board whose findings do not count."""
        other = copy(self)
        other.stops, other.cut = {}, {}
        return other


def track_joined(board: Board, company: str, hex: str, face: Face) -> set[tuple[int, int]]:
    """The pieces of a face, were it laid here, that would be on a route of the company, as pairs of ends."""
    own = [STOP + number for (h, number), slots in board.tokens.items() if h == hex and company in slots]
    found = board.reachable(company)
    joined: set[tuple[int, int]] = set()
    for gauge in board.map.gauges:
        if _all_at_stop(board, company, hex, found):
            queue = [_after(board, hex, face, STOP)]  # whichever edges lead there
        else:
            arrives = found.into(hex, gauge)
            queue = [edge for edge in range(6) if arrives >> edge & 1]
            queue += [_after(board, hex, face, end) for end in own]
        seen = set(queue)
        track = face.along(gauge)
        while queue:
            end = queue.pop()
            for other, _ in track.get(end, ()):
                joined.add((min(end, other), max(end, other)))
                if other < STOP or other in seen or _closed_after(board, company, hex, face, other):
                    continue
                seen.add(other)
                queue.append(other)
    return joined


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
