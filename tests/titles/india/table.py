"""Positions of 1853 for tests, set up in a few readable lines.

    table = india(companies={"EIR": {"A": 3, "cash": 500}}, turn="EIR lay")

Holdings are numbers of shares. Everything not named is as at the start; loans and contracts are none. The players
sit in the order A, B, C and A holds the elephant. A company's homes stand unless homes=False.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kursbuch.core import Game
from kursbuch.testing import Table
from kursbuch.titles.india import positions
from kursbuch.titles.india.rules.contracts import BidFrame
from kursbuch.titles.india.title import TITLE

SEATS = "ABCDEF"
STEPS = ("option", "lay", "station", "run", "mail", "pay", "trains")


def new(players: Sequence[str] | int = 3, seed: int = 1, **options: Any) -> Table:
    """A game from its very start."""
    names = SEATS[:players] if isinstance(players, int) else players
    return Table(Game(TITLE, list(names), seed, options))


def contracts(players: int = 3, **loans: int) -> Table:
    """Loans are handed in; the one named first sits first if loans are equal."""
    table = new(players)
    for n, player in enumerate(SEATS[:players]):
        table.apply(f"{player} lends {loans.get(player, 200 - 10 * n)}")
    return table


def india(players: int = 3, **told: Any) -> Table:
    """A position; `kursbuch.titles.india.positions` says what can be told."""
    return Table(positions.india(players, **told))


def bidding(players: int = 3, *, named: Mapping[str, Sequence[str]], **loans: int) -> Table:
    """Contracts under way: who has named what, each city for its first company; A is on turn."""
    table = india(players, stage="contracts", loans=loans, stock_round=0)
    s = table.s
    s.drawn = frozenset()
    s.stack[-1] = BidFrame("contracts", "A")
    for player, cities in named.items():
        for city in cities:
            company = s.box.cities[city].companies[0]
            owners = list(s.shares[company])
            owners[owners.index("offer", 1)] = player
            s.shares[company] = tuple(owners)
            if player not in s.holders[company]:
                s.holders[company] = (*s.holders[company], player)
            s.contract_shares[player, company] = s.contract_shares.get((player, company), 0) + 1
            s.drawn |= {company}
        s.contracts[player] = tuple(cities)
    table.game.audit()
    return table


def line(path: str, gauge: str = "broad", **fixed: str) -> dict[str, str]:
    """Yellow tiles along a path of hexes: line("T16 S15 R16"). Printed hexes and those in `fixed` stay as they are.

    At its ends the track goes on as straight as it can without leaving the map; `fixed` names tiles, "R16=6.3".
    """
    board = new().s.box.map
    hexes = path.split()
    out: dict[str, str] = {}
    for n, hex in enumerate(hexes):
        if hex in fixed or board.hexes[hex].print.track:
            continue
        wanted = [board.beside[hex].index(h) for h in (*hexes[max(0, n - 1) : n], *hexes[n + 1 : n + 2])]
        out[hex] = _tile_with(hex, wanted, gauge)
    return {**out, **fixed}


def _tile_with(hex: str, wanted: Sequence[int], gauge: str) -> str:
    box = new().s.box
    kind = box.map.hexes[hex].print
    found = []
    for tile in box.tiles.values():
        if tile.colour != "yellow" or tile.kind != kind.kind or tile.towns != kind.towns:
            continue
        for turn, face in enumerate(tile.faces):
            edges = [e for e in range(6) if e in face.along(gauge)]
            fits = all(e in edges for e in wanted) and not face.exits & box.map.walls[hex]
            if fits and (len(edges) > 1 or len(wanted) == 1):
                bend = abs(3 - abs(edges[0] - edges[-1])) if len(edges) > 1 else 9
                found.append((bend, f"{tile.id}.{tile.turns[turn].turn}"))
    assert found, f"no {gauge} tile for {hex} with {wanted}"
    return min(found)[1]
