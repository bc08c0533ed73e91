"""The routes of one train, by branch and bound.

A route is grown from a station of the company: a first arm outwards, then a second arm from the same station.
A branch is dropped when even the best stops still in reach could not beat the best route known.

While several trains are kept apart (see `route_plan`), track may cost a toll; the search then wants the most
after tolls. To reckon exactly with tolls in fractions of a coin, all sums in here are in small change.
"""

from __future__ import annotations

from kursbuch.rail.routes.extras import Extras
from kursbuch.rail.routes.ground import Ground
from kursbuch.rail.routes.parts import CHANGE, FAR, HOME, Network, Route, Tolls, Train, members
from kursbuch.rail.routes.raised import TooLong
from kursbuch.rail.routes.steps import Outlook, number_of

LOOK = 200  # steps of a search, when it will take more: then it is worth to look further ahead

# stops or links of a route
Numbers = tuple[int, ...]


class RouteSearch(Ground):
    """Finds the routes of one kind of train, again and again under changing tolls or with track barred."""

    def __init__(
        self,
        network: Network,
        train: Train,
        number: int,
        extras: Extras | None,
        outlook: Outlook | None = None,
    ) -> None:
        super().__init__(network, train, number, extras, outlook)
        self.alike = extras.ends if extras and extras.ends else tuple(range(network.stops))
        self.kinds_of_ends = max(self.alike, default=0) + 1
        self.explored = 0
        self.patience = FAR  # steps after which it gives up when it begins another first arm
        self.look_at = LOOK  # steps after which it looks further onward
        self.last = FAR  # and after which it gives up in any case
        self.stations = members(network.tokens)
        self.found: list[Route] = []  # by earlier searches: under new tolls a good start for the next
        # what changes from search to search
        self.limits: tuple[int, ...] = extras.supplies if extras else ()
        self.seen: dict[tuple[int, int, int, int], int] = {}
        self.station = 0
        self.best = 0
        self.best_route = HOME
        self.many = FAR
        self.collected: dict[tuple[int, tuple[int, ...]], Route] | None = None

    def best_without(self, barred: int, limits: tuple[int, ...], floor: int) -> Route:
        """The best route without the barred track that earns more than `floor`, else staying at home.

        `limits` is how much it may use of each supply. Among equals the first found is taken.
        """
        self.tolls = self.no_tolls
        self.limits = limits
        self._search(barred, max(0, floor) * CHANGE)
        return self.best_route

    def met(self) -> list[Route]:
        """The best routes of all searches so far, the one that was given up included."""
        return [*self.found, self.best_route]

    def best_found(self, tolls: Tolls) -> tuple[int, Route]:
        """The most that a route found so far leaves after tolls, in small change, and the route."""
        most = 0
        best = HOME
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
        self.tolls = self.no_tolls if tolls.none else tolls
        self.limits = self.extras.supplies if self.extras else ()
        self.collected = {}
        self.many = many
        self._search(0, least - 1)
        routes = list(self.collected.values())
        self.collected = None
        if len(routes) >= many:
            return None
        return routes if least > 0 else [*routes, HOME]

    def _search(self, barred: int, floor: int) -> None:
        self.open_ways(barred)
        self.best = floor
        self.best_route = HOME
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
                self._out(station, bit, closed, used, value, cities, self.stops_in_reach - 1, (station,), ())
            done |= bit
        if self.best_route is not HOME:
            self.found.append(self.best_route)

    def _look(self) -> None:
        self.look_at = FAR
        self.look_onward()

    def _out(
        self, end: int, visited: int, closed: int, used: int, value: int, cities: int, room: int,
        stops: Numbers, links: Numbers,
    ) -> None:  # fmt: skip
        """Grow the first arm. Each arm alone is a route; with each, second arms are tried as well.

        `visited` are the stops of the route, `closed` those it may not go to; `used` is the track it takes up;
        `cities` and `room` are how many cities and stops it may still have. `stops` and `links` begin at the tip.
        """
        self.explored += 1
        if self.explored > self.patience:
            raise TooLong
        if links and value + self.at_most > self.best:
            self._note(value, used, visited, stops, links)
        if not room:
            return
        turns = self.through >> self.station & 1 if links else 0
        if self.through >> end & 1 or not links:
            also_from = self.next_to[self.station] if turns else 0
            ends = 2 if turns or not links else 1
            if links:
                onward = self.onward
                if onward is None:
                    if self.explored > self.look_at:
                        self._look()
                else:
                    step = number_of(self.network, links[0], end)
                    if turns:
                        further = onward.both_ways(step, self.station, room)
                    else:
                        further = onward.beyond_tip(step, self.station, room)
                    if value + further * CHANGE <= self.best:
                        return
            reached = self.reached(end, closed, also_from, room)
            most, others = self.promise(reached, cities, room, ends)
            bonus = self.at_most
            if value + most <= self.best:
                if value + most + bonus <= self.best:
                    return
                other = 1 << self.station | (reached if ends == 2 else 0)
                bonus = self.hope(reached | 1 << end, other, visited | reached)
                if value + most + bonus <= self.best:
                    return
            if self.collected is None:
                key = (
                    end,
                    visited,
                    used & (self.shared | self.local[end] | self.local[self.station]),
                    links[-1] if links else -1,
                )
                if self.seen.get(key, -FAR) >= value:
                    return
                self.seen[key] = value
            exclude = self.network.exclude
            ceiling = value + others + bonus
            for link, to, to_bit, taken, gain in self.ways[end]:
                if ceiling + gain <= self.best:  # the others gain less
                    break
                if to_bit & closed or taken & used:
                    continue
                left = cities if self.towns & to_bit else cities - 1
                if left >= 0:
                    self._out(
                        to, visited | to_bit, closed | to_bit | exclude[to], used | taken, value + gain,
                        left, room - 1, (to, *stops), (link, *links),
                    )  # fmt: skip
        if turns:
            self._back(self.station, visited, closed, used, value, cities, room, stops, links, links[-1])

    def _back(
        self, end: int, visited: int, closed: int, used: int, value: int, cities: int, room: int,
        stops: Numbers, links: Numbers, above: int,
    ) -> None:  # fmt: skip
        """Grow the second arm, beyond the last of `stops`; the first of them is the tip of the first arm.

        Its first link has a number `above` that of the first arm, so that each route is met only once.
        """
        self.explored += 1
        if self.explored > self.last:
            raise TooLong
        begun = above < 0
        if begun:
            if value + self.at_most > self.best:
                self._note(value, used, visited, stops, links)
            if not room or not self.through >> end & 1:
                return
        onward = self.onward
        if onward is not None:
            if begun:
                further = onward.beyond_tip(number_of(self.network, links[-1], end), stops[0], room)
            else:
                further = onward.from_station(end, stops[0], room)
            if value + further * CHANGE <= self.best:
                return
        reached = self.reached(end, closed, 0, room)
        most, others = self.promise(reached, cities, room, 1)
        bonus = self.at_most
        if value + most <= self.best:
            if value + most + bonus <= self.best:
                return
            bonus = self.hope(1 << stops[0], reached | 1 << end, visited | reached)
            if value + most + bonus <= self.best:
                return
        if self.collected is None:
            told_apart = above
            if self.extras:  # offers look at both ends
                told_apart = told_apart * self.kinds_of_ends + self.alike[stops[0]]
            key = (~end, visited, used & (self.shared | self.local[end]), told_apart)
            if self.seen.get(key, -FAR) >= value:
                return
            self.seen[key] = value
        exclude = self.network.exclude
        ceiling = value + others + bonus
        for link, to, to_bit, taken, gain in self.ways[end]:
            if ceiling + gain <= self.best:  # the others gain less
                break
            if to_bit & closed or taken & used or link <= above:
                continue
            left = cities if self.towns & to_bit else cities - 1
            if left >= 0:
                self._back(
                    to, visited | to_bit, closed | to_bit | exclude[to], used | taken, value + gain,
                    left, room - 1, (*stops, to), (*links, link), -1,
                )  # fmt: skip

    def _note(self, value: int, used: int, visited: int, stops: Numbers, links: Numbers) -> None:
        """Keep the route, with each offer there is for it, if it is good enough."""
        if value > self.best:
            self._keep(value, used, (), stops, links)
        if not self.extras or value + self.at_most <= self.best:
            return
        if value + self.hope(1 << stops[0], 1 << stops[-1], visited) <= self.best:
            return
        for offer in self.extras.offers(self.number, stops):
            gain = offer.bonus * CHANGE
            for amount, each in zip(offer.uses, self.tolls.supplies, strict=False):
                gain -= amount * each
            if all([use <= limit for use, limit in zip(offer.uses, self.limits, strict=False)]):
                self._keep(value + gain, used, offer.uses, stops, links)

    def _keep(self, value: int, used: int, uses: Numbers, stops: Numbers, links: Numbers) -> None:
        if value <= self.best:
            return
        mask = used & ((1 << self.network.hex_shift) - 1)
        route = Route(stops, links, mask, uses, 0)
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
