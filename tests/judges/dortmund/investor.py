"""The Investor at a table of two: what it buys and when it pays is prescribed."""

from __future__ import annotations

from collections.abc import Mapping

from tests.judges.books import agree
from tests.judges.dortmund.shares import ShareGame
from tests.judges.railway import POOL

OTHERS = 20  # per cent of a player's company at most
PERMANENT = frozenset("568")


class InvestorBooks(ShareGame):
    """Nothing of it matters at other tables."""

    opened: frozenset[str] = frozenset()  # players of whom a railway has gone into operation
    founders: Mapping[str, str] = {}  # of each company; replaced, never changed
    sold_for_purchase = ""  # its company that has sold an own certificate and not bought yet

    def is_investors(self, company: str) -> bool:
        return bool(self.investor) and self.presidents.get(company) == self.investor

    # -- stock rounds -----------------------------------------------------------------------------

    def found(self, player: str, company: str, price: int, paid_for: int) -> None:
        self.founders = {**self.founders, company: player}
        super().found(player, company, price, paid_for)

    def appoint(self) -> None:
        """Whose railway is in operation has opened, whoever directs it."""
        super().appoint()
        self.opened |= {self.founders[c] for c in self.floated if c in self.markers and c in self.founders}

    def on_buys(self, player: str, percent: int, company: str, source: str, price: int) -> None:
        """Of companies in operation that with the highest price, first from the company itself."""
        if player == self.investor:
            self.appoint()
            early = self.stock_round == 1 and not self.opened >= set(self.players)
            agree("the Investor waits for both players' railways", False, early)
            agree(f"{company} is in operation", True, company in self.floated)
            dearer = self.affordable(self.market.price(company))
            agree(f"what the Investor would rather buy than {company}", [], dearer)
            if set(self.certificates[company][1:]) == {10}:  # else its own may be too big
                own = source == "company" or not self.paper[company][company]
                agree(f"the Investor buys {company} from the company", True, own)
        super().on_buys(player, percent, company, source, price)
        if player == self.investor and self.presidents[company] != player:
            agree(f"the Investor holds {OTHERS} % at most", True, self.paper[company][player] <= OTHERS)

    def affordable(self, above: int) -> list[str]:
        """Companies dearer than this of which the Investor could buy a certificate of 10 %."""
        held = sum(self.paper[company][self.investor] for company in self.paper)
        if held // 10 >= int(self.figures["players"]["2"]["certificates"]):
            return []  # it may be at the limit: certificates are not counted here
        return [c for c in sorted(self.floated) if self.market.price(c) > above and self.could_buy(c)]

    def could_buy(self, company: str) -> bool:
        singles = set(self.certificates[company][1:]) == {10}
        offered = self.paper[company][company] + self.paper[company][POOL]
        most = self.most if self.is_investors(company) else OTHERS
        return (
            singles
            and offered >= 10
            and self.paper[company][self.investor] + 10 <= most
            and (self.investor, company) not in self.sold
            and self.market.price(company) <= self.cash[self.investor]
        )

    def on_passes(self, player: str) -> None:
        """It always buys as long as it can."""
        self.appoint()
        if player == self.investor and self.in_stock_round and self.opened >= set(self.players):
            agree("what the Investor could buy", [], self.affordable(0))

    # -- own certificates ---------------------------------------------------------------------------

    def on_issues(self, company: str, shares: int, price: int) -> None:
        """Its company sells one only for a purchase of the same turn; what a forced purchase sells is for that."""
        if self.is_investors(company) and not self.in_stock_round and company not in self.need:
            self.sold_for_purchase = company
        super().on_issues(company, shares, price)

    def on_buys_train(self, company: str, train: str, side: str, source: str, price: int) -> None:
        super().on_buys_train(company, train, side, source, price)
        self.purchase_made(company)

    def purchase_made(self, company: str) -> None:
        if company == self.sold_for_purchase:
            self.sold_for_purchase = ""

    def on_turn(self, company: str, president: str) -> None:
        self.nothing_owed()
        super().on_turn(company, president)

    def on_stock_round(self, number: int) -> None:
        self.nothing_owed()
        super().on_stock_round(number)

    def nothing_owed(self) -> None:
        agree("who has sold a certificate and bought nothing", "", self.sold_for_purchase)

    # -- income -----------------------------------------------------------------------------------

    def on_pays(self, company: str, income: int) -> None:
        self.prescribed(company, pays=True)
        super().on_pays(company, income)

    def on_withholds(self, company: str, income: int) -> None:
        self.prescribed(company, pays=False)
        super().on_withholds(company, income)

    def prescribed(self, company: str, pays: bool) -> None:
        """Its railway pays with a permanent train or the newest on offer, unless it owes the bank."""
        if self.is_investors(company) and company in self.markers:
            trains = self.equipment(company)
            newest = self.on_sale()[-1][0] if self.on_sale() else ""
            able = bool(trains & PERMANENT) or newest in trains
            agree(f"{company} pays out", able and not self.loans[company], pays)

    def equipment(self, company: str) -> set[str]:
        """The types of its trains."""
        return {kind[0] for kind in (+self.trains[company])}
