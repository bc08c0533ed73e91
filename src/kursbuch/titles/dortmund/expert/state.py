"""What the Expert Game adds to a position, and who has which markers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kursbuch.core import Chance, Refusal, record, refuse
from kursbuch.rail.box import kind_of_card
from kursbuch.rail.paper.holdings import president
from kursbuch.rail.rounds.deeds import Deed
from kursbuch.rail.trains.depot import trains_of
from kursbuch.titles.dortmund.beer.state import BeerState, is_brewery, owner_of
from kursbuch.titles.dortmund.expert.parts import THERMO, ExpertBox

MARKER = Deed("marker")  # what a turn remembers of a small investment from the bank


@record()
@dataclass(frozen=True, slots=True)
class Shift:
    """What special events have brought about in the brewery's turn under way."""

    idle: str = ""  # the kettle, out of the game, that was laid aside and makes the next one cheaper (I)
    late: int = 0  # the segment that got a cube from a second shift (O)
    for_others: tuple[int, ...] = ()  # cubes brewed for others by segment (N)
    bottled: int = 0  # cubes of the kettle to which the bottling lines went
    bound: str = ""  # the railway that takes beer without being asked (P)


class ExpertState(BeerState):
    """Where the markers lie, and what has been done with them."""

    __slots__ = ("parked", "shift", "small", "specials", "used", "wagons")

    box: ExpertBox

    def __init__(self, players: Sequence[str], chance: Chance, box: ExpertBox) -> None:
        super().__init__(players, chance, box)
        self.small: dict[str, tuple[str, ...]] = {}  # company -> its small investments (KIM)
        # special event (SEM) -> brewery that holds it, "" on display
        self.specials = dict.fromkeys(box.specials, "")
        self.wagons: dict[str, tuple[str, ...]] = {}  # railway -> trains its beer wagons are on, or ""
        self.shift = Shift()
        self.used: frozenset[tuple[str, str]] = frozenset()  # brewery and event, in this brewery round
        self.parked: dict[str, tuple[str, int]] = {}  # brewery -> whose cube lies on its kettle (H)

    def return_markers(self, company: str) -> None:
        """The markers of a company go back to the display (18DO-7.1-18)."""
        self.small.pop(company, None)
        self.wagons.pop(company, None)
        for event, holder in self.specials.items():
            if holder == company:
                self.specials[event] = ""


def works(s: ExpertState, colour: str) -> bool:
    """Whether markers of this colour can be used yet (18DO-7.1-2, 18DO-7.2-1)."""
    return colour in s.phase.colours


def speaker(s: ExpertState, company: str) -> str:
    """Who decides for a company of either kind."""
    return owner_of(s, company) if is_brewery(s, company) else president(s, company)


# -- small investments -----------------------------------------------------------------------------


def small_of(s: ExpertState, company: str) -> tuple[str, ...]:
    return s.small.get(company, ())


def on_display(s: ExpertState, code: str) -> int:
    return s.box.small[code].count - sum(held.count(code) for held in s.small.values())


def give_small(s: ExpertState, company: str, code: str) -> None:
    """A company gets a marker; a railway lays its wagon on the charter first."""
    s.small[company] = tuple(sorted((*small_of(s, company), code)))
    if not is_brewery(s, company):
        s.wagons[company] = (*s.wagons.get(company, ()), "")


def take_small(s: ExpertState, company: str, code: str, place: str | None = None) -> None:
    """A company gives a marker up: a railway the wagon in a place, if none is named the one it misses least."""
    held = list(small_of(s, company))
    held.remove(code)
    s.small[company] = tuple(held)
    if not is_brewery(s, company):
        places = wagon_places(s, company)
        places.remove(wagons_to_give(s, company)[0] if place is None else place)
        s.wagons[company] = tuple(places)


def wagons_to_give(s: ExpertState, railway: str) -> list[str]:
    """The places of a railway's wagons, trains that are just alike once: first the one on no train, then those
    without a cube of beer.
    """
    places = sorted(wagon_places(s, railway))
    alike = {_alike(s, places, place): place for place in reversed(places)}
    return sorted(alike.values(), key=lambda place: (place != "", _bears_cube(s, places, place), place))


def _alike(s: ExpertState, places: list[str], place: str) -> tuple[str, int, int]:
    """What tells the trains of a railway apart: kind, beer and wagons."""
    return (kind_of_card(place), s.loaded.get(place, 0), places.count(place)) if place else ("", 0, 0)


def _bears_cube(s: ExpertState, places: list[str], place: str) -> bool:
    """Whether a train could not carry its beer with a wagon less on it."""
    room = s.box.carries[kind_of_card(place)] + places.count(place) - 1 if place else 0
    return s.loaded.get(place, 0) > room


def has_room(s: ExpertState, brewery: str) -> bool:
    return len(small_of(s, brewery)) < s.box.fields_of(brewery)


# -- beer wagons -----------------------------------------------------------------------------------


def wagon_places(s: ExpertState, railway: str) -> list[str]:
    """Where each wagon of a railway is: on a train of its own, or "" (18DO-7.1.3-11)."""
    cards = trains_of(s, railway)
    return [card if card in cards else "" for card in s.wagons.get(railway, ())]


def working_wagons(s: ExpertState, brewery: str) -> int:
    """The wagons with which a brewery can load more."""
    return small_of(s, brewery).count(THERMO) if works(s, s.box.small[THERMO].colour) else 0


# -- special events --------------------------------------------------------------------------------


def event_of(s: ExpertState, brewery: str) -> str:
    """The special event that a brewery holds; "" if none."""
    return next((code for code, holder in s.specials.items() if holder == brewery), "")


def can_use(s: ExpertState, brewery: str, code: str) -> bool:
    return s.specials[code] == brewery and works(s, s.box.specials[code].colour)


def why_no_use(s: ExpertState, brewery: str, code: str) -> Refusal | None:
    """Why a brewery cannot use an event now."""
    if s.specials[code] != brewery:
        return refuse("18DO-7.2-8", "{brewery} does not hold event {event}.", brewery=brewery, event=code)
    colour = s.box.specials[code].colour
    if not works(s, colour):
        return refuse(
            "18DO-7.2-12", "Event {event} works from the {colour} phase on.", event=code, colour=colour
        )
    return None


def use_up(s: ExpertState, brewery: str, code: str) -> None:
    """An event works once and goes back to the display (18DO-7.2-8)."""
    s.specials[code] = ""
    s.used |= {(brewery, code)}
    s.note("event-used", brewery=brewery, event=code)
