"""Whether track joins all cities of a contract: seen the moment it does (1853 §4.3).

Passengers change trains at every station, large or small, and ride rickshaws between the separate stations of a
split city. On open track, and at a junction without a station, nobody changes gauge.
"""

from __future__ import annotations

from collections.abc import Sequence

from kursbuch.rail.board import Board
from kursbuch.rail.board.tile import STOP
from kursbuch.rail.reach.walks import Entry, open_ahead
from kursbuch.rail.routes.track import Tracks
from kursbuch.titles.india.rules.parts import GAUGES, IndiaBox
from kursbuch.titles.india.rules.state import StateIndia, loan_purse


def check_contracts(s: StateIndia) -> None:
    """Every player whose cities are now joined shows the contract and has the loan back (1853-4.3.2-1 ff)."""
    for player in s.players:
        if player not in s.fulfilled and player in s.contracts and joined(s, player):
            s.fulfilled |= {player}
            s.shown[player] = s.contracts[player]
            s.uncover("fulfils", player=player, cities=list(s.contracts[player]), loan=s.loans[player])
            s.transfer(loan_purse(player), player, s.loans[player], "loan returned")


def joined(s: StateIndia, player: str) -> bool:
    return all_joined(s.board, s.box, s.contracts[player])


def all_joined(board: Board, box: IndiaBox, cities: Sequence[str]) -> bool:
    """Whether track joins all these cities."""
    if not cities:
        return False
    hexes = [box.cities[name].hex for name in cities]
    if not all([board.faces[hex].track for hex in hexes]):
        return False
    for hex in hexes:  # what is known already of any of them will do, if it lacks another
        known = board.tracks.found.get(_key(hex))
        if known is not None and not known[0].issuperset(hexes):
            return False
    least_track = min(hexes, key=lambda hex: len(board.faces[hex].track))
    return stations_joined_to(board, least_track).issuperset(hexes)


def stations_joined_to(board: Board, hex: str) -> frozenset[str]:
    """The hexes with a station that track joins to the stations of this one."""
    known, key = board.tracks.found, _key(hex)
    if key not in known:
        known[key] = _flood(board.tracks, hex)
    joined: frozenset[str] = known[key][0]
    return joined


def _key(hex: str) -> tuple[str, str]:
    return "stations joined to", hex


def _flood(tracks: Tracks, start: str) -> tuple[frozenset[str], frozenset[str]]:
    """The hexes with a station that track joins to this one, and all that track leads into."""
    faces = tracks.faces
    stations = [(start, number) for number in range(len(faces[start].stops))]
    met = set(stations)
    seen: dict[str, set[Entry]] = {gauge: set() for gauge in GAUGES}
    ways: list[tuple[str, Entry]] = []
    while stations or ways:
        if stations:
            hex, number = stations.pop()
            ways.extend([(gauge, (hex, STOP + number)) for gauge in GAUGES])
            if faces[hex].tile.label:  # rickshaws between the stations of a split city
                also = {(hex, other) for other in range(len(faces[hex].stops))} - met
                met |= also
                stations.extend(also)
            continue
        gauge, entry = ways.pop()
        what, entered = open_ahead(tracks, gauge, entry), seen[gauge]
        for stop in what.stops:
            if stop not in met and faces[stop[0]].stops[stop[1]].earns:
                met.add(stop)
                stations.append(stop)
        for beyond, _, _ in what.strides:
            if beyond not in entered:
                entered.add(beyond)
                ways.append((gauge, beyond))
    joined = frozenset([hex for hex, _ in met])
    return joined, joined.union(*[[hex for hex, _ in entered] for entered in seen.values()])
