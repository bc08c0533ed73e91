"""Two trains with many routes: compared with trying everything, and held to few steps where they were many."""

from __future__ import annotations

import doctest
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from kursbuch.rail.routes import Best, Extras, Link, Load, Network, Offer, Reach, Run, Train, best_runs
from kursbuch.rail.routes import needed as route_needed
from kursbuch.rail.routes import pairs as route_pairs
from kursbuch.rail.routes import plan as route_plan
from kursbuch.rail.routes import search as route_search
from kursbuch.rail.routes import sharing as route_sharing
from kursbuch.rail.routes.extras import laden
from kursbuch.rail.routes.listing import Listing
from kursbuch.rail.routes.pairs import Pairs
from kursbuch.rail.routes.parts import FAR
from kursbuch.rail.routes.steps import Outlook, number_of
from tests.rail.test_finder import oblong
from tests.rail.test_routes import by_trying_everything, check, random_network, random_train

DIESEL = Reach(None, None)


def two_trains(rng: Random, network: Network) -> list[Train]:
    """Of one kind, of two that differ only in how far they go, or of any two."""
    one, other = random_train(rng, network), random_train(rng, network)
    farther = Train(other.reach, one.values, one.gauge, one.passable, one.name)
    return [one, rng.choice((one, farther, other))]


def post(worth: Sequence[int]) -> Extras:
    """What both ends of one route are worth, once more."""

    def offers(train: int, stops: tuple[int, ...]) -> tuple[Offer, ...]:
        return (Offer(worth[stops[0]] + worth[stops[-1]], (1,)),)

    return Extras(offers, at_most=2 * max(worth), supplies=(1,), ends=tuple(worth), at_end=tuple(worth))


def paired(network: Network, trains: Sequence[Train], extras: Extras | None) -> Best:
    routes = Pairs(network, trains, 0, extras.between_two() if extras else ()).best_routes()
    assert routes is not None
    runs: list[Run | None] = [None] * len(trains)
    for number, route in enumerate(routes):
        if route.stops:
            runs[number] = Run(number, route.stops, route.links, route.value, route.mask, route.uses)
    return Best(tuple(runs), sum(route.value for route in routes), 0)


def goods(worth: Sequence[int], amount: int, rooms: Sequence[int], by: int | None, bonus: int = 0) -> Extras:
    """Goods for the dearer end of a route that comes by some stop, so many for two trains with room for so many."""

    def offers(train: int, stops: tuple[int, ...]) -> tuple[Offer, ...]:
        value = max(worth[stops[0]], worth[stops[-1]])
        if not value or (by is not None and by not in stops):
            return ()
        return tuple(Offer(n * value + bonus, (n,)) for n in range(1, min(amount, rooms[train]) + 1))

    def load(n: int) -> Load | None:
        at_end = tuple(n * value + bonus if value else 0 for value in worth)
        return Load(at_end, via=0 if by is None else 1 << by, uses=(n,)) if n else None

    shares = {(one, min(rooms[1], amount - one)) for one in range(min(amount, rooms[0]) + 1)}
    return Extras(
        offers,
        at_most=max(rooms) * max(worth) + bonus,
        supplies=(amount,),
        loads=tuple(load(min(amount, room)) for room in rooms),
        shares=tuple((load(one), load(other)) for one, other in sorted(shares)),
    )


def freight(rng: Random, network: Network) -> Extras:
    worth = [rng.choice((0, 0, 10, 30)) for _ in range(network.stops)]
    rooms = (rng.randint(0, 3), rng.randint(0, 3))
    by = rng.choice((None, rng.randrange(network.stops)))
    return goods(worth, rng.randint(1, 4), rooms, by, bonus=rng.choice((0, 10)))


@pytest.mark.parametrize("seed", range(40))
def test_no_two_routes_earn_more_with_what_they_share(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """By arms alone, and as the planner asks for them after a short search that looks far ahead from the start."""
    monkeypatch.setattr(route_sharing, "LIST", 0)
    monkeypatch.setattr(route_sharing, "LIST_TO_SHARE", 0)
    monkeypatch.setattr(route_plan, "SOON", 5)
    monkeypatch.setattr(route_search, "LOOK", 0)
    rng = Random(7000 + seed)
    for _ in range(10):
        network = random_network(rng)
        one, other = two_trains(rng, network)
        if one == other:  # trains that are equal are interchangeable for offers too
            other = replace(other, name="other")
        extras = freight(rng, network)
        most = by_trying_everything(network, [one, other], extras)
        for best in (paired(network, [one, other], extras), best_runs(network, [one, other], extras)):
            check(network, [one, other], best, extras)
            assert best.value == most
        alone = replace(extras, shares=())
        assert best_runs(network, [one], alone).value == by_trying_everything(network, [one], alone)


@pytest.mark.parametrize("mail", [False, True])
@pytest.mark.parametrize("seed", range(40))
def test_walks_ahead_leave_no_better_route_out(
    seed: int, mail: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Trains that go not too far, with the search looking ahead from its first step."""
    monkeypatch.setattr(route_sharing, "LIST", 0)
    monkeypatch.setattr(route_sharing, "LIST_TO_SHARE", 0)
    monkeypatch.setattr(route_search, "LOOK", 0)
    rng = Random(8000 + seed)
    for _ in range(10):
        network = random_network(rng)
        reach = Reach(rng.randint(2, 5))
        trains = [replace(random_train(rng, network), reach=reach) for _ in range(rng.randint(1, 3))]
        extras = post([rng.choice((0, 10, 30, 80)) for _ in range(network.stops)]) if mail else None
        best = best_runs(network, trains, extras)
        check(network, trains, best, extras)
        assert best.value == by_trying_everything(network, trains, extras)


@pytest.mark.parametrize("seed", range(40))
def test_a_share_alone_is_never_taken_for_less(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(route_sharing, "LIST_TO_SHARE", 0)
    rng = Random(9000 + seed)
    for _ in range(5):
        network = random_network(rng)
        trains = two_trains(rng, network)
        trains[1] = replace(trains[1], name="other")
        extras = freight(rng, network)
        planner = route_plan.Planner(network, trains, extras)
        if not planner.searches:
            continue
        planner.settled()
        for share in extras.shares:
            for train, most, load in zip(trains, planner._alone_with(share), share, strict=True):
                assert most >= by_trying_everything(network, [train], laden(load))


@pytest.mark.parametrize("seed", range(40))
def test_no_route_earns_more_than_walks_promise(seed: int) -> None:
    """Beyond its first step from a station and on its other arm, and as a whole."""
    rng = Random(9500 + seed)
    for _ in range(10):
        network, room = random_network(rng), rng.randint(2, 6)
        train = replace(random_train(rng, network), reach=Reach(room))
        worth = tuple(rng.choice((0, 0, 10, 50)) for _ in range(network.stops))
        load = rng.choice((None, Load(worth), Load(worth, both=True)))
        onward = Outlook(network).of(train, load)
        assert onward is not None
        for route in Listing(network, train, room, room, FAR).routes:
            stops, links = route.stops, route.links
            ends = 1 << stops[0], 1 << stops[-1]
            earned = route.value + (load.worth(*ends, -1) if load else 0)
            assert earned <= onward.alone()
            for at, station in enumerate(stops):
                if network.tokens >> station & 1:
                    for to, link in ((at - 1, at - 1), (at + 1, at)):
                        if 0 <= to < len(stops):
                            step = number_of(network, links[link], stops[to])
                            known = train.values[station] + train.values[stops[to]]
                            assert earned - known <= onward.both_ways(step, station, room - 2)


@pytest.mark.parametrize("mail", [False, True])
@pytest.mark.parametrize("seed", range(40))
def test_no_two_routes_earn_more(seed: int, mail: bool) -> None:
    rng = Random(3000 + seed)
    for _ in range(10):
        network = random_network(rng)
        trains = two_trains(rng, network)
        extras = post([rng.choice((0, 10, 30, 80)) for _ in range(network.stops)]) if mail else None
        best = paired(network, trains, extras)
        check(network, trains, best, extras)
        assert best.value == by_trying_everything(network, trains, extras)


def test_nothing_is_found_above_the_best() -> None:
    for seed in range(20):
        rng = Random(seed)
        network = random_network(rng)
        trains = two_trains(rng, network)
        most = by_trying_everything(network, trains, None)
        assert Pairs(network, trains, most).best_routes() == []
        if most:
            assert sum(route.value for route in Pairs(network, trains, most - 1).best_routes() or ()) == most


@pytest.mark.parametrize("seed", range(10))
def test_the_planner_asks_for_pairs(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the first look at each train is given up at once and nothing is written down, the answer is the same."""
    rng = Random(seed)
    monkeypatch.setattr(route_sharing, "LIST", 0)
    monkeypatch.setattr(route_sharing, "LIST_TO_SHARE", 0)
    for soon in (0, 5, 1500):
        monkeypatch.setattr(route_plan, "SOON", soon)
        network = random_network(rng)
        trains = two_trains(rng, network)
        extras = rng.choice((None, post([rng.choice((0, 10, 30, 80)) for _ in range(network.stops)])))
        best = best_runs(network, trains, extras)
        check(network, trains, best, extras)
        assert best.value == by_trying_everything(network, trains, extras)


def test_what_is_too_much_for_pairs_is_left_to_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = Random(1)
    values = tuple(rng.choice((20, 30, 40, 50, 60)) for _ in range(12))
    trains = [Train(DIESEL, values)] * 2
    network = oblong(3, 4)
    best = best_runs(network, trains)
    assert Pairs(network, trains, 0, most=10).best_routes() is None
    monkeypatch.setattr(route_pairs, "MOST", 10)
    assert Pairs(network, trains, 0).best_routes() is None
    assert best_runs(network, trains).value == best.value
    monkeypatch.setattr(route_plan, "MESH", 10)
    assert best_runs(network, trains).value == best.value


# ---- positions of random games whose searches once took half a second and more -------------------------------------

SLOW = [json.loads(line) for line in Path(__file__).with_name("slow_searches.jsonl").read_text().splitlines()]


@pytest.mark.parametrize("told", SLOW, ids=[told["from"] for told in SLOW])
def test_a_search_that_was_slow_takes_few_steps(told: dict[str, Any]) -> None:
    """They took up to 350,000 steps. That nothing earns more was found by those long searches."""
    links = tuple([Link(a, b, mask, (), *more) for a, b, mask, *more in told["links"]])
    hexes = tuple(told.get("stop_hexes", ()))
    stations, passable, reds, towns = (told[name] for name in ("tokens", "passable", "reds", "towns"))
    network = Network(
        told["stops"], links, stations, passable, reds, towns, tuple(told["exclude"]), bool(hexes), hexes
    )
    trains = [
        Train(Reach(stops, more), tuple(values), gauge) for stops, more, gauge, values in told["trains"]
    ]
    extras = post(told["at_end"]) if "at_end" in told else goods(**told["goods"]) if "goods" in told else None
    best = best_runs(network, trains, extras)
    check(network, trains, best, extras)
    assert best.value == told["income"]
    assert best.explored < told.get("most", 8_000)


@pytest.mark.parametrize("module", [route_pairs, route_needed])
def test_examples_in_the_docs(module: object) -> None:
    assert doctest.testmod(module).failed == 0  # type: ignore[arg-type]
