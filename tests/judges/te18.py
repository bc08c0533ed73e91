"""The judge of 18TE."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

from tests.judges.books import BANK, agree
from tests.judges.market import DOWN
from tests.judges.railway import DEPOT, OUT, POOL
from tests.judges.turns import TurnBooks


class Judge(TurnBooks):
    silent: ClassVar[frozenset[str]] = TurnBooks.silent | {"seats", "opens", "home-waits"}

    def __init__(self, view: Mapping[str, Any], data: Path) -> None:
        super().__init__(view, data)
        self.pile = 0  # money laid on a certificate that nobody wants
        self.bid = 0
        self.rewarded: set[str] = set()

    # -- stock rounds -----------------------------------------------------------------------------

    def on_pile(self, company: str, amount: int) -> None:
        self.pile += 10
        agree("laid on the certificate", self.pile, amount)

    def on_wins(self, player: str, lot: str, price: int) -> None:
        self.bid = price

    def on_founded(self, company: str, player: str, price: int, treasury: int) -> None:
        """The bid, and what lay on the certificate, are the treasury; a third of it bounds the price."""
        self.due(player, company, self.bid)
        self.due(BANK, company, self.pile)
        self.market.place(company, self.market.par((self.bid + self.pile) / 3))
        agree("the first price", self.market.price(company), price)
        self.paper[company].update({player: 30, company: 70})
        self.presidents[company] = player
        self.pile = self.bid = 0

    def on_buys(self, player: str, percent: int, company: str, source: str, price: int) -> None:
        of_the_company = source == "company"
        self.due(player, company if of_the_company else BANK, self.market.price(company))
        self.hand_over(company, company if of_the_company else POOL, player, 10)
        agree("how much one buys", 10, percent)

    # -- operating rounds -------------------------------------------------------------------------

    def on_bonus(self, company: str, amount: int) -> None:
        agree(f"{company} reached its goal before", False, company in self.rewarded)
        self.rewarded.add(company)
        self.due(BANK, company, 100)

    def distribute(self, company: str, income: int) -> None:
        """A tenth for each certificate; those in the company's own hands pay it, those of the bank nobody."""
        for holder, percent in self.held(company).items():
            if holder != POOL:
                self.due(BANK, holder, income * percent // 100)
        if income >= self.market.price(company):
            self.right(company)

    def on_issues(self, company: str, shares: int, price: int) -> None:
        """The price falls first, then the bank pays."""
        for _ in range(shares):
            self.market.step(company, DOWN)
        self.hand_over(company, company, POOL, 10 * shares)
        self.due(BANK, company, shares * self.market.price(company))

    def on_redeems(self, company: str, shares: int, price: int) -> None:
        self.hand_over(company, POOL, company, 10 * shares)
        self.due(company, BANK, shares * self.market.price(company))

    def on_exported(self, train: str) -> None:
        self.move_train(self.card[train], DEPOT, OUT)

    # -- ends -------------------------------------------------------------------------------------

    def on_liquidated(self, company: str) -> None:
        self.due(company, BANK, self.cash[company])
        for kind in self.owned(company).elements():
            self.move_train(kind, company, POOL)
        self.market.remove(company)
        self.paper[company].clear()
        del self.presidents[company]

    def on_bankrupt(self, player: str, company: str) -> None:
        """All the money that a bankrupt has is paid in."""
        self.due(player, company, self.cash[player])
