"""The panels of a table. A title with boards of its own has further ones.

A panel is a name, a template and a function from the scene to the data the template shows. Railway games have
board, market, matrix and depot; other titles get tidy tables. The decision and the log belong to every table.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from kursbuch.web.pages.generic import tables
from kursbuch.web.pages.scene import Scene


@dataclass(frozen=True, slots=True)
class Panel:
    """A part of the table page. `area` says where it goes: "main", "wide" (below it) or "side"."""

    name: str
    template: str
    show: Callable[[Scene], Any]
    area: str = "side"
    styles: tuple[str, ...] = ()
    scripts: tuple[str, ...] = ()
    covers: tuple[str, ...] = ()  # parts of the position that need no table among the details
    by_value: bool = (
        False  # what it shows can be hashed, and the template looks at nothing else: see `web.pages.kept`
    )


PLAIN = Panel("position", "parts/position.html", tables, "main")
