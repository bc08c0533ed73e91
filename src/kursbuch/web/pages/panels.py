"""Which panels a title's table has. A title with boards of its own registers them here, by its id.

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


_SPECIAL: dict[str, list[Panel]] = {}
_NO_PREVIEW: dict[str, frozenset[str]] = {}


def add(title: str, panel: Panel) -> None:
    """Give a title a panel of its own, beside those it has by its kind."""
    _SPECIAL.setdefault(title, []).append(panel)


def hide_previews(title: str, *kinds: str) -> None:
    """Keep actions of these kinds from being tried out: their outcome would tell a secret (sealed bids)."""
    _NO_PREVIEW[title] = _NO_PREVIEW.get(title, frozenset()) | frozenset(kinds)


def may_preview(title: str, kind: str) -> bool:
    return kind not in _NO_PREVIEW.get(title, ())


def special(title: str) -> list[Panel]:
    return _SPECIAL.get(title, [])


PLAIN = Panel("position", "parts/position.html", tables, "main")
