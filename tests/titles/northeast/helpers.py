"""Positions of 1830 in a few readable lines: the common ones, with what this title adds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kursbuch.testing import Table, fresh, position

Companies = Mapping[str, Any]  # what is said about each, by its id

# track that gives companies a route: Altoona to Pittsburgh, Baltimore to Washington
PITTSBURGH = {"H10": "57.1"}
WASHINGTON = {"J14": "57.0"}


def northeast(players: int = 3, *, companies: Companies | None = None, **more: Any) -> Table:
    """A position of 1830; a set has two operating rounds, and companies were started at 67, unless `rounds` and `par`
    say otherwise.
    """
    started: dict[str, Any] = {id: {"par": 67, **about} for id, about in (companies or {}).items()}
    return position("1830", players, companies=started, **{"rounds": 2, **more})


def one(
    company: str, turn: str = "lay", *, cash: int = 500, trains: Any = (), others: Any = None, **more: Any
) -> Table:
    """A company that A leads, in its turn."""
    about = {"price": 100, "A": 60, "cash": cash, "trains": list(trains)}
    return northeast(companies={company: about, **(others or {})}, turn=f"{company} {turn}", **more)


def opening(players: int = 3) -> Table:
    """The opening auction, nothing done yet; players A, B, C sit in this order."""
    return fresh("1830", players)
