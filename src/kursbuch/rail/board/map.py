"""The board as printed: hexes, what lies between them, and the numbers that routes and networks work with."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from kursbuch.rail.board.grid import EDGES, Grid, opposite
from kursbuch.rail.board.tile import COLOURS, Face, Tile, stop_map

if TYPE_CHECKING:
    from kursbuch.rail.reach.walks import Ahead


@dataclass(frozen=True, eq=False)
class Hex:
    """One hex of the board with what is printed on it."""

    id: str
    print: Tile
    name: str = ""
    terrain: str = ""
    cost: int = 0
    homes: tuple[str, ...] = ()  # companies whose home space is kept on whatever tile lies here
    source: str = "rules"
    never_blocks: str = ""  # the company whose station here is in nobody's way

    @property
    def open(self) -> bool:
        """Whether tiles may ever be laid here."""
        return self.print.colour not in ("red", "grey")


WALL = "wall"  # the kind of border that no track crosses


@dataclass(frozen=True, slots=True)
class Border:
    """What is printed on the side between two hexes."""

    hexes: frozenset[str]
    kind: str
    cost: int = 0
    name: str = ""


@dataclass(frozen=True, eq=False)
class Map:
    """All hexes of a board. Everything here is worked out once and shared by all games."""

    grid: Grid
    hexes: Mapping[str, Hex]
    borders: tuple[Border, ...] = ()
    source: str = "rules"
    too_near: frozenset[frozenset[str]] = frozenset()  # pairs of red areas that no route may join
    gauges: tuple[str, ...] = ("",)  # of trains; "" is the only one
    towns_apart: bool = False  # two towns of one hex are two places, so that a route may have both
    cities_apart: bool = False  # the same for the circles of a hex with two cities
    areas: tuple[tuple[str, ...], ...] = ()  # hexes that are one place: a station in one is in all of them
    hexes_once: bool = False  # a route enters no hex twice, not even on separate track

    @cached_property
    def beside(self) -> Mapping[str, tuple[str | None, ...]]:
        """For each hex its six neighbours on the board, None where the board ends."""
        return {
            h: tuple(n if (n := self.grid.neighbour(h, e)) in self.hexes else None for e in EDGES)
            for h in self.hexes
        }

    @cached_property
    def twins(self) -> Mapping[str, tuple[str, ...]]:
        """For each hex of an area the others of it."""
        return {h: tuple(t for t in area if t != h) for area in self.areas for h in area}

    @cached_property
    def side_bit(self) -> Mapping[tuple[str, int], int]:
        """A bit for each side of each hex; the two hexes that share a side share its bit."""
        bits: dict[tuple[str, int], int] = {}
        sides = 0
        for h in self.hexes:
            for e in EDGES:
                beyond = self.beside[h][e]
                key = (h, e)
                if beyond is not None and (beyond, opposite(e)) in bits:
                    bits[key] = bits[beyond, opposite(e)]
                else:
                    bits[key] = 1 << sides
                    sides += 1
        return bits

    @cached_property
    def strides(self) -> Mapping[str, tuple[tuple[str, int, int, int] | None, ...]]:
        """For each hex and edge what lies beyond: the hex, its edge, the bits of the side and of the hex."""
        return {
            h: tuple(
                None if n is None else (n, opposite(e), self.side_bit[h, e], self.hex_bit[n])
                for e, n in enumerate(beside)
            )
            for h, beside in self.beside.items()
        }

    @cached_property
    def turned_round(self) -> Mapping[tuple[str, int], tuple[str, int]]:
        """For each entry into a hex from another the one by which one comes in going the other way."""
        return {
            (h, e): (beyond, opposite(e))
            for h, beside in self.beside.items()
            for e, beyond in enumerate(beside)
            if beyond is not None
        }

    @cached_property
    def bits_of_sides(self) -> int:
        """How many bits the sides of all hexes take, and the hexes where a route enters none twice."""
        return max(bit.bit_length() for bit in self.entry_bits.values())

    @cached_property
    def _stop_bits(self) -> dict[tuple[str, int], int]:
        return {}

    def stop_bit(self, hex: str, number: int) -> int:
        """A bit beside those of sides for a stop, given out when it is first asked for."""
        bits = self._stop_bits
        return bits.setdefault((hex, number), 1 << self.bits_of_sides + len(bits))

    @cached_property
    def looks_ahead(self) -> dict[Hashable, Ahead]:
        """What lies ahead where a hex is entered, by its face; see `walks`."""
        return {}

    @cached_property
    def inner_bit(self) -> Mapping[str, int]:
        """The first of a few bits for track inside a hex that touches none of its sides."""
        first = max(bit.bit_length() for bit in self.side_bit.values())
        return {h: 1 << (first + 4 * i) for i, h in enumerate(self.hexes)}

    @cached_property
    def visit_bit(self) -> Mapping[str, int]:
        """A bit beside those of sides for each hex that a route enters only once; 0 if it may come again."""
        first = max(bit.bit_length() for bit in self.side_bit.values())
        return {h: 1 << (first + i) if self.hexes_once else 0 for i, h in enumerate(self.hexes)}

    @cached_property
    def entry_bits(self) -> Mapping[tuple[str, int], int]:
        """What entering a hex by an edge uses up: the side, and where routes enter no hex twice the hex."""
        return {(h, e): bit | self.visit_bit[h] for (h, e), bit in self.side_bit.items()}

    @cached_property
    def hex_bit(self) -> Mapping[str, int]:
        return {h: 1 << i for i, h in enumerate(self.hexes)}

    @cached_property
    def border_cost(self) -> Mapping[tuple[str, int], int]:
        """What joining track across a side costs, seen from either hex."""
        costs = {border.hexes: border.cost for border in self.borders if border.cost}
        return {
            (h, e): costs[pair]
            for h, beside in self.beside.items()
            for e, n in enumerate(beside)
            if n is not None and (pair := frozenset((h, n))) in costs
        }

    @cached_property
    def apart(self) -> frozenset[str]:
        """The kinds of stops of which a route may have two in one hex."""
        kinds = {"town": self.towns_apart, "city": self.cities_apart}
        return frozenset(kind for kind, apart in kinds.items() if apart)

    @cached_property
    def walls(self) -> Mapping[str, int]:
        """For each hex the bit set of edges that track must not lead to: off the board, a blank side, a wall."""
        shut = {border.hexes for border in self.borders if border.kind == WALL}
        out: dict[str, int] = {}
        for h, beside in self.beside.items():
            wall = 0
            for e, n in enumerate(beside):
                if n is None or frozenset((h, n)) in shut or self._blank(n, opposite(e)):
                    wall |= 1 << e
            out[h] = wall
        return out

    def _blank(self, hex: str, edge: int) -> bool:
        """A hex that never takes a tile has no track on this side."""
        return not self.hexes[hex].open and not self.hexes[hex].print.faces[0].exits >> edge & 1

    @cached_property
    def _covers(self) -> dict[tuple[str, Face], dict[Face, None]]:
        return {}

    def covers(self, hex: str, old: Face, tiles: Mapping[str, Tile]) -> Mapping[Face, None]:
        """Every face that geometry lets cover the old one here: kind, label, track kept, no track into a wall."""
        key = (hex, old)
        found = self._covers.get(key)
        if found is None:
            found = dict.fromkeys(
                face
                for tile in tiles.values()
                if tile.colour == next_colour(old.tile.colour) and fits_place(self.hexes[hex], old, tile)
                for face in tile.turns
                if not face.exits & self.walls[hex] and stop_map(old, face) is not None
            )
            self._covers[key] = found
        return found

    @cached_property
    def _tiles_for(self) -> dict[tuple[str, Face], tuple[Tile, ...]]:
        return {}

    def tiles_for(self, hex: str, old: Face, tiles: Mapping[str, Tile]) -> tuple[Tile, ...]:
        """The tiles of those faces: far fewer, where the question is whether any is left."""
        key = (hex, old)
        found = self._tiles_for.get(key)
        if found is None:
            found = tuple(dict.fromkeys([face.tile for face in self.covers(hex, old, tiles)]))
            self._tiles_for[key] = found
        return found


def next_colour(colour: str) -> str:
    """The colour that may cover this one.

    >>> next_colour("yellow")
    'green'
    """
    return _NEXT.get(colour, "")


_NEXT = dict(pairwise(COLOURS))


@lru_cache(maxsize=64)
def covered_by(colours: tuple[str, ...]) -> frozenset[str]:
    """The colours that tiles of these colours may cover.

    >>> sorted(covered_by(("yellow", "green")))
    ['white', 'yellow']
    """
    return frozenset(before for before, after in _NEXT.items() if after in colours)


def fits_place(hex: Hex, old: Face, tile: Tile) -> bool:
    """Same kind of stop, same label, and not a tile that belongs elsewhere; a list of upgrades goes before kind."""
    if old.tile.upgrades is not None:
        return tile.id in old.tile.upgrades and tile.label == old.tile.label and tile.hex in ("", hex.id)
    return (
        tile.kind == old.tile.kind
        and tile.label == old.tile.label
        and tile.towns == old.tile.towns
        and tile.hex in ("", hex.id)
        and tile.border == old.tile.border
    )
