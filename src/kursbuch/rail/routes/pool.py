"""All routes of one kind of train that can be part of a better set than the best known, found once.

Usually they are a few hundred. Whatever is asked about routes under changing tolls is then answered by looking
through them, without another search of the board.
"""

from __future__ import annotations

from kursbuch.rail.routes.extras import Extras
from kursbuch.rail.routes.parts import CHANGE, HOME, Route, Tolls
from kursbuch.rail.routes.sift import enough


class Pool:
    """Answers what `RouteSearch` answers, out of a complete list of routes."""

    def __init__(self, routes: list[Route]) -> None:
        self.order = routes  # as they were found
        # the dearest first
        self.routes = sorted(routes, key=lambda route: -route.value)

    def best_without(self, barred: int, limits: tuple[int, ...], floor: int) -> Route:
        """The best route without the barred track that earns more than `floor`, else staying at home."""
        floor = max(0, floor)
        for route in self.routes:
            if route.value <= floor:
                break
            if not route.mask & barred and enough(limits, route.uses):
                return route
        return HOME

    def met(self) -> list[Route]:
        """All of them, the dearest first."""
        return self.routes

    def best_found(self, tolls: Tolls) -> tuple[int, Route]:
        """The most that a route leaves after tolls, in small change, and the route."""
        most, best = 0, HOME
        links, supplies = tolls.links, tolls.supplies
        for route in self.routes:
            left = route.value * CHANGE
            if left <= most:  # no toll is below nothing, and the rest earns less
                break
            for link in route.links:
                left -= links[link]
            for amount, each in zip(route.uses, supplies, strict=False):
                left -= amount * each
            if left > most:
                most, best = left, route
        return most, best

    def best_after(self, tolls: Tolls, floor: int) -> tuple[int, Route]:
        """The floor itself and staying at home, since no route leaves more than the best found."""
        return floor, HOME

    def all_after(self, tolls: Tolls, least: int, many: int) -> list[Route] | None:
        """Every route that leaves at least so much after tolls, in small change; None if there are too many.

        Of those that take the same track and supplies only the best is kept.
        """
        kept: dict[tuple[int, tuple[int, ...]], Route] = {}
        free = tolls.none
        for route in self.order:
            earned = route.value * CHANGE
            if earned >= least and (free or earned - tolls.of(route) >= least):
                key = (route.mask, route.uses)
                known = kept.get(key)
                if known is None or known.value < route.value:
                    kept[key] = route
                    if len(kept) >= many:
                        return None
        routes = list(kept.values())
        return routes if least > 0 or HOME in self.order else [*routes, HOME]


def with_offers(routes: list[Route], train: int, extras: Extras) -> list[Route]:
    """All routes of a train, each of them followed by itself with each offer there is for it."""
    found = []
    at_end = extras.at_end if enough(extras.supplies, (1,)) else ()
    for route in routes:
        found.append(route)
        if at_end:  # the one offer that every route has then
            bonus = at_end[route.stops[0]] + at_end[route.stops[-1]]
            if bonus > 0:
                found.append(Route(route.stops, route.links, route.mask, (1,), route.value + bonus))
            continue
        for offer in extras.offers(train, route.stops):
            if offer.bonus > 0 and enough(extras.supplies, offer.uses):
                found.append(
                    Route(route.stops, route.links, route.mask, offer.uses, route.value + offer.bonus)
                )
    return found
