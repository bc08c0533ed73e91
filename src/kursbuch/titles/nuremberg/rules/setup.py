"""The set-up: lots for the order, goods and figures drawn for the areas of the board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from kursbuch.core import Chance
from kursbuch.titles.nuremberg.rules.board import Area
from kursbuch.titles.nuremberg.rules.box import CARGO, COLOURS, COMPANIES, PIECES
from kursbuch.titles.nuremberg.rules.parts import Box
from kursbuch.titles.nuremberg.rules.state import Rounds, Table
from kursbuch.titles.nuremberg.rules.track import fresh


def new_table(players: Sequence[str], chance: Chance, rounds: int, box: Box) -> Table:
    """The table before phase 1 of round 1."""
    s = Table(players, chance, box)
    s.rounds = rounds
    s.order = tuple(chance.shuffled(players))  # by lot (FTN-11-2)
    s.building_order = s.train_order = s.order
    s.note("player_order_set", order=list(s.order))
    _deal(s)
    s.out = dict.fromkeys(PIECES, 0)
    _seed(s, "goods", {a.id: s.box.pieces["goods"]["draw"] for a in s.box.areas.values() if a.goods})
    _seed(s, "figures", {a.id: _figures(box, a) for a in box.areas.values() if _figures(box, a)})
    s.push(Rounds())
    return s


def _deal(s: Table) -> None:
    """Markers at the start of their tracks, all own pieces in the supplies (FTN-1-1 to FTN-1-4, FTN-11-1)."""
    own, start = s.box.pieces["player"], s.box.pieces["start"]
    s.tracks = {colour: fresh(s.order, start["influence"]) for colour in COLOURS}
    s.profit = fresh(s.order, start["profit"])
    for player in s.players:
        s.vp[player] = start["victory_points"]
        s.hand[player] = start["cubes_in_hand"]
        s.supply[player] = own["cubes"] - start["cubes_in_hand"]
        s.depot[player] = own["links"]
        s.links[player] = frozenset()
        s.locomotives[player] = own["locomotives"]
        s.kept[player] = (0,) * len(CARGO)
    for company in COMPANIES:  # FTN-2-1
        s.depot[company] = s.box.pieces["company"]["links"][company]
        s.links[company] = frozenset()
    s.colours = {area.id: area.colours for area in s.box.areas.values() if area.colours}  # FTN-24-2


def _figures(box: Box, area: Area) -> int:
    """How many figures are drawn for the area; none for company cities (FTN-10-1)."""
    if area.kind == "station":
        draw: int = box.pieces["figures"]["station_draw"]
        return draw
    return box.pieces["figures"]["estate_draw"] if area.estate else 0


def _seed(s: Table, bag: str, draws: Mapping[str, int]) -> None:
    """Empty a bag onto the board (FTN-8-4, FTN-9-4)."""
    lots = s.chance.shuffled([piece for piece, n in s.box.pieces[bag]["bag"].items() for _ in range(n)])
    for area, n in draws.items():
        drawn, lots = lots[:n], lots[n:]
        stay = [piece for piece in drawn if stays(s.box, area, piece)]
        if stay:
            s.board[area] = (*s.board.get(area, ()), *stay)
        for piece, lost in (Counter(drawn) - Counter(stay)).items():
            s.out[piece] += lost
        s.note("drawn", bag=bag, area=area, pieces=drawn, stay=stay)
    for piece in lots:  # none, while the data files agree with the parts
        s.out[piece] += 1


def stays(box: Box, area: str, piece: str) -> bool:
    """Whether a piece drawn for the area stays on the board (FTN-8-2, FTN-8-3, FTN-9-1 to FTN-9-3).

    >>> from kursbuch.titles.nuremberg.rules.parts import box
    >>> stays(box(), "kraftshof", "post"), stays(box(), "kraftshof", "beer")
    (True, False)
    """
    if piece in box.pieces["goods"]["bag"]:
        return piece == box.areas[area].goods
    return box.areas[area].kind == "station" or piece in box.pieces["figures"]["estate_keeps"]
