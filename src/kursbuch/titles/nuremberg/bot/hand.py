"""Take-overs: lines are handed over when what they cost is more than what they still bring."""

from __future__ import annotations

from kursbuch.core import Action
from kursbuch.titles.nuremberg.bot.table import Place, within_reach
from kursbuch.titles.nuremberg.bot.value import FEE, counted, later_loads, track_costs
from kursbuch.titles.nuremberg.rules.actions import HandOver, Pass
from kursbuch.titles.nuremberg.rules.state import Table
from kursbuch.titles.nuremberg.rules.takeover import price

LOOKED_AT = 40


def choose(place: Place) -> Action:
    """The line whose loss is the greatest relief, or none."""
    passes = place.of_kind(Pass)
    best: tuple[float, Action] = (held(place, None) + 0.1, passes[0] if passes else place.legal[0])
    offers = sorted(place.of_kind(HandOver), key=lambda offer: -len(offer.line))
    for offer in offers[:LOOKED_AT]:
        after = held(place, offer)
        if after > best[0]:
            best = (after, offer)
    return best[1]


def held(place: Place, offer: HandOver | None) -> float:
    """What my track promises after a take-over, in points."""
    s, me, rounds = place.s, place.me, place.rounds_left
    spent = 0.0
    if offer is not None:
        s = _handed_over(s, me, offer)
        spent = (FEE if rounds else 0.1) * price(s.box, len(offer.line) - 1)
    hopes = later_loads(s.box, counted(within_reach(s, me)), rounds) if rounds else 0.0
    return hopes - track_costs(s, me, len(s.links[me]), rounds) - spent


def _handed_over(s: Table, me: str, offer: HandOver) -> Table:
    """The position after a line has gone to its company."""
    later = s.copy()
    gone = frozenset(s.box.borders_along(offer.line))
    later.links[me] -= gone
    later.links[offer.company] |= gone
    for area in offer.line:
        if s.box.areas[area].station:
            later.colours[area] = tuple(sorted({*s.colours.get(area, ()), offer.company}))
    return later
