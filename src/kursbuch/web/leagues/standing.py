"""The standings of a league: points by places, and what decides among equals."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

SITTING_OUT = 0.5  # points for a round in which somebody found no table


@dataclass(frozen=True, slots=True)
class Came:
    """How somebody came out of a table."""

    person: int | None  # None: nobody of the league, such as a bot
    place: int
    worth: int


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the standings."""

    rank: int
    person: int
    points: float
    wins: int
    share: float  # of the worth at their tables, against an equal share, on average
    opponents: float  # points of those whom they have met
    played: int


def points(places: Sequence[int]) -> list[float]:
    """What places at a table are worth: the first 1, the last 0, the others between; who shares a place shares.

    >>> points([1, 2, 3]), points([1, 1, 3]), points([1])
    ([1.0, 0.5, 0.0], [0.75, 0.75, 0.0], [1.0])
    """
    if len(places) < 2:
        return [1.0] * len(places)
    out = []
    for place in places:
        shared = places.count(place)
        middle = place + (shared - 1) / 2
        out.append((len(places) - middle) / (len(places) - 1))
    return out


def standings(
    people: Sequence[int],
    tables: Sequence[Sequence[Came]],
    out: Mapping[int, int],
) -> list[Line]:
    """Everybody in order: points, then games won, then the share of the worth, then the points of opponents.

    `tables` are the finished ones, with how all came out of each; `out` is how often somebody sat out.

    >>> lines = standings([1, 2, 3], [[Came(1, 2, 50), Came(2, 1, 150)]], {3: 1})
    >>> [(line.rank, line.person, line.points) for line in lines]
    [(1, 2, 1.0), (2, 3, 0.5), (3, 1, 0.0)]
    """
    got: dict[int, float] = defaultdict(float)
    wins: dict[int, int] = defaultdict(int)
    shares: dict[int, list[float]] = defaultdict(list)
    for table in tables:
        whole = sum(max(0, came.worth) for came in table)
        for came, point in zip(table, points([came.place for came in table]), strict=True):
            if came.person is not None:
                got[came.person] += point
                wins[came.person] += came.place == 1
                share = len(table) * max(0, came.worth) / whole if whole else 1.0
                shares[came.person].append(share)
    for person, times in out.items():
        got[person] += SITTING_OUT * times
    met: dict[int, float] = defaultdict(float)
    for table in tables:
        there = [came.person for came in table if came.person is not None]
        for person in there:
            met[person] += sum(got[other] for other in there if other != person)

    def merit(person: int) -> tuple[float, int, float, float]:
        own = shares[person]
        share = sum(own) / len(own) if own else 0.0
        return round(got[person], 6), wins[person], round(share, 6), round(met[person], 6)

    merits = {person: merit(person) for person in people}
    lines = []
    for person in sorted(people, key=lambda p: merits[p], reverse=True):
        rank = 1 + sum(merits[other] > merits[person] for other in people)
        lines.append(Line(rank, person, *merits[person], len(shares[person])))
    return lines
