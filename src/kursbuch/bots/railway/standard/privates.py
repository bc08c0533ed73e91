"""Privates after the opening: sold to my own company, to others, or handed in for a share."""

from __future__ import annotations

from kursbuch.bots.railway.prospects import value
from kursbuch.bots.railway.seat import Seat
from kursbuch.bots.railway.standard.parts import box_of, face
from kursbuch.bots.railway.trains import NEARLY
from kursbuch.core import Action
from kursbuch.rail.actions import Agree, Decline
from kursbuch.rail.standard.actions import Acquire, Swap, SwapFrom


def private_into_company(seat: Seat) -> Action | None:
    """A private of mine goes to a company of mine for as much as it can spare."""
    for acquire in seat.of_kind(Acquire):
        company, span = acquire.actor, acquire.span
        owner = seat.position["privates"][acquire.private]["owner"]
        if owner != seat.me or company not in seat.companies or span is None:
            continue
        spare = seat.purse(company) - _needs(seat, company)
        stays = box_of(seat).privates[acquire.private].stays
        if not stays and spare >= min(span.hi, face(seat, acquire.private)) and spare >= span.lo:
            return acquire.at(min(span.hi, spare))
    return None


def swap(seat: Seat) -> Action | None:
    """A share for a private, if it is worth much more."""
    found: list[Swap | SwapFrom] = [*seat.of_kind(Swap), *seat.of_kind(SwapFrom)]
    for action in found:
        if action.company in seat.in_play and value(seat, action.company) > 1.5 * face(seat, action.actor):
            return action
    return None


def _needs(seat: Seat, company: str) -> int:
    """What a company should keep for trains."""
    sides = seat.trains(company)
    if seat.next_kind is None:
        return 0
    if seat.lasting(sides, 4.0):
        return 0
    return seat.next_kind.price if seat.lasting(sides, NEARLY) else 2 * seat.next_kind.price


def answer(seat: Seat) -> Action:
    """Agree to a price for a private that beats its income until privates close."""
    events = reversed(seat.view["events"])
    asked = next(event for event in events if event["key"] in ("asks-private", "asks-player"))
    private = seat.position["privates"][asked["private"]]
    box = box_of(seat)
    stays = box.privates[asked["private"]].stays
    left = seat.cards_before(box.figures.privates_close)
    rounds = seat.rounds_left if left is None or stays else (left + 0.5) / seat.pace
    keeps = private["income"] * rounds + (private["price"] if stays else 0)
    return (seat.of_kind(Agree) if asked["price"] > keeps else seat.of_kind(Decline))[0]
