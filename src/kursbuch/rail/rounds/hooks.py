"""Policies that rounds of every kind take."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kursbuch.rail.state import RailState

Hook = Callable[[Any], None]


def nothing(s: RailState) -> None:
    """A hook that does nothing."""


Voices = Callable[[Any, str], tuple[str, ...]]  # in whose names a player acts beside the usual ones


def nobody_else(s: RailState, player: str) -> tuple[str, ...]:
    """No further voices."""
    return ()
