"""The arms of routes: ways outwards from a station. Two of them, or one alone, make a route through that station.

Where routes are many, arms are few: the number of routes grows with their square.
"""

from __future__ import annotations

from collections.abc import Sequence

from kursbuch.rail.routes.parts import FAR, Network, Train

# An arm: its stops but the station, track and hexes it takes up, what its stops earn, its cities with the station,
# its stops without it, its steps outwards
Arm = tuple[int, int, int, int, int, tuple[int, ...]]


class Steps:
    """The links that a train may run over, from either end; `masks` is the track of each that matters."""

    __slots__ = ("links", "masks", "taken", "to", "ways")

    def __init__(self, network: Network, train: Train, masks: dict[int, int]) -> None:
        self.masks = masks
        self.links: list[int] = []
        self.to: list[int] = []
        self.taken: list[int] = []  # track and hexes
        self.ways: list[
            list[tuple[int, int, int, int]]
        ] = []  # from each stop: step, the stop beyond, its bit, taken
        shift = network.hex_shift
        for way in network.ways:
            out: list[tuple[int, int, int, int]] = []
            for link, to, taken in way:
                mask = masks.get(link)
                if mask is not None and train.runs_on(network.links[link]):
                    mask |= taken >> shift << shift
                    out.append((len(self.links), to, 1 << to, mask))
                    self.links.append(link)
                    self.to.append(to)
                    self.taken.append(mask)
            self.ways.append(out)


class Growing:
    """Finds the arms from one station after the other, those of later ones without the earlier stations.

    The trains differ in nothing but how far they go; `many` tells that there are more than `most` arms.
    """

    def __init__(self, network: Network, trains: Sequence[Train], steps: Steps, most: int) -> None:
        self.network = network
        self.train = train = trains[0]
        self.steps = steps
        self.cities = max([cities_of(train) for train in trains])
        self.room = max([room_of(train) for train in trains])
        self.left = most
        self.through = network.through(train)
        self.arms: list[Arm] = []

    @property
    def many(self) -> bool:
        return self.left < 0

    def from_station(self, station: int, done: int) -> list[Arm]:
        """All arms, with one of no steps among them; none where a route could not even begin."""
        self.arms = []
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
        stops += 1
        if stops >= self.room or self.left < 0:
            return
        for step, to, bit, taken in self.steps.ways[tip]:
            if bit & closed or taken & used:
                continue
            more = cities if towns & bit else cities + 1
            if more > self.cities:
                continue
            self.left -= 1
            worth = value + values[to]
            on = (*steps, step)
            self.arms.append((visited | bit, used | taken, worth, more, stops, on))
            if self.through & bit:
                self._grow(
                    to, visited | bit, closed | bit | exclude[to], used | taken, worth, more, stops, on
                )


def cities_of(train: Train) -> int:
    """How many cities a train reaches, or `FAR`."""
    return FAR if train.reach.stops is None else train.reach.stops


def room_of(train: Train) -> int:
    """How many stops of any kind a train reaches, or `FAR`."""
    stops, towns = train.reach.stops, train.reach.towns
    return FAR if stops is None or towns is None else stops + towns


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
