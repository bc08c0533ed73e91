"""All routes of a train woven into a mesh: it tells what searching and trying everything tell."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from kursbuch.rail.routes import Network, Train, best_runs, route_of
from kursbuch.rail.routes import mesh as route_mesh
from kursbuch.rail.routes import plan as route_plan
from kursbuch.rail.routes import sharing as route_sharing
from kursbuch.rail.routes import sweep as route_sweep
from kursbuch.rail.routes.crossings import Crossings
from kursbuch.rail.routes.front import Front
from kursbuch.rail.routes.mesh import Mesh
from kursbuch.rail.routes.parts import CHANGE, FAR, HOME, Route, Tolls
from kursbuch.rail.routes.search import RouteSearch
from kursbuch.rail.routes.sweep import Sweep
from tests.rail.test_routes import by_trying_everything, check, random_network, random_train, random_trains


def crossings_of(network: Network, trains: Sequence[Train]) -> Crossings:
    kinds = list(dict.fromkeys(trains))
    return Crossings(network, kinds, Front(network, kinds, len(trains)))


def woven(network: Network, train: Train, most: int = FAR) -> Mesh:
    return Mesh(crossings_of(network, [train]), 0, most)


def random_tolls(
    rng: Random, network: Network, masks: Sequence[int] = ()
) -> tuple[Tolls, list[tuple[int, int]]]:
    """Tolls for some pieces of track, of all or only of those given, and what they come to for each link."""
    track = 0
    for mask in masks or [link.mask for link in network.links]:
        track |= mask
    held = [
        (1 << bit, rng.randrange(1, 30 * CHANGE))
        for bit in range(track.bit_length())
        if track >> bit & 1 and rng.random() < 0.4
    ]
    links = [sum(toll for piece, toll in held if piece & link.mask) for link in network.links]
    return Tolls(links, []), held


@pytest.mark.parametrize("seed", range(30))
def test_the_best_route_is_that_of_a_search(seed: int) -> None:
    """Whatever track is barred, and under any tolls, as long as it is track that others need as well."""
    rng = Random(6000 + seed)
    for _ in range(10):
        network = random_network(rng)
        train = random_train(rng, network)
        mesh, search = woven(network, train), RouteSearch(network, train, 0, None)
        masks = crossings_of(network, [train]).front.masks
        for _ in range(5):
            barred = 0
            for number in masks:
                barred |= rng.choice((0, 0, 0, network.links[number].mask))
            best = mesh.best_without(barred, (), 0)
            assert best.value == search.best_without(barred, (), 0).value
            assert not best.mask & barred
            tolls, _ = random_tolls(rng, network, list(masks.values()))
            left, route = mesh.best_after(tolls, 0)
            assert left == search.best_after(tolls, 0)[0] == route.value * CHANGE - tolls.of(route)
            assert mesh.best_found(tolls)[0] == left
            for one in (best, route):
                assert one is HOME or route_of(network, train, one.stops, one.links) == one.value


@pytest.mark.parametrize("seed", range(30))
def test_all_routes_that_matter_are_told(seed: int) -> None:
    """Those of a search are among them, or others at least as good that take no more track."""
    rng = Random(6100 + seed)
    for _ in range(10):
        network = random_network(rng)
        train = random_train(rng, network)
        masks = list(crossings_of(network, [train]).front.masks.values())
        tolls, _ = random_tolls(rng, network, masks)
        least = rng.choice((1, 20, 60)) * CHANGE
        told = woven(network, train).all_after(tolls, least, FAR) or []
        for route in told:
            assert route_of(network, train, route.stops, route.links) == route.value
            assert route.value * CHANGE - tolls.of(route) >= least
        assert len({route.mask for route in told}) == len(told)
        dearest = max((route.value for route in told), default=0)
        searched = RouteSearch(network, train, 0, None).all_after(tolls, least, FAR) or []
        assert dearest == max((route.value for route in searched), default=0)


def test_too_many_routes_are_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    network = random_network(Random(1))
    train = random_train(Random(2), network)
    mesh = woven(network, train)
    routes = mesh.all_after(Tolls([], []), 1, FAR)
    assert routes is not None and len(routes) > 1
    assert mesh.all_after(Tolls([], []), 1, len(routes)) is None
    monkeypatch.setattr(route_mesh, "STEPS", 3)
    assert mesh.all_after(Tolls([], []), 1, FAR) is None


def test_a_mesh_that_is_too_large_is_given_up() -> None:
    network = random_network(Random(1))
    train = random_train(Random(2), network)
    whole = woven(network, train)
    assert whole.complete
    assert woven(network, train, whole.explored).complete
    assert not woven(network, train, whole.explored - 1).complete


@pytest.mark.parametrize("width", [1, 3, FAR])
@pytest.mark.parametrize("seed", range(20))
def test_tolls_of_meshes_leave_nothing_out(seed: int, width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """However wrong the tolls are by which a sweep leaves out what cannot be best."""
    monkeypatch.setattr(route_sweep, "WIDTHS", (width, FAR))
    rng = Random(6200 + seed)
    for _ in range(10):
        network = random_network(rng)
        train = random_train(rng, network)
        trains = rng.choice(([train] * 2, [train] * 3, random_trains(rng, network)))
        crossings = crossings_of(network, trains)
        meshes = [Mesh(crossings, kind, FAR) for kind in range(len(crossings.kinds))]
        tolls, held = random_tolls(rng, network)
        most = by_trying_everything(network, trains, None)
        for floor in (0, most - 1, most):
            kinds = [crossings.kinds.index(one) for one in trains]
            sweep = Sweep(crossings, kinds, max(0, floor), 1, meshes, tolls.links, held)
            found: list[Route] = sweep.best_routes() or []
            assert sum(route.value for route in found) == (most if most > max(0, floor) else 0)


@pytest.mark.parametrize("mesh", [FAR, 12])
@pytest.mark.parametrize("seed", range(25))
def test_no_set_of_routes_earns_more_than_one_that_is_woven(
    seed: int, mesh: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where nothing else is tried first, and where some meshes are too large."""
    monkeypatch.setattr(route_sharing, "LIST", 0)
    monkeypatch.setattr(route_plan, "SOON", 1)
    monkeypatch.setattr(route_plan, "FEW_ARMS", 0)
    monkeypatch.setattr(route_plan, "MESH", mesh)
    rng = Random(6300 + seed)
    for _ in range(10):
        network = random_network(rng)
        train = random_train(rng, network)
        trains = rng.choice(([train], [train] * 2, [train] * 3, random_trains(rng, network)))
        best = best_runs(network, trains)
        check(network, trains, best, None)
        assert best.value == by_trying_everything(network, trains, None)
