"""The track of a board as stops and links: what route search works on. Tokens play no part here."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kursbuch.core import record
from kursbuch.rail.board.map import Map
from kursbuch.rail.board.tile import STOP, Face
from kursbuch.rail.routes import Link, Network

if TYPE_CHECKING:
    from kursbuch.rail.reach.walks import Ahead, Entry

# gauges as bits; -1 is track for every train
GAUGE_BITS: Mapping[str, int] = {"": -1, "broad": 1, "metre": 2, "dual": 3}


@dataclass(frozen=True, slots=True)
class Graph:
    """Stops by number, and the links between neighbouring ones."""

    places: tuple[tuple[str, int], ...]
    number: Mapping[tuple[str, int], int]
    links: tuple[Link, ...]
    exclude: tuple[int, ...]  # for each stop the bit set of those that may not be on one route with it


Place = tuple[str, int]  # a hex, and the number of a stop there
Leg = tuple[
    Place, int, tuple[str, ...], int, int
]  # a link as found: target, mask, path, gauges, hexes between
Links = dict[Place, list[Link]]  # those from each stop
Legs = tuple[list[Leg], int]  # all from one stop, and the bit set of the hexes that were looked at for them
Found = tuple[Any, frozenset[str]]


@record("map", "faces")
class Tracks:
    """The faces on a map: a value, with its graph worked out when first asked for.

    What was found from a stop is passed on as long as no tile is laid that it could have to do with.
    """

    def __init__(
        self,
        map: Map,
        faces: Mapping[str, Face],
        legs: dict[Place, Legs] | None = None,
        before: Graph | None = None,
        links: Links | None = None,
        ahead: dict[str, dict[Entry, Ahead]] | None = None,
        found: dict[Hashable, Found] | None = None,
    ) -> None:
        self.map = map
        self.faces = faces
        self._legs = {} if legs is None else legs
        self._before = before  # an earlier board's graph, with the same stops
        self._links: Links = {} if links is None else links
        self._graph: Graph | None = None
        # for each gauge what lies ahead where a hex is entered in which no stop is closed; see `walks`
        self.ahead = {} if ahead is None else ahead
        # what a title has found out, each with the hexes that it depends on
        self.found = {} if found is None else found
        self._values: dict[str, tuple[int, ...]] = {}
        self._networks: dict[bool, Network] = {}

    def values(self, colour: str) -> tuple[int, ...]:
        """What is printed at each stop of the graph, for red areas by the colour of the value that counts."""
        found = self._values.get(colour)
        if found is None:
            stops = [self.faces[hex].stops[n] for hex, n in self.graph.places]
            found = tuple([stop.values[colour] if stop.values else stop.value for stop in stops])
            self._values[colour] = found
        return found

    def network(self, bar_hex_twice: bool) -> Network:
        """Stops and links without anybody's stations, in a title that bars running through a hex twice or not."""
        found = self._networks.get(bar_hex_twice)
        if found is None:
            graph, faces = self.graph, self.faces
            towns = reds = 0
            for n, (hex, stop) in enumerate(graph.places):
                kind = faces[hex].stops[stop].kind
                if kind == "town":
                    towns |= 1 << n
                elif kind == "red":
                    reds |= 1 << n
            links = graph.links
            stop_hexes: tuple[int, ...] = ()
            if bar_hex_twice:
                links = tuple([link for link in links if len(set(link.path)) == len(link.path)])
                stop_hexes = tuple([self.map.hex_bit[hex] for hex, _ in graph.places])
            found = Network(
                len(graph.places), links, 0, -1, reds, towns, graph.exclude, bar_hex_twice, stop_hexes
            )
            self._networks[bar_hex_twice] = found
        return found

    def with_face(self, hex: str, face: Face) -> Tracks:
        bit = self.map.hex_bit[hex]
        untouched = {place: legs for place, legs in self._legs.items() if not legs[1] & bit}
        ahead = {gauge: known.copy() for gauge, known in self.ahead.items()}
        for known in ahead.values():
            for end in range(STOP + len(self.faces[hex].stops)):
                known.pop((hex, end), None)
        before: Graph | None = None
        links: Links = {}
        if face.earners == self.faces[hex].earners:  # links name their stops by number
            before = self._graph or self._before
            links = {place: ways for place, ways in self._links.items() if place in untouched}
        found = {key: one for key, one in self.found.items() if hex not in one[1]}
        return Tracks(self.map, {**self.faces, hex: face}, untouched, before, links, ahead, found)

    @property
    def graph(self) -> Graph:
        """Every earning stop that has track, and all links between them."""
        if self._graph is None:
            self._graph = self._draw()
        return self._graph

    def _draw(self) -> Graph:
        known, before = self._links, self._before
        if before is None:
            places = tuple([(hex, stop) for hex, face in self.faces.items() for stop in face.earning])
            number: Mapping[Place, int] = {place: n for n, place in enumerate(places)}
            exclude = self._excluded(places)
        else:
            places, number, exclude = before.places, before.number, before.exclude
        drawn: Links = {}
        for start, place in enumerate(places):
            links = known.get(place)
            if links is None:
                legs = self._legs.get(place)
                if legs is None:
                    legs = self._legs[place] = self._legs_from(place, number)
                once: dict[tuple[int, int], Link] = {}
                for target, mask, path, gauge, between in legs[0]:
                    end = number[target]
                    if (end, mask) not in once:
                        once[end, mask] = Link(start, end, mask, path, gauge, between)
                links = list(once.values())
            drawn[place] = links
        self._links = drawn
        every = tuple([link for links in drawn.values() for link in links])
        return Graph(places, number, every, exclude)

    def _excluded(self, places: tuple[tuple[str, int], ...]) -> tuple[int, ...]:
        """Stops of one hex are one place, unless kept apart, and red areas too near each other are no route."""
        in_hex: dict[str, int] = {}
        for n, (hex, stop) in enumerate(places):
            if self.faces[hex].stops[stop].kind not in self.map.apart:
                in_hex[hex] = in_hex.get(hex, 0) | 1 << n
        bad = {hex: stops for hex, stops in in_hex.items() if stops.bit_count() > 1}
        for pair in self.map.too_near:
            a, b = pair
            bad[a] = bad.get(a, 0) | in_hex.get(b, 0)
            bad[b] = bad.get(b, 0) | in_hex.get(a, 0)
        return tuple(
            bad.get(hex, 0) & ~(1 << n) if in_hex.get(hex, 0) >> n & 1 else 0
            for n, (hex, _) in enumerate(places)
        )

    def _legs_from(self, place: Place, number: Mapping[Place, int]) -> Legs:
        """All ways from a stop to the next one. Each link is kept as going from its lower-numbered stop: the first
        of the two on the board, so that it stays so whatever other stops there will be.
        """
        map, faces, strides = self.map, self.faces, self.map.strides
        start, hex0 = number[place], place[0]
        found: list[Leg] = []
        looked_at = map.hex_bit[hex0]
        # hex and end we stand at, track used, hexes passed, hexes between, gauges that can follow
        ways: list[tuple[str, int, int, tuple[str, ...], int, int]] = [
            (hex0, STOP + place[1], 0, (hex0,), 0, -1)
        ]
        while ways:
            hex, at, used, path, between, fits = ways.pop()
            for end, name in faces[hex].beyond[at]:
                gauge = fits & GAUGE_BITS[name]
                if not gauge:  # broad meets metre on open track: no train goes on
                    continue
                if end >= STOP:
                    stop = (hex, end - STOP)
                    target = number.get(stop)
                    mask = used if at < STOP else used | _inner(map, hex, at, end)
                    if target is None:  # a junction: go on from it, but not back by the way we came
                        ways.append((hex, end, mask, path, between, gauge))
                    elif target > start:
                        runs_on = 0 if gauge == -1 else gauge
                        found.append((stop, mask, path, runs_on, between & ~map.hex_bit[hex]))
                    continue
                stride = strides[hex][end]
                if stride is None:
                    continue
                beyond, edge, side, hex_bit = stride
                if used & side:
                    continue
                looked_at |= hex_bit
                if edge in faces[beyond].beyond:
                    ways.append((beyond, edge, used | side, (*path, beyond), between | hex_bit, gauge))
        return found, looked_at


def _inner(map: Map, hex: str, a: int, b: int) -> int:
    """The bit of track that joins two stops of one hex directly."""
    return map.inner_bit[hex] << (min(a, b) - STOP)
