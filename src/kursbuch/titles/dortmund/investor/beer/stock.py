"""The Investor's stock turns in the beer game for two: railways and breweries alike (18DO §8.2.1, §8.4.3)."""

from __future__ import annotations

from kursbuch.core import Refusal, refuse
from kursbuch.core.record import replace
from kursbuch.titles.dortmund.beer import founding
from kursbuch.titles.dortmund.investor import stock as investor
from kursbuch.titles.dortmund.investor.beer.conversion import buying_order, convert, investors_minor
from kursbuch.titles.dortmund.investor.beer.parts import TwoPlayerState
from kursbuch.titles.dortmund.railway import stock
from kursbuch.titles.dortmund.railway.stock import Founding, StockTurn


def why_not_open(s: TwoPlayerState, company: str) -> Refusal | None:
    """Nobody else ever founds what is assigned to the Investor (18DO-8.2-5, 18DO-8.4.1-7)."""
    if company not in s.investor_companies:
        return founding.why_not_open(s, company)
    rule = "18DO-8.4.1-7" if company in s.box.corporations else "18DO-8.2-5"
    return refuse(rule, "{company} is the Investor's.", company=company)


FOUNDING: Founding[TwoPlayerState] = Founding(
    founding.FOUNDING.prices, why_not_open, founding.FOUNDING.found, founding.FOUNDING.check_float
)
# the Investor does not sell own shares on going into operation: its stock turns leave nothing to decide
ITS_OWN = replace(founding.FOUNDING, check_float=stock.check_float)


def first(s: TwoPlayerState, turn: StockTurn) -> bool:
    """Its railway on its first turn (18DO-8.3.3-2), its brewery in the third stock round (18DO-8.2.1.3-1)."""
    if s.stock_round >= s.box.converts and (minor := investors_minor(s)):
        convert(s, turn, minor)
        return True
    railway, brewery = s.investor_companies
    return _founds(s, railway) or (brewery in s.bust and _founds(s, brewery))


def _founds(s: TwoPlayerState, company: str) -> bool:
    """Half of an own company at once. After a bankruptcy, on which the book is silent, the Investor founds the
    company again as it did at first, from the stock round on in which that is allowed, if it has the money.
    """
    if company in s.founded or s.bust.get(company, 0) > s.stock_round:
        return False
    cell = s.box.brewery_start if company in s.box.corporations else s.box.railway_start
    if investor.FIRST_PURCHASE // 10 * cell.price > s.cash[s.investor]:
        return False
    investor.buy_half(s, company, cell, ITS_OWN)
    return True


def buys(s: TwoPlayerState) -> bool:
    """Not before the railways of both players have gone into operation; one that went bankrupt had (18DO-8.3.3-3)."""
    bust = [c for c in s.box.railways if c in s.bust and c not in s.investor_companies]
    return len(set(s.people) - s.opened) <= len(bust)


INVESTING = investor.Investing(first, buys, buying_order)
