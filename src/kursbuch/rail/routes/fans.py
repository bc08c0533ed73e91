"""What a train can choose from: the arms of its routes by the station they begin at.

The arms of a station have numbers, the dearest first, and sets of them are bit sets over these numbers: the best arm
that goes with what is chosen already is found by a few operations.
"""

from __future__ import annotations

from collections.abc import Sequence

from kursbuch.rail.routes.arms import Arm, telling
from kursbuch.rail.routes.extras import Load
from kursbuch.rail.routes.parts import FAR, HOME, Network, Route, Train, as_searched, members
from kursbuch.rail.routes.steps import Steps, cities_of, room_of


class Fan:
    """The arms of one station, the dearest first, with what their ends earn by the load of the train.

    Where only one end of a route earns by the load, an arm that ends there is among them twice, `loaded` and without.
    """

    def __init__(
        self,
        network: Network,
        train: Train,
        steps: Steps,
        station: int,
        arms: list[Arm],
        load: Load | None,
    ) -> None:
        self.network = network
        self.steps = steps
        self.station = station
        self.load = load
        self.is_city = 0 if network.towns >> station & 1 else 1
        self.value = train.values[station]
        self.turns = network.through(train) >> station & 1 == 1
        worth = self._with_load(arms, load)
        self.worth = [value for value, _, _ in worth]
        self.arms = [arm for _, arm, _ in worth]
        self.loaded = 0
        self.by_way = 0  # those with a stop that the load must come by, without a load all
        via = load.via if load else 0
        for number, (_, arm, loaded) in enumerate(worth):
            self.loaded |= loaded << number
            if not via or (arm[0] | 1 << station) & via:
                self.by_way |= 1 << number
        self.all = (1 << len(self.arms)) - 1
        self.bare = sum([1 << number for number, arm in enumerate(self.arms) if not arm[4]])  # of no steps
        self.over = self._over()  # for each step the arms that take it
        self.shut: list[int] = []  # for each step the arms that do not go with it on one route
        self.clashes: dict[int, int] = {}  # for each link the arms that run over some of its track
        self.sizes: dict[tuple[int, int], int] = {}  # the arms by their cities and stops
        for number, arm in enumerate(self.arms):
            size = (arm[3], arm[4])
            self.sizes[size] = self.sizes.get(size, 0) | 1 << number
        self._see_what_clashes()

    def _with_load(self, arms: list[Arm], load: Load | None) -> list[tuple[int, Arm, bool]]:
        """What arms earn, the dearest first, and whether that is by a load of which only one end earns."""
        if load is None:
            worth = [(arm[2], arm, False) for arm in telling(arms, self.steps, ())]
        else:
            at_end = load.at_end
            ending = [(at_end[self._tip(arm)], arm) for arm in telling(arms, self.steps, at_end)]
            if load.both:
                worth = [(arm[2] + bonus, arm, False) for bonus, arm in ending]
            else:
                worth = [(arm[2] + bonus, arm, True) for bonus, arm in ending if bonus]
                worth += [(arm[2], arm, False) for arm in telling(arms, self.steps, ())]
        worth.sort(key=lambda found: -found[0])
        return worth

    def _tip(self, arm: Arm) -> int:
        return self.steps.to[arm[5][-1]] if arm[5] else self.station

    def _over(self) -> list[int]:
        rows = [bytearray(len(self.arms) // 8 + 1) for _ in self.steps.links]
        for number, arm in enumerate(self.arms):
            byte, bit = number >> 3, 1 << (number & 7)
            for step in arm[5]:
                rows[step][byte] |= bit
        return [int.from_bytes(row, "little") for row in rows]

    def _see_what_clashes(self) -> None:
        """Add up which arms take each piece of track or hex and come to each stop."""
        steps, exclude = self.steps, self.network.exclude
        at: dict[int, int] = {}
        taking: dict[int, int] = {}  # for each piece of track, or hex
        for step, over in enumerate(self.over):
            if over:
                to = steps.to[step]
                at[to] = at.get(to, 0) | over
                for piece in members(steps.taken[step]):
                    taking[piece] = taking.get(piece, 0) | over
        for step, over in enumerate(self.over):
            clash = 0
            if over:
                to = steps.to[step]
                for stop in members(exclude[to] | 1 << to):
                    clash |= at.get(stop, 0)
                for piece in members(steps.taken[step]):
                    clash |= taking[piece]
            self.shut.append(clash)
        for link, mask in steps.masks.items():
            clash = 0
            for piece in members(mask):
                clash |= taking.get(piece, 0)
            self.clashes[link] = clash

    def partners(self, number: int) -> int:
        """The arms no dearer than this one that make a route with it, however far."""
        steps = self.arms[number][5]
        fitting = self.all
        if not steps:
            fitting = ~self.bare & self.all
        elif not self.turns:
            fitting = self.bare
        else:
            for step in steps:
                fitting &= ~self.shut[step]
        if self.loaded >> number & 1:
            fitting &= ~self.loaded
            if not self.by_way >> number & 1:
                fitting &= self.by_way
        elif not self.by_way >> number & 1:
            fitting &= ~self.loaded | self.by_way
        return fitting >> number + 1 << number + 1

    def clear_of(self, links: Sequence[int]) -> int:
        """The arms that share no track with these links."""
        clash = 0
        for link in links:
            clash |= self.clashes[link]
        return self.all & ~clash

    def within(self, cities: int, stops: int) -> int:
        """The arms that have no more cities, the station counted, and stops than that."""
        found = 0
        for size, arms in self.sizes.items():
            if size[0] <= cities and size[1] <= stops:
                found |= arms
        return found

    def uses(self, stops: Sequence[int], number: int, other: int) -> tuple[int, ...]:
        """What a route of two arms takes of the supplies."""
        load = self.load
        if load is None:
            return ()
        if load.both:
            return load.uses if load.at_end[stops[0]] + load.at_end[stops[-1]] else ()
        return load.uses if self.loaded >> number & 1 or self.loaded >> other & 1 else ()


Pair = tuple[Fan, int, int]  # a route: the fan of its station, and the numbers of its arms


class Choice:
    """What one train can choose from: the fans of all its stations, as far as it goes."""

    def __init__(self, fans: list[Fan], train: Train) -> None:
        self.fans = fans
        self.train = train
        self.explored = 0
        self.cities = cities_of(train)
        self.stops = room_of(train) - 1  # beside the station
        self.limited = self.cities < FAR or self.stops < FAR - 1
        self.everything = [fan.within(self.cities, self.stops) if self.limited else fan.all for fan in fans]
        self.many = sum([len(fan.arms) for fan in fans])
        self._partners = [[-1] * len(fan.arms) for fan in fans]
        self._within: list[dict[tuple[int, int], int]] = [{} for _ in fans]

    def partners(self, n: int, number: int) -> int:
        """The arms of a fan no dearer than this one that make a route with it."""
        found = self._partners[n][number]
        if found < 0:
            fan = self.fans[n]
            found = fan.partners(number)
            if self.limited:
                arm = fan.arms[number]
                known = self._within[n].get((arm[3], arm[4]))
                if known is None:
                    # the station counts with either arm
                    known = fan.within(self.cities - arm[3] + fan.is_city, self.stops - arm[4])
                    self._within[n][arm[3], arm[4]] = known
                found &= known
            self._partners[n][number] = found
        return found

    def best(self, allowed: Sequence[int], floor: int) -> tuple[int, Pair | None]:
        """The best route of allowed arms and what it earns, if that is more than `floor`; else the floor."""
        best: Pair | None = None
        for n, fan in enumerate(self.fans):
            rest = allowed[n]
            if not rest:
                continue
            worth, known = fan.worth, self._partners[n]
            number = (rest & -rest).bit_length() - 1
            while True:
                rest &= rest - 1
                if not rest:
                    break
                following = (rest & -rest).bit_length() - 1
                value = fan.value + worth[number]
                if value + worth[following] <= floor:
                    break
                self.explored += 1
                fitting = known[number]
                if fitting < 0:
                    fitting = self.partners(n, number)
                fitting &= rest
                if fitting:
                    other = (fitting & -fitting).bit_length() - 1
                    if value + worth[other] > floor:
                        floor = value + worth[other]
                        best = (fan, number, other)
                number = following
        return floor, best

    def clear_of(self, fan: Fan, number: int) -> list[int]:
        """For each fan the arms that share no track with an arm of another train."""
        links = [fan.steps.links[step] for step in fan.arms[number][5]]
        left: list[int] = []
        for arms, own in zip(self.everything, self.fans, strict=True):
            left.append(arms & own.clear_of(links))
        return left

    def beside(self, pair: Pair | None) -> list[int]:
        """The same for a route of another train."""
        if pair is None:
            return self.everything
        fan, number, other = pair
        both = zip(self.clear_of(fan, number), self.clear_of(fan, other), strict=True)
        return [one & two for one, two in both]

    def route(self, pair: Pair | None) -> Route:
        """The route that a pair of arms makes; none is staying at home."""
        if pair is None:
            return HOME
        fan, number, other = pair
        steps = fan.steps
        back, on = fan.arms[number][5][::-1], fan.arms[other][5]
        stops = (*[steps.to[step] for step in back], fan.station, *[steps.to[step] for step in on])
        links = tuple([steps.links[step] for step in (*back, *on)])
        if not as_searched(fan.network, stops, links):
            stops, links = stops[::-1], links[::-1]
        mask = 0
        for link in links:
            mask |= fan.network.links[link].mask
        value = fan.value + fan.worth[number] + fan.worth[other]
        return Route(stops, links, mask, fan.uses(stops, number, other), value)
