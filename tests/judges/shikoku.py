"""The judge of 1889."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

from tests.judges.books import BANK, agree
from tests.judges.railway import DEPOT, OFFER, POOL
from tests.judges.turns import TurnBooks

FERRY = "UTF"  # stays open in a player's hand


class Judge(TurnBooks):
    silent: ClassVar[frozenset[str]] = frozenset(
        (TurnBooks.silent | {"asks-private"}) - {"stock-round", "bids", "passes", "over"}
    )

    def __init__(self, view: Mapping[str, Any], data: Path) -> None:
        super().__init__(view, data)
        self.privates = {
            id: about
            for id, about in self.read("privates")["privates"].items()
            if about.get("fewest_players", 0) <= len(self.players)
        }
        self.owner: dict[str, str] = {}
        self.pars: dict[str, int] = {}
        for company in self.markers:
            self.paper[company][OFFER] = 100
        self.floated: set[str] = set()
        self.asking = {id: about["price"] for id, about in self.privates.items()}
        self.passed = 0  # in succession in the opening
        self.opening = True

    # -- the opening ------------------------------------------------------------------------------

    def on_private_sold(self, player: str, private: str, price: int) -> None:
        self.passed = 0
        self.due(player, BANK, price)
        self.owner[private] = player

    def on_price_drops(self, private: str, price: int) -> None:
        self.asking[private] -= 5
        agree(f"the price of {private}", self.asking[private], price)

    def on_stock_round(self, number: int) -> None:
        self.opening = False
        self.passed = 0

    def on_bids(self, **_: Any) -> None:
        self.passed = 0

    def on_passes(self, player: str) -> None:
        """When all have passed in the opening, after the first sale, the privates pay."""
        self.passed += 1
        if self.opening and self.passed == len(self.players):
            self.passed = 0
            if self.owner:
                self.pay_privates()

    def pay_privates(self) -> None:
        for private, owner in self.owner.items():
            self.due(BANK, owner, self.income(private))

    def income(self, private: str) -> int:
        about = self.privates[private]
        return int(about.get("stays", about["income"]) if self.closed else about["income"])

    # -- stock rounds -----------------------------------------------------------------------------

    def on_pars(self, player: str, company: str, price: int) -> None:
        self.due(player, BANK, 2 * price)
        self.pars[company] = price
        self.market.place(company, self.market.par(price))
        self.hand_over(company, OFFER, player, 20)
        self.presidents[company] = player

    def on_buys(self, player: str, percent: int, company: str, source: str, price: int) -> None:
        cost = self.pars[company] if source == OFFER else self.market.price(company)
        self.due(player, BANK, cost)
        self.hand_over(company, source, player, 10)
        agree("how much one buys", 10, percent)
        self.float_if_due(company)

    def float_if_due(self, company: str) -> None:
        """At half sold the bank pays ten times par, once."""
        if company not in self.floated and self.paper[company][OFFER] <= 50:
            self.floated.add(company)
            self.due(BANK, company, 10 * self.pars[company])

    def on_floats(self, company: str) -> None:
        agree(f"{company} floats", True, company in self.floated)

    def on_swaps(self, player: str, private: str, company: str) -> None:
        self.hand_over(company, OFFER, player, 10)
        del self.owner[private]
        self.float_if_due(company)

    # -- operating rounds -------------------------------------------------------------------------

    def in_operation(self) -> list[str]:
        return list(self.floated)

    def on_operating_round(self, set: int, number: int) -> None:
        super().on_operating_round(set, number)
        self.pay_privates()

    def pay_for_track(self, company: str, cost: int, hex: str) -> None:
        self.due(
            company if company in self.markers else self.seller, BANK, cost
        )  # or by the power of a private

    def distribute(self, company: str, income: int) -> None:
        """A tenth for each share; those in the pool pay the company, those never sold nobody."""
        for holder, percent in self.held(company).items():
            if holder != OFFER:
                self.due(BANK, company if holder == POOL else holder, income * percent // 100)
        self.right(company)

    def on_acquires(self, company: str, private: str, price: int) -> None:
        self.seller = self.owner[private]
        self.due(company, self.seller, price)
        self.owner[private] = company

    seller = ""  # who has last sold a private to a company

    # -- trains -----------------------------------------------------------------------------------

    def on_trades_train(self, company: str, given: str, train: str, price: int) -> None:
        agree("the price of a trade", self.printed[train] - 300, price)
        self.move_train(given, company, POOL)
        self.move_train(train, DEPOT, company)
        self.due(company, BANK, price)

    closed = False  # the first 5 closes the privates

    def on_private_closes(self, private: str) -> None:
        self.closed = True
        if not (private == FERRY and self.owner.get(private) in self.players):
            self.owner.pop(private, None)

    # -- ends -------------------------------------------------------------------------------------

    def on_bankrupt(self, player: str, company: str) -> None:
        self.bankrupt = player

    bankrupt = ""

    def on_over(self, reason: str) -> None:
        """A bankrupt's cash is lost, with what the forced sales have brought."""
        if self.bankrupt:
            brought = sum(amount * n for (_, to, amount), n in self.dues() if to == self.bankrupt)
            self.due(self.bankrupt, BANK, self.before[self.bankrupt] + brought)

    def worth(self, player: str) -> int:
        privates = sum(self.privates[id]["price"] for id, owner in self.owner.items() if owner == player)
        return super().worth(player) + int(privates)
