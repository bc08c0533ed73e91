"""The judge of the Railway Game: the grid of prices, the private breweries, the bank that breaks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

from tests.judges.books import BANK, agree
from tests.judges.dortmund.investor import InvestorBooks
from tests.judges.dortmund.network import CITY
from tests.judges.market import DOWN, LEFT, RIGHT, UP

ON_CARD, GONE = "card", "out"
LAST_ROUNDS = 3  # after a bank that broke in a stock round
COLOURS = {"y": "2", "g": "3", "b": "5", "s": "8"}  # of start prices: the phase from which they can be had


class Judge(InvestorBooks):
    silent: ClassVar[frozenset[str]] = frozenset(
        InvestorBooks.silent - {"bids", "over", "passes"} | {"offers-for-card"}
    )

    def __init__(self, view: Mapping[str, Any], data: Path) -> None:
        super().__init__(view, data)
        self.about = self.read("breweries")["breweries"]
        self.bids: dict[str, tuple[str, int]] = {}  # player: brewery, price
        self.owner: dict[str, str] = {}  # brewery: player
        self.turned: set[str] = set()
        self.cubes: Counter[str] = Counter()
        self.stock_of_beer = int(self.figures["links"]["cubes"])
        self.markers_at: dict[str, str] = {}
        self.refills: list[int] = []  # what players have just paid to keep the bank able to pay
        self.broken = False
        self.last_rounds = 0
        self.investor_card = ""

    # -- the bank ---------------------------------------------------------------------------------

    def on_money(self, src: str, dst: str, amount: int, why: str) -> None:
        """A bank that cannot pay in full is filled up by the players in equal parts."""
        if why == "bank refilled":
            self.due(src, dst, amount)
            self.refills.append(amount)
        elif src == BANK:
            self.bank_pays(amount)
        super().on_money(src, dst, amount, why)

    def bank_pays(self, amount: int) -> None:
        filled = sum(self.refills)
        missing = amount - (self.cash[BANK] - filled)
        people = len(self.players)
        if missing > 0:
            if not self.broken and self.in_stock_round:
                self.last_rounds = LAST_ROUNDS
            self.broken = True
            poorest = min(self.cash[player] + (self.refills or [0])[0] for player in self.players)
            part = min(-(-missing // people), poorest)
            agree("what players pay into the bank", [part] * people if part else [], self.refills)
        else:
            agree("what players pay into the bank", [], self.refills)
        self.refills = []

    def rounds_to_come(self) -> int:
        """Three more after a bank that broke in the stock round."""
        return self.last_rounds or super().rounds_to_come()

    def on_stock_round(self, number: int) -> None:
        super().on_stock_round(number)
        agree("a stock round after the bank broke", False, self.broken)

    def on_over(self, reason: str) -> None:
        """The bank has broken and the set is played to its end, or nobody can do anything any more."""
        if reason == "bank":
            agree("the bank has broken", True, self.broken)
            self.round_over()
            agree("operating rounds", self.rounds, self.round)

    # -- the starting round -----------------------------------------------------------------------

    def on_bids(self, player: str, lot: str, price: int) -> None:
        self.bids[player] = (lot, price)

    def on_brewery_sold(self, player: str, brewery: str, price: int) -> None:
        """For the bid; the Investor takes what is left for the lowest."""
        lot, bid = self.bids.get(player, (brewery, self.about[brewery]["boxes"][0]))
        agree("what was bid for", lot, brewery)
        self.due(player, BANK, bid)
        self.owner[brewery] = player
        self.cubes[brewery] = self.about[brewery].get("cubes", 0)
        if "marker" in self.about[brewery]:
            self.markers_at[brewery] = ON_CARD

    def on_priority(self, player: str) -> None:
        """After the starting round the lowest number begins."""
        if not self.in_stock_round:
            self.first_player = self.owner[min(self.owner)]
            agree("who begins", self.first_player, player)
        super().on_priority(player)

    def on_cards(self, priority: str, investor: str) -> None:
        agree("who holds a card", set(self.players), {priority, investor})
        self.first_player, self.investor_card = priority, investor

    def on_investors_railway(self, company: str) -> None:
        """Its marker lies on 50 from the start, its paper is kept for it."""
        self.set_price(company, self.figures["investor"]["start_price"])

    def on_investor_card(self, player: str) -> None:
        self.investor_card = next(other for other in self.players if other != self.investor_card)
        agree("who gets the card", self.investor_card, player)

    # -- prices -----------------------------------------------------------------------------------

    def set_price(self, company: str, price: int) -> None:
        """On the coloured field of this price, once its phase has come."""
        marked = {s: mark for s, mark in self.market.marks.items() if "p" in mark}
        spot = next(s for s in marked if self.market.prices[s] == price)
        agree(f"{price} is a start price", True, COLOURS[marked[spot][0]] <= self.phase)
        self.market.place(company, spot)

    def fall_by_player(self, company: str, shares: int) -> None:
        row, column = self.market.at[company]
        steps = [row + n for n in range(shares + 1) if (row + n, column) in self.market.prices]
        self.market.place(company, (max(steps), column))

    def fall_by_company(self, company: str, shares: int) -> None:
        self.jump(company, shares, LEFT, DOWN)

    def nothing_paid(self, company: str) -> None:
        self.jump(company, 1, LEFT, DOWN)

    def rise(self, company: str, fields: int) -> None:
        """To the right; at the edge one field up, however much was paid."""
        edge = self.market.beside(company, *RIGHT) is None
        self.jump(company, 1 if edge else fields, RIGHT, UP)

    def jump(self, company: str, fields: int, *ways: tuple[int, int]) -> None:
        """Move over fields, and only then lie down."""
        before = self.market.at[company]
        spot = before
        for _ in range(fields):
            found = [(spot[0] + way[0], spot[1] + way[1]) for way in ways]
            spot = next((new for new in found if new in self.market.prices), spot)
        self.market.place(company, spot)

    def stock_round_over(self) -> None:
        """What is wholly in players' hands rises."""
        for company in self.market.in_order(self.presidents):
            if sum(self.paper[company][holder] for holder in self.seats) == 100:
                self.market.step(company, UP)

    # -- private breweries ------------------------------------------------------------------------

    def on_operating_round(self, set: int, number: int) -> None:
        super().on_operating_round(set, number)
        for brewery, owner in self.owner.items():
            if brewery not in self.turned:
                self.due(BANK, owner, self.about[brewery]["income"])

    def on_assigns(self, player: str, marker: str, company: str) -> None:
        agree(f"marker {marker}", ON_CARD, self.markers_at[marker])
        agree(f"who leads {company}", self.owner[marker], self.presidents[company])
        self.markers_at[marker] = company

    def on_turns_over(self, brewery: str) -> None:
        """When its marker is assigned, to use its beer if it has none, or with the first 6."""
        assigned = self.markers_at.get(brewery) != ON_CARD
        agree(f"card {brewery} turns", True, assigned or self.phase >= "6")
        self.turned.add(brewery)

    def on_marker_gone(self, brewery: str) -> None:
        self.markers_at[brewery] = GONE

    def phase_begins(self) -> None:
        super().phase_begins()
        if self.phase >= "6":
            self.turned |= set(self.owner)
            for brewery, place in self.markers_at.items():
                self.markers_at[brewery] = GONE if place == ON_CARD else place

    def on_reservation_ends(self, hex: str) -> None:
        agree("the phase is grey", True, self.phase >= "8")

    def marker(self, company: str, kind: str) -> str:
        """The brewery whose marker of this kind a railway has."""
        found = (b for b, place in self.markers_at.items() if place == company)
        return next((b for b in found if self.about[b]["marker"] == kind), "")

    def station_cost(self, company: str, hex: str, role: str) -> int:
        """Half in Dortmund City with marker 3; markers 2 and 3 are used up there."""
        cost = super().station_cost(company, hex, role)
        if hex == CITY:
            if halves := self.marker(company, "half price"):
                cost //= 2
                self.markers_at[halves] = GONE
            if keeps := self.marker(company, "reserve"):
                self.markers_at[keeps] = GONE
        return cost

    # -- beer -------------------------------------------------------------------------------------

    def brewery_of(self, player: str) -> str:
        return next((brewery for brewery, owner in self.owner.items() if owner == player), "")

    def link_made(self, company: str, value: int) -> None:
        """A cube for the director's brewery, two for a link of 30 once the first 6 is there."""
        cubes = min(self.stock_of_beer, 2 if self.phase >= "6" and value == 30 else 1)
        self.stock_of_beer -= cubes
        self.cubes[self.brewery_of(self.presidents[company])] += cubes

    def on_beer(self, brewery: str, cubes: int) -> None:
        """Told after the link, from which it was worked out."""

    def premium(self, company: str) -> int:
        marker = self.marker(company, "premium")
        return int(self.about[marker]["bonus"]) if marker else 0

    def beer_carried(self, company: str, cubes: int) -> None:
        brewery = self.brewery_of(self.presidents[company])
        agree(f"card {brewery} lies on its back", True, brewery in self.turned)
        self.cubes[brewery] -= cubes
        self.stock_of_beer += cubes

    # -- agreeing ---------------------------------------------------------------------------------

    def check(self, view: Mapping[str, Any], scores: Mapping[str, int]) -> None:
        super().check(view, scores)
        shown = view["position"]
        for brewery, about in shown["breweries"].items():
            if brewery in self.owner:
                agree(f"the owner of {brewery}", self.owner[brewery], about["owner"])
                agree(f"beer on {brewery}", self.cubes[brewery], about["cubes"])
                agree(f"card {brewery}", brewery in self.turned, about["turned"])
                agree(f"marker {brewery}", self.markers_at.get(brewery, ""), about["marker_at"])
        agree("beer in stock", self.stock_of_beer, shown["beer"])
        agree("whether the bank has broken", self.broken, shown["ending"] == "bank")
        agree("the Investor's card", self.investor_card, shown["investor_card"])
