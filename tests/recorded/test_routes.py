"""Recorded connections found on the board, also where a hex has two stops."""

from dataclasses import replace

from kursbuch.rail.routes import Link, Network
from kursbuch.rail.routes.track import Graph
from kursbuch.recorded.routes import _chains

# F2 has two towns, each on a track of its own; D2 and H2 are cities, G1 has a city in the middle of a loop
PLACES = (("D2", 0), ("F2", 0), ("F2", 1), ("H2", 0), ("G1", 0))
LINKS = (
    Link(0, 1, 0b000001, ("D2", "E1", "F2")),
    Link(1, 4, 0b000010, ("F2", "G1")),
    Link(4, 2, 0b000100, ("G1", "F2")),
    Link(2, 3, 0b001000, ("F2", "H2")),
    Link(1, 2, 0b010000, ("F2",)),
)
GRAPH = Graph(PLACES, {place: n for n, place in enumerate(PLACES)}, LINKS, (0,) * 5)
NETWORK = Network(stops=5, links=LINKS, tokens=1, passable=0b11111, reds=0, towns=0b110, exclude=(0,) * 5)


def ways(*connections: tuple[str, ...]) -> set[tuple[str, ...]]:
    return set(_chains(NETWORK, GRAPH, list(connections)))


def test_connections_are_put_in_order_whatever_their_direction():
    way = ("D2.0", "E1", "F2.0", "G1.0")
    assert ways(("D2", "E1", "F2"), ("F2", "G1")) == {way}
    assert ways(("G1", "F2"), ("F2", "E1", "D2")) == {way}


def test_the_first_connections_told_their_hexes_by_the_alphabet():
    way = ("D2.0", "E1", "F2.0", "G1.0")
    network = replace(NETWORK, links=(Link(0, 1, 0b000001, ("D2", "Z9", "F2")), *LINKS[1:]))
    told = [("D2", "F2", "Z9"), ("F2", "G1")]
    assert {tuple(word.replace("Z9", "E1") for word in way) for way in _chains(network, GRAPH, told)} == {way}


def test_the_track_tells_at_which_stop_of_a_hex_a_connection_ends():
    assert ways(("F2", "H2"), ("G1", "F2")) == {("H2.0", "F2.1", "G1.0")}


def test_a_route_may_come_back_to_a_hex_at_its_other_stop():
    told = (("D2", "E1", "F2"), ("F2", "G1"), ("F2", "G1"), ("F2", "H2"))
    assert ways(*told) == {("D2.0", "E1", "F2.0", "G1.0", "F2.1", "H2.0")}


def test_two_stops_of_a_hex_can_be_neighbours():
    assert ways(("D2", "E1", "F2"), ("F2",), ("F2", "H2")) == {("D2.0", "E1", "F2.0", "F2.1", "H2.0")}


def test_connections_that_make_no_route_give_none():
    assert ways(("D2", "E1", "F2"), ("F2", "H2")) == set()
    assert ways(("D2", "X9")) == set()
    assert ways(*[("F2", "G1")] * 40) == set()
