"""Bids: what the influence in a box is worth for the round's plans, for as few cubes as possible."""

from __future__ import annotations

from kursbuch.bots.character import nearly_best
from kursbuch.core import Action
from kursbuch.titles.nuremberg.bot.table import Place
from kursbuch.titles.nuremberg.rules.actions import Bid
from kursbuch.titles.nuremberg.rules.box import COLOURS

WORTH = {"white": (1.0, 0.4), "brown": (2.4, 1.2), "red": (1.5, 0.7), "green": (1.5, 0.7)}  # of few, of many
FEW = {"white": 3, "brown": 6, "red": 4, "green": 4}
ALIKE = 0.25  # points between two bids that are nearly as good
DARE = 2.0  # by how much less of it a cube seems worth to one who ventures
CUBE = 0.75  # what a cube is worth for track and trains


def choose(place: Place) -> Action:
    """The bid with the best bargain; amounts are never more than needed."""
    offers = [(bargain(place, bid), bid) for bid in place.of_kind(Bid)]
    best = nearly_best(offers, ALIKE * place.character.whim, place.rng)
    return best.at(best.span.lo) if best.span else best


def box_value(place: Place, box: str, player: str = "") -> float:
    """What the markers of a box bring a player, me unless told: the first few points of a colour count most."""
    gains = dict(place.s.box.boxes[box].printed)
    drawn = place.s.drawn[box]
    gains[drawn] = gains.get(drawn, 0) + 1
    have = place.s.influence(player or place.me)
    total = 0.0
    for colour in COLOURS:
        first, more = WORTH[colour]
        for n in range(gains.get(colour, 0)):
            total += first if have[colour] + n < FEW[colour] else more
    return total


def bargain(place: Place, bid: Bid) -> float:
    least = bid.span.lo if bid.span else bid.cubes
    kept = max(
        (box_value(place, bid.box, other) for other in place.s.players if other != place.me), default=0.0
    )
    cube = CUBE * (1 - DARE * place.character.venture)
    return box_value(place, bid.box) + place.character.spite * kept - cube * least
