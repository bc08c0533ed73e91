"""What differs from title to title in the eyes of the house bot."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kursbuch.rail.actions import Buy
from kursbuch.rail.paper.market import Market, Spot

if TYPE_CHECKING:
    from kursbuch.bots.railway.seat import Seat


def any_payment(income: int, price: int) -> bool:
    """Prices rise with every payment."""
    return income > 0


def no_goals(seat: Seat, company: str) -> Mapping[str, int]:
    """No place is worth more than it earns."""
    return {}


@dataclass(frozen=True)
class Lore:
    """How a title pays and what it rewards."""

    rises: Callable[[int, int], bool] = any_payment  # whether paying this income lifts this price
    goals: Callable[[Seat, str], Mapping[str, int]] = no_goals  # hexes a company gets a bonus for
    climb: Callable[[Market, Spot, int, int], Spot] = lambda market, spot, income, price: market.right(spot)
    slip: Callable[[Market, Spot], Spot] = lambda market, spot: market.left(spot)  # without a dividend
    funds: str = "company"  # shares lying here bring the company its part of a dividend
    asks: Callable[[Seat, Buy], int] = lambda seat, buy: seat.price(buy.company)  # for a share of ten
    pays: Callable[[int], int] = lambda income: income  # how much of an income is paid out
    # what a share of ten brings that is sold, and each of so many that are issued
    brings: Callable[[Seat, str], int] = lambda seat, company: seat.price(company)
    issued_at: Callable[[Seat, str, int], int] = lambda seat, company, shares: seat.price(company)
    floated: Callable[[Seat, str], bool] = lambda seat, company: True  # whether a company operates
    saves: float = 2.2  # rounds before its trains rust that a company begins to save
    hardly: float = 1.2  # rounds at the end for which no train is worth saving
    stop_earns: float = 15.0  # what each train of a new company is expected to earn for each stop it reaches
    earned_again: float = 0.35  # of its price that a train must earn: money in a company has little other use
