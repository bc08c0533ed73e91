"""The Investor's railway in the beer game for two: beer on its trains, its price on a line (18DO §8.2.2.1)."""

from __future__ import annotations

from kursbuch.core import Refusal, refuse
from kursbuch.rail.actions import BuyTrain
from kursbuch.titles.dortmund.beer import export, prices, rules
from kursbuch.titles.dortmund.beer.parts import BANKRUPT
from kursbuch.titles.dortmund.beer.state import owner_of
from kursbuch.titles.dortmund.investor import railway as investor_railway
from kursbuch.titles.dortmund.investor.beer.conversion import buying_order
from kursbuch.titles.dortmund.investor.beer.parts import TwoPlayerState
from kursbuch.titles.dortmund.investor.rules import other_player


def decides(s: TwoPlayerState, company: str) -> str:
    """Who acts for a company: for the Investor's the holder of the card (18DO-8.2.2.1-2, 18DO-8.2.2.2-1)."""
    owner = owner_of(s, company)
    if owner != s.investor:
        return owner
    return s.investor_card if company in s.box.charters else brewery_card(s)


def brewery_card(s: TwoPlayerState) -> str:
    """Who holds the card "Investor's Brewery"; "" before the cards are handed out."""
    return other_player(s) if s.investor_card else ""


def best_income(s: TwoPlayerState, company: str) -> int:
    """The most its trains can earn, beer included."""
    runs, loads = next(export.choices(s, company))
    income = export.income(s, company, runs, loads)
    assert isinstance(income, int)
    return income


def no_run(s: TwoPlayerState, company: str, income: int) -> Refusal | None:
    return investor_railway.no_run(s, company, income, best_income)


def no_buy_back(s: TwoPlayerState, company: str, shares: int) -> Refusal | None:
    return investor_railway.no_buy_back(s, company, shares, best_income)


def nothing_paid(s: TwoPlayerState, company: str) -> None:
    """A loan is repaid before the price falls, which may close the railway."""
    investor_railway.repay(s, company)
    prices.nothing_paid(s, company)


def would_close(s: TwoPlayerState, company: str, shares: int) -> Refusal | None:
    """No sale of own shares ruins a company that the Investor is to keep (18DO-8.2-3)."""
    if s.prices.spots[company][1] - shares > BANKRUPT:
        return None
    return refuse("18DO-8.2-3", "The Investor stays director of {company}.", company=company)


def no_spending(s: TwoPlayerState, company: str, cost: int) -> Refusal | None:
    return investor_railway.no_spending(s, company, cost, best_income)


def no_own_sale(s: TwoPlayerState, company: str, shares: int) -> Refusal | None:
    if refusal := investor_railway.no_own_sale(s, company, shares, best_income):
        return refusal
    return would_close(s, company, shares) if owner_of(s, company) == s.investor else None


def rescue(s: TwoPlayerState, purchase: BuyTrain) -> None:
    """The money for a train that must be bought."""
    company, price = purchase.actor, purchase.price
    if owner_of(s, company) != s.investor:
        rules.rescue(s, purchase)
        return
    s.note("forced-purchase", company=company, player=s.investor, train=purchase.train, price=price)
    raise_for(s, company, price)


def raise_for(s: TwoPlayerState, company: str, price: int) -> None:
    """As in the Railway Game, but the Investor's sales of others' certificates move no price (18DO-8.2.1.2-5), and so
    many own ones stay unsold that the fall does not close a company that it is to keep (18DO-8.2-3).
    """
    most = 10 * (s.prices.spots[company][1] - BANKRUPT - 1)
    investor_railway.raise_for(s, company, price, buying_order(s), prices.moved_left, unmoved, most)


def unmoved(s: TwoPlayerState, company: str, shares: int) -> None:
    """Only a director's sale moves the price."""
