"""Companies float when enough of them is sold, and get their capital.

Two ways of capital: with full capital the bank sells the offering and pays ten times par when the company floats;
with incremental capital the company itself is paid for every share of its offering.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kursbuch.core import BANK
from kursbuch.rail.paper.holdings import percent
from kursbuch.rail.standard.state import StandardState
from kursbuch.rail.state import OFFER


@dataclass(frozen=True)
class Capital:
    """Who is paid for a share, by source and company, and what a company gets when it floats."""

    payee: Callable[[str, str], str]
    on_float: Callable[[StandardState, str], None]


def bank_is_paid(source: str, company: str) -> str:
    """The bank sells every share."""
    return BANK


def company_is_paid(source: str, company: str) -> str:
    """A company is paid for the shares of its offering, the bank for those in the pool."""
    return company if source == OFFER else BANK


def ten_times_par(s: StandardState, company: str) -> None:
    """The bank pays the whole capital."""
    s.transfer(BANK, company, 10 * s.pars[company], "capital")


def nothing_more(s: StandardState, company: str) -> None:
    """A company that was paid share by share gets nothing more."""


FULL = Capital(bank_is_paid, ten_times_par)
INCREMENTAL = Capital(company_is_paid, nothing_more)


@dataclass(frozen=True)
class Floating:
    """A company enough of which is sold floats; called whenever a share may have left the offering."""

    capital: Capital = FULL

    def __call__(self, s: StandardState, company: str) -> None:
        sold = 100 - percent(s, OFFER, company)
        if company in s.pars and company not in s.floated and sold >= s.box.figures.floats_at:
            s.floated = (*s.floated, company)
            s.note("floats", company=company)
            self.capital.on_float(s, company)
