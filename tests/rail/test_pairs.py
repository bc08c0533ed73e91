"""Two trains with many routes: compared with trying everything, and held to few steps where they were many."""

from __future__ import annotations

import doctest
import json
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from kursbuch.rail.routes import Best, Extras, Link, Network, Offer, Reach, Run, Train, best_runs
from kursbuch.rail.routes import needed as route_needed
from kursbuch.rail.routes import pairs as route_pairs
from kursbuch.rail.routes import plan as route_plan
from kursbuch.rail.routes.pairs import Pairs
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
    routes = Pairs(network, trains, 0, extras.at_end if extras else ()).best_routes()
    assert routes is not None
    runs: list[Run | None] = [None] * len(trains)
    for number, route in enumerate(routes):
        if route.stops:
            runs[number] = Run(number, route.stops, route.links, route.value, route.mask, route.uses)
    return Best(tuple(runs), sum(route.value for route in routes), 0)


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
    monkeypatch.setattr(route_plan, "LIST", 0)
    monkeypatch.setattr(route_plan, "LIST_TO_SHARE", 0)
    for soon in (0, 5, 1500):
        monkeypatch.setattr(route_plan, "SOON", soon)
        network = random_network(rng)
        trains = two_trains(rng, network)
        extras = rng.choice((None, post([rng.choice((0, 10, 30, 80)) for _ in range(network.stops)])))
        best = best_runs(network, trains, extras)
        check(network, trains, best, extras)
        assert best.value == by_trying_everything(network, trains, extras)


@pytest.mark.parametrize("name", ["ARMS", "MOST"])
def test_what_is_too_much_for_pairs_is_left_to_the_others(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = Random(1)
    values = tuple(rng.choice((20, 30, 40, 50, 60)) for _ in range(12))
    trains = [Train(DIESEL, values)] * 2
    network = oblong(3, 4)
    best = best_runs(network, trains)
    monkeypatch.setattr(route_pairs, name, 10)
    assert Pairs(network, trains, 0).best_routes() is None
    assert best_runs(network, trains).value == best.value


# ---- positions of random games whose searches once took half a second and more -------------------------------------

SLOW = [json.loads(line) for line in Path(__file__).with_name("slow_searches.jsonl").read_text().splitlines()]


@pytest.mark.parametrize("told", SLOW, ids=[told["from"] for told in SLOW])
def test_a_search_that_was_slow_takes_few_steps(told: dict[str, Any]) -> None:
    """They took 150,000 to 350,000 steps. That nothing earns more was found by those long searches."""
    links = tuple([Link(a, b, mask, gauge=gauge) for a, b, mask, gauge in told["links"]])
    stations, passable, reds, towns = (told[name] for name in ("tokens", "passable", "reds", "towns"))
    network = Network(told["stops"], links, stations, passable, reds, towns, tuple(told["exclude"]))
    trains = [
        Train(Reach(stops, more), tuple(values), gauge) for stops, more, gauge, values in told["trains"]
    ]
    extras = post(told["at_end"]) if "at_end" in told else None
    best = best_runs(network, trains, extras)
    check(network, trains, best, extras)
    assert best.value == told["income"]
    assert best.explored < 8_000


@pytest.mark.parametrize("module", [route_pairs, route_needed])
def test_examples_in_the_docs(module: object) -> None:
    assert doctest.testmod(module).failed == 0  # type: ignore[arg-type]
