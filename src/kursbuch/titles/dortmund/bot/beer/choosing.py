"""The house bot in the beer game of 18DO: each kind of decision goes to the file that knows about it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random

from kursbuch.bots.bot import View
from kursbuch.bots.character import STEADY, Character
from kursbuch.bots.railway import choosing as rail
from kursbuch.core import Action
from kursbuch.rail.actions import Sell
from kursbuch.titles.dortmund.beer.actions import KeepPlace, PlaceShares, TakePlace
from kursbuch.titles.dortmund.bot.beer import brew, start, stock
from kursbuch.titles.dortmund.bot.beer import rail as railways
from kursbuch.titles.dortmund.bot.beer.seat import LORE, BeerSeat
from kursbuch.titles.dortmund.railway.actions import TakeCard


def choose(view: View, legal: Sequence[Action], rng: Random, *, character: Character = STEADY) -> Action:
    """A decision in the beer game."""
    seat = BeerSeat(view, legal, rng, LORE, character)
    if len(seat.legal) == 1 and seat.legal[0].span is None:
        return seat.legal[0]
    return decide(seat)


def decide(seat: BeerSeat) -> Action:
    """By the stage that the game is in."""
    if seat.stage in _STAGES:
        return _STAGES[seat.stage](seat)
    if seat.of_kind(Sell):
        return stock.raise_money(seat)
    return rail.choose(seat)


def _card(seat: BeerSeat) -> Action:
    """Of the Investor's cards that of the railway: its track helps mine."""
    return next(card for card in seat.of_kind(TakeCard) if card.card == "investors-railway")


def _place(seat: BeerSeat) -> Action:
    """Further to the left is better: who delivers first finds the best customers."""
    offer = seat.of_kind(TakePlace)[0]
    now = seat.position["corporations"][offer.actor]["place"]
    return offer if offer.place < now else seat.of_kind(KeepPlace)[0]


def _float(seat: BeerSeat) -> Action:
    """A young company can use all the money it gets at a price that stays."""
    return max(seat.of_kind(PlaceShares), key=lambda offer: offer.percent)


_STAGES: Mapping[str, Callable[[BeerSeat], Action]] = {
    "starting": start.bid,
    "cards": _card,
    "stock": stock.choose,
    "turn": railways.choose,
    "brewery-turn": brew.choose,
    "loading": railways.answer_loading,
    "loaded-trade": railways.answer_loaded,
    "kettles": brew.give_up,
    "place": _place,
    "floating": _float,
}
