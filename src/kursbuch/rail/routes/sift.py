"""The best set of routes out of lists of candidates, one list for each kind of train.

Candidates are numbered by their slack: what is lost by taking them instead of the best route of the train.
Sets of candidates are bit sets over these numbers, so that all that still fit are found by a few operations.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from kursbuch.rail.routes.parts import CHANGE, Link, Route, members

Clashes = dict[int, list[int]]  # for each link those that share track with it, itself among them


def clashes_of(links: Sequence[Link], candidates: list[list[tuple[int, Route]]]) -> Clashes:
    """Which links share track, of those that candidates of several trains run over."""
    used = sorted({number for found in candidates for _, route in found for number in route.links})
    masks = [(number, links[number].mask) for number in used]
    return {number: [other for other, theirs in masks if theirs & mask] for number, mask in masks}


class Sieve:
    """The candidates of one kind of train, those with the least slack first."""

    __slots__ = ("against", "earning", "levels", "routes", "slacks")

    def __init__(self, found: list[tuple[int, Route]], clashes: Clashes) -> None:
        found.sort(key=lambda pair: pair[0])
        self.slacks = [slack for slack, _ in found]
        self.routes = [route for _, route in found]
        over: dict[int, int] = {}  # for each link who runs over it
        bit = 1
        for route in self.routes:
            for link in route.links:
                over[link] = over.get(link, 0) | bit
            bit <<= 1
        self.against: dict[int, int] = {}  # for each link who gets in the way of a train there
        for link, others in clashes.items():
            clash = 0
            for other in others:
                clash |= over.get(other, 0)
            self.against[link] = clash
        self.levels = sorted({route.value for route in self.routes})
        self.earning: list[int] = []  # for each level who earns at least so much
        at: dict[int, int] = {}  # for each level who earns just so much
        bit = 1
        for route in self.routes:
            at[route.value] = at.get(route.value, 0) | bit
            bit <<= 1
        most = 0
        for level in reversed(self.levels):
            most |= at[level]
            self.earning.append(most)
        self.earning.reverse()

    def within(self, budget: int) -> int:
        """The candidates with no more slack than that."""
        return (1 << bisect_right(self.slacks, budget)) - 1

    def at_least(self, value: int) -> int:
        """The candidates that earn so much or more."""
        level = bisect_left(self.levels, value)
        return self.earning[level] if level < len(self.levels) else 0

    def most(self) -> int:
        """What the best candidate earns."""
        return self.levels[-1] if self.levels else 0

    def clear_of(self, route: Route) -> int:
        """The candidates that share no track with a route."""
        clash = 0
        for link in route.links:
            clash |= self.against[link]
        return ~clash

    def least(self, fitting: int) -> int:
        """The least slack in a set of candidates that is not empty."""
        return self.slacks[(fitting & -fitting).bit_length() - 1]


class Sift:
    """Tries all sets of candidates that lose no more than the gap, and keeps the best.

    A set is worse than the best known if it loses too much or if it does not earn enough. The first shows while
    the set is still small, the second once nearly all have chosen.
    """

    def __init__(self, sieves: list[Sieve], kinds: list[int], gap: int, best_value: int, tries: int) -> None:
        self.sieves = sieves
        self.kinds = kinds  # of the trains, in the order in which they choose
        self.gap = gap  # the most that may be lost, in small change
        self.best_value = best_value
        self.best: list[Route] = []
        self.tries = tries  # that are left

    def run(self, supplies: tuple[int, ...]) -> bool:
        """Was everything tried?"""
        everyone = [sieve.within(self.gap) for sieve in self.sieves]
        if all([everyone[kind] for kind in self.kinds]):
            self._choose(everyone, [], 0, 0, supplies)
        return self.tries >= 0

    def _choose(
        self, fitting: list[int], chosen: list[Route], earned: int, lost: int, supplies: tuple[int, ...]
    ) -> None:
        """Try all ways to go on from the routes chosen; `fitting` is for each kind what still fits."""
        kind = self.kinds[len(chosen)]
        later = self.kinds[len(chosen) + 1 :]
        sieve = self.sieves[kind]
        rest = fitting[kind]
        if not later:
            self._complete(sieve, rest, chosen, earned, supplies)
            return
        least = sum([self.sieves[other].least(fitting[other]) for other in later])
        hoped = sum([self.sieves[other].most() for other in later])
        while rest and self.tries >= 0:
            self.tries -= 1
            number = (rest & -rest).bit_length() - 1
            slack = sieve.slacks[number]
            budget = self.gap - lost - slack
            if budget < least:
                return
            route = sieve.routes[number]
            missing = self.best_value + 1 - earned - route.value
            if missing <= hoped and enough(supplies, route.uses):
                narrowed = fitting[:]
                narrowed[kind] = rest  # of equal trains the next one chooses from what comes later
                for other in later:
                    rivals = self.sieves[other]
                    still = narrowed[other] & rivals.within(budget) & rivals.clear_of(route)
                    still &= rivals.at_least(missing - hoped + rivals.most())
                    if not still:
                        break
                    narrowed[other] = still
                    budget -= rivals.least(still)
                    if budget < 0:
                        break
                else:
                    left = minus(supplies, route.uses)
                    self._choose(narrowed, [*chosen, route], earned + route.value, lost + slack, left)
            rest &= rest - 1

    def _complete(
        self, sieve: Sieve, fitting: int, chosen: list[Route], earned: int, supplies: tuple[int, ...]
    ) -> None:
        """Complete the set with the route that earns most of those which fit."""
        for number in members(fitting):
            route = sieve.routes[number]
            better = earned + route.value - self.best_value
            if better > 0 and enough(supplies, route.uses):
                self.best_value += better
                self.best = [*chosen, route]
                self.gap -= better * CHANGE


def enough(supplies: tuple[int, ...], uses: tuple[int, ...]) -> bool:
    """Is there enough of each supply? Uses may be left out altogether.

    >>> enough((1, 3), (0, 3)), enough((1, 3), (2, 0)), enough((1, 3), ())
    (True, False, True)
    """
    return all([use <= supply for use, supply in zip(uses, supplies, strict=False)])


def minus(supplies: tuple[int, ...], uses: tuple[int, ...]) -> tuple[int, ...]:
    """What is left of the supplies.

    >>> minus((1, 3), (0, 2)), minus((1, 3), ())
    ((1, 1), (1, 3))
    """
    if not uses:
        return supplies
    return tuple([supply - use for supply, use in zip(supplies, uses, strict=True)])
