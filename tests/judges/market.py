"""A share price table, read from its data file and walked with a finger."""

from __future__ import annotations

import tomllib
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

Spot = tuple[int, int]  # row, column


@dataclass
class PriceTable:
    """Prices by field, the marks behind them (p par, y zone, < > arrows), and the markers in stacks."""

    prices: dict[Spot, int]
    marks: dict[Spot, str]
    at: dict[str, Spot] = field(default_factory=dict)
    stacks: dict[Spot, list[str]] = field(default_factory=lambda: defaultdict(list))

    @classmethod
    def read(cls, path: Path) -> PriceTable:
        table = cls({}, {})
        for row, line in enumerate(tomllib.loads(path.read_text(encoding="utf-8"))["rows"]):
            for column, text in enumerate(line.split()):
                if text != ".":
                    digits = "".join(c for c in text if c.isdigit())
                    table.prices[row, column] = int(digits)
                    table.marks[row, column] = text[len(digits) :]
        return table

    def price(self, company: str) -> int:
        return self.prices[self.at[company]]

    def marked(self, company: str, mark: str) -> bool:
        return mark in self.marks[self.at[company]]

    def place(self, company: str, spot: Spot) -> None:
        """Put a marker down, under those that lie there; one that stays keeps its place."""
        if self.at.get(company) != spot:
            self.remove(company)
            self.at[company] = spot
            self.stacks[spot].append(company)

    def remove(self, company: str) -> None:
        if company in self.at:
            self.stacks[self.at.pop(company)].remove(company)

    def beside(self, company: str, rows: int, columns: int) -> Spot | None:
        row, column = self.at[company]
        spot = (row + rows, column + columns)
        return spot if spot in self.prices else None

    def step(self, company: str, *ways: tuple[int, int]) -> None:
        """One field in the first of these directions that leads to a field."""
        found = (self.beside(company, *way) for way in ways)
        spot = next((spot for spot in found if spot is not None), None)
        if spot is not None:
            self.place(company, spot)

    def par(self, most: float) -> Spot:
        """The highest par field that costs no more."""
        pars = [spot for spot, mark in self.marks.items() if "p" in mark and self.prices[spot] <= most]
        return max(pars, key=lambda spot: self.prices[spot])

    def in_order(self, companies: Iterable[str]) -> list[str]:
        """By price, then further right, then upper, then who lies on top."""
        return sorted(
            companies,
            key=lambda c: (-self.price(c), -self.at[c][1], self.at[c][0], self.stacks[self.at[c]].index(c)),
        )


UP, DOWN, LEFT, RIGHT = (-1, 0), (1, 0), (0, -1), (0, 1)
