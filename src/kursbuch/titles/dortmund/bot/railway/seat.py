"""One decision in 18DO, in the Railway Game above all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property, lru_cache
from typing import Any

from kursbuch.bots.railway.lore import Lore
from kursbuch.bots.railway.seat import Seat
from kursbuch.core import Action
from kursbuch.rail.box import TrainType
from kursbuch.rail.paper.market import Market, Spot
from kursbuch.titles.dortmund.bot.railway.table import rebuild_railway
from kursbuch.titles.dortmund.railway import market as prices
from kursbuch.titles.dortmund.railway.parts import DortmundBox
from kursbuch.titles.dortmund.railway.state import State18DO

TO_DORTMUND = 600  # what the way to Dortmund City is worth beyond the income there


def climb(market: Market, spot: Spot, income: int, price: int) -> Spot:
    """A dividend of three times the price moves the marker twice."""
    once = prices.right(market, spot)
    if income < prices.TRIPLE * price or prices.at_right_edge(market, spot):
        return once
    return prices.right(market, once)


def goals(seat: Seat, company: str) -> Mapping[str, int]:
    """Dortmund City, as long as a railway does not reach it: most is earned there."""
    assert isinstance(seat.box, DortmundBox)
    city = seat.box.dortmund
    reached = (city, 0) in seat.s.board.reachable(company).stops
    return {} if reached else {city: TO_DORTMUND}


LORE = Lore(
    goals=goals,
    rises=lambda income, price: income >= price,
    climb=climb,
    slip=prices.left,
    pays=prices.rounded,
    floated=lambda seat, company: company in seat.position["floated"],
)


class RuhrSeat(Seat):
    """A place at a table of 18DO, whichever of its games is played."""

    box: DortmundBox

    def drop(self, *kinds: type[Action]) -> None:
        """Think no more of some kinds of actions, unless nothing else is left."""
        self.legal = [action for action in self.legal if not isinstance(action, kinds)] or self.legal


class DortmundSeat(RuhrSeat):
    """A place at the table of the Railway Game."""

    @cached_property
    def table(self) -> State18DO:
        """The position as it is."""
        return rebuild_railway(self.view, self.box)

    @cached_property
    def s(self) -> State18DO:
        """The position without beer: what it earns once is no income for years to come."""
        sober = self.table.copy()
        sober.cubes = dict.fromkeys(sober.cubes, 0)
        return sober

    # -- breweries and the Investor ---------------------------------------------------------------

    @cached_property
    def brewery(self) -> str:
        """My brewery; "" before the starting round is over."""
        return next((id for id, about in self.breweries.items() if about["owner"] == self.me), "")

    @property
    def breweries(self) -> Mapping[str, Mapping[str, Any]]:
        found: Mapping[str, Mapping[str, Any]] = self.position["breweries"]
        return found

    def is_guest(self, company: str) -> bool:
        """Whether I decide for a railway that belongs to the Investor."""
        director = self.companies[company]["president"]
        return bool(director) and director == self.position["investor"]

    # -- time -------------------------------------------------------------------------------------

    def kind(self, side: str) -> TrainType:
        """A train with a last run counts as one that rusts with the phase that leaves it so."""
        return _aging(self.box, super().kind(side).id)

    def _life(self, side: str) -> float:
        """A train whose phase of aging has come runs once more at best."""
        aged = self.box.last_run.get(super().kind(side).id)
        if aged and self.box.phase_number[aged] <= self.s.phase_number:
            return 0.5
        return super()._life(side)

    @cached_property
    def returns_left(self) -> float:
        """For how many operating rounds breweries are likely to pay their returns still."""
        left = self.cards_before("6")
        return 0.0 if left is None else min(self.rounds_left, (left + 0.5) / self.pace)


@lru_cache(maxsize=64)
def _aging(box: DortmundBox, kind: str) -> TrainType:
    train = box.trains[kind]
    return replace(train, rusts_in=box.last_run[kind]) if kind in box.last_run else train
