"""The paper of 1853 for its judge: shares paid for or not, who holds them since when, directors and managers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.judges.books import BANK, Disagreement, agree
from tests.judges.railway import OFFER, POOL, RailwayBooks


class PaperBooks(RailwayBooks):
    """Ten shares a company; the director's certificate is two of them that the first holder may not split."""

    elephant = ""
    share_round = 0

    def __init__(self, view: Mapping[str, Any], data: Path) -> None:
        super().__init__(view, data)
        self.companies = self.read("companies")["companies"]
        self.seats = self.figures["players"][str(len(self.players))]
        for company in self.companies:
            self.paper[company][OFFER] = 100
        self.unpaid: Counter[tuple[str, str]] = Counter()
        self.since: dict[str, list[str]] = {company: [] for company in self.companies}  # longest holder first
        self.drawn: set[str] = set()  # companies that contracts drew on
        self.all_on_sale = False
        self.opened: list[str] = []  # in operation in the first share round, before directors are named
        self.founded: list[str] = []
        self.directors: dict[str, str] = {}
        self.managers: dict[str, str] = {}
        self.former: dict[str, str] = {}
        self.sold: set[tuple[str, str]] = set()  # in this share round

    def issue_price(self, company: str) -> int:
        return int(self.companies[company]["price"])

    def going_price(self, company: str) -> int:
        """The market price, or the issue price as long as there is none."""
        return self.market.price(company) if company in self.market.at else self.issue_price(company)

    def shares(self, player: str, company: str) -> int:
        return self.paper[company][player] // 10

    def issued(self, company: str) -> int:
        return 10 - self.paper[company][OFFER] // 10

    # -- shares change hands ----------------------------------------------------------------------

    def get(self, player: str, company: str, source: str) -> None:
        self.hand_over(company, source, player, 10)
        if player not in self.since[company]:
            self.since[company].append(player)

    def on_buys(self, player: str, percent: int, company: str, source: str, price: int) -> None:
        """At the issue price from the bank, at the going one from the pool; nobody buys who has not paid."""
        agree("how much one buys", 10, percent)
        if any(self.unpaid[player, other] for other in self.companies):
            raise Disagreement(f"{player} has shares to pay for")
        if (player, company) in self.sold:
            raise Disagreement(f"{player} has sold {company} in this round")
        if source == OFFER and company not in self.drawn and not self.all_on_sale:
            raise Disagreement(f"{company} is not on sale yet")
        cost = self.issue_price(company) if source == OFFER else self.going_price(company)
        agree(f"the price of {company}", cost, price)
        self.due(player, BANK, cost)
        self.get(player, company, source)
        self._within_limits(player, company)
        if company in self.founded:
            self.lead(company)
        self.start_if_due(company)

    def _within_limits(self, player: str, company: str) -> None:
        """Table 3; paper at 40 or less does not count."""
        free = {c for c in self.companies if c in self.market.at and self.market.price(c) <= 40}
        if company in free:
            return
        if self.shares(player, company) > self.seats["holding"]:
            raise Disagreement(f"{player} has too many shares of {company}")
        counted = [c for c in self.companies if c not in free]
        papers = sum(self.shares(player, c) - (self.directors.get(c) == player) for c in counted)
        if papers > self.seats["certificates"]:
            raise Disagreement(f"{player} has too many certificates")

    def on_second_group(self) -> None:
        """All shares of the companies that contracts drew on are issued; a certificate without director waits."""
        for company in self.drawn:
            left = self.paper[company][OFFER]
            led_by_manager = company in self.founded and not self.directors[company]
            if left > (20 if led_by_manager else 0):
                raise Disagreement(f"{company} has shares left")
        self.all_on_sale = True

    def on_sells(self, player: str, percent: int, company: str, price: int) -> None:
        """At the going price, in the first share round five less; the market does not care."""
        bring = self.going_price(company) - (5 if self.share_round == 1 else 0)
        agree(f"the price of {company}", bring, price)
        self.due(BANK, player, percent // 10 * bring)
        self.hand_over(company, player, POOL, percent)
        self.sold.add((player, company))
        if self.shares(player, company) < self.unpaid[player, company]:
            raise Disagreement(f"{player} has sold shares of {company} without paying for them")
        if not self.shares(player, company):
            self.since[company].remove(player)
        if company in self.founded:
            self.lead(company)

    def on_pays_up(self, player: str, company: str, shares: int) -> None:
        self.due(player, BANK, shares * self.issue_price(company))
        self.unpaid[player, company] -= shares
        if self.unpaid[player, company] < 0:
            raise Disagreement(f"{player} has paid for {company} before")

    # -- who leads --------------------------------------------------------------------------------

    def start_if_due(self, company: str) -> None:
        """With enough shares issued a company starts; in the first share round at its end."""
        if company in (*self.opened, *self.founded) or self.issued(company) < self.seats["opens_at"]:
            return
        if self.share_round == 1:
            self.opened.append(company)
        else:
            self.start(company)

    def start(self, company: str) -> None:
        """Ten times the issue price, whatever was sold."""
        self.founded.append(company)
        price = self.issue_price(company)
        self.due(BANK, company, 10 * price)
        self.market.place(company, next(s for s, value in self.market.prices.items() if value == price))
        self.directors[company] = ""
        self.lead(company)

    def lead(self, company: str) -> None:
        """Whoever has most, two at least, is director; one in office gives way to more only (2.9, 3.2, 3.4)."""
        now = self.directors[company]
        if now and self.shares(now, company) < 2:
            self.former[company], self.directors[company] = now, ""
        most = max((self.shares(player, company) for player in self.players), default=0)
        in_office = self.directors[company]
        if most >= 2 and (not in_office or self.shares(in_office, company) < most):
            best = next(p for p in self.since[company] if self.shares(p, company) == most)
            if in_office:
                self.former[company] = in_office
            self.directors[company] = best
            self.managers.pop(company, None)
        if not self.directors[company]:
            self.name_manager(company)

    def name_manager(self, company: str) -> None:
        """The last director who still has a share, or who has had one longest; else the elephant's holder."""
        holders, former = self.since[company], self.former.get(company, "")
        self.managers[company] = former if former in holders else (holders or [self.elephant])[0]

    # -- agreeing ---------------------------------------------------------------------------------

    def paper_value(self, player: str) -> int:
        """At the going price; an unpaid share less what is unpaid, but never less than nothing."""
        total = 0
        for company in self.companies:
            price, unpaid = self.going_price(company), self.unpaid[player, company]
            total += (self.shares(player, company) - unpaid) * price
            total += unpaid * max(0, price - self.issue_price(company))
        return total

    def check_paper(self, shown: Mapping[str, Any]) -> None:
        agree("directors", self.directors, shown["directors"])
        agree("managers", self.managers, shown["managers"])
        agree("how long shares were held", self.since, shown["holders"])
        agree("in operation", {*self.opened, *self.founded}, set(shown["in_operation"]))
        agree("issued", {company: self.issued(company) for company in self.companies}, shown["issued"])
        unpaid = {(p, c): n for p, held in shown["unpaid"].items() for c, n in held.items()}
        agree("unpaid shares", dict(+self.unpaid), unpaid)
        for company in self.companies:
            agree(f"the paper of {company}", self.held(company), shown["companies"][company]["shares"])
