"""Paper in Heat, Sweat & Beer: prices on lines, breweries traded in, companies that go bankrupt."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, ClassVar

from tests.judges.books import BANK, agree
from tests.judges.dortmund.investor import InvestorBooks
from tests.judges.dortmund.network import Network
from tests.judges.dortmund.paper import HALF
from tests.judges.market import PriceTable
from tests.judges.railway import OFFER, OUT, POOL

RAILWAYS, BREWERIES = 0, 1  # the two lines
RED = 0  # the field "bankrupt" on each
COLOURS = {"yellow": "2", "green": "3", "brown": "5", "grey": "8"}  # of start prices, by phases
SHARE = 10  # what a minor brewery stands for
LOST = 20  # per cent of a brewery that was bankrupt


class BeerPaper(InvestorBooks):
    """Minor breweries and corporations as property."""

    silent: ClassVar[frozenset[str]] = frozenset(
        (InvestorBooks.silent - {"bids", "over", "passes"})
        | {"asks-to-load", "asks-loaded", "investors-brewery", "first-card"}
    )

    def __init__(self, view: Mapping[str, Any], data: Path) -> None:
        self.count = len(view["players"])
        super().__init__(view, data)
        figures = self.read("brewers")
        self.minors_about = figures["minors"]
        self.corporations = set(figures["corporations"])
        line = self.read("market")["beer"]["line"]
        prices = {
            (row, column): price for row in (RAILWAYS, BREWERIES) for column, price in enumerate([0, *line])
        }
        self.market = PriceTable(prices, dict.fromkeys(prices, ""))
        self.network = Network(data, ["E12", "H19"] if self.count in (3, 4) else ["E12"])
        self.bids: dict[str, tuple[str, int]] = {}
        self.dealt: list[str] = []  # players by the cards they were dealt
        self.minors: dict[str, str] = {}
        self.kettles: dict[str, Counter[str]] = defaultdict(Counter)
        self.order: list[str] = []
        self.offered_order: list[str] = []  # if a corporation takes the place of a brewery traded in
        self.trading = ""  # the minor brewery that is traded in for a director's certificate
        self.traded: set[str] = set()  # corporations founded so in this stock round
        self.topping: set[str] = set()  # ... that must go into operation now
        self.sales: dict[tuple[str, str], int] = {}  # a director's sale under way: the price before it
        self.was_bust: set[str] = set()
        self.bust_in: dict[str, int] = {}  # the last stock round before, or of, its bankruptcy
        self.set = 0
        self.lost: set[str] = set()

    def read(self, name: str) -> dict[str, Any]:
        """The figures of this game; cards are counted by players."""
        figures = super().read({"game": "beer_game", "trains": "capex"}.get(name, name))
        if name == "trains":
            for about in figures["trains"].values():
                about["count"] = about["counts"][str(max(self.count, 3))]
        return figures

    def charters(self) -> dict[str, Any]:
        gone = set(self.figures["without"]) if self.count < 5 else set()
        if self.count == 2:
            gone |= set(self.figures["investor"]["without"])
        every = {**super().charters(), **self.read("brewers")["corporations"]}
        return {
            id: about
            for id, about in every.items()
            if id not in gone and self.count in about.get("players", [self.count])
        }

    # -- the course of the game -------------------------------------------------------------------

    def hear(self, events: Iterable[Mapping[str, Any]]) -> None:
        super().hear(events)
        agree("corporations that should operate", set(), self.topping - self.floated)
        self.topping.clear()
        ruined = {c for c in self.presidents if self.market.at[c][1] == RED}
        agree("bankrupt companies in play", set(), ruined)

    def on_seats(self, players: list[str], priority: str, dealt: Mapping[str, str]) -> None:
        super().on_seats(players, priority, dealt)
        self.dealt = sorted(dealt, key=lambda player: dealt[player])

    def on_bids(self, player: str, lot: str, price: int) -> None:
        self.bids[player] = (lot, price)

    def on_brewery_sold(self, player: str, brewery: str, price: int) -> None:
        """The printed price and the bid; the bank pays in the capital."""
        lot, bid = self.bids.get(player, (brewery, 0))
        agree("what was bid for", lot, brewery)
        about = self.minors_about[brewery]
        self.due(player, BANK, about["price"] + bid)
        self.due(BANK, brewery, about["capital"])
        self.minors[brewery] = player
        self.kettles[brewery].update(about["kettles"])

    def on_brewery_gone(self, brewery: str) -> None:
        agree(f"{brewery} is nobody's", False, brewery in self.minors)

    def on_order(self, breweries: list[str]) -> None:
        """The highest number first; later a corporation may take the place of a brewery traded in."""
        self.order = self.offered_order or sorted(self.minors, reverse=True)
        self.offered_order = []
        agree("the order of the breweries", self.order, breweries)

    def on_priority(self, player: str) -> None:
        """At first who has most cash, at a table of two the owner of the lower number."""
        if self.in_stock_round:
            self.topping = {c for c in self.traded if c in self.presidents and c not in self.floated}
            self.traded.clear()
        elif self.investor:
            self.first_player = self.minors[min(m for m, p in self.minors.items() if p != self.investor)]
            agree("who begins", self.first_player, player)
        else:
            self.first_player = max(self.dealt, key=lambda player: self.cash[player])
            agree("who begins", self.first_player, player)
        super().on_priority(player)

    def on_operating_round(self, set: int, number: int) -> None:
        super().on_operating_round(set, number)
        self.set = set

    def on_over(self, reason: str) -> None:
        """After the last brewery round of the sixth set, at a table of two of the fifth."""
        self.round_over()
        last = self.figures["investor"]["last_set"] if self.investor else self.figures["last_set"]
        agree("the last round", (last, self.rounds), (self.set, self.round))

    def on_investors_railway(self, company: str) -> None:
        self.set_price(company, 50)

    # -- prices -----------------------------------------------------------------------------------

    def set_price(self, company: str, price: int) -> None:
        self.market.remove(company)  # from the red field, if it was bankrupt
        line = BREWERIES if company in self.corporations else RAILWAYS
        spot = next(s for s, p in self.market.prices.items() if p == price and s[0] == line)
        self.market.place(company, spot)

    def shift(self, company: str, fields: int) -> None:
        row, column = self.market.at[company]
        last = max(c for r, c in self.market.prices if r == row)
        self.market.place(company, (row, min(max(column + fields, RED), last)))

    def fall_by_player(self, company: str, shares: int) -> None:
        self.shift(company, -shares)

    def fall_by_company(self, company: str, shares: int) -> None:
        """Only in the company's own turn: what it sells on going into operation moves nothing."""
        if company == self.acting:
            self.shift(company, -shares)

    def rise(self, company: str, fields: int) -> None:
        self.shift(company, fields)

    def nothing_paid(self, company: str) -> None:
        if company not in self.minors:
            self.shift(company, -1)

    # -- stock rounds -----------------------------------------------------------------------------

    def on_passes(self, player: str) -> None:
        super().on_passes(player)
        self.sales.clear()

    def on_stock_round(self, number: int) -> None:
        super().on_stock_round(number)
        self.sales.clear()

    def sale_moves(self, player: str, company: str) -> bool:
        """Only a director's sales move the price, to the last share of those that he sells in his turn."""
        return player == self.presidents[company] or (player, company) in self.sales

    def price_of_sale(self, player: str, company: str) -> int:
        """The price before he began to sell."""
        price = self.market.price(company)
        if self.in_stock_round and self.sale_moves(player, company):
            return self.sales.setdefault((player, company), price)
        return price

    def purchase(self, player: str, percent: int, company: str, source: str, part: int = 0) -> None:
        super().purchase(player, percent, company, source, part)
        self.sales.clear()

    def on_founds(self, player: str, company: str, price: int) -> None:
        """A minor brewery pays for one share, the Quellen-Brauerei for two; a brewery once bankrupt lacks two."""
        self.sales.clear()
        self.may_be_founded(player, company, price)
        if company in self.corporations and company in self.was_bust - self.lost:
            self.lost.add(company)
            self.hand_over(company, OFFER, OUT, LOST)
        worth = self.minors_about[self.trading].get("worth", SHARE) if self.trading else 0
        if company in self.corporations and company not in self.order:
            self.order.append(company)
        self.found(player, company, price, max(0, self.certificates[company][0] - worth))
        if self.trading:
            self.traded.add(company)
            self.hand_in(self.trading, company)
            self.trading = ""

    def may_be_founded(self, player: str, company: str, price: int) -> None:
        """At a price whose phase has come, breweries from the green phase on; after the one that goes before."""
        prices = self.read("market")["beer"]["start_prices"]
        able = [p for colour, begins in COLOURS.items() if self.phase >= begins for p in prices[colour]]
        agree(f"{price} is a start price", True, price in able)
        before = self.charters()[company].get("after")
        agree(f"{before} was founded before {company}", True, not before or before in self.ever)
        if company in self.corporations:
            agree("breweries can be founded", True, self.phase >= "3" and self.stock_round > 1)
        if company in self.was_bust:
            agree(
                f"{company} went bankrupt before this round", True, self.bust_in[company] < self.stock_round
            )

    def on_trades_in(self, player: str, minor: str, company: str, percent: int = 0, source: str = "") -> None:
        agree(f"whose brewery {minor} is", self.minors[minor], player)
        if not percent:
            self.trading = minor  # the founding follows
            return
        self.purchase(player, percent, company, source, part=SHARE)
        if source == "company":
            self.hand_in(minor, company)
        else:
            self.give_up(minor)

    def give_up(self, minor: str) -> None:
        """The bank gets its money; its kettles are scrapped."""
        self.due(minor, BANK, self.cash[minor])
        self.order.remove(minor)
        del self.minors[minor]

    def hand_in(self, minor: str, company: str) -> None:
        """Money and kettles go to the corporation, and so may its place."""
        self.due(minor, company, self.cash[minor])
        self.kettles[company].update(self.kettles.pop(minor))
        self.offered_order = [company if b == minor else b for b in self.order if b != company]
        self.order.remove(minor)
        del self.minors[minor]

    def on_tops_up(self, company: str, shares: int, price: int) -> None:
        """The price falls first, then the bank pays."""
        missing = HALF - sum(self.paper[company][holder] for holder in self.seats)
        agree(f"what {company} puts into the pool", missing, 10 * shares)
        self.hand_over(company, company, POOL, missing)
        self.shift(company, -shares)
        self.due(BANK, company, shares * self.market.price(company))
        self.floated.add(company)

    # -- bankruptcy -------------------------------------------------------------------------------

    def on_closes(self, company: str) -> None:
        """Paper goes back to the display, money to the bank, cards and stations leave the game."""
        agree(f"{company} lies on the red field", RED, self.market.at[company][1])
        self.due(company, BANK, self.cash[company])
        out = self.paper[company][OUT]
        self.paper[company] = Counter({OFFER: sum(self.certificates[company]) - out, OUT: out})
        for kind in list((+self.trains[company]).elements()):
            self.move_train(kind, company, OUT)
        for places in self.network.stations.values():
            places.discard(company)
        self.was_bust.add(company)
        self.bust_in[company] = self.stock_round
        self.operated.discard(company)
        self.floated.discard(company)
        self.traded.discard(company)
        del self.presidents[company]
        self.loans.pop(company, None)
        self.last_runs.pop(company, None)
        self.earned.pop(company, None)
        self.need.pop(company, None)
        self.free_link.discard(company)
        self.order = [b for b in self.order if b != company]

    def worth(self, player: str) -> int:
        """A minor brewery counts its printed price."""
        owned = (int(self.minors_about[id]["price"]) for id, owner in self.minors.items() if owner == player)
        return super().worth(player) + sum(owned)
