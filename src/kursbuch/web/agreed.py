"""How the people at a table have agreed to play, beside the rules of the game: chosen when the table is set up."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from kursbuch.core import BadInput
from kursbuch.web.clocks.silence import checked_silence
from kursbuch.web.clocks.silence import from_form as silence_from_form
from kursbuch.web.clocks.terms import checked_clock
from kursbuch.web.clocks.terms import from_form as clock_from_form
from kursbuch.web.helps import chosen, helps_off

Check = Callable[[object], Any]
"""What was given for a key, as it is stored; raises BadInput."""

CHECKS: dict[str, Check] = {"clock": checked_clock, "helps_off": helps_off, "silence": checked_silence}

Reader = Callable[[Mapping[str, str]], object]
READERS: dict[str, Reader] = {"clock": clock_from_form, "helps_off": chosen, "silence": silence_from_form}
"""What the form for a new table says about a key; None: nothing."""
ONLINE_ONLY = ("clock", "silence")


def checked(given: Mapping[str, object]) -> dict[str, Any]:
    """What was agreed, as it is stored; raises BadInput.

    >>> checked({})
    {}
    """
    for key in given:
        if key not in CHECKS:
            raise BadInput("agreed", "a table cannot agree on {name!r}", name=key[:40])
    return {key: CHECKS[key](value) for key, value in given.items()}


def from_form(fields: Mapping[str, str], *, online: bool) -> dict[str, object]:
    """What the form for a new table says that its people have agreed on.

    >>> from_form({"clock": ""}, online=True)
    {}
    """
    found = {key: read(fields) for key, read in READERS.items() if online or key not in ONLINE_ONLY}
    return {key: value for key, value in found.items() if value is not None}
