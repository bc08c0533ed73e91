"""Positions of 18Chesapeake in a few readable lines: the shared positions, with what this title adds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import kursbuch as kb
from kursbuch.rail.state import OFFER, OUT
from kursbuch.testing import Table, position

Companies = Mapping[str, Mapping[str, Any]]

PRIVATES = ("D&R", "C-P", "B&S", "C&OC", "B&OR", "CV")


def chesapeake(
    players: int = 3,
    *,
    companies: Companies | None = None,
    privates: Mapping[str, str] | None = None,
    brought: Mapping[str, str] | None = None,
    turn: str = "",
    **more: Any,
) -> Table:
    """A position of 18Chesapeake. Beside what `position` takes:

    companies: what nobody holds lies in the initial offering; `par` if it is not 70; `floats=False` for one that has
        not floated.
    privates: owner by private; those not named are closed.
    brought: for a company that is not started the player who has its free share.
    turn: the last step of a company's turn is "privates".
    """
    companies = companies or {}
    floated = tuple(id for id, about in companies.items() if about.get("floats", True))
    fields = {
        "pars": {id: about.get("par", 70) for id, about in companies.items()},
        "floated": floated,
        "running": frozenset(floated),
        "privates": {id: (privates or {}).get(id, OUT) for id in PRIVATES},
    }
    table = position(
        "18chesapeake",
        players,
        companies=companies,
        turn=turn.replace("privates", "issue"),
        **{**fields, **more},
    )
    s = table.s
    for id, owners in s.shares.items():
        s.shares[id] = tuple(OFFER if owner == id else owner for owner in owners)
    for id, player in (brought or {}).items():
        s.shares[id] = (s.shares[id][0], player, *s.shares[id][2:])
    table.game.audit()
    return table


def one(
    company: str,
    *,
    at: str = "lay",
    cash: int = 500,
    phase: str = "",
    tiles: Mapping[str, str] | None = None,
    trains: Sequence[str] = (),
    tokens: Sequence[str] = (),
    others: Companies | None = None,
    privates: Mapping[str, str] | None = None,
    about: Mapping[str, Any] | None = None,
    **more: Any,
) -> Table:
    """One company led by A with 60 %, at a step of its turn."""
    led = {
        "price": 80,
        "A": 60,
        "cash": cash,
        "trains": list(trains),
        "tokens": list(tokens),
        **(about or {}),
    }
    return chesapeake(
        companies={company: led, **(others or {})},
        phase=phase,
        tiles=tiles or {},
        turn=f"{company} {at}",
        privates=privates,
        **more,
    )


def opening(players: int = 3, seed: int = 1) -> Table:
    """The opening auction, nothing done yet; players A, B, C sit in this order."""
    return Table(kb.new_game("18chesapeake", list("ABCDEF"[:players]), seed=seed))
