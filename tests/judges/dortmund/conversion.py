"""The Investor's brewery at a table of two: its minor brewery becomes a corporation, cards change hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.judges.books import agree
from tests.judges.dortmund.beer_paper import SHARE, BeerPaper
from tests.judges.dortmund.paper import HALF
from tests.judges.railway import OFFER


class ConversionBooks(BeerPaper):
    """Nothing of it matters at other tables."""

    def __init__(self, view: Mapping[str, Any], data: Path) -> None:
        super().__init__(view, data)
        self.worth_in = 0  # the shares that the Investor gets for its minor brewery
        self.buying_in = 0  # what its corporation borrows then
        self.investor_card = self.other_card = ""  # who acts for its railway, and for its brewery

    def on_investor_cards(self, railway: str, brewery: str) -> None:
        """They change hands after every brewery round."""
        if self.investor_card:
            agree("the Investor's cards", (self.other_card, self.investor_card), (railway, brewery))
        agree("who holds a card", set(self.players), {railway, brewery})
        self.investor_card, self.other_card = railway, brewery

    def on_converts(self, player: str, minor: str, company: str) -> None:
        """All but kettles of type 1 goes along; the marker lies on 60."""
        self.dealer = player
        self.due(minor, company, self.cash[minor])
        self.set_price(company, self.figures["investor"]["price"])
        self.hand_over(company, OFFER, company, self.paper[company][OFFER])
        self.order = [company if b == minor else b for b in self.order]
        self.worth_in = self.minors_about[minor].get("worth", SHARE)
        self.kettles[company].update({k: n for k, n in self.kettles[minor].items() if k != "S1"})
        self.kettles[minor] = Counter({"S1": self.kettles[minor]["S1"]})  # these are scrapped
        del self.minors[minor]
        self.presidents[company] = player
        self.floated.add(company)

    def on_buys_in(self, player: str, company: str, percent: int, price: int) -> None:
        """Half of it, as far as the money goes, and the director's certificate in any case."""
        each = self.market.price(company)
        able = self.worth_in + self.cash[player] // each * 10
        size = max(min(HALF, able), self.certificates[company][0])
        agree("what the Investor gets", size, percent)
        self.hand_over(company, company, player, size)
        cost = (size - self.worth_in) // 10 * each
        paid = min(cost, self.cash[player])
        self.due(player, company, paid)
        if cost > paid:
            self.buying_in = cost - paid

    def on_loan(self, player: str, amount: int) -> None:
        if self.buying_in:
            agree("the loan", self.buying_in, amount)
            self.buying_in = 0
            self.lent(player, amount)
        else:
            super().on_loan(player, amount)
