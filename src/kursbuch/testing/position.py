"""Positions for tests: those of `kursbuch.positions` in the hands of somebody who tries them out."""

from __future__ import annotations

from typing import Any, TypeVar

from kursbuch import positions
from kursbuch.core import Title, TitleInfo
from kursbuch.positions import SEATS, stood
from kursbuch.rail.state import RailState
from kursbuch.shelf import titles
from kursbuch.testing.table import Table

__all__ = ["SEATS", "fresh", "position", "sample", "settle", "stood"]

T = TypeVar("T", bound=Table)


def fresh(title: str | Title, players: int = 3, seed: int = 1, **options: object) -> Table:
    """A game that has just begun, with the players A, B, C ..., of a title by its id or of one on no shelf."""
    return Table(positions.begun(title, players, seed, options))


def sample() -> TitleInfo:
    """A railway title of the shelf, for an example where any will do.

    >>> sample().id in [info.id for info in titles()]
    True
    """
    return next(info for info in titles() if isinstance(fresh(info.id, info.players[0]).s, RailState))


def position(title: str | Title, players: int = 2, **told: Any) -> Table:
    """A position of a railway title; `kursbuch.positions.position` says what can be told.

    >>> position(sample().id, cash={"A": 120}).cash("A")
    120
    """
    return Table(positions.position(title, players, **told))


def settle(table: T) -> T:
    """Let happen what needs no decision, as after an action."""
    positions.settled(table.game)
    return table
