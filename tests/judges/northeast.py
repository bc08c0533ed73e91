"""The judge of 1830: that of 1889, as far as the two titles are alike, and what 1830 has beyond it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, ClassVar

from tests.judges import shikoku
from tests.judges.books import BANK, agree
from tests.judges.railway import OFFER, POOL

GIVES_TOKEN = "DH"  # with its tile laid, the next token of its company is free if it goes there at once


class Judge(shikoku.Judge):
    silent: ClassVar[frozenset[str]] = shikoku.Judge.silent | {"asks-player", "home-waits"}

    def __init__(self, view: Mapping[str, Any], data: Path) -> None:
        super().__init__(view, data)
        charters = self.read("companies")["companies"]
        self.tokens = {
            id: [t["cost"] for t in about["tokens"] if t["role"] != "home"] for id, about in charters.items()
        }
        self.built = False  # by the power that gives a token, in the action before
        self.free = False
        self.led_by_gift = ""  # the company whose president's certificate has come with a private
        self.swapped: tuple[str, str] | None = None  # a company and who has got a share of it, from wherever

    def hear(self, events: Iterable[Mapping[str, Any]]) -> None:
        self.free, self.built = self.built, False
        super().hear(events)

    # -- the opening ------------------------------------------------------------------------------

    def on_brings(self, player: str, private: str, company: str) -> None:
        if self.privates[private]["brings"]["certificate"] == 0:
            self.led_by_gift = company
        else:
            self.hand_over(company, OFFER, player, 10)

    def on_pars(self, player: str, company: str, price: int) -> None:
        super().on_pars(player, company, price)
        if company == self.led_by_gift:  # nothing is paid for it
            self._due -= Counter({(player, BANK, 2 * price): 1})

    # -- stock rounds -----------------------------------------------------------------------------

    def float_if_due(self, company: str) -> None:
        """At sixty per cent sold, a free share among it."""
        if company in self.pars and company not in self.floated and self.paper[company][OFFER] <= 40:
            self.floated.add(company)
            self.due(BANK, company, 10 * self.pars[company])

    def on_swaps(self, player: str, private: str, company: str) -> None:
        self.swapped = (company, player)
        del self.owner[private]

    def on_floats(self, company: str) -> None:
        if self.swapped and self.swapped[0] == company:  # then the share has left the offering
            self.settle(OFFER)
        super().on_floats(company)

    def settle(self, source: str) -> None:
        assert self.swapped is not None
        (company, player), self.swapped = self.swapped, None
        self.hand_over(company, source, player, 10)
        self.float_if_due(company)

    def on_buys_private(self, buyer: str, player: str, private: str, price: int) -> None:
        self.due(buyer, player, price)
        self.owner[private] = buyer

    # -- companies --------------------------------------------------------------------------------

    def pay_for_track(self, company: str, cost: int, hex: str) -> None:
        self.built = company == GIVES_TOKEN
        self.due(self.owner.get(company, company), BANK, cost)

    def on_station(self, company: str, role: str, **_: Any) -> None:
        if role != "home":
            cost = self.tokens[company].pop(0)
            self.due(company, BANK, 0 if self.free else cost)

    # -- agreeing ---------------------------------------------------------------------------------

    def check(self, view: Mapping[str, Any], scores: Mapping[str, int]) -> None:
        if self.swapped:
            company = self.swapped[0]
            left = view["position"]["companies"][company]["shares"].get(OFFER, 0)
            self.settle(POOL if left == self.paper[company][OFFER] else OFFER)
        super().check(view, scores)
        for company, about in view["position"]["companies"].items():  # free shares of those not started too
            agree(f"the paper of {company}", self.held(company), about["shares"])
