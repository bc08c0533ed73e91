"""Export beer that breweries have loaded on trains: where it must go, and what it earns (18DO §6.5.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator

from kursbuch.core import Refusal, refuse
from kursbuch.rail.actions import Runs
from kursbuch.rail.routes import Extras, Load, Offer
from kursbuch.rail.routes.counting import Counting
from kursbuch.rail.routes.running import best_of, income_of
from kursbuch.rail.trains.depot import trains_of
from kursbuch.titles.dortmund.beer.state import BeerState, unload
from kursbuch.titles.dortmund.railway.actions import Loads
from kursbuch.titles.dortmund.railway.counting import more, passes
from kursbuch.titles.dortmund.railway.running import Plan, Shipping

DUTY = (
    10_000  # counted for a loaded train on an export route: more than any runs earn, so the duty comes first
)

Cargo = Counter[tuple[str, int]]  # side of a train, cubes on it -> how many such trains


def cargo_of(s: BeerState, company: str) -> Cargo:
    """The loaded trains of a railway; beer on a train that HHW has bought is not carried (18DO-4.3.2.1-6)."""
    cards = trains_of(s, company) if s.box.charters[company].beer else ()
    return Counter((s.sides[card], s.loaded[card]) for card in cards if s.loaded.get(card))


def depends(s: BeerState, company: str) -> Hashable:
    """What the best runs depend on beyond board, trains and phase."""
    links = frozenset(s.links.items())
    return (links, tuple(s.loaded.get(card, 0) for card in trains_of(s, company))) if s.loaded else links


def offers(s: BeerState, company: str) -> Extras | None:
    """What the loads earn on a run through Dortmund City to a red area, for the search of the best runs.

    Trains of one side may have different loads, so each load is a supply of as many as there are.
    """
    cargo = cargo_of(s, company) if s.loaded else None
    city = s.board.tracks.graph.number.get((s.box.dortmund, 0))
    if not cargo or city is None:
        return None
    kinds, places = list(cargo), s.board.tracks.graph.places
    sides = [s.sides[card] for card in trains_of(s, company)]
    reds = {n: s.box.beer[hex] for n, (hex, _) in enumerate(places) if hex in s.box.beer}
    uses = [tuple(int(i == n) for i in range(len(kinds))) for n in range(len(kinds))]

    def for_route(train: int, stops: tuple[int, ...]) -> tuple[Offer, ...]:
        value = max(reds.get(stops[0], 0), reds.get(stops[-1], 0))
        if not value or city not in stops:
            return ()
        mine = sides[train]
        return tuple(
            Offer(cubes * value + DUTY, uses[n]) for n, (side, cubes) in enumerate(kinds) if side == mine
        )

    most = {side: max(cubes for other, cubes in kinds if other == side) for side, _ in kinds}
    dearest = sorted(((value, 1 << n) for n, value in reds.items()), reverse=True)
    at_city = 1 << city

    def hope(train: int, one: int, other: int, stops: int) -> int:
        cubes, either = most.get(sides[train], 0), one | other
        if cubes and at_city & stops:
            for value, bit in dearest:
                if bit & either:
                    return cubes * value + DUTY
        return 0

    def load(n: int) -> Load:
        cubes = kinds[n][1]
        at_end = tuple(cubes * reds[stop] + DUTY if reds.get(stop) else 0 for stop in range(len(places)))
        return Load(at_end, via=at_city, uses=uses[n])

    loads = {n: load(n) for n in range(len(kinds))}
    fullest = [
        max((n for n, kind in enumerate(kinds) if kind[0] == side), key=lambda n: kinds[n][1], default=-1)
        for side in sides
    ]
    return Extras(
        for_route,
        at_most=max(most.values()) * max(reds.values(), default=0) + DUTY,
        supplies=tuple(cargo[kind] for kind in kinds),
        unit=10,
        hope=hope,
        ends=tuple(reds.get(n, 0) for n in range(len(places))),
        loads=tuple(loads.get(n) for n in fullest),
        shares=tuple((loads.get(one), loads.get(other)) for one, other in _between_two(sides, cargo)),
    )


def _between_two(sides: list[str], cargo: Cargo) -> list[tuple[int, int]]:
    """How two trains can share what is loaded, by the numbers of its kinds, -1 for none; empty if they are not two.

    >>> (
    ...     _between_two(["4", "4"], Counter({("4", 2): 1})),
    ...     _between_two(["4", "4"], Counter({("4", 1): 1, ("4", 2): 1})),
    ... )
    ([(0, -1), (-1, 0)], [(0, 1), (1, 0)])
    >>> _between_two(["4", "5"], Counter({("5", 2): 1})), _between_two(["4"], Counter({("4", 2): 1}))
    ([(-1, 0)], [])
    """
    if len(sides) != 2:
        return []
    kinds = list(cargo)
    choices = [[n for n, kind in enumerate(kinds) if kind[0] == side] for side in sides]
    both = [
        (one, other) for one in choices[0] for other in choices[1] if one != other or cargo[kinds[one]] > 1
    ]
    if both:
        return both
    return [(one, -1) for one in choices[0]] + [(-1, other) for other in choices[1]]


COUNTING = Counting(bar_hex_twice=True, more=more, passes=passes, extras=offers, depends=depends)


# -- runs -------------------------------------------------------------------------------------------


def targets(s: BeerState, way: tuple[str, ...]) -> list[str]:
    """The red hexes at the ends of a run through Dortmund City, the one that pays most first."""
    hexes = [word.partition(".")[0] for word in way]
    if s.box.dortmund not in hexes:
        return []
    ends = dict.fromkeys(hex for hex in (hexes[0], hexes[-1]) if hex in s.box.beer)
    return sorted(ends, key=lambda hex: -s.box.beer[hex])


def best_loads(s: BeerState, company: str, runs: Runs) -> Loads:
    """The loads on these runs that earn most: the fullest trains go to the best areas."""
    left = cargo_of(s, company)
    loads: dict[int, tuple[int, str]] = {}
    value = {n: s.box.beer[t[0]] for n, (_, way) in enumerate(runs.runs) if (t := targets(s, way))}
    for n in sorted(value, key=lambda n: -value[n]):
        side, way = runs.runs[n]
        cubes = max((c for (kind, c), count in left.items() if kind == side and count), default=0)
        if cubes:
            left[side, cubes] -= 1
            loads[n] = (cubes, targets(s, way)[0])
    return Loads(tuple(loads.get(n, (0, "")) for n in range(len(runs.runs))))


def most_loaded(s: BeerState, company: str) -> int:
    """How many loaded trains can run an export route at the same time (18DO-6.5.1-12)."""
    return best_of(s, company)[1] // DUTY if s.loaded and cargo_of(s, company) else 0


def choices(s: BeerState, company: str) -> Iterator[Plan]:
    """The best runs with the beer that is on the trains."""
    runs, _ = best_of(s, company)
    yield runs, best_loads(s, company, runs)


def income(s: BeerState, company: str, runs: Runs, loads: Loads) -> int | Refusal:
    """What declared runs and their beer earn together, or why they are not legal."""
    total = income_of(s, company, runs)
    if isinstance(total, Refusal):
        return total
    if loads.loads and len(loads.loads) != len(runs.runs):
        return refuse("18DO-4.5.5.1-7", "Beer is announced for each run, in their order.")
    left, carried = cargo_of(s, company), 0
    for (side, way), (cubes, target) in zip(runs.runs, loads.loads, strict=False):
        if not cubes:
            continue
        if left[side, cubes] <= 0:
            return refuse(
                "18DO-6.5.1-11", "No train {train} has {cubes} cubes on it.", train=side, cubes=cubes
            )
        if target not in targets(s, way):
            rule = "18DO-6.5.1-14" if targets(s, way) else "18DO-6.5.1-12"
            return refuse(rule, "This run does not take beer by way of Dortmund City to {hex}.", hex=target)
        left[side, cubes] -= 1
        carried += 1
        total += cubes * s.box.beer[target]  # 18DO-6.5.1-13
    if carried < most_loaded(s, company):
        return refuse("18DO-6.5.1-12", "Loaded trains must run by way of Dortmund City to a red area.")
    return total


def shipped(s: BeerState, company: str, loads: Loads) -> None:
    """All cubes on the railway's trains go back to the stock, also those that found no way (18DO-6.5.1-15)."""
    for card in trains_of(s, company):
        unload(s, card)


def least_loaded(s: BeerState, cards: list[str]) -> str:
    """Of equal trains the one with least beer is sold first; the book does not say which (18DO-6.5.1-16)."""
    return min(cards, key=lambda card: load_of(s, card))


def load_of(s: BeerState, card: str) -> int:
    """The cubes on a train."""
    return s.loaded.get(card, 0)


SHIPPING = Shipping(choices, income, shipped)
