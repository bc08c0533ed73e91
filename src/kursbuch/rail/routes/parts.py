"""What a route search is given and what it answers: stops, links, trains, runs.

Stops are numbered; sets of stops, of track pieces and of hexes are bit sets held in plain integers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from kursbuch.core.record import quick

FAR = 1 << 40  # more stops than any board has, more money than any bank
CHANGE = 16  # small change to a unit of money


@quick
@dataclass(frozen=True, slots=True)
class Link:
    """Track between two neighbouring stops without a stop on the way.

    `mask` is the bit set of the track pieces it uses: two links with a piece in common are never both run.
    """

    a: int
    b: int
    mask: int
    path: tuple[str, ...] = ()  # hexes passed, both ends included, for drawing
    gauge: int = 0  # bit set of the gauges that can use it; 0 = every train
    hexes: int = 0  # bit set of the hexes strictly between the two stops


@quick
@dataclass(frozen=True, slots=True)
class Reach:
    """How far a train goes: `stops` of any kind plus `towns` further small towns; None is without limit.

    >>> Reach(3).covers(cities=2, towns=1), Reach(2, 2).covers(cities=3, towns=0)
    (True, False)
    >>> Reach(None, None).covers(cities=9, towns=9), Reach(2, None).covers(cities=2, towns=9)
    (True, True)
    """

    stops: int | None
    towns: int | None = 0

    def covers(self, cities: int, towns: int) -> bool:
        """May a route have this many stops? Everything that is not a small town counts as a city."""
        if self.stops is None:
            return True
        return cities <= self.stops and (self.towns is None or cities + towns <= self.stops + self.towns)


@quick
@dataclass(frozen=True, slots=True)
class Train:
    """A train as the search sees it: how far it goes and what each stop is worth to it.

    Trains that are equal are interchangeable, also for extras; `name` tells apart those that are not.
    """

    reach: Reach
    values: tuple[int, ...]
    gauge: int = 0  # bit set of its gauges; 0 = it runs on any
    passable: int | None = None  # replaces the network's passable stops for this train
    name: str = ""

    def runs_on(self, link: Link) -> bool:
        return link.gauge == 0 or self.gauge == 0 or link.gauge & self.gauge != 0


# for each stop the links that leave it, as (link, stop at the other end, track and hexes this way takes up)
Ways = tuple[tuple[tuple[int, int, int], ...], ...]


class Laid:
    """What is worked out from stops and links alone, whoever runs there: done once for all companies."""

    __slots__ = ("_around", "exclude", "hex_shift", "links", "stop_hexes", "ways")

    def __init__(
        self,
        stops: int,
        links: tuple[Link, ...],
        exclude: tuple[int, ...],
        stop_hexes: tuple[int, ...] | None,
    ) -> None:
        self.links = links
        self.stop_hexes = stop_hexes
        both_sides = [0] * stops  # a pair may have been given from one side only
        for stop, others in enumerate(exclude):
            for other in members(others & ~(1 << stop)):
                both_sides[stop] |= 1 << other
                both_sides[other] |= 1 << stop
        self.exclude = tuple(both_sides)
        track = 0
        for link in links:
            track |= link.mask
        self.hex_shift = track.bit_length()  # hexes are counted above all track pieces
        self.ways = self._ways(stops, links, stop_hexes)
        self._around: tuple[list[int], int] | None = None

    def around(self) -> tuple[list[int], int]:
        """For each stop the track and hexes that only matter there, and those that links without a common stop share.

        Once a route has left a stop behind, the pieces around that stop do not matter to it any more.
        """
        if self._around is None:
            self._around = self._look_around()
        return self._around

    def _look_around(self) -> tuple[list[int], int]:
        taken_by: dict[int, int] = {}  # either way
        for way in self.ways:
            for number, _, taken in way:
                taken_by[number] = taken_by.get(number, 0) | taken
        once = twice = 0
        for taken in taken_by.values():
            twice |= once & taken
            once |= taken
        local = [0] * len(self.ways)
        # for each piece that several links take the stops at which all of them end
        meets: dict[int, int] = {}
        for number, taken in taken_by.items():
            link = self.links[number]
            own = taken & ~twice
            local[link.a] |= own
            local[link.b] |= own
            ends = 1 << link.a | 1 << link.b
            for piece in members(taken & twice):
                meets[piece] = meets.get(piece, -1) & ends
        shared = 0
        for piece, ends in meets.items():
            if ends == 0:
                shared |= 1 << piece
            for stop in members(ends):
                local[stop] |= 1 << piece
        return local, shared

    def suits(
        self, links: tuple[Link, ...], exclude: tuple[int, ...], stop_hexes: tuple[int, ...] | None
    ) -> bool:
        """Whether this was worked out from just these; a network may be a changed copy of another."""
        return self.links is links and self.exclude is exclude and self.stop_hexes is stop_hexes

    def _ways(self, stops: int, links: tuple[Link, ...], stop_hexes: tuple[int, ...] | None) -> Ways:
        # track pieces and hexes share one bit set, so that one test finds a repetition of either
        ways: list[list[tuple[int, int, int]]] = [[] for _ in range(stops)]
        for number, link in enumerate(links):
            a, b, taken = link.a, link.b, link.mask
            if a == b or self.exclude[a] >> b & 1:
                continue
            if stop_hexes is None:
                ways[a].append((number, b, taken))
                ways[b].append((number, a, taken))
                continue
            at_a = stop_hexes[a] if stop_hexes else 0
            at_b = stop_hexes[b] if stop_hexes else 0
            if not link.hexes & (at_a | at_b):
                ways[a].append((number, b, taken | (link.hexes | at_b) << self.hex_shift))
                ways[b].append((number, a, taken | (link.hexes | at_a) << self.hex_shift))
        return tuple([tuple(way) for way in ways])


@dataclass(frozen=True, slots=True)
class Network:
    """The board as one company sees it. `ways` is worked out once and kept.

    >>> line = Network(3, (Link(0, 1, 0b01), Link(1, 2, 0b10)), tokens=0b001)
    >>> [to for _, to, _ in line.ways[1]]
    [0, 2]
    """

    stops: int
    links: tuple[Link, ...]
    tokens: int  # stops with a token of the company
    passable: int = -1  # stops not blocked by the tokens of others
    reds: int = 0  # off-board areas: a route may only end there
    towns: int = 0  # small towns
    exclude: tuple[int, ...] = ()  # for each stop those that may not be on one route with it
    bar_hex_twice: bool = False
    stop_hexes: tuple[int, ...] = ()  # the hex of each stop as a bit, for titles that bar a hex twice
    laid: Laid | None = field(default=None, repr=False, compare=False)  # if another company had it worked out
    ways: Ways = field(init=False, repr=False, compare=False)
    hex_shift: int = field(init=False, repr=False, compare=False)  # hexes are counted above all track pieces

    def __post_init__(self) -> None:
        laid = self.laid
        hexes = self.stop_hexes if self.bar_hex_twice else None
        if laid is None or not laid.suits(self.links, self.exclude, hexes):
            laid = Laid(self.stops, self.links, self.exclude, hexes)
            object.__setattr__(self, "laid", laid)
        object.__setattr__(self, "exclude", laid.exclude)
        object.__setattr__(self, "hex_shift", laid.hex_shift)
        object.__setattr__(self, "ways", laid.ways)

    def seen_by(self, tokens: int, passable: int) -> Network:
        """The same track as a company with other tokens sees it.

        >>> line = Network(3, (Link(0, 1, 0b01), Link(1, 2, 0b10)), tokens=0b001)
        >>> line.seen_by(0b100, -1).ways is line.ways
        True
        """
        return Network(
            self.stops, self.links, tokens, passable, self.reds, self.towns, self.exclude, self.bar_hex_twice,
            self.stop_hexes, self.laid,
        )  # fmt: skip

    def near_stations(self, through: int) -> int:
        """The stops that routes come to which run through no stops but these."""
        near = edge = self.tokens
        while edge:
            wider = 0
            for stop in members(edge):
                for _, to, _ in self.ways[stop]:
                    wider |= 1 << to
            edge = wider & ~near
            near |= edge
            edge &= through
        return near

    def links_near_stations(self, through: int) -> list[int]:
        """The links that such routes run over, ascending."""
        left = self.near_stations(through) & (through | self.tokens)  # stops that a route may leave
        return sorted({link for stop in members(left) for link, _, _ in self.ways[stop]})

    def through(self, train: Train) -> int:
        """The stops this train may run through."""
        return (self.passable if train.passable is None else train.passable) & ~self.reds

    def hex_of(self, stop: int) -> int:
        """The hex of the stop as a bit, in a title that bars running through a hex twice; else 0."""
        return self.stop_hexes[stop] if self.bar_hex_twice and self.stop_hexes else 0

    def taken_at(self, stop: int) -> int:
        """What a route takes up by starting here, in the terms of `ways`."""
        return self.hex_of(stop) << self.hex_shift


def members(bits: int) -> list[int]:
    """The numbers in a bit set, ascending.

    >>> members(0b10110)
    [1, 2, 4]
    """
    found = []
    while bits:
        low = bits & -bits
        found.append(low.bit_length() - 1)
        bits ^= low
    return found


@quick
@dataclass(frozen=True, slots=True)
class Run:
    """What one train runs: its stops in order, the links between them, and what it earns."""

    train: int
    stops: tuple[int, ...]
    links: tuple[int, ...]
    value: int
    mask: int
    uses: tuple[int, ...] = ()  # how much it uses of each shared supply


@quick
@dataclass(frozen=True, slots=True)
class Best:
    """The best runs, for each train its run or None, their total, and how many steps the search took."""

    runs: tuple[Run | None, ...]
    value: int
    explored: int


class Route:
    """A legal route of some kind of train, with the supplies it uses; or staying at home, without stops."""

    __slots__ = ("links", "mask", "stops", "uses", "value")

    def __init__(
        self, stops: tuple[int, ...], links: tuple[int, ...], mask: int, uses: tuple[int, ...], value: int
    ) -> None:
        self.stops = stops
        self.links = links
        self.mask = mask
        self.uses = uses
        self.value = value


def as_searched(network: Network, stops: Sequence[int], links: Sequence[int]) -> bool:
    """Whether a route goes the way round in which `RouteSearch` meets it, so that it is shown alike."""
    tokens = network.tokens
    at = stops.index(min([stop for stop in stops if tokens >> stop & 1]))
    return at == len(links) or (at > 0 and links[at - 1] < links[at])


HOME = Route((), (), 0, (), 0)


class Tolls:
    """What it costs to run over each link and to use each supply, in small change."""

    __slots__ = ("links", "none", "supplies")

    def __init__(self, links: list[int], supplies: list[int]) -> None:
        self.links = links
        self.supplies = supplies
        self.none = not (any(links) or any(supplies))

    def of(self, route: Route) -> int:
        if self.none:
            return 0
        toll = 0
        for link in route.links:
            toll += self.links[link]
        for amount, each in zip(route.uses, self.supplies, strict=False):
            toll += amount * each
        return toll
