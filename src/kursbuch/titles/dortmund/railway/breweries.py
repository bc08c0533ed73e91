"""Private breweries in play: returns, markers, cards turned over (18DO §4.3.1)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from kursbuch.core import BANK, Refusal, Step, refuse
from kursbuch.rail.paper.holdings import president
from kursbuch.rail.rounds import StockFrame, TurnFrame
from kursbuch.rail.state import OUT
from kursbuch.titles.dortmund.railway.actions import Assign, Flip
from kursbuch.titles.dortmund.railway.state import ON_CARD, State18DO

CLOSING = "6"  # the phase that turns all cards over


def brewery_of(s: State18DO, player: str) -> str:
    """The private brewery of a player; "" before the starting round is over."""
    return next((id for id, owner in s.breweries.items() if owner == player), "")


def marker_at(s: State18DO, company: str, kind: str) -> str:
    """The brewery whose marker of this kind lies on a railway's charter; "" if there is none."""
    for id, place in s.markers.items():
        if place == company and s.box.breweries[id].marker == kind:
            return id
    return ""


def pay_returns(s: State18DO) -> None:
    """At the start of an operating round cards not turned over pay their owners (18DO-4.3.1-1, 18DO-4.3.1-5)."""
    for id, owner in s.breweries.items():
        if owner and id not in s.flipped:
            s.transfer(BANK, owner, s.box.breweries[id].income, "brewery")


def turn_over(s: State18DO, brewery: str) -> None:
    """The return ends; the beer lies on the back from now on (18DO-4.3.1-5, 18DO-4.3.1.2-3)."""
    if brewery not in s.flipped:
        s.flipped |= {brewery}
        s.note("turns-over", brewery=brewery)


def turn_all_over(s: State18DO) -> None:
    """The first 6 turns every card; markers not assigned are lost (18DO-4.3.1-9, 18DO-4.3.1-14)."""
    for id in s.breweries:
        turn_over(s, id)
        if s.markers.get(id) == ON_CARD:
            remove_marker(s, id)


def remove_marker(s: State18DO, brewery: str) -> None:
    s.markers[brewery] = OUT
    s.note("marker-gone", brewery=brewery)


def usable_beer(s: State18DO, player: str) -> int:
    """The cubes on the back of a player's card (18DO-4.3.1.2-5, 18DO-4.5.5.1-5)."""
    brewery = brewery_of(s, player)
    return s.cubes[brewery] if brewery in s.flipped else 0


def gain_beer(s: State18DO, player: str, cubes: int) -> None:
    """Cubes go from the supply to the player's card, as long as there are any (18DO-4.5.4.3-1, 18DO-4.5.4.3-2)."""
    brewery = brewery_of(s, player)
    cubes = min(cubes, s.stock_of_beer)
    if brewery and cubes:
        s.stock_of_beer -= cubes
        s.cubes[brewery] += cubes
        s.note("beer", brewery=brewery, cubes=cubes)


def has_the_turn(s: State18DO, owner: str) -> bool:
    """Whether it is the turn of a brewery's owner: in a stock round, or as director of the railway on turn
    (18DO-4.3.1-11). In the turn of the Investor's railway its manager acts with the Investor's brewery, not with the
    own one.
    """
    for frame in reversed(s.stack):
        if isinstance(frame, TurnFrame):
            return president(s, frame.company) == owner != ""
        if isinstance(frame, StockFrame):
            return frame.player == owner != ""
    return False


def usable(s: State18DO, player: str) -> bool:
    """Whether a brewery marker could be assigned or a card turned over now."""
    steps: tuple[Step[State18DO, Any], ...] = (AssignMarker(), TurnCard())
    return any(step.possible(s, player) for step in steps)


@dataclass(frozen=True)
class AssignMarker(Step[State18DO, Assign]):
    """The owner assigns the brewery marker to a railway he directs, at any time in his turn; the card is turned."""

    action = Assign

    def candidates(self, s: State18DO, player: str) -> Iterable[Assign]:
        for id, place in s.markers.items():
            if place == ON_CARD and has_the_turn(s, s.breweries[id]):
                for company in s.founded:
                    if president(s, company) == s.breweries[id]:
                        yield Assign(player, id, company)

    def why_not(self, s: State18DO, player: str, action: Assign) -> Refusal | None:
        owner = s.breweries.get(action.marker, "")
        if action.actor != player or not has_the_turn(s, owner):
            return refuse("18DO-4.3.1-11", "Markers are assigned by the brewery's owner in the own turn.")
        if s.markers.get(action.marker) != ON_CARD:
            return refuse(
                "18DO-4.3.1-10", "Brewery {brewery} has no marker to assign.", brewery=action.marker
            )
        if action.company not in s.founded or president(s, action.company) != owner:
            return refuse(
                "18DO-4.3.1-12", "{player} does not direct {company}.", player=owner, company=action.company
            )
        return None

    def apply(self, s: State18DO, player: str, action: Assign) -> None:
        s.markers[action.marker] = action.company
        s.note("assigns", player=player, marker=action.marker, company=action.company)
        turn_over(s, action.marker)


@dataclass(frozen=True)
class TurnCard(Step[State18DO, Flip]):
    """The owner of the brewery without a marker turns its card to use the beer on it."""

    action = Flip

    def candidates(self, s: State18DO, player: str) -> Iterable[Flip]:
        for id, owner in s.breweries.items():
            if has_the_turn(s, owner) and id not in s.flipped and not s.box.breweries[id].marker:
                yield Flip(player, id)

    def why_not(self, s: State18DO, player: str, action: Flip) -> Refusal | None:
        if action.actor != player or not has_the_turn(s, s.breweries.get(action.brewery, "")):
            return refuse("18DO-4.3.1-7", "Only the owner turns the card of a brewery over, in the own turn.")
        if action.brewery in s.flipped:
            return refuse("18DO-4.3.1-5", "The card of this brewery lies on its back already.")
        if s.box.breweries[action.brewery].marker:
            return refuse("18DO-4.3.1-8", "With the card its marker must be assigned to a railway.")
        return None

    def apply(self, s: State18DO, player: str, action: Flip) -> None:
        turn_over(s, action.brewery)
