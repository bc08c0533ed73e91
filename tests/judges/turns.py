"""What judges of 18TE and the standard titles have in common beyond the books: turns, runs, phases."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

from tests.judges.books import BANK, agree
from tests.judges.ground import Ground
from tests.judges.railway import DEPOT, OUT, RailwayBooks


class TurnBooks(RailwayBooks):
    """Companies act by their prices, pay what they have run, and lose the trains that a phase sends away."""

    silent: ClassVar[frozenset[str]] = RailwayBooks.silent - {"turn", "runs", "phase"}

    def __init__(self, view: Mapping[str, Any], data: Path) -> None:
        super().__init__(view, data)
        trains = self.read("trains")
        self.kinds = trains["trains"]
        self.limits = {about["phase"]: about["train_limit"] for about in trains["phases"]}
        self.red = {about["phase"]: about["red"] for about in trains["phases"]}
        self.ground = Ground.read(data)
        self.laid: dict[str, str] = {}
        self.phases = list(self.limits)
        self.phase = self.phases[0]
        self.reached = self.phase  # by the trains that have left the factory
        self.acted: set[str] = set()
        self.ran: dict[str, int] = {}  # by each company in its turn, and not yet paid or kept

    # -- turns ------------------------------------------------------------------------------------

    def in_operation(self) -> list[str]:
        return list(self.presidents)

    def on_operating_round(self, set: int, number: int) -> None:
        super().on_operating_round(set, number)
        self.acted.clear()

    def on_turn(self, company: str, president: str) -> None:
        """The dearest that has not acted yet; whoever has acted has no train too many."""
        waiting = [c for c in self.in_operation() if c in self.market.at and c not in self.acted]
        agree("whose turn it is", self.market.in_order(waiting)[0], company)
        agree(f"who leads {company}", self.presidents[company], president)
        for other in self.presidents:
            agree(f"{other} has too many trains", False, self.owned(other).total() > self.limits[self.phase])
        self.acted.add(company)
        self.ran.clear()

    # -- runs -------------------------------------------------------------------------------------

    def on_lays(
        self, company: str, cost: int, hex: str = "", tile: str = "", turn: int = 0, **_: Any
    ) -> None:
        self.laid[hex] = f"{tile}.{turn}"
        self.pay_for_track(company, cost, hex)

    def pay_for_track(self, company: str, cost: int, hex: str) -> None:
        self.due(company, BANK, cost)

    def on_runs(self, company: str, runs: str, income: int) -> None:
        """What is told as "2: F6.0 G5.0 | 1+1: E13.0 D14.0"."""
        agree("who runs", True, company in self.acted)
        told = [] if runs == "nothing" else [run.split(": ") for run in runs.split(" | ")]
        running = Counter(self.card[side] for side, _ in told)
        agree("the trains that run", True, running <= self.owned(company))
        worth = sum(self.value(self.card[side], place) for side, way in told for place in way.split())
        agree("what the stops are worth", worth, income)
        self.ran[company] = income

    def value(self, kind: str, place: str) -> int:
        """What a stop counts for a train; a hex without the number of a stop is passed through."""
        hex, _, number = place.partition(".")
        if not number:
            return 0
        halt = self.ground.face(hex, self.laid.get(hex, "")).halts[int(number)]
        return halt.values[self.kinds[kind].get("red", self.red[self.phase])] if halt.values else halt.value

    def on_points_out(self, company: str, runs: str, income: int, **_: Any) -> None:
        """Better runs that somebody has seen take the place of those told."""
        self.on_runs(company, runs, income)

    def on_earns_nothing(self, company: str) -> None:
        agree("what was run", 0, self.ran.pop(company, 0))
        super().on_earns_nothing(company)

    def on_withholds(self, company: str, income: int) -> None:
        agree("what was run", self.ran.pop(company), income)
        super().on_withholds(company, income)

    def on_pays(self, company: str, income: int) -> None:
        agree("what was run", self.ran.pop(company), income)
        self.distribute(company, income)

    def distribute(self, company: str, income: int) -> None:
        raise NotImplementedError

    # -- trains -----------------------------------------------------------------------------------

    def move_train(self, kind: str, src: str, dst: str) -> None:
        super().move_train(kind, src, dst)
        starts = self.kinds[kind].get("starts", "")
        if src == DEPOT and starts in self.phases[self.phases.index(self.reached) + 1 :]:
            self.reached = starts

    def on_phase(self, phase: str) -> None:
        self.phase = phase

    def check(self, view: Mapping[str, Any], scores: Mapping[str, int]) -> None:
        agree("the phase", self.reached, self.phase)
        gone = self.phases[: self.phases.index(self.phase) + 1]
        for owner, held in self.trains.items():
            old = {kind for kind in +held if self.kinds[kind].get("rusts_in") in gone}
            agree(f"aged trains of {owner}", True, not old or owner in (DEPOT, OUT))
        super().check(view, scores)
