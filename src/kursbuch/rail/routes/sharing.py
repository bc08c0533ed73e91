"""What several trains can earn together, when they want the same track: tolls, pools, sifting.

* **Tolls.** Contested track gets a toll, and each train for itself takes the route that leaves most after
  tolls. All that is left plus all tolls is never less than what the trains can really earn together, since no
  piece of track is run over twice. Tolls are raised where several trains meet and lowered where none comes,
  which brings this limit down towards what a set of routes found on the way earns.
* **Lists and pools.** Mostly a train has so few routes that all of them are written down to begin with. Where it
  has more, those that earn enough to be part of a better set than the best known are few as a rule. Then they are
  found once, and everything else is done with these alone.
* **Sifting.** What a route leaves less than the best route of its train, its slack, is lost to any set it is
  part of. So only routes whose slack is within the gap between the limit and the best set known can be part of
  a better one. They are few, and all sets of them are tried.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd

from kursbuch.rail.routes.extras import Extras
from kursbuch.rail.routes.listing import listed
from kursbuch.rail.routes.mesh import Mesh
from kursbuch.rail.routes.parts import CHANGE, FAR, HOME, Network, Route, Tolls, Train
from kursbuch.rail.routes.pool import Pool, with_offers
from kursbuch.rail.routes.search import RouteSearch
from kursbuch.rail.routes.sift import Sieve, Sift, clashes_of, enough, minus
from kursbuch.rail.routes.steps import Outlook

LIST = 500  # routes of trains that run alike, when more are too many to write all of them down
LIST_TO_SHARE = 2000  # the same where any train may use up supplies: a search finds little to leave out then
PATIENCE = 4  # rounds without a lower limit after which tolls are moved by less
PARTS = (4, 1)  # first a quarter of the gap, then all of it


class Sharing:
    """The trains of one company, the best set of their routes that is known, and the limit of what any set earns.

    Equal trains are of one kind and share a search; `kinds` says of which kind each train is.
    """

    def __init__(self, network: Network, trains: Sequence[Train], extras: Extras | None) -> None:
        self.network = network
        self.extras = extras
        self.supplies = extras.supplies if extras else ()
        number_of: dict[Train, int] = {}
        firsts: list[int] = []  # of each kind the first train
        self.kinds: list[int] = []
        for number, train in enumerate(trains):
            if train not in number_of:
                number_of[train] = len(firsts)
                firsts.append(number)
            self.kinds.append(number_of[train])
        self.trains = list(number_of)  # one of each kind
        self.explored = 0
        self.outlook = Outlook(network)
        self.sources: list[
            RouteSearch | Pool | Mesh
        ] = []  # for each kind of train who answers for its routes
        most = LIST_TO_SHARE if any(self.supplies) else LIST
        for number, routes in zip(firsts, listed(network, self.trains, most), strict=True):
            if routes is None:
                self.sources.append(RouteSearch(network, trains[number], number, extras, self.outlook))
            else:
                self.explored += len(routes)
                self.sources.append(Pool(with_offers(routes, number, extras) if extras else routes))
        self.searches = [source for source in self.sources if isinstance(source, RouteSearch)]
        # every total is a multiple of the grain
        self.grain = max(1, gcd(extras.unit if extras else 0, *[gcd(*train.values) for train in number_of]))
        self.best: list[Route] = [HOME] * len(self.kinds)
        self.best_value = 0
        self.alone = [FAR] * len(self.trains)  # what each kind earns at most by itself
        self.wanted: list[Route] = []  # by which it does
        self.pieces: list[int] = []  # of track, those that have a toll
        self.pieces_of_link: list[list[int]] = []
        self.piece_tolls: list[int] = []
        self.supply_tolls = [0] * len(self.supplies)
        self.eager = 1.0  # how much of the way down to the best set known tolls are to go at once
        self.stuck = 0  # rounds since the limit went down
        self.limit = FAR  # the lowest known, with its tolls and what they leave to each kind
        self.limit_tolls = Tolls([], [])
        self.limit_left: list[int] = []
        self.limit_pieces: list[tuple[int, int]] = []  # of track, with their tolls then

    def settled(self) -> bool:
        """Whether the best set is found by what is best for each train alone."""
        alone = [source.best_without(0, self.supplies, 0) for source in self.sources]
        wanted = [alone[kind] for kind in self.kinds]
        self.settle(wanted)
        most = sum([route.value for route in wanted])
        self.alone = [route.value for route in alone]
        self.wanted = alone
        self.limit = most * CHANGE
        self.limit_tolls = Tolls([], [])
        self.limit_pieces = []
        self.limit_left = [route.value * CHANGE for route in alone]
        return self.best_value == most

    def fill_pools(self, many: int) -> bool:
        """Find all routes that can be part of a better set, if they are not too many."""
        gap = self.gap()
        pools = []
        for source, most in zip(self.sources, self.limit_left, strict=True):
            routes = source.all_after(self.limit_tolls, most - gap, many)
            if routes is None:
                return False
            pools.append(Pool(routes))
        self.sources[:] = pools
        return True

    def gap(self) -> int:
        """How much can be lost, in small change, without falling to the best set known; negative if nothing."""
        return self.limit - (self.best_value + self.grain) * CHANGE

    def find_telling_pieces(self) -> None:
        """Pick the pieces of track that need a toll.

        If every link over one piece also runs over another, trains that keep apart there keep apart here.
        """
        links = self.network.links
        users: dict[int, int] = {}  # links over each piece
        through = 0
        for train in self.trains:
            through |= self.network.through(train)
        for number in self.network.links_near_stations(through):
            rest = links[number].mask
            while rest:
                piece = rest & -rest
                rest ^= piece
                users[piece] = users.get(piece, 0) | 1 << number
        telling: dict[int, int] = {}  # the links over a telling piece, and the piece
        for piece, over in sorted(users.items(), key=lambda item: (-item[1].bit_count(), item[0])):
            if not any([over & wider == over for wider in telling]):
                telling[over] = piece
        self.pieces = list(telling.values())
        self.pieces_of_link = [
            [i for i, piece in enumerate(self.pieces) if link.mask & piece] for link in links
        ]
        self.piece_tolls = [0] * len(self.pieces)

    def move_tolls(self, part: int) -> None:
        """See what limit the tolls give, then raise them where trains crowd and lower them where none comes."""
        link_tolls = [sum([self.piece_tolls[i] for i in pieces]) for pieces in self.pieces_of_link]
        tolls = Tolls(link_tolls, self.supply_tolls)
        held = sum(self.piece_tolls)
        for toll, amount in zip(self.supply_tolls, self.supplies, strict=True):
            held += toll * amount
        # if already the routes found so far keep the limit up, there is no need to search for others
        answers = [source.best_found(tolls) for source in self.sources]
        limit = held + sum([answers[kind][0] for kind in self.kinds])
        self.stuck += 1
        if limit < self.limit - self.gap() // part:
            for kind, source in enumerate(self.sources):
                better = source.best_after(tolls, answers[kind][0])
                if better[1].stops:
                    answers[kind] = better
            limit = held + sum([answers[kind][0] for kind in self.kinds])
            self.settle([answers[kind][1] for kind in self.kinds])
            if limit < self.limit:
                self.limit = limit
                self.limit_tolls = tolls
                self.limit_pieces = list(zip(self.pieces, self.piece_tolls, strict=True))
                self.limit_left = [left for left, _ in answers]
                self.stuck = 0
        if self.stuck == PATIENCE:
            self.stuck = 0
            self.eager /= 2
        crowd = [-1] * len(self.pieces)
        thirst = [-amount for amount in self.supplies]
        for kind in self.kinds:
            route = answers[kind][1]
            for link in route.links:
                for i in self.pieces_of_link[link]:
                    crowd[i] += 1
            for i, use in enumerate(route.uses):
                thirst[i] += use
        push = 0
        for more, toll in zip(crowd + thirst, self.piece_tolls + self.supply_tolls, strict=True):
            if more > 0 or toll > 0:
                push += more * more
        if push:
            step = self.eager * (limit - self.best_value * CHANGE) / push
            self.piece_tolls = _moved(self.piece_tolls, crowd, step)
            self.supply_tolls = _moved(self.supply_tolls, thirst, step)

    def settle(self, wanted: list[Route]) -> None:
        """Make a set of what the trains want: each in turn keeps its route or takes the best that is left."""
        routes: list[Route] = []
        taken = 0
        left = self.supplies
        hoped = sum([route.value for route in wanted])
        for kind, want in zip(self.kinds, wanted, strict=True):
            route = want
            if route.mask & taken or not enough(left, route.uses):
                floor = self.best_value - (hoped - want.value)
                route = self.sources[kind].best_without(taken, left, floor)
                hoped -= want.value - route.value
                if hoped <= self.best_value:
                    return
            routes.append(route)
            taken |= route.mask
            left = minus(left, route.uses)
        if hoped > self.best_value:
            self.best = routes
            self.best_value = hoped

    def sift(self, many: int, tries: int) -> bool:
        """Try all sets of the routes that can be part of a better set than the best known.

        Gives up, with False, if there are too many such routes or sets.
        """
        for part in PARTS:  # a better set among a part of the routes makes the whole smaller
            gap = self.gap()
            if gap < 0:
                break
            candidates: list[list[tuple[int, Route]]] = []
            for source, most in zip(self.sources, self.limit_left, strict=True):
                routes = source.all_after(self.limit_tolls, most - gap // part, many)
                if routes is None:
                    return False
                candidates.append(
                    [(most - route.value * CHANGE + self.limit_tolls.of(route), route) for route in routes]
                )
            clashes = clashes_of(self.network.links, candidates)
            sieves = [Sieve(found, clashes) for found in candidates]
            # trains with most to choose from go first: their quarrels cost most
            order = sorted(
                range(len(self.kinds)), key=lambda i: (-len(sieves[self.kinds[i]].routes), self.kinds[i])
            )
            sift = Sift(sieves, [self.kinds[i] for i in order], gap, self.best_value, tries)
            done = sift.run(self.supplies)
            if sift.best:
                self.best_value = sift.best_value
                self.best = self.best[:]
                for i, route in zip(order, sift.best, strict=True):
                    self.best[i] = route
            if not done:
                return False
        return True


def _moved(tolls: list[int], crowd: list[int], step: float) -> list[int]:
    return [max(0, toll + round(step * more)) for toll, more in zip(tolls, crowd, strict=True)]
