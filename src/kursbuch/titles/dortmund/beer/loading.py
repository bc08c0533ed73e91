"""Loading export beer on trains (18DO §6.5.2.4)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from kursbuch.core import Refusal, Step, refuse
from kursbuch.rail.box import kind_of_card
from kursbuch.rail.rounds import TurnStep, update_turn
from kursbuch.rail.steps.consent import Answer, AskedFrame
from kursbuch.rail.trains.depot import trains_of
from kursbuch.titles.dortmund.beer.brewery.actions import Load
from kursbuch.titles.dortmund.beer.brewery.capacity import export_left, exportable
from kursbuch.titles.dortmund.beer.brewery.turn import BreweryPolicies, brewery_turn, not_its_turn, possible
from kursbuch.titles.dortmund.beer.export_routes import can_export, with_beer
from kursbuch.titles.dortmund.beer.refill import take_for_export
from kursbuch.titles.dortmund.beer.state import BeerState, kettle_types

CONSENT = "loading"  # the stage in which a railway's director answers
EXPORTERS = frozenset({5, 6, 8})  # types of kettle that a brewery needs one of (18DO-6.5.2.4-7)


def free_squares(s: BeerState, policies: BreweryPolicies, card: str) -> int:
    return policies.squares(s, card) - s.loaded.get(card, 0)


def carriers(s: BeerState) -> list[str]:
    """The railways in operation that carry export beer."""
    return [railway for railway in s.box.railways if railway in s.floated and s.box.charters[railway].beer]


def loadable(s: BeerState, policies: BreweryPolicies) -> Iterator[tuple[str, str, int]]:
    """Railway, train and its free squares, for each train that could be loaded now."""
    for railway in carriers(s):
        for card in trains_of(s, railway):
            free = free_squares(s, policies, card)
            if free > 0 and can_export(s, railway, with_beer(s, railway, card)):
                yield railway, card, free


def room_on(s: BeerState, policies: BreweryPolicies, railway: str) -> int:
    """How many cubes its trains can take together: all that have beer on board run side by side."""
    free = {card: free_squares(s, policies, card) for card in trains_of(s, railway)}
    empty = [card for card, squares in free.items() if squares > 0]
    groups = [group for count in range(1, len(empty) + 1) for group in combinations(empty, count)]
    rooms = [
        sum(free[card] for card in g) for g in groups if can_export(s, railway, with_beer(s, railway, *g))
    ]
    return max(rooms, default=0)


def worth_keeping(s: BeerState, policies: BreweryPolicies, most: int) -> int:
    """How many of the cubes that could be exported there is room for on trains."""
    room = 0
    for railway in carriers(s):
        room += room_on(s, policies, railway)
        if room >= most:
            return most
    return room


@dataclass(frozen=True)
class LoadTrains(TurnStep):
    """Load cubes on trains with free squares, with the word of the railway's director."""

    policies: BreweryPolicies
    action = Load

    def also(self) -> tuple[Step[BeerState, Load], ...]:
        return self.policies.loadings

    def left(self, s: BeerState, brewery: str) -> int:
        """How many cubes the brewery can still load."""
        turn = brewery_turn(s)
        return export_left(self.policies.working(s, brewery), turn.delivered, turn.loaded)

    def idle(self, s: BeerState, brewery: str) -> bool:
        if not self.left(s, brewery):
            return True
        return not possible(s, [self, *self.also()])

    def candidates(self, s: BeerState, player: str) -> Iterator[Load]:
        brewery = brewery_turn(s).company
        left = self.left(s, brewery)
        alike = set()
        for railway, card, free in loadable(s, self.policies) if left else ():
            train = (railway, kind_of_card(card), free, s.loaded.get(card, 0))
            if train not in alike:  # of equal trains the first will do
                alike.add(train)
                for cubes in range(min(free, left), 0, -1):
                    yield Load(brewery, cubes, card, railway)

    def why_not(self, s: BeerState, player: str, action: Load) -> Refusal | None:
        if refusal := not_its_turn(s, action.actor):
            return refusal
        return (
            self.why_no_capacity(s, action)
            or self.why_no_train(s, action)
            or self.why_no_cubes(s, action)
            or self.why_declined(s, action)
        )

    def why_no_capacity(self, s: BeerState, action: Load) -> Refusal | None:
        if action.cubes < 1:
            return refuse("18DO-6.5.2.4-4", "At least one cube is loaded.")
        if not EXPORTERS & set(kettle_types(s, action.actor)):
            return refuse("18DO-6.5.2.4-7", "{brewery} has no kettle that can export.", brewery=action.actor)
        left = self.left(s, action.actor)
        if action.cubes > left:
            turn = brewery_turn(s)
            arrows = exportable(self.policies.working(s, action.actor)) - turn.loaded
            rule = "18DO-6.5.2.4-2" if action.cubes > arrows else "18DO-6.5.2.4-12"
            return refuse(rule, "{brewery} can export {left} more.", brewery=action.actor, left=left)
        return None

    def why_no_train(self, s: BeerState, action: Load) -> Refusal | None:
        railway, card = action.railway, action.train
        if railway not in s.box.charters or card not in trains_of(s, railway):
            return refuse("18DO-6.5.2.4-4", "{railway} has no train {train}.", railway=railway, train=card)
        if not s.box.charters[railway].beer:
            return refuse("18DO-4.3.2.1-6", "{company} carries no export beer.", company=railway)
        free = free_squares(s, self.policies, card)
        if action.cubes > free:
            return refuse("18DO-6.5.2.4-5", "Train {train} has room for {free}.", train=card, free=free)
        if not can_export(s, railway, with_beer(s, railway, card)):
            return refuse("18DO-6.5.2.4-8", "{railway} has no export route for this train.", railway=railway)
        return None

    def why_no_cubes(self, s: BeerState, action: Load) -> Refusal | None:
        _, found = take_for_export(s.beer, s.box.segments, action.cubes)
        if found < action.cubes:
            return refuse("18DO-6.5.2.4-6", "Only {found} cubes are left.", found=found)
        return None

    def why_declined(self, s: BeerState, action: Load) -> Refusal | None:
        """A director who has declined is not asked again for as much, nor with a train that is just alike."""
        if self.policies.unasked(s, action.actor, action.railway):
            return None
        for railway, card, cubes in brewery_turn(s).declined:
            if railway == action.railway and action.cubes >= cubes and self._alike(s, card, action.train):
                return refuse("18DO-6.5.2.4-9", "{railway} has declined as much.", railway=railway)
        return None

    def _alike(self, s: BeerState, card: str, other: str) -> bool:
        """Whether it is all the same which of two trains is loaded."""
        if kind_of_card(card) != kind_of_card(other) or s.loaded.get(card) != s.loaded.get(other):
            return False
        return free_squares(s, self.policies, card) == free_squares(s, self.policies, other)

    def apply(self, s: BeerState, player: str, action: Load) -> None:
        director = self.policies.answers(s, action.railway)
        own = director == self.policies.decides(s, action.actor)
        if own or self.policies.unasked(s, action.actor, action.railway):
            load(s, action)
            return
        s.note(
            "asks-to-load",
            brewery=action.actor,
            player=director,
            cubes=action.cubes,
            train=kind_of_card(action.train),
            railway=action.railway,
        )
        s.push(AskedFrame(CONSENT, director, action))


def load(s: BeerState, action: Load) -> None:
    """The cubes go on the train, and the brewery earns at once (18DO-6.5.2.5-2)."""
    stock = s.beer.stock
    s.beer, found = take_for_export(s.beer, s.box.segments, action.cubes)
    assert found == action.cubes
    s.loaded[action.train] = s.loaded.get(action.train, 0) + found
    income = found * s.box.export_income
    s.note(
        "loads",
        brewery=action.actor,
        cubes=found,
        train=kind_of_card(action.train),
        railway=action.railway,
        from_demand=max(0, found - stock),
        income=income,
    )
    turn = brewery_turn(s)
    update_turn(s, loaded=turn.loaded + found, income=turn.income + income)


class LoadingConsent(Answer[AskedFrame]):
    """The director of the railway agrees or declines (18DO-6.5.2.4-9)."""

    def __init__(self) -> None:
        super().__init__(load, lambda offer: (offer.railway, offer.train, offer.cubes), "18DO-6.5.2.4-9")
