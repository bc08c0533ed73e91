"""Positions of 1889: the common ones, with the par at which most companies here are started."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kursbuch.testing import Table, fresh, position

Companies = Mapping[str, Mapping[str, Any]]


def shikoku(players: int = 3, *, companies: Companies | None = None, **about: Any) -> Table:
    """A position of 1889; companies were started at 65 unless their `par` says otherwise."""
    started = {id: {"par": 65, **block} for id, block in (companies or {}).items()}
    return position("1889", players, companies=started, **about)


def opening(players: int = 3) -> Table:
    """The opening auction, nothing done yet; players A, B, C sit in this order."""
    return fresh("1889", players)
