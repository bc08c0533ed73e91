"""Trains: what is on sale, what a purchase sets off, what rusts and what is given up."""

from __future__ import annotations

from collections.abc import Collection

from kursbuch.core import once
from kursbuch.rail.box import TrainType, kind_of_card
from kursbuch.rail.routes import Reach
from kursbuch.rail.state import DEPOT, OUT, POOL, RailState


def trains_of(s: RailState, owner: str) -> tuple[str, ...]:
    return s.trains.get(owner, ())


def train_type(s: RailState, card: str) -> TrainType:
    return s.box.trains[kind_of_card(card)]


def reach_of(s: RailState, card: str) -> Reach:
    """How far a train goes on the side in use."""
    return train_type(s, card).sides[s.sides[card]]


def find_card(s: RailState, owner: str, kind: str, side: str = "") -> str | None:
    """A card of this kind (and side in use) that the owner has; None if there is none."""
    for card in trains_of(s, owner):
        if kind_of_card(card) == kind and side in ("", s.sides.get(card)):
            return card
    return None


@once
def new_kinds(s: RailState) -> list[str]:
    """The kinds of new trains on sale: the cheapest left, and those that their phase puts beside it."""
    cards = trains_of(s, DEPOT)
    kinds = [kind_of_card(cards[0])] if cards else []
    for train in s.box.early_trains:
        if train.id not in kinds and _opened(s, train) and find_card(s, DEPOT, train.id):
            kinds.append(train.id)
    return kinds


def _opened(s: RailState, train: TrainType) -> bool:
    """Whether a train is on sale though cheaper ones are left."""
    if train.beside:
        kind, sold = train.beside
        return f"{kind}#{sold}" not in trains_of(s, DEPOT)  # of a kind the lowest numbers are sold first
    return s.box.phase_number[train.from_phase] <= s.phase_number


@once
def cheapest_on_sale(s: RailState) -> int | None:
    """The lowest price of a train in the depot or the pool; None if there is none at all."""
    kinds = {kind_of_card(card) for card in trains_of(s, POOL)} | set(new_kinds(s))
    return min((s.box.trains[kind].price for kind in kinds), default=None)


def move_card(s: RailState, card: str, src: str, dst: str) -> None:
    """Hand a train card over; the only way trains move."""
    s.trains[src] = tuple(c for c in s.trains[src] if c != card)
    s.trains[dst] = (*trains_of(s, dst), card)


def leaves_depot(s: RailState, card: str) -> bool:
    """What follows when a card has left the depot; True if a new phase has begun."""
    starts = train_type(s, card).starts
    if not starts or s.box.phase_number[starts] <= s.phase_number:
        return False
    s.enter_phase(s.box.phase_number[starts])
    _rust(s)
    return True


def export_train(s: RailState, kinds: Collection[str]) -> bool:
    """The next new train leaves the game if it is one of these kinds; True if a new phase has begun by it."""
    cards = trains_of(s, DEPOT)
    if not cards or kind_of_card(cards[0]) not in kinds:
        return False
    move_card(s, cards[0], DEPOT, OUT)
    s.note("exported", train=kind_of_card(cards[0]))
    return leaves_depot(s, cards[0])


def _rust(s: RailState) -> None:
    """Scrap every train whose time is over, wherever it is."""
    for owner, cards in list(s.trains.items()):
        if owner == OUT:
            continue
        for card in cards:
            phase = train_type(s, card).rusts_in
            if phase and s.box.phase_number[phase] <= s.phase_number:
                move_card(s, card, owner, OUT)
                s.note("rusts", train=kind_of_card(card), owner=owner)


def over_limit(s: RailState, company: str) -> int:
    """How many trains a company must give up."""
    return max(0, len(trains_of(s, company)) - s.phase.train_limit)
