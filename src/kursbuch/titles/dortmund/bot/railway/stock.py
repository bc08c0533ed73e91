"""Stock rounds of the Railway Game: which railway to found and at what price, which shares are dead money."""

from __future__ import annotations

from collections.abc import Iterable

from kursbuch.bots.railway import stock as rail_stock
from kursbuch.bots.railway.plan import earnable
from kursbuch.bots.railway.prospects import first_incomes, value, worth
from kursbuch.bots.railway.seat import Seat
from kursbuch.bots.railway.stock import Offer, liabilities
from kursbuch.core import Action
from kursbuch.rail.actions import Buy
from kursbuch.titles.dortmund.bot.railway.seat import DortmundSeat
from kursbuch.titles.dortmund.railway.actions import Found, TradeUp

EARLY = 60  # what a train in the first turn is worth in a site
BURDEN = 0.15  # what each railway I lead already takes off the appeal of one more


def choose(seat: DortmundSeat) -> Action:
    """A stock turn."""
    seat.legal = [action for action in seat.legal if not (isinstance(action, Buy) and dead(seat, action))]
    return rail_stock.choose(seat, offers)


def dead(seat: DortmundSeat, buy: Buy) -> bool:
    """Whether a railway of somebody else would still not operate with this share sold."""
    company = buy.company
    if seat.lore.floated(seat, company) or company in seat.mine:
        return False
    return sold(seat, company) + buy.percent < seat.box.floats_at


def sold(seat: DortmundSeat, company: str) -> int:
    """What players hold of a railway, in per cent."""
    return sum(seat.share(player, company) for player in seat.table.players)


def offers(seat: Seat) -> Iterable[Offer]:
    """Railways to found, and bigger certificates for smaller ones."""
    assert isinstance(seat, DortmundSeat)
    yield from foundings(seat)
    for trade in seat.of_kind(TradeUp):
        price = seat.price(trade.company)
        cost = (trade.percent // 10 - 1) * price
        if trade.company in seat.position["floated"] and seat.cash - cost >= liabilities(seat):
            yield value(seat, trade.company) / max(price, 10) - 1, trade


def foundings(seat: DortmundSeat) -> Iterable[Offer]:
    """A railway that I can put into operation alone, at the highest price at which I can."""
    found = seat.of_kind(Found)
    halfway = any(company not in seat.position["floated"] for company in seat.mine)
    if not found or halfway:
        return
    money = seat.cash - (seat.character.reserve * liabilities(seat) if seat.mine else 0.0)
    shares = seat.box.floats_at // 10
    prices = [offer.price for offer in found if shares * offer.price <= money]
    if not prices:
        return
    price = max(prices)
    sites = {f: site(seat, f.company) * seat.rng.uniform(0.95, 1.05) for f in found if f.price == price}
    best = max(sites, key=lambda offer: sites[offer])
    cell = next(cell for cell in seat.box.market.pars if cell.price == price)
    earned = first_incomes(seat, best.company, shares * price, 1)
    burden = BURDEN - seat.character.venture
    yield worth(seat, earned, (cell.row, cell.column)) / price - 1 - burden * len(seat.mine), best


def site(seat: DortmundSeat, company: str) -> float:
    """How much there is to earn around a railway's home, and whether it can begin at once."""
    early = EARLY if seat.box.charters[company].early_train else 0
    return earnable(seat, company) + early + 2 * len(seat.box.companies[company].tokens)
