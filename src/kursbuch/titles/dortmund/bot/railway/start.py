"""The starting round of 18DO: a brewery for its returns, with enough money left to found a railway."""

from __future__ import annotations

from kursbuch.core import Action
from kursbuch.rail.actions import Agree
from kursbuch.titles.dortmund.bot.railway.seat import DortmundSeat
from kursbuch.titles.dortmund.railway.actions import BidFor, OfferForCard, TakeCard

ROUNDS = 8  # operating rounds in which a brewery pays, more or less
CUBE = 20  # what beer on the card is worth at the start
MARKERS = {"reserve": 5, "half price": 10, "premium": 25, "capacity": 30}
SHARES = 5  # of ten that put a railway into operation


def bid(seat: DortmundSeat) -> Action:
    """The brewery with the best return for its price; a railway must still be within my means."""
    capital = SHARES * seat.box.market.pars[0].price

    def rating(bid: BidFor) -> tuple[bool, int]:
        return seat.cash - bid.price >= capital, surplus(seat, bid.brewery, bid.price)

    return max(seat.of_kind(BidFor), key=rating)


def surplus(seat: DortmundSeat, brewery: str, price: int) -> int:
    """What a brewery brings beyond its price."""
    about = seat.box.breweries[brewery]
    return ROUNDS * about.income + CUBE * about.cubes + MARKERS.get(about.marker, 0) - price


def take_card(seat: DortmundSeat) -> Action:
    """The first action is worth more than the Investor's railway, which changes hands anyway."""
    return next(card for card in seat.of_kind(TakeCard) if card.card == "first-action")


def hand_over(seat: DortmundSeat) -> Action:
    """Nothing is offered for the card of the Investor's railway; money offered by the other is taken."""
    offers = seat.of_kind(OfferForCard)
    if offers:
        return offers[0].at(0)
    return seat.of_kind(Agree)[0]
