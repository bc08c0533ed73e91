"""Stations in Dortmund City: the space kept by marker B2, and half the price by marker 3 (18DO §4.5.3)."""

from __future__ import annotations

from collections.abc import Callable

from kursbuch.core import Refusal, refuse
from kursbuch.rail.board import Place
from kursbuch.rail.box import TokenKind
from kursbuch.rail.steps.station import token_for
from kursbuch.titles.dortmund.railway.breweries import marker_at, remove_marker
from kursbuch.titles.dortmund.railway.state import State18DO


def why_kept(s: State18DO, company: str, place: Place) -> Refusal | None:
    """The last free space waits for the railway with marker 2 (18DO-4.5.3-11)."""
    if place[0] != s.box.dortmund or not s.reserved or marker_at(s, company, "reserve"):
        return None
    if s.board.slots(place).count("") > 1:
        return None
    return refuse("18DO-4.5.3-11", "The last space of Dortmund City is kept by marker B2.")


def cost(s: State18DO, company: str, token: TokenKind, place: Place) -> int:
    """What the charter says; in Dortmund City half of it by marker 3."""
    halved = place[0] == s.box.dortmund and marker_at(s, company, "half price")
    return token.cost // 2 if halved else token.cost


def built(s: State18DO, company: str, token: TokenKind, place: Place) -> None:
    """Markers 2 and 3 are used up by a station in Dortmund City (18DO-4.3.1.1-2, 18DO-4.5.3-13)."""
    if place[0] != s.box.dortmund:
        return
    for kind in ("reserve", "half price"):
        if marker := marker_at(s, company, kind):
            remove_marker(s, marker)
            if kind == "reserve":
                s.reserved = False


def printed(s: State18DO, company: str, token: TokenKind, place: Place) -> int:
    """What the charter says."""
    return token.cost


def within(
    no_spending: Callable[[State18DO, str, int], Refusal | None],
    price: Callable[[State18DO, str, TokenKind, Place], int],
    kept: Callable[[State18DO, str, Place], Refusal | None] = lambda s, company, place: None,
) -> Callable[[State18DO, str, Place], Refusal | None]:
    """What bars a station, where a railway may have to keep its money together."""

    def barred(s: State18DO, company: str, place: Place) -> Refusal | None:
        token = token_for(s, company, place)
        assert token is not None
        return kept(s, company, place) or no_spending(s, company, price(s, company, token, place))

    return barred
