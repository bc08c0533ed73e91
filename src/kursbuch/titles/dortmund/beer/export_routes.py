"""Whether trains could run export routes: by way of Dortmund City to a red area (18DO §6.5.2.4).

Only whether they can counts, not what they would earn. So routes are grown from the City: an arm to a red area and,
if there is no station on it, another one to a station. Whatever else an export route has could be left off.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kursbuch.rail.routes import Network, Reach
from kursbuch.rail.routes.running import network_of
from kursbuch.rail.trains.depot import reach_of, trains_of
from kursbuch.titles.dortmund.beer.state import BeerState


def can_export(s: BeerState, railway: str, cards: Sequence[str]) -> bool:
    """Whether all these trains can run export routes at the same time, on separate track (18DO-6.5.2.4-8)."""
    reaches = tuple(sorted([reach_of(s, card) for card in cards], key=lambda reach: reach.stops or 0))
    key = ("export", railway, reaches)
    known = s.board.known
    if key not in known:
        city = s.board.tracks.graph.number.get((s.box.dortmund, 0))
        known[key] = city is not None and side_by_side(network_of(s, railway), city, reaches)
    answer: bool = known[key]
    return answer


def with_beer(s: BeerState, railway: str, *cards: str) -> list[str]:
    """The trains of a railway that would have beer on board if these were loaded too."""
    return [other for other in trains_of(s, railway) if other in cards or s.loaded.get(other)]


def side_by_side(network: Network, city: int, reaches: Sequence[Reach], barred: int = 0) -> bool:
    """Whether trains that go so far find export routes apart from each other and from barred track.

    >>> from kursbuch.rail.routes import Link
    >>> line = Network(
    ...     3, (Link(0, 1, 0b01), Link(1, 2, 0b10)), tokens=0b001, reds=0b100
    ... )  # station, City, red area
    >>> [side_by_side(line, 1, trains) for trains in ([Reach(3)], [Reach(2)], [Reach(3), Reach(3)])]
    [True, False, False]
    """
    if not reaches:
        return True
    failed: list[int] = []  # track of routes that leave too little for the others; more track leaves no more
    for track in Outlook(network, city, barred).routes(reaches[0]):
        if not any([less & track == less for less in failed]):
            if side_by_side(network, city, reaches[1:], barred | track):
                return True
            failed.append(track)
    return False


class Outlook:
    """A network with some track barred, looked at from Dortmund City."""

    __slots__ = ("barred", "city", "network", "through", "to_red")

    def __init__(self, network: Network, city: int, barred: int) -> None:
        self.network = network
        self.city = city
        self.barred = barred
        self.through = network.passable & ~network.reds
        self.to_red = self._distances()

    def _distances(self) -> list[int]:
        """For each stop how many links at least lead to a red area."""
        network = self.network
        far = network.stops + 1
        out = [0 if network.reds >> n & 1 else far for n in range(network.stops)]
        edge = [n for n, links in enumerate(out) if not links]
        while edge:
            wider = []
            for stop in edge:
                for _, to, taken in network.ways[stop]:
                    if out[to] == far and not taken & self.barred:
                        out[to] = out[stop] + 1
                        if self.through >> to & 1:
                            wider.append(to)
            edge = wider
        return out

    def routes(self, reach: Reach) -> Iterator[int]:
        """The track of every export route without needless parts that a train can run. Short ones come first, since
        they leave the most to others, and come again among the longer ones.
        """
        assert reach.stops is not None
        city, network = self.city, self.network
        station, closed = bool(network.tokens >> city & 1), self._closed(0, city)
        for further in range(self.to_red[city], reach.stops):
            yield from self._to_red(city, network.taken_at(city), closed, further, 0, station)

    def _closed(self, before: int, stop: int) -> int:
        """The stops that a route cannot come to any more once it has this one."""
        return before | 1 << stop | self.network.exclude[stop]

    def _to_red(self, at: int, used: int, closed: int, room: int, track: int, station: bool) -> Iterator[int]:
        """Go on towards a red area with so many stops to spare."""
        network = self.network
        for number, to, taken in network.ways[at]:
            if taken & (used | self.barred) or closed >> to & 1 or self.to_red[to] >= room:
                continue
            now = track | network.links[number].mask
            here = station or bool(network.tokens >> to & 1)
            after = self._closed(closed, to)
            if self.through >> to & 1:
                yield from self._to_red(to, used | taken, after, room - 1, now, here)
            elif network.reds >> to & 1:
                if here:
                    yield now
                elif self.through >> self.city & 1:
                    yield from self._to_station(self.city, used | taken, after, room - 1, now)

    def _to_station(self, at: int, used: int, closed: int, room: int, track: int) -> Iterator[int]:
        """Go on beyond the City to a station."""
        network = self.network
        for number, to, taken in network.ways[at] if room else ():
            if taken & (used | self.barred) or closed >> to & 1:
                continue
            now = track | network.links[number].mask
            if network.tokens >> to & 1:
                yield now
            elif self.through >> to & 1:
                yield from self._to_station(to, used | taken, self._closed(closed, to), room - 1, now)
