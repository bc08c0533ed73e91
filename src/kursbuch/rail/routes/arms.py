"""The arms of routes: ways outwards from a station. Two of them, or one alone, make a route through that station.

Where routes are many, arms are few: the number of routes grows with their square.
"""

from __future__ import annotations

from collections.abc import Sequence

from kursbuch.rail.routes.parts import Network, Train
from kursbuch.rail.routes.steps import Onward, Steps, cities_of, room_of

# An arm: its stops but the station, track and hexes it takes up, what its stops earn, its cities with the station,
# its stops without it, its steps outwards
Arm = tuple[int, int, int, int, int, tuple[int, ...]]


class Growing:
    """Finds the arms from one station after the other, those of later ones without the earlier stations.

    The trains differ in nothing but how far they go. Only those arms are looked for that can be part of a route which
    earns at least so much, as far as `onward` can tell;
    `many` tells that there are more than `most` of them.
    """

    def __init__(
        self,
        network: Network,
        trains: Sequence[Train],
        steps: Steps,
        most: int,
        onward: Onward | None = None,
        least: int = 0,
    ) -> None:
        self.network = network
        self.train = train = trains[0]
        self.steps = steps
        self.cities = max([cities_of(train) for train in trains])
        self.room = max([room_of(train) for train in trains])
        self.left = most
        self.onward = onward
        self.least = least
        self.station = 0
        self.wanted = 0  # of what is beside the station
        self.through = network.through(train)
        self.arms: list[Arm] = []

    @property
    def many(self) -> bool:
        return self.left < 0

    def from_station(self, station: int, done: int) -> list[Arm]:
        """All arms, with one of no steps among them; none where a route could not even begin."""
        self.arms = []
        self.station = station
        self.wanted = self.least - self.train.values[station]
        own = 0 if self.network.towns >> station & 1 else 1
        if own <= self.cities:
            closed = done | 1 << station | self.network.exclude[station]
            used = self.network.taken_at(station)
            self.arms.append((0, 0, 0, 0, 0, ()))
            self._grow(station, 0, closed, used, 0, own, 0, ())
        return self.arms

    def _grow(
        self, tip: int, visited: int, closed: int, used: int, value: int, cities: int, stops: int,
        steps: tuple[int, ...],
    ) -> None:  # fmt: skip
        """Go on from the tip of an arm; `cities` counts the station, `stops` does not."""
        towns, values, exclude = self.network.towns, self.train.values, self.network.exclude
        onward, numbers = self.onward, self.steps.numbers
        stops += 1
        if stops >= self.room or self.left < 0:
            return
        for step, to, bit, taken in self.steps.ways[tip]:
            if bit & closed or taken & used:
                continue
            more = cities if towns & bit else cities + 1
            if more > self.cities:
                continue
            worth = value + values[to]
            if onward is not None:
                further = onward.both_ways(numbers[step], self.station, self.room - 1 - stops)
                if worth + further < self.wanted:
                    continue
            self.left -= 1
            on = (*steps, step)
            self.arms.append((visited | bit, used | taken, worth, more, stops, on))
            if self.through & bit:
                self._grow(
                    to, visited | bit, closed | bit | exclude[to], used | taken, worth, more, stops, on
                )


def telling(arms: list[Arm], steps: Steps, at_end: Sequence[int]) -> list[Arm]:
    """Without those for which another to the same stops may always be taken: it takes no track that they do not."""
    alike: dict[tuple[int, int], list[Arm]] = {}
    for arm in arms:
        end = at_end[steps.to[arm[5][-1]]] if at_end and arm[5] else 0
        alike.setdefault((arm[0], end), []).append(arm)
    kept: list[Arm] = []
    for some in alike.values():
        if len(some) == 1:
            kept.append(some[0])
            continue
        some.sort(key=lambda arm: arm[1].bit_count())
        taken: list[int] = []
        for arm in some:
            used = arm[1]
            if not any([other & ~used == 0 for other in taken]):
                taken.append(used)
                kept.append(arm)
    return kept
