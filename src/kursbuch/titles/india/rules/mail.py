"""The mail: one train of a company earns the two ends of its route once more, for the treasury (1853 §4.6.6)."""

from __future__ import annotations

from math import gcd
from typing import TYPE_CHECKING

from kursbuch.rail.routes import Extras, Offer

if TYPE_CHECKING:
    from kursbuch.titles.india.rules.state import StateIndia


def mail_extras(s: StateIndia, company: str) -> Extras | None:
    """What mail adds to a route: it depends on the two ends only, and there is one mail contract a turn."""
    values = [s.board.stop(place).value for place in s.board.tracks.graph.places]

    def mail(train: int, stops: tuple[int, ...]) -> tuple[Offer, ...]:
        return (Offer(values[stops[0]] + values[stops[-1]], (1,)),)

    worth: dict[int, int] = {}  # for each value the stops that have it
    for n, value in enumerate(values):
        worth[value] = worth.get(value, 0) | 1 << n
    dearest = sorted(worth.items(), reverse=True)

    def hope(train: int, one: int, other: int, stops: int) -> int:
        total = 0
        for ends in (one, other):
            for value, stops_worth_it in dearest:
                if stops_worth_it & ends:
                    total += value
                    break
        return total

    return Extras(
        mail,
        at_most=2 * max(values, default=0),
        supplies=(1,),
        unit=gcd(*values) or 1,
        hope=hope,
        ends=tuple(values),
        at_end=tuple(values),
    )


def mail_of(s: StateIndia, way: tuple[str, ...]) -> int:
    """What mail on a declared way earns."""
    total = 0
    for word in (way[0], way[-1]):
        hex, _, stop = word.partition(".")
        total += s.board.stop((hex, int(stop))).value
    return total
