"""How long a table without a clock waits for somebody until the others may vote on the seat: its own rule."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from kursbuch.core import BadInput

USUAL = 48.0  # hours, where nothing else was agreed on
LONGEST = 24 * 60  # hours that a table may agree on


def checked_silence(given: object) -> float:
    """The hours as they are stored; raises BadInput.

    >>> checked_silence(24)
    24.0
    """
    if isinstance(given, bool) or not isinstance(given, int | float) or not 1 <= given <= LONGEST:
        raise BadInput("silence", "a whole number from {lo} to {hi} is needed", lo=1, hi=LONGEST)
    return float(given)


def from_form(fields: Mapping[str, str]) -> int | None:
    """What the form for a new table says; a table with a clock needs none."""
    text = fields.get("silence", "").strip()
    if not text or fields.get("clock", ""):
        return None
    return int(text) if text.isdecimal() and len(text) < 6 else -1


def patience_of(agreed: Mapping[str, Any]) -> timedelta:
    """How long a table waits.

    >>> patience_of({}), patience_of({"silence": 24.0})
    (datetime.timedelta(days=2), datetime.timedelta(days=1))
    """
    return timedelta(hours=agreed.get("silence", USUAL))
