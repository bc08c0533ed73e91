"""Standard titles for tests: boxes of real ones under policies that a test picks; refusals come as the kernel's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kursbuch.core import Game, Title, TitleInfo
from kursbuch.rail.standard.parts import read_box
from kursbuch.rail.standard.rules import Policies, StandardRules
from kursbuch.rail.state import OFFER, OUT
from tests.positions import SEATS, Table, position

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
    privates: Mapping[str, str] | None = None,
    instead: Mapping[str, Any] | None = None,
    turn: str = "",
    **more: Any,
) -> Table:
    """A position. Beside what `position` takes: what nobody holds lies in the offering; `par` of a company if it is
    not 67; `floats=False` for one that has not floated; owners of privates, the others are closed.
    """
    companies = companies or {}
    floated = tuple(id for id, about in companies.items() if about.get("floats", True))
    made = title(box, policies or Policies(), **(instead or {}))
    fields = {
        "pars": {id: about.get("par", 67) for id, about in companies.items()},
        "floated": floated,
        "running": frozenset(floated),
        "privates": {id: (privates or {}).get(id, OUT) for id in read_box(BOXES[box], players).privates},
    }
    table = position(
        made, players, companies=companies, turn=turn.replace("privates", "issue"), **{**fields, **more}
    )
    s = table.s
    for id, owners in s.shares.items():
        s.shares[id] = tuple(OFFER if owner == id else owner for owner in owners)
    table.game.audit()
    return table
