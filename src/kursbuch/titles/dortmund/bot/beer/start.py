"""The starting round of the beer game: a minor brewery for its beer, with enough money left for a railway."""

from __future__ import annotations

from kursbuch.core import Action
from kursbuch.titles.dortmund.bot.beer.seat import BeerSeat
from kursbuch.titles.dortmund.railway.actions import BidFor

ROUNDS = 6  # for which the first kettles are of use, more or less
CASH = 0.6  # what a mark of a brewery's starting capital is worth to its owner


def bid(seat: BeerSeat) -> Action:
    """The brewery that brings most beyond its price; the cheapest railway must still be within my means."""
    capital = seat.box.floats_at // 10 * seat.box.market.pars[0].price

    def rating(bid: BidFor) -> tuple[bool, float]:
        price = seat.box.minors[bid.brewery].price + bid.price
        return seat.cash - price >= capital, surplus(seat, bid.brewery) - bid.price

    return max(seat.of_kind(BidFor), key=rating)


def surplus(seat: BeerSeat, minor: str) -> float:
    """What a brewery brings its owner, the printed price aside: that comes back at the end."""
    about, segments = seat.box.minors[minor], seat.box.segments
    beer = 0.0
    for kind in about.kettles:
        kettle = seat.box.kettles[kind]
        beer += kettle.cubes * (segments[kettle.type].regular + segments[kettle.type].new) / 2
    tied = 0.35 * about.price  # money that earns no dividends meanwhile
    return ROUNDS * beer / 2 + CASH * about.capital - tied
