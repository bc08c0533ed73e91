"""The routes of one train, by branch and bound.

A route is grown from a station of the company: a first arm outwards, then a second arm from the same station.
A branch is dropped when even the best stops still in reach could not beat the best route known.

While several trains are kept apart (see `route_plan`), track may cost a toll; the search then wants the most
after tolls. To reckon exactly with tolls in fractions of a coin, all sums in here are in small change.
"""

from __future__ import annotations

from kursbuch.rail.route_parts import CHANGE, FAR, Extras, Network, Route, Tolls, Train, members

# an arm of a route: its links, from the station outwards
Arm = tuple[int, ...]


class RouteSearch:
    """Finds the routes of one kind of train, again and again under changing tolls or with track barred."""

    def __init__(self, network: Network, train: Train, number: int, extras: Extras | None) -> None:
        self.network = network
        self.train = train
        self.number = number
        self.extras = extras
        self.at_most = extras.at_most * CHANGE if extras else 0
        if extras and extras.hope:
            self.at_most = min(self.at_most, extras.hope(number, -1, -1, -1) * CHANGE)
        self.alike = extras.ends if extras and extras.ends else tuple(range(network.stops))
        self.kinds_of_ends = max(self.alike, default=0) + 1
        self.explored = 0
        self.towns = network.towns
        reach = train.reach
        self.cities_in_reach = FAR if reach.stops is None else reach.stops
        self.stops_in_reach = FAR
        if reach.stops is not None and reach.towns is not None:
            self.stops_in_reach = reach.stops + reach.towns
        self.stations = members(network.tokens)
        self.near = network.near_stations()
        self.every_way = [
            [
                (link, to, taken, train.values[to] * CHANGE)
                for link, to, taken in way
                if train.runs_on(network.links[link])
            ]
            if self.near >> stop & 1
            else []
            for stop, way in enumerate(network.ways)
        ]
        self._find_shared_track()
        self.home = Route((), (), 0, (), 0)
        self.found: list[Route] = []  # by earlier searches: under new tolls a good start for the next
        supplies = extras.supplies if extras else ()
        self.no_tolls = Tolls([0] * len(network.links), [0] * len(supplies))
        # what changes from search to search
        self.tolls = self.no_tolls
        self.limits: tuple[int, ...] = supplies
        self.ways: list[list[tuple[int, int, int, int, int]]] = []
        self.through = 0
        self.next_to = [0] * network.stops
        self.worth = [0] * network.stops
        self.dearest_first: list[int] = []
        self.promises: dict[tuple[int, int, int, int], int] = {}
        self.seen: dict[tuple[int, int, int, int], int] = {}
        self.station = 0
        self.best = 0
        self.best_route = self.home
        self.many = FAR
        self.collected: dict[tuple[int, tuple[int, ...]], Route] | None = None

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

    def best_without(self, barred: int, limits: tuple[int, ...], floor: int) -> Route:
        """The best route without the barred track that earns more than `floor`, else staying at home.

        `limits` is how much it may use of each supply. Among equals the first found is taken.
        """
        self.tolls = self.no_tolls
        self.limits = limits
        self._search(barred, max(0, floor) * CHANGE)
        return self.best_route

    def best_found(self, tolls: Tolls) -> tuple[int, Route]:
        """The most that a route found so far leaves after tolls, in small change, and the route."""
        most = 0
        best = self.home
        for route in self.found:
            left = route.value * CHANGE - tolls.of(route)
            if left > most:
                most = left
                best = route
        return most, best

    def best_after(self, tolls: Tolls, floor: int) -> tuple[int, Route]:
        """The same of all routes that leave more than `floor`, or the floor itself and staying at home."""
        self.tolls = tolls
        self.limits = self.extras.supplies if self.extras else ()
        self._search(0, floor)
        return self.best, self.best_route

    def all_after(self, tolls: Tolls, least: int, many: int) -> list[Route] | None:
        """Every route that leaves at least so much after tolls, in small change; None if there are too many.

        Of those that take the same track and supplies only the best is kept.
        """
        self.tolls = tolls
        self.limits = self.extras.supplies if self.extras else ()
        self.collected = {}
        self.many = many
        self._search(0, least - 1)
        routes = list(self.collected.values())
        self.collected = None
        if len(routes) >= many:
            return None
        return routes if least > 0 else [*routes, self.home]

    def _search(self, barred: int, floor: int) -> None:
        self._open_ways(barred)
        self.best = floor
        self.best_route = self.home
        done = 0  # stations all of whose routes have been looked at
        for station in self.stations:
            bit = 1 << station
            self.station = station
            self.seen = {}
            cities = self.cities_in_reach - (0 if self.towns & bit else 1)
            if cities >= 0:
                value = self.train.values[station] * CHANGE
                used = self.network.taken_at(station)
                closed = done | bit | self.network.exclude[station]
                self._out(station, bit, closed, used, value, cities, self.stops_in_reach - 1, ())
            done |= bit
        if self.best_route is not self.home:
            self.found.append(self.best_route)

    def _open_ways(self, barred: int) -> None:
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

    def _out(
        self, end: int, visited: int, closed: int, used: int, value: int, cities: int, room: int,
        arm: Arm,
    ) -> None:  # fmt: skip
        """Grow the first arm. Each arm alone is a route; with each, second arms are tried as well.

        `visited` are the stops of the route, `closed` those it may not go to; `used` is the track it takes up;
        `cities` and `room` are how many cities and stops it may still have.
        """
        self.explored += 1
        if arm and value + self.at_most > self.best:
            self._note(value, used, visited, end, self.station, arm, ())
        if not room:
            return
        turns = self.through >> self.station & 1 if arm else 0
        if self.through >> end & 1 or not arm:
            also_from = self.next_to[self.station] if turns else 0
            ends = 2 if turns or not arm else 1
            reached = self._reached(end, closed, also_from, room)
            hoped = value + self._promise(reached, cities, room, ends)
            if hoped <= self.best:
                if hoped + self.at_most <= self.best:
                    return
                other = 1 << self.station | (reached if ends == 2 else 0)
                if hoped + self._hope(reached | 1 << end, other, visited | reached) <= self.best:
                    return
            if self.collected is None:
                key = (
                    end,
                    visited,
                    used & (self.shared | self.local[end] | self.local[self.station]),
                    arm[0] if arm else -1,
                )
                if self.seen.get(key, -FAR) >= value:
                    return
                self.seen[key] = value
            exclude = self.network.exclude
            for link, to, to_bit, taken, gain in self.ways[end]:
                if to_bit & closed or taken & used:
                    continue
                left = cities if self.towns & to_bit else cities - 1
                if left >= 0:
                    self._out(
                        to, visited | to_bit, closed | to_bit | exclude[to], used | taken, value + gain,
                        left, room - 1, (*arm, link),
                    )  # fmt: skip
        if turns:
            self._back(self.station, visited, closed, used, value, cities, room, end, arm, ())

    def _back(
        self, end: int, visited: int, closed: int, used: int, value: int, cities: int, room: int,
        tip: int, out: Arm, arm: Arm,
    ) -> None:  # fmt: skip
        """Grow the second arm, after the first arm `out`, which ends at `tip`.

        Its first link has the higher number of the two, so that each route is met only once.
        """
        self.explored += 1
        if arm:
            if value + self.at_most > self.best:
                self._note(value, used, visited, tip, end, out, arm)
            if not room or not self.through >> end & 1:
                return
        reached = self._reached(end, closed, 0, room)
        hoped = value + self._promise(reached, cities, room, 1)
        if hoped <= self.best:
            if hoped + self.at_most <= self.best:
                return
            if hoped + self._hope(1 << tip, reached | 1 << end, visited | reached) <= self.best:
                return
        if self.collected is None:
            told_apart = -1 if arm else out[0]
            if self.extras:  # offers look at both ends
                told_apart = told_apart * self.kinds_of_ends + self.alike[tip]
            key = (~end, visited, used & (self.shared | self.local[end]), told_apart)
            if self.seen.get(key, -FAR) >= value:
                return
            self.seen[key] = value
        exclude = self.network.exclude
        for link, to, to_bit, taken, gain in self.ways[end]:
            if to_bit & closed or taken & used or (not arm and link <= out[0]):
                continue
            left = cities if self.towns & to_bit else cities - 1
            if left >= 0:
                self._back(
                    to, visited | to_bit, closed | to_bit | exclude[to], used | taken, value + gain,
                    left, room - 1, tip, out, (*arm, link),
                )  # fmt: skip

    def _reached(self, end: int, closed: int, also_from: int, room: int) -> int:
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

    def _promise(self, reached: int, cities: int, room: int, ends: int) -> int:
        """No more than this can be added, offers aside, by the stops that can be reached."""
        key = (reached, cities, room, ends)
        most = self.promises.get(key)
        if most is not None:
            return most
        # The dearest stops first, within the reach of the train and with as many dead ends as the route has
        # open ends, is the most: the limits are nested in each other, so taking greedily is best. For that,
        # dead ends which are towns are let off the last limit.
        most = 0
        for stop in self.dearest_first:
            bit = 1 << stop
            if not reached & bit:
                continue
            if not self.towns & bit:
                if not cities or (not self.through & bit and not ends):
                    continue
                cities -= 1
                if not self.through & bit:
                    ends -= 1
            most += self.worth[stop]
            room -= 1
            if not room:
                break
        self.promises[key] = most
        return most

    def _hope(self, one: int, other: int, stops: int) -> int:
        """No offer is worth more to a route with its ends in two sets and all its stops in a third."""
        if self.extras is None or self.extras.hope is None:
            return self.at_most
        return self.extras.hope(self.number, one, other, stops) * CHANGE

    def _note(
        self, value: int, used: int, visited: int, tip: int, end: int, out: Arm, back: Arm
    ) -> None:  # fmt: skip
        """Keep the route, with each offer there is for it, if it is good enough."""
        if value > self.best:
            self._keep(value, used, (), out, back)
        if not self.extras or value + self.at_most <= self.best:
            return
        if value + self._hope(1 << tip, 1 << end, visited) <= self.best:
            return
        for offer in self.extras.offers(self.number, self._stops_of(out, back)):
            gain = offer.bonus * CHANGE
            for amount, each in zip(offer.uses, self.tolls.supplies, strict=False):
                gain -= amount * each
            if all(use <= limit for use, limit in zip(offer.uses, self.limits, strict=False)):
                self._keep(value + gain, used, offer.uses, out, back)

    def _keep(self, value: int, used: int, uses: tuple[int, ...], out: Arm, back: Arm) -> None:
        if value <= self.best:
            return
        mask = used & ((1 << self.network.hex_shift) - 1)
        route = Route(self._stops_of(out, back), (*out[::-1], *back), mask, uses, 0)
        route.value = (value + self.tolls.of(route)) // CHANGE
        if self.collected is None:
            self.best = value
            self.best_route = route
        else:
            known = self.collected.get((mask, uses))
            if known is None or known.value < route.value:
                self.collected[mask, uses] = route
                if len(self.collected) >= self.many:
                    self.best = FAR  # which no route beats: the search comes to its end

    def _stops_of(self, out: Arm, back: Arm) -> tuple[int, ...]:
        """The stops from the tip of the first arm to the tip of the second."""
        stops = [self.station]
        for link in out:
            stops.append(self._beyond(link, stops[-1]))
        stops.reverse()
        for link in back:
            stops.append(self._beyond(link, stops[-1]))
        return tuple(stops)

    def _beyond(self, number: int, stop: int) -> int:
        link = self.network.links[number]
        return link.b if link.a == stop else link.a
