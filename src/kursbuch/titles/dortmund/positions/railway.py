"""Positions of the Railway Game in a few lines, for tests and examples.

Beyond what `kursbuch.positions` offers: `breweries` (owner -> number; A has 1, B 3, C 4, D 5, E 2 unless told),
`turned` (numbers whose cards lie on their back), `cubes` and `markers` (by number), `links` (by hex). A company is in
operation unless it has floats=False. The steps of a turn: early, lay, station, link, run, pay, trains.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kursbuch.core import Game
from kursbuch.positions import position
from kursbuch.titles.dortmund.railway.state import ON_CARD

STEPS = ("early", "lay", "station", "link", "run", "pay", "trains")
NUMBERS = {"A": "1", "B": "3", "C": "4", "D": "5", "E": "2"}


def railway(
    players: int = 3,
    *,
    companies: Mapping[str, Mapping[str, Any]] | None = None,
    breweries: Mapping[str, str] | None = None,
    turned: Sequence[str] = (),
    cubes: Mapping[str, int] | None = None,
    markers: Mapping[str, str] | None = None,
    links: Mapping[str, int] | None = None,
    **about: Any,
) -> Game:
    """A position of the Railway Game."""
    owned = {number: owner for owner, number in (breweries or NUMBERS).items() if owner in "ABCDE"[:players]}
    owned = dict(sorted(owned.items()))
    beer = {number: (2 if number == "1" else 0) for number in owned} | dict(cubes or {})
    printed = sum(2 for number in owned if number == "1")
    return position(
        "18do-railway",
        players,
        companies={id: {"rest": id, **block} for id, block in (companies or {}).items()},
        steps=STEPS,
        breweries=owned,
        flipped=frozenset(turned),
        cubes=beer,
        markers={n: (markers or {}).get(n, ON_CARD) for n in owned if n != "1"},
        reserved="2" in owned,
        stock_of_beer=18 + printed - sum(beer.values()),
        links=dict(links or {}),
        **about,
    )
