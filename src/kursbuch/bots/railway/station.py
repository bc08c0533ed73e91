"""Stations: where they add income, win a bonus, or keep a way open."""

from __future__ import annotations

from kursbuch.bots.character import nearly_best
from kursbuch.bots.railway.plan import Plan
from kursbuch.bots.railway.seat import Seat
from kursbuch.core import Action
from kursbuch.rail.actions import Pass, Station
from kursbuch.rail.board import Board, best_space

ALIKE = 1.0  # money a round between two stations that are nearly as good
DEAR = 0.15  # what a mark of its cost counts, compared with a mark of income a round
BONUS = 0.3  # what a mark of a bonus counts


def choose(seat: Seat, plan: Plan | None = None) -> Action:
    """The best place for a station, or none if it is not worth its cost."""
    stations = seat.of_kind(Station)
    company = stations[0].actor
    plan = plan or Plan(seat, company)
    board = seat.s.board
    passes = seat.of_kind(Pass)
    before = plan.rate(board)
    rated: list[tuple[float, Action]] = []
    for station in stations:
        cost = _cost(seat, company, station.hex)
        short = seat.cheapest is not None and seat.purse(company) - cost < seat.cheapest
        if short and cost and not seat.lasting(seat.trains(company)):
            continue
        gain = plan.rate(with_station(board, station)) - before - DEAR * cost / seat.character.track
        gain += BONUS * plan.goals.get(station.hex, 0) + _kept_open(seat, board, station)
        if not passes or gain > 0:
            rated.append((gain, station))
    if not rated:
        return (passes or stations)[0]
    return nearly_best(rated, ALIKE * seat.character.whim, seat.rng)


def with_station(board: Board, station: Station) -> Board:
    """The board with the company's token there, the same one whenever it is asked for."""
    key = ("station", station.hex, station.stop, station.actor)
    if key not in board.known:
        board.known[key] = _with_station(board, station)
    after: Board = board.known[key]
    return after


def _with_station(board: Board, station: Station) -> Board:
    place = (station.hex, station.stop)
    slots = list(board.slots(place))
    if "" not in slots:
        return board
    return board.with_token(place, best_space(board.stop(place), slots, station.actor), station.actor)


def _cost(seat: Seat, company: str, hex: str) -> int:
    """What the token for this hex costs."""
    tokens = [t for t in seat.companies[company]["tokens"] if t["role"] != "home"]
    meant = [t for t in tokens if t["hex"] == hex] or [t for t in tokens if not t["hex"]]
    return int(meant[0]["cost"]) if meant else 0


def _kept_open(seat: Seat, board: Board, station: Station) -> float:
    """What it is worth that nobody can shut the company out: the value of a city whose last space it takes."""
    place = (station.hex, station.stop)
    stop = board.stop(place)
    left = list(board.slots(place)).count("")
    own_lead = seat.share(seat.me, station.actor) / 100
    return (0.25 if left == 1 else 0.08) * stop.value * own_lead
