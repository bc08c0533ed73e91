"""What happens by itself in 1889: price moves, dividends, the start of an operating round, bankruptcy."""

from __future__ import annotations

from kursbuch.core import BANK
from kursbuch.rail.actions import Sell
from kursbuch.rail.state import OFFER, OUT, POOL
from kursbuch.rail.steps.need import SellInNeed
from kursbuch.rail.steps.station import place_home
from kursbuch.titles.shikoku.rules.privates import CLOSING, close_all, pay_incomes
from kursbuch.titles.shikoku.rules.state import State1889


def sold(s: State1889, company: str, shares: int) -> None:
    """One row down for each share, after the block is paid (1889-1-3)."""
    s.move_price(company, s.box.market.down(s.prices.spots[company], shares))


def paid(s: State1889, company: str, income: int) -> None:
    """Any payout moves right, whatever its size; up at the right end (1889-3-1, 1889-3-3)."""
    s.move_price(company, s.box.market.right(s.prices.spots[company]))


def nothing_paid(s: State1889, company: str) -> None:
    """Nothing earned or nothing paid moves left; down at the left end (1889-3-2, 1889-3-3)."""
    s.move_price(company, s.box.market.left(s.prices.spots[company]))


def sold_out(s: State1889) -> None:
    """At the end of a stock round companies wholly in players' hands rise one row (1889-3-4)."""
    rising = [c for c in s.founded if all(owner in s.players for owner in s.shares[c])]
    before = {c: s.price(c) for c in rising}
    s.prices = s.prices.risen(rising)
    for company in rising:
        if s.price(company) != before[company]:
            s.note("price", company=company, before=before[company], price=s.price(company))


def dividend_purse(owner: str, company: str) -> str:
    """Shares in the pool pay the company, unsold ones nobody (1889-3-6)."""
    return "" if owner in (OFFER, OUT) else company if owner == POOL else owner


def operating_round_begins(s: State1889) -> None:
    """Privates pay; every floated company puts its home token down and will have a turn (1889-7-1)."""
    pay_incomes(s)
    for company in s.prices.order():
        if company in s.floated:
            place_home(s, company)
    s.running = frozenset(s.floated)


def train_bought(s: State1889, company: str, source: str) -> None:
    """The first 5 closes the privates (1889-12-4)."""
    if s.phase_number >= s.box.phase_number[CLOSING]:
        close_all(s)


def bankrupt(s: State1889, player: str, sale: SellInNeed) -> None:
    """What can be sold is sold, the cash is lost, and the game is over at once (1889-11-6)."""
    for company, size in sale.sellable(s, player).items():
        sale.sales.sell(s, player, Sell(player, size, company))
    s.transfer(player, BANK, s.cash[player], "bankruptcy")
    s.end("bankrupt")
    s.finished = True
    s.note("over", reason=s.ending)
