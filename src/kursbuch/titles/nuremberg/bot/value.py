"""What pieces, trains and track are worth in First Train to Nuremberg, in victory points."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from kursbuch.titles.nuremberg.bot.table import within_reach
from kursbuch.titles.nuremberg.rules.box import GOODS, PASSENGERS, Train
from kursbuch.titles.nuremberg.rules.parts import Box
from kursbuch.titles.nuremberg.rules.state import Table
from kursbuch.titles.nuremberg.rules.track import space_of

BROWN = 1.3  # what a brown point is worth in a later round
FEE = 0.9  # what a red or green point is worth in a later round
WHITE = 0.5
CUBE = 0.3
LATER = 0.7  # how much less a piece counts for each round it must wait: others want it too
UPKEEP = 0.8  # how much of a round's upkeep and money ends up in the score
MANY = 12  # pieces of one kind; more make no difference


class Pieces(NamedTuple):
    """How many passengers, barrels and letters there are; to a train passengers of both colours are alike."""

    passengers: int
    beer: int
    post: int


class Room(NamedTuple):
    """The places of a train, and what a passenger scores in it."""

    passengers: int
    goods: int
    worth: int


USUAL = Room(2, 2, 2)  # that a later round can be expected to have


def points_of(box: Box, piece: str, passenger: int) -> float:
    """What one carried piece scores, its money included; a passenger scores by the row of his train."""
    scored: float = box.round_scoring["good"] if piece in GOODS else passenger
    money: float = box.round_scoring["money"][piece]
    return scored + UPKEEP * money


@lru_cache(maxsize=64)
def _usual(box: Box) -> tuple[float, float, float]:
    """What a barrel, a letter and a passenger bring beside what the train's row gives for passengers."""
    return points_of(box, "beer", 0), points_of(box, "post", 0), points_of(box, "red", 0)


def counted(pieces: Mapping[str, int]) -> Pieces:
    """The pieces as trains see them."""
    riders = sum(pieces[colour] for colour in PASSENGERS)
    return Pieces(min(MANY, riders), min(MANY, pieces["beer"]), min(MANY, pieces["post"]))


def loaded(box: Box, pieces: Pieces, rooms: Iterable[Room]) -> tuple[float, Pieces]:
    """The best load of some trains: its points, and the pieces left."""
    riders, beer, post = pieces
    barrel, letter, fare = _usual(box)
    total = 0.0
    for seats, goods, worth in sorted(rooms, key=lambda room: -room.worth):
        aboard = min(seats, riders)
        riders -= aboard
        total += aboard * (worth + fare)
        barrels = min(goods, beer)
        beer -= barrels
        letters = min(goods - barrels, post)
        post -= letters
        total += barrels * barrel + letters * letter
    return total, Pieces(riders, beer, post)


def purse_for_trains(s: Table, player: str, spent: int = 0) -> int:
    """Brown points for this round, some of them by exchange; `spent` cubes are needed for track."""
    points = s.influence(player)
    cubes = max(0, s.hand[player] - spent)
    spare = cubes + points["white"] + (points["red"] + points["green"]) // 2
    return points["brown"] + spare // 3


def best_trains(s: Table, player: str, pieces: Pieces, power: int) -> tuple[float, tuple[str, ...]]:
    """The trains to buy for these pieces: at most one of each row, worth more than the points they cost."""
    own = [s.box.trains[train] for train in s.own_trains(player)]
    rows = {train.row for train in own}
    on_sale = tuple(
        train.id
        for train in s.box.trains_for[len(s.players)].values()
        if train.id not in s.trains and train.row not in rows
    )
    rooms = tuple(
        Room(s.free_places(train, "red"), s.free_places(train, "beer"), train.worth) for train in own
    )
    return _best_trains(s.box, on_sale, rooms, pieces, power, s.round == s.rounds)


@lru_cache(maxsize=32768)
def _best_trains(
    box: Box, on_sale: tuple[str, ...], rooms: tuple[Room, ...], pieces: Pieces, power: int, last: bool
) -> tuple[float, tuple[str, ...]]:
    rows: dict[int, dict[Room | None, Train | None]] = {}  # of trains that are alike the first
    for id in on_sale:
        train = box.trains[id]
        rows.setdefault(train.row, {None: None}).setdefault(_room(train), train)
    best: tuple[float, tuple[str, ...]] = (loaded(box, pieces, rooms)[0], ())
    for picked in product(*(alike.values() for alike in rows.values())):
        some = [train for train in picked if train is not None]
        cost = sum([train.price for train in some])
        if not some or cost > power:
            continue
        gain = loaded(box, pieces, [*rooms, *map(_room, some)])[0]
        gain -= (0.2 if last else BROWN) * cost
        if gain > best[0] + 0.01:
            best = (gain, tuple(train.id for train in some))
    return best


@lru_cache(maxsize=64)
def _room(train: Train) -> Room:
    """The places of a train that carries nothing yet."""
    return Room(train.passengers, train.goods, train.worth)


def outlook(s: Table, player: str) -> float:
    """What the player can expect from his track: this round's load, later loads, less what the track costs."""
    pieces = counted(within_reach(s, player))
    loads = all_loads(s, player, pieces, purse_for_trains(s, player))
    return loads - track_costs(s, player, len(s.links[player]), s.rounds - s.round + 1)


def all_loads(s: Table, player: str, pieces: Pieces, power: int) -> float:
    """What these pieces bring the player, in this round's trains and later, with so many points to buy trains for."""
    now, bought = best_trains(s, player, pieces, power)
    trains = [s.box.trains[train] for train in (*s.own_trains(player), *bought)]
    _, left = loaded(s.box, pieces, map(_room, trains))
    return now + later_loads(s.box, left, s.rounds - s.round)


@lru_cache(maxsize=4096)
def later_loads(box: Box, pieces: Pieces, rounds: int) -> float:
    """What pieces within reach bring in the rounds to come."""
    total, left, share = 0.0, pieces, LATER
    for _ in range(rounds):
        gain, left = loaded(box, left, [USUAL])
        total += share * gain
        share *= LATER
    return total


def track_costs(s: Table, player: str, links: int, rounds: int) -> float:
    """Upkeep of so many links for so many rounds and the loss at the end, as far as the profit track can still fall,
    and with an eye on lines that can be handed over.
    """
    room = space_of(s.profit, player) - s.box.profit_ends[0]
    handed = min(links, s.points("red", player) + s.points("green", player))
    upkeep = UPKEEP * rounds * links - 0.5 * UPKEEP * max(0, rounds - 1) * handed
    return min(upkeep, room + 6.0) + links - 0.6 * handed
