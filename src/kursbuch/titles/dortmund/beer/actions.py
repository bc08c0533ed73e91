"""The actions of stock rounds and of railways that only the beer game has."""

from __future__ import annotations

from dataclasses import dataclass

from kursbuch.core import Action
from kursbuch.rail.actions import Paper
from kursbuch.rail.meanings import Company, Money, Percent, Place, Train
from kursbuch.titles.dortmund.meanings import Brewery


@dataclass(frozen=True, slots=True)
class FoundWith(Action):
    """Found a brewery corporation and give a minor brewery for part of the director's certificate."""

    form = "{actor} founds {company} at {price} with brewery {minor}"
    company: Company
    price: Money
    minor: Brewery


@dataclass(frozen=True, slots=True)
class SwapMinor(Action):
    """Trade a minor brewery in for a certificate; `source` is "company" or "pool"."""

    form = "{actor} swaps brewery {minor} for {percent} {company} from {source}"
    minor: Brewery
    percent: Percent
    company: Company
    source: Place


@dataclass(frozen=True, slots=True)
class TakePlace(Action):
    """A corporation's order marker goes where that of a traded-in minor brewery lay."""

    form = "{actor} takes place {place}"
    place: int


@dataclass(frozen=True, slots=True)
class KeepPlace(Action):
    """A corporation's order marker stays where it is."""

    form = "{actor} keeps its place"


@dataclass(frozen=True, slots=True)
class PlaceShares(Action):
    """A company that has just gone into operation sells own shares to the pool."""

    form = "{actor} places {percent} in the pool"
    percent: Percent


@dataclass(frozen=True, slots=True)
class PlacePaper(Action):
    """The same sale, and which certificates it is, where `PlaceShares` takes the uppermost."""

    form = "{actor} places certificates {paper} in the pool"
    paper: Paper


@dataclass(frozen=True, slots=True)
class BuyLoaded(Action):
    """Buy a train of another railway with so much beer on it, where that railway has one of its kind with less."""

    form = "{actor} buys train {train} with {cubes} cubes from {source} for {price}"
    amount = "price"
    train: Train
    cubes: int
    source: Company
    price: Money
