"""How prices move in the beer game: on a line, whose left end is the red field (18DO §6.4.7, §6.5.1)."""

from __future__ import annotations

from kursbuch.rail.paper.holdings import president
from kursbuch.rail.rounds import dealt
from kursbuch.rail.rounds.deeds import Deed
from kursbuch.rail.steps.shares import deals_of
from kursbuch.titles.dortmund.beer import bankruptcy
from kursbuch.titles.dortmund.beer.parts import BANKRUPT
from kursbuch.titles.dortmund.beer.state import BeerState
from kursbuch.titles.dortmund.railway.market import TRIPLE


def shift(s: BeerState, company: str, fields: int) -> None:
    """Move a marker so many fields right, or left if negative; both ends of the line hold it (18DO-6.5.1-17)."""
    row, column = s.prices.spots[company]
    last = max(c for r, c in s.box.market.cells if r == row)
    s.move_price(company, (row, min(max(column + fields, BANKRUPT), last)))
    bankruptcy.check(s, company)


def moved_left(s: BeerState, company: str, shares: int) -> None:
    """One field left for each 10 % sold (18DO-6.4.7-2)."""
    shift(s, company, -shares)


# -- sales in a stock round: all shares of a company that a player sells in one turn are one sale -------

_SALE = "director sells"  # what a turn remembers of a director's sale, with the price before it


def by_director(s: BeerState, seller: str, company: str) -> bool:
    """In a stock round only sales of the director move the price, also the part of one that is sold when the post is
    lost already (18DO-6.4.7-1, 18DO-6.4.7-4).
    """
    return president(s, company) == seller or _price_before(s, company) is not None


def sale_price(s: BeerState, company: str) -> int:
    """What is paid for a share: the price before the director began to sell in this turn (18DO-6.4.7-3)."""
    before = _price_before(s, company)
    return s.price(company) if before is None else before


def director_sold(s: BeerState, company: str, shares: int) -> None:
    """The price falls, and the turn remembers where it stood."""
    if _price_before(s, company) is None:
        dealt(s, Deed(_SALE, company, s.price(company)))
    moved_left(s, company, shares)


def _price_before(s: BeerState, company: str) -> int | None:
    return next((deal.amount for deal in deals_of(s) if (deal.what, deal.of) == (_SALE, company)), None)


def nothing_paid(s: BeerState, company: str) -> None:
    """One field left (18DO-6.5.1-17)."""
    shift(s, company, -1)


def paid(s: BeerState, company: str, dividend: int) -> None:
    """The whole dividend is compared with the price of one share, as in the Railway Game (18DO-6.5.1-17)."""
    price = s.price(company)
    if dividend == 0:
        nothing_paid(s, company)
    elif dividend < price:
        s.prices = s.prices.lowered(company)  # under the others
    else:
        shift(s, company, 2 if dividend >= TRIPLE * price else 1)
