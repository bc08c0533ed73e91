"""The starting package: minor breweries drawn by lot, their sale, and who begins (18DO §6.1.5, §6.2.2)."""

from __future__ import annotations

from collections.abc import Iterable

from kursbuch.core import BANK
from kursbuch.rail.box import kind_of_card
from kursbuch.rail.state import OUT
from kursbuch.titles.dortmund.beer.state import BeerState, add_kettle, kettles_of, scrap_kettle
from kursbuch.titles.dortmund.railway.starting import Lots


def draw(s: BeerState, further: int) -> list[str]:
    """One brewery is always there, so many others come by lot (18DO-6.1.5-1, 18DO-6.1.5-2)."""
    others = [id for id in s.box.minors if id != s.box.always]
    return sorted([s.box.always, *s.chance.shuffled(others)[:further]])


def lay_out(s: BeerState, minors: Iterable[str]) -> None:
    """The breweries get the START cards of their charters; the rest leave the game (18DO-6.1.5-4)."""
    left = list(s.box.start_cards)
    for minor in minors:
        s.minors[minor] = ""
        s.kettles[minor] = ()
        for kind in s.box.minors[minor].kettles:
            card = next(c for c in left if kind_of_card(c) == kind)
            left.remove(card)
            add_kettle(s, minor, card)
    s.kettles[OUT] = tuple(left)


def deal(s: BeerState, spare: int = 0) -> None:
    """The way for first games: each player gets a brewery by lot, for the printed price (18DO-6.2.2-13)."""
    dealt = s.chance.shuffled(list(s.box.minors))[: len(s.people) + spare]
    lay_out(s, sorted(dealt))
    for player, minor in zip(s.people, dealt, strict=False):
        sell(s, minor, player, 0)


def price(s: BeerState, minor: str, bid: int) -> int:
    """The printed price and the bid on top (18DO-6.2.2-9)."""
    return s.box.minors[minor].price + bid


def sell(s: BeerState, minor: str, player: str, bid: int) -> None:
    """The player pays, the bank pays the starting capital into the brewery (18DO-6.2.2-10)."""
    s.note("brewery-sold", player=player, brewery=minor, price=price(s, minor, bid))
    s.transfer(player, BANK, price(s, minor, bid), "brewery")
    s.transfer(BANK, minor, s.box.minors[minor].capital, "starting capital")
    s.minors[minor] = player


LOTS = Lots(
    offered=lambda s: s.minors,
    boxes=lambda s, minor: s.box.bids,
    price=price,
    sell=sell,
)


def settled(s: BeerState) -> None:
    """What nobody bought leaves the game, the order of breweries is set, and who has most cash begins."""
    for minor in [id for id, owner in s.minors.items() if not owner]:
        for card in kettles_of(s, minor):
            scrap_kettle(s, minor, card)
        del s.minors[minor]
        s.note("brewery-gone", brewery=minor)
    first_order(s)
    s.start_order = by_cash(s)
    s.priority = s.start_order[0]
    s.note("priority", player=s.priority)


def first_order(s: BeerState) -> None:
    """Of the breweries: the highest number comes first (18DO-6.2.2-11)."""
    s.order = tuple(sorted(s.minors, reverse=True))
    s.note("order", breweries=list(s.order))


def by_cash(s: BeerState) -> tuple[str, ...]:
    """By the cash that is left; equals keep the order of the starting round (18DO-6.2.2-12)."""
    return tuple(sorted(s.start_order, key=lambda player: -s.cash[player]))
