"""The line that `sweep` moves over a board: in which order it passes the stops, and what lies ahead of it then."""

from __future__ import annotations

from collections.abc import Sequence

from kursbuch.rail.routes.needed import needed
from kursbuch.rail.routes.parts import Network, Train, members

STARTS = 8  # orders that are tried


class Front:
    """The stops in the order in which the line passes them; all lists are by the place in that order.

    Links go out of the stop that the line passes first and come in at the other.
    """

    def __init__(self, network: Network, kinds: Sequence[Train], trains: int) -> None:
        self.network = network
        self.kinds = kinds
        self.through = 0  # stops that some train may run through
        for train in kinds:
            self.through |= network.through(train)
        self.masks = needed(network, network.links_near_stations(self.through))
        self.order = _order(network, sorted(self.masks), members(network.near_stations(self.through)))
        self._close()
        place = {stop: i for i, stop in enumerate(self.order)}
        many = len(self.order)
        self.outs: list[list[int]] = [[] for _ in range(many)]
        self.ins: list[list[int]] = [[] for _ in range(many)]
        self.head: dict[int, int] = {}  # where a link comes in
        for number in sorted(self.masks):
            link = network.links[number]
            first, last = sorted((place[link.a], place[link.b]))
            self.outs[first].append(number)
            self.ins[last].append(number)
            self.head[number] = self.order[last]
        self._look_ahead()
        self.most = [max([train.values[stop] for train in kinds]) for stop in range(network.stops)]
        self.trains = trains
        self._known_apart: dict[tuple[int, ...], int] = {}
        self._hoped: list[list[int]] = []

    def _close(self) -> None:
        """What a train may not come to again, as bits: stops, above them hexes, where it enters none twice, and
        `above` all of these track.
        """
        network, shift = self.network, self.network.stops
        own = [1 << stop | network.hex_of(stop) << shift for stop in self.order]
        hexes = {n: network.links[n].hexes << shift if network.bar_hex_twice else 0 for n in self.masks}
        self.above = max([shift, *[bits.bit_length() for bits in (*own, *hexes.values())]])
        self.place = own  # where a train comes when it calls at a stop
        # and what is closed to it then, of other places
        self.closed_by = [network.exclude[stop] | network.hex_of(stop) << shift for stop in self.order]
        self.closing = {n: hexes[n] | mask << self.above for n, mask in self.masks.items()}

    def _look_ahead(self) -> None:
        """What matters of track, of all that is closed to a train, and of stations once a stop is passed."""
        many = len(self.order)
        self.track_ahead = [0] * (many + 1)
        self.closed_ahead = [0] * (many + 1)
        self.stations_ahead = [0] * (many + 1)
        for i in range(many - 1, -1, -1):
            stop = self.order[i]
            track, closed = self.track_ahead[i + 1], self.closed_ahead[i + 1]
            closed |= self.place[i]
            for number in self.outs[i]:
                track |= self.masks[number]
                closed |= self.closing[number]
            self.track_ahead[i] = track
            self.closed_ahead[i] = closed
            self.stations_ahead[i] = self.stations_ahead[i + 1] | self.network.tokens & 1 << stop

    def hoped(self) -> list[list[int]]:
        """Twice what trains can add ahead at most, by the ends left to them."""
        if not self._hoped:
            self._hoped = [self._hopes(i, self.trains) for i in range(len(self.order) + 1)]
        return self._hoped

    def _hopes(self, passed: int, trains: int) -> list[int]:
        """Twice what can be added at most by links wholly ahead and by ends ahead, for each number of ends.

        A train that runs through a stop earns half its value by each of two links, one that ends there the other half
        by ending. Of links that share track one can be run over. Where an odd number of links meets, the last is of
        use only to a train that ends.
        """
        ahead = set(self.order[passed:])
        by_links = 0
        ends: list[int] = []
        for i in range(passed, len(self.order)):
            stop, coming = self.order[i], self.ins[i]
            value = self.most[stop]
            wholly = self.outs[i] + [number for number in coming if self._tail(number) in ahead]
            if not self.through >> stop & 1:
                ends += [2 * value] * min(trains, self._apart(self.outs[i] + coming))
                continue
            sides = min(2 * trains, self._apart(wholly))
            whole = len(wholly) == len(self.outs[i]) + len(coming)  # none comes from behind the line
            odd = whole and sides % 2 == 1
            by_links += value * (sides - odd)
            ends += [2 * value] * odd
            ends += [value] * (2 * trains - sides - odd if whole else trains)
        ends.sort(reverse=True)
        hopes = [by_links]
        for gain in ends[: 2 * trains]:
            hopes.append(hopes[-1] + gain)
        hopes += [hopes[-1]] * (2 * trains + 1 - len(hopes))
        return hopes

    def _tail(self, number: int) -> int:
        link = self.network.links[number]
        return link.a if self.head[number] == link.b else link.b

    def _apart(self, links: list[int]) -> int:
        """No more than so many of these links can be run over together."""
        key = tuple(links)
        groups = self._known_apart.get(key)
        if groups is None:
            groups = self._known_apart[key] = self._groups(links)
        return groups

    def _groups(self, links: list[int]) -> int:
        left = [self.masks[number] for number in links]
        groups = 0
        while left:
            groups += 1
            pieces = members(left[0])
            if not pieces:
                left = left[1:]
                continue
            shared = max(pieces, key=lambda piece: sum([mask >> piece & 1 for mask in left]))
            left = [mask for mask in left if not mask >> shared & 1]
        return groups


def _order(network: Network, links: list[int], stops: list[int]) -> list[int]:
    """An order of the stops in which few links cross the line at any time."""
    beside: dict[int, list[int]] = {stop: [] for stop in stops}
    for number in links:
        link = network.links[number]
        beside[link.a].append(link.b)
        beside[link.b].append(link.a)
    found: list[tuple[float, list[int]]] = []
    for start in sorted(stops, key=lambda stop: (len(beside[stop]), stop))[:STARTS]:
        found.append(_order_from(start, beside))
    return min(found)[1]


def _order_from(start: int, beside: dict[int, list[int]]) -> tuple[float, list[int]]:
    """Always the stop next by which fewest links come to cross the line, and what states that may cost."""
    passed = {start}
    order = [start]
    crossing = {stop: 0 for stop in beside}  # links that come in from behind the line
    open_links = 0
    cost = 0.0
    stop = start
    while True:
        open_links += len(beside[stop]) - 2 * crossing[stop]
        cost += 2.0**open_links
        for other in beside[stop]:
            crossing[other] += 1
        left = [other for other in beside if other not in passed]
        if not left:
            return cost, order
        reached = [other for other in left if crossing[other]] or left
        stop = min(
            reached, key=lambda other: (len(beside[other]) - 2 * crossing[other], -crossing[other], other)
        )
        passed.add(stop)
        order.append(stop)
