"""The starting round: bids by box on breweries, until all lie at different ones (18DO §4.2.2, §6.2.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Generic

from kursbuch.core import BANK, Action, Frame, Refusal, Stage, Step, refuse
from kursbuch.core.record import replace
from kursbuch.titles.dortmund.railway.actions import BidFor
from kursbuch.titles.dortmund.railway.state import ON_CARD, D, State18DO

Bid = tuple[str, str, int]  # player, brewery, value of the box
NO_BID = -1  # below every box


@dataclass(frozen=True, slots=True)
class StartingFrame(Frame):
    """Who bids next, and where each player's marker lies."""

    player: str
    bids: tuple[Bid, ...] = ()
    order: tuple[str, ...] = ()  # in which the players bid, where it is not that of the seats

    def highest(self, brewery: str) -> int:
        return max((price for _, b, price in self.bids if b == brewery), default=NO_BID)

    def stands(self, player: str) -> bool:
        """Whether a player has the highest bid on some brewery."""
        return any(p == player and price == self.highest(b) for p, b, price in self.bids)

    def after(self, s: D, player: str) -> str:
        """Who bids after a player."""
        if not self.order:
            return s.left_of(player)
        return self.order[(self.order.index(player) + 1) % len(self.order)]


def lay_out(s: State18DO, breweries: Iterable[str]) -> None:
    """Put breweries, their markers and beer on the starting package (18DO-4.1-11 to 18DO-4.1-14)."""
    for id in sorted(breweries):
        brewery = s.box.breweries[id]
        s.breweries[id] = ""
        s.cubes[id] = brewery.cubes
        if brewery.marker:
            s.markers[id] = ON_CARD
        if brewery.marker == "reserve":
            s.reserved = True


def sell(s: State18DO, brewery: str, player: str, price: int) -> None:
    """The bank sells a brewery with all that lies on its card (18DO-4.2.2-11, 18DO-4.2.2-13)."""
    s.note("brewery-sold", player=player, brewery=brewery, price=price)
    s.transfer(player, BANK, price, "brewery")
    s.breweries[brewery] = player


@dataclass(frozen=True)
class Lots(Generic[D]):
    """What is up for bids in a starting round."""

    offered: Callable[[D], Iterable[str]]
    boxes: Callable[[D, str], tuple[int, ...]]  # of a lot
    price: Callable[[D, str, int], int]  # what a bid on a lot would cost in all
    sell: Callable[[D, str, str, int], None]  # lot, player, bid


PRIVATE: Lots[State18DO] = Lots(
    offered=lambda s: s.breweries,
    boxes=lambda s, brewery: s.box.breweries[brewery].boxes,
    price=lambda s, brewery, bid: bid,
    sell=sell,
)


@dataclass(frozen=True)
class PlaceBid(Step[D, BidFor]):
    """A player lays the bid marker on a box, higher than any bid there."""

    lots: Lots[D]
    action = BidFor

    def candidates(self, s: D, player: str) -> Iterable[BidFor]:
        for id in self.lots.offered(s):
            for price in self.lots.boxes(s, id):
                yield BidFor(player, price, id)

    def why_not(self, s: D, player: str, action: BidFor) -> Refusal | None:
        f, lot = s.frame(StartingFrame), action.brewery
        if lot not in self.lots.offered(s):
            return refuse("start.lot", "Brewery {brewery} is not in play.", brewery=lot)
        if action.price not in self.lots.boxes(s, lot):
            boxes = ", ".join(map(str, self.lots.boxes(s, lot)))
            return refuse("start.box", "The boxes of this brewery are {boxes}.", boxes=boxes)
        if action.price <= f.highest(lot):
            outbid = any(bid[0] == player for bid in f.bids)
            return refuse(
                "start.raise" if outbid else "start.higher",
                "A bid for this brewery is above {bid}.",
                bid=f.highest(lot),
            )
        if self.lots.price(s, lot, action.price) > s.cash[player]:
            return refuse("start.cash", "{player} has {cash}.", player=player, cash=s.cash[player])
        return None

    def apply(self, s: D, player: str, action: BidFor) -> None:
        f = s.frame(StartingFrame)
        s.note("bids", player=player, lot=action.brewery, price=action.price)
        others = tuple(bid for bid in f.bids if bid[0] != player)
        bids = (*others, (player, action.brewery, action.price))
        s.swap(replace(f, bids=bids, player=f.after(s, player)))


class StartingRound(Stage[D, StartingFrame]):
    """Bids go round; who is not outbid is skipped; the end is when every marker lies at another brewery."""

    def __init__(self, settled: Callable[[D], None], lots: Lots[D] = PRIVATE) -> None:
        self.settled = settled  # who begins, once every brewery has its owner
        self.lots = lots
        self.steps = (PlaceBid(lots),)

    def deciders(self, s: D, f: StartingFrame) -> tuple[str, ...]:
        return (f.player,)

    def advance(self, s: D, f: StartingFrame) -> bool:
        if all(f.stands(player) for player in s.people):
            s.pop()
            for player, brewery, price in sorted(f.bids, key=lambda bid: bid[1]):
                self.lots.sell(s, brewery, player, price)
            self.settled(s)
            return True
        if f.player not in s.people or f.stands(f.player):
            s.swap(replace(f, player=f.after(s, f.player)))
            return True
        return False

    def not_now(self, s: D, f: StartingFrame, action: Action) -> Refusal:
        return refuse("start.only", "In the starting round every player bids for a brewery.")

    def not_yours(self, s: D, f: StartingFrame, action: Action) -> Refusal:
        if action.actor in s.players and f.stands(action.actor):
            return refuse("start.leads", "{player} is not outbid and keeps the bid.", player=action.actor)
        return refuse("start.turn", "It is {player}'s turn to bid.", player=f.player)


def lowest_begins(s: State18DO) -> None:
    """The card "First Action" goes to the owner of the lowest number (18DO-4.2.2-14)."""
    s.priority = s.breweries[min(s.breweries)]
    s.note("priority", player=s.priority)
