"""How the people at a table have agreed to play, beside the rules of the game: chosen when the table is set up."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from kursbuch.core import BadInput
from kursbuch.web.helps import helps_off

Check = Callable[[object], Any]
"""What was given for a key, as it is stored; raises BadInput."""

CHECKS: dict[str, Check] = {"helps_off": helps_off}


def checked(given: Mapping[str, object]) -> dict[str, Any]:
    """What was agreed, as it is stored; raises BadInput.

    >>> checked({})
    {}
    """
    for key in given:
        if key not in CHECKS:
            raise BadInput("agreed", "a table cannot agree on {name!r}", name=key[:40])
    return {key: CHECKS[key](value) for key, value in given.items()}
