"""Recorded routes in all three generations, found on our board.

Oldest: every hex passed, in an order that can jump, and the revenue. Later: connections from stop to stop, in any
direction, the first of them with hexes in alphabetical order; newer ones add the revenue. Either way a route is a set
of stops and links that we look up and judge: a connection names hexes, and which stop of a hex it ends at is seen by
the track.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from kursbuch.core import BadInput, Refusal, refuse
from kursbuch.rail.actions import Runs
from kursbuch.rail.routes import Network
from kursbuch.rail.routes.running import income_of, network_of, written
from kursbuch.rail.routes.track import Graph
from kursbuch.rail.state import RailState
from kursbuch.recorded.reading import Recorded

Way = tuple[str, ...]
MOST_TRIED = 200_000  # beginnings of ways through one set of hexes; far more than a game needs


def runs_of(s: RailState, company: str, action: Recorded) -> Runs | Refusal:
    """The runs that a recorded action stands for; a refusal if no legal ones earn what it says."""
    ways: list[tuple[str, list[Way]]] = []
    for n, route in enumerate(action.objects("routes"), start=1):
        place = f"{action.place}.routes[{n}]"
        train = route.get("train")
        if not isinstance(train, str) or "-" not in train:
            raise BadInput(f"{place}.train", "missing, or no train")
        side = train.rpartition("-")[0]
        revenue = route.get("revenue")
        if revenue is not None and (isinstance(revenue, bool) or not isinstance(revenue, int)):
            raise BadInput(f"{place}.revenue", "expected a whole number")
        if route.get("connections"):
            connections = _connections(route["connections"], f"{place}.connections")
            found = _joined(s, company, side, connections, revenue)
        elif route.get("hexes"):
            found = _passed(s, company, side, _words(route["hexes"], f"{place}.hexes"), revenue)
        else:
            continue  # a train that stays at home
        if isinstance(found, Refusal):
            return found
        ways.append((side, found))
    return _together(s, company, ways)


def _together(s: RailState, company: str, ways: list[tuple[str, list[Way]]]) -> Runs | Refusal:
    """One way for each train such that all of them run at once."""
    chosen: list[tuple[str, Way]] = []

    def fits(n: int) -> Runs | Refusal:
        if n == len(ways):
            return Runs(tuple(chosen))
        refusal: Refusal | None = None
        for way in ways[n][1]:
            chosen.append((ways[n][0], way))
            income = income_of(s, company, Runs(tuple(chosen)))
            result = income if isinstance(income, Refusal) else fits(n + 1)
            if isinstance(result, Runs):
                return result
            refusal = refusal or result
            chosen.pop()
        assert refusal is not None
        return refusal

    return fits(0)


def _words(value: Any, place: str) -> list[str]:
    """Hexes; an entry such as "E11 0.1" names two stops inside one."""
    if not isinstance(value, list) or not all(isinstance(hex, str) and hex.split() for hex in value):
        raise BadInput(place, "expected a list of hexes")
    return [hex.split()[0] for hex in value]


def _connections(value: Any, place: str) -> list[Way]:
    """Connections, each the hexes from one stop to the next; between two stops of a hex that hex alone."""
    if not isinstance(value, list):
        raise BadInput(place, "expected a list of connections")
    found: list[Way] = []
    for connection in value:
        hexes = _words(connection, place)
        inside = any(" " in hex for hex in connection) and len(set(hexes)) == 1
        if len(hexes) < 2 and not inside:
            raise BadInput(place, "a connection joins two stops")
        found.append(tuple(hexes[:1] if inside else hexes))
    return found


def _joined(
    s: RailState, company: str, side: str, connections: list[Way], revenue: int | None
) -> list[Way] | Refusal:
    """The ways along connections that are told in any order and direction."""
    found = list(_chains(network_of(s, company), s.board.tracks.graph, connections))
    return _earning(s, company, side, found or [_as_told(s, connections)], revenue)


def _chains(network: Network, graph: Graph, connections: list[Way]) -> Iterator[Way]:
    """Every way that runs over each connection once; where a hex has two stops, all that fit are tried."""
    along: dict[Way, list[int]] = {}
    over: dict[Way, list[int]] = {}  # by hexes in alphabetical order
    for number, link in enumerate(network.links):
        along.setdefault(link.path, []).append(number)
        if link.path != link.path[::-1]:
            along.setdefault(link.path[::-1], []).append(number)
        over.setdefault(tuple(sorted(link.path)), []).append(number)
    links = [along.get(connection) or over.get(connection, []) for connection in connections]
    ends = {stop for some in links for n in some for stop in (network.links[n].a, network.links[n].b)}
    everything = frozenset(range(len(links)))
    # stops and links so far, track used, connections left
    ways: list[tuple[tuple[int, ...], tuple[int, ...], int, frozenset[int]]] = [
        ((end,), (), 0, everything) for end in ends
    ]
    for _ in range(MOST_TRIED):
        if not ways:
            return
        stops, chosen, used, left = ways.pop()
        here = stops[-1]
        if not left and stops[0] < here:  # each is met from both its ends
            yield written(graph, network, stops, chosen)
        for n in left:
            for number in links[n]:
                link = network.links[number]
                if here in (link.a, link.b) and not used & link.mask:
                    to = link.b if link.a == here else link.a
                    ways.append(((*stops, to), (*chosen, number), used | link.mask, left - {n}))


def _as_told(s: RailState, connections: list[Way]) -> Way:
    """Connections one after another as far as they make a way, for the judge to say what is wrong with it."""
    graph, left = s.board.tracks.graph, list(connections)
    ends = [end for connection in left for end in (connection[0], connection[-1])]
    hexes = [next((end for end in ends if ends.count(end) == 1), ends[0])]
    inner: set[int] = set()
    while left:
        following = next((c for c in left if hexes[-1] in (c[0], c[-1])), left[0])
        left.remove(following)
        ordered = following if following[0] == hexes[-1] else following[::-1]
        inner |= set(range(len(hexes), len(hexes) + len(ordered) - 2))
        hexes += ordered[1:]
    return tuple(hex if n in inner else _stop(graph, hex) for n, hex in enumerate(hexes))


def _passed(
    s: RailState, company: str, side: str, hexes: list[str], revenue: int | None
) -> list[Way] | Refusal:
    """The ways that pass exactly these hexes: in their order if that is one, else in any order."""
    graph = s.board.tracks.graph
    in_order = _earning(s, company, side, [tuple(_stop(graph, hex) for hex in hexes)], revenue)
    if not isinstance(in_order, Refusal):
        return in_order
    network = network_of(s, company)
    found = list(_through(graph, network, frozenset(hexes)))
    return _earning(s, company, side, found, revenue) if found else in_order


def _earning(
    s: RailState, company: str, side: str, ways: list[Way], revenue: int | None
) -> list[Way] | Refusal:
    """The legal ones of some ways, with the recorded revenue."""
    legal: list[Way] = []
    refusal: Refusal | None = None
    for way in ways:
        income = income_of(s, company, Runs(((side, way),)))
        if isinstance(income, Refusal):
            refusal = refusal or income
        elif revenue is not None and income != revenue:
            refusal = refuse(
                "recorded.revenue",
                "{way} earns {income}, the recording says {recorded}.",
                way=" ".join(way),
                income=income,
                recorded=revenue,
            )
        else:
            legal.append(way)
    if legal:
        return legal
    assert refusal is not None
    return refusal


def _stop(graph: Graph, hex: str) -> str:
    """A hex as our ways write it: with the number of its first stop if it has one."""
    return next((f"{hex}.{n}" for n in range(9) if (hex, n) in graph.number), hex)


def _through(graph: Graph, network: Network, hexes: frozenset[str]) -> Iterator[Way]:
    """Every way over links inside these hexes that touches all of them; each is met from both its ends."""
    stops = [n for n, (hex, _) in enumerate(graph.places) if hex in hexes]
    # stops and links so far, track used, hexes not yet touched
    ways: list[tuple[tuple[int, ...], tuple[int, ...], int, frozenset[str]]] = [
        ((n,), (), 0, hexes - {graph.places[n][0]}) for n in stops
    ]
    for _ in range(MOST_TRIED):
        if not ways:
            return
        been, links, used, left = ways.pop()
        if not left and been[0] < been[-1]:
            yield written(graph, network, been, links)
        for number, to, _ in network.ways[been[-1]]:
            link = network.links[number]
            if to not in been and not used & link.mask and hexes.issuperset(link.path):
                ways.append(((*been, to), (*links, number), used | link.mask, left.difference(link.path)))


def connections_of(way: Way) -> list[list[str]]:
    """A way of ours as recorded connections.

    >>> connections_of(("K4.0", "J3", "I2.0", "I4.0"))
    [['K4', 'J3', 'I2'], ['I2', 'I4']]
    >>> connections_of(("E11.0", "E11.1", "E13.0"))
    [['E11 0.1'], ['E11', 'E13']]
    """
    out: list[list[str]] = []
    part: list[str] = []
    last = ""
    for word in way:
        hex, dot, stop = word.partition(".")
        part.append(hex)
        if dot and len(part) > 1:
            out.append([f"{hex} {last}.{stop}"] if part == [hex, hex] else part)
            part = [hex]
        last = stop
    return out


def route_fields(train: str, way: Way, revenue: int) -> Mapping[str, Any]:
    """One of our runs as a recorded route of the newest generation."""
    stops = [word for word in way if "." in word]
    return {
        "train": train,
        "connections": connections_of(way),
        "hexes": [word.partition(".")[0] for word in stops],
        "revenue": revenue,
        "revenue_str": "-".join(word.partition(".")[0] for word in stops),
        "nodes": [word.replace(".", "-") for word in stops],
    }
