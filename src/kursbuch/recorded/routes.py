"""Recorded routes in all three generations, found on our board.

Oldest: every hex passed, in an order that can jump, and the revenue. Later: connections from stop to stop, in any
direction; newer ones add the revenue. Either way a route is a set of stops and links that we look up and judge.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from kursbuch.core import BadInput, Refusal, refuse
from kursbuch.rail.actions import Runs
from kursbuch.rail.routes import Network
from kursbuch.rail.routes.running import income_of, network_of
from kursbuch.rail.routes.track import Graph
from kursbuch.recorded.recording import Recorded
from kursbuch.titles.shikoku.rules.state import State1889

Way = tuple[str, ...]
MOST_TRIED = 200_000  # beginnings of ways through one set of hexes; far more than a game needs


def runs_of(s: State1889, company: str, action: Recorded) -> Runs | Refusal:
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
            found = _joined(s, company, side, _chain(route["connections"], f"{place}.connections"), revenue)
        elif route.get("hexes"):
            found = _passed(s, company, side, _words(route["hexes"], f"{place}.hexes"), revenue)
        else:
            continue  # a train that stays at home
        if isinstance(found, Refusal):
            return found
        ways.append((side, found))
    return _together(s, company, ways)


def _together(s: State1889, company: str, ways: list[tuple[str, list[Way]]]) -> Runs | Refusal:
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
    """Hexes; an entry such as "E11 0.1" names a stop inside one."""
    if not isinstance(value, list) or not all(isinstance(hex, str) and hex.split() for hex in value):
        raise BadInput(place, "expected a list of hexes")
    return [hex.split()[0] for hex in value]


def _chain(connections: Any, place: str) -> list[list[str]]:
    """Connections put in order, each in its direction: the end of one is the start of the next."""
    if not isinstance(connections, list):
        raise BadInput(place, "expected a list of connections")
    left = [_words(connection, place) for connection in connections]
    if any(len(connection) < 2 for connection in left):
        raise BadInput(place, "a connection joins two stops")
    ends = [end for connection in left for end in (connection[0], connection[-1])]
    start = next((end for end in ends if ends.count(end) == 1), ends[0])
    out: list[list[str]] = []
    while left:
        following = next((c for c in left if start in (c[0], c[-1])), None)
        if following is None:
            raise BadInput(place, "the connections do not make one route")
        left.remove(following)
        out.append(following if following[0] == start else following[::-1])
        start = out[-1][-1]
    return out


def _joined(
    s: State1889, company: str, side: str, chain: list[list[str]], revenue: int | None
) -> list[Way] | Refusal:
    """The way along a chain of connections."""
    graph = s.board.tracks.graph
    way = [_stop(graph, chain[0][0])]
    for connection in chain:
        way.extend(connection[1:-1])
        way.append(_stop(graph, connection[-1]))
    return _earning(s, company, side, [tuple(way)], revenue)


def _passed(
    s: State1889, company: str, side: str, hexes: list[str], revenue: int | None
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
    s: State1889, company: str, side: str, ways: list[Way], revenue: int | None
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
                "1889-R-8",
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
    """A hex as our ways write it: with the number of its stop if it has one."""
    return f"{hex}.0" if (hex, 0) in graph.number else hex


def _through(graph: Graph, network: Network, hexes: frozenset[str]) -> Iterator[Way]:
    """Every way over links inside these hexes that touches all of them; each is met from both its ends."""
    stops = [n for n, (hex, _) in enumerate(graph.places) if hex in hexes]
    # stops so far, words so far, track used
    ways: list[tuple[tuple[int, ...], Way, int]] = [
        ((n,), (_stop(graph, graph.places[n][0]),), 0) for n in stops
    ]
    for _ in range(MOST_TRIED):
        if not ways:
            return
        been, words, used = ways.pop()
        if len(been) > 1 and been[0] < been[-1] and {word.partition(".")[0] for word in words} == hexes:
            yield words
        for number, to, _ in network.ways[been[-1]]:
            link = network.links[number]
            if to in been or used & link.mask or not hexes.issuperset(link.path):
                continue
            path = link.path if link.a == been[-1] else link.path[::-1]
            more = (*path[1:-1], _stop(graph, graph.places[to][0]))
            ways.append(((*been, to), words + more, used | link.mask))


def connections_of(way: Way) -> list[list[str]]:
    """A way of ours as recorded connections.

    >>> connections_of(("K4.0", "J3", "I2.0", "I4.0"))
    [['K4', 'J3', 'I2'], ['I2', 'I4']]
    """
    out: list[list[str]] = []
    part: list[str] = []
    for word in way:
        hex, dot, _ = word.partition(".")
        part.append(hex)
        if dot and len(part) > 1:
            out.append(part)
            part = [hex]
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
