"""Positions of the Railway Game, set up in a few readable lines.

    table = railway(companies={"BME": {"A": 50, "cash": 200, "trains": ["2"]}}, tiles=LINE, turn="BME run")

Beyond what `tests.positions` offers: `breweries` (owner -> number; A has 1, B 3, C 4, D 5, E 2 unless told),
`turned` (numbers whose cards lie on their back), `cubes` and `markers` (by number), `links` (by hex). A company is in
operation unless it has floats=False. The steps of a turn: early, lay, station, link, run, pay, trains.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import kursbuch as kb
from kursbuch.core import Refusal
from kursbuch.rail.actions import Runs
from kursbuch.rail.rounds import OperatingFrame, SetFrame, StockFrame, TurnFrame
from kursbuch.rail.routes.running import best_of, income_of
from kursbuch.titles.dortmund.railway.state import ON_CARD
from tests.positions import Table, position, settle

STEPS = ("early", "lay", "station", "link", "run", "pay", "trains")
NUMBERS = {"A": "1", "B": "3", "C": "4", "D": "5", "E": "2"}
LINE = {"H11": "1904.0", "F13": "8.0"}  # from Hagen by Glückaufsegen and the Hermannshütte to Dortmund City
EAST = {"D19": "9.0", "E18": "8.1", "E16": "9.1"}  # from Hamm by the eastern freight yard to Dortmund City
BME_LINE = "I10.0 H11.0 G12.0 F13 E12.0"


class RailwayTable(Table):
    """A position of the Railway Game with short ways to look at it."""

    def apply(self, *actions: str) -> RailwayTable:
        super().apply(*actions)
        return self

    def earns(self, company: str, runs: str) -> int | str:
        """What runs would earn without beer, or the rule point that they break."""
        found = income_of(self.s, company, Runs.read(runs, "test"))
        return self.game.rules.cite(found).rule if isinstance(found, Refusal) else found

    def best(self, company: str) -> int:
        return best_of(self.s, company)[1]

    def lays(self, company: str, hex: str) -> set[str]:
        """The tiles that a company may lay on a hex now."""
        ends = f" at {hex}"
        head = f"{company} lays "
        return {
            a[len(head) :].partition(".")[0] for a in self.legal() if a.startswith(head) and a.endswith(ends)
        }

    def starts(self, word: str) -> list[str]:
        """The legal actions that have this in their text."""
        return [action for action in self.legal() if word in action]

    @property
    def step(self) -> str:
        frame = next(f for f in reversed(self.s.stack) if isinstance(f, TurnFrame))
        return STEPS[frame.at]

    @property
    def company(self) -> str:
        return next(f for f in reversed(self.s.stack) if isinstance(f, TurnFrame)).company


def railway(
    players: int = 3,
    *,
    companies: Mapping[str, Mapping[str, Any]] | None = None,
    breweries: Mapping[str, str] | None = None,
    turned: Sequence[str] = (),
    cubes: Mapping[str, int] | None = None,
    markers: Mapping[str, str] | None = None,
    turn: str = "",
    stock: str = "",
    done: tuple[str, ...] = (),
    income: int = 0,
    operating_round: int = 1,
    rounds: int = 2,
    dealt: tuple[str, ...] = (),
    links: Mapping[str, int] | None = None,
    options: Mapping[str, object] | None = None,
    **about: Any,
) -> RailwayTable:
    mine = {id: dict(block) for id, block in (companies or {}).items()}
    for block in mine.values():
        if not block.get("floats", True):
            block["home"] = False
    owned = {number: owner for owner, number in (breweries or NUMBERS).items() if owner in "ABCDE"[:players]}
    owned = dict(sorted(owned.items()))
    beer = {number: (2 if number == "1" else 0) for number in owned} | dict(cubes or {})
    printed = sum(2 for number in owned if number == "1")
    table = position(
        "18do-railway",
        players,
        companies=mine,
        stock=stock or "A",
        options=options,
        breweries=owned,
        flipped=frozenset(turned),
        cubes=beer,
        markers={n: (markers or {}).get(n, ON_CARD) for n in owned if n != "1"},
        reserved="2" in owned,
        stock_of_beer=18 + printed - sum(beer.values()),
        floated=tuple(id for id, block in mine.items() if block.get("floats", True)),
        links=dict(links or {}),
        **about,
    )
    s = table.s
    if turn:
        company, _, step = turn.partition(" ")
        s.operating_round = operating_round
        s.stack[:] = [
            SetFrame("cycle", number=s.stock_round, done=1 + operating_round, of=rounds),
            OperatingFrame("operating", operated=(company,), at="turns", order=tuple(s.prices.order())),
            TurnFrame("turn", company, at=STEPS.index(step) if step else -1, income=income, done=done),
        ]
    else:
        s.stack[:] = [
            SetFrame("cycle", number=s.stock_round, done=1),
            StockFrame("stock", stock or "A", dealt),
        ]
    return RailwayTable(table.game)


def fresh(players: int = 3, seed: int = 1) -> RailwayTable:
    """A game that has just begun, with the players A, B, C ..."""
    return RailwayTable(kb.new_game("18do-railway", list("ABCDE"[:players]), seed=seed))


def go_on(table: RailwayTable) -> RailwayTable:
    """Let happen what needs no decision."""
    settle(table)
    return table


def owner_pays(table: RailwayTable, *actions: str) -> dict[str, int]:
    """How purses change by some actions."""
    before = dict(table.s.cash)
    table.apply(*actions)
    return {purse: cash - before[purse] for purse, cash in table.s.cash.items() if cash != before[purse]}
