"""Bottling lines: more for every cube that one kettle delivers to Dortmund (18DO §7.1.2)."""

from __future__ import annotations

from collections.abc import Sequence

from kursbuch.core.record import replace
from kursbuch.titles.dortmund.beer.brewery.capacity import exportable, fits, units_of
from kursbuch.titles.dortmund.beer.brewery.turn import brewery_turn
from kursbuch.titles.dortmund.beer.demand import Boxes
from kursbuch.titles.dortmund.beer.parts import SEGMENTS, Kettle
from kursbuch.titles.dortmund.beer.state import kettles_of
from kursbuch.titles.dortmund.expert.parts import BOTTLING
from kursbuch.titles.dortmund.expert.state import ExpertState, small_of, works
from kursbuch.titles.dortmund.expert.wagons import wagons_at_work, with_wagons

NOTHING = (0,) * len(SEGMENTS)


def most_by_one(
    kettles: Sequence[Kettle],
    delivered: Boxes,
    loaded: int,
    late: int = 0,
    wagons: int = 0,
    for_others: Boxes = NOTHING,
) -> int:
    """The most cubes of a delivery that a single kettle can have made, the others having made the rest.

    A kettle best takes the cubes for the highest segments it reaches, which are the hardest for the others. The
    cube of a second shift (for segment `late`) is made by any kettle that reaches it, and each beer wagon helps any
    kettle to load one cube without a red arrow (18DO-7.1.3-6). What is brewed `for_others` takes up units, too.

    >>> most_by_one([Kettle(3, 3), Kettle(2, 2)], (0, 3, 1, 0, 0, 0), 0)
    3
    >>> most_by_one([Kettle(6, 4, 2), Kettle(5, 4, 1)], (0, 0, 0, 0, 4, 1), 3, wagons=1)
    4
    >>> most_by_one([Kettle(3, 3), Kettle(2, 2)], (0, 3, 0, 0, 0, 0), 0, for_others=(0, 0, 2, 0, 0, 0))
    2
    """
    best = 0
    for n, kettle in enumerate(kettles):
        others = [*kettles[:n], *kettles[n + 1 :]]
        for on_trains in range(min(kettle.cubes, kettle.export + wagons, loaded) + 1):
            rest = with_wagons(others, wagons - max(0, on_trains - kettle.export))
            if loaded - on_trains <= exportable(rest):
                units = units_of(rest, loaded - on_trains)
                made = _most(kettle, kettle.cubes - on_trains, units, delivered, for_others)
                best = max(best, made + (0 < late <= kettle.type) if made >= 0 else 0)
    return best


def _most(kettle: Kettle, capacity: int, others: Boxes, delivered: Boxes, for_others: Boxes) -> int:
    """The most that one kettle can have made of a delivery beside these units of other kettles, which do the rest; -1
    if they cannot. Of what is brewed for others it makes so much as well that they can.
    """
    for made in range(capacity, -1, -1):
        rest, left = _taken(kettle, delivered, made)
        for brewed in range(capacity - made + 1):
            more, _ = _taken(kettle, for_others, brewed)
            if fits(others, tuple(map(sum, zip(rest, more, strict=True)))):
                return made - left
    return -1


def _taken(kettle: Kettle, cubes: Boxes, most: int) -> tuple[Boxes, int]:
    """What is left of some cubes when a kettle makes so many of them, and of how many it was not asked."""
    rest, left = list(cubes), most
    for segment in range(min(kettle.type, len(rest)), 0, -1):
        taken = min(rest[segment - 1], left)
        rest[segment - 1] -= taken
        left -= taken
    return tuple(rest), left


def bottled_income(s: ExpertState, brewery: str) -> int:
    """All bottling lines go to the kettle that delivered most (18DO-7.1.2-1 to 18DO-7.1.2-4)."""
    markers = [s.box.small[code] for code in small_of(s, brewery)]
    each = sum(m.income for m in markers if m.kind == BOTTLING and works(s, m.colour))
    if not each:
        return 0
    cubes = bottled_cubes(s, brewery)
    s.shift = replace(s.shift, bottled=cubes)
    if cubes:
        s.note("bottled", brewery=brewery, cubes=cubes, each=each)
    return cubes * each


def bottled_cubes(s: ExpertState, brewery: str) -> int:
    """How many of the cubes delivered in this turn a single kettle of the brewery can have made."""
    turn = brewery_turn(s)
    kettles = [s.box.kettle(card) for card in kettles_of(s, brewery)]
    wagons, shift = wagons_at_work(s, brewery), s.shift
    return most_by_one(kettles, turn.delivered, turn.loaded, shift.late, wagons, shift.for_others or NOTHING)
