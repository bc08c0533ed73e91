"""Paper in 18DO: companies founded, bought and sold, who directs them, where their prices stand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, ClassVar

from tests.judges.books import BANK, agree
from tests.judges.railway import OFFER, POOL, RailwayBooks

HALF = 50  # per cent with which a company goes into operation, and which the Investor buys at once


class PaperBooks(RailwayBooks):
    """The games differ in how prices move."""

    silent: ClassVar[frozenset[str]] = frozenset(
        (RailwayBooks.silent | {"gives", "points-out"})
        - {"phase", "price", "runs", "priority", "turn", "ending", "stock-round"}
    )

    def __init__(self, view: Mapping[str, Any], data: Path) -> None:
        super().__init__(view, data)
        self.seats = list(self.players)  # with the Investor, in their order
        self.investor = ""
        self.certificates = {id: about["shares"] for id, about in self.charters().items()}
        for company, sizes in self.certificates.items():
            self.paper[company][OFFER] = sum(sizes)
        self.floated: set[str] = set()
        self.told: dict[str, int] = {}  # prices that the events of this action tell
        self.newly: set[str] = set()  # founded in this action
        self.ever: set[str] = set()  # ... or at any time
        self.first_player = ""
        self.dealer = ""  # who has bought or sold last in the stock round
        self.in_stock_round = False
        self.acting = ""  # the company on turn
        self.stock_round = 0
        self.operated: set[str] = set()  # companies that have had a turn
        self.sold: set[tuple[str, str]] = set()  # who has sold what in this stock round
        self.most = int(self.figures["players"][str(len(self.players))]["holding"])

    def charters(self) -> dict[str, Any]:
        """The companies of the box, with the certificates of each."""
        return dict(self.read("companies")["companies"])

    # -- the course of the game -------------------------------------------------------------------

    def hear(self, events: Iterable[Mapping[str, Any]]) -> None:
        """After the action, directors are those who must be, and prices are where they were told to be."""
        self.told.clear()
        before = {company: self.market.price(company) for company in self.market.at}
        super().hear(events)
        self.prices_told(before)
        self.appoint()

    def prices_told(self, before: Mapping[str, int]) -> None:
        """Whatever moves is told, with where it went; a new company is told to be founded."""
        for company, price in before.items():
            now = self.market.price(company)
            if company in self.told or (now != price and company not in self.newly):
                agree(f"the price told of {company}", now, self.told.get(company))
        self.newly.clear()

    def on_price(self, company: str, before: int, price: int) -> None:
        self.told[company] = price

    def on_seats(self, players: list[str], priority: str, dealt: Mapping[str, str]) -> None:
        """Who was dealt the lowest card begins; at a table of two the Investor gets the same capital."""
        self.seats = list(players)
        lowest = min(dealt, key=lambda player: dealt[player])
        agree("who begins", lowest, priority)
        self.first_player = priority
        for name in players:
            if name not in self.players:
                self.investor = name
                self.due(BANK, name, self.figures["players"]["2"]["cash"])

    def on_stock_round(self, number: int) -> None:
        self.in_stock_round = True
        self.stock_round = number
        self.sold.clear()
        self.acting = ""
        self.dealer = ""

    def after(self, player: str) -> list[str]:
        """The others, clockwise."""
        place = self.seats.index(player)
        return [*self.seats[place + 1 :], *self.seats[:place]]

    def on_priority(self, player: str) -> None:
        """The end of a stock round: left of the last to deal sits who begins the next."""
        if self.in_stock_round:
            self.in_stock_round = False
            if self.dealer:
                self.first_player = self.after(self.dealer)[0]
            agree("who begins the next stock round", self.first_player, player)
            self.stock_round_over()

    def stock_round_over(self) -> None:
        """What rises when a stock round is over."""

    def on_ending(self, reason: str) -> None:
        """Told in advance; the end itself is what counts."""

    # -- stock rounds -----------------------------------------------------------------------------

    def on_founds(self, player: str, company: str, price: int) -> None:
        before = self.charters()[company].get("after")
        agree(f"{before} was founded before {company}", True, not before or before in self.ever)
        self.found(player, company, price, self.certificates[company][0])

    def found(self, player: str, company: str, price: int, paid_for: int) -> None:
        """The director's certificate is paid into the treasury, the others go onto the charter."""
        self.dealer = player
        self.newly.add(company)
        self.ever.add(company)
        self.set_price(company, price)
        size = self.certificates[company][0]
        self.due(player, company, paid_for // 10 * price)
        self.hand_over(company, OFFER, company, self.paper[company][OFFER])
        self.hand_over(company, company, player, size)
        self.presidents[company] = player
        if player == self.investor:  # half of its company at once
            self.due(player, company, (HALF - size) // 10 * price)
            self.hand_over(company, company, player, HALF - size)
        self.float_if_due(company)

    def set_price(self, company: str, price: int) -> None:
        raise NotImplementedError

    def float_if_due(self, company: str) -> None:
        if sum(self.paper[company][holder] for holder in self.seats) >= HALF:
            self.floated.add(company)

    def on_floats(self, company: str) -> None:
        agree(f"{company} floats", True, company in self.floated)

    def on_buys(self, player: str, percent: int, company: str, source: str, price: int) -> None:
        self.purchase(player, percent, company, source)

    def on_trades_up(self, player: str, percent: int, company: str, source: str, price: int) -> None:
        """A certificate of 10 % is part of the payment and goes where the bigger one came from."""
        self.hand_over(company, player, company if source == "company" else POOL, 10)
        self.purchase(player, percent, company, source, part=10)

    def purchase(self, player: str, percent: int, company: str, source: str, part: int = 0) -> None:
        """At the current price, to the company for its own paper, to the bank for the pool's; part of it is paid for
        with something else.
        """
        place = company if source == "company" else POOL
        cost = (percent - part) // 10 * self.market.price(company)
        self.due(player, company if source == "company" else BANK, cost)
        self.hand_over(company, place, player, percent)
        agree(f"{player} has not sold {company} in this round", False, (player, company) in self.sold)
        agree(
            f"{player} holds {self.most} % of {company} at most",
            True,
            self.paper[company][player] <= self.most,
        )
        self.dealer = player
        self.float_if_due(company)

    def on_sells(self, player: str, percent: int, company: str, price: int) -> None:
        """Paid at the price of before."""
        self.appoint()
        if self.in_stock_round:
            self.dealer = player
            self.may_be_sold(player, percent, company)
        self.due(BANK, player, percent // 10 * self.price_of_sale(player, company))
        falls = self.sale_moves(player, company)
        self.hand_over(company, player, POOL, percent)
        if falls:
            self.fall_by_player(company, percent // 10)

    def may_be_sold(self, player: str, percent: int, company: str) -> None:
        """Not in the first stock round, nothing that has not operated, and half into the pool at most."""
        agree("sales in the first stock round", False, self.stock_round == 1)
        agree(f"{company} has operated", True, company in self.operated)
        agree("the pool holds half at most", True, self.paper[company][POOL] + percent <= HALF)
        self.sold.add((player, company))

    def price_of_sale(self, player: str, company: str) -> int:
        return self.market.price(company)

    def sale_moves(self, player: str, company: str) -> bool:
        return True

    def fall_by_player(self, company: str, shares: int) -> None:
        raise NotImplementedError

    def fall_by_company(self, company: str, shares: int) -> None:
        raise NotImplementedError

    def appoint(self) -> None:
        """Directors are those who must be."""
        for company in self.presidents:
            self.presidents[company] = self.rightful(company)

    def rightful(self, company: str) -> str:
        """The director stays until somebody holds more; among equals the next clockwise."""
        best = self.presidents[company]
        holds = self.paper[company]
        for other in self.after(best):
            if holds[other] > holds[best]:
                best = other
        return best

    def on_president(self, company: str, player: str, before: str) -> None:
        """Told before the paper has moved; who directs is worked out after the action."""
        agree("who was president", self.presidents[company], before)

    # -- own certificates -------------------------------------------------------------------------

    def on_issues(self, company: str, shares: int, price: int) -> None:
        """The bank pays the price of before; then it falls."""
        self.due(BANK, company, shares * self.market.price(company))
        self.hand_over(company, company, POOL, 10 * shares)
        self.fall_by_company(company, shares)

    def on_redeems(self, company: str, shares: int, price: int) -> None:
        self.due(company, BANK, shares * self.market.price(company))
        self.hand_over(company, POOL, company, 10 * shares)
