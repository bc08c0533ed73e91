"""Tiles: stops, track, labels; a tile turned is a face; whether one face may cover another is geometry.

The two ends of a piece of track are numbers: 0 to 5 are the edges of the hex, 6 and up its stops. A stop of kind
"junction" is a point where any exit meets any other and nothing is earned.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

COLOURS = ("white", "yellow", "green", "brown", "grey")
STOP = 6  # the end number of a tile's first stop

EARNING = frozenset({"city", "town", "red"})


@dataclass(frozen=True, slots=True)
class Stop:
    """A city, a town, a red area or a junction. `slots` names for each station space who it is kept for."""

    kind: str
    value: int = 0
    slots: tuple[str, ...] = ()  # "" free to all, else e.g. "home KHS" or "goal KHS"
    values: Mapping[str, int] = field(default_factory=dict)  # by colour of the phase, for red areas

    @property
    def earns(self) -> bool:
        return self.kind in EARNING


@dataclass(frozen=True, slots=True, order=True)
class Track:
    """A piece of track between two ends, and the gauges that may use it ("" is the only one)."""

    a: int
    b: int
    gauge: str = ""


@dataclass(frozen=True, eq=False)
class Tile:
    """A tile as it lies in the box, or what is printed on a hex of the board."""

    id: str
    colour: str
    stops: tuple[Stop, ...] = ()
    track: tuple[Track, ...] = ()
    label: str = ""
    count: int = 0
    unlimited: bool = False
    cost: int = 0  # what covering it costs
    hex: str = ""  # the only hex it belongs to
    border: str = ""  # the colour of its border, which stays the same
    source: str = "rules"
    upgrades: tuple[str, ...] | None = None  # the tiles that may cover it; None if its kind and label decide

    @cached_property
    def kind(self) -> str:
        """What must stay the same when the tile is covered: "plain", "town", "city", "red" ..."""
        kinds = sorted({stop.kind for stop in self.stops if stop.earns})
        return "+".join(kinds) or "plain"

    @cached_property
    def towns(self) -> int:
        return sum(stop.kind == "town" for stop in self.stops)

    @cached_property
    def faces(self) -> tuple[Face, ...]:
        """The tile in its six rotations."""
        return tuple(Face(self, turn) for turn in range(6))

    @cached_property
    def turns(self) -> tuple[Face, ...]:
        """For each of the six rotations the first one that looks the same."""
        seen: dict[tuple[Track, ...], Face] = {}
        return tuple(seen.setdefault(face.track, face) for face in self.faces)


def _turned(end: int, turn: int) -> int:
    return (end + turn) % 6 if end < STOP else end


class Face:
    """A tile turned clockwise by `turn` edges. Faces are made once and compared by identity."""

    def __init__(self, tile: Tile, turn: int) -> None:
        self.tile = tile
        self.turn = turn
        self.stops = tile.stops
        pieces = ((_turned(t.a, turn), _turned(t.b, turn), t.gauge) for t in tile.track)
        self.track = tuple(sorted(Track(min(a, b), max(a, b), gauge) for a, b, gauge in pieces))
        self.pairs = frozenset((t.a, t.b) for t in self.track)  # of ends that track joins
        ends: dict[int, list[tuple[int, str]]] = {}
        for t in self.track:
            ends.setdefault(t.a, []).append((t.b, t.gauge))
            ends.setdefault(t.b, []).append((t.a, t.gauge))
        self.beyond = {end: tuple(others) for end, others in ends.items()}  # end -> ends joined to it
        self.exits = sum(1 << edge for edge in range(6) if edge in ends)  # bit set of edges with track
        # the stops where a train can earn: those with track
        self.earning = tuple([i for i, stop in enumerate(self.stops) if stop.earns and STOP + i in ends])
        self.earners = tuple([(i, self.stops[i].kind) for i in self.earning])
        self._along = {"": self.beyond}

    def along(self, gauge: str) -> dict[int, tuple[tuple[int, str], ...]]:
        """The same as `beyond`, with only the track that a train of this gauge can use; "" is any gauge."""
        found = self._along.get(gauge)
        if found is None:
            fits = (gauge, "dual")
            usable = {end: tuple(o for o in others if o[1] in fits) for end, others in self.beyond.items()}
            found = self._along[gauge] = {end: others for end, others in usable.items() if others}
        return found

    def __str__(self) -> str:
        return f"{self.tile.id}.{self.turn}"

    def __repr__(self) -> str:
        return f"<{self}>"


def kept_track(old: Face, new: Face) -> bool:
    """Whether all track of the old face is on the new one, sides still joined to the stops they led to."""
    return stop_map(old, new) is not None


@lru_cache(maxsize=1 << 17)  # editions of a box come and go, each with faces of its own
def stop_map(old: Face, new: Face) -> tuple[int, ...] | None:
    """For each stop of the old face the stop that follows it; None if the old track is not kept.

    >>> city = Stop("city", 20, ("",))
    >>> straight = Tile("57", "yellow", (city,), (Track(0, 6), Track(3, 6)))
    >>> cross = Tile("14", "green", (city,), (Track(0, 6), Track(1, 6), Track(3, 6), Track(4, 6)))
    >>> [turn for turn in range(6) if kept_track(straight.faces[0], cross.faces[turn])]
    [0, 2, 3, 5]
    """
    follows: dict[int, int] = {}
    for piece in old.track:
        a, b = piece.a, piece.b
        if b < STOP:
            if not _still_joined(new, a, b, piece.gauge):
                return None
        elif a < STOP:
            found = [end for end, gauge in new.beyond.get(a, ()) if end >= STOP and _fits(piece.gauge, gauge)]
            if not found or follows.setdefault(b, found[0]) != found[0]:
                return None
    out = []
    for i in range(len(old.stops)):
        # a stop without track, as printed on an empty hex, becomes the one of the same number, or the only one
        follower = follows.get(STOP + i, STOP + min(i, len(new.stops) - 1))
        if follower < STOP:
            return None
        out.append(follower - STOP)
    return None if _run_together(old, new, out) else tuple(out)


def _run_together(old: Face, new: Face, follows: list[int]) -> bool:
    """Whether two cities or towns would become one, though the new face has room for each of them.

    >>> one, other = Stop("city", 40, ("",)), Stop("city", 40, ("",))
    >>> two = Tile("59", "green", (one, other), (Track(0, 6), Track(2, 7)))
    >>> apart = Tile("66", "brown", (one, other), (Track(0, 6), Track(3, 6), Track(1, 7), Track(2, 7)))
    >>> joined = Tile("64", "brown", (one, other), (Track(0, 6), Track(2, 6), Track(3, 7), Track(4, 7)))
    >>> kept_track(two.faces[0], apart.faces[0]), kept_track(two.faces[0], joined.faces[0])
    (True, False)
    """
    earning = [follows[i] for i, stop in enumerate(old.stops) if stop.earns]
    return len(set(earning)) < len(earning) <= sum(stop.earns for stop in new.stops)


def _still_joined(new: Face, a: int, b: int, gauge: str) -> bool:
    """Whether track on a new face joins two edges as old track did, directly or by a junction."""
    for end, name in new.beyond.get(a, ()):
        if not _fits(gauge, name):
            continue
        if end == b:
            return True
        if end >= STOP and new.stops[end - STOP].kind == "junction" and (b, name) in new.beyond[end]:
            return True
    return False


def _fits(old: str, new: str) -> bool:
    """Track keeps its gauge or becomes dual."""
    return new in (old, "dual")
