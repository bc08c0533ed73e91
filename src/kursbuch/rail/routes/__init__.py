"""The best runs of a company's trains, exactly.

What is given and answered is in `parts` and `extras`. `listing` writes all routes of a train down, `search` finds
what matters on its `ground`, `sharing` keeps several trains apart, `sift` makes the best set out of the routes left
to choose from; `pairs` tells two trains apart by the arms of their routes, `steps` looks ahead by walks. Where
routes are too many, a `mesh` has all of one train and `sweep` finds the best set: a line passes the stops one by
one, the `front`, and what trains did behind it is told apart by their `crossings`. `plan` says what is tried when.
"""

from __future__ import annotations

from collections.abc import Sequence

from kursbuch.rail.routes.extras import Extras, Load, Offer
from kursbuch.rail.routes.parts import Best, Link, Network, Reach, Route, Run, Train, members
from kursbuch.rail.routes.plan import Planner

__all__ = [
    "Best",
    "Extras",
    "Link",
    "Load",
    "Network",
    "Offer",
    "Reach",
    "Run",
    "Train",
    "best_runs",
    "has_route",
    "route_of",
]


def best_runs(network: Network, trains: Sequence[Train], extras: Extras | None = None) -> Best:
    """The runs that earn most together, with proof; trains that find nothing stay at home.

    Runs of different trains may share stops but no track. The answer depends on nothing but what is given;
    among equally good sets of runs it is the first the search meets. Of equal trains the first earns most.

    >>> links = (Link(0, 1, 0b001), Link(1, 2, 0b010), Link(2, 3, 0b100))
    >>> network = Network(4, links, tokens=0b0010)
    >>> best = best_runs(network, [Train(Reach(2), (20, 30, 10, 50)), Train(Reach(3), (20, 30, 10, 50))])
    >>> best.value, [run.stops for run in best.runs if run]
    (140, [(0, 1), (3, 2, 1)])
    """
    if not trains or not network.tokens:
        return Best((None,) * len(trains), 0, 0)
    planner = Planner(network, trains, extras)
    routes = planner.best_routes()
    value = sum([route.value for route in routes])
    by_kind: dict[int, list[Route]] = {}
    for kind, route in zip(planner.kinds, routes, strict=True):
        by_kind.setdefault(kind, []).append(route)
    for of_kind in by_kind.values():
        of_kind.sort(key=lambda route: -route.value)
    runs: list[Run | None] = []
    for number, kind in enumerate(planner.kinds):
        route = by_kind[kind].pop(0)
        run = Run(number, route.stops, route.links, route.value, route.mask, route.uses)
        runs.append(run if run.stops else None)
    return Best(tuple(runs), value, planner.explored + sum([search.explored for search in planner.searches]))


def has_route(network: Network, train: Train | None = None, barred: int = 0) -> bool:
    """Is there any legal route, for this train or for some train that reaches two stops of any kind?

    `barred` is track that others run over.

    A part of a legal route is legal, so it is enough to look for one link at a station.

    >>> has_route(Network(2, (Link(0, 1, 1),), tokens=0b10))
    True
    >>> has_route(Network(3, (Link(0, 1, 1),), tokens=0b100))
    False
    """
    for station in members(network.tokens):
        for link, to, _ in network.ways[station]:
            if network.links[link].mask & barred:
                continue
            if train is None:
                return True
            towns = (network.towns >> station & 1) + (network.towns >> to & 1)
            if train.runs_on(network.links[link]) and train.reach.covers(2 - towns, towns):
                return True
    return False


def route_of(network: Network, train: Train, stops: Sequence[int], links: Sequence[int]) -> int | str:
    """What a given route earns at its stops, extras aside, or the reason why it is not legal.

    The reasons: `too-short`, `not-joined`, `wrong-gauge`, `stop-twice`, `track-twice`, `hex-twice`,
    `red-in-the-middle`, `blocked`, `excluded`, `no-token`, `too-far`.

    >>> network = Network(3, (Link(0, 1, 0b01), Link(1, 2, 0b10)), tokens=0b001)
    >>> train = Train(Reach(2), (20, 30, 10))
    >>> route_of(network, train, (0, 1), (0,)), route_of(network, train, (0, 1, 2), (0, 1))
    (50, 'too-far')
    """
    if len(stops) < 2:
        return "too-short"
    if len(links) != len(stops) - 1:
        return "not-joined"
    track = 0
    hexes = 0
    track_twice = False
    hex_twice = False
    for number, here, there in zip(links, stops, stops[1:], strict=False):
        link = network.links[number]
        if (link.a, link.b) not in ((here, there), (there, here)):
            return "not-joined"
        if not train.runs_on(link):
            return "wrong-gauge"
        track_twice = track_twice or track & link.mask != 0
        track |= link.mask
        hex_twice = hex_twice or hexes & link.hexes != 0
        hexes |= link.hexes
    on_route = 0
    for stop in stops:
        if on_route >> stop & 1:
            return "stop-twice"
        on_route |= 1 << stop
        hex_twice = hex_twice or hexes & network.hex_of(stop) != 0
        hexes |= network.hex_of(stop)
    if track_twice:
        return "track-twice"
    if hex_twice and network.bar_hex_twice:
        return "hex-twice"
    for stop in stops[1:-1]:
        if network.reds >> stop & 1:
            return "red-in-the-middle"
        if not network.through(train) >> stop & 1:
            return "blocked"
    if any(network.exclude[stop] & on_route for stop in stops):
        return "excluded"
    if not network.tokens & on_route:
        return "no-token"
    towns = (network.towns & on_route).bit_count()
    if not train.reach.covers(len(stops) - towns, towns):
        return "too-far"
    return sum([train.values[stop] for stop in stops])
