"""Positions of 1830 in a few readable lines: the shared positions, with what this title adds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.positions import Table, position

import kursbuch as kb
from kursbuch.rail.paper.holdings import percent
from kursbuch.rail.state import OFFER, OUT

Companies = Mapping[str, Mapping[str, Any]]

PRIVATES = ("SV", "CS", "DH", "MH", "CA", "BO")

# track that gives companies a route: Altoona to Pittsburgh, Baltimore to Washington
PITTSBURGH = {"H10": "57.1"}
WASHINGTON = {"J14": "57.0"}


def northeast(
    players: int = 3,
    *,
    companies: Companies | None = None,
    privates: Mapping[str, str] | None = None,
    turn: str = "",
    **more: Any,
) -> Table:
    """A position of 1830. Beside what `position` takes:

    companies: what nobody holds lies in the initial offering; `par` if it is not 67; `floats=False` for one that has
        not floated.
    privates: owner by private; those not named are closed.
    turn: the last step of a company's turn is "privates".
    """
    companies = companies or {}
    floated = tuple(id for id, about in companies.items() if about.get("floats", True))
    fields = {
        "pars": {id: about.get("par", 67) for id, about in companies.items()},
        "floated": floated,
        "running": frozenset(floated),
        "privates": {id: (privates or {}).get(id, OUT) for id in PRIVATES},
    }
    table = position(
        "1830", players, companies=companies, turn=turn.replace("privates", "issue"), **{**fields, **more}
    )
    s = table.s
    for id, owners in s.shares.items():
        s.shares[id] = tuple(OFFER if owner == id else owner for owner in owners)
        assert percent(s, id, id) == 0
    table.game.audit()
    return table


def one(
    company: str, turn: str = "lay", *, cash: int = 500, trains: Any = (), others: Any = None, **more: Any
) -> Table:
    """A company that A leads, in its turn."""
    about = {"price": 100, "A": 60, "cash": cash, "trains": list(trains)}
    return northeast(companies={company: about, **(others or {})}, turn=f"{company} {turn}", **more)


def opening(players: int = 3) -> Table:
    """The opening auction, nothing done yet; players A, B, C sit in this order."""
    return Table(kb.new_game("1830", list("ABCDEF"[:players]), seed=1))
