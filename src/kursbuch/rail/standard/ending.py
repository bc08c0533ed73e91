"""Bankruptcy as most titles have it: it ends the game."""

from __future__ import annotations

from kursbuch.core import BANK
from kursbuch.rail.actions import Sell
from kursbuch.rail.standard.state import StandardState
from kursbuch.rail.steps.need import SellInNeed


def ends_the_game(s: StandardState, player: str, sale: SellInNeed) -> None:
    """What can be sold is sold, one company after the other, the cash is lost, and the game is over at once."""
    sold: set[str] = set()
    while left := {c: size for c, size in sale.sellable(s, player).items() if c not in sold}:
        company, size = next(iter(left.items()))
        sold.add(company)
        sale.sales.sell(s, player, Sell(player, size, company))
    s.transfer(player, BANK, s.cash[player], "bankruptcy")
    s.end("bankrupt")
    s.finished = True
    s.note("over", reason=s.ending)
