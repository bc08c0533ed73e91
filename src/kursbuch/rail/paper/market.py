"""Share price tables: a line or a grid of cells, and the stacks of company markers on them.

Row 0 is on top. A marker entering an occupied cell goes under the stack there. A move to a cell that is not there
is no move, and a marker that does not move keeps its place in the stack.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from kursbuch.core import record

Spot = tuple[int, int]  # row and column
Stacks = Mapping[Spot, tuple[str, ...]]  # markers on a cell, upper first


@dataclass(frozen=True, slots=True)
class Cell:
    """One field of the table. `arrow` turns a sideways move "up" or "down"."""

    row: int
    column: int
    price: int
    arrow: str = ""
    zone: str = ""
    par: bool = False
    ends_game: bool = False
    closes: bool = False

    @property
    def spot(self) -> Spot:
        """Where it is in the table."""
        return self.row, self.column


@dataclass(frozen=True, eq=False)
class Market:
    """The table as printed."""

    cells: Mapping[Spot, Cell]
    source: str = "rules"

    @cached_property
    def pars(self) -> tuple[Cell, ...]:
        """Where a price may start, lowest first."""
        return tuple(sorted((c for c in self.cells.values() if c.par), key=lambda c: c.price))

    @cached_property
    def _columns(self) -> Mapping[int, tuple[int, int]]:
        """First and last row of each column."""
        rows: dict[int, list[int]] = {}
        for row, column in self.cells:
            rows.setdefault(column, []).append(row)
        return {column: (min(found), max(found)) for column, found in rows.items()}

    def right(self, spot: Spot) -> Spot:
        """Where a good result leads."""
        return self._sideways(spot, 1)

    def left(self, spot: Spot) -> Spot:
        """Where a poor result leads."""
        return self._sideways(spot, -1)

    def up(self, spot: Spot) -> Spot:
        return self._there((spot[0] - 1, spot[1]), spot)

    def down(self, spot: Spot, rows: int = 1) -> Spot:
        """So many rows down, at most to the lowest cell of the column."""
        lowest = self._columns[spot[1]][1]
        return min(spot[0] + rows, lowest), spot[1]

    def _sideways(self, spot: Spot, columns: int) -> Spot:
        arrow = self.cells[spot].arrow
        if arrow == "up" and columns > 0:
            return self.up(spot)
        if arrow == "down" and columns < 0:
            return self.down(spot)
        return self._there((spot[0], spot[1] + columns), spot)

    def _there(self, target: Spot, else_stay: Spot) -> Spot:
        return target if target in self.cells else else_stay


@record("market", "stacks")
class Prices:
    """Where the markers stand: a value. Moving gives new prices.

    >>> line = Market({(0, i): Cell(0, i, 60 + 10 * i) for i in range(3)})
    >>> p = Prices(line, {}).placed("KHS", (0, 0)).placed("KWE", (0, 1))
    >>> p.moved("KHS", line.right).stacks[0, 1]
    ('KWE', 'KHS')
    """

    __slots__ = ("market", "spots", "stacks")

    def __init__(self, market: Market, stacks: Stacks) -> None:
        self.market = market
        self.stacks = stacks
        self.spots = {company: spot for spot, stack in stacks.items() for company in stack}

    def __contains__(self, company: str) -> bool:
        return company in self.spots

    def cell(self, company: str) -> Cell:
        return self.market.cells[self.spots[company]]

    def price(self, company: str) -> int:
        return self.market.cells[self.spots[company]].price

    def placed(self, company: str, spot: Spot) -> Prices:
        """With a new marker, under those that are there."""
        stacks = dict(self.stacks)
        stacks[spot] = (*stacks.get(spot, ()), company)
        return Prices(self.market, stacks)

    def removed(self, company: str) -> Prices:
        stacks = dict(self.stacks)
        spot = self.spots[company]
        left = tuple(other for other in stacks.pop(spot) if other != company)
        if left:
            stacks[spot] = left
        return Prices(self.market, stacks)

    def to(self, company: str, spot: Spot) -> Prices:
        """With a marker on another cell; on the cell where it is it stays as it lies."""
        return self if spot == self.spots[company] else self.removed(company).placed(company, spot)

    def lowered(self, company: str) -> Prices:
        """With a marker on the cell where it is, but under the others there."""
        return self.removed(company).placed(company, self.spots[company])

    def moved(self, company: str, move: object) -> Prices:
        """With a marker moved by one of the market's moves."""
        assert callable(move)
        return self.to(company, move(self.spots[company]))

    def risen(self, companies: Iterable[str]) -> Prices:
        """With several markers one cell up at once: those that meet keep their order, below who was there."""
        rising = [
            c for c in self.order() if c in set(companies) and self.market.up(self.spots[c]) != self.spots[c]
        ]
        prices = self
        for company in rising:
            prices = prices.removed(company)
        for company in rising:
            prices = prices.placed(company, self.market.up(self.spots[company]))
        return prices

    def order(self) -> list[str]:
        """Companies from the highest price down; at the same price the one further right, then the upper marker."""
        spots = sorted(self.stacks, key=lambda spot: (-self.market.cells[spot].price, -spot[1], spot[0]))
        return [company for spot in spots for company in self.stacks[spot]]
