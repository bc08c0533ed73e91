"""The ways to find best runs agree to the last link, and none of them takes more than so many steps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import NamedTuple

import pytest

from kursbuch.rail.routes import Best, Extras, Link, Network, Reach, Train, best_runs, running
from kursbuch.rail.routes import plan as route_plan
from kursbuch.rail.routes import sharing as route_sharing
from kursbuch.rail.routes.listing import Listing
from kursbuch.rail.routes.parts import FAR, Route
from kursbuch.rail.routes.search import RouteSearch
from kursbuch.shelf import find
from kursbuch.soak.players import seated
from kursbuch.soak.tables import Table
from tests.rail.test_routes import (
    by_trying_everything,
    pieces,
    random_extras,
    random_network,
    random_train,
    random_trains,
    walks,
)

# for each title how many steps of search a question takes at most, and on the mean: half as many again as now
STEPS = {
    "18te": (500, 70),
    "1889": (3_000, 130),
    "1830": (290, 21),
    "18chesapeake": (6_200, 200),
    "1853": (1_000, 60),
    "18do-railway": (2_750, 140),
    "18do-beer": (50, 8),
    "18do-expert": (350, 45),
}
GAMES = (("random", 0, 2), ("rich", 4000, 3), ("rich", 400, 5))


class Question(NamedTuple):
    network: Network
    trains: list[Train]
    extras: Extras | None


def questions(title: str) -> list[Question]:
    """All that is asked of the finder in some games of players with more and less money."""
    asked: list[Question] = []

    def spy(network: Network, trains: list[Train], extras: Extras | None = None) -> Best:
        asked.append(Question(network, trains, extras))
        return best_runs(network, trains, extras)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(running, "best_runs", spy)
        for kind, gift, seed in GAMES:
            _play(title, kind, gift, seed)
    return asked


def _play(title: str, kind: str, gift: int, seed: int) -> None:
    numbers = find(title).info.players
    game, rng = Table(title, numbers[seed % len(numbers)], seed, gift=gift).start(), Random(seed)
    seats = seated(kind, game.players, rng)
    while not game.over and len(game.actions) < 1500:
        player = rng.choice(game.acting)
        game.apply(seats[player](game, player, game.legal_actions(player), rng))


@pytest.mark.parametrize("title", STEPS)
def test_a_list_and_a_search_find_the_same_runs_in_so_many_steps(
    title: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same runs, not only as good ones: what is played does not depend on how they were found."""
    asked = questions(title)
    by_list = [best_runs(*question) for question in asked]
    monkeypatch.setattr(route_sharing, "LIST", 0)
    for number, (question, best) in enumerate(zip(asked, by_list, strict=True)):
        assert best_runs(*question).runs == best.runs, f"{title}, question {number}"
    steps = [best.explored for best in by_list]
    most, mean = STEPS[title]
    print(
        f"{title}: {len(steps)} questions, {max(steps)} steps at most, {sum(steps) / len(steps):.0f} a question"
    )
    assert max(steps) <= most
    assert sum(steps) / len(steps) <= mean


def made_up(seed: int) -> Iterator[Question]:
    rng = Random(3000 + seed)
    for _ in range(10):
        network = random_network(rng, most_stops=7, most_links=10)
        train = random_train(rng, network)
        trains = rng.choice(([train] * 2, [train] * 3, random_trains(rng, network)))
        yield Question(network, trains, random_extras(rng, network, trains) if rng.random() < 0.5 else None)


@pytest.mark.parametrize("seed", range(20))
def test_a_list_cut_short_changes_nothing(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    for question in made_up(seed):
        answers = []
        for most in (0, 3, 12, 500):
            monkeypatch.setattr(route_sharing, "LIST", most)
            answers.append(best_runs(*question).runs)
        assert answers == [answers[0]] * 4


@pytest.mark.parametrize("seed", range(20))
def test_who_begins_anew_has_forgotten_all_tolls(seed: int) -> None:
    """A first try that gives up after tolls were moved must not make the next leave routes out."""
    rng = Random(4000 + seed)
    for _ in range(10):
        network = random_network(rng, most_stops=7, most_links=10)
        trains = random_trains(rng, network)
        planner = route_plan.Planner(network, trains, None)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(route_plan, "POOL", 1)
            planner._within(1)
        assert planner._within(route_plan.LAST)
        assert planner.best_value == by_trying_everything(network, trains, None)


@pytest.mark.parametrize("seed", range(20))
def test_a_list_has_every_route_in_the_order_of_the_search(seed: int) -> None:
    for network, trains, _ in made_up(seed):
        for train in trains:
            search = RouteSearch(network, train, 0, None)
            found = search.all_after(search.no_tolls, 1, FAR)
            listing = Listing(network, train, search.cities_in_reach, search.stops_in_reach, FAR)
            once: dict[int, Route] = {}
            for route in listing.routes:
                if route.value > 0 and (route.mask not in once or once[route.mask].value < route.value):
                    once[route.mask] = route
            assert found is not None
            assert [route.links for route in found] == [route.links for route in once.values()]


def test_trains_that_run_alike_share_a_list() -> None:
    links = tuple(Link(n, n + 1, 1 << n) for n in range(5))
    network = Network(6, links, tokens=0b000100)
    values = (10, 20, 30, 40, 50, 60)
    trains = [Train(Reach(2), values), Train(Reach(4), values), Train(Reach(2), values)]
    best = best_runs(network, trains)
    assert [run.stops if run else None for run in best.runs] == [(1, 2), (5, 4, 3, 2), None]


def test_a_network_with_other_links_has_other_ways() -> None:
    line = Network(3, (Link(0, 1, 0b01), Link(1, 2, 0b10)), tokens=0b001)
    shorter = replace(line, links=line.links[:1])
    assert [len(way) for way in line.ways] == [1, 2, 1]
    assert [len(way) for way in shorter.ways] == [1, 1, 0]
    apart = replace(line, exclude=(0b010, 0, 0))
    assert [len(way) for way in apart.ways] == [0, 1, 1]
    assert [len(way) for way in line.seen_by(0b100, -1).ways] == [1, 2, 1]


# ---- boards of nothing but cities, each joined to all its neighbours ----------------------------------------------


def oblong(width: int, height: int) -> Network:
    """Rows of cities, with a station in the middle."""
    links: list[Link] = []
    stops = width * height
    for stop in range(stops):
        if (stop + 1) % width:
            links.append(Link(stop, stop + 1, 1 << len(links)))
        if stop + width < stops:
            links.append(Link(stop, stop + width, 1 << len(links)))
    return Network(stops, tuple(links), tokens=1 << stops // 2)


def comb(radius: int) -> Network:
    """A hexagon of hexes, with a station in the middle."""
    around = range(-radius, radius + 1)
    cells = [(q, r) for q in around for r in around if abs(q + r) <= radius]
    links: list[Link] = []
    for q, r in cells:
        for beside in ((q + 1, r), (q, r + 1), (q + 1, r - 1)):
            if beside in cells:
                links.append(Link(cells.index((q, r)), cells.index(beside), 1 << len(links)))
    return Network(len(cells), tuple(links), tokens=1 << len(cells) // 2)


def dearest_pair(network: Network, values: tuple[int, ...]) -> int:
    """The most that two diesels earn together, by looking at all pairs of routes, the dearest first."""
    found: dict[int, int] = {}
    for stops, links in walks(network):
        if any(network.tokens >> stop & 1 for stop in stops):
            found[pieces([network.links[n] for n in links])] = sum(values[stop] for stop in stops)
    dear = sorted(found.items(), key=lambda pair: -pair[1])
    best = dear[0][1]
    for number, (mask, value) in enumerate(dear):
        if 2 * value <= best:
            break
        for other, more in dear[number + 1 :]:
            if value + more <= best:
                break
            if not mask & other:
                best = value + more
    return best


@pytest.mark.parametrize(("height", "steps"), [(3, 400), (4, 2_200)])
def test_two_diesels_among_nothing_but_cities(height: int, steps: int) -> None:
    rng = Random(1)
    network = oblong(3, height)
    values = tuple(rng.choice((20, 30, 40, 50, 60)) for _ in range(network.stops))
    best = best_runs(network, [Train(Reach(None, None), values)] * 2)
    assert best.value == dearest_pair(network, values)
    assert best.explored <= steps


def test_a_diesel_that_can_go_everywhere_does() -> None:
    network = comb(3)
    values = tuple(Random(1).choice((20, 30, 40, 50, 60)) for _ in range(network.stops))
    best = best_runs(network, [Train(Reach(None, None), values)])
    assert best.value == sum(values)
    assert best.explored <= 4_000
