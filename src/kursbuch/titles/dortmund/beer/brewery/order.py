"""The order of the breweries for the next round (18DO §6.5.2.8)."""

from __future__ import annotations

from kursbuch.titles.dortmund.beer.state import BeerState, kettle_types

COMPARED = 2  # kettles: the highest, then the second-highest (18DO-6.5.2.8-1, 18DO-6.5.2.8-2)


def rank(types: tuple[int, ...]) -> tuple[int, ...]:
    """What a brewery is ranked by, from the types of its kettles, highest first. A kettle that is not there is
    below every other, so that a brewery without any comes last (18DO-6.5.2.8-4).

    >>> rank((3, 2, 1)), rank((3,)), rank(())
    ((3, 2), (3, 0), (0, 0))
    """
    return (*types, 0, 0)[:COMPARED]


def reorder(s: BeerState) -> None:
    """The best equipped comes first; those still tied keep their places (18DO-6.5.2.8-3)."""
    before = s.order
    s.order = tuple(sorted(before, key=lambda brewery: rank(kettle_types(s, brewery)), reverse=True))
    s.note("brewery-order", order=list(s.order), before=list(before))
