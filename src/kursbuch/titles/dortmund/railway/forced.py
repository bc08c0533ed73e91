"""A railway must own a train and cannot pay: the order in which money is raised (18DO §4.5.7.4, §4.5.7.5)."""

from __future__ import annotations

from itertools import combinations

from kursbuch.core import BANK
from kursbuch.rail.actions import BuyTrain
from kursbuch.rail.paper.holdings import held, move, percent, president
from kursbuch.rail.state import POOL
from kursbuch.titles.dortmund.railway.market import sold_by_player, sold_by_railway
from kursbuch.titles.dortmund.railway.state import State18DO
from kursbuch.titles.dortmund.railway.treasury import Fall, sell_own


def raise_money(s: State18DO, purchase: BuyTrain) -> None:
    """The money for a train that must be bought is raised, whatever it takes."""
    company, train, price = purchase.actor, purchase.train, purchase.price
    s.note("forced-purchase", company=company, player=president(s, company), train=train, price=price)
    raise_for(s, company, price)


def raise_for(
    s: State18DO,
    company: str,
    price: int,
    own_sold: Fall = sold_by_railway,
    sold: Fall = sold_by_player,
) -> None:
    """Treasury, own certificates, the director's cash, his certificates of the company, a loan: in this order.

    Where a fall of the price can close the company, it ends there: there is nothing left to buy.
    """
    director = president(s, company)
    sell_own(s, company, fewest(s, company, held(s, company, company), price - s.cash[company]), own_sold)
    if s.prices.cell(company).closes:
        return
    gap = price - s.cash[company]
    if gap > s.cash[director]:
        sell_for(s, director, company, gap - s.cash[director], sold)
        if s.prices.cell(company).closes:
            return
    while gap > s.cash[director]:  # a bank without money asks its players, and lends again
        lend(s, director, gap - s.cash[director])
    if gap > 0:
        s.transfer(director, company, gap, "director's help")


def fewest(s: State18DO, company: str, certificates: list[int], gap: int, most: int = 100) -> list[int]:
    """Certificates of least size that close a gap, at most so many per cent; if none do, as much as there is."""
    sizes, price = s.box.percents[company], s.price(company)
    if gap <= 0:
        return []
    if all(sizes[n] == 10 for n in certificates):  # the common case needs no search
        return certificates[: min(-(-gap // price), most // 10)]
    every = [list(c) for count in range(len(certificates) + 1) for c in combinations(certificates, count)]
    worth = [(sum(sizes[n] for n in chosen), chosen) for chosen in every]
    allowed = [(size, chosen) for size, chosen in worth if size <= most]
    enough = [(size, chosen) for size, chosen in allowed if size // 10 * price >= gap]
    return min(enough, key=lambda c: c[0])[1] if enough else max(allowed, key=lambda c: c[0])[1]


def sell_for(s: State18DO, director: str, company: str, gap: int, sold: Fall = sold_by_player) -> None:
    """The director sells ordinary certificates of this railway, without losing it, and no more than needed."""
    others = max(percent(s, player, company) for player in s.players if player != director)
    most = max(0, percent(s, director, company) - others)
    ordinary = held(s, director, company)[1:]  # the director's certificate is not sold (18DO-4.5.7.5-15)
    chosen = fewest(s, company, ordinary, gap, most)
    if not chosen:
        return
    size = sum(s.box.percents[company][n] for n in chosen)
    s.note("sells", player=director, percent=size, company=company, price=s.price(company))
    move(s, company, chosen, POOL)
    s.transfer(BANK, director, size // 10 * s.price(company), "shares sold")
    sold(s, company, size // 10)


def lend(s: State18DO, player: str, amount: int) -> None:
    """The bank lends what is missing; it counts twice at the end (18DO-4.5.7.5-16, 18DO-4.5.7.5-17)."""
    s.note("loan", player=player, amount=amount)
    s.loans[player] = s.loans.get(player, 0) + amount
    s.transfer(BANK, player, amount, "loan")
