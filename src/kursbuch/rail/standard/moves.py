"""How share prices move, as small named policies; a title picks one for each occasion.

Each moves one marker of a company at one occasion: shares sold, income paid out, nothing paid out. `SoldOutRise`
looks at all companies when a stock round ends.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from kursbuch.rail.rounds import Hook
from kursbuch.rail.standard.state import StandardState

# -- shares are sold ------------------------------------------------------------------------------


def down_a_share(s: StandardState, company: str, shares: int) -> None:
    """One row down for each share, after the block is paid."""
    s.move_price(company, s.box.market.down(s.prices.spots[company], shares))


def down_a_block(s: StandardState, company: str, shares: int) -> None:
    """One row down, however many shares were sold."""
    s.move_price(company, s.box.market.down(s.prices.spots[company]))


def left_a_block(s: StandardState, company: str, shares: int) -> None:
    """One field to the left, however many shares were sold."""
    s.move_price(company, s.box.market.left(s.prices.spots[company]))


# -- income is paid or kept -----------------------------------------------------------------------


def right(s: StandardState, company: str, income: int) -> None:
    """Any payout moves right, whatever its size; up at the right end."""
    s.move_price(company, s.box.market.right(s.prices.spots[company]))


def right_by_price(s: StandardState, company: str, income: int) -> None:
    """A payout of at least the share price moves right, a smaller one not at all."""
    if income >= s.price(company):
        right(s, company, income)


def left(s: StandardState, company: str) -> None:
    """Nothing earned or nothing paid moves left; down at the left end."""
    s.move_price(company, s.box.market.left(s.prices.spots[company]))


# -- a stock round ends ---------------------------------------------------------------------------


def with_players(s: StandardState) -> Iterable[str]:
    """The companies wholly in players' hands."""
    return [c for c in s.founded if all(owner in s.players for owner in s.shares[c])]


@dataclass(frozen=True)
class SoldOutRise:
    """Companies that are sold out rise one row when a stock round ends."""

    sold_out: Callable[[StandardState], Iterable[str]] = with_players

    def __call__(self, s: StandardState) -> None:
        s.raise_prices(self.sold_out(s))


@dataclass(frozen=True)
class Moves:
    """What moves prices, by occasion."""

    sold: Callable[[StandardState, str, int], None] = down_a_share
    paid: Callable[[StandardState, str, int], None] = right
    nothing_paid: Callable[[StandardState, str], None] = left
    stock_round_ends: Hook = SoldOutRise()


MOVES = Moves()
