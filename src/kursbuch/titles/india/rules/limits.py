"""What shares cost, and how many a player may hold (1853 Table 3, §3.1)."""

from __future__ import annotations

from kursbuch.rail.steps.limits import Limits
from kursbuch.titles.india.rules.holding import shares
from kursbuch.titles.india.rules.parts import IndiaBox
from kursbuch.titles.india.rules.state import StateIndia


def share_price(s: StateIndia, company: str) -> int:
    """What pool shares cost and bring: the market price, before there is one the issue price (1853 §3.1.7)."""
    return s.price(company) if company in s.prices else s.box.issue_price(company)


def paper_worth(s: StateIndia, player: str, company: str) -> int:
    """What a player's shares are worth: an unpaid one less what is unpaid, but never less than nothing."""
    price, unpaid = share_price(s, company), s.unpaid.get((player, company), 0)
    paid = shares(s, player, company) - unpaid
    return paid * price + unpaid * max(0, price - s.box.issue_price(company))


FREE = frozenset({"yellow"})  # at 40 or less shares count towards no limit (1853-3.1.2-2)


def limits_of(box: IndiaBox, players: int) -> Limits:
    """How much a player may hold; the pool takes whatever is sold (1853 Table 3)."""
    return Limits(
        certificates=box.starts[players].certificates,  # the director's is one (1853-3.1.2-1)
        holding=10 * box.seats[players].holding,
        pool=100,
        uncounted=FREE,
        unlimited=FREE,
    )
