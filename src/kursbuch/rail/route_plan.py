"""Which train runs where, when several want the same track.

Two ideas together give the best set of routes with proof:

* **Tolls.** Contested track gets a toll, and each train for itself takes the route that leaves most after
  tolls. All that is left plus all tolls is never less than what the trains can really earn together, since no
  piece of track is run over twice. Tolls are raised where several trains meet and lowered where none comes,
  which brings this limit down, in good cases to what a set of routes found on the way earns.
* **Giving way.** If that does not settle it, a contested piece is taken and two cases are looked at: one
  train does without the piece, or all the others do. The case with the higher limit is looked into first.
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush
from math import gcd

from kursbuch.rail.route_parts import Extras, Network, Train
from kursbuch.rail.route_search import CHANGE, Route, RouteSearch, Tolls

FIRST_ROUNDS = 60  # rounds of tolls at the beginning
LATER_ROUNDS = 12  # and after a train has given way, when the tolls are nearly right

# What one train has to do with: (kind of train, barred track, how much it may use of each supply)
Share = tuple[int, int, tuple[int, ...]]
Shares = tuple[Share, ...]


class Plan:
    """For each share the route run with it; no two of them quarrel."""

    __slots__ = ("routes", "shares", "value")

    def __init__(self, shares: Shares, routes: Sequence[Route | None]) -> None:
        self.shares = shares
        self.routes = tuple(routes)
        self.value = sum([route.value for route in routes if route])


class Case:
    """Shares to be looked into, with the tolls their rounds begin with."""

    __slots__ = ("piece_tolls", "shares", "supply_tolls")

    def __init__(self, shares: Shares, piece_tolls: list[int], supply_tolls: list[int]) -> None:
        self.shares = shares
        self.piece_tolls = piece_tolls
        self.supply_tolls = supply_tolls


class Planner:
    """Finds the best plan for the trains of one company."""

    def __init__(self, network: Network, trains: Sequence[Train], extras: Extras | None) -> None:
        self.network = network
        self.supplies = extras.supplies if extras else ()
        self.kinds: list[int] = []  # of each train
        self.searches: list[RouteSearch] = []  # of each kind
        kinds: dict[Train, int] = {}
        for number, train in enumerate(trains):
            if train not in kinds:
                kinds[train] = len(kinds)
                self.searches.append(RouteSearch(network, train, number, extras))
            self.kinds.append(kinds[train])
        # no total falls between two multiples of the grain, which rounds limits down
        self.grain = 1 if extras else max(1, gcd(*[gcd(*train.values) for train in trains]))
        shares = tuple(sorted((kind, 0, self.supplies) for kind in self.kinds))
        self.best = Plan(shares, [None] * len(shares))
        self.pieces: list[int] = []
        self.pieces_of_link: list[list[int]] = []

    def best_plan(self) -> Plan:
        """The plan that earns most; among equals the first found."""
        shares = self.best.shares
        alone = [self.searches[kind].best_route(0, limits) for kind, _, limits in shares]
        limit = sum([route.value for route in alone if route])
        self.settle(shares, alone)
        if self.best.value == limit:
            return self.best
        self._find_telling_pieces()
        order = 0
        start = Case(shares, [0] * len(self.pieces), [0] * len(self.supplies))
        waiting = [(-limit * CHANGE, order, start)]
        met = {shares}
        rounds = FIRST_ROUNDS
        while waiting and self.beats_best(-waiting[0][0]):
            case = heappop(waiting)[2]
            limit, routes = self.set_tolls(case, rounds)
            rounds = LATER_ROUNDS
            if not self.beats_best(limit):
                continue
            ways = self.ways_to_yield(case, routes)
            if not ways:
                # the tolls keep the trains apart, but some are paid by nobody: see what happens without tolls
                routes = [self.searches[kind].best_route(barred, caps) for kind, barred, caps in case.shares]
                self.settle(case.shares, routes)
                ways = self.ways_to_yield(case, routes)
            for shares in ways:
                if shares not in met:
                    met.add(shares)
                    order += 1
                    heappush(waiting, (-limit, order, Case(shares, case.piece_tolls, case.supply_tolls)))
        return self.best

    def beats_best(self, limit: int) -> bool:
        """Could a plan within the limit, in small change, earn more than the best one known?"""
        return limit // (CHANGE * self.grain) * self.grain > self.best.value

    def _find_telling_pieces(self) -> None:
        """Pick the pieces of track that need a toll.

        If every link over one piece also runs over another, trains that keep apart there keep apart here.
        """
        users: dict[int, int] = {}  # links over each piece
        for number, link in enumerate(self.network.links):
            rest = link.mask
            while rest:
                piece = rest & -rest
                rest ^= piece
                users[piece] = users.get(piece, 0) | 1 << number
        kept: dict[int, int] = {}  # the links over a telling piece, and the piece
        for piece, links in sorted(users.items(), key=lambda item: (-item[1].bit_count(), item[0])):
            if not any(links & wider == links for wider in kept):
                kept[links] = piece
        self.pieces = list(kept.values())
        self.pieces_of_link = [
            [i for i, piece in enumerate(self.pieces) if link.mask & piece] for link in self.network.links
        ]

    def set_tolls(self, case: Case, rounds: int) -> tuple[int, list[Route | None]]:
        """Move the tolls for some rounds; the lowest limit met, and the routes that gave it.

        The tolls of the case become those of the lowest limit.
        """
        piece_tolls = case.piece_tolls
        supply_tolls = case.supply_tolls
        lowest = -1
        lowest_routes: list[Route | None] = []
        eager = 1.0  # how much of the way to the best plan one round is to go
        stuck = 0
        for _ in range(rounds):
            limit, routes = self.limit_with(case.shares, piece_tolls, supply_tolls)
            if lowest < 0 or limit < lowest:
                stuck = 0
                lowest = limit
                lowest_routes = routes
                case.piece_tolls = piece_tolls
                case.supply_tolls = supply_tolls
                if self.beats_best(limit):
                    self.settle(case.shares, routes)
                if not self.beats_best(limit):
                    break
            else:
                stuck += 1
                if stuck == 3:
                    stuck = 0
                    eager /= 2
            wanted = [-1] * len(self.pieces)
            drunk = [-amount for amount in self.supplies]
            for route in routes:
                if route:
                    for link in route.links:
                        for i in self.pieces_of_link[link]:
                            wanted[i] += 1
                    for i, use in enumerate(route.uses):
                        drunk[i] += use
            push = 0
            for want, toll in zip(wanted + drunk, piece_tolls + supply_tolls, strict=True):
                if want > 0 or toll > 0:
                    push += want * want
            if push == 0:
                break
            step = eager * (limit - self.best.value * CHANGE) / push
            piece_tolls = _moved(piece_tolls, wanted, step)
            supply_tolls = _moved(supply_tolls, drunk, step)
        return lowest, lowest_routes

    def limit_with(
        self, shares: Shares, piece_tolls: list[int], supply_tolls: list[int]
    ) -> tuple[int, list[Route | None]]:
        """All tolls plus what they leave to each train, in small change, and the route each train takes."""
        tolls = Tolls([sum([piece_tolls[i] for i in pieces]) for pieces in self.pieces_of_link], supply_tolls)
        limit = sum(piece_tolls)
        for toll, amount in zip(supply_tolls, self.supplies, strict=True):
            limit += toll * amount
        routes: list[Route | None] = []
        known: dict[Share, tuple[int, Route | None]] = {}  # equal trains with equal shares decide alike
        for share in shares:
            if share not in known:
                kind, barred, limits = share
                known[share] = self.searches[kind].best_after_tolls(barred, limits, tolls)
            left, route = known[share]
            limit += left
            routes.append(route)
        return limit, routes

    def settle(self, shares: Shares, wanted: Sequence[Route | None]) -> None:
        """Make a plan of what the trains want: each in turn keeps its route or takes the best left."""
        routes: list[Route | None] = []
        taken = 0
        left = list(self.supplies)
        for (kind, barred, limits), want in zip(shares, wanted, strict=True):
            route = want
            caps = tuple([min(pair) for pair in zip(limits, left, strict=True)])
            if route and (route.mask & taken or any(u > c for u, c in zip(route.uses, caps, strict=False))):
                route = self.searches[kind].best_route(barred | taken, caps)
            routes.append(route)
            if route:
                taken |= route.mask
                for i, use in enumerate(route.uses):
                    left[i] -= use
        plan = Plan(shares, routes)
        if plan.value > self.best.value:
            self.best = plan

    def ways_to_yield(self, case: Case, routes: list[Route | None]) -> list[Shares]:
        """The cases into which the dearest quarrel of these routes divides; none if there is no quarrel."""
        shares = case.shares
        once = 0
        twice = 0
        for route in routes:
            if route:
                twice |= once & route.mask
                once |= route.mask
        if twice:
            tolls = case.piece_tolls
            piece = max(
                [i for i, piece in enumerate(self.pieces) if twice & piece], key=lambda i: (tolls[i], -i)
            )
            mask = self.pieces[piece]
            wanting = [i for i, route in enumerate(routes) if route and route.mask & mask]
            one = wanting[0]
            return [
                _sorted([_without(share, mask) if i == one else share for i, share in enumerate(shares)]),
                _sorted([_without(share, mask) if i != one else share for i, share in enumerate(shares)]),
            ]
        for supply, amount in enumerate(self.supplies):
            uses = [route.uses[supply] if route and route.uses else 0 for route in routes]
            if sum(uses) > amount:
                return [
                    _sorted([_with_less(s, supply, use - 1) if i == j else s for j, s in enumerate(shares)])
                    for i, use in enumerate(uses)
                    if use
                ]
        return []


def _moved(tolls: list[int], wanted: list[int], step: float) -> list[int]:
    return [max(0, toll + round(step * want)) for toll, want in zip(tolls, wanted, strict=True)]


def _without(share: Share, mask: int) -> Share:
    kind, barred, limits = share
    return kind, barred | mask, limits


def _with_less(share: Share, supply: int, cap: int) -> Share:
    kind, barred, limits = share
    return kind, barred, (*limits[:supply], cap, *limits[supply + 1 :])


def _sorted(shares: list[Share]) -> Shares:
    """Equal trains are interchangeable, so that the order of their shares does not matter."""
    return tuple(sorted(shares))
