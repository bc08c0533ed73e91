"""All routes of one kind of train that can be part of a better set than the best known, found once.

Usually they are a few hundred. Whatever is asked about routes under changing tolls is then answered by looking
through them, without another search of the board.
"""

from __future__ import annotations

from collections.abc import Iterable

from kursbuch.rail.routes.parts import CHANGE, Route, Tolls
from kursbuch.rail.routes.sift import enough


class Pool:
    """Answers what `RouteSearch` answers, out of a complete list of routes."""

    def __init__(self, routes: Iterable[Route], home: Route) -> None:
        self.home = home
        # the dearest first, with their place in the list as it was found
        self.routes = sorted(enumerate(routes), key=lambda pair: -pair[1].value)

    def best_without(self, barred: int, limits: tuple[int, ...], floor: int) -> Route:
        """The best route without the barred track that earns more than `floor`, else staying at home."""
        floor = max(0, floor)
        for _, route in self.routes:
            if route.value <= floor:
                break
            if not route.mask & barred and enough(limits, route.uses):
                return route
        return self.home

    def best_found(self, tolls: Tolls) -> tuple[int, Route]:
        """The most that a route leaves after tolls, in small change, and the route."""
        most, best = 0, self.home
        links, supplies = tolls.links, tolls.supplies
        for _, route in self.routes:
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
        return floor, self.home

    def all_after(self, tolls: Tolls, least: int, many: int) -> list[Route] | None:
        """Every route that leaves at least so much after tolls, in small change; None if there are too many."""
        kept: list[tuple[int, Route]] = []
        for place, route in self.routes:
            earned = route.value * CHANGE
            if earned < least:
                break
            if earned - tolls.of(route) >= least:
                kept.append((place, route))
                if len(kept) >= many:
                    return None
        return [route for _, route in sorted(kept, key=lambda pair: pair[0])]
