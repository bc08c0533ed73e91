"""How routes count in a title, where that is more than the printed values and the usual rules."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any

from kursbuch.rail.routes import Extras


@dataclass(frozen=True)
class Counting:
    """Policies of running trains. What they depend on beyond the board, the trains and the phase is `depends`."""

    bar_hex_twice: bool = False  # a route enters no hex twice, not even on separate track
    more: Callable[[Any, str, tuple[str, int]], int] | None = None  # what a stop is worth beyond its print
    passes: Callable[[Any, str, tuple[str, int]], bool] | None = (
        None  # runs through a city that is closed to it
    )
    extras: Callable[[Any, str], Extras | None] = lambda s, company: (
        None
    )  # what routes earn beyond their stops
    depends: Callable[[Any, str], Hashable] = lambda s, company: ()


PLAIN = Counting()
