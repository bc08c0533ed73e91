"""What the steps of a company's turn are called in a test: "lay", "station", "run", "pay", "trains" ..."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kursbuch.core.action import kind_of
from kursbuch.rail.rounds import CompanyTurn

# where people say something else than the kind of the first action
SAID = {"buy_train": "trains", "acquire": "privates"}


def names_of(turn: CompanyTurn[Any]) -> tuple[str, ...]:
    """The steps of a turn by the kind of their first action, or what people say for it.

    >>> from kursbuch.rail.steps.run import RunTrains
    >>> from kursbuch.rail.steps.station import BuildStation
    >>> names_of(CompanyTurn(order=(BuildStation(), RunTrains())))
    ('station', 'run')
    """
    kinds = [kind_of(step.action) for step in turn.order]
    return tuple(SAID.get(kind, kind) for kind in kinds)


def step_number(turn: CompanyTurn[Any], name: str, names: Sequence[str] = ()) -> int:
    """Where in a turn the step of this name is; -1, before the first, without a name.

    `names` are those of all steps, where a title calls them otherwise.
    """
    known = tuple(names) or names_of(turn)
    assert not name or name in known, f"no step {name!r} in a turn: {', '.join(known)}"
    return known.index(name) if name else -1
