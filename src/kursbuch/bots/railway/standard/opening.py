"""The opening auction: what a private is worth, and what must be left to start a company."""

from __future__ import annotations

from typing import Any

from kursbuch.bots.railway.seat import Seat
from kursbuch.bots.railway.standard.parts import box_of
from kursbuch.core import Action
from kursbuch.rail.actions import Pass
from kursbuch.rail.standard.actions import BidFor, Take
from kursbuch.rail.standard.parts import DRAWN

FAIR = 1.25  # times its price that a private is worth: its income, and the price a company can pay
SPARED = 0.85  # of the money at the start at most that is kept for a company
STAYING = 100  # of that money that a private may cost which stays to the end


def bid_or_buy(seat: Seat) -> Action:
    """Buy or bid at a fair price, as long as enough is left to start a company."""
    tied = sum(bid["price"] for bid in seat.position["bids"] if bid["player"] == seat.me)
    for take in seat.of_kind(Take):
        if take.price <= worth(seat, take.private) and seat.cash - tied - take.price >= _floor(
            seat, take.private
        ):
            return take
    for bid in seat.of_kind(BidFor):
        least = bid.span.lo if bid.span else bid.price
        own = max((b["price"] for b in seat.position["bids"] if _mine(seat, b, bid.private)), default=0)
        if own and len(seat.of_kind(BidFor)) > 1:
            continue  # my bid stands
        spent = tied - own + least
        if least <= worth(seat, bid.private) and seat.cash - spent >= _floor(seat, bid.private):
            return bid.at(least)
    return seat.of_kind(Pass)[0]


def worth(seat: Seat, private: str) -> float:
    """What a private is worth in the opening: its income and resale, and the certificate that comes with it."""
    facts = box_of(seat).privates[private]
    return (FAIR + seat.character.venture) * facts.price + _brought(seat, private)


def _brought(seat: Seat, private: str) -> int:
    """The value of a certificate that comes with a private, at a middling par."""
    brings = box_of(seat).privates[private].brings
    if brings is None:
        return 0
    pars = [cell.price for cell in seat.box.market.pars]
    company = seat.position["drawn"] if brings.company == DRAWN else brings.company
    shares = seat.box.companies[company].certificates[brings.certificate].percent // 10
    return shares * pars[len(pars) // 2]


def _mine(seat: Seat, bid: dict[str, Any], private: str) -> bool:
    return bool(bid["player"] == seat.me and bid["private"] == private)


def _floor(seat: Seat, private: str) -> int:
    """What I keep back: the capital of a company, less what comes with the private or may be spent on it."""
    box = box_of(seat)
    start = box.starts[len(seat.view["players"])].cash
    capital = min(box.figures.floats_at // 10 * box.market.pars[0].price + 5, int(SPARED * start))
    floor = capital // 2 if _stalled(seat) else capital
    if box.privates[private].stays:
        return min(floor, capital - STAYING)
    return max(0, floor - _brought(seat, private))


def _stalled(seat: Seat) -> bool:
    """Whether everybody has passed lately, so that somebody has to give way."""
    keys = [event["key"] for event in seat.view["events"] if event["key"] != "money"]
    return len(keys) >= len(seat.view["players"]) and set(keys[-len(seat.view["players"]) :]) == {"passes"}
