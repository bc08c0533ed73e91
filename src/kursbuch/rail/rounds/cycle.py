"""The sequence of rounds: sets of a stock round and operating rounds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kursbuch.core import Frame, Stage
from kursbuch.core.record import quick, replace
from kursbuch.rail.rounds.hooks import Hook, nothing
from kursbuch.rail.rounds.operating import OperatingFrame
from kursbuch.rail.rounds.stock import StockFrame
from kursbuch.rail.state import S


@quick
@dataclass(frozen=True, slots=True)
class SetFrame(Frame):
    """One set: a stock round, then operating rounds. `done` counts its rounds, `of` its operating rounds."""

    number: int = 1
    done: int = 0
    of: int = 0
    encore_asked: bool = False


@dataclass(frozen=True)
class Cycle(Stage[S, SetFrame]):
    """Stock round, operating rounds, and again, until a set ends in which the end has come about."""

    kind = "cycle"

    stock: str = "stock"
    operating: str = "operating"
    operating_rounds: Callable[[S], int] = lambda s: s.phase.operating_rounds
    over: Callable[[S, SetFrame], bool] = lambda s, f: bool(s.ending) and 0 < f.of < f.done
    turns: Callable[[S], tuple[str, ...]] = lambda s: ()  # of the stock round, if not by seats
    set_over: Hook[S] = (
        nothing  # after the last operating round of a set, if another set follows; may push frames
    )
    encore: str = ""  # the stage that decides on one operating round more, after the last of a set

    def advance(self, s: S, f: SetFrame) -> bool:
        if f.done and self.over(s, f):
            s.finished = True
            s.note("over", reason=s.ending)
        elif f.done == 0:
            s.swap(replace(f, done=1))
            s.stock_round += 1
            s.operating_round = 0
            s.sold = frozenset()
            s.note("stock-round", number=s.stock_round)
            s.push(StockFrame(self.stock, s.priority, order=self.turns(s)))
        else:
            of = f.of or self.operating_rounds(s)  # how many is settled when the first begins
            if f.done > of:
                if self.encore and not f.encore_asked:
                    s.swap(replace(f, of=of, encore_asked=True))
                    s.push(Frame(self.encore))
                else:
                    s.swap(SetFrame(f.stage, f.number + 1))
                    self.set_over(s)
                return True
            s.swap(replace(f, done=f.done + 1, of=of))
            s.operating_round = f.done
            s.note("operating-round", set=f.number, number=f.done)
            s.push(OperatingFrame(self.operating))
        return True
