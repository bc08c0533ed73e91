"""What shares cost, and how many a player may hold (1853 Table 3, §3.1)."""

from __future__ import annotations

from kursbuch.titles.india.rules.holding import shares
from kursbuch.titles.india.rules.state import StateIndia


def share_price(s: StateIndia, company: str) -> int:
    """What pool shares cost and bring: the market price, before there is one the issue price (1853 §3.1.7)."""
    return s.price(company) if company in s.prices else s.box.issue_price(company)


def paper_worth(s: StateIndia, player: str, company: str) -> int:
    """What a player's shares are worth: an unpaid one less what is unpaid, but never less than nothing."""
    price, unpaid = share_price(s, company), s.unpaid.get((player, company), 0)
    paid = shares(s, player, company) - unpaid
    return paid * price + unpaid * max(0, price - s.box.issue_price(company))


def is_free(s: StateIndia, company: str) -> bool:
    """At 40 or less shares count towards no limit (1853-3.1.2-2)."""
    return company in s.prices and bool(s.prices.cell(company).zone)


def certificates(s: StateIndia, player: str) -> int:
    """The certificates that count; the director's is one (1853-3.1.2-1)."""
    return sum(owners.count(player) for company, owners in s.shares.items() if not is_free(s, company))


def certificate_limit(s: StateIndia) -> int:
    return s.box.starts[len(s.players)].certificates


def too_much_of(s: StateIndia, player: str, company: str) -> bool:
    """Whether a sale of this company's shares helps a player who is over a limit, by losing a directorship or
    because a price rose above 40.
    """
    if is_free(s, company) or not shares(s, player, company):
        return False
    over = certificates(s, player) > certificate_limit(s)
    return over or shares(s, player, company) > s.box.seats[len(s.players)].holding
