"""The ground that the routes of one train are searched on: links, what they leave after tolls, what is still to hope.

The bounds in here are what makes the search in `route_search` short: no branch is followed that could not beat the
best route known even with the best stops still in reach. All sums are in small change.
"""

from __future__ import annotations

from kursbuch.rail.routes.parts import CHANGE, FAR, Extras, Network, Tolls, Train, members


class Ground:
    """The links that a kind of train may run over, under changing tolls or with track barred."""

    def __init__(self, network: Network, train: Train, number: int, extras: Extras | None) -> None:
        self.network = network
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
        self._find_shared_track()
        self.no_tolls = Tolls([0] * len(network.links), [0] * len(extras.supplies if extras else ()))
        # what changes from search to search
        self.tolls = self.no_tolls
        self.ways: list[list[tuple[int, int, int, int, int]]] = []
        self.through = 0
        self.next_to = [0] * network.stops
        self.worth = [0] * network.stops
        self.dearest_first: list[int] = []
        self.dearest: list[tuple[int, int, int]] = []
        self.at_best: list[int] = []
        self.promises: dict[tuple[int, int, int, int], int] = {}

    def _find_shared_track(self) -> None:
        """Tell apart track that only matters at one stop from track that distant links share.

        Once a route has left a stop behind, the pieces around that stop do not matter to it any more.
        """
        meets: dict[int, int] = {}  # for each piece the stops at which every link over it ends
        for here, way in enumerate(self.every_way):
            for _, to, taken, _ in way:
                ends = 1 << here | 1 << to
                for piece in members(taken):
                    meets[piece] = meets.get(piece, -1) & ends
        self.local = [0] * self.network.stops
        self.shared = 0
        for piece, ends in meets.items():
            if ends == 0:
                self.shared |= 1 << piece
            for stop in members(ends):
                self.local[stop] |= 1 << piece

    def open_ways(self, barred: int) -> None:
        """Lay out the links that are left, and find the stops where a route can only end."""
        network = self.network
        self.ways = []
        self.through = network.through(self.train) & ((1 << network.stops) - 1)
        self.promises = {}
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
                way.append((link, to, 1 << to, taken, gain))
                near |= 1 << to
                common &= taken
                worth[to] = max(worth[to], gain)
            way.sort(key=lambda step: -step[4])
            self.ways.append(way)
            self.next_to[stop] = near
            if common:  # every link out needs the same piece of track: whoever comes in by one cannot leave
                self.through &= ~(1 << stop)
        self.worth = worth
        self.dearest_first = sorted(members(self.near), key=lambda stop: -worth[stop])
        self.dearest = self._by_worth(worth)
        # whatever is reached, so many further stops add no more than that
        self.at_best = [0]
        for stop in self.dearest_first:
            self.at_best.append(self.at_best[-1] + worth[stop])

    def _by_worth(self, worth: list[int]) -> list[tuple[int, int, int]]:
        """What stops are worth, dearest first, with the stops that are worth it, and the cities that end a route."""
        levels: dict[int, int] = {}
        for stop in self.dearest_first:
            levels[worth[stop]] = levels.get(worth[stop], 0) | 1 << stop
        dead = ~self.towns & ~self.through
        return [(value, stops, stops & dead) for value, stops in levels.items()]

    def ceiling(self, room: int) -> int:
        """No more than this can be added, offers and all, by so many further stops."""
        return self.at_best[min(room, len(self.at_best) - 1)] + self.at_most

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

    def promise(self, reached: int, cities: int, room: int, ends: int) -> int:
        """No more than this can be added, offers aside, by the stops that can be reached."""
        key = (reached, cities, room, ends)
        most = self.promises.get(key)
        if most is not None:
            return most
        # The dearest stops first, within the reach of the train and with as many dead ends as the route has
        # open ends, is the most: the limits are nested in each other, so taking greedily is best, whichever of
        # equally dear stops come first. For that, dead ends which are towns are let off the last limit.
        most = 0
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
                break
            most += (small + big) * worth
            room -= small + big
        self.promises[key] = most
        return most

    def hope(self, one: int, other: int, stops: int) -> int:
        """No offer is worth more to a route with its ends in two sets and all its stops in a third."""
        if self.extras is None or self.extras.hope is None:
            return self.at_most
        return self.extras.hope(self.number, one, other, stops) * CHANGE
