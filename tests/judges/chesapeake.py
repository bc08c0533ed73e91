"""The judge of 18Chesapeake: much is as in 1889, the rest is written down from its fact sheet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from tests.judges.books import BANK, agree
from tests.judges.market import UP
from tests.judges.railway import DEPOT, OFFER, OUT, POOL
from tests.judges.shikoku import Judge as JudgeOf1889

CANAL, CANAL_HEX = "C&OC", "D2"


class Judge(JudgeOf1889):
    def __init__(self, view: Mapping[str, Any], data: Path) -> None:
        super().__init__(view, data)
        charters = self.read("companies")["companies"]
        self.left_to_build = {id: [t["cost"] for t in about["tokens"]] for id, about in charters.items()}
        self.drawn = ""
        self.given = (
            ""  # the company whose president's certificate has come with Vanderbilt, until it has a par
        )
        self.canal = 0  # actions in which a station on the canal's tile is free
        self.exported = False  # a train has left since the last stock round

    @property
    def for_two(self) -> bool:
        return len(self.players) == 2

    def hear(self, events: Iterable[Mapping[str, Any]]) -> None:
        self.canal -= 1
        super().hear(events)

    # -- the opening ------------------------------------------------------------------------------

    def on_drawn(self, company: str) -> None:
        self.drawn = company

    def on_brings(self, player: str, private: str, company: str) -> None:
        """A share of B&O with one private, the drawn company with another."""
        if private == "B&OR":
            self.hand_over("B&O", OFFER, player, 10)
            agree("what comes with B&OR", "B&O", company)
        else:
            agree("what comes with CV", (self.drawn, "CV"), (company, private))
            self.given = company

    def on_pars(self, player: str, company: str, price: int) -> None:
        """The president's certificate is 30 % with two players, except of the drawn company; Vanderbilt's is free."""
        size = 30 if self.for_two and company != self.drawn else 20
        if company != self.given:
            self.due(player, BANK, size // 10 * price)
        self.given = ""
        self.pars[company] = price
        self.market.place(company, self.market.par(price))
        self.hand_over(company, OFFER, player, size)
        self.presidents[company] = player
        self.float_if_due(company)

    # -- trains that leave ------------------------------------------------------------------------

    def next_train(self) -> str:
        return next((kind for kind, left in self.trains[DEPOT].items() if left), "")

    def on_exported(self, train: str) -> None:
        agree("the train that leaves", self.next_train(), train)
        agree("a 2, 3 or 4", True, train in ("2", "3", "4"))
        self.move_train(train, DEPOT, OUT)
        self.exported = True

    def on_stock_round(self, number: int) -> None:
        super().on_stock_round(number)
        if number > 1 and not self.exported:
            agree("no train is left to leave", True, self.next_train() not in ("2", "3", "4"))
        self.exported = False

    # -- shares -----------------------------------------------------------------------------------

    def float_if_due(self, company: str) -> None:
        """At 60 per cent sold."""
        if company not in self.floated and self.paper[company][OFFER] <= 40:
            self.floated.add(company)
            self.due(BANK, company, 10 * self.pars[company])

    def on_to_pool(self, company: str, percent: int) -> None:
        agree("two players, and the whole rest", (True, self.paper[company][OFFER]), (self.for_two, percent))
        self.hand_over(company, OFFER, POOL, percent)

    def on_burns(self, player: str, company: str) -> None:
        agree("somebody else leads", (True, True), (self.for_two, self.presidents[company] != player))
        self.hand_over(company, POOL, OUT, 10)

    def on_operating_round(self, set: int, number: int) -> None:
        """With two players a company is sold out that floats and of which the pool has nothing."""
        if not self.for_two:
            super().on_operating_round(set, number)
            return
        self.acted.clear()
        if number == 1:
            for company in self.market.in_order(self.market.at):
                if company in self.floated and not self.paper[company][POOL]:
                    self.market.step(company, UP)
        self.pay_privates()

    # -- operating --------------------------------------------------------------------------------

    def pay_for_track(self, company: str, cost: int, hex: str) -> None:
        """A private builds for the company that owns it; only the canal's tile costs anything."""
        self.due(self.owner.get(company, company), BANK, cost)
        if company == CANAL:
            agree("the canal", (CANAL_HEX, 80), (hex, cost))
            self.canal = 1
        elif company in self.owner:
            agree(f"the tiles of {company}", 0, cost)

    def on_station(self, company: str, role: str, hex: str = "", **_: Any) -> None:
        """Home, 40, 60, 80, whichever is next; on the canal's tile for nothing, right after it."""
        cost = self.left_to_build[company].pop(0)
        agree("home comes first", role == "home", cost == 0)
        self.due(company, BANK, 0 if self.canal == 0 and hex == CANAL_HEX else cost)

    def distribute(self, company: str, income: int) -> None:
        """As in 1889, and shares that have left the game pay nobody."""
        for holder, percent in self.held(company).items():
            if holder not in (OFFER, OUT):
                self.due(BANK, company if holder == POOL else holder, income * percent // 100)
        self.right(company)

    def on_trades_train(self, company: str, given: str, train: str, price: int) -> None:
        agree("what is handed in for what", (True, "D"), (given in ("4", "5", "6"), train))
        agree("the price of a trade", 700, price)
        self.move_train(given, company, POOL)
        self.move_train(train, DEPOT, company)
        self.due(company, BANK, price)

    def on_private_closes(self, private: str) -> None:
        """The first 5 closes all; Vanderbilt goes before with the first train of his company."""
        del self.owner[private]
