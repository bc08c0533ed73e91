"""Standard titles for tests: boxes of real ones under policies that a test picks; refusals come as the kernel's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kursbuch.core import Game, Title, TitleInfo
from kursbuch.rail.standard.parts import read_box
from kursbuch.rail.standard.rules import Policies, StandardRules
from kursbuch.testing import SEATS, Table, position

BOXES = {"northeast": "kursbuch.titles.northeast.data", "chesapeake": "kursbuch.titles.chesapeake.data"}


def title(box: str, policies: Policies, **instead: Any) -> Title:
    """A title that stands on no shelf."""

    def compose(players: int, options: Mapping[str, Any]) -> StandardRules:
        parts = read_box(BOXES[box], players, **instead)
        return StandardRules(parts, players, policies, {})

    return Title(TitleInfo(f"example {box}", "An example", range(2, 7)), compose)


def opening(box: str = "northeast", policies: Policies | None = None, players: int = 3) -> Table:
    """The opening auction, nothing done yet; players A, B, C sit in this order."""
    return Table(Game(title(box, policies or Policies()), list(SEATS[:players]), 1, {}))


def standard(
    box: str = "northeast",
    policies: Policies | None = None,
    players: int = 3,
    *,
    companies: Mapping[str, Mapping[str, Any]] | None = None,
    instead: Mapping[str, Any] | None = None,
    **about: Any,
) -> Table:
    """A position; companies were started at 67 unless their `par` says otherwise."""
    started = {id: {"par": 67, **block} for id, block in (companies or {}).items()}
    made = title(box, policies or Policies(), **(instead or {}))
    return position(made, players, companies=started, **about)


def rules_of(table: Table) -> StandardRules:
    """The rules of a table, for what only standard titles have."""
    rules = table.game.rules
    assert isinstance(rules, StandardRules)
    return rules
