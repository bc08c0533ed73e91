"""A company's routes: the network as it sees it, its best runs, and runs that a player declares."""

from __future__ import annotations

from collections.abc import Hashable, Iterable

from kursbuch.core import Refusal, once, refuse
from kursbuch.rail.actions import Runs
from kursbuch.rail.board import Board, Place
from kursbuch.rail.board.tile import STOP
from kursbuch.rail.routes import Network, Train, best_runs, route_of
from kursbuch.rail.routes.track import GAUGE_BITS, Graph
from kursbuch.rail.state import RailState
from kursbuch.rail.trains.depot import reach_of, train_type, trains_of


def network_of(s: RailState, company: str) -> Network:
    """The stops and links of the board, with the company's tokens and what is closed to it."""
    board = s.board
    found = board.networks.get(company)
    if found is not None:
        return found
    number = board.tracks.graph.number
    counting = s.box.counting
    tokens = closed = 0
    for place, slots in board.tokens.items():
        stop = number.get(place)
        if stop is None:
            continue
        if company in slots:
            tokens |= 1 << stop
        elif s.box.full_cities_stop_trains and board.closed_to(company, place):
            closed |= (counting.passes is None or not counting.passes(s, company, place)) << stop
    bare = board.tracks.network(counting.bar_hex_twice)
    network = bare.seen_by(tokens, (1 << bare.stops) - 1 & ~closed)
    board.networks[company] = network
    return network


def stop_values(s: RailState, graph: Graph, card: str = "", company: str = "") -> tuple[int, ...]:
    """What each stop is worth to a company in this phase, to a train that may count other values of red areas."""
    colour = (card and train_type(s, card).red_value) or s.phase.red_value
    printed = s.board.tracks.values(colour)
    counting = s.box.counting
    more = counting.more
    if more is None:
        return printed
    places = zip(printed, graph.places, strict=True)
    if not company:
        return tuple([value + more(s, "", place) for value, place in places])
    known, key = s.board.known, ("stop values", company, colour, counting.depends(s, company))
    if key not in known:
        known[key] = tuple([value + more(s, company, place) for value, place in places])
    found: tuple[int, ...] = known[key]
    return found


def as_train(s: RailState, graph: Graph, company: str, card: str) -> Train:
    """A train card of a company as route search sees it."""
    gauge = train_type(s, card).gauges.get(s.sides[card])
    return Train(reach_of(s, card), stop_values(s, graph, card, company), GAUGE_BITS[gauge] if gauge else 0)


def best_of(s: RailState, company: str) -> tuple[Runs, int]:
    """The best runs of a company's trains and what they earn, with proof that nothing earns more."""
    key = _about(s, company)
    found = s.board.best.get(key)
    if found is None:
        cards, counting = trains_of(s, company), s.box.counting
        graph = s.board.tracks.graph
        network = network_of(s, company)
        trains = [as_train(s, graph, company, card) for card in cards]
        best = best_runs(network, trains, counting.extras(s, company))
        runs = []
        for card, run in zip(cards, best.runs, strict=True):
            if run is not None:
                runs.append((s.sides[card], written(graph, network, run.stops, run.links)))
        found = (Runs(tuple(runs)), best.value)
        s.board.best[key] = found
    return found


def _about(s: RailState, company: str) -> tuple[Hashable, ...]:
    """What a company's income depends on beside the board."""
    sides = tuple([s.sides[card] for card in trains_of(s, company)])
    return company, sides, s.phase.red_value, s.box.counting.depends(s, company)


def written(
    graph: Graph, network: Network, stops: tuple[int, ...], links: tuple[int, ...]
) -> tuple[str, ...]:
    """A run hex by hex, as players write it."""
    way = [_stop_name(graph, stops[0])]
    for here, there, number in zip(stops, stops[1:], links, strict=False):
        link = network.links[number]
        path = link.path if link.a == here else link.path[::-1]
        way.extend(path[1:-1])
        way.append(_stop_name(graph, there))
    return tuple(way)


def _stop_name(graph: Graph, stop: int) -> str:
    hex, number = graph.places[stop]
    return f"{hex}.{number}"


@once
def could_run(s: RailState, company: str) -> bool:
    """Whether the company has any route of two stops, whatever train it would need."""
    tracks = s.board.tracks
    number, ways = tracks.graph.number, tracks.network(s.box.counting.bar_hex_twice).ways
    return any([bool(ways[number[place]]) for place in s.board.tokens_of(company) if place in number])


def income_of(s: RailState, company: str, runs: Runs) -> int | Refusal:
    """What declared runs earn, or why they are not legal: asked for a list, and again by whoever chooses them."""
    known = s.board.known
    key = ("income", runs, trains_of(s, company), *_about(s, company))
    if key not in known:
        known[key] = _judged(s, company, runs)
    found: int | Refusal = known[key]
    return found


def _judged(s: RailState, company: str, runs: Runs) -> int | Refusal:
    cards = list(trains_of(s, company))
    graph, network = s.board.tracks.graph, network_of(s, company)
    used = total = 0
    for side, way in runs.runs:
        card = next((c for c in cards if s.sides[c] == side), None)
        if card is None:
            if any(side in train_type(s, c).sides for c in cards):
                return refuse("run.side", "{train} is not the side in use.", train=side)
            return refuse("run.train", "{company} has no further train {train}.", company=company, train=side)
        cards.remove(card)
        if s.box.counting.bar_hex_twice and _returns(way):
            twice = "hex-twice"
            return refuse(f"run.{twice}", _WHY[twice], way=" ".join(way))
        found = _read_way(graph, network, way)
        if found is None:
            if passed := _skipped(graph, way):
                return refuse("run.skips", "No stop on the way is skipped: {hex}.", hex=passed)
            if junction := _sharp_turn(s.board, way):
                return refuse("run.sharp-turn", "No train turns sharply at the junction {hex}.", hex=junction)
            return refuse("run.not-joined", "No track joins these stops: {way}.", way=" ".join(way))
        stops, links = found
        value = route_of(network, as_train(s, graph, company, card), stops, links)
        if value == "excluded" and _comes_back(s.board, [graph.places[stop] for stop in stops]):
            value = "city-twice"  # two stops of one hex are one city
        if isinstance(value, str):
            return refuse(f"run.{value}", _WHY[value], way=" ".join(way), train=side)
        mask = 0
        for number in links:
            mask |= network.links[number].mask
        if used & mask:
            return refuse("run.shared-track", "Two trains would use the same track.")
        used |= mask
        total += value
    return total


_WHY = {
    "too-short": "A route has at least two stops: {way}.",
    "not-joined": "No track joins these stops: {way}.",
    "wrong-gauge": "Train {train} cannot run on this gauge.",
    "stop-twice": "A route visits no stop twice: {way}.",
    "track-twice": "A route uses no track twice: {way}.",
    "hex-twice": "A route enters no hex twice: {way}.",
    "red-in-the-middle": "A red area can only be an end of a route: {way}.",
    "blocked": "A route cannot pass a city full of other companies' stations: {way}.",
    "city-twice": "A route visits no city twice: {way}.",
    "excluded": "These places cannot be on one route: {way}.",
    "no-token": "A route needs a station of the company: {way}.",
    "too-far": "Train {train} does not reach that far: {way}.",
}


def links_of(s: RailState, company: str, way: Iterable[str]) -> list[int]:
    """The links of a company's network that a way runs over; none if there is no such way."""
    found = _read_way(s.board.tracks.graph, network_of(s, company), way)
    return found[1] if found else []


def _read_way(graph: Graph, network: Network, way: Iterable[str]) -> tuple[list[int], list[int]] | None:
    """The stops and links that a way, hex by hex, stands for."""
    stops: list[int] = []
    links: list[int] = []
    path: list[str] = []
    for word in way:
        hex, dot, number = word.partition(".")
        if path[-1:] != [hex]:  # two stops of one hex may be neighbours
            path.append(hex)
        if not dot:
            continue
        stop = graph.number.get((hex, int(number))) if number.isdigit() else None
        if stop is None:
            return None
        if stops:
            link = _link_along(network, stops[-1], stop, tuple(path))
            if link is None:
                return None
            links.append(link)
        elif len(path) > 1:  # a run begins at a stop
            return None
        stops.append(stop)
        path = [hex]
    return (stops, links) if stops and len(path) == 1 else None


def _comes_back(board: Board, places: list[Place]) -> bool:
    """Whether a run has two stops of one hex that are one place."""
    hexes = [place[0] for place in places if board.stop(place).kind not in board.map.apart]
    return len(set(hexes)) < len(hexes)


def _returns(way: tuple[str, ...]) -> bool:
    """Whether a way comes to some hex again."""
    hexes = [word.partition(".")[0] for word in way]
    return len(set(hexes)) < len(hexes)


def _skipped(graph: Graph, way: Iterable[str]) -> str:
    """The first hex named on a way as one without a stop that has one; "" if there is none."""
    stops = {hex for hex, _ in graph.places}
    return next((word for word in way if word in stops), "")


def _sharp_turn(board: Board, way: Iterable[str]) -> str:
    """The first hex where a way would go from one branch of a junction into the other; "" if there is none."""
    hexes = [word.partition(".")[0] for word in way]
    for before, hex, after in zip(hexes, hexes[1:], hexes[2:], strict=False):
        if hex not in board.faces or before == after:
            continue
        beside, beyond = board.map.beside[hex], board.faces[hex].beyond
        if before in beside and after in beside:
            ends = [{end for end, _ in beyond.get(beside.index(h), ())} for h in (before, after)]
            if ends[0] & ends[1] and beside.index(after) not in ends[0] and max(ends[0] & ends[1]) < STOP:
                return hex
    return ""


def _link_along(network: Network, a: int, b: int, path: tuple[str, ...]) -> int | None:
    for n, link in enumerate(network.links):
        if link.a == a and link.b == b:
            if link.path == path:
                return n
        elif link.a == b and link.b == a and link.path[::-1] == path:
            return n
    return None
