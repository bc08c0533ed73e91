"""What a position holds that not everybody may know; a title says it once, in its rules.

A veiled game has each of the title's secrets taken out (`hide`); an imagined one has each of them drawn anew after
that (`imagine`). So what is imagined is made from what the player knows, and from nothing else.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from random import Random
from typing import ClassVar, Generic, TypeVar

from kursbuch.core.event import Event
from kursbuch.core.state import State

S = TypeVar("S", bound=State, contravariant=True)


class Secret(Generic[S]):
    """One kind of secret: who knows it, and what it could be. It keeps nothing between calls."""

    clues: ClassVar[frozenset[str]] = frozenset()  # the keys of events that tell something about it

    def hide(self, s: S, players: Collection[str]) -> None:
        """Take out of a position what nobody who holds these players may know.

        What stands in its place is the same whatever it was.
        """
        raise NotImplementedError

    def imagine(self, s: S, player: str | None, rng: Random, clues: Sequence[Event]) -> None:
        """Draw anew what `hide` took out for this player, so that it agrees with the position and the clues.

        `clues` are the events of the kinds named above that the player was told of, since the start; a position
        that was set up by hand has none.
        """
        raise NotImplementedError
