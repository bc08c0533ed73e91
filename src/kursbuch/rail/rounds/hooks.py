"""Policies that rounds of every kind take."""

from __future__ import annotations

from collections.abc import Callable

from kursbuch.rail.state import RailState, S

Hook = Callable[[S], None]


def nothing(s: RailState) -> None:
    """A hook that does nothing."""


Voices = Callable[[S, str], tuple[str, ...]]  # in whose names a player acts beside the usual ones


def nobody_else(s: RailState, player: str) -> tuple[str, ...]:
    """No further voices."""
    return ()
