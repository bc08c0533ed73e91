"""How an action names areas in a row."""

from __future__ import annotations

import re

from kursbuch.core import BadInput


class Line(tuple[str, ...]):
    """Areas in a row, joined by links.

    >>> str(Line(("fuerth", "zirndorf")))
    'fuerth-zirndorf'
    """

    __slots__ = ()

    @staticmethod
    def read(value: object, place: str) -> Line:
        """The line that a text stands for; raises BadInput."""
        if isinstance(value, tuple):
            value = "-".join(map(str, value))
        if isinstance(value, str) and re.fullmatch(r"[a-z_]{1,40}(-[a-z_]{1,40}){1,60}", value):
            return Line(value.split("-"))
        raise BadInput(
            place, "expected areas such as 'fuerth-zirndorf', not {value!r}", value=str(value)[:40]
        )

    def __str__(self) -> str:
        return "-".join(self)
