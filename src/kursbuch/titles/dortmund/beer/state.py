"""What Heat, Sweat & Beer adds to a position."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from kursbuch.core import Chance, State
from kursbuch.rail.box import kind_of_card
from kursbuch.rail.paper.holdings import president
from kursbuch.rail.state import OUT
from kursbuch.titles.dortmund.beer.demand import BeerMarket
from kursbuch.titles.dortmund.beer.parts import SEGMENTS, BeerBox
from kursbuch.titles.dortmund.railway.state import State18DO


class BeerState(State18DO):
    """Minor breweries, kettles, the beer market, beer on trains, the order of the breweries.

    Private breweries, their cubes and markers (fields of the Railway Game) stay empty.
    """

    __slots__ = (
        "beer",
        "bust",
        "kettles",
        "loaded",
        "lost",
        "minors",
        "order",
        "refounded",
        "set_number",
        "start_order",
        "traded",
    )

    box: BeerBox

    def __init__(self, players: Sequence[str], chance: Chance, box: BeerBox) -> None:
        super().__init__(players, chance, box)
        start = box.beer_start
        boxes = tuple(start.boxes[n - 1] if n <= len(start.boxes) else 0 for n in SEGMENTS)
        nothing = (0,) * len(SEGMENTS)
        closed = frozenset(n for n, segment in box.segments.items() if segment.opens_with)
        self.cash.update(dict.fromkeys(box.minors, 0))
        self.stock_of_beer = 0  # cubes lie on the beer market
        self.beer = BeerMarket(boxes, boxes, nothing, nothing, closed, frozenset(), start.export, start.stock)
        self.minors: dict[
            str, str
        ] = {}  # minor breweries in play -> owner, "" before the starting round is over
        self.kettles: dict[
            str, tuple[str, ...]
        ] = {}  # brewery, or OUT -> its investment cards, kettle side up
        self.loaded: dict[str, int] = {}  # train card -> cubes of export beer on it
        self.order: tuple[str, ...] = ()  # of the breweries, the first leftmost (Brauerei-Reihenfolge)
        self.traded: frozenset[str] = frozenset()  # corporations founded by trade-in in this stock round
        self.bust: dict[
            str, int
        ] = {}  # company that was bankrupt -> stock round from which it may be founded again
        self.lost: dict[str, int] = {}  # bankrupt railway -> stations that left the game with it
        self.start_order: tuple[str, ...] = tuple(
            players
        )  # of the starting round, then of the first stock round
        self.refounded: frozenset[str] = frozenset()  # brewery corporations with two certificates less
        self.set_number = 0  # which of the six operating rounds is being played or was the last

    def return_markers(self, company: str) -> None:
        """What a company that goes has beyond trains and kettles goes back to the display: here there is nothing."""

    def transfer(self, src: str, dst: str, amount: int, why: str) -> None:
        """Move money; the bank never breaks (18DO-6.6-2)."""
        State.transfer(self, src, dst, amount, why)


def is_brewery(s: BeerState, company: str) -> bool:
    return company in s.box.corporations or company in s.minors


def owner_of(s: BeerState, brewery: str) -> str:
    """Who decides for a brewery: the owner of a minor one, the director of a corporation (18DO-6.5-2)."""
    return s.minors[brewery] if brewery in s.minors else president(s, brewery)


def kettles_of(s: BeerState, brewery: str) -> tuple[str, ...]:
    """Its kettle cards, the highest type first."""
    return s.kettles.get(brewery, ())


def kettle_types(s: BeerState, brewery: str) -> tuple[int, ...]:
    return tuple(s.box.kettle(card).type for card in kettles_of(s, brewery))


def kettle_limit(s: BeerState, brewery: str) -> int:
    """The most kettle cards it may have; minor breweries have a limit of their own (18DO-6.5.2.2-6)."""
    minor, corporation = s.box.kettle_limits[s.phase.id]
    return corporation if brewery in s.box.corporations else minor


def add_kettle(s: BeerState, brewery: str, card: str) -> None:
    cards = (*kettles_of(s, brewery), card)
    s.kettles[brewery] = tuple(sorted(cards, key=lambda c: (-s.box.kettle(c).type, c)))


def scrap_kettle(s: BeerState, brewery: str, card: str) -> None:
    """A kettle that is given up leaves the game (18DO-6.5.2.2-8)."""
    s.kettles[brewery] = tuple(c for c in s.kettles[brewery] if c != card)
    s.kettles[OUT] = (*s.kettles.get(OUT, ()), card)
    s.note("kettle-scrapped", brewery=brewery, kettle=kind_of_card(card))


def least_of_type(s: BeerState, brewery: str, type: int) -> str:
    """The kettle of a type that a brewery parts with first: the one that makes least, a START card; "" if none."""
    cards = [card for card in kettles_of(s, brewery) if s.box.kettle(card).type == type]
    return min(
        cards, key=lambda card: (s.box.kettle(card).cubes, card not in s.box.start_cards, card), default=""
    )


def unload(s: BeerState, card: str) -> None:
    """The beer on a train goes back to the stock (18DO-6.5.1-15)."""
    if cubes := s.loaded.pop(card, 0):
        s.beer = s.beer.with_stock(cubes)
        s.note("unloads", train=kind_of_card(card), cubes=cubes)


# B: the position of a game with breweries, in the policies that tell the games apart
if TYPE_CHECKING:
    import typing_extensions as later

    B = later.TypeVar("B", bound=BeerState, contravariant=True, default=Any)
else:
    B = TypeVar("B", bound=BeerState, contravariant=True)
