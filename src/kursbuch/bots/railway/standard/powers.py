"""Tiles and stations by the powers of privates."""

from __future__ import annotations

from kursbuch.bots.railway.plan import Plan
from kursbuch.bots.railway.seat import Seat
from kursbuch.bots.railway.track import laid
from kursbuch.core import Action
from kursbuch.rail.actions import Pass, Station
from kursbuch.rail.standard.actions import Build

PAYS = 4.0  # what a power's tile must add to the income of my companies


def go_on(seat: Seat) -> Action | None:
    """A power that is under way: only a private acts now. None if something else is asked."""
    actors = {action.actor for action in seat.legal}
    privates = {action.actor for action in seat.of_kind(Build)}
    stations = seat.of_kind(Station)
    if len(actors) == 1 and actors <= privates:  # beside its tiles nothing, or to let it be
        passes = seat.of_kind(Pass)
        return use_power(seat, PAYS if passes else float("-inf")) or passes[0]
    if len(actors) == 1 and stations and stations[0].actor not in seat.companies:
        return stations[0]  # it costs nothing
    return None


def use_power(seat: Seat, least: float = PAYS) -> Action | None:
    """The tile by which my companies gain most; None if none gains so much."""
    builds = seat.of_kind(Build)
    if not builds:
        return None
    best: tuple[float, Action | None] = (least, None)
    board = seat.s.board
    plans = [Plan(seat, company) for company in seat.mine if board.tokens_of(company)]
    before = [plan.rate(board) for plan in plans]
    for build in builds:
        after = laid(board, build.hex, seat.box.tiles[build.tile].turns[build.turn], "")
        gain = sum(plan.rate(after) for plan in plans) - sum(before)
        if gain > best[0]:
            best = (gain, build)
    return best[1]
