"""Routes found the slow way: a finger walks the track edge by edge and writes down every legal run.

It shares nothing with the route search. Boards and tiles are read from the data files, what lies on the board and
where stations stand from what everybody is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.judges.ground import Face, Ground

Place = tuple[str, int]  # hex, number of the stop there
Leg = tuple[Place, int, tuple[str, ...]]  # to where, the track used as bits, the hexes between


class TooMany(Exception):
    """So many routes that brute force would take too long."""


@dataclass(frozen=True)
class Reach:
    """How many stops a train has, and how many small towns beside; None is without limit."""

    stops: int | None
    towns: int | None

    @classmethod
    def read(cls, text: str) -> Reach:
        """As the cards print it: "3", "2+2", "any", "3+any"."""
        stops, _, towns = text.partition("+")
        if stops == "any":
            return cls(None, None)
        return cls(int(stops), None if towns == "any" else int(towns or 0))

    def allows(self, cities: int, towns: int) -> bool:
        if self.stops is None:
            return True
        return cities <= self.stops and (self.towns is None or cities + towns <= self.stops + self.towns)


@dataclass(frozen=True)
class Way:
    """A legal route: its stops in order and its track."""

    stops: tuple[Place, ...]
    track: int


@dataclass(frozen=True)
class Manners:
    """What titles rule differently."""

    hexes_once: bool = False  # a route comes to no hex twice, whatever the track
    towns_apart: bool = False  # both towns of one hex may be on a route
    cities_apart: bool = False  # both circles of a hex with two cities may be on a route
    apart: frozenset[frozenset[str]] = frozenset()  # hexes that are not both on one route
    passes: Callable[[str, Place], bool] = lambda company, place: (
        False
    )  # full cities that a company runs through


@dataclass
class Walker:
    """All routes on one position of a board."""

    ground: Ground
    tiles: Mapping[str, str]
    tokens: Mapping[str, Sequence[str]]  # by "hex.stop" the owners of its spaces, "" free
    manners: Manners
    patience: int
    _bits: dict[Any, int] = field(default_factory=dict)
    _legs: dict[tuple[Place, str], list[Leg]] = field(default_factory=dict)

    def face(self, hex: str) -> Face:
        return self.ground.face(hex, self.tiles.get(hex, ""))

    def places(self) -> Iterator[Place]:
        for hex in self.ground.hexes:
            face = self.face(hex)
            for number, halt in enumerate(face.halts):
                if halt.kind != "junction" and any(6 + number in piece[:2] for piece in face.pieces):
                    yield hex, number

    def kind(self, place: Place) -> str:
        return self.face(place[0]).halts[place[1]].kind

    def owners(self, place: Place) -> Sequence[str]:
        return self.tokens.get(f"{place[0]}.{place[1]}", ())

    # -- from one stop to the next ----------------------------------------------------------------

    def legs(self, place: Place, gauge: str) -> list[Leg]:
        if (place, gauge) not in self._legs:
            found: list[Leg] = []
            self._walk(place[0], 6 + place[1], 0, (), gauge, found)
            self._legs[place, gauge] = found
        return self._legs[place, gauge]

    def _walk(
        self, hex: str, at: int, used: int, between: tuple[str, ...], gauge: str, found: list[Leg]
    ) -> None:
        face = self.face(hex)
        for a, b, of in face.pieces:
            if at not in (a, b) or (gauge and of not in (gauge, "dual")):
                continue
            end = b if at == a else a
            if end < 6:
                self._cross(hex, end, used, between, gauge, found)
            else:
                track = used if at < 6 else used | self._bit((hex, *sorted((a, b))))
                if face.halts[end - 6].kind == "junction":
                    self._walk(hex, end, track, between, gauge, found)
                else:
                    found.append(((hex, end - 6), track, between))

    def _cross(
        self, hex: str, edge: int, used: int, between: tuple[str, ...], gauge: str, found: list[Leg]
    ) -> None:
        beyond = self.ground.across(hex, edge)
        if beyond is None:
            return
        bit = self._bit(frozenset(((hex, edge), beyond)))
        if not used & bit:
            other, entered = beyond
            self._walk(other, entered, used | bit, (*between, other), gauge, found)

    def _bit(self, what: Any) -> int:
        return 1 << self._bits.setdefault(what, len(self._bits))

    # -- routes -----------------------------------------------------------------------------------

    def routes(self, company: str, reach: Reach, gauge: str = "") -> list[Way]:
        """Every route of two or more stops with a station of the company, each written once."""
        self._company, self._reach, self._gauge = company, reach, gauge
        self._found: list[Way] = []
        self._steps = 0
        for start in self.places():
            self._extend((start,), 0, (start[0],))
        return self._found

    def _extend(self, stops: tuple[Place, ...], used: int, hexes: tuple[str, ...]) -> None:
        self._steps += 1
        if self._steps > self.patience:
            raise TooMany
        if len(stops) > 1:
            if stops[0] < stops[-1] and any(self._company in self.owners(stop) for stop in stops):
                self._found.append(Way(stops, used))
            if not self._runs_through(stops[-1]):
                return
        for to, track, between in self.legs(stops[-1], self._gauge):
            if used & track or not self._may_call(stops, to):
                continue
            after = (*hexes, *between)
            if self.manners.hexes_once and len(set(after)) < len(after):
                continue
            self._extend((*stops, to), used | track, after)

    def _runs_through(self, place: Place) -> bool:
        """Red areas are ends; so are cities full of others' stations."""
        if self.kind(place) == "red":
            return False
        owners = self.owners(place)
        hex = self.ground.hexes[place[0]]
        if not owners or "" in owners or self._company in owners or hex.get("never_blocks") in owners:
            return True
        return self.manners.passes(self._company, place)

    def _may_call(self, stops: tuple[Place, ...], to: Place) -> bool:
        for stop in stops:
            if stop == to or frozenset((stop[0], to[0])) in self.manners.apart:
                return False
            towns = self.kind(stop) == self.kind(to) == "town" and self.manners.towns_apart
            cities = self.kind(stop) == self.kind(to) == "city" and self.manners.cities_apart
            if stop[0] == to[0] and not towns and not cities:
                return False
        kinds = [self.kind(stop) for stop in (*stops, to)]
        towns_called = kinds.count("town")
        return self._reach.allows(len(kinds) - towns_called, towns_called)


# -- several trains ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Run:
    """A route for one train: what it earns by itself, and what a rule for all trains wants to know of it."""

    value: int
    track: int
    mark: int = 0


def best_together(
    trains: Sequence[Sequence[Run]], together: Callable[[Sequence[Run | None]], int], hope: int, patience: int
) -> int:
    """The most that runs without common track bring, one for each train or none.

    All sets of runs are tried but those that could not come up to the best so far, were all other trains to run
    their best and `together` to bring all one may hope for.
    """
    lists = []
    for runs in trains:
        dearest: dict[tuple[int, int], Run] = {}
        for run in runs:
            key = (run.track, run.mark)
            if key not in dearest or dearest[key].value < run.value:
                dearest[key] = run
        lists.append(sorted(dearest.values(), key=lambda run: -run.value))
    tops = [max((run.value for run in runs), default=0) for runs in lists]
    best, steps = 0, 0

    def choose(number: int, value: int, used: int, chosen: tuple[Run | None, ...]) -> None:
        nonlocal best, steps
        steps += 1
        if steps > patience:
            raise TooMany
        if number == len(lists):
            best = max(best, value + together(chosen))
            return
        rest = sum(tops[number + 1 :]) + hope
        for run in lists[number]:
            if value + run.value + rest <= best:
                break
            if not used & run.track:
                choose(number + 1, value + run.value, used | run.track, (*chosen, run))
        if value + rest > best:
            choose(number + 1, value, used, (*chosen, None))

    choose(0, 0, 0, ())
    return best
