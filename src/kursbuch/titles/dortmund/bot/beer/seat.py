"""One decision in the beer game of 18DO."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from kursbuch.bots.railway.lore import Lore
from kursbuch.bots.railway.seat import Seat
from kursbuch.rail.paper.market import Market, Spot
from kursbuch.titles.dortmund.beer.parts import BANKRUPT, BeerBox, Kettle
from kursbuch.titles.dortmund.beer.state import BeerState
from kursbuch.titles.dortmund.bot.beer.table import rebuild_beer
from kursbuch.titles.dortmund.bot.railway.seat import LORE as RAILWAY_LORE
from kursbuch.titles.dortmund.bot.railway.seat import DortmundSeat
from kursbuch.titles.dortmund.railway.market import TRIPLE

ALONE = 0.5  # cards that a company takes in a round, more or less


def climb(market: Market, spot: Spot, income: int, price: int) -> Spot:
    """On the line: one field right, two for three times the price."""
    for _ in range(2 if income >= TRIPLE * price else 1):
        beside = (spot[0], spot[1] + 1)
        spot = beside if beside in market.cells else spot
    return spot


def slip(market: Market, spot: Spot) -> Spot:
    """One field left; the red one holds the marker."""
    return spot[0], max(BANKRUPT, spot[1] - 1)


def brings(seat: Seat, company: str) -> int:
    """What the bank pays for a share: the price before the director began to sell in this turn (18DO-6.4.7-3)."""
    price = seat.price(company)
    for event in reversed(seat.view["events"]):
        if event["key"] == "sells" and event["player"] == seat.me:
            price = event["price"] if event["company"] == company else price
        elif event["key"] not in ("money", "price"):
            break
    return price


LORE = Lore(
    goals=RAILWAY_LORE.goals,
    rises=RAILWAY_LORE.rises,
    climb=climb,
    slip=slip,
    pays=RAILWAY_LORE.pays,
    brings=brings,
    floated=RAILWAY_LORE.floated,
)


class BeerSeat(DortmundSeat):
    """A place at the table of Heat, Sweat & Beer. `in_play` and `mine` are railways; breweries come beside them."""

    box: BeerBox

    @cached_property
    def table(self) -> BeerState:
        """The position as it is."""
        return rebuild_beer(self.view, self.box)

    @cached_property
    def s(self) -> BeerState:
        """The position without beer on trains: what it earns once is no income for years to come."""
        sober = self.table.copy()
        sober.loaded = {}
        return sober

    # -- companies --------------------------------------------------------------------------------

    @cached_property
    def in_play(self) -> list[str]:
        return [c for c in self.box.railways if self.companies[c]["in_play"]]

    @cached_property
    def corporations(self) -> list[str]:
        """The brewery corporations that have been founded."""
        return [c for c in self.box.corporations_in_order if self.companies[c]["in_play"]]

    @cached_property
    def brewing(self) -> list[str]:
        """The brewery corporations that I lead."""
        return [c for c in self.corporations if self.companies[c]["president"] == self.me]

    @property
    def minors(self) -> Mapping[str, Mapping[str, Any]]:
        found: Mapping[str, Mapping[str, Any]] = self.position["minors"]
        return found

    @cached_property
    def my_minors(self) -> list[str]:
        return [id for id, about in self.minors.items() if about["owner"] == self.me]

    def is_brewery(self, company: str) -> bool:
        return company in self.minors or company in self.box.corporations

    def floats(self, company: str) -> bool:
        """Whether a company operates."""
        return company in self.position["floated"]

    def works(self, brewery: str) -> bool:
        """Whether a brewery has turns."""
        return brewery in self.minors or self.floats(brewery)

    def kettles(self, brewery: str) -> tuple[Kettle, ...]:
        """What a brewery works with, the best first."""
        return tuple(self.box.kettle(card) for card in self.table.kettles.get(brewery, ()))

    def limit(self, brewery: str) -> int:
        """The most kettles it may have."""
        found: int = {**self.minors, **self.position["corporations"]}[brewery]["limit"]
        return found

    def is_guest(self, company: str) -> bool:
        """Whether I decide for a company that belongs to the Investor."""
        if company in self.minors:
            return bool(self.minors[company]["owner"]) and self.minors[company]["owner"] != self.me
        return super().is_guest(company)

    def part(self, brewery: str, player: str = "") -> float:
        """How much of a brewery's income comes to a player when it pays; to me unless told."""
        player = player or self.me
        if brewery in self.minors:
            return 0.5 if self.minors[brewery]["owner"] == player else 0.0
        return self.share(player, brewery) / 100

    def rusting(self, kind: str) -> float:
        """What I lose a round if the next card of this kind leaves the display and begins a phase: old trains go."""
        starts = self.box.trains[kind].starts
        if not starts or self.box.phase_number[starts] <= self.s.phase_number:
            return 0.0
        lost = 0.0
        for railway in self.in_play:
            sides, part = self.trains(railway), self.share(self.me, railway) / 100
            kept = [side for side in sides if not self._rusts(side, starts)]
            if part and len(kept) < len(sides):
                lost += part * (self.income(railway) - (self.income(railway, kept) if kept else 0))
        return lost

    def _rusts(self, side: str, phase: str) -> bool:
        ends = self.kind(side).rusts_in
        return bool(ends) and self.box.phase_number[ends] <= self.box.phase_number[phase]

    # -- time -------------------------------------------------------------------------------------

    @cached_property
    def rounds_left(self) -> float:
        """How many pairs of a railway round and a brewery round come, counting the one under way."""
        about = self.position
        later = about["sets"] - about["set"]
        rounds = later * self.s.phase.operating_rounds
        if not {"operating", "breweries"} & set(self.stages):
            return float(max(1, rounds))
        return float(rounds + max(1, about["pairs"] - about["operating_round"] + 1))

    @cached_property
    def pace(self) -> float:
        """How many investment cards are likely to leave the display in a round."""
        takers = len(self.in_play) + len(self.minors) + len(self.corporations)
        return max(1.0, ALONE * takers)
