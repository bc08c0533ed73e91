"""The ground that the routes of one train are searched on: links, what they leave after tolls, what is still to hope.

The bounds in here are what makes the search in `route_search` short: no branch is followed that could not beat the
best route known even with the best stops still in reach. All sums are in small change.
"""

from __future__ import annotations

from kursbuch.rail.routes.extras import Extras
from kursbuch.rail.routes.parts import CHANGE, FAR, Network, Tolls, Train, members
from kursbuch.rail.routes.steps import Onward, Outlook

# link, the stop beyond, its bit, track and hexes taken up, what it leaves
Step = tuple[int, int, int, int, int]
# what stops are worth, which are worth it, and which of them are cities that end a route
Level = tuple[int, int, int]
# stops in reach, cities and stops there is room for, open ends of the route
Asked = tuple[int, int, int, int]
# no more can be added by these stops, and by one less of them
Promise = tuple[int, int]
# ways from each stop, stops to run through, the stops next to each, the dearest stops first, what is promised
Plan = tuple[list[list[Step]], int, list[int], list[Level], dict[Asked, Promise]]


class Ground:
    """The links that a kind of train may run over, under changing tolls or with track barred."""

    def __init__(
        self, network: Network, train: Train, number: int, extras: Extras | None, outlook: Outlook | None
    ) -> None:
        self.network = network
        self.outlook = outlook or Outlook(network)
        self.train = train
        self.number = number
        self.extras = extras
        self.at_most = extras.at_most * CHANGE if extras else 0
        if extras and extras.hope:
            self.at_most = min(self.at_most, extras.hope(number, -1, -1, -1) * CHANGE)
        self.towns = network.towns
        reach = train.reach
        self.cities_in_reach = FAR if reach.stops is None else reach.stops
        self.stops_in_reach = FAR
        if reach.stops is not None and reach.towns is not None:
            self.stops_in_reach = reach.stops + reach.towns
        through = network.through(train)
        self.near = network.near_stations(through)
        self.stops_near = members(self.near)
        left = self.near & (through | network.tokens)  # stops that a route may leave
        self.every_way = [
            [
                (link, to, taken, train.values[to] * CHANGE)
                for link, to, taken in way
                if train.runs_on(network.links[link])
            ]
            if left >> stop & 1
            else []
            for stop, way in enumerate(network.ways)
        ]
        assert network.laid is not None
        self.local, self.shared = network.laid.around()
        self.no_tolls = Tolls([0] * len(network.links), [0] * len(extras.supplies if extras else ()))
        # what changes from search to search
        self.tolls = self.no_tolls
        self.plan: Plan | None = None  # without tolls and with nothing barred
        self.ways: list[list[Step]] = []
        self.through = 0
        self.next_to: list[int] = []
        self.dearest: list[Level] = []
        self.promises: dict[Asked, Promise] = {}
        self.onward: Onward | None = None

    def look_onward(self) -> None:
        """Work out what can be earned beyond each step, where that tells anything."""
        load = self.extras.most_of(self.number) if self.extras else None
        if load is not None or not self.at_most:
            self.onward = self.outlook.of(self.train, load)

    def open_ways(self, barred: int) -> None:
        """Lay out the links that are left, and find the stops where a route can only end."""
        if barred or self.tolls is not self.no_tolls:
            plan = self._laid_out(barred)
        else:
            if self.plan is None:
                self.plan = self._laid_out(0)
            plan = self.plan
        self.ways, self.through, self.next_to, self.dearest, self.promises = plan

    def _laid_out(self, barred: int) -> Plan:
        network = self.network
        ways: list[list[Step]] = []
        next_to = [0] * network.stops
        through = network.through(self.train) & ((1 << network.stops) - 1)
        any_track = (1 << network.hex_shift) - 1
        link_tolls = self.tolls.links
        worth = [0] * network.stops  # the most that coming to a stop leaves after the toll
        for stop, every_way in enumerate(self.every_way):
            way = []
            near = 0
            common = any_track
            for link, to, taken, value in every_way:
                if taken & barred:
                    continue
                gain = value - link_tolls[link]
                bit = 1 << to
                way.append((link, to, bit, taken, gain))
                near |= bit
                common &= taken
                worth[to] = max(worth[to], gain)
            way.sort(key=_gain_of)
            ways.append(way)
            next_to[stop] = near
            if common:  # every link out needs the same piece of track: whoever comes in by one cannot leave
                through &= ~(1 << stop)
        levels: dict[int, int] = {}
        for stop in self.stops_near:
            levels[worth[stop]] = levels.get(worth[stop], 0) | 1 << stop
        dead = ~self.towns & ~through
        dearest = [(value, levels[value], levels[value] & dead) for value in sorted(levels, reverse=True)]
        return ways, through, next_to, dearest, {}

    def reached(self, end: int, closed: int, also_from: int, room: int) -> int:
        """The stops that can be come to beyond `end`, and by the stops in `also_from` and beyond them."""
        open_stops = ~closed
        next_to, through = self.next_to, self.through
        reached = (next_to[end] | also_from) & open_stops
        edge = reached & through
        steps = room - 1
        while edge and steps:
            wider = 0
            while edge:
                low = edge & -edge
                edge ^= low
                wider |= next_to[low.bit_length() - 1]
            edge = wider & open_stops & ~reached
            reached |= edge
            edge &= through
            steps -= 1
        return reached

    def promise(self, reached: int, cities: int, room: int, ends: int) -> Promise:
        """No more than this can be added, offers aside, by the stops that can be reached; and by one of them less."""
        key = (reached, cities, room, ends)
        known = self.promises.get(key)
        if known is not None:
            return known
        # The dearest stops first, within the reach of the train and with as many dead ends as the route has
        # open ends, is the most: the limits are nested in each other, so taking greedily is best, whichever of
        # equally dear stops come first. For that, dead ends which are towns are let off the last limit.
        most = last_worth = 0
        for worth, stops, dead in self.dearest:
            here = reached & stops
            if not here:
                continue
            small = (here & self.towns).bit_count()
            big = here.bit_count() - small
            if big:
                last = (here & dead).bit_count()
                if last > ends:
                    big -= last - ends
                    last = ends
                big = min(big, cities)
                ends -= last
                cities -= big
            if small + big >= room:
                most += room * worth
                last_worth = worth  # with room for one less it would be left out
                break
            most += (small + big) * worth
            room -= small + big
        found = self.promises[key] = (most, most - last_worth)
        return found

    def hope(self, one: int, other: int, stops: int) -> int:
        """No offer is worth more to a route with its ends in two sets and all its stops in a third."""
        if self.extras is None or self.extras.hope is None:
            return self.at_most
        return self.extras.hope(self.number, one, other, stops) * CHANGE


def _gain_of(step: Step) -> int:
    return -step[4]
