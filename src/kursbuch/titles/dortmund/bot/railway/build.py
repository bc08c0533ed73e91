"""Track and stations of a railway of 18DO."""

from __future__ import annotations

from kursbuch.bots.railway import station as rail_station
from kursbuch.bots.railway import track as rail_track
from kursbuch.core import Action
from kursbuch.rail.actions import Lay, Station
from kursbuch.titles.dortmund.bot.railway.plan import DortmundPlan
from kursbuch.titles.dortmund.bot.railway.seat import DortmundSeat


def track(seat: DortmundSeat) -> Action:
    """The tile that promises most."""
    return rail_track.choose(seat, DortmundPlan(seat, seat.of_kind(Lay)[0].actor))


def station(seat: DortmundSeat) -> Action:
    """The best place for a station, of those where most is earned."""
    stations = seat.of_kind(Station)
    plan = DortmundPlan(seat, stations[0].actor)
    looks = plan.looks()
    if len(stations) > looks:
        board = seat.s.board
        ranked = sorted(stations, key=lambda at: board.stop((at.hex, at.stop)).value, reverse=True)
        seat.legal = [a for a in seat.legal if not isinstance(a, Station) or a in ranked[:looks]]
    return rail_station.choose(seat, plan)
