"""The rules of 1830: what standard titles share, with its policies."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from kursbuch.core.edition import per_edition
from kursbuch.core.rules import Choice, made_once
from kursbuch.rail.loader import load_toml
from kursbuch.rail.standard.parts import StandardBox, read_box
from kursbuch.rail.standard.rules import Policies, StandardRules
from kursbuch.rail.standard.trading import Trading
from kursbuch.rail.standard.zones import Several
from kursbuch.rail.state import OFFER, POOL
from kursbuch.rail.steps.lay import touches_route
from kursbuch.rail.steps.need import Need
from kursbuch.titles.northeast.rules.citations import CITATIONS

DATA = "kursbuch.titles.northeast.data"


def policies(brown_from_offer: bool) -> Policies:
    """How 1830 differs from most: zones, the track rule, and how far a president's help goes."""
    return Policies(
        trading=Trading(
            order="around",
            uncounted=frozenset({"yellow", "orange", "brown"}),
            unlimited=frozenset({"orange", "brown"}),
            several=Several(frozenset({"brown"}), (OFFER, POOL) if brown_from_offer else (POOL,)),
        ),
        joins=touches_route,
        need=Need(
            helps_though_affordable=True,  # 1830-23-3
            spends_last_sale=True,
            sells_all_first=False,
            own_trains_first=False,
        ),
    )


@per_edition
def box(players: int, more_sixes: bool = False) -> StandardBox:
    """Everything in the box; an option adds a train."""
    found = read_box(DATA, players)
    if not more_sixes:
        return found
    counts = load_toml(DATA, "trains.toml")["optional_6_train"]["count"]
    trains = {id: replace(train, count=counts.get(id, train.count)) for id, train in found.trains.items()}
    return replace(found, trains=trains)


class Rules1830(StandardRules):
    """1830 for one number of players and set of options."""

    def __init__(self, players: int, options: Mapping[str, Choice]) -> None:
        parts = box(players, bool(options["optional_6_train"]))
        super().__init__(parts, players, policies(bool(options["multiple_brown_from_ipo"])), CITATIONS)


@made_once
def compose(players: int, options: Mapping[str, Choice]) -> Rules1830:
    """The rules for a table."""
    return Rules1830(players, options)
