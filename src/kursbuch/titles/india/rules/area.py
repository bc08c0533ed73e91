"""Home areas, and building outside them in phase 5 (1853 Table 2, §4.2.3, §4.4.2).

Outside its area a company needs a 5 or a 6, a train of its own that comes there from a home station, and it has
to run there in the same turn.
"""

from __future__ import annotations

from kursbuch.core import Refusal, refuse
from kursbuch.rail.actions import Runs
from kursbuch.rail.board import Board
from kursbuch.rail.board.tile import Face
from kursbuch.rail.rounds import turn_of
from kursbuch.rail.rounds.deeds import Deed
from kursbuch.rail.routes import Network, Train
from kursbuch.rail.routes.running import as_train, network_of
from kursbuch.rail.trains.depot import trains_of
from kursbuch.titles.india.rules.founding import homes
from kursbuch.titles.india.rules.state import StateIndia

MUST_RUN = "must run"  # marks in what a turn has done


def why_not_outside(s: StateIndia, company: str, hex: str, upgrade: Face | None = None) -> Refusal | None:
    """Why a company may not build on a hex outside its area: a station, or the upgrade that is given."""
    if hex in s.box.charters[company].area:
        return None
    if "relaxed areas" not in s.phase.features:
        point = "1853-4.2.2-1" if upgrade else "1853-4.4.1-2"
        return refuse(point, "{hex} is outside the area of {company}.", hex=hex, company=company)
    cards = trains_of(s, company)
    if not any(s.sides[card] in ("5", "6") for card in cards):
        point = "1853-4.2.3-2" if upgrade else "1853-4.4.2-2"
        return refuse(point, "Outside its area {company} needs a 5 or a 6.", company=company)
    if not comes_to(s, company, hex, s.board.with_face(hex, upgrade) if upgrade else s.board):
        point = "1853-4.2.3-3" if upgrade else "1853-4.4.2-3"
        return refuse(point, "No train of {company} comes to {hex} from home.", company=company, hex=hex)
    return None


def comes_to(s: StateIndia, company: str, hex: str, board: Board) -> bool:
    """Whether some train of the company has a route from one of its homes to this hex."""
    there = s.copy()
    there.board = board
    graph, network = board.tracks.graph, network_of(there, company)
    starts = [graph.number[home] for home in homes(there, company) if home in graph.number]
    trains = {as_train(there, graph, company, card) for card in trains_of(s, company)}
    return any(_leads(network, train, start, hex) for train in trains for start in starts)


def _leads(network: Network, train: Train, start: int, hex: str) -> bool:
    """Whether a route of the train leads from a stop to the hex, or over it to some stop."""
    through = network.through(train)
    ways = [(start, 1 << start, 0)]
    while ways:
        at, been, used = ways.pop()
        for number, to, taken in network.ways[at]:
            link = network.links[number]
            if been >> to & 1 or used & taken or network.exclude[to] & been or not train.runs_on(link):
                continue
            stops = been | 1 << to
            towns = (network.towns & stops).bit_count()
            if not train.reach.covers(stops.bit_count() - towns, towns):
                continue
            if hex in link.path:  # its ends are part of it
                return True
            if through >> to & 1:
                ways.append((to, stops, used | taken))
    return False


def must_run(s: StateIndia) -> list[str]:
    """The hexes outside its area where the company on turn has built."""
    return [deed.of for deed in turn_of(s).done if deed.what == MUST_RUN]


def why_not_run(s: StateIndia, company: str, runs: Runs) -> Refusal | None:
    """What was built outside the area must be run to in the same turn (1853-4.2.3-4, 1853-4.4.2-4)."""
    been = {word.partition(".")[0] for _, way in runs.runs for word in way}
    for hex in must_run(s):
        if hex not in been:
            built = Deed("station", hex) in turn_of(s).done
            point = "1853-4.4.2-4" if built else "1853-4.2.3-4"
            return refuse(point, "A train must run to {hex}, outside the area.", hex=hex)
    return None
