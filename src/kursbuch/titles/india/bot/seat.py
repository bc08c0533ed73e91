"""A seat at a table of 1853: who leads what, which gauge a company uses, and a quick look at its income."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from kursbuch.bots.railway.seat import Seat
from kursbuch.bots.railway.table import give_trains
from kursbuch.rail.actions import Buy
from kursbuch.rail.board import Board
from kursbuch.rail.routes.running import as_train, network_of
from kursbuch.rail.routes.search import RouteSearch
from kursbuch.rail.state import RailState
from kursbuch.titles.india.rules.parts import IndiaBox

LONGEST = 12.0  # operating rounds that anybody looks ahead
LATELY = 3  # operating rounds by which the sale of trains is judged
MAIL = 60  # about what the mail brings a company with a train


class IndiaSeat(Seat):
    """What a player of 1853 sees beyond what every railway game shows."""

    box: IndiaBox

    # -- people and paper -------------------------------------------------------------------------

    def price(self, company: str) -> int:
        """What a share brings: its issue price before the company is founded."""
        return int(self.companies[company]["price"] or self.box.issue_price(company))

    def asks(self, buy: Buy) -> int:
        """The bank sells at the issue price for ever, the pool at the price of the day."""
        return self.box.issue_price(buy.company) if buy.source == "offer" else self.price(buy.company)

    def holds(self, player: str, company: str) -> int:
        """Shares of a player; the director's certificate is two."""
        return self.share(player, company) // 10

    def most_of_others(self, company: str) -> int:
        """The largest holding that another player has."""
        return max(self.holds(p, company) for p in self.view["players"] if p != self.me)

    @property
    def stock_round(self) -> int:
        return int(self.position["stock_round"])

    @cached_property
    def sold_now(self) -> frozenset[str]:
        """The companies of which I have sold shares in this share round; they are not bought again in it."""
        found = set()
        for event in reversed(self.view["events"]):
            if event["key"] == "stock-round":
                break
            if event["key"] == "sells" and event["player"] == self.me:
                found.add(str(event["company"]))
        return frozenset(found)

    def director(self, company: str) -> str:
        """Who leads a company with the right to pay; "" where a manager does, or nobody yet."""
        return str(self.position["directors"].get(company, ""))

    @cached_property
    def directed(self) -> list[str]:
        """The companies whose director I am."""
        return [company for company in self.in_play if self.director(company) == self.me]

    # -- trains and track -------------------------------------------------------------------------

    def is_large(self, company: str) -> bool:
        return company in self.position["large"]

    def gauges(self, company: str) -> frozenset[str]:
        """The gauges that a company builds for: those of its trains; broad before it has one, large ones always."""
        found = frozenset(self.kind(side).gauges[side] for side in self.trains(company))
        return found | {"broad"} if self.is_large(company) or not found else found

    def mail(self, company: str) -> int:
        """What the mail is likely to bring a company, by the last time it was sent."""
        for event in reversed(self.view["events"]):
            if event["key"] == "mail" and event["company"] == company:
                return int(event["value"])
        return MAIL if self.trains(company) else 0

    def income(
        self,
        company: str,
        sides: Sequence[str] | None = None,
        board: Board | None = None,
        phase: int | None = None,
    ) -> int:
        """About the best a company could pay out: the longest train takes its best route, then the next. No mail.

        That is quick, and seldom far from the best set of routes.
        """
        return self.look(company, sides, board)[0]

    def look(
        self, company: str, sides: Sequence[str] | None = None, board: Board | None = None
    ) -> tuple[int, int]:
        """The income, and how many steps of route search it took to find it."""
        sides = tuple(sorted(self.trains(company) if sides is None else sides, reverse=True))
        board = board or self.s.board
        key = ("house income", company, sides)
        if key not in board.known:
            board.known[key] = self._one_by_one(company, sides, board)
        found: tuple[int, int] = board.known[key]
        return found

    def _one_by_one(self, company: str, sides: Sequence[str], board: Board) -> tuple[int, int]:
        s = self._scratch
        s.board = board
        give_trains(s, company, tuple(sides))
        network, graph = network_of(s, company), board.tracks.graph
        if not network.tokens:
            return 0, 0
        trains = [as_train(s, graph, company, card) for card in s.trains[company]]
        trains.sort(key=lambda train: train.reach.stops or 0, reverse=True)
        searches = {train: RouteSearch(network, train, 0, None) for train in dict.fromkeys(trains)}
        total = used = 0
        for train in trains:
            route = searches[train].best_without(used, (), 0)
            total += route.value
            used |= route.mask
        return total, sum(search.explored for search in searches.values())

    @cached_property
    def _scratch(self) -> RailState:
        """A copy to try trains and boards out on."""
        return self.s.copy()

    @cached_property
    def pace(self) -> float:
        """How many new trains are likely to be sold in an operating round, by what was sold in the last ones."""
        sold = rounds = 0
        for event in reversed(self.view["events"]):
            sold += event["key"] == "buys-train" and event["source"] == "depot"
            rounds += event["key"] == "operating-round"
            if rounds == LATELY:
                break
        return max(0.8, 0.5 * sold / max(1, rounds) + 0.2 * len(self.in_play))

    # -- time -------------------------------------------------------------------------------------

    @cached_property
    def rounds_left(self) -> float:
        """How many operating rounds are likely to come: until the bank is empty or a price is at its end."""
        if self.position["ending"]:
            return 1.0
        flow, guess = 60.0, LONGEST
        last = max(column for _, column in self.box.market.cells)
        for company in self.in_play:
            paid = self.companies[company]["last_dividend"] or 0
            held = sum(self.share(player, company) for player in self.view["players"])
            flow += paid * held / 100 + (MAIL if self.trains(company) else 0)
            if paid:
                steps = min(5, max(1, paid // self.price(company)))
                guess = min(guess, (last - self.s.prices.spots[company][1]) / steps + 1)
        return max(2.0, min(guess, max(0, self.purse("bank")) / flow))
