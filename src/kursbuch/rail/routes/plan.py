"""Which train runs where, when several want the same track: in which ways the best set is looked for, and how long.

Mostly it is found by tolls and sifting (see `sharing`). Of two trains with many routes all sets are looked at by the
arms of the routes instead (see `pairs`). Where that takes too long, all routes of a train are woven into a mesh (see
`mesh`); with what meshes tell the board is swept (see `sweep`). It is swept without them where there is too much to
weave. On a board that somebody has drawn to have no end of routes nothing would ever be proved, while others wait for
the server: then the best set that was met is taken.
"""

from __future__ import annotations

from collections.abc import Sequence

from kursbuch.rail.routes.crossings import Crossings
from kursbuch.rail.routes.extras import Extras, Load, Share, laden
from kursbuch.rail.routes.front import Front
from kursbuch.rail.routes.mesh import Mesh
from kursbuch.rail.routes.pairs import Pairs
from kursbuch.rail.routes.parts import FAR, HOME, Network, Route, Train
from kursbuch.rail.routes.raised import TooLong
from kursbuch.rail.routes.search import RouteSearch
from kursbuch.rail.routes.sharing import Sharing
from kursbuch.rail.routes.sift import enough, minus
from kursbuch.rail.routes.steps import LONGEST, room_of
from kursbuch.rail.routes.sweep import Sweep

# Rounds in which tolls are moved, and the part of the gap that a search for new routes is to promise then; how
# many routes of a kind are too many to try their sets, and how often to try at most.
STAGES: tuple[tuple[int, int, int, int], ...] = (
    (1, 5, 40, 100),
    (5, 5, 100, 400),
    (10, 5, 200, 1000),
    (20, 5, 500, 3000),
    (100, 10, FAR, FAR),
)
# Steps of a search for one of two trains, after which all sets of their arms are looked at instead; and for one of
# others after which meshes are made
SOON = 1500
ARMS = 12_000  # of two trains, when more are too many
FEW_ARMS = 3500  # when more are too many to be tried before meshes are
MESH = 10_000  # crossings of a mesh, when more are too many
CROSSINGS = 150_000  # crossings in all sweeps over the board, when more are too many
# Rounds in which tolls are moved before the board is swept, and crossings when more are too many then
SWEEPS = ((5, 500), (10, 3000), (30, FAR))
STEPS = (
    12_000  # of a search, and sets of routes tried, when more are too many where the board may still be swept
)
# Steps after which no proof is looked for any more; boards of the boxes take some ten thousand
LAST = 1_000_000
POOL = 6000  # routes of a kind, when more are too many to look through again and again
TRIES = 2000  # sets of them that are tried before tolls are moved


class Planner(Sharing):
    """Finds the best set of routes for the trains of one company."""

    def __init__(self, network: Network, trains: Sequence[Train], extras: Extras | None) -> None:
        super().__init__(network, trains, extras)
        self.known_alone: dict[tuple[int, Load | None], int] = {}

    def best_routes(self) -> list[Route]:
        """For each train its route in the best set; among equally good sets the first found."""
        soon = self._soon()
        plain = self.extras is None  # meshes and sweeps know nothing of extras
        # of trains that do not go far walks leave most arms out, while their meshes are large
        arms = FEW_ARMS if plain and not self._is_near() else ARMS
        if self._is_for_pairs():
            if self._within(soon, soon) or self._paired(arms):
                return self.best
        elif plain and self._within(soon, soon):
            return self.best
        proved = plain and (
            self._woven()
            or (arms < ARMS and self._is_for_pairs() and self._paired(ARMS))
            or self._within(STEPS)
            or self._swept([], self._crossings(), CROSSINGS)
        )
        if not proved and not self._within(LAST):
            self._make_do()
        return self.best

    def _is_for_pairs(self) -> bool:
        """Whether two trains have many routes, and earn by nothing that arms do not tell."""
        if len(self.kinds) != 2 or not self.searches:
            return False
        return self.extras is None or len(self.extras.between_two()) > 0

    def _soon(self) -> int:
        patient = len(self.kinds) == 1 or (self.extras and self.extras.shares)
        return SOON * 4 if patient else SOON

    def _paired(self, arms: int) -> bool:
        """Find the best set of two trains by their arms, if these are no more."""
        trains = [self.trains[kind] for kind in self.kinds]
        shares = self.extras.between_two() if self.extras else ((None, None),)
        if self._is_near() and not self.best_value:
            self._begin_with_greed(shares)
        alone = [self._alone_with(share) for share in shares]
        pairs = Pairs(self.network, trains, self.best_value, shares, alone, self.outlook, arms)
        routes = pairs.best_routes()
        self.explored += pairs.explored
        if routes:
            self.best = routes
            self.best_value = sum([route.value for route in routes])
        return routes is not None

    def _is_near(self) -> bool:
        """Whether no train goes so far that walks can tell nothing of its arms."""
        return max([room_of(train) for train in self.trains]) <= LONGEST

    def _begin_with_greed(self, shares: Sequence[Share]) -> None:
        """The best for either train and what that leaves to the other: the more is known to be possible, the fewer
        arms can be part of something better.
        """
        for share in shares:
            for first in (0, 1):
                routes = [HOME, HOME]
                for n in (first, 1 - first):
                    train, barred = self.trains[self.kinds[n]], routes[1 - n].mask
                    search = RouteSearch(self.network, train, 0, laden(share[n]), self.outlook)
                    routes[n] = search.best_without(barred, (), 0)
                    self.explored += search.explored
                value = routes[0].value + routes[1].value
                if value > self.best_value:
                    self.best, self.best_value = routes, value

    def _alone_with(self, share: Share) -> list[int]:
        """What each of two trains earns at most by itself with its share of the supplies."""
        found: list[int] = []
        near = self._is_near()  # else no arms are left out for that
        for n, load in enumerate(share):
            kind = self.kinds[n]
            most = self.alone[kind]
            if (
                near
                and most < FAR
                and not enough(load.uses if load else (0,) * len(self.supplies), self.wanted[kind].uses)
            ):
                key = (kind, load)
                if key not in self.known_alone:
                    floor = max(0, self.best_value - self.alone[self.kinds[1 - n]])
                    search = RouteSearch(self.network, self.trains[kind], 0, laden(load), self.outlook)
                    self.known_alone[key] = max(search.best_without(0, (), floor).value, floor)
                    self.explored += search.explored
                most = self.known_alone[key]
            found.append(most)
        return found

    def _within(self, steps: int, last: int = 0) -> bool:
        """Find the best set by tolls and sifting, if that takes no more steps; it ends after `last` in any case."""
        for search in self.searches:
            search.patience = search.explored + steps
            search.last = search.explored + (last or LAST)
        try:
            return self._find(steps)
        except TooLong:
            for search in self.searches:
                search.collected = None
            return False

    def _make_do(self) -> None:
        """Of the routes that were met, to each train in turn the best that the others leave."""
        routes: list[Route] = []
        taken = 0
        left = self.supplies
        for kind in self.kinds:
            route = HOME
            for met in self.sources[kind].met():
                if met.value > route.value and not met.mask & taken and enough(left, met.uses):
                    route = met
            routes.append(route)
            taken |= route.mask
            left = minus(left, route.uses)
        value = sum([route.value for route in routes])
        if value > self.best_value:
            self.best = routes
            self.best_value = value

    def _woven(self) -> bool:
        """Find the best set by meshes of all routes, if these are not too large."""
        crossings = self._crossings()
        meshes: list[Mesh] = []
        for kind in range(len(self.trains)):
            mesh = Mesh(crossings, kind, MESH)
            self.explored += mesh.explored
            if not mesh.complete:
                return False
            meshes.append(mesh)
        for kind, source in enumerate(self.sources):
            if isinstance(source, RouteSearch):
                self.sources[kind] = meshes[kind]
        if self.settled():
            return True
        self.find_telling_pieces()
        for rounds, most in SWEEPS:
            self.eager = max(self.eager, 0.5)
            for _ in range(rounds):
                if self.gap() >= 0 and self.eager > 0.1:
                    self.move_tolls(5)
            if self.gap() < 0 or self._swept(meshes, crossings, min(most, CROSSINGS)):
                return True
        return False

    def _crossings(self) -> Crossings:
        return Crossings(self.network, self.trains, Front(self.network, self.trains, len(self.kinds)))

    def _swept(self, meshes: list[Mesh], crossings: Crossings, most: int) -> bool:
        """Find the best set by sweeping the board, if it is not too wide."""
        tolls, held = (self.limit_tolls.links, self.limit_pieces) if meshes else ([], [])
        sweep = Sweep(crossings, self.kinds, self.best_value, self.grain, meshes, tolls, held, most)
        routes = sweep.best_routes()
        self.explored += sweep.explored
        if sweep.found:
            by_kind = sorted(range(len(self.kinds)), key=lambda train: self.kinds[train])
            self.best = self.best[:]
            for train, route in zip(by_kind, sweep.found, strict=True):
                self.best[train] = route
            self.best_value = sum([route.value for route in self.best])
        return routes is not None

    def _find(self, steps: int) -> bool:
        """Whether the best set known is the best, after so many steps."""
        if self.settled():
            return True
        if self.extras and self.extras.shares and self._is_for_pairs():
            for search in self.searches:
                search.patience = search.last = search.explored + SOON
        if self.fill_pools(POOL) and self.sift(POOL, TRIES):
            return True
        self.find_telling_pieces()
        for rounds, part, many, tries in STAGES:
            self.eager = max(self.eager, 0.5)
            for _ in range(rounds):
                if self.gap() >= 0 and self.eager > 0.1:
                    self.move_tolls(part)
            if self.sift(many, min(tries, steps)):
                return True
        return False
