"""Positions of the Railway Game, set up in a few readable lines.

    table = railway(companies={"BME": {"A": 50, "cash": 200, "trains": ["2"]}}, tiles=LINE, turn="BME run")

Beyond what `kursbuch.testing` offers: `breweries` (owner -> number; A has 1, B 3, C 4, D 5, E 2 unless told),
`turned` (numbers whose cards lie on their back), `cubes` and `markers` (by number), `links` (by hex). A company is in
operation unless it has floats=False. The steps of a turn: early, lay, station, link, run, pay, trains.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import kursbuch.testing
from kursbuch.testing import Table, position, settle
from kursbuch.titles.dortmund.railway.state import ON_CARD

STEPS = ("early", "lay", "station", "link", "run", "pay", "trains")
NUMBERS = {"A": "1", "B": "3", "C": "4", "D": "5", "E": "2"}
LINE = {"H11": "1904.0", "F13": "8.0"}  # from Hagen by Glückaufsegen and the Hermannshütte to Dortmund City
EAST = {"D19": "9.0", "E18": "8.1", "E16": "9.1"}  # from Hamm by the eastern freight yard to Dortmund City
BME_LINE = "I10.0 H11.0 G12.0 F13 E12.0"


class RailwayTable(Table):
    """A position of the Railway Game with short ways to look at it."""

    steps = STEPS


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
) -> RailwayTable:
    owned = {number: owner for owner, number in (breweries or NUMBERS).items() if owner in "ABCDE"[:players]}
    owned = dict(sorted(owned.items()))
    beer = {number: (2 if number == "1" else 0) for number in owned} | dict(cubes or {})
    printed = sum(2 for number in owned if number == "1")
    table = position(
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
    return RailwayTable(table.game)


def fresh(players: int = 3, seed: int = 1) -> RailwayTable:
    """A game that has just begun, with the players A, B, C ..."""
    return RailwayTable(kursbuch.testing.fresh("18do-railway", players, seed).game)


go_on = settle


def owner_pays(table: RailwayTable, *actions: str) -> dict[str, int]:
    """How purses change by some actions."""
    return table.pays(*actions)
