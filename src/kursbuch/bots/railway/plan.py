"""How good a board is for a company: what it earns there now and soon, and where its track may still lead."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Mapping
from functools import cached_property, lru_cache

from kursbuch.bots.railway.prospects import best_side
from kursbuch.bots.railway.seat import Seat
from kursbuch.bots.railway.table import give_trains
from kursbuch.rail.board import Board
from kursbuch.rail.board.map import Map
from kursbuch.rail.routes import Train, best_runs
from kursbuch.rail.routes.running import network_of, stop_values
from kursbuch.rail.state import RailState
from kursbuch.rail.trains.depot import reach_of

SOON = 0.6  # what income with the next train counts, compared with income now
HOPE = 0.12  # what the value of a place counts that is still to be reached
WORK = 20_000  # steps of route search that one decision may take
LEAST_LOOKS, MOST_LOOKS = 3, 20
FADE = 0.55  # by which each missing tile lessens it


class Plan:
    """What a company aims at in this turn. Boards are compared by `rate`."""

    def __init__(self, seat: Seat, company: str) -> None:
        self.seat, self.company = seat, company
        self.now = seat.trains(company)
        self.soon = self._soon()
        self.goals = dict(seat.lore.goals(seat, company))
        self.aims = self._aims()
        self._pulls: dict[str, float] = {}

    def _soon(self) -> tuple[str, ...]:
        """The trains the company is likely to have next."""
        seat = self.seat
        kept = list(seat.lasting(self.now, 1.0))
        room = seat.s.phase.train_limit - len(kept)
        if seat.next_kind is not None and room > 0:
            kept.append(best_side(seat, self.company, seat.next_kind.id, kept)[0])
        return tuple(kept)

    def _aims(self) -> Mapping[str, float]:
        """What each place with a stop could be worth to the company."""
        seat = self.seat
        colour = seat.s.phase.red_value
        out: dict[str, float] = {}
        for hex, face in seat.s.board.faces.items():
            values = [
                stop.values.get(colour, 0) if stop.values else stop.value for stop in face.stops if stop.earns
            ]
            if values:
                kinds = {stop.kind for stop in face.stops}
                floor = 10 if kinds == {"town"} else 20
                out[hex] = float(max(floor, *values))
        for hex, bonus in self.goals.items():
            out[hex] = out.get(hex, 0.0) + bonus
        return out

    def looks(self) -> int:
        """How many boards there is time to rate, by the work that the board as it is gives."""
        s = self.seat.s.copy()
        work = 1
        for sides in (self.now, self.soon):
            key = ("work", self.company, sides, s.phase.red_value)
            if key not in s.board.known:
                s.board.known[key] = self._work(s, sides)
            work += s.board.known[key]
        return self.within(WORK // work)

    def within(self, looks: int) -> int:
        """So many looks, but not too few and not too many for this player."""
        patience = self.seat.character.looks
        return max(1, round(LEAST_LOOKS * patience), min(int(MOST_LOOKS * patience), looks))

    def _work(self, s: RailState, sides: tuple[str, ...]) -> int:
        """Steps of route search that trains with these sides take."""
        give_trains(s, self.company, sides)
        graph = s.board.tracks.graph
        trains = [Train(reach_of(s, card), stop_values(s, graph, card)) for card in s.trains[self.company]]
        return best_runs(network_of(s, self.company), trains).explored

    def rate(self, board: Board) -> float:
        """How much the company can expect from a board, in money a round."""
        seat, company = self.seat, self.company
        soon = seat.income(company, self.soon, board) if self.soon else 0
        now = seat.income(company, self.now, board) if self.now and self.now != self.soon else soon
        return now + SOON * soon + HOPE * seat.character.track * self.hopes(board)

    def pull(self, start: str) -> float:
        """How much there is to gain around a hex."""
        if start not in self._pulls:
            far = distances(self.seat.s.board.map)[start]
            self._pulls[start] = sum(
                worth * FADE ** far[hex] for hex, worth in self.aims.items() if hex in far
            )
        return self._pulls[start]

    def hopes(self, board: Board) -> float:
        """The places within reach, and those that a few more tiles would join; kept with the board."""
        key = ("hopes", self.company, self._aimed)
        if key not in board.known:
            board.known[key] = self._hopes(board)
        found: float = board.known[key]
        return found

    @cached_property
    def _aimed(self) -> int:
        """Stands for the aims, which the same company has for as long as nothing about them changes."""
        return hash(tuple(self.aims.items()))

    def _hopes(self, board: Board) -> float:
        reached = board.reachable(self.company)
        stops = {hex for hex, _ in reached.stops}
        ahead = [hex for hex in reached.hexes if not board.faces[hex].track or board.map.hexes[hex].open]
        away = steps_from(board.map, ahead)
        total = 0.0
        for hex, worth in self.aims.items():
            if hex in stops:
                total += worth
                continue
            total += worth * FADE ** (away.get(hex, 99) + 1)
        return total


@lru_cache(maxsize=8)
def distances(map: Map) -> Mapping[str, Mapping[str, int]]:
    """How many steps lie between any two hexes."""
    return {start: steps_from(map, [start]) for start in map.hexes}


def steps_from(map: Map, starts: Collection[str]) -> dict[str, int]:
    """How many steps lie between each hex and the nearest of some, going over hexes that take tiles and entering
    others only at last.
    """
    found = dict.fromkeys(starts, 0)
    queue = deque(found)
    ways = _ways_on(map)
    while queue:
        hex = queue.popleft()
        away, (goes_on, beside) = found[hex] + 1, ways[hex]
        if goes_on or away == 1:
            for to in beside:
                if to not in found:
                    found[to] = away
                    queue.append(to)
    return found


@lru_cache(maxsize=8)
def _ways_on(map: Map) -> Mapping[str, tuple[bool, tuple[str, ...]]]:
    """Of each hex whether a way may lead over it, and the hexes beside it that no wall keeps apart."""
    return {
        hex: (
            about.open,
            tuple(to for edge, to in enumerate(map.beside[hex]) if to and not map.walls[hex] >> edge & 1),
        )
        for hex, about in map.hexes.items()
    }


def earnable(seat: Seat, company: str) -> float:
    """How much there is to earn around a company's home, less the further away it is."""
    board = seat.s.board
    away = distances(board.map)[seat.box.companies[company].home]
    total = 0.0
    for hex, face in board.faces.items():
        values = [
            stop.values.get("yellow", 0) if stop.values else max(stop.value, 10)
            for stop in face.stops
            if stop.earns
        ]
        if values and hex in away:
            total += max(values) * FADE ** away[hex]
    return total
