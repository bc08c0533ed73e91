"""Investment cards leave the display, by whatever hand: phases, demand, export beer (18DO §5.4.4, §6.2.1)."""

from __future__ import annotations

from kursbuch.core.record import replace
from kursbuch.rail.box import kind_of_card
from kursbuch.rail.state import DEPOT, OUT
from kursbuch.rail.steps.discard import push_discards
from kursbuch.rail.trains.depot import leaves_depot, trains_of
from kursbuch.titles.dortmund.beer.demand import NEW, REGULAR
from kursbuch.titles.dortmund.beer.kettle_discards import push_kettle_discards
from kursbuch.titles.dortmund.beer.refill import borrow
from kursbuch.titles.dortmund.beer.state import BeerState, unload
from kursbuch.titles.dortmund.railway import events


def card_taken(s: BeerState, card: str) -> None:
    """A card leaves the display, after its taker has put it where it belongs (18DO-6.2.1-6)."""
    s.trains[DEPOT] = tuple(c for c in trains_of(s, DEPOT) if c != card)
    if leaves_depot(s, card):
        phase_begins(s)
        push_discards(s, "discards")


def phase_begins(s: BeerState) -> None:
    """What a new phase sets off beside what the kernel does (18DO-5.2.2-1)."""
    events.phase_begins(s)
    for segment in sorted(s.beer.unopened):
        if s.box.phase_number[s.box.segments[segment].opens_with] <= s.phase_number:
            s.beer = s.beer.opened(segment)
            s.note("segment-opens", segment=segment)
    if "grey" in s.phase.colours and s.beer.export:  # 18DO-5.1.3-5
        s.note("export-opens", cubes=s.beer.export)
        s.beer = replace(s.beer, export=0, stock=s.beer.stock + s.beer.export)
    for card in trains_of(s, OUT):
        unload(s, card)
    push_kettle_discards(s)


# -- links (18DO §6.5.1) ----------------------------------------------------------------------------


def next_for_link(s: BeerState) -> str:
    """The card that a link would take; "" once only those for the export market are left (18DO-6.5.1-8)."""
    return next((card for card in trains_of(s, DEPOT) if kind_of_card(card) in s.box.link_cubes), "")


def link_made(s: BeerState) -> None:
    """The next card leaves the game, and its cubes become demand (18DO-6.5.1-3, 18DO-6.5.1-5)."""
    card = next_for_link(s)
    if not card:
        return  # 18DO-6.5.1-9
    kind = kind_of_card(card)
    s.note("card-used", card=kind)
    s.trains[OUT] = (*trains_of(s, OUT), card)
    card_taken(s, card)
    segment = s.box.kettles[kind].type
    for customers, cubes in zip((REGULAR, NEW), s.box.link_cubes[kind], strict=True):
        if customers == NEW and segment in s.beer.marked:
            continue  # a marker "No Demand" lies on the orange box (18DO-6.5.1-6)
        s.beer, found = borrow(s.beer, segment, cubes)
        if found:
            s.beer = s.beer.with_demand(segment, customers, found)
            s.note("demand", segment=segment, customers=customers, cubes=found)
