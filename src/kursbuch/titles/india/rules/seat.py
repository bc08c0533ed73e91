"""How an action names another player."""

from __future__ import annotations

from typing import Any

from kursbuch.core import BadInput
from kursbuch.core.record import record


@record("text")
class Seat(str):
    """The name of a player, which may have blanks in it."""

    __slots__ = ()

    @staticmethod
    def read(value: Any, place: str) -> Seat:
        if not isinstance(value, str) or not 0 < len(value) <= 40:
            raise BadInput(place, "expected the name of a player")
        return Seat(value)
