"""The Investor's minor brewery becomes its brewery corporation (18DO §8.2.1.3)."""

from __future__ import annotations

from kursbuch.core import BANK
from kursbuch.rail.paper.holdings import held, move
from kursbuch.rail.rounds import dealt, end_turn
from kursbuch.rail.rounds.deeds import Deed
from kursbuch.rail.state import OFFER, POOL
from kursbuch.titles.dortmund.beer.floating import from_stack
from kursbuch.titles.dortmund.beer.state import add_kettle, kettles_of, scrap_kettle
from kursbuch.titles.dortmund.investor.beer.parts import TwoPlayerState
from kursbuch.titles.dortmund.investor.stock import FIRST_PURCHASE, cheapest_first
from kursbuch.titles.dortmund.railway.forced import lend
from kursbuch.titles.dortmund.railway.stock import StockTurn

LEFT_OUT = 1  # the type of kettle that does not come along


def investors_minor(s: TwoPlayerState) -> str:
    """The Investor's minor brewery; "" once it has been converted."""
    return next((minor for minor, owner in s.minors.items() if owner == s.investor), "")


def buying_order(s: TwoPlayerState) -> list[str]:
    """Companies as the Investor likes them: by price, then as they act in an operating round, railways before
    breweries (18DO-8.2.1.1-3, 18DO-8.2.1.1-5, 18DO-8.2.1.1-6).
    """
    railways = [c for c in s.prices.order() if c in s.founded and c not in s.box.corporations]
    breweries = [b for b in s.order if b in s.founded]
    return sorted([*railways, *breweries], key=lambda company: -s.price(company))


def convert(s: TwoPlayerState, turn: StockTurn, minor: str) -> None:
    """The whole of a turn (18DO-8.2.1.3-1)."""
    company = s.investor_companies[1]
    s.note("converts", player=s.investor, minor=minor, company=company)
    _inherit(s, minor, company)
    cell = s.box.brewery_start
    s.open_price(company, cell)
    s.founded = (*s.founded, company)
    move(s, company, held(s, OFFER, company), company)
    _buy_in(s, turn, company, s.box.minors[minor].worth)
    s.floated = (*s.floated, company)
    s.note("floats", company=company)
    dealt(s, Deed("found"))
    end_turn(s)


def _inherit(s: TwoPlayerState, minor: str, company: str) -> None:
    """All but kettles of type 1 goes to the corporation, the place in the order as well; the charter leaves the game
    (18DO-8.2.1.3-2, 18DO-8.2.1.3-3, 18DO-8.2.1.3-5).
    """
    s.transfer(minor, company, s.cash[minor], "brewery converted")
    for card in kettles_of(s, minor):
        if s.box.kettle(card).type == LEFT_OUT:
            scrap_kettle(s, minor, card)
        else:
            add_kettle(s, company, card)
    s.kettles[minor] = ()
    s.order = tuple(company if brewery == minor else brewery for brewery in s.order)
    del s.minors[minor]


def _buy_in(s: TwoPlayerState, turn: StockTurn, company: str, worth: int) -> None:
    """Half of the corporation: part of it for the minor brewery, the rest for the Investor's cash, and what it cannot
    pay for goes to the pool at a price that does not move (18DO-8.2.1.3-6, -7, -10, -11).

    The director's certificate it takes in any case; should its money not even suffice for that, the corporation
    owes the bank what is missing, as after a forced purchase. The book does not foresee it.
    """
    price = s.price(company)
    _raise(s, turn, (FIRST_PURCHASE - worth) // 10 * price)
    paid_for = min(FIRST_PURCHASE, worth + s.cash[s.investor] // price * 10)
    size = max(paid_for, s.box.percents[company][0])
    due = (size - worth) // 10 * price
    paid = min(due, s.cash[s.investor])
    s.note("buys-in", player=s.investor, company=company, percent=size, price=paid)
    s.transfer(s.investor, company, paid, "share bought")
    if paid < due:
        lend(s, company, due - paid)
    move(s, company, from_stack(s, company, size) or (), s.investor)
    if missing := (FIRST_PURCHASE - size) // 10:
        s.note("issues", company=company, shares=missing, price=price)
        move(s, company, from_stack(s, company, 10 * missing) or (), POOL)
        s.transfer(BANK, company, missing * price, "shares issued")


def _raise(s: TwoPlayerState, turn: StockTurn, needed: int) -> None:
    """Short of cash, the Investor sells certificates of players' companies, the cheapest first, among equals of the
    one that acts last, until it has enough (18DO-8.2.1.3-8, 18DO-8.2.1.3-9).
    """
    for sale in cheapest_first(s, buying_order(s)):
        while s.cash[s.investor] < needed and turn.sales.why_not(s, s.investor, sale) is None:
            turn.sales.sell(s, s.investor, sale)
