"""The search for everything that some route of a company reaches.

A route uses no piece of track and no stop twice, so reaching is more than walking: a balloon loop would let a walk
turn round. The search keeps with each entry into a hex what the way to it has used up. Where a way would cross
itself it is cut, and what could only be reached by such a cut is looked for again, with proof.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any

from kursbuch.rail.reach.walks import Entry, Walks

if TYPE_CHECKING:
    from kursbuch.rail.board import Place

_Way = tuple[Entry, int]  # the hex entered last, and what has been used up
# entry, tracked bits used, bits of the last stride, the walk before or None: compilers read no type that holds itself
_Walk = tuple[Entry, int, int, Any]


class Search:
    """Looks for everything a company reaches, one way to each entry into a hex being enough."""

    def __init__(self, walks: Walks) -> None:
        self.walks = walks
        self.stops: dict[Place, None] = dict.fromkeys(walks.own)
        self.seen: dict[Entry, None] = {}
        self.hexes: dict[str, None] = {}
        self.cut: dict[Entry, None] = {}  # entries met only by crossing a side twice, or a hex
        self.ways: dict[Entry, _Way | None] = {}  # to entries that were looked for
        # every hex that a walk comes to: a change elsewhere changes nothing that is found here
        self.looked_at: set[str] = {hex for hex, _ in walks.own}
        self._edges: dict[str, int] = {}  # for each hex the bit set of edges by which it was entered
        self._doubtful: dict[str, list[Entry]] | None = None  # by hex, entries that only walks come to

    def run(self) -> None:
        queue = deque(self.walks.first())
        while queue:
            self._go_on(queue)
            for entry in self._promising():
                found = self._way_to(entry)
                if found is not None:
                    queue.append(found)
        self.looked_at.update(self.hexes)

    def edges_into(self, hex: str) -> int:
        """Bit set of the edges by which some route enters a hex."""
        if self._doubtful is None:
            self._doubtful = self._walk_on()
        found = self._edges.get(hex, 0)
        for entry in self._doubtful.get(hex, ()):
            if self._way_to(entry) is not None:
                found |= 1 << entry[1]
        return found

    def _walk_on(self) -> dict[str, list[Entry]]:
        """Where walks lead beyond all that is known to be entered, be it by using track or stops twice: whatever else
        a route enters is among it.
        """
        edges, doubtful = self._edges, dict[str, list[Entry]]()
        known, ahead_of = self.walks.known, self.walks.ahead
        for hex, edge in self.seen:
            edges[hex] = edges.get(hex, 0) | 1 << edge
        queue = list(self.seen)
        walked = set(queue)
        while queue:
            entry = queue.pop()
            for ahead, _, _ in (known.get(entry) or ahead_of(entry)).strides:
                if ahead not in walked:
                    walked.add(ahead)
                    queue.append(ahead)
                    doubtful.setdefault(ahead[0], []).append(ahead)
        return doubtful

    def _go_on(self, queue: deque[_Way]) -> None:
        """From hexes just entered, every hex that can be entered next, and so on; notes the stops met."""
        seen, hexes, stops, cut = self.seen, self.hexes, self.stops, self.cut
        known, ahead_of = self.walks.known, self.walks.ahead
        while queue:
            entry, used = queue.popleft()
            if entry in seen:
                continue
            seen[entry] = None
            hexes[entry[0]] = None
            what = known.get(entry) or ahead_of(entry)
            for stop in what.stops:
                stops[stop] = None
            for ahead, passed, bits in what.strides:
                # whatever lies beyond a stop was looked at when it was first passed
                if used & passed or ahead in seen:
                    continue
                if used & bits:
                    cut[ahead] = None
                else:
                    queue.append((ahead, used | passed | bits))

    def _promising(self) -> list[Entry]:
        """Entries cut from which a walk would lead to a hex or a stop that is not known yet."""
        new: list[Entry] = []
        behind: dict[Entry, list[Entry]] = {}
        queue = [
            entry for entry in self.cut if entry not in self.seen and self.ways.get(entry, ()) is not None
        ]
        starts, walked = queue[:], set(queue)
        while queue:
            here = queue.pop()
            what = self.walks.ahead(here)
            if here[0] not in self.hexes or any(stop not in self.stops for stop in what.stops):
                new.append(here)
            for ahead, _, _ in what.strides:
                if ahead not in self.seen:
                    behind.setdefault(ahead, []).append(here)
                    if ahead not in walked:
                        walked.add(ahead)
                        queue.append(ahead)
        self.looked_at.update([hex for hex, _ in walked])
        fruitful = set(new)
        while new:
            for before in behind.get(new.pop(), ()):
                if before not in fruitful:
                    fruitful.add(before)
                    new.append(before)
        return [entry for entry in starts if entry in fruitful]

    def _way_to(self, entry: Entry) -> _Way | None:
        """Some route that enters a hex by this edge; None if there is none.

        The shortest walk is found first. While it uses something twice, that alone is kept track of, and the shortest
        walk that uses none of what is kept track of twice is found, until it is a route or there is none.
        """
        if entry in self.ways:
            return self.ways[entry]
        leads, bits = self._leads_to(entry), self.walks.entry_bits[entry]
        starts = [
            (e, used) for e, used in self.walks.first() if e == entry or (e in leads and not used & bits)
        ]
        if not starts:  # as nearly always
            self.ways[entry] = None
            return None
        tracked = 0
        while True:
            walk = self._shortest(entry, starts, leads, tracked)
            if walk is None:
                self.ways[entry] = None
                return None
            used = twice = 0
            while walk is not None:
                twice |= used & walk[2]
                used |= walk[2]
                walk = walk[3]
            if not twice:
                self.ways[entry] = (entry, used)
                return entry, used
            tracked |= twice

    def _shortest(self, target: Entry, starts: list[_Way], leads: set[Entry], tracked: int) -> _Walk | None:
        """The shortest walk to an entry that uses no tracked bit twice."""
        queue: deque[_Walk] = deque((entry, used & tracked, used, None) for entry, used in starts)
        least: dict[Entry, list[int]] = {}  # for each entry what walks to it have used up
        while queue:
            walk = queue.popleft()
            entry, used = walk[0], walk[1]
            if entry == target:
                return walk
            known = least.setdefault(entry, [])
            # a walk that uses up what an earlier one to the same place did, and more, leads no further
            if any([not before & ~used for before in known]):
                continue
            known.append(used)
            for ahead, passed, bits in self.walks.ahead(entry).strides:
                mask = passed | bits
                if ahead in leads and not used & mask:
                    queue.append((ahead, used | mask & tracked, mask, walk))
        return None

    def _leads_to(self, entry: Entry) -> set[Entry]:
        """The entries from which one walks on to this one without using up before what it needs."""
        entry_bits, behind = self.walks.entry_bits, self.walks.behind
        needed = entry_bits[entry]
        leads = {entry}
        queue = [entry]
        while queue:
            for before in behind(queue.pop()):
                if before not in leads and not entry_bits[before] & needed:
                    leads.add(before)
                    queue.append(before)
        return leads
