"""Buying brewery equipment, and the duty to own some (18DO §6.5.2.6, §6.5.2.7)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from kursbuch.core import BANK, Refusal, Step, once, refuse
from kursbuch.rail.rounds import TurnStep, did, turn_of
from kursbuch.rail.state import DEPOT
from kursbuch.rail.trains.depot import find_card, new_kinds
from kursbuch.titles.dortmund.beer.brewery.actions import BuyKettle, BuyWithHelp
from kursbuch.titles.dortmund.beer.brewery.turn import BOUGHT, BreweryPolicies, not_its_turn, possible
from kursbuch.titles.dortmund.beer.capex import card_taken
from kursbuch.titles.dortmund.beer.state import BeerState, add_kettle, kettle_limit, kettles_of, owner_of
from kursbuch.titles.dortmund.railway.forced import begins

BEST_OF_MINORS = 5  # the highest type of kettle for a minor brewery (18DO-6.5.2.6-10)


@once
def kinds_for(s: BeerState, brewery: str) -> list[str]:
    """The kinds of card on offer that a brewery may have."""
    kinds = new_kinds(s)
    if brewery in s.minors:
        return [kind for kind in kinds if s.box.kettles[kind].type <= BEST_OF_MINORS]
    return kinds


@dataclass(frozen=True)
class BuyEquipment(TurnStep):
    """Kettles come from the bank only; a corporation without one must buy, with its director's help if need be."""

    policies: BreweryPolicies
    action = BuyKettle

    def also(self) -> tuple[Step[Any, Any], ...]:
        return self._also

    @cached_property
    def _also(self) -> tuple[Step[Any, Any], ...]:
        return (BuySubsidised(self), *self.policies.purchases)

    def cheapest(self, s: BeerState, brewery: str) -> int | None:
        """The lowest price that a brewery would have to pay; None if there is nothing for it."""
        return min((self.policies.price(s, brewery, k) for k in kinds_for(s, brewery)), default=None)

    def must_buy(self, s: BeerState, brewery: str) -> bool:
        """A corporation always, a minor brewery if its treasury can pay (18DO-6.5.2.7-1, 18DO-6.5.2.7-4)."""
        price = None if kettles_of(s, brewery) else self.cheapest(s, brewery)
        return price is not None and (brewery not in s.minors or s.cash[brewery] >= price)

    def is_short(self, s: BeerState, brewery: str) -> bool:
        """Whether a corporation must buy and cannot pay for anything."""
        price = self.cheapest(s, brewery)
        must = brewery not in s.minors and self.must_buy(s, brewery)
        return price is not None and must and s.cash[brewery] < price

    def idle(self, s: BeerState, brewery: str) -> bool:
        if self.must_buy(s, brewery):
            return False
        return not possible(s, [self, *self.also()])

    def may_pass(self, s: BeerState, brewery: str) -> Refusal | None:
        if self.must_buy(s, brewery):
            rule = "18DO-6.5.2.7-1" if brewery in s.minors else "18DO-6.5.2.7-4"
            return refuse(rule, "{brewery} must own a kettle.", brewery=brewery)
        return self.policies.must_more(s, brewery)

    def candidates(self, s: BeerState, player: str) -> Iterator[BuyKettle]:
        brewery = turn_of(s).company
        for kind in kinds_for(s, brewery):
            yield BuyKettle(brewery, kind, self.policies.price(s, brewery, kind))

    def why_not(self, s: BeerState, player: str, action: BuyKettle) -> Refusal | None:
        brewery, kind, price = action.actor, action.kettle, action.price
        if refusal := self.why_not_sold(s, brewery, kind, price):
            return refusal
        if price <= s.cash[brewery]:
            return None
        if brewery in s.minors:
            return refuse("18DO-6.5.2.6-7", "{brewery} has {cash}.", brewery=brewery, cash=s.cash[brewery])
        if not self.is_short(s, brewery):
            return refuse(
                "18DO-6.5.2.6-8", "{brewery} pays from its treasury of {cash}.",
                brewery=brewery, cash=s.cash[brewery],
            )  # fmt: skip
        if price != self.cheapest(s, brewery):
            return refuse("18DO-6.5.2.7-11", "A forced purchase takes the cheaper card.")
        return None

    def why_not_sold(self, s: BeerState, brewery: str, kind: str, price: int) -> Refusal | None:
        """All rules but that of who pays."""
        if refusal := not_its_turn(s, brewery):
            return refusal
        if kind not in s.box.trains:
            return refuse("18DO-6.5.2.6-1", "The bank sells no kettle {kettle}.", kettle=kind)
        if kind not in new_kinds(s):
            rule = "18DO-5.4.4-9" if find_card(s, DEPOT, kind) else "18DO-6.5.2.6-1"
            return refuse(rule, "Kettle {kettle} is not on sale.", kettle=kind)
        if kind not in kinds_for(s, brewery):
            return refuse("18DO-6.5.2.6-10", "A minor brewery has no kettle {kettle}.", kettle=kind)
        if not self.policies.has_room(s, brewery):
            limit = kettle_limit(s, brewery)
            return refuse("18DO-6.5.2.6-5", "{brewery} has {limit} kettles.", brewery=brewery, limit=limit)
        if turn_of(s).done.count(BOUGHT) >= self.policies.new_kettles(s, brewery):
            rule = "18DO-6.5.2.6-2" if s.phase.colours == ("yellow",) else "18DO-6.5.2.6-3"
            return refuse(rule, "{brewery} has bought in this round.", brewery=brewery)
        if price != (right := self.policies.price(s, brewery, kind)):
            return refuse("18DO-5.4.4-7", "The price is {price}.", price=right)
        return self.policies.no_purchase(s, brewery, kind)

    def apply(self, s: BeerState, player: str, action: BuyKettle) -> None:
        brewery, price = action.actor, action.price
        if price > s.cash[brewery]:
            if begins(s):
                director = owner_of(s, brewery)
                s.note("forced-kettle", brewery=brewery, player=director, kettle=action.kettle, price=price)
            self.policies.rescue(s, action)
            if price > s.cash[brewery]:  # its director is asked first, or the sales have ruined it
                return
        self.buy(s, brewery, action.kettle, price)

    def buy(self, s: BeerState, brewery: str, kind: str, price: int, help: int = 0) -> None:
        """The purchase itself, and what it sets off (18DO-5.4.4-3)."""
        card = find_card(s, DEPOT, kind)
        assert card is not None
        s.note("buys-kettle", brewery=brewery, kettle=kind, price=price, help=help)
        s.transfer(owner_of(s, brewery), brewery, help, "owner's help")
        s.transfer(brewery, BANK, price, "equipment")
        add_kettle(s, brewery, card)
        did(s, BOUGHT)
        self.policies.bought(s, brewery, card)
        card_taken(s, card)


@dataclass(frozen=True)
class BuySubsidised(Step[BeerState, BuyWithHelp]):
    """The owner of a minor brewery adds what its whole treasury lacks: half the price at most, unless the brewery
    has no kettle at all (18DO-6.5.2.6-6, 18DO-6.5.2.7-2).
    """

    shop: BuyEquipment
    action = BuyWithHelp

    def candidates(self, s: BeerState, player: str) -> Iterable[BuyWithHelp]:
        brewery = turn_of(s).company
        if brewery in s.minors:
            for buy in self.shop.candidates(s, player):
                if (help := buy.price - s.cash[brewery]) > 0:
                    yield BuyWithHelp(brewery, buy.kettle, buy.price, help)

    def why_not(self, s: BeerState, player: str, action: BuyWithHelp) -> Refusal | None:
        brewery, price = action.actor, action.price
        if refusal := self.shop.why_not_sold(s, brewery, action.kettle, price):
            return refusal
        if brewery not in s.minors:
            return refuse("18DO-6.5.2.6-8", "{brewery} pays from its treasury.", brewery=brewery)
        missing = price - s.cash[brewery]
        if action.help < 1 or action.help != missing:
            return refuse(
                "18DO-6.5.2.6-7", "The whole treasury is used first; {missing} is missing.",
                missing=max(0, missing),
            )  # fmt: skip
        if kettles_of(s, brewery) and 2 * action.help > price:
            return refuse("18DO-6.5.2.6-6", "The owner adds half the price at most.")
        owner = owner_of(s, brewery)
        if action.help > s.cash[owner]:
            return refuse("18DO-6.5.2.6-6", "{player} has {cash}.", player=owner, cash=s.cash[owner])
        return None

    def apply(self, s: BeerState, player: str, action: BuyWithHelp) -> None:
        self.shop.buy(s, action.actor, action.kettle, action.price, action.help)
