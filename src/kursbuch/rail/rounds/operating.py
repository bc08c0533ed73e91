"""Operating rounds: every company in play has a turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from kursbuch.core import Frame, Stage
from kursbuch.core.record import quick, replace
from kursbuch.rail.rounds.hooks import Hook, nothing
from kursbuch.rail.rounds.turn import TurnFrame
from kursbuch.rail.state import S


@quick
@dataclass(frozen=True, slots=True)
class OperatingFrame(Frame):
    """The companies that have had their turn; `at` is "start", "turns" or "end"."""

    operated: tuple[str, ...] = ()
    at: str = "start"
    order: tuple[str, ...] = ()  # where it is settled when the round begins


@dataclass(frozen=True)
class OperatingRound(Stage[S, OperatingFrame]):
    """Every company in play operates once; the next is always the best placed that has not."""

    kind = "operating"

    turn: str = "turn"
    at_start: Hook = nothing
    at_end: Hook = nothing
    operates: Callable[[S, str], bool] = lambda s, company: True  # whether a company in play has a turn
    fixed_order: bool = False  # prices at the start of the round settle its order
    order: Callable[[S], Iterable[str]] = lambda s: s.prices.order()

    def waiting(self, s: S, f: OperatingFrame) -> list[str]:
        """The companies whose turn is still to come, in the order that holds now."""
        order = f.order or self.order(s)
        return [c for c in order if c not in f.operated and c in s.founded and self.operates(s, c)]

    def advance(self, s: S, f: OperatingFrame) -> bool:
        if f.at == "start":
            settled = tuple(self.order(s)) if self.fixed_order else ()
            s.swap(replace(f, at="turns", order=settled))
            self.at_start(s)
        elif f.at == "turns":
            waiting = self.waiting(s, f)
            if waiting:
                s.swap(replace(f, operated=(*f.operated, waiting[0])))
                s.push(TurnFrame(self.turn, waiting[0]))
            else:
                s.swap(replace(f, at="end"))
                self.at_end(s)  # may push frames, discards for example
        else:
            s.pop()
        return True
