"""The track of a board as stops and links: what route search works on. Tokens play no part here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from kursbuch.rail.grid import opposite
from kursbuch.rail.map import Map
from kursbuch.rail.routes import Link
from kursbuch.rail.tile import STOP, Face

# gauges as bits; -1 is track for every train
GAUGE_BITS: Mapping[str, int] = {"": -1, "broad": 1, "metre": 2, "dual": 3}


@dataclass(frozen=True, slots=True)
class Graph:
    """Stops by number, and the links between neighbouring ones."""

    places: tuple[tuple[str, int], ...]
    number: Mapping[tuple[str, int], int]
    links: tuple[Link, ...]
    exclude: tuple[int, ...]  # for each stop the bit set of those that may not be on one route with it


class Tracks:
    """The faces on a map: a value, with its graph worked out when first asked for."""

    def __init__(self, map: Map, faces: Mapping[str, Face]) -> None:
        self.map = map
        self.faces = faces
        self._values: dict[str, tuple[int, ...]] = {}

    def values(self, colour: str) -> tuple[int, ...]:
        """What is printed at each stop of the graph, for red areas by the colour of the value that counts."""
        found = self._values.get(colour)
        if found is None:
            stops = (self.faces[hex].stops[n] for hex, n in self.graph.places)
            found = tuple(stop.values[colour] if stop.values else stop.value for stop in stops)
            self._values[colour] = found
        return found

    def with_face(self, hex: str, face: Face) -> Tracks:
        return Tracks(self.map, {**self.faces, hex: face})

    @cached_property
    def graph(self) -> Graph:
        """Every earning stop that has track, and all links between them."""
        places = tuple(
            (h, i)
            for h, face in self.faces.items()
            if face.track
            for i, stop in enumerate(face.stops)
            if stop.earns and STOP + i in face.beyond
        )
        number = {place: n for n, place in enumerate(places)}
        links: dict[tuple[int, int, int], Link] = {}
        for place in places:
            for link in self._links_from(place, number):
                links.setdefault((link.a, link.b, link.mask), link)
        return Graph(places, number, tuple(links.values()), self._excluded(places))

    def _excluded(self, places: tuple[tuple[str, int], ...]) -> tuple[int, ...]:
        """Stops of one hex are one place, and red areas too near each other are no route."""
        in_hex: dict[str, int] = {}
        for n, (hex, stop) in enumerate(places):
            if not self.map.towns_apart or self.faces[hex].stops[stop].kind != "town":
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

    def _links_from(self, place: tuple[str, int], number: Mapping[tuple[str, int], int]) -> list[Link]:
        """All ways from a stop to the next one. Each link is kept as going from its lower-numbered stop."""
        map, faces = self.map, self.faces
        start, hex0 = number[place], place[0]
        found: list[Link] = []
        # hex and end we stand at, track used, hexes passed, hexes between, gauges that can follow
        ways: list[tuple[str, int, int, tuple[str, ...], int, int]] = [
            (hex0, STOP + place[1], 0, (hex0,), 0, -1)
        ]
        while ways:
            hex, at, used, path, between, fits = ways.pop()
            for end, name in faces[hex].beyond.get(at, ()):
                gauge = fits & GAUGE_BITS[name]
                if not gauge:  # broad meets metre on open track: no train goes on
                    continue
                if end >= STOP:
                    target = number.get((hex, end - STOP))
                    mask = used if at < STOP else used | _inner(map, hex, at, end)
                    if target is None:  # a junction: go on from it, but not back by the way we came
                        ways.append((hex, end, mask, path, between, gauge))
                    elif target > start:
                        runs_on = 0 if gauge == -1 else gauge
                        found.append(Link(start, target, mask, path, runs_on, between & ~map.hex_bit[hex]))
                    continue
                beyond = map.beside[hex][end]
                bit = map.side_bit[hex, end]
                if beyond is None or used & bit or opposite(end) not in faces[beyond].beyond:
                    continue
                ways.append(
                    (beyond, opposite(end), used | bit, (*path, beyond), between | map.hex_bit[beyond], gauge)
                )
        return found


def _inner(map: Map, hex: str, a: int, b: int) -> int:
    """The bit of track that joins two stops of one hex directly."""
    return map.inner_bit[hex] << (min(a, b) - STOP)
