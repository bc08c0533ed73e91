"""The actions of railway games: each a record and a line of text."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from kursbuch.core import Action, BadInput, record
from kursbuch.rail.meanings import Company, Hex, Money, Percent, Place, Tile, Train


@dataclass(frozen=True, slots=True)
class Pass(Action):
    """Let a decision go by, or end a turn."""

    form = "{actor} passes"


@dataclass(frozen=True, slots=True)
class Sell(Action):
    """Sell part of a company to the bank, as one block."""

    form = "{actor} sells {percent} {company}"
    percent: Percent
    company: Company


@dataclass(frozen=True, slots=True)
class Paper:
    """Certificates of one company by their sizes in per cent, the biggest first.

    >>> str(Paper.read("10+20+10", "here")), Paper.read("10+10", "here").percent
    ('20+10+10', 20)
    """

    sizes: tuple[int, ...]

    pattern = r"[0-9]{1,3}(?:\+[0-9]{1,3})*"

    @staticmethod
    def read(value: Any, place: str) -> Paper:
        if isinstance(value, Paper):
            return value
        if not isinstance(value, str) or len(value) > 80 or not re.fullmatch(Paper.pattern, value):
            raise BadInput(place, "expected certificates such as '20+10'")
        return Paper(tuple(sorted(map(int, value.split("+")), reverse=True)))

    def __str__(self) -> str:
        return "+".join(map(str, self.sizes))

    @property
    def percent(self) -> int:
        return sum(self.sizes)


@dataclass(frozen=True, slots=True)
class SellPaper(Action):
    """Sell certificates of a company to the bank as one block and say which, where `Sell` takes as few as will do."""

    form = "{actor} sells {paper} {company}"
    paper: Paper
    company: Company


@dataclass(frozen=True, slots=True)
class HandOver(Action):
    """Say which certificates are given in exchange for the president's certificate of a company."""

    form = "{actor} hands over {paper} {company}"
    paper: Paper
    company: Company


@dataclass(frozen=True, slots=True)
class Buy(Action):
    """Buy a certificate; `source` is where it lies: "company", "pool" or "offer"."""

    form = "{actor} buys {percent} {company} from {source}"
    percent: Percent
    company: Company
    source: Place


@dataclass(frozen=True, slots=True)
class Open(Action):
    """Put a company up for auction with a first bid."""

    form = "{actor} opens {company} at {price}"
    amount = "price"
    company: Company
    price: Money


@dataclass(frozen=True, slots=True)
class Bid(Action):
    """Raise the bid in the auction under way."""

    form = "{actor} bids {price}"
    amount = "price"
    price: Money


@dataclass(frozen=True, slots=True)
class Lay(Action):
    """Lay or upgrade a tile."""

    form = "{actor} lays {tile}.{turn} at {hex}"
    tile: Tile
    turn: int
    hex: Hex


@dataclass(frozen=True, slots=True)
class Station(Action):
    """Build a station in a city; `stop` is the number of the city on its tile."""

    form = "{actor} builds a station at {hex}.{stop}"
    hex: Hex
    stop: int


@record()
@dataclass(frozen=True, slots=True)
class Runs:
    """What each train runs: its side's name and its way, hex by hex, stops with their number.

    >>> str(Runs.read("2: G5.0 F6.0 | 3: D6.0 E7 F6.0", "here"))
    '2: G5.0 F6.0 | 3: D6.0 E7 F6.0'
    """

    runs: tuple[tuple[str, tuple[str, ...]], ...]

    @staticmethod
    def read(value: Any, place: str) -> Runs:
        if isinstance(value, Runs):
            return value
        if not isinstance(value, str) or len(value) > 5000:
            raise BadInput(place, "expected runs such as '2: G5.0 F6.0'")
        if value == "nothing":
            return Runs(())
        runs = []
        for part in value.split("|"):
            train, colon, way = part.partition(":")
            if not colon or not train.strip() or not way.split():
                raise BadInput(place, "not a run: {part!r}", part=part.strip()[:60])
            runs.append((train.strip(), tuple(way.split())))
        return Runs(tuple(runs))

    def __str__(self) -> str:
        return " | ".join(f"{train}: {' '.join(way)}" for train, way in self.runs) or "nothing"


@dataclass(frozen=True, slots=True)
class Run(Action):
    """Run the company's trains."""

    form = "{actor} runs {runs}"
    runs: Runs


@dataclass(frozen=True, slots=True)
class PointOut(Action):
    """Show a better run than the one the president declared."""

    form = "{actor} points out {runs}"
    runs: Runs


@dataclass(frozen=True, slots=True)
class Pay(Action):
    """Pay the income to the shareholders."""

    form = "{actor} pays"


@dataclass(frozen=True, slots=True)
class Withhold(Action):
    """Keep the income in the company."""

    form = "{actor} withholds"


@dataclass(frozen=True, slots=True)
class BuyTrain(Action):
    """Buy a train to run on one of its sides; `source` is "depot", "pool" or another company."""

    form = "{actor} buys train {train} as {side} from {source} for {price}"
    amount = "price"
    train: Train
    side: Train
    source: Place
    price: Money


@dataclass(frozen=True, slots=True)
class TurnTrain(BuyTrain):
    """Buy a train that another company uses as one of its sides and use it as the other, though that company has one
    of its kind that is used so already.
    """

    form = "{actor} buys train {train} used as {used} as {side} from {source} for {price}"
    used: Train


@dataclass(frozen=True, slots=True)
class TradeTrain(Action):
    """Hand a train in for a new one at a discount."""

    form = "{actor} trades train {given} for {train} at {price}"
    given: Train
    train: Train
    price: Money


@dataclass(frozen=True, slots=True)
class Discard(Action):
    """Give up a train over the limit, named by the side in use, or by its card where trains used alike differ."""

    form = "{actor} discards train {side}"
    side: Train


@dataclass(frozen=True, slots=True)
class Issue(Action):
    """Sell the company's own shares to the bank."""

    form = "{actor} issues {shares}"
    shares: int


@dataclass(frozen=True, slots=True)
class Redeem(Action):
    """Buy the company's own shares back."""

    form = "{actor} redeems {shares}"
    shares: int


@dataclass(frozen=True, slots=True)
class Agree(Action):
    """Consent to what another player asks."""

    form = "{actor} agrees"


@dataclass(frozen=True, slots=True)
class Decline(Action):
    """Refuse what another player asks."""

    form = "{actor} declines"


@dataclass(frozen=True, slots=True)
class GoBankrupt(Action):
    """Give up: what must be paid cannot be raised."""

    form = "{actor} is bankrupt"
