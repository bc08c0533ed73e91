"""Forced purchases and loans in 18DO: in which order money is raised, and that no more is sold than needed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.judges.books import BANK, Disagreement, agree
from tests.judges.dortmund.paper import PaperBooks


class ForcedBooks(PaperBooks):
    """Treasury, own paper, the director's cash, his paper of the company, a loan."""

    def __init__(self, view: Mapping[str, Any], data: Path) -> None:
        super().__init__(view, data)
        self.loans: Counter[str] = Counter()
        self.need: dict[str, int] = {}  # company in a forced purchase: what it still lacks
        self.needed: dict[str, int] = {}  # ... and the price of what it must buy
        self.kept = 0  # the income that was kept last

    def on_issues(self, company: str, shares: int, price: int) -> None:
        if company in self.need:
            self.issued_in_need(company, shares)
        super().on_issues(company, shares, price)

    def on_sells(self, player: str, percent: int, company: str, price: int) -> None:
        for purchase, missing in self.need.items():
            self.sold_in_need(purchase, missing, player, percent, company)
        super().on_sells(player, percent, company, price)

    def on_forced_purchase(self, company: str, player: str, train: str, price: int) -> None:
        agree(f"who leads {company}", self.presidents[company], player)
        self.need[company] = price - self.cash[company]
        self.needed[company] = price

    def issued_in_need(self, company: str, shares: int) -> None:
        """Own paper is sold first, no more of it than needed; the Investor's companies sell all."""
        price = self.market.price(company)
        if self.presidents[company] != self.investor:
            self.no_more_than_needed(company, shares, price, self.need[company])
        self.need[company] -= shares * price

    def no_more_than_needed(self, company: str, shares: int, price: int, need: int) -> None:
        single = set(self.certificates[company][1:]) == {10}
        less = shares - (1 if single else 2)  # a certificate of 20 % may bring more than is needed
        if less * price >= need:
            raise Disagreement(f"{shares} shares of {company} at {price} are sold for {need}")

    def sold_in_need(self, company: str, need: int, player: str, percent: int, sold: str) -> None:
        """A director sells paper of this company only, when his cash does not do; without losing the post."""
        agree("who sells in need", self.presidents[company], player)
        if player != self.investor:
            agree("what is sold in need", company, sold)
            gap = need - self.cash[player]
            self.no_more_than_needed(company, percent // 10, self.market.price(company), gap)

    def on_loan(self, player: str, amount: int) -> None:
        """The bank lends what is missing when all else is spent: to a player, or to the Investor's company."""
        (company,) = self.need
        director = self.presidents[company]
        if director == self.investor:  # which has given all its money before
            agree("who borrows", company, player)
            agree("what the Investor has", 0, self.cash[director])
            agree("the loan", self.needed[company] - self.cash[company], amount)
            self.need[company] -= amount
        else:
            agree("who borrows", director, player)
            agree("the loan", self.need[company] - self.cash[director], amount)
        self.lent(player, amount)

    def lent(self, player: str, amount: int) -> None:
        self.loans[player] += amount
        self.due(BANK, player, amount)

    def settle_need(self, company: str) -> None:
        """The director pays the rest."""
        missing = self.need.pop(company, 0)
        if missing > 0:
            if self.presidents[company] != self.investor:
                agree(f"own paper of {company} is sold first", 0, self.paper[company][company])
            self.due(self.presidents[company], company, missing)

    def on_repays(self, company: str, amount: int, left: int) -> None:
        """The Investor's company repays from the income of its turn."""
        agree("what is repaid", min(self.loans[company], self.kept), amount)
        self.loans[company] -= amount
        agree("what is still owed", self.loans[company], left)
        self.due(company, BANK, amount)

    def worth(self, player: str) -> int:
        """Loans count twice."""
        return super().worth(player) - 2 * self.loans[player]
