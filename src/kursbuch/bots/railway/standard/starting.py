"""Starting companies: which, and at what price."""

from __future__ import annotations

from collections.abc import Iterable

from kursbuch.bots.railway.plan import earnable
from kursbuch.bots.railway.prospects import first_incomes, worth
from kursbuch.bots.railway.seat import Seat
from kursbuch.bots.railway.standard.parts import box_of
from kursbuch.bots.railway.stock import Offer, liabilities
from kursbuch.core import Action
from kursbuch.rail.actions import Buy
from kursbuch.rail.standard.actions import Par

BURDEN = 0.15  # what each company I lead already takes off the appeal of one more


def starts(seat: Seat) -> Iterable[Offer]:
    """Starting a company that I can float, at the highest price I can float it at."""
    pars = seat.of_kind(Par)
    halfway = any(not seat.lore.floated(seat, company) for company in seat.mine)
    if not any(seat.lore.floated(seat, company) for company in seat.in_play):
        yield from _together(seat)
    if not pars or halfway:
        return
    money = seat.cash - (seat.character.reserve * liabilities(seat) if seat.mine else 0.0)
    shares = box_of(seat).figures.floats_at // 10
    prices = [par.price for par in pars if shares * par.price <= money]
    if not prices:
        return
    price = max(prices)
    sites = {par: _site(seat, par.company) * seat.rng.uniform(0.8, 1.2) for par in pars if par.price == price}
    best = max(sites, key=lambda par: sites[par])
    cell = next(cell for cell in seat.box.market.pars if cell.price == price)
    earned = first_incomes(seat, best.company, 10 * price, 1)
    burden = BURDEN - seat.character.venture
    yield worth(seat, earned, (cell.row, cell.column)) / price - 1 - burden * len(seat.mine), best


def _together(seat: Seat) -> Iterable[Offer]:
    """While nothing floats and nobody has the money to float a company alone, one is started low, bought by all."""
    shares = box_of(seat).figures.floats_at // 10
    alone = shares * min(cell.price for cell in seat.box.market.pars)
    if any(seat.purse(player) >= alone for player in seat.view["players"]):
        return
    for buy in seat.of_kind(Buy):
        yield 0.2, buy
    low = min(seat.of_kind(Par), key=lambda par: par.price, default=None)
    if low is not None and not seat.in_play:
        yield 0.1, low


def set_par(seat: Seat) -> Action:
    """The price of a company whose presidency I have got: the highest at which I can buy the rest that floats it."""
    pars = seat.of_kind(Par)
    held = seat.box.companies[pars[0].company].certificates[0].percent
    shares = (box_of(seat).figures.floats_at - held) // 10
    return max(
        pars, key=lambda par: (shares * par.price <= seat.cash, par.price * (shares * par.price <= seat.cash))
    )


def _site(seat: Seat, company: str) -> float:
    """What a company's home and its tokens promise."""
    return earnable(seat, company) + 2 * len(seat.box.companies[company].tokens)
