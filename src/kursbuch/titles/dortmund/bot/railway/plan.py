"""How good a board is for a railway of 18DO, within the time that a decision may take."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cached_property

from kursbuch.bots.railway.plan import HOPE, SOON, Plan
from kursbuch.bots.railway.table import give_trains
from kursbuch.rail.board import Board
from kursbuch.rail.routes import best_runs
from kursbuch.rail.routes.running import as_train, best_of, network_of
from kursbuch.rail.state import RailState
from kursbuch.rail.trains.depot import trains_of
from kursbuch.titles.dortmund.bot.railway.seat import RuhrSeat

TIME = 25.0  # what looking at boards may cost in a decision, in milliseconds of an ordinary machine
LOOK = 2.0  # what every look costs, whatever the routes
STEP = 0.005  # what a step of route search costs
HARD = 1500  # steps of route search from which only one set of trains is looked at
LINKED = 10.0  # what a mine or mill is worth more than its print, as links are made


class DortmundPlan(Plan):
    """What a railway aims at in this turn."""

    seat: RuhrSeat

    def __init__(self, seat: RuhrSeat, company: str) -> None:
        super().__init__(seat, company)

    def _aims(self) -> Mapping[str, float]:
        aims = dict(super()._aims())
        for hex in self.seat.box.sites:
            if hex in aims:
                aims[hex] += LINKED
        return aims

    @cached_property
    def steps(self) -> int:
        """How much route search a look at a board takes, counted so that it is the same on every machine."""
        s = self.seat.s.copy()
        sides = max(self.now, self.soon, key=lambda trains: sum(self.seat.kind(t).price for t in trains))
        key = ("steps", self.company, sides, s.phase_number, s.box.counting.depends(s, self.company))
        if key not in s.board.known:
            s.board.known[key] = self._steps(s, sides)
        found: int = s.board.known[key]
        return found

    def _steps(self, s: RailState, sides: tuple[str, ...]) -> int:
        give_trains(s, self.company, sides)
        graph = s.board.tracks.graph
        trains = [as_train(s, graph, self.company, card) for card in trains_of(s, self.company)]
        return best_runs(network_of(s, self.company), trains).explored

    def looks(self) -> int:
        """As many boards as there is time for."""
        return self.within(int(TIME / (LOOK + 2 * STEP * self.steps)))

    def rate(self, board: Board) -> float:
        """As ever; where routes are hard to find, the trains of today must do."""
        if self.steps < HARD or not self.now:
            return super().rate(board)
        now = self.seat.income(self.company, self.now, board)
        return (1 + SOON) * now + HOPE * self.seat.character.track * self.hopes(board)

    def visits(self) -> Mapping[str, float]:
        """How many trains run to each hex, with the trains there are or are likely to be next."""
        s = self.seat.s.copy()
        found: Counter[str] = Counter()
        for sides in (self.now, self.soon):
            give_trains(s, self.company, sides)
            if not sides:
                continue
            runs, _ = best_of(s, self.company)
            found |= Counter(word.partition(".")[0] for _, way in runs.runs for word in way if "." in word)
        return found
