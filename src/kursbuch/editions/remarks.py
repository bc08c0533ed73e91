"""A remark: something at a place of the data that an owner should look at, or that keeps a game from being played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from kursbuch.core import BadInput


@dataclass(frozen=True, slots=True)
class Remark:
    """Something at a place of the data; `grave` if no game can be played with it."""

    at: str
    message: str  # an English template; other languages look it up
    values: Mapping[str, Any] = field(default_factory=dict)
    grave: bool = False

    @property
    def text(self) -> str:
        """In English, with its values.

        >>> Remark("board.hexes.A1", "side {side} leads nowhere", {"side": 2}).text
        'side 2 leads nowhere'
        """
        return self.message.format(**self.values)


def of_error(error: BadInput) -> Remark:
    """A reader's error as a remark."""
    return Remark(str(error.place), error.message, error.values, grave=True)
