"""Rules that are asked the same again and again while a position is only looked at."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

C = TypeVar("C", bound=Callable[..., Any])


def once(ask: C) -> C:
    """Let a rule about a position, its first argument, be worked out once for each other argument while the position
    is looked at. The answer must not be changed by whoever gets it.

    >>> from kursbuch.core import Chance, State
    >>> asked = []
    >>> @once
    ... def purse(s: State, player: str) -> int:
    ...     asked.append(player)
    ...     return s.cash[player]
    >>> s = State(["Anna"], Chance(0))
    >>> s.cash = {"Anna": 50}
    >>> s.look()
    >>> purse(s, "Anna"), purse(s, "Anna"), asked
    (50, 50, ['Anna'])
    >>> s.look_away()
    >>> s.cash["Anna"] = 80
    >>> purse(s, "Anna")
    80
    """

    @wraps(ask)
    def answer(s: Any, *rest: Any) -> Any:
        found = s.findings
        if found is None:
            return ask(s, *rest)
        key = (ask, *rest)
        if key not in found:
            found[key] = ask(s, *rest)
        return found[key]

    return cast("C", answer)
