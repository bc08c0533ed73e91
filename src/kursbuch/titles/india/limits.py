"""What shares cost, and how many a player may hold (1853 Table 3, §3.1)."""

from __future__ import annotations

from kursbuch.titles.india.holding import shares
from kursbuch.titles.india.state import StateIndia


def share_price(s: StateIndia, company: str) -> int:
    """What pool shares cost and bring: the market price, before there is one the issue price (1853 §3.1.7)."""
    return s.price(company) if company in s.prices else s.box.issue_price(company)


def is_free(s: StateIndia, company: str) -> bool:
    """At 40 or less shares count towards no limit (1853-3.1.2-2)."""
    return company in s.prices and bool(s.prices.cell(company).zone)


def certificates(s: StateIndia, player: str) -> int:
    """The certificates that count; the director's is one (1853-3.1.2-1)."""
    return sum(owners.count(player) for company, owners in s.shares.items() if not is_free(s, company))


def certificate_limit(s: StateIndia) -> int:
    return s.box.starts[len(s.players)].certificates


def has_too_much(s: StateIndia, player: str) -> bool:
    """Over a limit by losing a directorship, or because a price rose above 40."""
    if certificates(s, player) > certificate_limit(s):
        return True
    most = s.box.seats[len(s.players)].holding
    return any(shares(s, player, c) > most for c in s.box.companies if not is_free(s, c))
