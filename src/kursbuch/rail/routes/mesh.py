"""All routes of one train woven together, for trains that go so far that these are too many to be told one by one.

The line of `front` passes the stops in turn, and at each the train does one thing or another: this makes a mesh of
crossings with far fewer threads than there are routes. What can be earned at most beyond each crossing is found by
going back through the mesh once, under any tolls and with any track barred.
"""

from __future__ import annotations

from collections.abc import Sequence

from kursbuch.rail.routes.crossings import NONE, Crossings, Doing
from kursbuch.rail.routes.parts import CHANGE, FAR, HOME, Network, Route, Tolls, Train, as_searched

STEPS = 200_000  # through a mesh, when more are too many to tell all routes

# For each place of the line what is earned at most beyond each crossing, in small change
Ahead = list[dict[int, int]]


class Mesh:
    """Answers what `RouteSearch` answers, for trains without extras; `complete` if its crossings are no more than
    `most`.
    """

    def __init__(self, crossings: Crossings, kind: int, most: int) -> None:
        self.network = crossings.network
        self.train = crossings.kinds[kind]
        self.start = self.last = crossings.start(kind)
        self.found: list[Route] = []
        self.explored = 0
        self.no_tolls = [0] * (len(self.network.links) + 1)  # with one for no link, at the end
        # at each place of the line what can be done from each crossing
        self.threads: list[dict[int, list[Doing]]] = []
        self.complete = False
        layer = {self.start: True}
        for i in range(len(crossings.front.order)):
            if self.explored + len(layer) > most:
                return
            self.explored += len(layer)
            threads = {number: crossings.doings(i, number) for number in layer}
            self.threads.append(threads)
            layer = {doing[1]: True for doings in threads.values() for doing in doings}
        self.complete = True
        self._tie([number for number in layer if crossings.is_done(number)])

    def _tie(self, done: list[int]) -> None:
        """Leave out what leads to no route, and take crossings for one from which the same can be done for ever."""
        self.last = done[0]
        instead = dict.fromkeys(done, self.last)
        for i in range(len(self.threads) - 1, -1, -1):
            alike: dict[tuple[Doing, ...], int] = {}
            tied: dict[int, int] = {}
            for number, doings in self.threads[i].items():
                left: list[Doing] = []
                for mask, to, earns, one, other in doings:
                    same = instead.get(to)
                    if same is not None:
                        left.append((mask, same, earns, one, other))
                if left:
                    tied[number] = alike.setdefault(tuple(left), number)
            self.threads[i] = {number: list(left) for left, number in alike.items()}
            instead = tied

    def ahead(self, tolls: Sequence[int]) -> Ahead:
        """What can be earned at most beyond each crossing, after tolls for each link (and for none, at the end)."""
        beyond = {self.last: 0}
        found = [beyond]
        for threads in reversed(self.threads):
            here: dict[int, int] = {}
            for number, doings in threads.items():
                most = -FAR
                for _, to, earns, one, other in doings:
                    left = earns * CHANGE - tolls[one] - tolls[other] + beyond[to]
                    most = max(most, left)
                here[number] = most
            found.append(here)
            beyond = here
        found.reverse()
        return found

    def best_without(self, barred: int, limits: tuple[int, ...], floor: int) -> Route:
        """The best route without the barred track that earns more than `floor`, else staying at home."""
        tolls = self.no_tolls
        if barred:
            tolls = [FAR if link.mask & barred else 0 for link in self.network.links] + [0]
        most, route = self._best(tolls)
        return route if most > max(0, floor) * CHANGE else HOME

    def best_found(self, tolls: Tolls) -> tuple[int, Route]:
        """The most that a route found so far leaves after tolls, in small change, and the route."""
        most, best = 0, HOME
        for route in self.found:
            left = route.value * CHANGE - tolls.of(route)
            if left > most:
                most, best = left, route
        return most, best

    def best_after(self, tolls: Tolls, floor: int) -> tuple[int, Route]:
        """The same of all routes that leave more than `floor`, or the floor itself and staying at home."""
        most, route = self._best([*tolls.links, 0])
        return (most, route) if most > floor else (floor, HOME)

    def met(self) -> list[Route]:
        """The best routes of all searches so far."""
        return self.found

    def _best(self, tolls: Sequence[int]) -> tuple[int, Route]:
        ahead = self.ahead(tolls)
        number = self.start
        links: list[int] = []
        for threads, beyond, left in zip(self.threads, ahead[1:], ahead, strict=False):
            most = left[number]
            for _, to, earns, one, other in threads[number]:
                if earns * CHANGE - tolls[one] - tolls[other] + beyond[to] == most:
                    links += [link for link in (one, other) if link != NONE]
                    number = to
                    break
        route = as_route(self.network, self.train, links)
        if links:
            self.found.append(route)
        return ahead[0][self.start], route

    def all_after(self, tolls: Tolls, least: int, many: int) -> list[Route] | None:
        """Every route that leaves at least so much after tolls, in small change; None if there are too many.

        Of those that take the same track only the best is kept.
        """
        link_tolls = self.no_tolls if tolls.none else [*tolls.links, 0]
        ahead = self.ahead(link_tolls)
        kept: dict[int, Route] = {}
        # place of the line, crossing, what is left after tolls, links
        open_ways: list[tuple[int, int, int, tuple[int, ...]]] = [(0, self.start, 0, ())]
        tried = 0
        while open_ways:
            tried += 1
            if tried > STEPS:
                return None
            i, number, value, links = open_ways.pop()
            if i == len(self.threads):
                if links:
                    route = as_route(self.network, self.train, links)
                    known = kept.get(route.mask)
                    if known is None or known.value < route.value:
                        kept[route.mask] = route
                        if len(kept) >= many:
                            return None
                continue
            beyond = ahead[i + 1]
            for _, to, earns, one, other in self.threads[i][number]:
                left = value + earns * CHANGE - link_tolls[one] - link_tolls[other]
                if left + beyond[to] >= least:
                    over = links if one == NONE else (*links, one) if other == NONE else (*links, one, other)
                    open_ways.append((i + 1, to, left, over))
        routes = list(kept.values())
        return routes if least > 0 else [*routes, HOME]


def as_route(network: Network, train: Train, links: Sequence[int]) -> Route:
    """The route that runs over these links."""
    if not links:
        return HOME
    at: dict[int, list[int]] = {}
    mask = 0
    for number in sorted(links):
        link = network.links[number]
        mask |= link.mask
        at.setdefault(link.a, []).append(number)
        at.setdefault(link.b, []).append(number)
    stops = [min([stop for stop in at if len(at[stop]) == 1])]
    run: list[int] = []
    while len(run) < len(links):
        over = at[stops[-1]]
        number = over[1] if run and over[0] == run[-1] else over[0]
        link = network.links[number]
        run.append(number)
        stops.append(link.b if link.a == stops[-1] else link.a)
    if not as_searched(network, stops, run):
        stops.reverse()
        run.reverse()
    return Route(tuple(stops), tuple(run), mask, (), sum([train.values[stop] for stop in stops]))
