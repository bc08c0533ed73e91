"""Small investments: pubs, buying from the bank, giving back (18DO §7.1, §7.6)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kursbuch.core import BANK, Refusal, Step, once, refuse
from kursbuch.rail.rounds import did, turn_of
from kursbuch.rail.trains.depot import cheapest_on_sale, trains_of
from kursbuch.titles.dortmund.beer.brewery.round import in_operation
from kursbuch.titles.dortmund.beer.brewery.turn import BOUGHT, not_its_turn
from kursbuch.titles.dortmund.beer.state import is_brewery
from kursbuch.titles.dortmund.expert.actions import BuySmall, ReturnSmall
from kursbuch.titles.dortmund.expert.kettles import kettles_left, needs_kettle
from kursbuch.titles.dortmund.expert.parts import PUB, THERMO
from kursbuch.titles.dortmund.expert.state import (
    MARKER,
    ExpertState,
    give_small,
    has_room,
    on_display,
    small_of,
    take_small,
    works,
)
from kursbuch.titles.dortmund.railway.trains import NEW


def pubs_pay(s: ExpertState) -> None:
    """At the start of a brewery round pubs pay into the treasuries (18DO-7.1.1-1, 18DO-7.1.1-2)."""
    for brewery in s.order:
        markers = [s.box.small[code] for code in small_of(s, brewery)]
        income = sum(m.income for m in markers if m.kind == PUB and works(s, m.colour))
        if income and in_operation(s, brewery):
            s.note("pubs-pay", brewery=brewery, income=income)
            s.transfer(BANK, brewery, income, "pubs")


def why_not_sold(s: ExpertState, code: str, price: int) -> Refusal | None:
    """What holds for every purchase from the bank."""
    if code not in s.box.small or not on_display(s, code):
        return refuse("18DO-7.3-1", "There is no marker {marker} on display.", marker=code)
    if price != s.box.small[code].price:
        return refuse(
            "18DO-7.6-1", "Marker {marker} costs {price}.", marker=code, price=s.box.small[code].price
        )
    return None


def buy_small(s: ExpertState, company: str, payer: str, code: str) -> None:
    price = s.box.small[code].price
    s.note("buys-marker", company=company, marker=code, price=price, payer=payer)
    s.transfer(payer, BANK, price, "small investment")
    give_small(s, company, code)


@once
def why_not_yet(s: ExpertState, company: str) -> Refusal | None:
    """A marker fulfils no duty to own a train or a kettle, and takes no money from it."""
    if is_brewery(s, company):
        if needs_kettle(s, company):
            return refuse("18DO-7.6-2", "{brewery} must buy a kettle first.", brewery=company)
    elif not trains_of(s, company) and cheapest_on_sale(s) is not None:
        return refuse("18DO-7.5-3", "{company} must buy a train first.", company=company)
    return None


@dataclass(frozen=True)
class BreweryBuys(Step[ExpertState, BuySmall]):
    """A brewery buys a marker in place of a kettle, from its treasury (18DO-7.6-1)."""

    action = BuySmall

    def candidates(self, s: ExpertState, player: str) -> Iterable[BuySmall]:
        brewery = turn_of(s).company
        cash = s.cash[brewery]
        for code, marker in s.box.small.items():
            if marker.price <= cash and on_display(s, code):
                yield BuySmall(brewery, code, marker.price)

    def why_not(self, s: ExpertState, player: str, action: BuySmall) -> Refusal | None:
        brewery = action.actor
        if refusal := not_its_turn(s, brewery) or why_not_sold(s, action.marker, action.price):
            return refusal
        done = turn_of(s).done
        if MARKER in done or done.count(BOUGHT) >= kettles_left(s, brewery):
            rule = "18DO-7.1-7" if s.phase.colours == ("yellow",) else "18DO-7.1-8"
            return refuse(rule, "{brewery} has bought in this round.", brewery=brewery)
        if refusal := why_not_yet(s, brewery):
            return refusal
        if not has_room(s, brewery):
            return refuse("18DO-7.1-15", "{brewery} has to return a marker first.", brewery=brewery)
        if action.price > s.cash[brewery]:
            return refuse("18DO-7.1-13", "{brewery} has {cash}.", brewery=brewery, cash=s.cash[brewery])
        return None

    def apply(self, s: ExpertState, player: str, action: BuySmall) -> None:
        buy_small(s, action.actor, action.actor, action.marker)
        did(s, MARKER)


@dataclass(frozen=True)
class RailwayBuys(Step[ExpertState, BuySmall]):
    """A railway buys a beer wagon in place of a train (18DO-7.5-1)."""

    action = BuySmall

    def candidates(self, s: ExpertState, player: str) -> Iterable[BuySmall]:
        return [BuySmall(turn_of(s).company, THERMO, s.box.small[THERMO].price)]

    def why_not(self, s: ExpertState, player: str, action: BuySmall) -> Refusal | None:
        railway, done = turn_of(s).company, turn_of(s).done
        if action.actor != railway:
            return refuse("turn.other-company", "It is {company}'s turn.", company=railway)
        if refusal := why_not_sold(s, action.marker, action.price):
            return refusal
        if action.marker != THERMO:
            return refuse("18DO-7.1-1", "Railways buy beer wagons only.")
        if MARKER in done or done.count(NEW) >= s.box.new_trains[s.phase.id]:
            return refuse("18DO-7.1.3-3", "{company} has bought in this round.", company=railway)
        if refusal := why_not_yet(s, railway):
            return refusal
        if action.price > s.cash[railway]:
            return refuse("18DO-7.1-13", "{brewery} has {cash}.", brewery=railway, cash=s.cash[railway])
        return None

    def apply(self, s: ExpertState, player: str, action: BuySmall) -> None:
        buy_small(s, action.actor, action.actor, action.marker)
        did(s, MARKER)
        did(s, NEW)


@dataclass(frozen=True)
class GiveBack(Step[ExpertState, ReturnSmall]):
    """A brewery whose fields are full returns a marker to make room for another (18DO-7.1-15, 18DO-7.1-16)."""

    action = ReturnSmall

    def candidates(self, s: ExpertState, player: str) -> Iterable[ReturnSmall]:
        brewery = turn_of(s).company
        return [ReturnSmall(brewery, code) for code in dict.fromkeys(small_of(s, brewery))]

    def why_not(self, s: ExpertState, player: str, action: ReturnSmall) -> Refusal | None:
        if refusal := not_its_turn(s, action.actor):
            return refusal
        if action.marker not in small_of(s, action.actor):
            return refuse(
                "18DO-7.1-15", "{brewery} has no marker {marker}.", brewery=action.actor, marker=action.marker
            )
        if has_room(s, action.actor):
            return refuse("18DO-7.1-15", "{brewery} has room for another marker.", brewery=action.actor)
        return None

    def apply(self, s: ExpertState, player: str, action: ReturnSmall) -> None:
        s.note("returns-marker", company=action.actor, marker=action.marker)
        take_small(s, action.actor, action.marker)
