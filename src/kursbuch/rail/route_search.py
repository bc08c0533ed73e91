"""The best route of one train, by branch and bound.

A route is grown from a station of the company: a first arm outwards, then a second arm from the same station.
A branch is dropped when even the best stops still in reach could not beat the best route known.

While several trains are kept apart (see `route_plan`), track may cost a toll; the search then wants the most
after tolls. To reckon exactly with tolls in fractions of a coin, all sums in here are in small change.
"""

from __future__ import annotations

from kursbuch.rail.route_parts import Extras, Network, Offer, Train, members

FAR = 1 << 30  # more stops than any board has

CHANGE = 16  # small change to a unit of money

# an arm of a route, from its tip back to the station: (link, stop, the rest of the arm)
Arm = tuple[int, int, "Arm"] | None


class Route:
    """A legal route of some kind of train."""

    __slots__ = ("links", "mask", "stops", "uses", "value")

    def __init__(
        self, stops: tuple[int, ...], links: tuple[int, ...], value: int, mask: int, uses: tuple[int, ...]
    ) -> None:
        self.stops = stops
        self.links = links
        self.value = value
        self.mask = mask
        self.uses = uses


class Tolls:
    """What it costs to run over each link and to use each supply, in small change."""

    __slots__ = ("links", "supplies")

    def __init__(self, links: list[int], supplies: list[int]) -> None:
        self.links = links
        self.supplies = supplies

    def of(self, route: Route) -> int:
        toll = 0
        for link in route.links:
            toll += self.links[link]
        for amount, each in zip(route.uses, self.supplies, strict=False):
            toll += amount * each
        return toll


class RouteSearch:
    """Finds the best route of one kind of train, again and again while track is barred to it."""

    def __init__(self, network: Network, train: Train, number: int, extras: Extras | None) -> None:
        self.network = network
        self.train = train
        self.number = number
        self.extras = extras
        self.at_most = extras.at_most * CHANGE if extras else 0
        self.explored = 0
        self.towns = network.towns
        reach = train.reach
        self.cities_in_reach = FAR if reach.stops is None else reach.stops
        self.stops_in_reach = FAR if reach.stops is None or reach.towns is None else reach.stops + reach.towns
        self.tokens = members(network.tokens)
        self.all_ways = [
            [
                (link, to, taken, train.values[to] * CHANGE)
                for link, to, taken in way
                if train.runs_on(network.links[link])
            ]
            for way in network.ways
        ]
        self._find_shared_track()
        self.answers: dict[tuple[int, tuple[int, ...]], tuple[int, Route | None]] = {}
        self.found: list[Route] = []  # with tolls, where an earlier search ended is a good start for the next
        self.no_tolls = Tolls([0] * len(network.links), [0] * len(extras.supplies if extras else ()))
        # what changes from search to search
        self.tolls = self.no_tolls
        self.ways: list[list[tuple[int, int, int, int, int]]] = []
        self.through = 0
        self.next_to = [0] * network.stops
        self.worth = [0] * network.stops
        self.dearest_first: list[int] = []
        self.promises: dict[tuple[int, int, int, int], int] = {}
        self.limits: tuple[int, ...] = ()
        self.goal = 0
        self.best = 0
        self.best_uses: tuple[int, ...] = ()
        self.best_out: Arm = None
        self.best_back: Arm = None
        self.station = 0
        self.seen: dict[tuple[int, int, int, int], int] = {}

    def _find_shared_track(self) -> None:
        """Tell apart track that only matters at one stop from track that distant links share.

        Once a route has left a stop behind, the pieces around that stop do not matter to it any more.
        """
        users: dict[int, int] = {}  # for each piece the stops at which every link that uses it ends
        for here, way in enumerate(self.all_ways):
            for _, to, taken, _ in way:
                ends = 1 << here | 1 << to
                for piece in members(taken):
                    users[piece] = users.get(piece, -1) & ends
        self.local = [0] * self.network.stops
        self.shared = 0
        for piece, ends in users.items():
            if ends == 0:
                self.shared |= 1 << piece
            for stop in members(ends):
                self.local[stop] |= 1 << piece

    def best_route(
        self, barred: int, limits: tuple[int, ...], floor: int = 0, goal: int = FAR
    ) -> Route | None:
        """The best route without the barred track that earns more than `floor`, or None.

        `limits` is how much it may use of each supply. `goal` is no less than any such route earns; the
        search ends when it is reached. Among equals the first found is taken.
        """
        known = self.answers.get((barred, limits))
        if known:
            searched_from, route = known
            if route:
                return route if route.value > floor else None
            if searched_from <= floor:
                return None
        self.tolls = self.no_tolls
        route = self._search(barred, limits, floor * CHANGE, goal * CHANGE)
        self.answers[barred, limits] = (floor, route)
        if route:
            self.found.append(route)
        return route

    def best_after_tolls(
        self, barred: int, limits: tuple[int, ...], tolls: Tolls
    ) -> tuple[int, Route | None]:
        """The most that a route leaves after tolls, in small change, and the route; staying at home is 0."""
        most = 0
        best: Route | None = None
        for route in self.found:
            if route.mask & barred or any(use > cap for use, cap in zip(route.uses, limits, strict=False)):
                continue
            left = route.value * CHANGE - tolls.of(route)
            if left > most:
                most = left
                best = route
        self.tolls = tolls
        better = self._search(barred, limits, most, FAR)
        if better:
            self.found.append(better)
            return self.best, better
        return most, best

    def all_after_tolls(self, tolls: Tolls, most: int, slack: int) -> list[Candidate]:
        """Every route that leaves no less than `most - slack` after tolls, the best first.

        Routes that take the same track and supplies count as one.
        """
        self.tolls = tolls
        self._open_ways(0)
        self.limits = tuple([FAR] * len(tolls.supplies))
        self.goal = FAR
        self.best = most - slack - 1
        self.candidates = {}
        self.collecting = True
        self._search_stations()
        self.collecting = False
        found = list(self.candidates.values())
        if slack >= most:
            found.append(Candidate(0, 0, (), 0, -1, None, None))
        for candidate in found:
            candidate.slack = most - candidate.slack
        found.sort(key=lambda candidate: candidate.slack)
        return found

    def _search(self, barred: int, limits: tuple[int, ...], floor: int, goal: int) -> Route | None:
        self._open_ways(barred)
        self.limits = limits
        self.goal = goal
        self.best = floor
        self.best_out = None
        self.best_back = None
        self.best_station = -1
        self._search_stations()
        if self.best_station < 0:
            return None
        route = self.laid_out(self.best_station, self.best_out, self.best_back, self.best_uses)
        route.value = (self.best + self.tolls.of(route)) // CHANGE
        return route

    def _search_stations(self) -> None:
        done = 0  # stations all of whose routes have been looked at
        for station in self.tokens:
            bit = 1 << station
            cities = self.cities_in_reach - (0 if self.towns & bit else 1)
            if cities >= 0 and self.best < self.goal:
                self.station = station
                self.seen = {}
                self._start(station, bit, done | bit | self.network.exclude[station], cities)
            done |= bit

    def _open_ways(self, barred: int) -> None:
        """Lay out the links that are left, and find the stops where a route can only end."""
        self.ways = []
        self.through = self.network.through(self.train) & ((1 << self.network.stops) - 1)
        self.promises = {}
        track_only = (1 << self.network.hex_shift) - 1
        link_tolls = self.tolls.links
        worth = [0] * self.network.stops  # the most that coming to a stop leaves after the toll
        for stop, every_way in enumerate(self.all_ways):
            way = []
            near = 0
            common = track_only
            for link, to, taken, value in every_way:
                if taken & barred:
                    continue
                gain = value - link_tolls[link]
                way.append((link, to, 1 << to, taken, gain))
                near |= 1 << to
                common &= taken
                worth[to] = max(worth[to], gain)
            way.sort(key=lambda w: -w[4])
            self.ways.append(way)
            self.next_to[stop] = near
            if common:  # every link out needs the same piece of track: whoever comes in by one cannot leave
                self.through &= ~(1 << stop)
        self.worth = worth
        self.dearest_first = sorted(range(self.network.stops), key=lambda stop: -worth[stop])

    def _start(self, station: int, visited: int, closed: int, cities: int) -> None:
        exclude = self.network.exclude
        used = self.network.taken_at(station)
        value = self.train.values[station] * CHANGE
        room = self.stops_in_reach - 1
        if self._promise(station, closed, 0, cities, room, 2) + value <= self.best:
            return
        for link, to, to_bit, taken, gain in self.ways[station]:
            if to_bit & closed or taken & used or not room:
                continue
            left = cities if self.towns & to_bit else cities - 1
            if left < 0:
                continue
            self._out(
                to,
                visited | to_bit,
                closed | to_bit | exclude[to],
                used | taken,
                value + gain,
                left,
                room - 1,
                link,
                (link, to, None),
            )

    def _out(
        self,
        end: int,
        visited: int,
        closed: int,
        used: int,
        value: int,
        cities: int,
        room: int,
        first: int,
        arm: Arm,
    ) -> None:
        """Grow the first arm. Each arm alone is a route; with each, second arms are tried as well."""
        self.explored += 1
        self._note(value, arm, None)
        if self.best >= self.goal or not room:
            return
        goes_on = self.through >> end & 1
        turns = self.through >> self.station & 1
        if not goes_on:
            if turns:
                self._back(self.station, visited, closed, used, value, cities, room, first, arm, None)
            return
        also_from = self.next_to[self.station] if turns else 0
        if self._promise(end, closed, also_from, cities, room, 1 + turns) + value <= self.best:
            return
        key = (end, visited, used & (self.shared | self.local[end] | self.local[self.station]), first)
        if self.seen.get(key, -FAR) >= value:
            return
        self.seen[key] = value
        exclude = self.network.exclude
        for link, to, to_bit, taken, gain in self.ways[end]:
            if to_bit & closed or taken & used:
                continue
            left = cities if self.towns & to_bit else cities - 1
            if left < 0:
                continue
            self._out(
                to,
                visited | to_bit,
                closed | to_bit | exclude[to],
                used | taken,
                value + gain,
                left,
                room - 1,
                first,
                (link, to, arm),
            )
        if turns:
            self._back(self.station, visited, closed, used, value, cities, room, first, arm, None)

    def _back(
        self,
        end: int,
        visited: int,
        closed: int,
        used: int,
        value: int,
        cities: int,
        room: int,
        first: int,
        out: Arm,
        arm: Arm,
    ) -> None:
        """Grow the second arm. Its first link has the higher number, so that each route is met only once."""
        self.explored += 1
        if arm:
            self._note(value, out, arm)
            if not self.through >> end & 1:
                return
        if self.best >= self.goal or not room:
            return
        if self._promise(end, closed, 0, cities, room, 1) + value <= self.best:
            return
        # offers look at both ends, so with them the far end of the first arm tells positions apart
        told_apart = -1 if arm else first
        if self.extras and out:
            told_apart = told_apart << 16 | out[1]
        key = (~end, visited, used & (self.shared | self.local[end]), told_apart)
        if self.seen.get(key, -FAR) >= value:
            return
        self.seen[key] = value
        exclude = self.network.exclude
        for link, to, to_bit, taken, gain in self.ways[end]:
            if to_bit & closed or taken & used or (arm is None and link <= first):
                continue
            left = cities if self.towns & to_bit else cities - 1
            if left < 0:
                continue
            self._back(
                to,
                visited | to_bit,
                closed | to_bit | exclude[to],
                used | taken,
                value + gain,
                left,
                room - 1,
                first,
                out,
                (link, to, arm),
            )

    def _promise(self, end: int, closed: int, also_from: int, cities: int, room: int, ends: int) -> int:
        """No more than this can be added beyond `end` (and from the stops in `also_from`)."""
        open_stops = ~closed
        reached = (self.next_to[end] | also_from) & open_stops
        edge = reached & self.through
        steps = room - 1
        while edge and steps:
            wider = 0
            while edge:
                low = edge & -edge
                edge ^= low
                wider |= self.next_to[low.bit_length() - 1]
            edge = wider & open_stops & ~reached
            reached |= edge
            edge &= self.through
            steps -= 1
        key = (reached, cities, room, ends)
        known = self.promises.get(key)
        if known is not None:
            return known
        # The dearest stops first, within the reach of the train and with as many dead ends as the route has
        # open ends, is the most: the limits are nested in each other, so taking greedily is best. For that,
        # dead ends which are towns are let off the last limit.
        most = self.at_most
        for stop in self.dearest_first:
            bit = 1 << stop
            if reached & bit:
                if self.towns & bit:
                    most += self.worth[stop]
                elif cities > 0 and (self.through & bit or ends > 0):
                    most += self.worth[stop]
                    cities -= 1
                    if not self.through & bit:
                        ends -= 1
                else:
                    continue
                room -= 1
                if not room:
                    break
        self.promises[key] = most
        return most

    def _note(self, value: int, out: Arm, back: Arm) -> None:
        """Keep the route if it is the best so far."""
        if value + self.at_most <= self.best:
            return
        uses = self.limits[:0]
        if self.extras:
            stops, _ = self._laid_out(self.station, out, back)
            offer = self._best_offer(stops)
            if offer:
                value += self._gain_of(offer)
                uses = offer.uses
        if value > self.best:
            self.best = value
            self.best_out = out
            self.best_back = back
            self.best_uses = uses

    def _best_offer(self, stops: tuple[int, ...]) -> Offer | None:
        assert self.extras
        best: Offer | None = None
        most = 0
        for offer in self.extras.offers(self.number, stops):
            within = all(use <= limit for use, limit in zip(offer.uses, self.limits, strict=False))
            if within and self._gain_of(offer) > most:
                most = self._gain_of(offer)
                best = offer
        return best

    def _gain_of(self, offer: Offer) -> int:
        gain = offer.bonus * CHANGE
        for amount, each in zip(offer.uses, self.tolls.supplies, strict=False):
            gain -= amount * each
        return gain

    def _laid_out(self, station: int, out: Arm, back: Arm) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Stops and links from the tip of the first arm to the tip of the second."""
        stops = []
        links = []
        while out:
            link, stop, out = out
            links.append(link)
            stops.append(stop)
        stops.append(station)
        turned_stops = []
        turned_links = []
        while back:
            link, stop, back = back
            turned_links.append(link)
            turned_stops.append(stop)
        return (*stops, *reversed(turned_stops)), (*links, *reversed(turned_links))

    def _route(self, station: int) -> Route:
        stops, links = self._laid_out(station, self.best_out, self.best_back)
        mask = 0
        for link in links:
            mask |= self.network.links[link].mask
        route = Route(stops, links, 0, mask, self.best_uses)
        route.value = (self.best + self.tolls.of(route)) // CHANGE
        return route
