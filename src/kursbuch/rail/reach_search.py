"""The search for everything that some route of a company reaches.

A route uses no piece of track and no stop twice, so reaching is more than walking: a balloon loop would let a walk
turn round. The search keeps with each entry into a hex what the way to it has used up. Where a way would cross
itself it is cut, and what could only be reached by such a cut is looked for again, with proof.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from kursbuch.rail.walks import Entry, Walks

if TYPE_CHECKING:
    from kursbuch.rail.board import Place

_Way = tuple[Entry, int]  # the hex entered last, and what has been used up
_Chain = tuple[Entry, int, int, "_Chain | None"]  # entry, tracked bits used, bits of this stride, before it


class Search:
    """Looks for everything a company reaches, one way to each entry into a hex being enough."""

    def __init__(self, walks: Walks) -> None:
        self.walks = walks
        self.stops: dict[Place, None] = dict.fromkeys(walks.own)
        self.seen: dict[Entry, None] = {}
        self.cut: dict[Entry, None] = {}  # entries met only by crossing a side twice, or a hex
        self.refuted: set[Entry] = set()
        self.behind: dict[Entry, list[Entry]] = {}  # of walks: from where each entry is come to

    def run(self) -> None:
        queue = deque(self.walks.first())
        while queue:
            while queue:
                way = queue.popleft()
                if way[0] not in self.seen:
                    self.seen[way[0]] = None
                    self._go_on(way, queue)
            for entry in [e for e in self.cut if e not in self.seen and self._promises(e)]:
                found = self._way_to(entry)
                if found is not None:
                    queue.append(found)

    def enters(self, entry: Entry) -> bool:
        """Whether some route enters a hex by this edge."""
        return entry in self.seen or (entry in self.cut and self._way_to(entry) is not None)

    def _go_on(self, way: _Way, queue: deque[_Way]) -> None:
        """From a hex just entered, every hex that can be entered next; notes the stops met."""
        entry, used = way
        what = self.walks.ahead(entry)
        for stop in what.stops:
            self.stops[stop] = None
        for ahead, passed, bits in what.strides:
            if used & passed:
                continue  # whatever lies beyond a stop was looked at when it was first passed
            if used & bits:
                self._cut_at(ahead)
            else:
                queue.append((ahead, used | passed | bits))

    def _cut_at(self, entry: Entry) -> None:
        """Note an entry that a way cannot make, and the next ones as far as the track does not branch."""
        ahead: Entry | None = entry
        while ahead is not None and ahead not in self.cut:
            self.cut[ahead] = None
            ahead = None if self.walks.once else self.walks.ahead(ahead).straight

    def _promises(self, entry: Entry) -> bool:
        """Whether entering here leads further than back along the way that was cut, or to something new."""
        if entry in self.refuted:
            return False
        what = self.walks.ahead(entry)
        if not self.walks.once:
            return what.forks
        return any(ahead not in self.seen for ahead, _, _ in what.strides) or any(
            stop not in self.stops for stop in what.stops
        )

    def _way_to(self, entry: Entry) -> _Way | None:
        """Some route that enters a hex by this edge; None if there is none.

        The shortest walk is found first. While it uses something twice, that alone is kept track of, and the shortest
        walk that uses none of what is kept track of twice is found, until it is a route or there is none.
        """
        if entry in self.refuted:
            return None
        leads, bits = self._leads_to(entry), self.walks.entry_bits[entry]
        starts = [
            (e, used) for e, used in self.walks.first() if e == entry or (e in leads and not used & bits)
        ]
        tracked = 0
        while True:
            walk = self._shortest(entry, starts, leads, tracked)
            if walk is None:
                self.refuted.add(entry)
                return None
            used = twice = 0
            chain: _Chain | None = walk
            while chain is not None:
                twice |= used & chain[2]
                used |= chain[2]
                chain = chain[3]
            if not twice:
                return entry, used
            tracked |= twice

    def _shortest(self, target: Entry, starts: list[_Way], leads: set[Entry], tracked: int) -> _Chain | None:
        """The shortest walk to an entry that uses no tracked bit twice."""
        queue: deque[_Chain] = deque((entry, used & tracked, used, None) for entry, used in starts)
        least: dict[Entry, list[int]] = {}  # for each entry what walks to it have used up
        while queue:
            chain = queue.popleft()
            entry, used = chain[0], chain[1]
            if entry == target:
                return chain
            known = least.setdefault(entry, [])
            # a walk that uses up what an earlier one to the same place did, and more, leads no further
            if any(before & ~used == 0 for before in known):
                continue
            known.append(used)
            for ahead, passed, bits in self.walks.ahead(entry).strides:
                mask = passed | bits
                if ahead in leads and not used & mask:
                    queue.append((ahead, used | mask & tracked, mask, chain))
        return None

    def _leads_to(self, entry: Entry) -> set[Entry]:
        """The entries from which one walks on to this one without using up before what it needs."""
        if not self.behind:
            self._look_back()
        behind, entry_bits = self.behind, self.walks.entry_bits
        needed = entry_bits[entry]
        leads = {entry}
        queue = [entry]
        while queue:
            for before in behind.get(queue.pop(), ()):
                if before not in leads and not entry_bits[before] & needed:
                    leads.add(before)
                    queue.append(before)
        return leads

    def _look_back(self) -> None:
        """Note for every entry that some walk comes to which entries lead to it."""
        queue = [*self.seen, *self.cut]
        walked: set[Entry] = set()
        while queue:
            here = queue.pop()
            if here not in walked:
                walked.add(here)
                for ahead, _, _ in self.walks.ahead(here).strides:
                    self.behind.setdefault(ahead, []).append(here)
                    queue.append(ahead)
