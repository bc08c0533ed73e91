"""Lists of all routes of a train: whole where they are few, given up early where they would be too many."""

from __future__ import annotations

from itertools import combinations

import pytest

from kursbuch.rail.routes import Link, Network, Reach, Train
from kursbuch.rail.routes.listing import LOOK, Listing


def every_pair_joined(cities: int) -> Network:
    links = tuple(Link(a, b, 1 << n) for n, (a, b) in enumerate(combinations(range(cities), 2)))
    return Network(cities, links, tokens=1)


def listing(cities: int, stops: int, most: int) -> Listing:
    return Listing(every_pair_joined(cities), Train(Reach(stops), (10,) * cities), stops, stops, most)


@pytest.mark.parametrize(("cities", "stops", "routes"), [(4, 4, 3 + 9 + 12), (9, 3, 8 + 8 * 7 + 8 * 7 // 2)])
def test_a_list_has_every_route_once(cities: int, stops: int, routes: int):
    whole = listing(cities, stops, most=500)
    assert whole.complete
    assert len({frozenset(route.links) for route in whole.routes}) == len(whole.routes) == routes


def test_a_list_that_would_be_too_long_is_given_up_before_it_is_written():
    given_up = listing(12, 6, most=500)
    assert not given_up.complete
    assert len(given_up.routes) < 4 * LOOK
