"""The Investor's brewery corporation in games for two: it pays only with a kettle of the newest type on offer."""

from __future__ import annotations

from kursbuch.rail.trains.depot import new_kinds
from kursbuch.titles.dortmund.bot.beer.outlook import Brewing, best_first
from kursbuch.titles.dortmund.bot.beer.seat import BeerSeat

UP_TO_DATE = 2  # rounds for which a type of kettle is the newest, more or less
FREE = frozenset({5, 6, 8})  # with a kettle of such a type whoever has the card decides (18DO-8.2.2.2-7)
WILLING = 0.7  # how much of its income such a brewery pays then


def newest(seat: BeerSeat) -> str:
    """The newest kind of card on offer; "" if there is none."""
    return next(iter(new_kinds(seat.s)[-1:]), "")


def lacks_newest(seat: BeerSeat, brewery: str) -> bool:
    """Whether a corporation of the Investor's keeps all it earns until it has another kettle (18DO-8.2.2.2-6)."""
    if not newest(seat) or brewery in seat.minors or not seat.is_guest(brewery):
        return False
    types = {kettle.type for kettle in seat.kettles(brewery)}
    return not types & FREE and seat.box.kettles[newest(seat)].type not in types


def paid_out(brewing: Brewing, corporation: str, extra: int = 0) -> list[float]:
    """What it pays from round to round, `extra` money flowing into it: nothing while it lacks the newest kettle,
    which it buys as soon as there is room and money.
    """
    seat, kettles = brewing.seat, brewing.seat.kettles(corporation)
    rounds = max(1, round(seat.rounds_left))
    if FREE & {kettle.type for kettle in kettles}:
        return [WILLING * brewing.earns(corporation, kettles)] * rounds
    kind, money = newest(seat), float(seat.purse(corporation) + extra)
    pays = 0 if lacks_newest(seat, corporation) else UP_TO_DATE  # rounds
    out: list[float] = []
    for _ in range(rounds):
        earned = brewing.earns(corporation, kettles)
        out.append(earned if pays else 0.0)
        money += 0 if pays else earned
        pays = max(0, pays - 1)
        if (
            kind
            and not pays
            and money >= seat.box.trains[kind].price
            and len(kettles) < seat.limit(corporation)
        ):
            kettles = best_first((*kettles, seat.box.kettles[kind]))
            money, pays, kind = money - seat.box.trains[kind].price, UP_TO_DATE, ""
    return out
