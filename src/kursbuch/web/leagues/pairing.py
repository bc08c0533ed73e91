"""Who plays whom, and in which seat: old opponents as seldom as can be, everybody in every seat alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations, permutations
from random import Random

AGAIN = 100  # what it costs to meet once more, beside one place of distance in the standings
NEVER = 10**6  # what it costs to meet somebody who does not want to
TRIES = 4000  # exchanges that are tried


@dataclass(frozen=True, slots=True)
class Past:
    """What has been: tables in the order of their seats, and who has sat out how often."""

    tables: Sequence[Sequence[int]] = ()
    out: Mapping[int, int] = field(default_factory=dict)

    def met(self) -> Counter[frozenset[int]]:
        """How often two have met."""
        return Counter(frozenset(pair) for table in self.tables for pair in combinations(table, 2))

    def sat(self) -> Counter[tuple[int, int]]:
        """How often a person has sat in a seat."""
        return Counter((person, seat) for table in self.tables for seat, person in enumerate(table))


@dataclass(frozen=True, slots=True)
class Round:
    """The tables of a round in the order of their seats, and who sits out."""

    tables: list[list[int]]
    out: list[int]


def sizes(people: int, wanted: int, allowed: Collection[int]) -> list[int]:
    """How many sit at each table: as few as can be sit out, then as many tables as can be are of the wanted size.

    >>> sizes(10, 4, range(3, 5)), sizes(5, 4, range(4, 5)), sizes(1, 2, range(2, 5))
    ([4, 3, 3], [4], [])
    """

    @cache
    def best(left: int) -> tuple[int, int, tuple[int, ...]]:
        """Who sits out, how far the tables are from what is wanted, and the tables."""
        found: tuple[int, int, tuple[int, ...]] = (left, 0, ())
        for size in sorted(allowed, key=lambda size: (abs(size - wanted), -size)):
            if size <= left:
                out, far, rest = best(left - size)
                found = min(found, (out, far + (size - wanted) ** 2, tuple(sorted((size, *rest))[::-1])))
        return found

    return list(best(people)[2])


def paired(
    people: Sequence[int],
    wanted: int,
    allowed: Collection[int],
    past: Past,
    rng: Random,
    apart: Collection[frozenset[int]] = (),
) -> Round:
    """A round for these people, the best in the standings first.

    Who has sat out least, and of these who stands last, sits out. Those meet who have met least, and of these those
    who stand close to each other. `apart` are pairs that do not want to meet.

    >>> paired([1, 2, 3, 4], 2, [2], Past([[1, 2], [3, 4]]), Random(1)).out
    []
    """
    shape = sizes(len(people), wanted, allowed)
    place = {person: number for number, person in enumerate(people)}
    resting = sorted(people, key=lambda p: (past.out.get(p, 0), -place[p]))[: len(people) - sum(shape)]
    playing = [person for person in people if person not in resting]
    groups: list[list[int]] = []
    for size in shape:
        groups.append(playing[:size])
        playing = playing[size:]
    groups = _exchanged(groups, past.met(), place, frozenset(apart), rng)
    sat = past.sat()
    return Round([_seated(group, sat, rng) for group in groups], resting)


def _exchanged(
    groups: list[list[int]],
    met: Counter[frozenset[int]],
    place: Mapping[int, int],
    apart: frozenset[frozenset[int]],
    rng: Random,
) -> list[list[int]]:
    """The groups after exchanging people as long as that makes them better."""

    def cost(group: Sequence[int]) -> int:
        return sum(
            AGAIN * (2 * met[pair] + 1) * met[pair] + abs(place[a] - place[b]) + NEVER * (pair in apart)
            for a, b in combinations(group, 2)
            if (pair := frozenset((a, b)))
        )

    if len(groups) < 2:
        return groups
    for _ in range(TRIES):
        one, other = rng.sample(range(len(groups)), 2)
        a, b = rng.randrange(len(groups[one])), rng.randrange(len(groups[other]))
        before = cost(groups[one]) + cost(groups[other])
        groups[one][a], groups[other][b] = groups[other][b], groups[one][a]
        if cost(groups[one]) + cost(groups[other]) > before:
            groups[one][a], groups[other][b] = groups[other][b], groups[one][a]
    return groups


def _seated(group: Sequence[int], sat: Counter[tuple[int, int]], rng: Random) -> list[int]:
    """A group in the order of its seats: everybody where they have sat least; chance decides among equals."""
    mixed = rng.sample(list(group), len(group))
    best = min(
        permutations(mixed), key=lambda order: sum(sat[p, n] ** 2 + sat[p, n] for n, p in enumerate(order))
    )
    return list(best)
