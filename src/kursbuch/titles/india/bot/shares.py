"""Share rounds of 1853: pay what is owed, float and hold what I lead, buy what pays; shares sold press no price."""

from __future__ import annotations

from collections.abc import Iterable

from kursbuch.bots.character import nearly_best
from kursbuch.core import Action
from kursbuch.rail.actions import Buy, Pass, Sell
from kursbuch.titles.india.bot.contract import table
from kursbuch.titles.india.bot.seat import IndiaSeat
from kursbuch.titles.india.bot.value import value
from kursbuch.titles.india.rules.actions import PayUp

LEAST = 0.03  # of its price a share must be worth more than it costs
TASTE = 0.03  # by which chance may tip the scales between deals that are nearly as good
BETTER = 0.35  # by how much of its price another share must be better to sell one for it
WORTHLESS = 0.7  # of its price: what is worth less is sold
HELP = 0.6  # how likely others are to buy a share that a company lacks
RICH = 4  # shares that I could pay: then gain for each certificate counts, not for each pound


def choose(seat: IndiaSeat) -> Action:
    """Debts first, then the best purchase, then sales that make room for better."""
    payments, passes = seat.of_kind(PayUp), seat.of_kind(Pass)
    if payments:
        return max(payments, key=lambda payment: payment.shares)
    if not passes:
        return _least_missed(seat)  # I hold too much
    least = LEAST - seat.character.venture
    good = [offer for offer in purchases(seat) if offer[0] > least]
    if good:
        return nearly_best(good, TASTE * seat.character.whim, seat.rng)
    return _sale(seat) or passes[0]


# -- buying ---------------------------------------------------------------------------------------


def purchases(seat: IndiaSeat) -> Iterable[tuple[float, Buy]]:
    """Each share on offer with how well it pays."""
    reserve = seat.character.reserve * _needed_for_trains(seat)
    for buy in seat.of_kind(Buy):
        price = seat.asks(buy)
        if seat.cash - price >= reserve or buy.company in seat.directed:
            yield gain(seat, buy.company, price), buy


def gain(seat: IndiaSeat, company: str, price: int) -> float:
    """What one more share brings beyond its price: for each pound, or for each certificate if I am rich."""
    scale = _scale(seat, price)
    if not seat.companies[company]["in_play"]:
        return _floating(seat, company, price, scale)
    surplus = (value(seat, company) - price) / scale
    if seat.director(company) == seat.me:
        return surplus + 0.10  # a firm hold on what I lead
    if _would_lead(seat, company):
        able = seat.trains(company) or seat.purse(company) >= (seat.cheapest or 0)
        surplus += 0.10 + seat.character.lead if able else -0.3
    return surplus


def _scale(seat: IndiaSeat, price: int) -> int:
    """What gains are measured by: the price as long as money is short, else every certificate counts alike."""
    return 100 if seat.cash > RICH * price else price


def _would_lead(seat: IndiaSeat, company: str) -> bool:
    """Whether one more share makes me director: two at least, and more than anybody else."""
    own = seat.holds(seat.me, company) + 1
    return own >= 2 and own > seat.most_of_others(company)


def _floating(seat: IndiaSeat, company: str, price: int, scale: int) -> float:
    """A share of a company that is not yet in operation: it needs buyers for the shares still lacking."""
    rules = table(seat)
    own = seat.holds(seat.me, company) + 1
    lacking = max(0, rules.opens_at - int(seat.position["issued"][company]) - 1)
    able = min(lacking, (seat.cash - price) // price, max(0, rules.holding - own))
    chance = HELP ** (lacking - able)
    lead = 0.2 if own + able >= 2 and own + able > seat.most_of_others(company) else 0.0
    # what is begun is finished first
    return chance * ((value(seat, company) - price) / scale + lead + 0.1 * own) - 0.1 * (1 - chance)


def _needed_for_trains(seat: IndiaSeat) -> int:
    """Money to keep for a company of mine that soon has no train and cannot buy one alone."""
    total = 0
    for company in seat.directed:
        if seat.cheapest is None or seat.lasting(seat.trains(company), 1.2):
            continue
        missing = seat.cheapest - seat.purse(company) - seat.mail(company)
        total += missing if 0 < missing < 2 * seat.price(company) else 0
    return min(total, seat.cash // 2)


# -- selling --------------------------------------------------------------------------------------


def _merit(seat: IndiaSeat, company: str) -> float:
    """What a share that I hold is worth beyond what it would bring now."""
    price = seat.price(company)
    scale = _scale(seat, price)
    if not seat.companies[company]["in_play"]:
        return _floating(seat, company, price, scale) - 0.1  # I have that share already
    return (value(seat, company) - price) / scale + (0.15 if company in seat.directed else 0.0)


def _least_missed(seat: IndiaSeat) -> Action:
    """One share of what is worth least compared with its price."""
    single = [sale for sale in seat.of_kind(Sell) if sale.percent == 10]
    return min(single, key=lambda sale: _merit(seat, sale.company))


def _sale(seat: IndiaSeat) -> Action | None:
    """Shares of a company that goes down; or one share, if the money for it buys a much better one."""
    sales = [sale for sale in seat.of_kind(Sell) if sale.company not in seat.directed]
    if not sales or seat.stock_round == 1 or seat.rounds_left <= 1:
        return None
    merits = {company: _merit(seat, company) for company in dict.fromkeys(sale.company for sale in sales)}
    worst = min(merits, key=lambda company: merits[company])
    of_worst = [sale for sale in sales if sale.company == worst]
    if merits[worst] < WORTHLESS * seat.character.hold - 1:
        return max(of_worst, key=lambda sale: sale.percent)
    wish = max(_wishes(seat, worst), default=None)
    if wish is not None and wish[0] > merits[worst] + BETTER / seat.character.hold:
        missing = wish[1] - seat.cash
        enough = [sale for sale in of_worst if sale.percent // 10 * seat.price(worst) >= missing]
        return min(enough, key=lambda sale: sale.percent, default=None)
    return None


def _wishes(seat: IndiaSeat, sold: str) -> Iterable[tuple[float, int]]:
    """Shares that I may buy in this turn once I have the money or the room: how good they are, and their price."""
    if _has_bought(seat):
        return
    for company in seat.in_play:
        own = seat.holds(seat.me, company)
        if company == sold or own >= table(seat).holding or company in seat.sold_now:
            continue
        for source in ("offer", "pool"):
            spare = seat.share(source, company) - (
                20 if source == "offer" and not seat.director(company) else 0
            )
            if spare >= 10:
                price = seat.asks(Buy(seat.me, 10, company, source))
                yield (value(seat, company) - price) / _scale(seat, price), price


def _has_bought(seat: IndiaSeat) -> bool:
    """Whether I have bought in the turn under way."""
    for event in reversed(seat.view["events"]):
        if event["key"] in ("buys", "sells", "passes", "pays-up", "stock-round"):
            if event.get("player") != seat.me or event["key"] == "passes":
                return False
            if event["key"] == "buys":
                return True
    return False
