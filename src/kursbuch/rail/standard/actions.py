"""The actions of standard titles, beside those of every railway game."""

from __future__ import annotations

from dataclasses import dataclass

from kursbuch.core import Action
from kursbuch.rail.meanings import Company, Hex, Money, Place, Private, Tile


@dataclass(frozen=True, slots=True)
class BidFor(Action):
    """Bid for a private in the opening auction."""

    form = "{actor} bids {price} for {private}"
    amount = "price"
    price: Money
    private: Private


@dataclass(frozen=True, slots=True)
class Take(Action):
    """Buy the cheapest private in the opening auction."""

    form = "{actor} takes {private} for {price}"
    private: Private
    price: Money


@dataclass(frozen=True, slots=True)
class Par(Action):
    """Start a company: set its price and buy the president's certificate."""

    form = "{actor} pars {company} at {price}"
    company: Company
    price: Money


@dataclass(frozen=True, slots=True)
class Acquire(Action):
    """A company buys a private from a player."""

    form = "{actor} acquires {private} for {price}"
    amount = "price"
    private: Private
    price: Money


@dataclass(frozen=True, slots=True)
class Build(Action):
    """A private builds a tile by its power."""

    form = "{actor} places {tile}.{turn} at {hex}"
    tile: Tile
    turn: int
    hex: Hex


@dataclass(frozen=True, slots=True)
class Swap(Action):
    """A private is handed in for a share."""

    form = "{actor} swaps for {company}"
    company: Company


@dataclass(frozen=True, slots=True)
class SwapFrom(Action):
    """A private is handed in for a share that may lie in several places: `source` is "offer" or "pool"."""

    form = "{actor} swaps for {company} from {source}"
    company: Company
    source: Place
