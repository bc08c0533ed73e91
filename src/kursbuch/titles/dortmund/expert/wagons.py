"""Beer wagons (Thermowaggons) of railways and of breweries (18DO §7.1.3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from kursbuch.core import Refusal, Step, refuse
from kursbuch.core.record import replace
from kursbuch.rail.box import kind_of_card
from kursbuch.rail.rounds import did, turn_of
from kursbuch.rail.rounds.deeds import Deed
from kursbuch.rail.trains.depot import trains_of
from kursbuch.titles.dortmund.beer.loading import EXPORTERS
from kursbuch.titles.dortmund.beer.parts import Kettle
from kursbuch.titles.dortmund.beer.rules import given_up
from kursbuch.titles.dortmund.beer.state import kettle_types, kettles_of
from kursbuch.titles.dortmund.expert.actions import MoveWagon
from kursbuch.titles.dortmund.expert.parts import THERMO
from kursbuch.titles.dortmund.expert.state import ExpertState, wagon_places, working_wagons, works

CHARTER = "charter"  # where a wagon is that lies on no train
MOVED = "wagon"  # what a turn remembers of a wagon: to which train it was put


def squares(s: ExpertState, card: str) -> int:
    """How many cubes a train carries: what its card shows, and one for each wagon on it (18DO-7.1.3-8)."""
    printed = s.box.carries[kind_of_card(card)]
    if not works(s, s.box.small[THERMO].colour):
        return printed
    return printed + sum(wagon_places(s, railway).count(card) for railway in s.wagons)


def settle_loads(s: ExpertState, railway: str) -> None:
    """Beer for which a train has no room any more goes back to the stock."""
    for card in trains_of(s, railway):
        settle_load(s, card)


def settle_load(s: ExpertState, card: str) -> None:
    """The wagon stays with the railway that sells a train, and its cube does not travel on."""
    surplus = s.loaded.get(card, 0) - squares(s, card)
    if surplus > 0:
        _put(s, card, -surplus)
        s.beer = s.beer.with_stock(surplus)
        s.note("unloads", train=kind_of_card(card), cubes=surplus)


def wagons_stay(s: ExpertState, railway: str, card: str) -> None:
    """A train has left its railway. Of trains just alike it is one with fewest wagons that goes, since wagons stay
    (18DO-7.1.3-11): so they lie on the one that is left.
    """
    places, kind, cubes = s.wagons.get(railway, ()), kind_of_card(card), s.loaded.get(card, 0)
    alike = [c for c in trains_of(s, railway) if kind_of_card(c) == kind and s.loaded.get(c, 0) == cubes]
    left = min(alike, key=places.count, default=card)
    if places.count(left) < places.count(card):
        s.wagons[railway] = tuple({card: left, left: card}.get(place, place) for place in places)


def train_handed(s: ExpertState, card: str) -> None:
    """A train has been sold to another railway."""
    for railway, places in list(s.wagons.items()):
        if card in places and card not in trains_of(s, railway):
            wagons_stay(s, railway, card)
    settle_load(s, card)


def train_given(s: ExpertState, railway: str, card: str) -> None:
    """A train over the limit has gone to the pool."""
    wagons_stay(s, railway, card)
    given_up(s, railway, card)


def _put(s: ExpertState, card: str, cubes: int) -> None:
    """So many cubes more (or fewer) on a train; an empty one has no entry."""
    s.loaded[card] = s.loaded.get(card, 0) + cubes
    if not s.loaded[card]:
        del s.loaded[card]


@dataclass(frozen=True)
class ShiftWagon(Step[ExpertState, MoveWagon]):
    """In its turn a railway may put each wagon on another of its trains; a cube on it goes along (18DO-7.1.3-11)."""

    action = MoveWagon

    def candidates(self, s: ExpertState, player: str) -> Iterator[MoveWagon]:
        railway = turn_of(s).company
        for place in dict.fromkeys(wagon_places(s, railway)):
            for card in trains_of(s, railway):
                if card != place:
                    yield MoveWagon(railway, place or CHARTER, card)

    def why_not(self, s: ExpertState, player: str, action: MoveWagon) -> Refusal | None:
        railway = turn_of(s).company
        places = wagon_places(s, railway)
        if action.actor != railway:
            return refuse("turn.other-company", "It is {company}'s turn.", company=railway)
        if _place(action) not in places:
            return refuse("18DO-7.1.3-8", "{company} has no wagon there.", company=railway)
        if action.train not in trains_of(s, railway) or action.train == action.source:
            return refuse("18DO-7.1.3-8", "A wagon goes on another train of {company}.", company=railway)
        if places.count(_place(action)) <= _moved_to(s, railway, _place(action)):
            return refuse("18DO-7.1.3-11", "{company} has moved its wagons.", company=railway)
        return None

    def apply(self, s: ExpertState, player: str, action: MoveWagon) -> None:
        railway, source = action.actor, _place(action)
        places = wagon_places(s, railway)
        places[places.index(source)] = action.train
        s.wagons[railway] = tuple(places)
        s.note("moves-wagon", company=railway, train=kind_of_card(action.train))
        surplus = s.loaded.get(source, 0) - squares(s, source) if source else 0
        if surplus > 0:
            _put(s, source, -surplus)
            _put(s, action.train, surplus)
        did(s, Deed(MOVED, action.train))


def _moved_to(s: ExpertState, railway: str, place: str) -> int:
    """How many of the wagons in a place were put there in this turn: each is moved once in a railway round."""
    cards = trains_of(s, railway)
    moved = [deed.of if deed.of in cards else "" for deed in turn_of(s).done if deed.what == MOVED]
    return moved.count(place)


def _place(action: MoveWagon) -> str:
    return "" if action.source == CHARTER else action.source


def wagons_at_work(s: ExpertState, brewery: str) -> int:
    """With how many wagons a brewery can load more: none without a kettle for export (18DO-6.5.2.4-7)."""
    return working_wagons(s, brewery) if EXPORTERS & set(kettle_types(s, brewery)) else 0


def with_wagons(kettles: Sequence[Kettle], wagons: int) -> tuple[Kettle, ...]:
    """Each wagon lets one more cube be loaded, of the lowest kettle that has one without a red arrow: it is worth the
    least in Dortmund (18DO-7.1.3-6). The highest kettle comes first.

    >>> with_wagons([Kettle(6, 4, 2), Kettle(5, 4, 1)], 1)
    (Kettle(type=6, cubes=4, export=2), Kettle(type=5, cubes=4, export=2))
    """
    out = list(kettles)
    for _ in range(wagons):
        spare = [n for n, kettle in enumerate(out) if kettle.export < kettle.cubes]
        if spare:
            lowest = out[spare[-1]]
            out[spare[-1]] = replace(lowest, export=lowest.export + 1)
    return tuple(out)


def kettles_at_work(s: ExpertState, brewery: str) -> tuple[Kettle, ...]:
    """What a brewery works with, its wagons included."""
    kettles = [s.box.kettle(card) for card in kettles_of(s, brewery)]
    return with_wagons(kettles, wagons_at_work(s, brewery))


def arrangements(s: ExpertState, brewery: str) -> Iterator[tuple[Kettle, ...]]:
    """All ways in which its wagons can help its kettles, for each is free to help any (18DO-7.1.3-6)."""
    kettles = [s.box.kettle(card) for card in kettles_of(s, brewery)]
    spare = [range(kettle.cubes - kettle.export + 1) for kettle in kettles]
    wagons = min(wagons_at_work(s, brewery), sum(kettle.cubes - kettle.export for kettle in kettles))
    for helped in product(*spare):
        if sum(helped) == wagons:
            yield tuple(
                replace(kettle, export=kettle.export + n) for kettle, n in zip(kettles, helped, strict=True)
            )
