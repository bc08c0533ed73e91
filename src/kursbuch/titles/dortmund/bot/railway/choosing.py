"""The house bot in the Railway Game of 18DO: each kind of decision goes to the file that knows about it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random

from kursbuch.bots.bot import View
from kursbuch.bots.character import STEADY, Character
from kursbuch.bots.railway import choosing as rail
from kursbuch.core import Action
from kursbuch.rail.actions import Issue, Lay, Redeem, Station
from kursbuch.titles.dortmund.bot.railway import beer, investor, links, money, start, stock
from kursbuch.titles.dortmund.bot.railway import build as building
from kursbuch.titles.dortmund.bot.railway.seat import LORE, DortmundSeat
from kursbuch.titles.dortmund.railway.actions import Assign, Connect, Flip


def choose(view: View, legal: Sequence[Action], rng: Random, *, character: Character = STEADY) -> Action:
    """A decision in the Railway Game."""
    seat = DortmundSeat(view, legal, rng, LORE, character)
    if len(seat.legal) == 1 and seat.legal[0].span is None:
        return seat.legal[0]
    return _STAGES.get(seat.stage, rail.choose)(seat)


def _turn(seat: DortmundSeat) -> Action:
    """A step in a railway's turn."""
    card = beer.turn_card(seat)
    if card is not None:
        return card
    seat.drop(Assign, Flip)
    company = seat.legal[0].actor
    if beer.runs_of(seat):
        return beer.run(seat)
    if company in seat.companies and seat.is_guest(company):
        return investor.choose(seat, company)
    paper = money.sell_own(seat)
    if paper is not None:
        return paper
    seat.drop(Issue, Redeem)
    return build(seat)


def build(seat: DortmundSeat) -> Action:
    """Track, stations and links; whatever else a turn asks for."""
    for kind, decide in _BUILDING:
        if seat.of_kind(kind):
            return decide(seat)
    return rail.choose(seat)


_BUILDING: tuple[tuple[type[Action], Callable[[DortmundSeat], Action]], ...] = (
    (Lay, building.track),
    (Station, building.station),
    (Connect, links.choose),
)


_STAGES: Mapping[str, Callable[[DortmundSeat], Action]] = {
    "starting": start.bid,
    "cards": start.take_card,
    "handover": start.hand_over,
    "stock": stock.choose,
    "turn": _turn,
}
