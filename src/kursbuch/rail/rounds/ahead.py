"""What comes next: the order in which companies operate, and the rounds still to come."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from kursbuch.core import Stage
from kursbuch.core.record import replace
from kursbuch.rail.rounds.cycle import Cycle, SetFrame
from kursbuch.rail.rounds.operating import OperatingFrame, OperatingRound
from kursbuch.rail.rounds.turn import TurnFrame
from kursbuch.rail.state import RailState

Stages = Mapping[str, Stage[Any, Any]]


@dataclass(frozen=True, slots=True)
class Place:
    """A company's place in the order of an operating round. `state`: "done", "now" or "next"."""

    company: str
    state: str


def operating_order(stages: Stages, s: RailState) -> list[Place]:
    """Who has operated in this round, who is on turn and who follows as things stand; between operating rounds the
    order of the next one. Empty for a title that has no such rounds.

    >>> from kursbuch.shelf import example
    >>> game = example()
    >>> operating_order(game.rules.stages, game.state)  # nobody has founded a company
    []
    """
    under_way = s.under_way(OperatingFrame)
    if under_way is None:
        rounds = [stage for stage in stages.values() if isinstance(stage, OperatingRound)]
        coming = rounds[0].waiting(s, OperatingFrame("")) if rounds else []
        return [Place(company, "next") for company in coming]
    stage = stages.get(under_way.stage)
    if not isinstance(stage, OperatingRound):
        return []
    turn = s.under_way(TurnFrame)
    now = turn.company if turn is not None and turn.company in under_way.operated[-1:] else ""
    had = [Place(c, "now" if c == now else "done") for c in under_way.operated]
    return [*had, *(Place(company, "next") for company in stage.waiting(s, under_way))]


@dataclass(frozen=True, slots=True)
class Ahead:
    """A round to come: "stock", "operating" or "end"; its set and its number in it."""

    kind: str
    set: int = 0
    number: int = 0


def rounds_ahead(stages: Stages, s: RailState) -> list[Ahead]:
    """The rounds after the one under way, to the end of the set and what follows it; none if nobody can say.

    >>> from kursbuch.shelf import example
    >>> game = example()
    >>> ahead = rounds_ahead(game.rules.stages, game.state)
    >>> ahead[0].kind, ahead[-1].kind
    ('operating', 'stock')
    """
    f = s.under_way(SetFrame)
    stage = stages.get(f.stage) if f is not None else None
    if f is None or not isinstance(stage, Cycle) or s.finished:
        return []
    of = f.of or stage.operating_rounds(s)
    out = [Ahead("operating", f.number, number) for number in range(max(f.done, 1), of + 1)]
    last = stage.over(s, replace(f, done=of + 1, of=of))
    return [*out, Ahead("end") if last else Ahead("stock", number=f.number + 1)]
