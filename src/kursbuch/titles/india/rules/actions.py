"""The actions that only 1853 has."""

from __future__ import annotations

from dataclasses import dataclass

from kursbuch.core import Action
from kursbuch.rail.meanings import Company, Money, Train
from kursbuch.titles.india.rules.seat import Seat
from kursbuch.titles.india.rules.told import City


@dataclass(frozen=True, slots=True)
class Lend(Action):
    """Write down the loan (Anleihe) of one's contract, unseen by the others."""

    form = "{actor} lends {loan}"
    amount = "loan"
    loan: Money


@dataclass(frozen=True, slots=True)
class Name(Action):
    """Secretly name a city of one's contract and openly take a share that it gives."""

    form = "{actor} names {city} for {company}"
    city: City
    company: Company


@dataclass(frozen=True, slots=True)
class PayUp(Action):
    """Pay for contract shares that were left unpaid."""

    form = "{actor} pays up {shares} {company}"
    shares: int
    company: Company


@dataclass(frozen=True, slots=True)
class OfferElephant(Action):
    """Offer the elephant and its rights to another player."""

    form = "{actor} offers the elephant to {buyer} for {price}"
    amount = "price"
    buyer: Seat
    price: Money


@dataclass(frozen=True, slots=True)
class PlayOn(Action):
    """Have one operating round more before the next share round."""

    form = "{actor} calls another operating round"


@dataclass(frozen=True, slots=True)
class ChooseOption(Action):
    """Choose once how a large company may lay two tiles: 1 from phase 3 free, 2 at once for a fee."""

    form = "{actor} chooses option {option}"
    option: int


@dataclass(frozen=True, slots=True)
class SendMail(Action):
    """Let a train that has run carry the mail."""

    form = "{actor} sends mail by {train} for {value}"
    train: Train
    value: Money


@dataclass(frozen=True, slots=True)
class TakeOnCredit(Action):
    """A manager takes a new train that the company pays for later."""

    form = "{actor} takes train {train} as {side} on credit"
    train: Train
    side: Train


@dataclass(frozen=True, slots=True)
class UseLocoToken(Action):
    """Hand the loco token in and buy a metre train of the next phase."""

    form = "{actor} hands in its token for train {train}"
    train: Train


@dataclass(frozen=True, slots=True)
class KeepTrain(Action):
    """A manager, or a new director, pays for the train that the company has on credit."""

    form = "{actor} pays for the train on credit"


@dataclass(frozen=True, slots=True)
class ReturnTrain(Action):
    """A new director gives the train on credit back to the bank."""

    form = "{actor} returns the train on credit"
