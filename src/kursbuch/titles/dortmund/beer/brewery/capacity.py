"""What a brewery can do with its kettles: which cubes it can deliver together, and what is left for trains.

A cube for a segment needs a unit (a blue cube) of a kettle of that type or a higher one; a cube for a train one with
a red arrow. Sets of cubes that find units together form a matroid. So every delivery that cannot be extended has
the same number of cubes, and taking the dearest cube that still fits, again and again, earns the most.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product

from kursbuch.titles.dortmund.beer.demand import BeerMarket, Boxes
from kursbuch.titles.dortmund.beer.parts import SEGMENTS, Kettle

TOP = SEGMENTS[-1]
Box = tuple[int, str]  # segment and customers
Units = tuple[int, ...]  # how many units reach just so far: segment 1 first


def exportable(kettles: Iterable[Kettle]) -> int:
    """How many units have a red arrow (18DO-6.5.2.4-1)."""
    return sum([kettle.export for kettle in kettles])


def units_of(kettles: Iterable[Kettle], for_export: int = 0) -> Units:
    """The units of some kettles without those used for export. These are the ones of the lowest kettles that have
    arrows: they are worth the least in Dortmund, so that no choice among them leaves more.

    >>> units_of([Kettle(5, 4, 1), Kettle(8, 4, 3)], for_export=2)
    (0, 0, 0, 0, 3, 3)
    """
    units = [0] * len(SEGMENTS)
    for kettle in sorted(kettles, key=lambda kettle: kettle.type):
        loaded = min(kettle.export, for_export)
        for_export -= loaded
        units[min(kettle.type, TOP) - 1] += kettle.cubes - loaded
    return tuple(units)


def spare(units: Units, delivered: Boxes, segment: int) -> int:
    """How many more cubes can go to a segment beside a delivery that fits.

    >>> units = units_of([Kettle(1, 2), Kettle(3, 3)])
    >>> [spare(units, (0, 1, 1, 0, 0, 0), segment) for segment in (1, 2, 3, 4)]
    [3, 1, 1, 0]
    """
    left, least = 0, 1 << 30
    for n in range(TOP - 1, -1, -1):  # what goes to a segment or above needs units that reach it
        left += units[n] - delivered[n]
        if n < segment and left < least:
            least = left
    return least


def fits(units: Units, delivered: Boxes) -> bool:
    """Whether all these cubes find units together."""
    left = 0
    for n in range(TOP - 1, -1, -1):
        left += units[n] - delivered[n]
        if left < 0:
            return False
    return True


def none_left_for(kettles: Sequence[Kettle], for_export: int, delivered: Boxes, segment: int) -> bool:
    """Whether the kettles can have been used in such an order that what is left over of them does not reach this
    segment, with so many units with a red arrow used for export.

    >>> small, big = Kettle(1, 2), Kettle(3, 3)
    >>> [none_left_for([small, big], 0, (cubes, 0, 0, 0, 0, 0), 3) for cubes in (2, 3)]
    [False, True]
    """
    for arrows in product(*[range(kettle.export + 1) for kettle in kettles]):
        if sum(arrows) == for_export:
            units = [0] * len(SEGMENTS)
            for kettle, used in zip(kettles, arrows, strict=True):
                units[min(kettle.type, TOP) - 1] += kettle.cubes - used
            idle = sum(units) - sum(delivered)
            for n in range(segment - 1):  # the lowest ones are missed least
                spared = min(units[n], idle)
                units[n] -= spared
                idle -= spared
            if not idle and fits(tuple(units), delivered):
                return True
    return False


def filled(market: BeerMarket, units: Units, delivered: Boxes, wishes: Iterable[Box]) -> dict[Box, int]:
    """A delivery that cannot be extended: as much as possible to each box, in the order of the wishes."""
    boxes: dict[Box, int] = {}
    done = list(delivered)
    for segment, customers in wishes:
        cubes = market.demand(segment, customers)
        if cubes:
            cubes = min(cubes, spare(units, tuple(done), segment))
            if cubes:
                boxes[segment, customers] = cubes
                done[segment - 1] += cubes
    return boxes


def plus(delivered: Boxes, boxes: dict[Box, int]) -> Boxes:
    """Cubes by segment, with those of a further delivery."""
    out = list(delivered)
    for (segment, _), cubes in boxes.items():
        out[segment - 1] += cubes
    return tuple(out)


def export_left(kettles: tuple[Kettle, ...], delivered: Boxes, loaded: int) -> int:
    """How many more cubes can be loaded on trains beside what is delivered and loaded (18DO-6.5.2.4-12)."""
    most = exportable(kettles)
    while most > loaded and not fits(units_of(kettles, most), delivered):
        most -= 1
    return max(0, most - loaded)
