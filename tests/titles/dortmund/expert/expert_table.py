"""Positions of the Expert Game: those of the beer game with markers.

small: company -> its small investments. events: event -> brewery that holds it. wagons: railway -> trains (by number,
from 0) its wagons lie on, None for the charter.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

import kursbuch as kb
from kursbuch.testing import Table
from tests.titles.dortmund.beer.beer_table import BeerTable, beer
from tests.titles.dortmund.beer.brewery_table import BreweryTable, brewery

TITLE = "18do-expert"
RAILWAYS = frozenset({"BME", "CME", "RhE", "KWE", "DGEE", "DHB", "HHW"})


Markers = Mapping[str, Sequence[str]]
Places = Mapping[str, Sequence[int | None]]


def brewing(
    *, small: Markers | None = None, events: Mapping[str, str] | None = None, wagons: Places | None = None,
    **about: Any,
) -> BreweryTable:  # fmt: skip
    """A position of a brewery round."""
    return _placed(brewery(title=TITLE, **_markers(small or {}, events or {}), **about), wagons or {})


def dealing(
    *, small: Markers | None = None, events: Mapping[str, str] | None = None, wagons: Places | None = None,
    **about: Any,
) -> BeerTable:  # fmt: skip
    """A position of a stock round or a railway round."""
    return _placed(beer(title=TITLE, **_markers(small or {}, events or {}), **about), wagons or {})


def _markers(small: Markers, events: Mapping[str, str]) -> dict[str, Any]:
    """The fields of a position that say who has which marker."""
    return {
        "small": {company: tuple(markers) for company, markers in small.items()},
        "specials": {**dict.fromkeys("GHIJKLMNOP", ""), **events},
        "wagons": {c: ("",) * len(m) for c, m in small.items() if c in RAILWAYS},
    }


T = TypeVar("T", bound=Table)


def _placed(table: T, wagons: Places) -> T:
    for railway, places in wagons.items():
        cards = table.s.trains[railway]
        table.s.wagons[railway] = tuple("" if n is None else cards[n] for n in places)
    table.game.audit()
    return table


def fresh(players: int = 3, seed: int = 1, **options: object) -> BeerTable:
    return BeerTable(kb.new_game(TITLE, list("ABCDE"[:players]), seed=seed, options=options))


def opened(players: int = 3, seed: int = 1) -> BeerTable:
    """A game after the starting round: every player has bid for another brewery at nothing."""
    table = fresh(players, seed)
    taken: set[str] = set()
    while table.s.top.stage == "starting":
        bid = next(a for a in table.legal() if a.split()[-1] not in taken)
        taken.add(bid.split()[-1])
        table.apply(bid)
    return table
