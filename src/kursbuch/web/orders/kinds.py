"""Which orders there are at a table: those that the steps of its title have room for, or that its page names."""

from __future__ import annotations

from kursbuch.core import Game
from kursbuch.web.helps import without_best_runs
from kursbuch.web.orders.kind import OrderKind, Stop
from kursbuch.web.orders.only import OnlyChoice
from kursbuch.web.orders.operating import Dividend, RunBest
from kursbuch.web.orders.paper import BuyOn, PassOn
from kursbuch.web.pages.page import page_of
from kursbuch.web.service import TableInfo

__all__ = ["KINDS", "OrderKind", "Stop", "kinds_at", "kinds_of"]

KINDS: tuple[OrderKind, ...] = (PassOn(), BuyOn(), RunBest(), Dividend(), OnlyChoice())


def kinds_of(game: Game) -> dict[str, OrderKind]:
    """The kinds of orders at a table, by name.

    >>> from kursbuch.shelf import example
    >>> list(kinds_of(example()))[-1]
    'only'
    """
    own = page_of(game.title).orders
    known = {step.action for stage in game.rules.stages.values() for step in stage.every_step()}
    return {
        kind.name: kind
        for kind in (KINDS if own is None else own)
        if not kind.needs or known.intersection(kind.needs)
    }


def kinds_at(info: TableInfo, game: Game) -> dict[str, OrderKind]:
    """The same without what its people have agreed to find for themselves."""
    alone = without_best_runs(info.agreed, info.uncovered)
    return {name: kind for name, kind in kinds_of(game).items() if not (alone and isinstance(kind, RunBest))}
