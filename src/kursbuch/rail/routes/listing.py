"""All routes of a train written down, each once: the quickest way as long as they are few, as they mostly are.

Trains that differ in nothing but how far they go share one list. Routes are met in the same order as by
`RouteSearch`, so that among equally good ones either finds the same.
"""

from __future__ import annotations

from math import isqrt

from kursbuch.rail.routes.parts import FAR, Network, Route, Train, members

LOOK = 60  # routes after which it is asked whether they will be too many
HALF = 5  # links of an arm at most when arms are counted for that
DENSE = (
    30  # there are too many routes, as a rule, where the square of the arms is so many times what is wanted
)

Step = tuple[
    int, int, int, int, int
]  # link, the stop beyond, its bit, track and hexes taken up, what it earns


class Listing:
    """The routes of all trains that run as `train` does, as far as the farthest of them; `complete` if they are
    no more than `most`.
    """

    def __init__(self, network: Network, train: Train, cities: int, room: int, most: int) -> None:
        self.network = network
        self.train = train
        self.most = most
        self.routes: list[Route] = []
        self.visited: list[int] = []  # the stops of each route, as a bit set
        self.track = (1 << network.hex_shift) - 1
        self.through = network.through(train)
        self.towns = network.towns
        self.station = 0
        self.half = (cities // 2, min(room // 2, HALF))  # cities and stops on one of two arms alike
        self._ways: dict[int, list[Step]] = {}
        done = 0  # stations all of whose routes have been written down
        for station in members(network.tokens):
            bit = 1 << station
            self.station = station
            left = cities if self.towns & bit else cities - 1
            if left >= 0:
                closed = done | bit | network.exclude[station]
                value = train.values[station]
                self._out(
                    station, (station,), (), bit, closed, network.taken_at(station), value, left, room - 1
                )
            done |= bit

    @property
    def complete(self) -> bool:
        return len(self.routes) <= self.most

    def within(self, train: Train) -> list[Route]:
        """Those of the routes that are not too far for this train."""
        covers, towns = train.reach.covers, self.towns
        found = []
        for route, visited in zip(self.routes, self.visited, strict=True):
            small = (visited & towns).bit_count()
            if covers(len(route.stops) - small, small):
                found.append(route)
        return found

    def _ways_from(self, stop: int) -> list[Step]:
        """The links that leave a stop, those to the dearest stops first."""
        found = self._ways.get(stop)
        if found is None:
            values, links, runs_on = self.train.values, self.network.links, self.train.runs_on
            found = [
                (link, to, 1 << to, taken, values[to])
                for link, to, taken in self.network.ways[stop]
                if runs_on(links[link])
            ]
            found.sort(key=lambda step: -step[4])
            self._ways[stop] = found
        return found

    def _out(
        self, tip: int, stops: tuple[int, ...], links: tuple[int, ...], visited: int, closed: int, used: int,
        value: int, cities: int, room: int,
    ) -> None:  # fmt: skip
        """Write down what the first arm of a route, from the station to its tip, can become.

        `closed` are the stops it may not go to; `cities` and `room` are how many cities and stops it may still have.
        """
        if links:
            self._note(stops, links, visited, used, value)
        if not room or len(self.routes) > self.most:
            return
        exclude = self.network.exclude
        if not links or self.through >> tip & 1:
            for link, to, bit, taken, gain in self._ways_from(tip):
                if bit & closed or taken & used:
                    continue
                left = cities if self.towns & bit else cities - 1
                if left >= 0:
                    self._out(
                        to, (to, *stops), (link, *links), visited | bit, closed | bit | exclude[to],
                        used | taken, value + gain, left, room - 1,
                    )  # fmt: skip
        if links and self.through >> self.station & 1:
            self._back(self.station, links[-1], stops, links, visited, closed, used, value, cities, room)

    def _back(
        self, end: int, above: int, stops: tuple[int, ...], links: tuple[int, ...], visited: int, closed: int,
        used: int, value: int, cities: int, room: int,
    ) -> None:  # fmt: skip
        """Write down what the second arm can become. Its first link is `above` that of the first arm, so that each
        route is met once.
        """
        exclude = self.network.exclude
        for link, to, bit, taken, gain in self._ways_from(end):
            if bit & closed or taken & used or link <= above:
                continue
            left = cities if self.towns & bit else cities - 1
            if left < 0:
                continue
            on = (*stops, to)
            over = (*links, link)
            self._note(on, over, visited | bit, used | taken, value + gain)
            if room > 1 and self.through >> to & 1 and len(self.routes) <= self.most:
                self._back(
                    to, -1, on, over, visited | bit, closed | bit | exclude[to], used | taken, value + gain,
                    left, room - 1,
                )  # fmt: skip

    def _note(
        self, stops: tuple[int, ...], links: tuple[int, ...], visited: int, used: int, value: int
    ) -> None:
        self.routes.append(Route(stops, links, used & self.track, (), value))
        self.visited.append(visited)
        if len(self.routes) == LOOK and self._crowded():
            self.most = 0  # what would be thrown away in the end is not written down

    def _crowded(self) -> bool:
        """Whether there seem to be too many routes, since arms of half the length are many.

        Most routes are two such arms put together, so they grow with the square. This may err: it decides how the
        best routes are found, never which.
        """
        network = self.network
        left = isqrt(DENSE * self.most)
        for station in members(network.tokens):
            closed = 1 << station | network.exclude[station]
            left = self._count_arms(station, closed, network.taken_at(station), *self.half, left)
            if left < 0:
                return True
        return False

    def _count_arms(self, tip: int, closed: int, used: int, cities: int, room: int, left: int) -> int:
        """How many are left of so many when the arms beyond a tip are taken away; below 0 if there are too many."""
        for _, to, bit, taken, _ in self._ways_from(tip):
            if bit & closed or taken & used or left < 0:
                continue
            fewer = cities if self.towns & bit else cities - 1
            if fewer < 0:
                continue
            left -= 1
            if room > 1 and self.through & bit:
                shut = closed | bit | self.network.exclude[to]
                left = self._count_arms(to, shut, used | taken, fewer, room - 1, left)
        return left


def listed(network: Network, kinds: list[Train], most: int) -> list[list[Route] | None]:
    """For each kind of train all its routes, or None if there are too many."""
    alike: dict[tuple[tuple[int, ...], int, int], list[int]] = {}
    for number, train in enumerate(kinds):
        alike.setdefault((train.values, train.gauge, network.through(train)), []).append(number)
    found: list[list[Route] | None] = [None] * len(kinds)
    for numbers in alike.values():
        trains = [kinds[number] for number in numbers]
        cities = max([FAR if t.reach.stops is None else t.reach.stops for t in trains])
        room = max([_room(t) for t in trains])
        listing = Listing(network, trains[0], cities, room, most)
        if not listing.complete:
            continue
        for number, train in zip(numbers, trains, strict=True):
            found[number] = listing.within(train) if len(trains) > 1 else listing.routes
    return found


def _room(train: Train) -> int:
    """How many stops of any kind it reaches."""
    stops, towns = train.reach.stops, train.reach.towns
    return FAR if stops is None or towns is None else stops + towns
