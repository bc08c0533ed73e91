"""Breweries and export beer: when a card is turned over, and how much beer a run takes."""

from __future__ import annotations

from kursbuch.core import Action
from kursbuch.rail.actions import Run
from kursbuch.rail.routes.running import best_of
from kursbuch.titles.dortmund.bot.railway.seat import DortmundSeat
from kursbuch.titles.dortmund.railway.actions import Assign, Carry, Flip

PATIENCE = 1.5  # rounds of returns that the first load must replace


def turn_card(seat: DortmundSeat) -> Action | None:
    """Assign my marker, or turn my card, if the beer that becomes free is worth more than the returns; else None."""
    cards: list[Assign | Flip] = [*seat.of_kind(Assign), *seat.of_kind(Flip)]
    mine = [card for card in cards if _brewery(card) == seat.brewery]
    runs = runs_of(seat)
    if not mine or not runs:
        return None
    company = runs[0].actor
    best: tuple[float, Action | None] = (PATIENCE * seat.breweries[seat.brewery]["income"], None)
    for card in mine:
        gain = _gain(seat, company, card) * seat.share(seat.me, company) / 100
        if gain > best[0]:
            best = (gain, card)
    return best[1] or _before_it_is_lost(seat, mine)


def _brewery(card: Assign | Flip) -> str:
    return card.marker if isinstance(card, Assign) else card.brewery


def _gain(seat: DortmundSeat, company: str, card: Assign | Flip) -> int:
    """What the railway would run for more with the card turned over."""
    after = seat.table.copy()
    after.flipped |= {seat.brewery}
    if isinstance(card, Assign):
        after.markers[card.marker] = card.company
    return best_of(after, company)[1] - best_of(seat.table, company)[1]


def _before_it_is_lost(seat: DortmundSeat, cards: list[Assign | Flip]) -> Action | None:
    """A marker for beer is assigned when the phase draws near that takes it away; to the railway I have most of."""
    if seat.returns_left > 1 or seat.breweries[seat.brewery]["marker"] not in ("premium", "capacity"):
        return None
    homes = [c for c in cards if isinstance(c, Assign) and seat.box.charters[c.company].beer]
    return max(homes, key=lambda card: seat.share(seat.me, card.company), default=None)


def run(seat: DortmundSeat) -> Action:
    """The best runs with all the beer they can carry: it is worth nothing at the end, and links bring more."""
    return runs_of(seat)[0]


def runs_of(seat: DortmundSeat) -> list[Carry | Run]:
    """The runs on the list, those with most beer first; none at other steps of a turn."""
    return [*seat.of_kind(Carry), *seat.of_kind(Run)]
