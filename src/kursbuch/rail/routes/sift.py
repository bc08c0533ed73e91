"""The best set of routes out of lists of candidates, one list for each kind of train.

Candidates are numbered by their slack: what is lost by taking them instead of the best route of the train.
Sets of candidates are bit sets over these numbers, so that all that still fit are found by a few operations.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from kursbuch.rail.routes.parts import CHANGE, Link, Route

Clashes = dict[int, list[int]]  # for each link those that share track with it, itself among them


def clashes_of(links: Sequence[Link], candidates: list[list[tuple[int, Route]]]) -> Clashes:
    """Which links share track, of those that candidates of several trains run over."""
    used = sorted({number for found in candidates for _, route in found for number in route.links})
    masks = [(number, links[number].mask) for number in used]
    return {number: [other for other, theirs in masks if theirs & mask] for number, mask in masks}


class Sieve:
    """The candidates of one kind of train, those with the least slack first."""

    __slots__ = ("_affordable", "against", "earning", "levels", "more", "most", "routes", "slacks", "using")

    def __init__(self, found: list[tuple[int, Route]], clashes: Clashes) -> None:
        found.sort(key=lambda pair: pair[0])
        self.slacks = [slack for slack, _ in found]
        self.routes = [route for _, route in found]
        over: dict[int, int] = {}  # for each link who runs over it
        at: dict[int, int] = {}  # for each level who earns just so much
        self.using: dict[tuple[int, ...], int] = {}  # for each use of supplies whose it is
        bit = 1
        for route in self.routes:
            for link in route.links:
                over[link] = over.get(link, 0) | bit
            at[route.value] = at.get(route.value, 0) | bit
            self.using[route.uses] = self.using.get(route.uses, 0) | bit
            bit <<= 1
        self.against: dict[int, int] = {}  # for each link who gets in the way of a train there
        for link, others in clashes.items():
            clash = 0
            for other in others:
                clash |= over.get(other, 0)
            self.against[link] = clash
        self.levels = sorted(at)
        self.earning: list[int] = []  # for each level who earns at least so much
        most = 0
        for level in reversed(self.levels):
            most |= at[level]
            self.earning.append(most)
        self.earning.reverse()
        self.most = self.levels[-1] if self.levels else 0  # what the best candidate earns
        # how much of that it cannot earn without using supplies
        self.more = self.most - max([route.value for route in self.routes if not any(route.uses)], default=0)
        self._affordable: dict[tuple[int, ...], int] = {}

    def within(self, budget: int) -> int:
        """The candidates with no more slack than that."""
        return (1 << bisect_right(self.slacks, budget)) - 1

    def at_least(self, value: int) -> int:
        """The candidates that earn so much or more."""
        level = bisect_left(self.levels, value)
        return self.earning[level] if level < len(self.levels) else 0

    def affordable(self, supplies: tuple[int, ...]) -> int:
        """The candidates that use no more of each supply than that."""
        found = self._affordable.get(supplies)
        if found is None:
            found = 0
            for uses, users in self.using.items():
                if enough(supplies, uses):
                    found |= users
            self._affordable[supplies] = found
        return found

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
        self._hoped: dict[tuple[int, int], tuple[int, list[int]]] = {}

    def run(self, supplies: tuple[int, ...]) -> bool:
        """Was everything tried?"""
        everyone = [sieve.within(self.gap) & sieve.affordable(supplies) for sieve in self.sieves]
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
            self._complete(sieve, rest, chosen, earned)
            return
        least = sum([self.sieves[other].least(fitting[other]) for other in later])
        hopes = self._hopes(len(chosen), sum(supplies))
        rest &= sieve.at_least(self.best_value + 1 - earned - hopes[0])
        while rest and self.tries >= 0:
            self.tries -= 1
            number = (rest & -rest).bit_length() - 1
            slack = sieve.slacks[number]
            budget = self.gap - lost - slack
            if budget < least:
                return
            route = sieve.routes[number]
            left, (hoped, without) = supplies, hopes
            if route.uses:
                left = minus(supplies, route.uses)
                hoped, without = self._hopes(len(chosen), sum(left))
            missing = self.best_value + 1 - earned - route.value
            if missing <= hoped:
                narrowed = fitting[:]
                narrowed[kind] = rest  # of equal trains the next one chooses from what comes later
                for other, others in zip(later, without, strict=True):
                    rivals = self.sieves[other]
                    still = narrowed[other] & rivals.within(budget) & rivals.clear_of(route)
                    still &= rivals.at_least(missing - others)
                    if route.uses:
                        still &= rivals.affordable(left)
                    if not still:
                        break
                    narrowed[other] = still
                    budget -= rivals.least(still)
                    if budget < 0:
                        break
                else:
                    self._choose(narrowed, [*chosen, route], earned + route.value, lost + slack, left)
            rest &= rest - 1

    def _hopes(self, chosen: int, spare: int) -> tuple[int, list[int]]:
        """The most that trains yet to choose can earn, all of them and all but each one.

        No more trains than there are supplies to spare can do better than without any.
        """
        found = self._hoped.get((chosen, spare))
        if found is None:
            later = [self.sieves[kind] for kind in self.kinds[chosen + 1 :]]
            without = [_most(later[:i] + later[i + 1 :], spare) for i in range(len(later))]
            found = self._hoped[chosen, spare] = (_most(later, spare), without)
        return found

    def _complete(self, sieve: Sieve, fitting: int, chosen: list[Route], earned: int) -> None:
        """Complete the set with the route that earns most of those which fit."""
        fitting &= sieve.at_least(self.best_value + 1 - earned)
        while fitting:
            route = sieve.routes[(fitting & -fitting).bit_length() - 1]
            self.gap -= (earned + route.value - self.best_value) * CHANGE
            self.best_value = earned + route.value
            self.best = [*chosen, route]
            fitting &= sieve.at_least(route.value + 1)


def _most(sieves: list[Sieve], spare: int) -> int:
    """The most that one route from each sieve could earn together with so many supplies."""
    more = sorted([sieve.more for sieve in sieves], reverse=True)
    return sum([sieve.most - sieve.more for sieve in sieves]) + sum(more[:spare])


def enough(supplies: tuple[int, ...], uses: tuple[int, ...]) -> bool:
    """Is there enough of each supply? Uses may be left out altogether.

    >>> enough((1, 3), (0, 3)), enough((1, 3), (2, 0)), enough((1, 3), ())
    (True, False, True)
    """
    if not uses:
        return True
    return all([use <= supply for use, supply in zip(uses, supplies, strict=False)])


def minus(supplies: tuple[int, ...], uses: tuple[int, ...]) -> tuple[int, ...]:
    """What is left of the supplies.

    >>> minus((1, 3), (0, 2)), minus((1, 3), ())
    ((1, 1), (1, 3))
    """
    if not uses:
        return supplies
    return tuple([supply - use for supply, use in zip(supplies, uses, strict=True)])
