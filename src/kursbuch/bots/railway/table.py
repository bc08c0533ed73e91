"""A railway position put together again from a view and the public parts of the box.

The view is all a bot gets; with the box of the title it is enough to look for routes and to try tiles out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, TypeVar

from kursbuch.bots.bot import View
from kursbuch.core import Chance
from kursbuch.rail.board import Board
from kursbuch.rail.box import Box
from kursbuch.rail.paper.market import Prices
from kursbuch.rail.routes.track import Tracks
from kursbuch.rail.state import DEPOT, POOL, RailState
from kursbuch.shelf import rules_of

S = TypeVar("S", bound=RailState)
BOARDS = 128  # that are remembered, each with all boards that were tried out from it: about 200 KB
IMAGINED = "imagined"  # where a view of an imagined game carries its position along


def box_of(view: View) -> Box:
    """What is in the box that this table plays with."""
    position = view.get(IMAGINED)
    if isinstance(position, RailState):
        return position.box
    rules: Any = rules_of(view)
    box: Box = rules.parts.get(view["position"].get("box"), rules.box)  # one of several, if it was drawn
    return box


def imagined(view: View, kind: type[S]) -> S | None:
    """A copy of the position that goes along with the view of an imagined game; None for a view of a true game."""
    found = view.get(IMAGINED)
    return found.copy() if isinstance(found, kind) else None


def rebuild(view: View, box: Box) -> RailState:
    """The open position: purses, paper, prices, trains, track. What is hidden or of no use to a bot is left out."""
    return imagined(view, RailState) or fill(RailState(view["position"]["seats"], Chance(0), box), view)


def fill(s: S, view: View) -> S:
    """Put what a view tells of a railway game into a position of any title."""
    box, position = s.box, view["position"]
    companies = position["companies"]
    s.cash = dict(position["cash"])
    s.board = board_of(box, position["board"])
    s.supply = dict(position["supply"])
    s.prices = Prices(
        box.market, {(at["row"], at["column"]): tuple(at["companies"]) for at in position["market"]}
    )
    s.phase_number = box.phase_number[position["phase"]]
    s.priority = position["priority"]
    s.stock_round, s.operating_round = position["stock_round"], position["operating_round"]
    s.bankrupt, s.ending = tuple(position["bankrupt"]), position["ending"]
    s.founded = tuple(c for c, about in companies.items() if about["in_play"])
    s.closed = frozenset(c for c, about in companies.items() if about["closed"])
    s.shares = {c: _certificates(box, c, about) for c, about in companies.items()}
    s.trains = {DEPOT: _cards(position["depot"]), POOL: _cards(Counter(position["pool"]))}
    for company, about in companies.items():
        give_trains(s, company, about["trains"])
    return s


def give_trains(s: RailState, company: str, sides: list[str] | tuple[str, ...]) -> None:
    """Let a company own trains that run on these sides, and no others."""
    cards = tuple(f"{kind_of_side(s.box, side)}#{company}{n}" for n, side in enumerate(sides))
    s.trains[company] = cards
    s.sides.update(zip(cards, sides, strict=True))


@lru_cache(maxsize=512)
def kind_of_side(box: Box, side: str) -> str:
    """The kind of train that has such a side."""
    return next(kind for kind, train in box.trains.items() if side in train.sides)


Pairs = tuple[tuple[str, Any], ...]
_BOARDS: dict[tuple[Box, Pairs, Pairs, Pairs], Board] = {}  # the one that was asked for last is the last


def board_of(box: Box, board: Mapping[str, Any]) -> Board:
    """The board; the same one for the same view, so that what was found out about it is kept, and with it the boards
    that are made from it.
    """
    key = (
        box,
        tuple(sorted(board["tiles"].items())),  # whoever came first, the board is the same
        tuple(sorted([(place, tuple(slots)) for place, slots in board["tokens"].items()])),
        tuple(sorted([(hex, tuple(names)) for hex, names in board["waiting"].items()])),
    )
    found = _BOARDS[key] = _BOARDS.pop(key) if key in _BOARDS else _board(*key)
    if len(_BOARDS) > BOARDS:
        _forget(_BOARDS.pop(next(iter(_BOARDS))))
    return found


def _forget(board: Board) -> None:
    """Let go of what a board leads to, which would be kept for as long as any board that led to it."""
    board.later = {}
    board.known.clear()


def _board(box: Box, tiles: Pairs, tokens: Pairs, waiting: Pairs) -> Board:
    faces = {hex: about.print.faces[0] for hex, about in box.map.hexes.items()}
    for hex, face in tiles:
        tile, _, turn = face.rpartition(".")
        faces[hex] = box.tiles[tile].turns[int(turn)]
    stands = {}
    for place, slots in tokens:
        hex, _, stop = place.rpartition(".")
        stands[hex, int(stop)] = slots
    board = Board(Tracks(box.map, faces), stands, dict(waiting))
    board.later = {}
    return board


def _cards(kinds: Mapping[str, int]) -> tuple[str, ...]:
    return tuple(f"{kind}#{n}" for kind, count in kinds.items() for n in range(count))


def _certificates(box: Box, company: str, about: Mapping[str, Any]) -> tuple[str, ...]:
    """Owners of the certificates: the president's first, the others as told or so that the percentages come out."""
    if "paper" in about:
        return _as_told(box.percents[company], about["paper"], about["president"])
    left = dict(about["shares"])
    chief = about["president"] or next(iter(left), company)
    owners = []
    for n, size in enumerate(box.percents[company]):
        owner = chief if n == 0 else next((o for o, part in left.items() if part >= size), company)
        left[owner] = left.get(owner, 0) - size
        owners.append(owner)
    return tuple(owners)


def _as_told(sizes: tuple[int, ...], paper: Mapping[str, list[int]], chief: str) -> tuple[str, ...]:
    """Owners by the sizes that each has."""
    left = {owner: list(held) for owner, held in paper.items()}
    owners = []
    for n, size in enumerate(sizes):
        first = [chief] if n == 0 and chief else []
        owner = next(o for o in (*first, *left) if size in left[o])
        left[owner].remove(size)
        owners.append(owner)
    return tuple(owners)
