"""Dividends and the price: a line of fields, one to five steps up (1853 §4.6, §4.7)."""

from __future__ import annotations

from kursbuch.core import Action, Refusal, refuse
from kursbuch.rail.actions import Pay
from kursbuch.rail.state import POOL
from kursbuch.titles.india.rules.holding import director, paid_shares
from kursbuch.titles.india.rules.state import StateIndia


def split(s: StateIndia, company: str, income: int) -> dict[str, int]:
    """A tenth of the dividend for each share that is paid for (1853-4.6.5-1, 1853-2.7.3-3); only players are paid,
    what falls to other shares stays in the bank (1853-4.6.5-2).
    """
    owed = {player: paid_shares(s, player, company) * income // 10 for player in s.players}
    return {player: amount for player, amount in owed.items() if amount}


def why_no_payout(s: StateIndia, company: str, choice: Action) -> Refusal | None:
    if isinstance(choice, Pay) and not director(s, company):
        return refuse("1853-3.4.2-2", "A manager pays no dividend.")
    return None


def paid(s: StateIndia, company: str, income: int) -> None:
    """As many fields up as the dividend is times the price, at least one and at most five (1853 §4.7.1)."""
    steps = min(5, max(1, income // s.price(company)))
    row, column = s.prices.spots[company]
    last = max(c for _, c in s.box.market.cells)
    s.move_price(company, (row, min(column + steps, last)))
    if s.prices.cell(company).ends_game:  # at once, before trains are bought (1853-5.1.3-1)
        s.end("price")
        s.finished = True
        s.note("over", reason=s.ending)


def kept(s: StateIndia, company: str) -> None:
    """Without a dividend one field down if the pool has shares, never below the first (1853-4.7.1-2)."""
    row, column = s.prices.spots[company]
    if POOL in s.shares[company]:
        s.move_price(company, (row, max(column - 1, 0)))
