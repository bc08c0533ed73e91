"""Phase 7 and the end: victory points, profit and loss, the final reckoning and the ranking."""

from __future__ import annotations

from dataclasses import dataclass

from kursbuch.titles.nuremberg.rules.box import CARGO, GOODS
from kursbuch.titles.nuremberg.rules.parts import Box
from kursbuch.titles.nuremberg.rules.state import Table
from kursbuch.titles.nuremberg.rules.track import moved, ranking, space_of


@dataclass(frozen=True, slots=True)
class Yield:
    """What a round brings a player as the trains are loaded now."""

    points: int
    income: int
    upkeep: int

    @property
    def balance(self) -> int:
        """Income minus upkeep (FTN-40-5)."""
        return self.income - self.upkeep


def round_yield(s: Table, player: str) -> Yield:
    """Victory points and money for what lies in the player's trains, and the upkeep of his links."""
    loads = [(train, piece) for train in s.own_trains(player) for piece in s.loads.get(train, ())]
    return Yield(
        points=sum(worth(s.box, train, piece) for train, piece in loads),
        income=sum(s.box.round_scoring["money"][piece] for _, piece in loads),  # FTN-40-1 to FTN-40-3
        upkeep=len(s.links[player]) * s.box.round_scoring["upkeep"],  # FTN-40-4
    )


def worth(box: Box, train: str, piece: str) -> int:
    """Victory points for one piece in this train (FTN-39-1, FTN-39-2)."""
    good: int = box.round_scoring["good"]
    return good if piece in GOODS else box.trains[train].worth


def score_round(s: Table) -> None:
    """Phase 7, in player order because of the stacks on the profit track (FTN-40-8)."""
    for player in s.order:
        earned = round_yield(s, player)
        s.vp[player] += earned.points
        s.profit = moved(s.profit, player, earned.balance, s.box.profit_ends)  # FTN-40-6, FTN-40-7
        s.note("scored", player=player, points=earned.points, income=earned.income, upkeep=earned.upkeep,
               profit=space_of(s.profit, player))  # fmt: skip
    for train, player in s.trains.items():
        _unload(s, train, player)
        s.locomotives[player] += 1  # FTN-41-2
    s.trains.clear()
    s.loads.clear()


def _unload(s: Table, train: str, player: str) -> None:
    """Carried pieces are laid before the player for the end of the game (FTN-41-1)."""
    load = s.loads.get(train, ())
    s.kept[player] = tuple(n + load.count(piece) for n, piece in zip(s.kept[player], CARGO, strict=True))


def end_parts(s: Table, player: str) -> dict[str, int]:
    """What the end of the game adds to the player's victory points, part by part."""
    kept = dict(zip(CARGO, s.kept[player], strict=True))
    return {
        "sets": min(kept[piece] for piece in s.box.end_scoring["set"])
        * s.box.end_scoring["per_set"],  # FTN-48-1
        "profit": space_of(s.profit, player),  # a loss is subtracted (FTN-48-2)
        "links": len(s.links[player]) * s.box.end_scoring["per_link"],  # FTN-48-3
    }


def score_end(s: Table) -> None:
    """The final reckoning; a total may be negative (FTN-48-4)."""
    for player in s.order:
        parts = end_parts(s, player)
        s.vp[player] += sum(parts.values())
        s.note("final_score", player=player, points=s.vp[player], parts=parts)
    s.finished = True
    s.note("game_over", ranking=list(final_ranking(s)))


def totals(s: Table) -> dict[str, int]:
    """The victory points as they would be if the game ended now; final when it is over."""
    return {p: s.vp[p] + (0 if s.finished else sum(end_parts(s, p).values())) for p in s.players}


def final_ranking(s: Table) -> tuple[str, ...]:
    """The players from first to last: most points, then higher on the profit track, then in its stack.

    The profit track is kept with the leader first and the top of a stack before those under it, so its order
    settles both (FTN-48-5 to FTN-48-7).
    """
    worth_now = totals(s)
    return tuple(sorted(ranking(s.profit), key=lambda player: -worth_now[player]))
