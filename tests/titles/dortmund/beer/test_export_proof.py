"""18DO §6.5.2.4: whether trains can run export routes side by side, against trying everything on small networks."""

import itertools
import random
from collections.abc import Iterator

import pytest

from kursbuch.rail.routes import Link, Network, Reach
from kursbuch.titles.dortmund.beer.export_routes import side_by_side

CITY = 1


def network(rng: random.Random) -> Network:
    """Some stops with the City, a red area or two, some blocked; some links share a piece of track."""
    stops = rng.randint(4, 7)
    every = list(itertools.combinations(range(stops), 2))
    pairs = rng.sample(every, min(len(every), rng.randint(stops - 1, stops + 3)))
    links = []
    for n, (a, b) in enumerate(pairs):
        shared = 1 << rng.randrange(n) if n and rng.random() < 0.25 else 0
        links.append(Link(a, b, 1 << n | shared))
    reds = 0
    for stop in rng.sample([n for n in range(stops) if n != CITY], rng.randint(1, 2)):
        reds |= 1 << stop
    tokens = 1 << rng.randrange(stops) | (1 << rng.randrange(stops) if rng.random() < 0.3 else 0)
    blocked = 1 << rng.randrange(stops) if rng.random() < 0.4 else 0
    exclude = [0] * stops
    if rng.random() < 0.3:
        a, b = rng.sample([n for n in range(stops) if n != CITY], 2)
        exclude[a], exclude[b] = 1 << b, 1 << a
    return Network(
        stops, tuple(links), tokens, passable=~(blocked & ~tokens), reds=reds, exclude=tuple(exclude)
    )


def routes(net: Network, longest: int) -> Iterator[tuple[int, int]]:
    """The stops and the track of every route, from each of its ends."""
    through = net.passable & ~net.reds
    ways: list[tuple[tuple[int, ...], int]] = [((start,), 0) for start in range(net.stops)]
    while ways:
        stops, track = ways.pop()
        if len(stops) > 1:
            yield sum(1 << stop for stop in stops), track
        if len(stops) == longest or not (len(stops) == 1 or through >> stops[-1] & 1):
            continue
        for link in net.links:
            for here, to in ((link.a, link.b), (link.b, link.a)):
                apart = not track & link.mask and to not in stops
                if here == stops[-1] and apart and not any(net.exclude[to] >> stop & 1 for stop in stops):
                    ways.append(((*stops, to), track | link.mask))


def export_tracks(net: Network, longest: int) -> set[int]:
    """The track of every export route: by way of the City, to a red area, with a station."""
    return {
        track
        for stops, track in routes(net, longest)
        if stops >> CITY & 1 and stops & net.reds and stops & net.tokens
    }


def by_trying(net: Network, lengths: tuple[int, ...]) -> bool:
    return any(
        all(not a & b for a, b in itertools.combinations(tracks, 2))
        for tracks in itertools.product(*(export_tracks(net, length) for length in lengths))
    )


@pytest.mark.rule("18DO-6.5.2.4-8")
@pytest.mark.parametrize("lengths", [(2,), (3,), (4,), (5,), (7,), (3, 4), (5, 5)], ids=str)
def test_the_proof_agrees_with_trying_everything(lengths):
    found = {True: 0, False: 0}
    for seed in range(250):
        net = network(random.Random(seed))
        can = by_trying(net, lengths)
        assert side_by_side(net, CITY, [Reach(length) for length in lengths]) is can, net
        found[can] += 1
    assert min(found.values()) > 10, "both happen"
