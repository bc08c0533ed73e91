"""What pieces, trains and track are worth in First Train to Nuremberg, in victory points."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations

from kursbuch.bots.house.nuremberg_table import within_reach
from kursbuch.titles.nuremberg.box import (
    GOODS,
    PASSENGERS,
    PROFIT_ENDS,
    ROUND_SCORING,
    TRAINS,
    TRAINS_FOR,
    Train,
)
from kursbuch.titles.nuremberg.state import Table
from kursbuch.titles.nuremberg.track import space_of

BROWN = 1.3  # what a brown point is worth in a later round
FEE = 0.9  # what a red or green point is worth in a later round
WHITE = 0.5
CUBE = 0.3
LATER = 0.7  # how much less a piece counts for each round it must wait: others want it too
USUAL = (2, 2, 2)  # passengers, goods and worth of a passenger that a later round can be expected to carry
UPKEEP = 0.8  # how much of a round's upkeep and money ends up in the score


def points_of(piece: str, passenger: int) -> float:
    """What one carried piece scores, its money included; a passenger scores by the row of his train."""
    scored: float = ROUND_SCORING["good"] if piece in GOODS else passenger
    money: float = ROUND_SCORING["money"][piece]
    return scored + UPKEEP * money


def loaded(pieces: Mapping[str, int], trains: Iterable[tuple[int, int, int]]) -> tuple[float, dict[str, int]]:
    """The best load of trains given as passengers, goods, worth of a passenger: points, and the pieces left."""
    left = dict(pieces)
    total = 0.0
    for seats, room, worth in sorted(trains, key=lambda train: -train[2]):
        free, hold = seats, room
        while free and (colour := max(PASSENGERS, key=lambda c: left[c])) and left[colour]:
            left[colour] -= 1
            free -= 1
            total += points_of(colour, worth)
        while hold and (good := next((g for g in GOODS if left[g]), "")):
            left[good] -= 1
            hold -= 1
            total += points_of(good, worth)
    return total, left


def purse_for_trains(s: Table, player: str, spent: int = 0) -> int:
    """Brown points for this round, some of them by exchange; `spent` cubes are needed for track."""
    points = s.influence(player)
    cubes = max(0, s.hand[player] - spent)
    spare = cubes + points["white"] + (points["red"] + points["green"]) // 2
    return points["brown"] + spare // 3


def best_trains(
    s: Table, player: str, pieces: Mapping[str, int], power: int
) -> tuple[float, tuple[Train, ...]]:
    """The trains to buy for these pieces: at most one of each row, worth more than the points they cost."""
    rows: dict[int, list[Train]] = {}
    own = [TRAINS[train] for train in s.own_trains(player)]
    for train in TRAINS_FOR[len(s.players)].values():
        if train.id not in s.trains and train.row not in {t.row for t in own}:
            rows.setdefault(train.row, []).append(train)
    base = [_room(s, train) for train in own]
    best: tuple[float, tuple[Train, ...]] = (loaded(pieces, base)[0], ())
    last = s.round == s.rounds
    choice = [train for of_row in rows.values() for train in of_row]
    for count in (1, 2, 3):
        for some in combinations(choice, count):
            cost = sum(train.price for train in some)
            if cost > power or len({train.row for train in some}) < count:
                continue
            gain = loaded(pieces, [*base, *((t.passengers, t.goods, t.worth) for t in some)])[0]
            gain -= (0.2 if last else BROWN) * cost
            if gain > best[0] + 0.01:
                best = (gain, some)
    return best


def _room(s: Table, train: Train) -> tuple[int, int, int]:
    return s.free_places(train, "red"), s.free_places(train, "beer"), train.worth


def outlook(s: Table, player: str, spent: int = 0) -> float:
    """What the player can expect from his track: this round's load, later loads, less what the track costs."""
    pieces = within_reach(s, player)
    now, trains = best_trains(s, player, pieces, purse_for_trains(s, player, spent))
    own = [TRAINS[train] for train in s.own_trains(player)]
    _, left = loaded(pieces, [(t.passengers, t.goods, t.worth) for t in (*own, *trains)])
    return now + later_loads(left, s.rounds - s.round) - track_costs(s, player, s.rounds - s.round + 1)


def later_loads(pieces: Mapping[str, int], rounds: int) -> float:
    """What pieces within reach bring in the rounds to come."""
    total, left, share = 0.0, dict(pieces), LATER
    for _ in range(rounds):
        gain, left = loaded(left, [USUAL])
        total += share * gain
        share *= LATER
    return total


def track_costs(s: Table, player: str, rounds: int) -> float:
    """Upkeep for so many rounds and the loss at the end, as far as the profit track can still fall, and with an eye
    on lines that can be handed over.
    """
    links = len(s.links[player])
    room = space_of(s.profit, player) - PROFIT_ENDS[0]
    handed = min(links, s.points("red", player) + s.points("green", player))
    upkeep = UPKEEP * rounds * links - 0.5 * UPKEEP * max(0, rounds - 1) * handed
    return min(upkeep, room + 6.0) + links - 0.6 * handed
