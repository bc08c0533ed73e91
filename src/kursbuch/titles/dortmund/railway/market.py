"""How prices move in the Railway Game (18DO §4.4.6, §4.5.6.3)."""

from __future__ import annotations

from kursbuch.rail.paper.market import Market, Spot
from kursbuch.rail.state import OFFER, OUT, POOL
from kursbuch.titles.dortmund.railway.state import State18DO

TRIPLE = 3  # a dividend of so many times the price moves the marker twice


def left(market: Market, spot: Spot) -> Spot:
    """One field left, at the left edge one down, in the corner nowhere."""
    beside = (spot[0], spot[1] - 1)
    return beside if beside in market.cells else market.down(spot)


def right(market: Market, spot: Spot) -> Spot:
    """One field right, at the right edge one up, in the corner nowhere."""
    beside = (spot[0], spot[1] + 1)
    return beside if beside in market.cells else market.up(spot)


def at_right_edge(market: Market, spot: Spot) -> bool:
    return (spot[0], spot[1] + 1) not in market.cells


def sold_by_player(s: State18DO, company: str, shares: int) -> None:
    """One field down for each 10 %, at most to the lowest of the column (18DO-4.4.6-1, 18DO-4.4.6-2)."""
    s.move_price(company, s.box.market.down(s.prices.spots[company], shares))


def sold_by_railway(s: State18DO, company: str, shares: int) -> None:
    """One field left for each 10 % (18DO-4.5-13, 18DO-4.5.7.5-7)."""
    spot = s.prices.spots[company]
    for _ in range(shares):
        spot = left(s.box.market, spot)
    s.move_price(company, spot)


def nothing_paid(s: State18DO, company: str) -> None:
    """One field left (18DO-4.5.6.3-1, 18DO-4.5.6.3-2)."""
    s.move_price(company, left(s.box.market, s.prices.spots[company]))


def paid(s: State18DO, company: str, dividend: int) -> None:
    """The whole dividend is compared with the price of one share (18DO-4.5.6.3-3 to 18DO-4.5.6.3-8)."""
    spot, price, market = s.prices.spots[company], s.price(company), s.box.market
    if dividend == 0:
        nothing_paid(s, company)
    elif dividend < price:
        s.prices = s.prices.lowered(company)  # under the others on its field
    elif dividend < TRIPLE * price or at_right_edge(market, spot):
        s.move_price(company, right(market, spot))
    else:
        s.move_price(company, right(market, right(market, spot)))


def rounded(income: int) -> int:
    """Dividends are full tens; the rest stays with the railway (18DO-4.5.6.2-3)."""
    return income // 10 * 10


def dividend_purse(owner: str, company: str) -> str:
    """Own certificates pay the railway, those in the pool nobody (18DO-4.5.6.2-5, 18DO-4.5.6.2-6)."""
    return "" if owner in (POOL, OFFER, OUT) else owner
