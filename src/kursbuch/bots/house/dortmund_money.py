"""What a railway does with its own certificates."""

from __future__ import annotations

from kursbuch.bots.house.dortmund_seat import DortmundSeat
from kursbuch.bots.house.rail_money import shortage
from kursbuch.bots.house.rail_trains import BANKS
from kursbuch.core import Action
from kursbuch.rail.actions import BuyTrain, Issue, Pass

AT_ONCE = 1.2  # rounds; a train that lasts no longer must be replaced now


def sell_own(seat: DortmundSeat) -> Action | None:
    """Sell an own certificate when a train is needed that cannot be paid for otherwise; None if it is not."""
    issues = seat.of_kind(Issue)
    if not issues:
        return None
    company = issues[0].actor
    missing = shortage(seat, company)
    enough = [issue for issue in issues if issue.shares * seat.price(company) >= missing]
    if not seat.of_kind(Pass) and not any(buy.source in BANKS for buy in seat.of_kind(BuyTrain)):
        # a train must be bought, and this comes before everything else
        return min(enough, key=lambda i: i.shares) if enough else max(issues, key=lambda i: i.shares)
    if missing and enough and not seat.lasting(seat.trains(company), AT_ONCE):
        return min(enough, key=lambda issue: issue.shares)
    return None
