"""Every setting with its default and what it means, read off the place where they are declared."""

from __future__ import annotations

import inspect
import re
from dataclasses import dataclass, fields

from kursbuch.web.settings import Settings

_LINE = re.compile(r"^    (\w+): \w+ = .*?(?:  # (.*))?$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Described:
    """A setting: the environment variable that sets it, what it is without, what it is for."""

    variable: str
    default: str
    meaning: str


def described() -> list[Described]:
    """All settings.

    >>> next(one for one in described() if one.variable == "KURSBUCH_PORT").default
    '0'
    """
    meanings = dict(_LINE.findall(inspect.getsource(Settings)))
    return [
        Described(f"KURSBUCH_{field.name.upper()}", str(field.default), meanings.get(field.name, ""))
        for field in fields(Settings)
    ]


def as_table() -> str:
    """The same as a table for the documentation."""
    rows = [f"| `{one.variable}` | {one.default or '(empty)'} | {one.meaning} |" for one in described()]
    return "\n".join(["| variable | default | |", "|---|---|---|", *rows])
