"""Paying out or keeping, issuing and redeeming: what a company does with its income."""

from __future__ import annotations

from collections.abc import Sequence

from kursbuch.bots.railway.seat import Seat
from kursbuch.core import Action
from kursbuch.rail.actions import Issue, Pass, Pay, Withhold


def dividend(seat: Seat) -> Action:
    """Pay, unless the money is needed for a train that would otherwise come out of my own pocket."""
    pays, keeps = seat.of_kind(Pay), seat.of_kind(Withhold)
    if not keeps or not pays:
        return (pays or keeps)[0]
    company = pays[0].actor
    return keeps[0] if should_save(seat, company, income_now(seat, company)) else pays[0]


def income_now(seat: Seat, company: str) -> int:
    """What the company has just run, as told at the table."""
    for event in reversed(seat.view["events"]):
        if event["key"] in ("runs", "points-out") and event["company"] == company:
            return int(event["income"])
    return seat.income(company)


def shortage(seat: Seat, company: str) -> int:
    """What a company lacks for the train that must follow those that rust soon; 0 if nothing presses."""
    sides = seat.trains(company)
    if (
        seat.rounds_left <= 1.5
        or seat.lasting(sides, seat.lore.saves * seat.character.thrift)
        or _to_the_end(seat, sides)
    ):
        return 0
    kind = seat.next_kind
    if kind is None:
        return 0
    price = kind.price
    if sides and seat.life(next(iter(kind.sides))) < 1.5:  # what is on sale now will not last either
        later = [
            t.price
            for t in seat.box.trains.values()
            if seat.life(next(iter(t.sides))) > 2 and t.price > price
        ]
        price = min(later, default=price)
    return max(0, price - seat.purse(company))


def _to_the_end(seat: Seat, sides: Sequence[str]) -> bool:
    """Whether the best of these trains is likely to run until hardly anything could be earned by another."""
    return seat.rounds_left - max((seat.life(side) for side in sides), default=0.0) < seat.lore.hardly


def should_save(seat: Seat, company: str, income: int) -> bool:
    """Whether keeping this income gets the company a train in time that paying would not."""
    missing = shortage(seat, company)
    back = seat.companies[company]["shares"]
    part = back.get(company if seat.lore.funds == "company" else seat.lore.funds, 0)
    if missing <= income * part // 100:
        return False
    turns = max(1.0, min((seat.life(side) for side in seat.trains(company)), default=1.0))
    if missing > income * (turns + 0.5):
        return missing - income * turns < 0.5 * missing and seat.cash < missing
    return True


def issue(seat: Seat) -> Action:
    """Sell own shares only for a train that presses and comes within reach by it."""
    passes = seat.of_kind(Pass)
    issues = seat.of_kind(Issue)
    if issues:
        company = issues[0].actor
        missing = shortage(seat, company)
        price = seat.price(company)
        sides = seat.trains(company)
        if missing and not seat.lasting(sides, 1.2) and seat.cash < missing:
            for offer in sorted(issues, key=lambda offer: offer.shares):
                if offer.shares <= 3 and offer.shares * (price - 10 * offer.shares) >= missing:
                    return offer
    return passes[0] if passes else seat.legal[0]
