"""Export beer on runs through Dortmund City to a red area (18DO §4.5.5.1, §4.5.6.1)."""

from __future__ import annotations

from collections.abc import Hashable

from kursbuch.core import Refusal, refuse
from kursbuch.rail.actions import Runs
from kursbuch.rail.box import kind_of_card
from kursbuch.rail.paper.holdings import president
from kursbuch.rail.routes import Extras, Load, Offer
from kursbuch.rail.trains.depot import trains_of
from kursbuch.titles.dortmund.railway.actions import Loads
from kursbuch.titles.dortmund.railway.breweries import marker_at, usable_beer
from kursbuch.titles.dortmund.railway.state import State18DO

NEVER_CARRY = frozenset({"2"})  # kinds of train that not even the marker helps (18DO-4.5.5.1-4)


def premium(s: State18DO, company: str) -> int:
    """What each train with beer earns more by marker 4 (18DO-4.5.6.1-10)."""
    marker = marker_at(s, company, "premium")
    return s.box.breweries[marker].bonus if marker else 0


def has_spare_room(s: State18DO, company: str) -> bool:
    """Marker 5 lets one train in each round carry one cube more (18DO-4.5.5.1-3)."""
    return bool(marker_at(s, company, "capacity"))


def beer_of(s: State18DO, company: str) -> int:
    """The cubes a railway can draw on: its director's, on the back of the card."""
    return usable_beer(s, president(s, company)) if s.box.charters[company].beer else 0


def depends(s: State18DO, company: str) -> Hashable:
    """What the beer part of the best runs depends on beyond board, trains and phase."""
    cubes = beer_of(s, company)
    return (cubes, premium(s, company), has_spare_room(s, company)) if cubes else 0


def offers(s: State18DO, company: str) -> Extras | None:
    """What the runs of a railway's trains may earn by beer, for the search of the best runs."""
    cubes = beer_of(s, company)
    kinds = [kind_of_card(card) for card in trains_of(s, company)]
    spare = has_spare_room(s, company)
    most = max((_room(s, kind, spare) for kind in kinds), default=0)
    if not cubes or not most or not _in_reach(s, company):
        return None
    # with beer for everybody only the full load of each train needs to be looked at
    plenty = cubes >= sum(_room(s, kind, spare) for kind in kinds)
    bonus, places = premium(s, company), s.board.tracks.graph.places
    city = s.board.tracks.graph.number.get((s.box.dortmund, 0))
    reds = {n: s.box.beer[hex] for n, (hex, _) in enumerate(places) if hex in s.box.beer}

    def for_route(train: int, stops: tuple[int, ...]) -> tuple[Offer, ...]:
        value = max(reds.get(stops[0], 0), reds.get(stops[-1], 0))
        if not value or city not in stops:
            return ()
        own = s.box.carries[kinds[train]]
        room = min(cubes, _room(s, kinds[train], spare))
        if plenty:
            loads = dict.fromkeys((own, room) if own else (room,))
            return tuple(Offer(n * value + bonus, (int(n > own),) if spare else ()) for n in loads if n)
        return tuple(Offer(n * value + bonus, (n, int(n > own))) for n in range(1, room + 1))

    def load(train: int, n: int) -> Load | None:
        if not n:
            return None
        helped = int(n > s.box.carries[kinds[train]])
        uses = (n, helped) if not plenty else (helped,) if spare else ()
        at_end = tuple(n * reds[stop] + bonus if reds.get(stop) else 0 for stop in range(len(places)))
        return Load(at_end, via=at_city, uses=uses)

    rooms = [min(cubes, _room(s, kind, spare)) for kind in kinds]
    dearest = sorted(((value, 1 << n) for n, value in reds.items()), reverse=True)
    at_city = 0 if city is None else 1 << city

    def hope(train: int, one: int, other: int, stops: int) -> int:
        room, either = rooms[train], one | other
        if room and at_city & stops:
            for value, bit in dearest:
                if bit & either:
                    return room * value + bonus
        return 0

    return Extras(
        for_route,
        at_most=min(most, cubes) * max(reds.values(), default=0) + bonus,
        supplies=((1,) if spare else ()) if plenty else (cubes, int(spare)),
        unit=10,
        hope=hope,
        ends=tuple(reds.get(n, 0) for n in range(len(places))),
        loads=tuple(load(train, room) for train, room in enumerate(rooms)),
        shares=tuple(
            (load(0, one), load(1, other))
            for one, other in _between_two(cubes, [s.box.carries[kind] for kind in kinds], rooms)
        ),
    )


def _between_two(cubes: int, own: list[int], rooms: list[int]) -> list[tuple[int, int]]:
    """How two trains can share the cubes, none of them with less than the other leaves; empty if they are not two.

    >>> _between_two(3, [2, 2], [3, 3])
    [(0, 3), (1, 2), (2, 1), (3, 0)]
    >>> _between_two(6, [2, 2], [3, 3]), _between_two(6, [2], [3])
    ([(2, 3), (3, 2)], [])
    """
    if len(own) != 2:
        return []
    found: list[tuple[int, int]] = []
    for one in range(rooms[0] + 1):
        most = min(rooms[1] if one <= own[0] else own[1], cubes - one)  # one train has the room of the marker
        if found and found[-1][1] == most:
            found.pop()
        found.append((one, most))
    return found


def _in_reach(s: State18DO, company: str) -> bool:
    """Whether the railway reaches both Dortmund City and a red area."""
    stops = s.board.reachable(company).stops
    return (s.box.dortmund, 0) in stops and any((hex, 0) in stops for hex in s.box.beer)


def _room(s: State18DO, kind: str, spare: bool) -> int:
    """How many cubes a kind of train carries, the marker's one included."""
    return s.box.carries[kind] + (spare and kind not in NEVER_CARRY)


def room_of(s: State18DO, company: str, kind: str) -> int:
    """The most cubes a train of this kind carries for a railway, by the marker's help too."""
    return _room(s, kind, has_spare_room(s, company)) if s.box.charters[company].beer else 0


def beer_income(s: State18DO, company: str, runs: Runs, loads: Loads) -> int | Refusal:
    """What the beer on declared runs earns, or why it cannot be carried."""
    if len(loads.loads) != len(runs.runs):
        return refuse("18DO-4.5.5.1-7", "Beer is announced for each run, in their order.")
    if not loads.total:
        return 0
    if not s.box.charters[company].beer:
        return refuse("18DO-4.3.2.1-6", "{company} carries no export beer.", company=company)
    usable = beer_of(s, company)
    if loads.total > usable:
        director = president(s, company)
        waiting = sum(
            s.cubes[id] for id, owner in s.breweries.items() if owner == director and id not in s.flipped
        )
        rule = "18DO-4.3.1.2-5" if waiting else "18DO-4.5.5.1-5"
        return refuse(rule, "{player} has {cubes} cubes to use.", player=director, cubes=usable)
    spare = has_spare_room(s, company)
    total = 0
    for (train, way), (cubes, target) in zip(runs.runs, loads.loads, strict=True):
        if not cubes:
            continue
        own = s.box.carries[train]
        if cubes > own:
            if cubes > _room(s, train, spare):
                rule = "18DO-4.5.5.1-2" if own else "18DO-4.5.5.1-1"
                return refuse(rule, "Train {train} cannot carry {cubes} cubes.", train=train, cubes=cubes)
            spare = False  # only one train has the room of the marker
        hexes = [word.partition(".")[0] for word in way]
        if s.box.dortmund not in hexes or target not in s.box.beer:
            return refuse("18DO-4.5.5.1-6", "Beer goes by way of Dortmund City to a red area.")
        if target not in (hexes[0], hexes[-1]):
            return refuse("18DO-4.5.6.1-8", "This run does not end at {hex}.", hex=target)
        total += cubes * s.box.beer[target] + premium(s, company)
    return total


def best_loads(s: State18DO, company: str, runs: Runs, cubes: int) -> Loads:
    """The loads that earn most on these runs with exactly so many cubes, or with as many as fit."""
    spare = has_spare_room(s, company)
    bonus = premium(s, company)
    # (cubes used, marker used) -> what they earn, and the loads
    best: dict[tuple[int, bool], tuple[int, tuple[tuple[int, str], ...]]] = {(0, False): (0, ())}
    for train, way in runs.runs:
        hexes = [word.partition(".")[0] for word in way]
        ends = [hex for hex in (hexes[0], hexes[-1]) if hex in s.box.beer]
        target = max(ends, key=lambda hex: s.box.beer[hex], default="")
        fits = target and s.box.dortmund in hexes
        after: dict[tuple[int, bool], tuple[int, tuple[tuple[int, str], ...]]] = {}
        for (used, helped), (value, loads) in best.items():
            for n in range(_room(s, train, spare) + 1 if fits else 1):
                by_marker = n > s.box.carries[train]
                key = (used + n, helped or by_marker)
                if key[0] > cubes or (helped and by_marker):
                    continue
                gain = value + (n * s.box.beer[target] + bonus if n else 0)
                if gain > after.get(key, (-1, ()))[0]:
                    after[key] = (gain, (*loads, (n, target) if n else (0, "")))
        best = after
    most = max(used for used, _ in best)
    return Loads(max((found for (used, _), found in best.items() if used == most), key=lambda f: f[0])[1])
