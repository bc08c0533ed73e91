"""How prices move on the two lines of Heat, Sweat & Beer (18DO §4.5.6.3, §6.4.7)."""

from __future__ import annotations

from kursbuch.titles.dortmund.hsb.state import BeerState
from kursbuch.titles.dortmund.market import TRIPLE, move_price


def moved_left(s: BeerState, company: str, fields: int) -> None:
    """So many fields left, at most to the red field."""
    row, column = s.prices.spots[company]
    move_price(s, company, (row, max(0, column - fields)))


def nothing_paid(s: BeerState, company: str) -> None:
    """One field left (18DO-6.5.1-17)."""
    moved_left(s, company, 1)


def paid(s: BeerState, company: str, dividend: int) -> None:
    """The whole dividend is compared with the price of one share (18DO-6.5.1-17)."""
    (row, column), price = s.prices.spots[company], s.price(company)
    if dividend == 0:
        nothing_paid(s, company)
    elif dividend < price:
        s.prices = s.prices.removed(company).placed(company, (row, column))  # under the others on its field
    else:
        fields = 2 if dividend >= TRIPLE * price else 1
        last = max(c for r, c in s.box.market.cells if r == row)
        move_price(s, company, (row, min(last, column + fields)))
