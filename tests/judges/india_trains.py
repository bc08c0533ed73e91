"""The trains of 1853 for its judge: what they cost, who pays, credit, tokens, what is scrapped."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.judges.books import BANK, Disagreement, agree
from tests.judges.india_paper import PaperBooks
from tests.judges.railway import DEPOT, OUT, POOL

PHASES = ("2", "3", "4", "5")
SCRAPPED = {"4": "2", "5": "3"}  # with the first of these all of those go, and their metre trains
METRE_TOO = {"2": "1M", "3": "2M"}


class TrainBooks(PaperBooks):
    """Trains are kept by the side in use: a card of the 2s may be a 1M."""

    small_trains = False  # whether small companies have brought further trains, and 1M
    rounds_done = 0  # operating rounds since the share round

    def __init__(self, view: Mapping[str, Any], data: Path) -> None:
        super().__init__(view, data)
        self.printed = {kind: train["price"] for kind, train in self.read("trains")["trains"].items()}
        self.printed["1M"] = 180
        self.large = {id for id, about in self.companies.items() if about["size"] == "large"}
        self.locos = set(self.companies)
        self.debts: dict[str, str] = {}  # company: the side of the train on credit
        self.phase = 0
        self.to_tell: Counter[tuple[str, ...]] = Counter()  # prices and scrapped trains, still to be heard

    def hear(self, events: Any) -> None:
        super().hear(events)
        if +self.to_tell:
            raise Disagreement(f"not told: {list(+self.to_tell)}")

    def is_told(self, *what: str) -> None:
        if not self.to_tell[what]:
            raise Disagreement(f"told without reason: {what}")
        self.to_tell[what] -= 1

    def on_buys_train(self, company: str, train: str, side: str, source: str, price: int) -> None:
        """The bank's have their printed price; what the company lacks its director gives, a manager never."""
        of_the_bank = source in (DEPOT, POOL)
        if of_the_bank:
            agree(f"the price of a {side}", self.printed[side], price)
        if side == "1M" and company in self.large:
            raise Disagreement(f"{company} is too large for a 1M")
        gift = max(0, price - self.before[company])
        if gift and not self.directors[company]:
            raise Disagreement(f"{company} cannot pay for a {side}")
        self.due(self.directors[company], company, gift)
        self.due(company, BANK if of_the_bank else source, price)
        self.take_train(company, side, source)

    def take_train(self, company: str, side: str, source: str) -> None:
        lies_as = "2" if side == "1M" and source == DEPOT else side
        if source == DEPOT and lies_as == "2" and self.endless():
            self.trains[DEPOT]["2"] = max(1, self.trains[DEPOT]["2"])
        self.move_train(lies_as, source, company)
        if lies_as != side:
            self.trains[company].update({lies_as: -1, side: 1})
        if len(PHASES) > self.phase + 1 and side == PHASES[self.phase + 1] and source == DEPOT:
            self.phase += 1
            self.scrap(SCRAPPED.get(side, ""))

    def endless(self) -> bool:
        """In the very first operating round the 2/1M do not run out (4.8.17)."""
        return self.small_trains and self.share_round == 1 and self.rounds_done == 1 and self.phase == 0

    def scrap(self, kind: str) -> None:
        for owner in [*self.companies, POOL, DEPOT]:
            for old in filter(None, (kind, METRE_TOO.get(kind, ""))):
                gone = self.trains[owner].pop(old, 0)
                self.trains[OUT][old] += gone
                self.to_tell["scrapped", "2" if old == "1M" else old, owner] += gone
        self.debts = {c: side for c, side in self.debts.items() if self.trains[c][side]}

    def on_rusts(self, train: str, owner: str) -> None:
        self.is_told("scrapped", train, owner)

    def on_phase(self, phase: str) -> None:
        agree("the phase", PHASES[self.phase], phase)

    def on_loco_token(self, company: str, train: str) -> None:
        """Small companies have one each, for a metre train of the next phase."""
        if company in self.large or company not in self.locos:
            raise Disagreement(f"{company} has no loco token")
        agree("the train of the token", ("2M", "3M", "4M")[self.phase], train)
        self.locos.remove(company)

    def on_credit(self, company: str, train: str, side: str) -> None:
        """For a manager of a company without train that cannot pay."""
        if self.directors[company] or self.owned(company) or self.cash[company] >= self.printed[side]:
            raise Disagreement(f"{company} gets no credit")
        self.take_train(company, side, DEPOT)
        self.debts[company] = side

    def on_debt_paid(self, company: str, amount: int) -> None:
        """In one sum; a new director gives what is missing."""
        owed = self.printed[self.debts.pop(company)]
        agree(f"what {company} owes", owed, amount)
        self.due(self.directors[company], company, max(0, owed - self.before[company]))
        self.due(company, BANK, owed)

    def on_returns_train(self, company: str, train: str) -> None:
        self.move_train(self.debts.pop(company), company, POOL)

    def on_discards(self, company: str, train: str, side: str) -> None:
        self.move_train(side, company, POOL)
        if self.debts.get(company) == side and not self.trains[company][side]:
            del self.debts[company]
