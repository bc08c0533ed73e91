"""The round: ten phases in fixed order (FTN-47-1), and those of them that need no decision."""

from __future__ import annotations

from collections.abc import Callable

from kursbuch.core import Stage
from kursbuch.titles.nuremberg.rules.scoring import score_end, score_round
from kursbuch.titles.nuremberg.rules.state import Auction, Building, Rounds, Table, TakeOvers, Transport
from kursbuch.titles.nuremberg.rules.track import ranking


def take_cubes(s: Table) -> None:
    """Phase 1: up to 12 cubes each, beside those kept in hand (FTN-13-1 to FTN-13-3)."""
    for player in s.order:
        taken = min(s.box.pieces["investment"]["take"], s.supply[player])
        s.supply[player] -= taken
        s.hand[player] += taken
        s.note("cubes_taken", player=player, cubes=taken)


def draw_markers(s: Table) -> None:
    """Phase 2: a marker for each box in use (FTN-14-2); the bag is filled in round 1 only (FTN-14-1)."""
    if s.round == 1:
        s.bag = dict(s.box.pieces["markers"]["bag"])
    for box in s.box.boxes_for[len(s.players)]:
        colour = s.chance.pick([colour for colour, n in s.bag.items() for _ in range(n)])
        s.bag[colour] -= 1
        s.drawn[box] = colour
    s.note("markers_drawn", markers=dict(s.drawn))


def set_orders(s: Table) -> None:
    """Phase 4: who builds and who buys trains first (FTN-21-1 to FTN-21-3), for this round (FTN-21-4)."""
    s.building_order = ranking(s.tracks["white"])
    s.train_order = ranking(s.tracks["brown"])
    s.note("orders_set", building=list(s.building_order), trains=list(s.train_order))


def set_player_order(s: Table) -> None:
    """Phase 8: by the profit track (FTN-42-1, FTN-42-2)."""
    s.order = ranking(s.profit)
    s.note("player_order_set", order=list(s.order))


def end_round(s: Table) -> None:
    """Phase 10: the next round, or the end of the game (FTN-6-5, FTN-47-4)."""
    if s.round == s.rounds:
        score_end(s)
        return
    for colour in s.drawn.values():  # FTN-47-5
        s.bag[colour] += 1
    s.drawn.clear()
    s.round += 1
    s.phase = 0


PHASES: tuple[Callable[[Table], None], ...] = (
    take_cubes,
    draw_markers,
    lambda s: s.push(Auction()),
    set_orders,
    lambda s: s.push(Building()),
    lambda s: s.push(Transport()),
    score_round,
    set_player_order,
    lambda s: s.push(TakeOvers()),
    end_round,
)


class Course(Stage[Table, Rounds]):
    """Begins each phase when the one before is over for everybody (FTN-47-2, FTN-47-3)."""

    def deciders(self, s: Table, f: Rounds) -> tuple[str, ...]:
        return ()

    def advance(self, s: Table, f: Rounds) -> bool:
        s.phase += 1
        s.note("phase", round=s.round, phase=s.phase)
        PHASES[s.phase - 1](s)
        return True
