"""What the house bot knows of 1853: each kind of decision goes to the file that knows about it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from kursbuch.bots.bot import View
from kursbuch.bots.character import STEADY, Character
from kursbuch.bots.railway import choosing as rail
from kursbuch.bots.railway.lore import Lore
from kursbuch.bots.railway.seat import Seat
from kursbuch.core import Action
from kursbuch.rail.actions import Agree, Buy, BuyTrain, Decline, Lay, Pass, Pay, Station, Withhold
from kursbuch.titles.india.bot import contract, shares, track, trains
from kursbuch.titles.india.bot.seat import IndiaSeat
from kursbuch.titles.india.rules.actions import (
    ChooseOption,
    KeepTrain,
    Lend,
    OfferElephant,
    PlayOn,
    SendMail,
    TakeOnCredit,
    UseLocoToken,
)

FIRST_CHOICE = 10  # pounds that beginning a share round is worth


def asks(seat: Seat, buy: Buy) -> int:
    """What a share costs, by where it lies."""
    assert isinstance(seat, IndiaSeat)
    return seat.asks(buy)


def brings(seat: Seat, company: str) -> int:
    """What the bank pays for a share: in the first share round it keeps something back."""
    assert isinstance(seat, IndiaSeat)
    return seat.price(company) - (seat.box.first_round_discount if seat.position["stock_round"] == 1 else 0)


LORE = Lore(
    brings=brings,
    funds="nobody",  # shares of the pool and the bank bring companies nothing
    asks=asks,
    floated=lambda seat, company: company in seat.position["in_operation"],
)


def choose(view: View, legal: Sequence[Action], rng: Random, *, character: Character = STEADY) -> Action:
    """What the house bot does."""
    return decide(IndiaSeat(view, legal, rng, LORE, character))


def decide(seat: IndiaSeat) -> Action:
    """A decision in 1853, told by the stage and by what the legal list offers."""
    if len(seat.legal) == 1 and seat.legal[0].span is None:
        return seat.legal[0]
    stage = seat.stage
    if stage == "stock":
        return shares.choose(seat)
    if stage == "contracts":
        return contract.name(seat)
    kinds = {type(action) for action in seat.legal}
    for kind, decide in _DECISIONS:
        if kind in kinds and (kind is not Agree or stage == "elephant"):
            return decide(seat)
    return rail.choose(seat)


def _keep_elephant(seat: IndiaSeat) -> Action:
    """To begin is worth more to me than what anybody would sensibly pay."""
    return seat.of_kind(Pass)[0]


def _buy_elephant(seat: IndiaSeat) -> Action:
    """At a small price."""
    return (seat.of_kind(Agree) if offered(seat)["price"] <= FIRST_CHOICE else seat.of_kind(Decline))[0]


def offered(seat: IndiaSeat) -> Mapping[str, Any]:
    """The last offer of the elephant: by which `player`, and at which `price`."""
    offer: Mapping[str, Any] = next(
        event for event in reversed(seat.view["events"]) if event["key"] == "offers-elephant"
    )
    return offer


def _another_round(seat: IndiaSeat) -> Action:
    """Yes, if nobody takes more out of one than I do, and my money does not wait to be spent on shares."""

    def takes(player: str) -> float:
        return sum(
            (seat.companies[company]["last_dividend"] or 0) * seat.share(player, company) / 100
            for company in seat.in_play
        )

    mine = takes(seat.me)
    idle = seat.cash > 100 and seat.cash > 2 * mine
    leads = mine > 0 and mine >= max(takes(player) for player in seat.view["players"])
    return (seat.of_kind(PlayOn) if leads and not idle else seat.of_kind(Pass))[0]


def _mail(seat: IndiaSeat) -> Action:
    """Mail costs nothing: the train with the dearest ends takes it."""
    return max(seat.of_kind(SendMail), key=lambda mail: mail.value)


_DECISIONS: tuple[tuple[type[Action], Callable[[IndiaSeat], Action]], ...] = (
    (Lend, contract.lend),
    (OfferElephant, _keep_elephant),
    (Agree, _buy_elephant),
    (PlayOn, _another_round),
    (KeepTrain, trains.settle),
    (ChooseOption, track.option),
    (Lay, track.lay),
    (Station, track.station),
    (SendMail, _mail),
    (Pay, trains.dividend),
    (Withhold, trains.dividend),
    (BuyTrain, trains.choose),
    (TakeOnCredit, trains.choose),
    (UseLocoToken, trains.choose),
)
