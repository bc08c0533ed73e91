"""How routes count in a title, where that is more than the printed values and the usual rules."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from kursbuch.rail.routes import Extras

# P: the position of a title; boxes hold how its routes count, and positions hold boxes
if TYPE_CHECKING:
    import typing_extensions as later

    P = later.TypeVar("P", contravariant=True, default=Any)
else:
    P = TypeVar("P", contravariant=True)


@dataclass(frozen=True)
class Counting(Generic[P]):
    """Policies of running trains. What they depend on beyond the board, the trains and the phase is `depends`."""

    bar_hex_twice: bool = False  # a route enters no hex twice, not even on separate track
    more: Callable[[P, str, tuple[str, int]], int] | None = None  # what a stop is worth beyond its print
    passes: Callable[[P, str, tuple[str, int]], bool] | None = (
        None  # runs through a city that is closed to it
    )
    extras: Callable[[P, str], Extras | None] = lambda s, company: None  # what routes earn beyond their stops
    depends: Callable[[P, str], Hashable] = lambda s, company: ()


PLAIN: Counting[object] = Counting()
