"""What the judges of railway games of shares have in common: the market, dividends, trains, presidents, worth."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, ClassVar

from tests.judges.books import BANK, Books, agree
from tests.judges.market import DOWN, LEFT, RIGHT, UP, PriceTable

POOL, DEPOT, OUT, OFFER = "pool", "depot", "out", "offer"


class RailwayBooks(Books):
    """Price moves are those of most titles; a title's judge changes what its book says otherwise."""

    # a move of a price is worked out from what caused it, and compared after the action
    silent: ClassVar[frozenset[str]] = frozenset(
        {
            "stock-round",
            "passes",
            "bids",
            "drops-out",
            "turn",
            "asks",
            "declines",
            "agrees",
            "runs",
            "priority",
        }
        | {"ending", "over", "price", "phase"}
    )

    def __init__(self, view: Mapping[str, Any], data: Path) -> None:
        self.data = data
        self.figures = self.read("game")
        super().__init__(view["players"], self.figures["bank"])
        self.market = PriceTable.read(data / "market.toml")
        trains = self.read("trains")["trains"]
        self.printed = {kind: train["price"] for kind, train in trains.items()}
        self.card = {side: kind for kind in trains for side in (kind, *kind.split("/"))}
        self.trains[DEPOT].update({kind: train["count"] for kind, train in trains.items()})
        charters = self.read("companies")["companies"]
        self.markers = {id: {m["role"]: m["cost"] for m in about["tokens"]} for id, about in charters.items()}
        self.presidents: dict[str, str] = {}
        for player in self.players:
            self.due(BANK, player, self.figures["players"][str(len(self.players))]["cash"])

    def read(self, name: str) -> dict[str, Any]:
        return tomllib.loads((self.data / f"{name}.toml").read_text(encoding="utf-8"))

    # -- paper ------------------------------------------------------------------------------------

    def on_sells(self, player: str, percent: int, company: str, price: int) -> None:
        """Paid at the price of before; then a row for each share."""
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

    # -- companies --------------------------------------------------------------------------------

    def on_lays(self, company: str, cost: int, **_: Any) -> None:
        self.due(company, BANK, cost)

    def on_station(self, company: str, role: str, **_: Any) -> None:
        self.due(company, BANK, self.markers[company][role])

    def on_earns_nothing(self, company: str) -> None:
        self.left(company)

    def on_withholds(self, company: str, income: int) -> None:
        self.due(BANK, company, income)
        self.left(company)

    def left(self, company: str) -> None:
        self.market.step(company, DOWN if self.market.marked(company, "<") else LEFT)

    def right(self, company: str) -> None:
        self.market.step(company, UP if self.market.marked(company, ">") else RIGHT)

    # -- trains -----------------------------------------------------------------------------------

    def on_buys_train(self, company: str, train: str, side: str, source: str, price: int) -> None:
        """The bank's trains have their printed price; what the company lacks, its president adds."""
        kind, of_the_bank = self.card[train], source in (DEPOT, POOL)
        if of_the_bank:
            agree(f"the price of a {train}", self.printed[kind], price)
        self.move_train(kind, source, company)
        self.due(self.presidents[company], company, max(0, price - self.before[company]))
        self.due(company, BANK if of_the_bank else source, price)

    def on_rusts(self, train: str, owner: str) -> None:
        self.move_train(self.card[train], owner, OUT)

    def on_discards(self, company: str, train: str, side: str) -> None:
        self.move_train(self.card[train], company, POOL)

    # -- agreeing ---------------------------------------------------------------------------------

    def paper_value(self, player: str) -> int:
        """Shares at the current price; one of a company that has none yet is worth nothing."""
        return sum(
            held[player] // 10 * self.market.price(company)
            for company, held in self.paper.items()
            if company in self.market.at
        )

    def worth(self, player: str) -> int:
        return self.cash[player] + self.paper_value(player)

    def check(self, view: Mapping[str, Any], scores: Mapping[str, int]) -> None:
        """The books against what everybody is shown."""
        shown = view["position"]
        agree(
            "money", {k: v for k, v in self.cash.items() if v}, {k: v for k, v in shown["cash"].items() if v}
        )
        for company, about in shown["companies"].items():
            agree(f"the trains of {company}", self.owned(company), self.cards(about["trains"]))
            if company in self.presidents:
                agree(f"the paper of {company}", self.held(company), about["shares"])
                agree(f"the price of {company}", self.market.price(company), about["price"])
                agree(f"who leads {company}", self.presidents[company], about["president"])
        agree("the pool", self.owned(POOL), self.cards(shown["pool"]))
        stacks = {(m["row"], m["column"]): m["companies"] for m in shown["market"]}
        agree("the market", {spot: stack for spot, stack in self.market.stacks.items() if stack}, stacks)
        agree("scores", {player: self.worth(player) for player in self.players}, dict(scores))

    def cards(self, trains: Iterable[str]) -> Counter[str]:
        return Counter(self.card[train] for train in trains)
