"""The best routes of two trains, where they are too many to be written down.

The first train tries arm after arm. What the other can still earn beside an arm is soon found and shows mostly that
no route with this arm is part of a better set. Only where it is, the arms are tried that make a route with it.
"""

from __future__ import annotations

from collections.abc import Sequence

from kursbuch.rail.routes.arms import Arm, Growing, Steps
from kursbuch.rail.routes.fans import Choice, Fan, Pair
from kursbuch.rail.routes.needed import needed
from kursbuch.rail.routes.parts import Network, Route, Train, members

ARMS = 12_000  # when more are too many
MOST = 400_000  # steps, when more are too many
TURNS = 3  # in which each train looks for the best route beside the other's, to begin with

# Trains that differ in nothing but how far they go, the links they run over, and for each station its arms
Grown = tuple[list[Train], Steps, list[tuple[int, list[Arm]]]]


class Pairs:
    """Finds the best routes of two trains, if they earn more than `floor`.

    `at_end` is what the two ends of a route earn besides, for each stop; one of the trains has that. Empty if none.

    >>> from kursbuch.rail.routes import Link, Reach
    >>> network = Network(3, (Link(0, 1, 0b001), Link(0, 1, 0b010), Link(1, 2, 0b100)), tokens=0b001)
    >>> trains = [Train(Reach(None, None), (10, 20, 50))] * 2
    >>> [route.stops for route in Pairs(network, trains, floor=0).best_routes()]
    [(2, 1, 0), (1, 0)]
    """

    def __init__(
        self, network: Network, trains: Sequence[Train], floor: int, at_end: Sequence[int] = ()
    ) -> None:
        self.network = network
        self.trains = trains
        self.floor = floor
        self.at_end = at_end
        self.explored = 0
        self.found: list[Route] = []
        self.beside: dict[
            tuple[int, int], list[int]
        ] = {}  # what each arm of the one train leaves to the other

    def best_routes(self) -> list[Route] | None:
        """The routes of the trains in their order; none if they earn no more than the floor, None if there is too
        much to look at.
        """
        grown = self._grown()
        if grown is None:
            return None
        plain = self._choices(grown, ())
        ways = [(plain[0], plain[-1])]
        if any(self.at_end):
            ending = self._choices(grown, self.at_end)
            ways = [(ending[0], plain[-1])]
            if len(plain) > 1:
                ways.append((plain[0], ending[1]))
        for one, other in ways:
            self._begin(one, other)
        for one, other in ways:
            turned = other.many < one.many
            if not (self._try(other, one, True) if turned else self._try(one, other, False)):
                return None
        return self.found

    def _grown(self) -> list[Grown] | None:
        """The arms of all stations, for trains that differ in nothing but how far they go at once; None if there are
        too many.
        """
        network, through = self.network, 0
        alike: dict[tuple[tuple[int, ...], int, int], list[Train]] = {}
        for train in dict.fromkeys(self.trains):
            passes = network.through(train)
            through |= passes
            alike.setdefault((train.values, train.gauge, passes), []).append(train)
        masks = needed(network, network.links_near_stations(through))
        found: list[Grown] = []
        for trains in alike.values():
            steps = Steps(network, trains[0], masks)
            growing = Growing(network, trains, steps, ARMS)
            arms: list[tuple[int, list[Arm]]] = []
            done = 0
            # first the stations where most track meets: the others then have fewer arms
            for station in sorted(members(network.tokens), key=lambda stop: -len(steps.ways[stop])):
                own = growing.from_station(station, done)
                if growing.many:
                    return None
                if len(own) > 1:
                    arms.append((station, own))
                done |= 1 << station
            self.explored += ARMS - growing.left
            found.append((trains, steps, arms))
        return found

    def _choices(self, grown: list[Grown], at_end: Sequence[int]) -> list[Choice]:
        """What each kind of train can choose from, in the order of the trains."""
        choices: dict[Train, Choice] = {}
        for trains, steps, arms in grown:
            fans = [Fan(self.network, trains[0], steps, station, own, at_end) for station, own in arms]
            for train in trains:
                choices[train] = Choice(fans, train)
        return [choices[train] for train in dict.fromkeys(self.trains)]

    def _begin(self, one: Choice, other: Choice) -> None:
        """Each train in turn takes what is best beside the other: mostly a good set to begin with."""
        value, mine = one.best(one.everything, 0)
        self._note(value, one, mine, other, None)
        for _ in range(TURNS):
            earned, theirs = other.best(other.beside(mine), 0)
            self._note(value + earned, one, mine, other, theirs)
            value, mine = one.best(one.beside(theirs), 0)
            self._note(value + earned, one, mine, other, theirs)
        if one is not other:
            earned, theirs = other.best(other.everything, 0)
            value, mine = one.best(one.beside(theirs), 0)
            self._note(value + earned, one, mine, other, theirs)

    def _note(self, value: int, one: Choice, mine: Pair | None, other: Choice, theirs: Pair | None) -> None:
        """Keep a set of routes if it is better than the best known."""
        if value > self.floor:
            self.floor = value
            self.found = [one.route(mine), other.route(theirs)]

    def _try(self, one: Choice, other: Choice, turned: bool) -> bool:
        """Look at all sets that may be better than the best known; False if there are too many."""
        best_of_other, _ = other.best(other.everything, 0)
        same = one is other  # then the one that comes first here earns no less
        self.beside = {}
        for n, fan in enumerate(one.fans):
            worth = fan.worth
            for arm in members(one.everything[n]):
                value = fan.value + worth[arm]
                if not self._may_do(value + worth[arm], best_of_other, same):
                    break
                partners = one.partners(n, arm) & one.everything[n]
                if not partners:
                    continue
                most = value + worth[(partners & -partners).bit_length() - 1]
                if not self._may_do(most, best_of_other, same):
                    continue
                left = self._left(one, other, n, arm)
                best_beside, theirs = other.best(left, self.floor - most)
                if theirs is None:
                    continue
                while partners:
                    partner = (partners & -partners).bit_length() - 1
                    partners &= partners - 1
                    both = value + worth[partner]
                    if not self._may_do(both, best_beside, same):
                        break
                    beside = self._left(one, other, n, partner)
                    allowed = [mine & yours for mine, yours in zip(left, beside, strict=True)]
                    earned, theirs = other.best(allowed, self.floor - both)
                    if theirs is not None:
                        mine = (fan, arm, partner)
                        if turned:
                            self._note(both + earned, other, theirs, one, mine)
                        else:
                            self._note(both + earned, one, mine, other, theirs)
                if one.explored + other.explored > MOST:
                    return False
        return True

    def _may_do(self, mine: int, theirs: int, same: bool) -> bool:
        return mine + theirs > self.floor and not (same and 2 * mine <= self.floor)

    def _left(self, one: Choice, other: Choice, n: int, arm: int) -> list[int]:
        """The arms that the other train has left beside this arm."""
        left = self.beside.get((n, arm))
        if left is None:
            left = self.beside[n, arm] = other.clear_of(one.fans[n], arm)
        return left
