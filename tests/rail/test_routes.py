"""The best runs of a company, checked against trying everything."""

from __future__ import annotations

import doctest
from collections.abc import Iterator, Sequence
from itertools import product
from random import Random

import pytest

from kursbuch.rail import routes
from kursbuch.rail.routes import (
    Best,
    Extras,
    Link,
    Network,
    Offer,
    Reach,
    Run,
    Train,
    best_runs,
    has_route,
    route_of,
)
from kursbuch.rail.routes import extras as route_extras
from kursbuch.rail.routes import parts as route_parts
from kursbuch.rail.routes import plan as route_plan
from kursbuch.rail.routes import sift as route_sift
from kursbuch.rail.routes.parts import FAR

DIESEL = Reach(None, None)


# ---- trying everything -------------------------------------------------------------------------------------


def covers(reach: Reach, cities: int, towns: int) -> bool:
    if reach.stops is None:
        return True
    if cities > reach.stops:
        return False
    return reach.towns is None or cities + towns <= reach.stops + reach.towns


def legal(network: Network, train: Train, stops: tuple[int, ...], links: tuple[int, ...]) -> bool:
    """The rules of a route, said once more and differently from the search."""
    if len(stops) < 2 or len(set(stops)) < len(stops):
        return False
    if not any(network.tokens >> stop & 1 for stop in stops):
        return False
    used = [network.links[number] for number in links]
    if any(link.gauge and train.gauge and not link.gauge & train.gauge for link in used):
        return False
    if sum(link.mask.bit_count() for link in used) != pieces(used).bit_count():
        return False
    passable = network.passable if train.passable is None else train.passable
    if any(network.reds >> stop & 1 or not passable >> stop & 1 for stop in stops[1:-1]):
        return False
    for one in stops:
        for other in stops:
            if one != other and network.exclude[one] >> other & 1:
                return False
    if network.bar_hex_twice:
        hexes = [h for link in used for h in range(64) if link.hexes >> h & 1]
        hexes += [
            h for stop in stops for h in range(64) if network.stop_hexes and network.stop_hexes[stop] >> h & 1
        ]
        if len(set(hexes)) < len(hexes):
            return False
    towns = sum(network.towns >> stop & 1 for stop in stops)
    return covers(train.reach, len(stops) - towns, towns)


def pieces(links: Sequence[Link]) -> int:
    mask = 0
    for link in links:
        mask |= link.mask
    return mask


def walks(network: Network) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """All walks over different stops, in both directions."""
    grown: list[tuple[tuple[int, ...], tuple[int, ...]]] = [((stop,), ()) for stop in range(network.stops)]
    while grown:
        stops, links = grown.pop()
        if links:
            yield stops, links
        for number, link in enumerate(network.links):
            for here, there in ((link.a, link.b), (link.b, link.a)):
                if here == stops[-1] and there not in stops:
                    grown.append(((*stops, there), (*links, number)))


def by_trying_everything(network: Network, trains: Sequence[Train], extras: Extras | None) -> int:
    """The greatest total of all sets of routes and offers."""
    supplies = extras.supplies if extras else ()
    every_walk = list(walks(network))
    choices: list[dict[tuple[int, tuple[int, ...]], int]] = []
    for number, train in enumerate(trains):
        values: dict[tuple[int, tuple[int, ...]], int] = {(0, (0,) * len(supplies)): 0}
        for stops, links in every_walk:
            if not legal(network, train, stops, links):
                continue
            value = sum(train.values[stop] for stop in stops)
            offers = [Offer(0)]
            if extras:
                offers += extras.offers(number, stops)
            for offer in offers:
                uses = offer.uses or (0,) * len(supplies)
                key = (pieces([network.links[link] for link in links]), uses)
                values[key] = max(values.get(key, 0), value + offer.bonus)
        choices.append(values)
    together: dict[tuple[int, tuple[int, ...]], int] = {(0, (0,) * len(supplies)): 0}
    for values in choices:
        more: dict[tuple[int, tuple[int, ...]], int] = {}
        for ((mask, used), total), ((piece, uses), value) in product(together.items(), values.items()):
            sums = tuple(a + b for a, b in zip(used, uses, strict=True))
            if mask & piece or any(a > b for a, b in zip(sums, supplies, strict=True)):
                continue
            key = (mask | piece, sums)
            more[key] = max(more.get(key, 0), total + value)
        together = more
    return max(together.values())


# ---- networks made by chance -------------------------------------------------------------------------------


def some_stops(rng: Random, stops: int, share: float) -> int:
    return sum(1 << stop for stop in range(stops) if rng.random() < share)


def random_network(rng: Random, most_stops: int = 7, most_links: int = 10) -> Network:
    stops = rng.randint(2, most_stops)
    sides = 3 * stops
    links = []
    for _ in range(rng.randint(1, most_links)):
        a, b = rng.sample(range(stops), 2)
        # a side of each stop, and at times a piece of track somewhere in between that others use too
        mask = 1 << (3 * a + rng.randrange(3)) | 1 << (3 * b + rng.randrange(3))
        if rng.random() < 0.3:
            mask |= 1 << (sides + rng.randrange(4))
        links.append(Link(a, b, mask, gauge=rng.choice((0, 0, 0, 1, 2, 3)), hexes=some_stops(rng, 6, 0.15)))
    fewest = rng.randrange(stops)
    return Network(
        stops,
        tuple(links),
        tokens=some_stops(rng, stops, 0.25) | 1 << fewest,
        passable=some_stops(rng, stops, 0.8) if rng.random() < 0.5 else -1,
        reds=some_stops(rng, stops, 0.2),
        towns=some_stops(rng, stops, 0.3),
        exclude=tuple(some_stops(rng, stops, 0.1) for _ in range(stops)) if rng.random() < 0.3 else (),
        bar_hex_twice=rng.random() < 0.3,
        stop_hexes=tuple(1 << (6 + stop) for stop in range(stops)) if rng.random() < 0.5 else (),
    )


def random_train(rng: Random, network: Network) -> Train:
    reaches = (Reach(2), Reach(3), Reach(4), Reach(2, 2), Reach(1, 1), Reach(2, None), DIESEL, DIESEL)
    return Train(
        rng.choice(reaches),
        tuple(rng.choice((0, 10, 10, 20, 30, 50)) for _ in range(network.stops)),
        gauge=rng.choice((0, 0, 1, 2)),
        passable=rng.choice((None, None, None, -1)),
    )


def random_trains(rng: Random, network: Network) -> list[Train]:
    trains = [random_train(rng, network) for _ in range(rng.randint(1, 3))]
    if rng.random() < 0.4:  # companies often own several of a kind
        trains[-1] = trains[0]
    return trains


def random_extras(rng: Random, network: Network, trains: Sequence[Train]) -> Extras:
    """A bonus for certain stops, a mail contract for one train, and beer that several trains share."""
    special = some_stops(rng, network.stops, 0.3)
    brewery = rng.randrange(network.stops)
    cubes = rng.randint(0, 3)

    def offers(number: int, stops: tuple[int, ...]) -> tuple[Offer, ...]:
        bonus = 20 if special and sum(1 << s for s in stops) & special == special else 0
        values = trains[number].values
        ways = [Offer(bonus), Offer(bonus + values[stops[0]] + values[stops[-1]], (1, 0))]
        if brewery in stops and (network.reds >> stops[0] | network.reds >> stops[-1]) & 1:
            ways += [Offer(bonus + 15 * n, (0, n)) for n in (1, 2)]
        return tuple(ways)

    def hope(number: int, one: int, other: int, stops: int) -> int:
        bonus = 20 if special and special & ~stops == 0 else 0
        values = trains[number].values
        mail = sum(
            max([v for n, v in enumerate(values) if ends >> n & 1], default=0) for ends in (one, other)
        )
        beer = 30 if stops >> brewery & 1 and network.reds & (one | other) else 0
        return bonus + max(mail, beer)

    looks = [(network.reds >> stop & 1, *(t.values[stop] for t in trains)) for stop in range(network.stops)]
    told = rng.random() < 0.7
    return Extras(
        offers,
        at_most=120,
        supplies=(1, cubes),
        unit=rng.choice((1, 5)),
        hope=hope if told else None,
        ends=tuple(map(looks.index, looks)) if told else (),
    )


def check(network: Network, trains: Sequence[Train], best: Best, extras: Extras | None) -> None:
    """The runs are legal, earn what is claimed, and keep out of each other's way."""
    supplies = list(extras.supplies) if extras else []
    track = 0
    for number, run in enumerate(best.runs):
        if run is None:
            continue
        assert run.train == number
        plain = route_of(network, trains[number], run.stops, run.links)
        assert isinstance(plain, int), plain
        bonuses = [offer.bonus for offer in extras.offers(number, run.stops)] if extras else []
        assert run.value - plain in [0, *bonuses]
        assert run.mask == pieces([network.links[link] for link in run.links])
        assert not track & run.mask
        track |= run.mask
        for supply, use in enumerate(run.uses):
            supplies[supply] -= use
    assert all(left >= 0 for left in supplies)
    assert best.value == sum(run.value for run in best.runs if run)


@pytest.mark.parametrize("seed", range(60))
def test_no_set_of_routes_earns_more(seed: int) -> None:
    rng = Random(seed)
    for _ in range(10):
        network = random_network(rng)
        trains = random_trains(rng, network)
        best = best_runs(network, trains)
        check(network, trains, best, None)
        assert best.value == by_trying_everything(network, trains, None)


@pytest.mark.parametrize("seed", range(40))
def test_no_set_of_routes_earns_more_with_extras(seed: int) -> None:
    rng = Random(1000 + seed)
    for _ in range(5):
        network = random_network(rng, most_stops=6, most_links=7)
        trains = random_trains(rng, network)
        extras = random_extras(rng, network, trains)
        best = best_runs(network, trains, extras)
        check(network, trains, best, extras)
        assert best.value == by_trying_everything(network, trains, extras)


@pytest.mark.parametrize("pool", [0, 4, 12, 6000])
@pytest.mark.parametrize("seed", range(10))
def test_the_answer_does_not_depend_on_when_the_sifting_begins(
    seed: int, pool: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Small boards are done at the first look; here the search is made to go the long way as on large ones."""
    monkeypatch.setattr(route_plan, "POOL", pool)
    monkeypatch.setattr(route_plan, "STAGES", ((2, 5, 1, 0), (4, 5, 6, 3), (8, 9, 12, 8), (30, 9, FAR, FAR)))
    rng = Random(2000 + seed)
    for _ in range(10):
        network = random_network(rng, most_stops=6, most_links=9)
        train = random_train(rng, network)
        trains = rng.choice(([train] * 2, [train] * 3, random_trains(rng, network)))
        extras = random_extras(rng, network, trains) if rng.random() < 0.3 else None
        best = best_runs(network, trains, extras)
        check(network, trains, best, extras)
        assert best.value == by_trying_everything(network, trains, extras)


def test_the_same_question_has_the_same_answer() -> None:
    for seed in range(50):
        rng = Random(seed)
        network = random_network(rng, 12, 20)
        trains = random_trains(rng, network)
        again = Network(
            network.stops, network.links, network.tokens, network.passable, network.reds, network.towns,
            network.exclude, network.bar_hex_twice, network.stop_hexes,
        )  # fmt: skip
        assert best_runs(network, trains) == best_runs(again, list(trains))


def test_has_route_finds_one_if_there_is_one() -> None:
    for seed in range(300):
        rng = Random(seed)
        network = random_network(rng, most_links=4)
        train = random_train(rng, network)
        assert has_route(network, train) == any(legal(network, train, *walk) for walk in walks(network))
        anything = Train(DIESEL, train.values)
        assert has_route(network) == any(legal(network, anything, *walk) for walk in walks(network))


def test_route_of_judges_like_the_rules_do() -> None:
    for seed in range(100):
        rng = Random(seed)
        network = random_network(rng, most_links=7)
        train = random_train(rng, network)
        for stops, links in walks(network):
            answer = route_of(network, train, stops, links)
            assert isinstance(answer, int) == legal(network, train, stops, links), (stops, links, answer)


# ---- small boards ------------------------------------------------------------------------------------------

# A line of five stops, 0 to 4; the company has its station at 1.
LINE = (Link(0, 1, 0b0001), Link(1, 2, 0b0010), Link(2, 3, 0b0100), Link(3, 4, 0b1000))
VALUES = (10, 20, 30, 40, 50)


def line(**changes: object) -> Network:
    given: dict[str, object] = {"stops": 5, "links": LINE, "tokens": 0b00010}
    return Network(**{**given, **changes})  # type: ignore[arg-type]


def stops_of(best: Best) -> list[tuple[int, ...] | None]:
    """The stops of each run, from the lower end."""
    return [min(run.stops, run.stops[::-1]) if run else None for run in best.runs]


def test_a_train_runs_as_far_as_it_reaches() -> None:
    assert stops_of(best_runs(line(), [Train(Reach(3), VALUES)])) == [(1, 2, 3)]
    assert stops_of(best_runs(line(), [Train(DIESEL, VALUES)])) == [(0, 1, 2, 3, 4)]


def test_small_towns_ride_along() -> None:
    network = line(towns=0b01100)
    assert stops_of(best_runs(network, [Train(Reach(2, 2), VALUES)])) == [(1, 2, 3, 4)]
    assert best_runs(network, [Train(Reach(2, 1), VALUES)]).value == 90
    assert best_runs(network, [Train(Reach(2, None), VALUES)]).value == 140


def test_a_blocked_city_can_be_reached_but_not_passed() -> None:
    assert stops_of(best_runs(line(passable=0b11011), [Train(DIESEL, VALUES)])) == [(0, 1, 2)]


def test_a_train_may_be_let_through_where_others_are_blocked() -> None:
    trains = [Train(DIESEL, VALUES, passable=-1)]
    assert stops_of(best_runs(line(passable=0b11011), trains)) == [(0, 1, 2, 3, 4)]


def test_two_trains_share_a_stop_but_no_track() -> None:
    trains = [Train(Reach(2), VALUES), Train(Reach(2), VALUES)]
    assert stops_of(best_runs(line(), trains)) == [(1, 2), (0, 1)]
    trains.append(Train(Reach(2), VALUES))
    assert stops_of(best_runs(line(), trains)) == [(1, 2), (0, 1), None]


def test_the_better_train_gives_way_when_that_earns_more() -> None:
    # both trains want 1-2; the second has no use for anything else, the first nearly as good a way out
    network = Network(3, (Link(0, 1, 0b01), Link(1, 2, 0b10)), tokens=0b010)
    trains = [Train(Reach(2), (40, 20, 50)), Train(Reach(2), (0, 0, 45))]
    best = best_runs(network, trains)
    assert stops_of(best) == [(0, 1), (1, 2)]
    assert best.value == 105


def test_parallel_track_lets_two_trains_run_between_the_same_cities() -> None:
    links = (Link(0, 1, 0b0011), Link(0, 1, 0b0110), Link(0, 1, 0b1100))
    best = best_runs(Network(2, links, tokens=0b01), [Train(DIESEL, (10, 30))] * 3)
    assert best.value == 80
    assert {run.links for run in best.runs if run} == {(0,), (2,)}


def test_the_mail_goes_with_the_train_that_gains_most_by_it() -> None:
    def mail(number: int, stops: tuple[int, ...]) -> tuple[Offer, ...]:
        return (Offer(VALUES[stops[0]] + VALUES[stops[-1]], (1,)),)

    trains = [Train(Reach(2), VALUES), Train(Reach(4), VALUES)]
    best = best_runs(line(), trains, Extras(mail, at_most=100, supplies=(1,)))
    assert [run.uses for run in best.runs if run] == [(), (1,)]
    assert best.value == 30 + 140 + 70


def test_two_trains_divide_the_beer() -> None:
    def beer(number: int, stops: tuple[int, ...]) -> tuple[Offer, ...]:
        return tuple(Offer(10 * cubes, (cubes,)) for cubes in (1, 2))

    trains = [Train(Reach(2), VALUES)] * 2
    best = best_runs(line(), trains, Extras(beer, at_most=20, supplies=(3,)))
    assert best.value == 30 + 50 + 30
    assert sum(run.uses[0] for run in best.runs if run) == 3


def test_a_company_without_trains_or_stations_earns_nothing() -> None:
    assert best_runs(line(), []) == Best((), 0, 0)
    assert best_runs(line(tokens=0), [Train(DIESEL, VALUES)]) == Best((None,), 0, 0)


def test_a_run_says_what_it_uses() -> None:
    best = best_runs(line(), [Train(Reach(2), VALUES)])
    assert best.runs == (Run(0, (2, 1), (1,), 50, 0b0010),)


@pytest.mark.parametrize(
    ("reason", "stops", "links", "changes"),
    [
        ("too-short", (1,), (), {}),
        ("not-joined", (1, 3), (2,), {}),
        ("not-joined", (1, 2, 3), (1,), {}),
        ("stop-twice", (1, 2, 1), (1, 4), {"links": (*LINE, Link(1, 2, 0b10000))}),
        ("track-twice", (0, 1, 2), (4, 1), {"links": (*LINE, Link(0, 1, 0b0010))}),
        ("hex-twice", (0, 1, 2), (4, 5), {
            "links": (*LINE, Link(0, 1, 1 << 4, hexes=0b11), Link(1, 2, 1 << 5, hexes=0b10)),
            "bar_hex_twice": True,
        }),
        ("wrong-gauge", (0, 1), (4,), {"links": (*LINE, Link(0, 1, 1 << 4, gauge=0b10))}),
        ("red-in-the-middle", (0, 1, 2), (0, 1), {"reds": 0b00010}),
        ("blocked", (0, 1, 2), (0, 1), {"passable": 0b11101}),
        ("excluded", (0, 1, 2), (0, 1), {"exclude": (0, 0, 0b00001, 0, 0)}),
        ("no-token", (2, 3), (2,), {}),
        ("too-far", (0, 1, 2, 3), (0, 1, 2), {}),
    ],
)  # fmt: skip
def test_why_a_route_is_not_legal(
    reason: str, stops: tuple[int, ...], links: tuple[int, ...], changes: dict[str, object]
) -> None:
    train = Train(Reach(3), VALUES, gauge=0b01)
    assert route_of(line(**changes), train, stops, links) == reason


def test_a_legal_route_earns_its_stops() -> None:
    assert route_of(line(), Train(Reach(3), VALUES), (3, 2, 1), (2, 1)) == 90


@pytest.mark.parametrize("module", [route_extras, route_parts, route_sift, routes])
def test_examples_in_the_docs(module: object) -> None:
    assert doctest.testmod(module).failed == 0  # type: ignore[arg-type]
