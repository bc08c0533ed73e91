"""Whether track joins all cities of a contract: seen the moment it does (1853 §4.3).

Passengers change trains at every station, large or small, and ride rickshaws between the separate stations of a
split city. On open track, and at a junction without a station, nobody changes gauge.
"""

from __future__ import annotations

from collections.abc import Sequence

from kursbuch.rail.board import Board
from kursbuch.rail.board.grid import opposite
from kursbuch.rail.board.tile import STOP
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
    first, *others = (box.cities[name].hex for name in cities)
    if not board.faces[first].track:
        return False
    found = stations_joined_to(board, first)
    return all(hex in found for hex in others)


def stations_joined_to(board: Board, hex: str) -> frozenset[str]:
    """The hexes with a station that track joins to the stations of this one."""
    key = ("stations joined to", hex)
    if key not in board.known:
        board.known[key] = frozenset(_flood(board, hex))
    known: frozenset[str] = board.known[key]
    return known


def _flood(board: Board, start: str) -> set[str]:
    faces, beside = board.faces, board.map.beside
    stops = [(start, n) for n in range(len(faces[start].stops))]
    seen_stops = set(stops)
    seen: set[tuple[str, int, str]] = set()
    ends: list[tuple[str, int, str]] = []
    while stops or ends:
        if stops:
            hex, number = stops.pop()
            if faces[hex].tile.label:  # rickshaws between the stations of a split city
                for n in range(len(faces[hex].stops)):
                    if (hex, n) not in seen_stops:
                        seen_stops.add((hex, n))
                        stops.append((hex, n))
            ends.extend((hex, STOP + number, gauge) for gauge in GAUGES)
            continue
        hex, at, gauge = ends.pop()
        for end, _ in faces[hex].along(gauge).get(at, ()):
            if end < STOP:
                beyond = beside[hex][end]
                entry = (beyond or "", opposite(end), gauge)
                if beyond and entry not in seen:
                    seen.add(entry)
                    ends.append(entry)
            elif not faces[hex].stops[end - STOP].earns:  # a junction: on, in the same gauge
                if (hex, end, gauge) not in seen:
                    seen.add((hex, end, gauge))
                    ends.append((hex, end, gauge))
            elif (hex, end - STOP) not in seen_stops:
                seen_stops.add((hex, end - STOP))
                stops.append((hex, end - STOP))
    return {hex for hex, _ in seen_stops}
