"""Positions of 18Chesapeake: the common ones, with what this title adds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kursbuch.testing import Table, fresh, position

Companies = Mapping[str, Mapping[str, Any]]

PRIVATES = ("D&R", "C-P", "B&S", "C&OC", "B&OR", "CV")


def chesapeake(
    players: int = 3,
    *,
    companies: Companies | None = None,
    brought: Mapping[str, str] | None = None,
    **about: Any,
) -> Table:
    """A position of 18Chesapeake; a set has two operating rounds, and companies were started at 70, unless `rounds`
    and `par` say otherwise. `brought`: for a company that is not started the player who has its free share.
    """
    started = {id: {"par": 70, **block} for id, block in (companies or {}).items()}
    table = position("18chesapeake", players, companies=started, **{"rounds": 2, **about})
    for id, player in (brought or {}).items():
        owners = table.s.shares[id]
        table.s.shares[id] = (owners[0], player, *owners[2:])
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
    return fresh("18chesapeake", players, seed)
