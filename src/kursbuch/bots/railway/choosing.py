"""The house bot in a railway game: each kind of decision goes to the file that knows about it."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from kursbuch.bots.railway import money as rail_money
from kursbuch.bots.railway import station as rail_station
from kursbuch.bots.railway import stock as rail_stock
from kursbuch.bots.railway import track as rail_track
from kursbuch.bots.railway import trains as rail_trains
from kursbuch.bots.railway.seat import Seat
from kursbuch.core import Action
from kursbuch.rail.actions import (
    Agree,
    BuyTrain,
    Decline,
    Discard,
    GoBankrupt,
    HandOver,
    Issue,
    Lay,
    Pass,
    Pay,
    PointOut,
    Redeem,
    Run,
    Sell,
    Station,
    TradeTrain,
    Withhold,
)

Founding = Callable[[Seat], Iterable[rail_stock.Offer]]


def no_founding(seat: Seat) -> Iterable[rail_stock.Offer]:
    """No way to start a company is known."""
    return ()


def choose(seat: Seat, founding: Founding = no_founding) -> Action:
    """A decision, told by what the legal list offers."""
    if len(seat.legal) == 1 and seat.legal[0].span is None:
        return seat.legal[0]
    kinds = {type(action) for action in seat.legal}
    for kind, decide in _DECISIONS:
        if kind in kinds:
            return decide(seat)
    if Sell in kinds and "stock" not in seat.stages:
        return rail_trains.in_need(seat)
    return rail_stock.choose(seat, founding)


def _run(seat: Seat) -> Action:
    """The list offers the best runs."""
    return seat.of_kind(Run)[0]


def _object(seat: Seat) -> Action:
    """Say that a better run exists if I have more of the company than the others have on average."""
    shown = seat.of_kind(PointOut)[0]
    company = rail_company_running(seat)
    others = [seat.share(player, company) for player in seat.view["players"] if player != seat.me]
    if seat.share(seat.me, company) * len(others) >= sum(others):
        return shown
    return seat.of_kind(Pass)[0]


def rail_company_running(seat: Seat) -> str:
    """The company whose declared run is open to objections."""
    return next(str(event["company"]) for event in reversed(seat.view["events"]) if event["key"] == "runs")


def _exchange(seat: Seat) -> Action:
    """Small certificates go, the big ones stay: they leave more room below the limit."""
    return max(seat.of_kind(HandOver), key=lambda offer: len(offer.paper.sizes))


def _answer(seat: Seat) -> Action:
    """Agree to what is worth more than it costs."""
    return (seat.of_kind(Agree) if rail_trains.sells_well(seat) else seat.of_kind(Decline))[0]


_DECISIONS: tuple[tuple[type[Action], Callable[[Seat], Action]], ...] = (
    (Run, _run),
    (PointOut, _object),
    (Agree, _answer),
    (HandOver, _exchange),
    (Discard, rail_trains.discard),
    (Pay, rail_money.dividend),
    (Withhold, rail_money.dividend),
    (Lay, rail_track.choose),
    (Station, rail_station.choose),
    (BuyTrain, rail_trains.choose),
    (TradeTrain, rail_trains.choose),
    (GoBankrupt, rail_trains.in_need),
    (Issue, rail_money.issue),
    (Redeem, rail_money.issue),
)
