"""What stops are worth in 18DO: links, freight yards, beer; and which blocked places trains still pass."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Protocol

from kursbuch.rail.board import Board, Place
from kursbuch.rail.routes.counting import Counting
from kursbuch.titles.dortmund.railway import beer
from kursbuch.titles.dortmund.railway.parts import DortmundBox
from kursbuch.titles.dortmund.railway.state import State18DO


class Linked(Protocol):
    """A position of any game of 18DO: mines and mills have links in all of them."""

    @property
    def box(self) -> DortmundBox: ...
    @property
    def board(self) -> Board: ...
    @property
    def links(self) -> Mapping[str, int]: ...


def more(s: Linked, company: str, place: Place) -> int:
    """A link adds its value for everybody (18DO-4.5.4-2); a yard pays those who have a marker there 10 for each
    marker (18DO-4.5.6.1-5, 18DO-4.5.6.1-6).
    """
    hex = place[0]
    if hex in s.box.yards:
        there = s.board.tokens.get(place, ())
        return s.box.yard_token * sum(map(bool, there)) if company in there else 0
    return s.links.get(hex, 0)


def passes(s: State18DO, company: str, place: Place) -> bool:
    """HHW's trains run through blocked steel mills (18DO-4.3.2.1-7)."""
    kind = s.box.charters[company].passes
    return bool(kind) and s.box.sites.get(place[0]) == kind


def depends(s: State18DO, company: str) -> Hashable:
    return frozenset(s.links.items()), beer.depends(s, company)


COUNTING = Counting(bar_hex_twice=True, more=more, passes=passes, extras=beer.offers, depends=depends)
