"""Positions of 1889 in a few readable lines: the shared positions, with what this title adds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import kursbuch as kb
from kursbuch.rail.paper.holdings import percent
from kursbuch.rail.state import OFFER, OUT
from tests.positions import Table, position

Companies = Mapping[str, Mapping[str, Any]]

PRIVATES = ("TR", "MF", "ER", "SMR", "DR", "SIR", "UTF")


def shikoku(
    players: int = 3,
    *,
    companies: Companies | None = None,
    privates: Mapping[str, str] | None = None,
    turn: str = "",
    used: Sequence[str] = (),
    **more: Any,
) -> Table:
    """A position of 1889. Beside what `position` takes:

    companies: what nobody holds lies in the initial offering; `par` if it is not 65; `floats=False` for one that has
        not floated.
    privates: owner by private; those not named are closed. `used`: the privates of this game, if not the usual ones.
    turn: the last step of a company's turn is "privates".
    """
    companies = companies or {}
    floated = tuple(id for id, about in companies.items() if about.get("floats", True))
    used = used or [
        id for id in PRIVATES if not (id == "UTF" and players < 4) and not (id == "SIR" and players < 3)
    ]
    fields = {
        "pars": {id: about.get("par", 65) for id, about in companies.items()},
        "floated": floated,
        "running": frozenset(floated),
        "privates": {id: (privates or {}).get(id, OUT) for id in used},
    }
    table = position(
        "1889", players, companies=companies, turn=turn.replace("privates", "issue"), **{**fields, **more}
    )
    s = table.s
    for id, owners in s.shares.items():
        s.shares[id] = tuple(OFFER if owner == id else owner for owner in owners)
        assert percent(s, id, id) == 0
    table.game.audit()
    return table


def opening(players: int = 3) -> Table:
    """The opening auction, nothing done yet; players A, B, C sit in this order."""
    return Table(kb.new_game("1889", list("ABCDEF"[:players]), seed=1))
