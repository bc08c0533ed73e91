"""The steps of trains: links that are run over from one end to the other, and what can be earned beyond them."""

from __future__ import annotations

from kursbuch.rail.routes.extras import Load
from kursbuch.rail.routes.parts import FAR, Network, Train, members

LONGEST = 12  # stops of a train for which walks tell anything: longer ones go round and round

Table = list[list[int]]


class Steps:
    """The links that a train may run over, from either end; `masks` is the track of each that matters."""

    __slots__ = ("links", "masks", "numbers", "taken", "to", "ways")

    def __init__(self, network: Network, train: Train, masks: dict[int, int]) -> None:
        self.masks = masks
        self.links: list[int] = []
        self.numbers: list[int] = []  # by which walks know them
        self.to: list[int] = []
        self.taken: list[int] = []  # track and hexes
        # from each stop: step, the stop beyond, its bit, taken
        self.ways: list[list[tuple[int, int, int, int]]] = []
        shift = network.hex_shift
        for way in network.ways:
            out: list[tuple[int, int, int, int]] = []
            for link, to, taken in way:
                mask = masks.get(link)
                if mask is not None and train.runs_on(network.links[link]):
                    mask |= taken >> shift << shift
                    out.append((len(self.links), to, 1 << to, mask))
                    self.links.append(link)
                    self.numbers.append(number_of(network, link, to))
                    self.to.append(to)
                    self.taken.append(mask)
            self.ways.append(out)


class Walks:
    """What trains can earn by walks, which may come to a stop again, as routes may not, but never turn straight back.

    Told are trains that differ in nothing but how far they go. Steps are numbered by link and direction.
    """

    def __init__(self, network: Network, train: Train) -> None:
        self.stops = network.stops
        self.through = network.through(train)
        self.ways: list[list[int]] = []  # the steps from each stop
        self.gains = [0] * (2 * len(network.links))
        self.to = [-1] * (2 * len(network.links))  # the stop that a step leads to
        self._tables: dict[Load | None, tuple[Table, Table]] = {}
        taken_by = [0] * (2 * len(network.links))
        for way in network.ways:
            out: list[int] = []
            for link, to, taken in way:
                if train.runs_on(network.links[link]):
                    step = number_of(network, link, to)
                    out.append(step)
                    self.gains[step] = train.values[to]
                    self.to[step] = to
                    taken_by[step] = taken
            self.ways.append(out)
        self.following: list[list[int]] = [[] for _ in self.to]  # the steps that can come next on a route
        for stop, steps in enumerate(self.ways):
            for step in steps:
                to, taken = self.to[step], taken_by[step]
                if self.through >> to & 1:
                    closed = 1 << stop | network.exclude[stop]
                    self.following[step] = [
                        on for on in self.ways[to] if not (closed >> self.to[on] & 1 or taken & taken_by[on])
                    ]

    def within(self, room: int, load: Load | None) -> tuple[Table, Table]:
        """By how many stops may still come what they earn with such a load, beyond each step and from each stop."""
        tables = self._tables.get(load)
        if tables is None:
            at_end = load.at_end if load else (0,) * self.stops
            tables = self._tables[load] = ([[at_end[to] for to in self.to]], [list(at_end)])
        beyond, outwards = tables
        while len(beyond) <= room:
            taken = [gain + more for gain, more in zip(self.gains, beyond[-1], strict=True)]
            beyond.append(_best_of(self.following, taken, beyond[0]))
            outwards.append(_best_of(self.ways, taken, outwards[0]))
        return tables


def _best_of(ways: list[list[int]], taken: list[int], staying: list[int]) -> list[int]:
    """For each list of steps what the best of them earns, or what is earned without any."""
    return [
        max(stays, *[taken[step] for step in steps]) if steps else stays
        for steps, stays in zip(ways, staying, strict=True)
    ]


def number_of(network: Network, link: int, to: int) -> int:
    """The number of the step over a link to one of its ends."""
    return 2 * link + (network.links[link].b == to)


class Onward:
    """What one train can still earn at most beyond a step of its route, its load included."""

    def __init__(self, network: Network, train: Train, walks: Walks, room: int, load: Load | None) -> None:
        self.network = network
        self.train = train
        self.room = room
        self.load = load
        self.through = walks.through
        self.beyond, self.outwards = walks.within(room, None)
        self.to_end, self.from_end = walks.within(room, load) if load else (self.beyond, self.outwards)
        self._known: dict[tuple[int, int, int], int] = {}

    def alone(self) -> int:
        """No route earns more."""
        most, room = 0, self.room - 1
        for station in members(self.network.tokens):
            for n in range(room + 1) if self.through >> station & 1 else (0,):
                here, end = self.outwards[n][station], self.from_end[n][station]
                most = max(most, self.train.values[station] + self._both(here, end, station, room - n))
        return most

    def both_ways(self, step: int, station: int, room: int) -> int:
        """No more can be added by so many further stops beyond the step and on the other arm from the station."""
        key = (step, station, room)
        most = self._known.get(key, -1)
        if most < 0:
            if self.through >> station & 1:
                for n in range(room + 1):
                    here, end = self.beyond[n][step], self.to_end[n][step]
                    most = max(most, self._both(here, end, station, room - n))
            else:
                most = self._both(self.beyond[room][step], self.to_end[room][step], station, 0)
            self._known[key] = most
        return most

    def beyond_tip(self, step: int, other_end: int, room: int) -> int:
        """No more can be added by so many further stops beyond the step, to a route with its other end there."""
        return self._with_end(self.beyond[room][step], self.to_end[room][step], other_end)

    def from_station(self, station: int, other_end: int, room: int) -> int:
        """The same by an arm from the station."""
        return self._with_end(self.outwards[room][station], self.from_end[room][station], other_end)

    def _with_end(self, here: int, end: int, other_end: int) -> int:
        if self.load is None:
            return here
        other = self.load.at_end[other_end]
        return end + other if self.load.both else max(end, here + other)

    def _both(self, here: int, end: int, station: int, room: int) -> int:
        """What one arm earns, with its end or without, and another of so many stops from the station."""
        there, other_end = self.outwards[room][station], self.from_end[room][station]
        if self.load is not None and self.load.both:
            return end + other_end
        return max(end + there, here + other_end)


class Outlook:
    """What trains can earn onward on one network, worked out when it is first asked for."""

    def __init__(self, network: Network) -> None:
        self.network = network
        self._walks: dict[tuple[tuple[int, ...], int, int], Walks] = {}

    def of(self, train: Train, load: Load | None) -> Onward | None:
        """For one train with a load; None where it goes so far that walks tell nothing."""
        room = room_of(train)
        if room > LONGEST:
            return None
        key = (train.values, train.gauge, self.network.through(train))
        walks = self._walks.get(key)
        if walks is None:
            walks = self._walks[key] = Walks(self.network, train)
        return Onward(self.network, train, walks, room, load)


def cities_of(train: Train) -> int:
    """How many cities a train reaches, or `FAR`."""
    return FAR if train.reach.stops is None else train.reach.stops


def room_of(train: Train) -> int:
    """How many stops of any kind a train reaches, or `FAR`."""
    stops, towns = train.reach.stops, train.reach.towns
    return FAR if stops is None or towns is None else stops + towns
