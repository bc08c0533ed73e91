"""Laying track: towards income now, income with the next train, and places worth reaching."""

from __future__ import annotations

from kursbuch.bots.character import nearly_best
from kursbuch.bots.railway.plan import Plan
from kursbuch.bots.railway.seat import Seat
from kursbuch.core import Action
from kursbuch.rail.actions import Lay, Pass
from kursbuch.rail.board import Board
from kursbuch.rail.board.grid import opposite
from kursbuch.rail.board.tile import Face

ALIKE = 1.5  # money a round between two tiles that are nearly as good
DEAR = 0.08  # what a mark of track costs counts, compared with a mark of income a round


def choose(seat: Seat, plan: Plan | None = None) -> Action:
    """The best tile, or none if nothing gets better by one."""
    lays = seat.of_kind(Lay)
    company = lays[0].actor
    plan = plan or Plan(seat, company)
    board = seat.s.board
    passes = seat.of_kind(Pass)
    floor = plan.rate(board) + 0.01
    rated: list[tuple[float, Action]] = []
    for lay in promising(seat, plan, lays):
        face = seat.box.tiles[lay.tile].turns[lay.turn]
        rate = plan.rate(laid(board, lay.hex, face, company)) - _price_felt(seat, company, lay.hex, face)
        if not passes or rate > floor:
            rated.append((rate, lay))
    if not rated:
        return passes[0]
    return nearly_best(rated, ALIKE * seat.character.whim, seat.rng)


def promising(seat: Seat, plan: Plan, lays: list[Lay]) -> list[Lay]:
    """The tiles worth a close look: all, if they are few, else those that lead furthest or make a stop dearer."""
    looks = plan.looks()
    if len(lays) <= looks:
        return lays
    board = seat.s.board

    def promise(lay: Lay) -> float:
        old, face = board.faces[lay.hex], seat.box.tiles[lay.tile].turns[lay.turn]
        gain = sum(stop.value for stop in face.stops) - sum(stop.value for stop in old.stops)
        ahead = [beside for edge, beside in enumerate(board.map.beside[lay.hex]) if _opens(old, face, edge)]
        return 3 * gain + sum(plan.pull(beside) for beside in ahead if beside is not None)

    return sorted(lays, key=promise, reverse=True)[:looks]


def _opens(old: Face, new: Face, edge: int) -> bool:
    """Whether a new tile leads to a side where the old one did not."""
    return bool((new.exits & ~old.exits) >> edge & 1)


def laid(board: Board, hex: str, face: Face, company: str) -> Board:
    """The board with a tile, the company's home token on it if it has waited for that.

    It is kept with the board that it was made from, and with it all that is found out about it.
    """
    key = ("laid", hex, face, company)
    if key not in board.known:
        board.known[key] = _laid(board, hex, face, company)
    after: Board = board.known[key]
    return after


def _laid(board: Board, hex: str, face: Face, company: str) -> Board:
    after = board.with_face(hex, face)
    if company in after.beside_hex.get(hex, ()):
        for n, stop in enumerate(face.stops):
            slots = after.slots((hex, n))
            if stop.slots and "" in slots:
                return after.with_token((hex, n), slots.index(""), company)
    return after


def track_cost(board: Board, hex: str, face: Face) -> int:
    """About what a tile costs: the ground of an empty hex, rivers it crosses, what is printed on the tile below."""
    old = board.faces[hex]
    cost = old.tile.cost
    if not old.track and old.tile.colour == "white":
        cost += board.map.hexes[hex].cost
        for edge in range(6):
            beyond = board.map.beside[hex][edge]
            toll = board.map.border_cost.get((hex, edge), 0)
            if toll and beyond and face.exits >> edge & 1 and board.faces[beyond].exits >> opposite(edge) & 1:
                cost += toll
    return cost


def _price_felt(seat: Seat, company: str, hex: str, face: Face) -> float:
    """How much the cost of a tile hurts: most if the money for a train is gone with it."""
    cost = track_cost(seat.s.board, hex, face)
    left = seat.purse(company) - cost
    felt = DEAR * cost / seat.character.track
    if cost and seat.cheapest is not None and not seat.lasting(seat.trains(company)):
        felt += 0.4 * max(0, min(seat.cheapest - left, cost))
    return felt
