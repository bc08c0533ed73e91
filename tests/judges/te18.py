"""The judge of 18TE."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

from tests.judges.books import BANK, Books, agree
from tests.judges.market import DOWN, LEFT, RIGHT, UP, PriceTable

POOL, DEPOT, OUT = "pool", "depot", "out"


class Judge(Books):
    silent: ClassVar[frozenset[str]] = frozenset(
        "seats stock-round passes opens bids drops-out turn asks declines agrees runs priority ending over".split()
    )

    def __init__(self, view: Mapping[str, Any], data: Path) -> None:
        figures = tomllib.loads((data / "game.toml").read_text(encoding="utf-8"))
        super().__init__(view["players"], figures["bank"])
        self.market = PriceTable.read(data / "market.toml")
        trains = tomllib.loads((data / "trains.toml").read_text(encoding="utf-8"))["trains"]
        self.printed = {kind: train["price"] for kind, train in trains.items()}
        self.sides = {side: kind for kind in trains for side in (kind, *kind.split("/"))}
        for kind, train in trains.items():
            self.trains[DEPOT][kind] = train["count"]
        charters = tomllib.loads((data / "companies.toml").read_text(encoding="utf-8"))["companies"]
        self.markers = {id: {m["role"]: m["cost"] for m in about["tokens"]} for id, about in charters.items()}
        self.closed: set[str] = set()
        self.presidents: dict[str, str] = {}
        self.pile = 0
        self.bid = 0
        for player in self.players:
            self.due(BANK, player, figures["players"][str(len(self.players))]["cash"])

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
        owner = company if source == "company" else POOL
        self.due(player, company if source == "company" else BANK, self.market.price(company))
        self.hand_over(company, owner, player, 10)
        agree("how much one buys", 10, percent)

    def on_sells(self, player: str, percent: int, company: str, price: int) -> None:
        """Paid at the price of before; then a row for each certificate."""
        self.due(BANK, player, percent // 10 * self.market.price(company))
        self.hand_over(company, player, POOL, percent)
        for _ in range(percent // 10):
            self.market.step(company, DOWN)

    def on_president(self, company: str, player: str, before: str) -> None:
        agree("who was president", self.presidents[company], before)
        self.presidents[company] = player

    def on_operating_round(self, set: int, number: int) -> None:
        """A stock round is over when the first operating round begins: what is sold out rises, all at once."""
        if number == 1:
            for company in self.market.in_order(self.market.at):
                if sum(self.paper[company][player] for player in self.players) == 100:
                    self.market.step(company, UP)

    # -- operating rounds -------------------------------------------------------------------------

    def on_lays(self, company: str, cost: int, **_: Any) -> None:
        self.due(company, BANK, cost)

    def on_bonus(self, company: str, amount: int) -> None:
        self.due(BANK, company, 100)

    def on_station(self, company: str, role: str, **_: Any) -> None:
        self.due(company, BANK, self.markers[company][role])

    def on_earns_nothing(self, company: str) -> None:
        self._left(company)

    def on_withholds(self, company: str, income: int) -> None:
        self.due(BANK, company, income)
        self._left(company)

    def _left(self, company: str) -> None:
        self.market.step(company, DOWN if self.market.marked(company, "<") else LEFT)

    def on_pays(self, company: str, income: int) -> None:
        """A tenth for each certificate; those in the company's own hands pay it, those of the bank nobody."""
        for holder, percent in self.held(company).items():
            if holder != POOL:
                self.due(BANK, holder, income * percent // 100)
        if income >= self.market.price(company):
            self.market.step(company, UP if self.market.marked(company, ">") else RIGHT)

    def on_issues(self, company: str, shares: int, price: int) -> None:
        """The price falls first, then the bank pays."""
        for _ in range(shares):
            self.market.step(company, DOWN)
        self.hand_over(company, company, POOL, 10 * shares)
        self.due(BANK, company, shares * self.market.price(company))

    def on_redeems(self, company: str, shares: int, price: int) -> None:
        self.hand_over(company, POOL, company, 10 * shares)
        self.due(company, BANK, shares * self.market.price(company))

    def on_price(self, company: str, before: int, price: int) -> None:
        pass  # where the markers are is compared after the action

    # -- trains -----------------------------------------------------------------------------------

    def on_buys_train(self, company: str, train: str, side: str, source: str, price: int) -> None:
        kind = self.sides[train]
        bought_of_bank = source in (DEPOT, POOL)
        if bought_of_bank:
            agree(f"the price of a {train}", self.printed[kind], price)
        self.move_train(kind, source, company)
        missing = max(0, price - self.before[company])
        self.due(self.presidents[company], company, missing)
        self.due(company, BANK if bought_of_bank else source, price)

    def on_exported(self, train: str) -> None:
        self.move_train(self.sides[train], DEPOT, OUT)

    def on_rusts(self, train: str, owner: str) -> None:
        self.move_train(self.sides[train], owner, OUT)

    def on_discards(self, company: str, train: str, **_: Any) -> None:
        self.move_train(self.sides[train], company, POOL)

    def on_phase(self, phase: str) -> None:
        pass

    # -- ends -------------------------------------------------------------------------------------

    def on_liquidated(self, company: str) -> None:
        self.due(company, BANK, self.cash[company])
        for kind in self.owned(company).elements():
            self.move_train(kind, company, POOL)
        self.market.remove(company)
        self.paper[company].clear()
        self.closed.add(company)

    def on_bankrupt(self, player: str, company: str) -> None:
        """All the money that a bankrupt has is paid in."""
        self.due(player, company, self.cash[player])

    # -- agreeing ---------------------------------------------------------------------------------

    def worth(self, player: str) -> int:
        paper = sum(
            held[player] // 10 * self.market.price(company) for company, held in self.paper.items() if held
        )
        return self.cash[player] + paper

    def check(self, view: Mapping[str, Any], scores: Mapping[str, int]) -> None:
        shown = view["position"]
        agree(
            "money", {k: v for k, v in self.cash.items() if v}, {k: v for k, v in shown["cash"].items() if v}
        )
        for company, about in shown["companies"].items():
            if company in self.closed:
                agree(f"{company} is closed", True, about["closed"])
                continue
            agree(f"the trains of {company}", self.owned(company), self._kinds(about["trains"]))
            if company in self.presidents:
                agree(f"the paper of {company}", self.held(company), about["shares"])
                agree(f"the price of {company}", self.market.price(company), about["price"])
                agree(f"who leads {company}", self.presidents[company], about["president"])
        agree("the pool", self.owned(POOL), self._kinds(shown["pool"]))
        stacks = {(m["row"], m["column"]): m["companies"] for m in shown["market"]}
        agree("the market", {spot: stack for spot, stack in self.market.stacks.items() if stack}, stacks)
        agree("scores", {player: self.worth(player) for player in self.players}, dict(scores))

    def _kinds(self, trains: list[str]) -> Any:
        return type(self.trains[DEPOT])(self.sides[train] for train in trains)
