"""The actions that only the Expert Game has."""

from __future__ import annotations

from dataclasses import dataclass

from kursbuch.core import Action
from kursbuch.rail.actions import Paper
from kursbuch.rail.meanings import Company, Money, Percent, Place, Train
from kursbuch.titles.dortmund.beer.brewery.actions import Plan
from kursbuch.titles.dortmund.meanings import Customers, Marker, Special


@dataclass(frozen=True, slots=True)
class BuySmall(Action):
    """Buy a small investment from the bank; before the first stock round a player buys it for the brewery."""

    form = "{actor} buys marker {marker} for {price}"
    marker: Marker
    price: Money


@dataclass(frozen=True, slots=True)
class TakeOver(Action):
    """Buy a small investment from another company."""

    form = "{actor} takes over marker {marker} from {source} for {price}"
    amount = "price"
    marker: Marker
    source: Place
    price: Money


@dataclass(frozen=True, slots=True)
class ReturnSmall(Action):
    """Put a small investment back on display, without payment."""

    form = "{actor} returns marker {marker}"
    marker: Marker


@dataclass(frozen=True, slots=True)
class MoveWagon(Action):
    """Put a railway's beer wagon on a train; `source` is the train it is on, or "charter"."""

    form = "{actor} moves a wagon from {source} to {train}"
    source: Place
    train: Train


@dataclass(frozen=True, slots=True)
class GiveWagon(Action):
    """Say which of a railway's beer wagons is sold; `source` is the train it is on, or "charter"."""

    form = "{actor} gives the wagon from {source}"
    source: Place


@dataclass(frozen=True, slots=True)
class TakeEvent(Action):
    """Take a special event; one that the brewery holds goes back."""

    form = "{actor} takes event {event}"
    event: Special


@dataclass(frozen=True, slots=True)
class ReturnEvent(Action):
    """Put a special event back that came with a traded-in brewery and is one too many."""

    form = "{actor} returns event {event}"
    event: Special


@dataclass(frozen=True, slots=True)
class HoldFair(Action):
    """Event G: money for the treasury."""

    form = "{actor} holds a fair"


@dataclass(frozen=True, slots=True)
class Advertise(Action):
    """Event H: secure one delivery before any brewery has its turn."""

    form = "{actor} advertises to {customers} {segment}"
    customers: Customers
    segment: int


@dataclass(frozen=True, slots=True)
class LayAside(Action):
    """Event I: leave a kettle idle, to hand it in when a new one is bought."""

    form = "{actor} lays kettle {type} aside"
    type: int


@dataclass(frozen=True, slots=True)
class SellPremium(Action):
    """Event K: one delivered cube brings the price of the next higher segment."""

    form = "{actor} sells premium beer to {customers} {segment}"
    customers: Customers
    segment: int


@dataclass(frozen=True, slots=True)
class MoveUp(Action):
    """Event L: one place to the left in the new order."""

    form = "{actor} moves up in the order"


@dataclass(frozen=True, slots=True)
class SellToInvestor(Action):
    """Event M: sell own shares to the pool at a price that stays."""

    form = "{actor} sells {percent} to an investor"
    percent: Percent


@dataclass(frozen=True, slots=True)
class SellPaperToInvestor(Action):
    """Event M, and which certificates it is, where `SellToInvestor` takes as few as will do."""

    form = "{actor} sells certificates {paper} to an investor"
    paper: Paper


@dataclass(frozen=True, slots=True)
class BrewForOthers(Action):
    """Event N: half the price for cubes that could not be delivered."""

    form = "{actor} brews for others {plan}"
    plan: Plan


@dataclass(frozen=True, slots=True)
class WorkLate(Action):
    """Event O: one more cube, from the stock and at half the price."""

    form = "{actor} works a second shift for {customers} {segment}"
    customers: Customers
    segment: int


@dataclass(frozen=True, slots=True)
class BindRailway(Action):
    """Event P: load the trains of one railway without its director's word."""

    form = "{actor} binds {railway} by contract"
    railway: Company
