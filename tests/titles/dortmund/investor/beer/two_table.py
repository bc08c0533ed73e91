"""Positions of Heat, Sweat & Beer for two. The Investor has BME and, from the third stock round on, DUB; A holds the
card of its railway, B that of its brewery.
"""

from __future__ import annotations

from typing import Any

from tests.titles.dortmund.beer.beer_table import BeerTable, beer
from tests.titles.dortmund.beer.brewery_table import BreweryTable, brewery

SEATS: dict[str, Any] = {
    "investor": "Investor",
    "investor_card": "A",
    "investor_companies": ("BME", "DUB"),
}
THREE: dict[str, dict[str, Any]] = {
    "BME": {"Investor": 50, "price": 75, "trains": ["3"]},
    "CME": {"A": 50, "price": 90, "trains": ["3"]},
    "RhE": {"B": 50, "price": 80, "trains": ["3"]},
}


def at_stocks(companies: Any = THREE, **about: Any) -> BeerTable:
    """A stock round, or a railway's turn."""
    return beer(2, companies=companies, **{**SEATS, "phase": "3", **about})


def at_brewing(**about: Any) -> BreweryTable:
    """A brewery round."""
    return brewery(2, **{**SEATS, **about})
