"""Stock rounds: buy what pays, sell what is about to collapse."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from kursbuch.bots.character import nearly_best
from kursbuch.bots.railway.prospects import value
from kursbuch.bots.railway.seat import Seat
from kursbuch.core import Action
from kursbuch.rail.actions import Buy, Pass, Sell

Offer = tuple[float, Action]  # how well an action pays, and the action
LEAST = 0.03  # of its price a share must be worth more than it costs
TASTE = 0.03  # by which chance may tip the scales between deals that are nearly as good
WORTHLESS = 0.75  # of its price: what is worth less is sold
UNREST = 0.02  # what each share counts that others have lately sold of a company
BETTER = 0.35  # by how much of its price another share must be better to sell one for it
AT_MOST = 2  # such sales in a stock round
FALL = 0.07  # about by how much of itself a price falls for each share sold


def choose(seat: Seat, founding: Callable[[Seat], Iterable[Offer]]) -> Action:
    """The best deal of a stock turn; `founding` rates the ways to start a company."""
    sale = best_sale(seat)
    if sale is not None:
        return sale
    passes = seat.of_kind(Pass)
    least = LEAST - seat.character.venture
    offers = [offer for offer in (*purchases(seat), *founding(seat)) if offer[0] > least]
    if offers:
        return nearly_best(offers, TASTE * seat.character.whim, seat.rng)
    room = sale_for_better(seat)
    if room is not None:
        return room
    if passes:
        return passes[0]
    return forced(seat)


def forced(seat: Seat) -> Action:
    """Something must be done: sell what is worth least compared with its price, or take the first thing there is."""
    sales = [sale for sale in seat.of_kind(Sell) if sale.percent == 10]
    if sales:
        return min(sales, key=lambda sale: value(seat, sale.company) / max(1, seat.price(sale.company)))
    return seat.legal[0].at(seat.legal[0].span.lo) if seat.legal[0].span else seat.legal[0]


def purchases(seat: Seat) -> Iterable[Offer]:
    """Each share on offer with what it brings beyond its price."""
    reserve = seat.character.reserve * liabilities(seat)
    for buy in seat.of_kind(Buy):
        company, price = buy.company, seat.lore.asks(seat, buy)
        cost = price * buy.percent // 10
        funds = cost if seat.lore.funds == buy.source == "company" else 0
        own = company in seat.mine
        left = seat.cash - cost
        if left < reserve - (funds if own else 0):
            continue
        gain = (value(seat, company, funds) - price) / max(price, 10)
        if own:
            gain += 0.10  # a firm hold on what I lead, and money it can use
            if not seat.lore.floated(seat, company):
                gain += 0.4  # what does not float earns nothing
        elif takes_lead(seat, buy):
            gain += seat.character.lead + (0.05 if seat.trains(company) else -0.3)
        yield gain - seat.character.watch * UNREST * seat.unrest.get(company, 0), buy


def takes_lead(seat: Seat, buy: Buy) -> bool:
    """Whether the purchase makes me president."""
    chief = seat.companies[buy.company]["president"]
    return chief != seat.me and seat.share(seat.me, buy.company) + buy.percent > seat.share(
        chief, buy.company
    )


def liabilities(seat: Seat) -> int:
    """Money I may have to put into my companies for trains before the next stock round."""
    total = 0
    for company in seat.mine:
        if not seat.lore.floated(seat, company):
            continue
        sides = seat.trains(company)
        kind = seat.next_kind
        if kind is None or seat.lasting(sides, seat.s.phase.operating_rounds):
            continue
        earned = seat.income(company) if sides else 0
        total += max(0, kind.price - seat.purse(company) - earned)
    return min(total, seat.cash)


def best_sale(seat: Seat) -> Sell | None:
    """The sale that saves most from a company that is going down; None if there is none."""
    best: tuple[float, Sell | None] = (0.0, None)
    for company in dict.fromkeys(sale.company for sale in seat.of_kind(Sell)):
        price = seat.price(company)
        if price < 20:
            continue
        left = value(seat, company)
        hurt = _harm(seat, company)
        if left - hurt >= WORTHLESS * seat.character.hold * price:
            continue
        for sale in seat.of_kind(Sell):
            if sale.company != company:
                continue
            saved = (price - left + hurt) * sale.percent / 10
            if saved > best[0]:
                best = (saved, sale)
    return best[1]


def sale_for_better(seat: Seat, value_of: Callable[[str], float] | None = None) -> Sell | None:
    """As little as will do of the share that is worth least for its price, if its money, or the room below the
    limit, is for one that is much better; None if there is none. `value_of` tells what a share is worth, where a
    title knows more than incomes.
    """
    rated = value_of or partial(value, seat)
    sales = [sale for sale in seat.of_kind(Sell) if seat.companies[sale.company]["president"] != seat.me]
    if not sales or seat.rounds_left <= 1 or _sold_now(seat) >= AT_MOST:
        return None
    held = dict.fromkeys(sale.company for sale in sales)
    merits = {company: _merit(seat, company, rated(company)) for company in held}
    worst = min(merits, key=lambda company: merits[company])
    wish = max(_wishes(seat, worst, rated), default=None)
    if wish is None or wish[0] <= merits[worst] + BETTER / seat.character.hold**4:
        return None
    missing = wish[1] - seat.cash
    enough = [s for s in sales if s.company == worst and s.percent // 10 * seat.price(worst) >= missing]
    return min(enough, key=lambda sale: sale.percent, default=None)


def _merit(seat: Seat, company: str, worth: float) -> float:
    """What a share that I hold is worth beyond its price; less if selling hurts others more than me."""
    return (worth - _harm(seat, company)) / max(10, seat.price(company)) - 1


def _wishes(seat: Seat, sold: str, rated: Callable[[str], float]) -> Iterable[tuple[float, int]]:
    """Shares that lie somewhere to be bought: how good they are, and their price."""
    for company, about in seat.companies.items():
        if company == sold or not about["in_play"] or not seat.lore.floated(seat, company):
            continue
        for source in ("offer", "pool", "company"):
            lies = company if source == "company" else source
            if seat.share(lies, company) >= 10:
                price = seat.lore.asks(seat, Buy(seat.me, 10, company, source))
                yield (rated(company) - price) / max(price, 10), price


def _sold_now(seat: Seat) -> int:
    """How often I have sold in this stock round."""
    sold = 0
    for event in reversed(seat.view["events"]):
        if event["key"] == "stock-round":
            break
        sold += event["key"] == "sells" and event["player"] == seat.me
    return sold


def _harm(seat: Seat, company: str) -> float:
    """What the fall of the price costs others more than me for each share I sell, as far as that pleases me."""
    others = sum(seat.share(player, company) for player in seat.view["players"] if player != seat.me) // 10
    own = seat.share(seat.me, company) // 10
    fall = FALL * seat.price(company)
    return seat.character.spite * fall * max(0, others - own) if company not in seat.mine else 0.0
