"""The best routes of two trains, where they are too many to be written down.

The first train tries arm after arm. What the other can still earn beside an arm is soon found and shows mostly that
no route with this arm is part of a better set. Only where it is, the arms are tried that make a route with it.
"""

from __future__ import annotations

from collections.abc import Sequence

from kursbuch.rail.routes.arms import Arm, Growing
from kursbuch.rail.routes.extras import Load, Share
from kursbuch.rail.routes.fans import Choice, Fan, Pair
from kursbuch.rail.routes.needed import needed
from kursbuch.rail.routes.parts import FAR, Network, Route, Train, members
from kursbuch.rail.routes.steps import LONGEST, Onward, Outlook, Steps, room_of

MOST = 400_000  # steps, when more are too many
TURNS = 3  # in which each train looks for the best route beside the other's, to begin with

# A train with what it may take of the supplies
Laden = tuple[Train, Load | None]
# Those whose routes have the same arms, the links they run over, and for each station its arms
Grown = tuple[list[Laden], Steps, list[tuple[int, list[Arm]]]]


class Pairs:
    """Finds the best routes of two trains, if they earn more than `floor`.

    `shares` are all ways to share the supplies between them, and `alone` is for each of these what either train earns
    at most by itself. Empty if there is nothing to share, and if that is not known.

    >>> from kursbuch.rail.routes import Link, Reach
    >>> network = Network(3, (Link(0, 1, 0b001), Link(0, 1, 0b010), Link(1, 2, 0b100)), tokens=0b001)
    >>> trains = [Train(Reach(None, None), (10, 20, 50))] * 2
    >>> [route.stops for route in Pairs(network, trains, floor=0).best_routes()]
    [(2, 1, 0), (1, 0)]
    """

    def __init__(
        self,
        network: Network,
        trains: Sequence[Train],
        floor: int,
        shares: Sequence[Share] = (),
        alone: Sequence[Sequence[int]] = (),
        outlook: Outlook | None = None,
        most: int = FAR,
    ) -> None:
        self.network = network
        self.most = most  # arms, when more are too many
        self.trains = trains
        self.floor = floor
        self.shares = list(shares) or [(None, None)]
        self.alone = [list(both) for both in alone] or [[FAR, FAR] for _ in self.shares]
        self.outlook = outlook or Outlook(network)
        self.explored = 0
        self.found: list[Route] = []
        # what each arm of the one train leaves to the other
        self.beside: dict[tuple[int, int], list[int]] = {}

    def best_routes(self) -> list[Route] | None:
        """The routes of the trains in their order; none if they earn no more than the floor, None if there is too
        much to look at.
        """
        grown = self._grown()
        if grown is None:
            return None
        choices = self._choices(grown)
        ways: list[tuple[Choice, Choice]] = []
        for share, alone in zip(self.shares, self.alone, strict=True):
            one, other = choices[self.trains[0], share[0]], choices[self.trains[1], share[1]]
            if sum(alone) > self.floor and (other, one) not in ways:
                ways.append((one, other))
        for one, other in ways:
            self._begin(one, other)
        for one, other in ways:
            turned = other.many < one.many
            if not (self._try(other, one, True) if turned else self._try(one, other, False)):
                return None
        return self.found

    def _grown(self) -> list[Grown] | None:
        """The arms of all stations, for each kind of train and load; None if there are too many."""
        network = self.network
        left = self.most
        found: list[Grown] = []
        for alike, steps, onward in self._prepared():
            trains = [train for train, _ in alike]
            growing = Growing(network, trains, steps, left, onward, self._least(alike[0]))
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
            self.explored += left - growing.left
            left = growing.left
            found.append((alike, steps, arms))
        return found

    def _prepared(self) -> list[tuple[list[Laden], Steps, Onward | None]]:
        """The steps of each kind of train and, if it goes not too far, what it can earn beyond them, and so alone."""
        network, through = self.network, 0
        for train in self.trains:
            through |= network.through(train)
        masks = needed(network, network.links_near_stations(through))
        found: list[tuple[list[Laden], Steps, Onward | None]] = []
        ways: dict[int, Steps] = {}  # by gauge
        for alike in self._alike():
            train, load = alike[0]
            steps = ways.get(train.gauge)
            if steps is None:
                steps = ways[train.gauge] = Steps(network, train, masks)
            onward = self.outlook.of(train, load) if len(alike) == 1 else None
            if onward is not None:
                most = onward.alone()
                for share, alone in zip(self.shares, self.alone, strict=True):
                    for n in range(2):
                        if (self.trains[n], share[n]) == alike[0]:
                            alone[n] = min(alone[n], most)
            found.append((alike, steps, onward))
        return found

    def _least(self, laden: Laden) -> int:
        """What a route of this train with this load earns at least in a better set."""
        most = 0  # that the other earns
        for share, alone in zip(self.shares, self.alone, strict=True):
            for n in range(2):
                if (self.trains[n], share[n]) == laden:
                    most = max(most, alone[1 - n])
        return self.floor + 1 - most

    def _alike(self) -> list[list[Laden]]:
        """Those whose arms are grown at once: trains that differ in nothing but their loads and how far they go, if
        one goes so far that none of its arms is left out.
        """
        far = max([room_of(train) for train in self.trains]) > LONGEST
        alike: dict[tuple[tuple[int, ...], int, int], list[Laden]] = {}
        apart: list[list[Laden]] = []
        for laden in dict.fromkeys([(self.trains[n], share[n]) for share in self.shares for n in range(2)]):
            train = laden[0]
            if far:
                key = (train.values, train.gauge, self.network.through(train))
                alike.setdefault(key, []).append(laden)
            else:
                apart.append([laden])
        return apart or list(alike.values())

    def _choices(self, grown: list[Grown]) -> dict[Laden, Choice]:
        """What each kind of train can choose from with each load."""
        choices: dict[Laden, Choice] = {}
        for alike, steps, arms in grown:
            fans: dict[Load | None, list[Fan]] = {}
            for train, load in alike:
                if load not in fans:
                    fans[load] = [
                        Fan(self.network, train, steps, station, own, load) for station, own in arms
                    ]
                choices[train, load] = Choice(fans[load], train)
        return choices

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
