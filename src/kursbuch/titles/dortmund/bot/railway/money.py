"""What a railway does with its own certificates."""

from __future__ import annotations

from kursbuch.bots.railway.trains import BANKS, NEARLY
from kursbuch.core import Action
from kursbuch.rail.actions import BuyTrain, Issue, Pass, Pay, Withhold
from kursbuch.titles.dortmund.bot.railway.seat import DortmundSeat

AT_ONCE = 1.2  # rounds; a train that lasts no longer must be replaced now


def sell_own(seat: DortmundSeat) -> Action | None:
    """Sell an own certificate when a train is needed that cannot be paid for otherwise; None if it is not."""
    issues = sorted(seat.of_kind(Issue), key=lambda issue: issue.shares)
    if not issues or any(isinstance(action, Pay | Withhold) for action in seat.legal):
        return None
    company = issues[0].actor
    price = seat.price(company)
    enough = [issue for issue in issues if issue.shares * price >= missing(seat, company)]
    if not seat.of_kind(Pass) and not any(buy.source in BANKS for buy in seat.of_kind(BuyTrain)):
        return (enough or issues[-1:])[0]  # a train must be bought, and this comes before everything else
    if missing(seat, company) and enough and has_run(seat, company):
        return enough[0]
    return None


def missing(seat: DortmundSeat, company: str) -> int:
    """What a railway lacks for the next new train, if it cannot wait and the train is worth having; else 0."""
    kind = seat.next_kind
    if kind is None or seat.lasting(seat.trains(company), AT_ONCE) or seat.rounds_left < 2:
        return 0
    if seat.trains(company) and seat.life(kind.id) < NEARLY:
        return 0
    return max(0, kind.price - seat.purse(company))


def has_run(seat: DortmundSeat, company: str) -> bool:
    """Whether the railway has come to the end of its turn, where trains are bought."""
    for event in reversed(seat.view["events"]):
        if event["key"] in ("pays", "withholds"):
            return bool(event["company"] == company)
        if event["key"] == "turn":
            return not seat.trains(company)
    return False
