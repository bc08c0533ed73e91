"""What 1853 looks for on the board is looked for again the slow way: on dense boards laid at random.

Two lines for two tiles, routes from home, routes to what must be run to, and what the mail can add.
"""

from __future__ import annotations

import itertools
import random
from functools import cache
from types import SimpleNamespace
from typing import Any

import pytest

from kursbuch.rail.board.grid import apart as distance
from kursbuch.rail.board.grid import opposite
from kursbuch.rail.board.tile import STOP
from kursbuch.rail.routes import Network, Train
from kursbuch.rail.routes.running import as_train, network_of
from kursbuch.titles.india.rules.area import comes_to
from kursbuch.titles.india.rules.founding import homes
from kursbuch.titles.india.rules.lay import exits_by_gauge
from kursbuch.titles.india.rules.lines import apart, from_different_stations, goals, line
from kursbuch.titles.india.rules.mail import mail_extras
from kursbuch.titles.india.rules.parts import GAUGES
from kursbuch.titles.india.rules.run import _routes, best, best_to
from tests.titles.india.table import india

Ways = list[tuple[tuple[int, ...], tuple[int, ...]]]
TRAINS = {"3": ["2", "2", "3", "2M"], "4": ["3", "4", "2M", "3M"], "5": ["4", "5", "3M", "4M"]}


CENTRE = "H20"  # Allahabad, a home of GIP


@cache
def dense(seed: int) -> Any:
    return india(**told(seed, "GIP run")).s


def told(seed: int, turn: str, size: int = 12) -> dict[str, Any]:
    """A position with tiles of all kinds about Allahabad, where GIP has stations and trains, and others have some."""
    rng = random.Random(seed)
    board, box = india().s.board.map, india().s.box
    near = sorted(board.hexes, key=lambda hex: (distance(CENTRE, hex), rng.random()))[:size]
    phase = rng.choice("345")
    colours = box.phases[box.phase_number[phase]].colours
    left = {id: tile.count for id, tile in box.tiles.items()}
    tiles = {}
    for hex in near:
        face = board.hexes[hex].print.faces[0]
        for _ in range(rng.choice([1, 2, 2, 3])):
            fits = [new for new in board.covers(hex, face, box.tiles) if left[new.tile.id]]
            if not fits or fits[0].tile.colour not in colours:
                break
            inward = {edge for edge, beyond in enumerate(board.beside[hex]) if beyond in near}
            some = rng.sample(fits, min(5, len(fits)))
            face = max(some, key=lambda new: sum(new.exits >> edge & 1 for edge in inward))
            tiles[hex] = str(face)
        if hex in tiles:
            left[face.tile.id] -= 1
    faces = india(tiles=tiles).s.board.faces
    cities = [f"{hex}.0" for hex in near[1:] if any(stop.kind == "city" for stop in faces[hex].stops)]
    rng.shuffle(cities)
    others = {"ECR": {"B": 3, "tokens": cities[2:3]}, "MSM": {"B": 3, "tokens": cities[3:4]}}
    about = {"A": 3, "tokens": cities[:2], "trains": rng.sample(TRAINS[phase], 2)}
    return {"companies": {"GIP": about, **others}, "tiles": tiles, "phase": phase, "turn": turn}


SEEDS = range(24)


# -- tiles -----------------------------------------------------------------------------------------


@pytest.mark.rule("1853-4.1.6-1", "1853-4.2.2-2", "1853-4.2.2-1")
@pytest.mark.parametrize("seed", range(8))
def test_the_list_has_every_tile_that_may_be_laid_and_no_other(seed: int) -> None:
    table = india(**told(seed, "GIP lay"))
    offered = {action for action in table.legal() if "lays" in action}
    near = {action.split()[-1] for action in offered} | {CENTRE, "G21", "I21", "H16"}
    found = {
        f"GIP lays {face} at {hex}"
        for hex in near
        for tile in table.s.box.tiles.values()
        for face in dict.fromkeys(tile.turns)
        if table.allows(f"GIP lays {face} at {hex}")
    }
    assert offered == found


# -- two tiles in a turn ---------------------------------------------------------------------------


def lines(board: Any, company: str, station: Any, goal: tuple[str, int], gauge: str) -> set[frozenset[Any]]:
    """The sides crossed by each line from a station to a goal: no side and no stop twice, no closed city."""
    if goal[1] < 0:
        return {frozenset()} if goal[0] == station[0] else set()
    found: set[frozenset[Any]] = set()

    def walk(hex: str, at: int, crossed: frozenset[Any], stops: frozenset[Any]) -> None:
        for end, _ in board.faces[hex].along(gauge).get(at, ()):
            if end >= STOP:
                place = (hex, end - STOP)
                if place not in stops and not board.closed_to(company, place):
                    walk(hex, end, crossed, stops | {place})
                continue
            beyond = board.map.beside[hex][end]
            side = frozenset({(hex, end), (beyond, opposite(end))})
            if beyond is None or side in crossed:
                continue
            if (beyond, opposite(end)) == goal:
                found.add(crossed | {side})
            else:
                walk(beyond, opposite(end), crossed | {side}, stops)

    walk(station[0], STOP + station[1], frozenset(), frozenset({station}))
    return found


@pytest.mark.rule("1853-4.1.7-1", "1853-4.1.7-2", "1853-4.1.7-3")
@pytest.mark.parametrize("seed", SEEDS)
def test_two_lines_from_different_stations_without_common_track(seed: int) -> None:
    board = dense(seed).board
    own = list(board.tokens_of("GIP"))
    touched = [hex for hex in sorted(board.reachable("GIP").touched) if board.faces[hex].track]
    ways: dict[Any, list[tuple[Any, set[frozenset[Any]]]]] = {}
    for hex in touched:
        exits = exits_by_gauge(board.faces[hex])
        ends = [((hex, edge), gauge) for gauge in GAUGES for edge in range(6) if exits[gauge] >> edge & 1]
        ends += [((hex, -1), "broad")] * board.has_token("GIP", hex)
        ways[hex] = []
        for a, end in itertools.product(own, ends):
            found = lines(board, "GIP", a, *end)
            ways[hex].append((a, found))
            masks = {sum(board.map.side_bit[min(side)] for side in crossed) for crossed in found}
            one = line(board, "GIP", (a, end), 0)
            assert one in masks or (one is None and not masks), (a, end)
    rng = random.Random(seed)
    for first, second in rng.sample(list(itertools.permutations(touched, 2)), min(12, len(touched))):
        mine, theirs = (goals(board, "GIP", hex, exits_by_gauge(board.faces[hex])) for hex in (first, second))
        pairs = [(ones, others) for a, ones in ways[first] for b, others in ways[second] if a != b]
        free = any(not m & t for ones, others in pairs for m in ones for t in others)
        assert apart(board, "GIP", mine, theirs) == free, (first, second)
        assert from_different_stations(board, "GIP", mine, theirs) == any(m and t for m, t in pairs)


@pytest.mark.rule("1853-4.1.7-2")
@pytest.mark.parametrize(("round_it", "free"), [(0b10, True), (None, False)])
@pytest.mark.parametrize("who", [0, 1])
def test_where_two_lines_meet_on_a_piece_of_track_one_of_them_goes_round(
    who: int, round_it: int | None, free: bool
) -> None:
    """The lines are told, not looked for: the shortest of both need piece 1, which one can do without."""
    one, other = [(("A", 0), (("X", 0), "broad")), (("B", 0), (("Y", 0), "broad"))]
    known: dict[Any, int | None] = {}
    for place, goal in itertools.product([("A", 0), ("B", 0)], [one[1], other[1]]):
        for barred in (0, 0b01):
            known["line", "GIP", (place, goal), barred] = None
    known["line", "GIP", one, 0] = known["line", "GIP", other, 0] = 0b01
    known["line", "GIP", (one, other)[who], 0b01] = round_it
    board: Any = SimpleNamespace(known=known, tokens_of=lambda company: [("A", 0), ("B", 0)])
    assert apart(board, "GIP", [one[1]], [other[1]]) == free


# -- routes ----------------------------------------------------------------------------------------


def every_route(network: Network, train: Train) -> Ways:
    """The legal routes of a train, each from both of its ends."""
    found: Ways = []

    def further(stops: tuple[int, ...], links: tuple[int, ...], used: int) -> None:
        for number, link in enumerate(network.links):
            if stops[-1] not in (link.a, link.b) or link.mask & used or not train.runs_on(link):
                continue
            to = link.b if stops[-1] == link.a else link.a
            if to in stops or any(network.exclude[to] >> stop & 1 for stop in stops):
                continue
            after = (*stops, to)
            towns = sum(network.towns >> stop & 1 for stop in after)
            if not train.reach.covers(len(after) - towns, towns):
                continue
            if any(network.tokens >> stop & 1 for stop in after):
                found.append((after, (*links, number)))
            if network.through(train) >> to & 1:
                further(after, (*links, number), used | link.mask)

    for start in range(network.stops):
        further((start,), (), 0)
    return found


def trains_at(s: Any) -> tuple[Network, list[Train]]:
    graph = s.board.tracks.graph
    return network_of(s, "GIP"), [as_train(s, graph, "GIP", card) for card in s.trains["GIP"]]


def hexes_of(s: Any, network: Network, way: Any) -> set[str]:
    """The hexes that a route comes to."""
    stops, links = way
    places = s.board.tracks.graph.places
    return {places[stop][0] for stop in stops}.union(*(network.links[number].path for number in links))


@pytest.mark.rule("1853-4.5.2-1", "1853-4.5.5-1", "1853-4.5.4-1")
@pytest.mark.parametrize("seed", SEEDS)
def test_every_route_is_found_once(seed: int) -> None:
    network, trains = trains_at(dense(seed))
    for train in trains:
        found = list(_routes(network, train))
        both = found + [(stops[::-1], links[::-1]) for stops, links in found]
        assert sorted(both) == sorted(every_route(network, train))


@pytest.mark.rule("1853-4.2.3-3", "1853-4.4.2-3")
@pytest.mark.parametrize("seed", SEEDS)
def test_a_train_comes_to_a_hex_from_home(seed: int) -> None:
    s = dense(seed)
    network, trains = trains_at(s)
    starts = {s.board.tracks.graph.number[place] for place in homes(s, "GIP")}
    reached = [
        hexes_of(s, network, way)
        for train in trains
        for way in every_route(network, train)
        if way[0][0] in starts
    ]
    for hex in s.board.faces:
        if distance(hex, CENTRE) < 5:
            assert comes_to(s, "GIP", hex, s.board) == any(hex in there for there in reached), hex


@pytest.mark.rule("1853-4.2.3-4", "1853-4.4.2-4", "1853-4.6.6-1", "1853-4.5.10-1")
@pytest.mark.parametrize("seed", SEEDS)
def test_the_best_runs_to_what_must_be_run_to(seed: int) -> None:
    s = dense(seed)
    network, trains = trains_at(s)
    ways = [every_route(network, train) for train in trains]
    if any(len(found) > 300 for found in ways):
        pytest.skip("too many routes for brute force")
    choices: list[list[tuple[int, int, int, set[str]]]] = [
        [(0, 0, 0, set())]
        + [
            (
                sum(network.links[number].mask for number in links),
                sum(train.values[stop] for stop in stops),
                train.values[stops[0]] + train.values[stops[-1]],
                hexes_of(s, network, (stops, links)),
            )
            for stops, links in found
        ]
        for train, found in zip(trains, ways, strict=True)
    ]
    sets = [
        (one[1] + other[1] + max(one[2], other[2]), one[3] | other[3])
        for one, other in itertools.product(*choices)
        if not one[0] & other[0]
    ]
    assert best(s, "GIP")[1] == max(value for value, _ in sets)
    rng = random.Random(seed)
    hexes = sorted(set().union(*(there for _, there in sets)) | {CENTRE, "B8"})
    for count in (1, 1, 2, 2, 3):
        wanted = set(rng.sample(hexes, min(count, len(hexes))))
        found = best_to(s, "GIP", sorted(wanted))
        most = max((value for value, there in sets if wanted <= there), default=None)
        assert (found[1] if found else None) == most, wanted


@pytest.mark.rule("1853-4.6.6-2")
@pytest.mark.parametrize("seed", range(4))
def test_what_mail_is_hoped_for_is_the_most_of_two_ends(seed: int) -> None:
    s = dense(seed)
    extras = mail_extras(s, "GIP")
    assert extras is not None and extras.hope is not None
    values = [s.board.stop(place).value for place in s.board.tracks.graph.places]
    assert (extras.at_most, extras.ends, extras.at_end) == (2 * max(values), tuple(values), tuple(values))
    assert all(value % extras.unit == 0 for value in values) and extras.unit == 10
    rng = random.Random(seed)
    for _ in range(20):
        one, other = (rng.sample(range(len(values)), 3) for _ in range(2))
        mine, theirs = (sum(1 << stop for stop in ends) for ends in (one, other))
        most = max(values[stop] for stop in one) + max(values[stop] for stop in other)
        assert extras.hope(0, mine, theirs, -1) == most
        ends = (one[0], other[0])
        assert [offer.bonus for offer in extras.offers(0, ends)] == [values[one[0]] + values[other[0]]]
