"""What happens when an investment card leaves the display, in whatever way (18DO §5.4.4, §6.2.1)."""

from __future__ import annotations

from kursbuch.rail.box import kind_of_card
from kursbuch.rail.depot import leaves_depot
from kursbuch.titles.dortmund.hsb.state import BeerState


def card_taken(s: BeerState, card: str) -> None:
    """The first card of its type opens its segment and may begin a phase."""
    kind = kind_of_card(card)
    for n in sorted(s.beer.unopened):
        if s.box.segments[n].opens_with == kind:
            s.beer = s.beer.opened(n)
            s.note("segment-opens", segment=n)
    leaves_depot(s, card)
