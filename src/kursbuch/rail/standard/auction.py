"""The opening auction of the privates, a waterfall.

The cheapest is bought at its price; the others are bid for, and a bid ties its money up. When the cheapest is
sold, the next one goes to its only bidder, or its bidders fight it out, the lowest of them always first.
When all pass, the first private becomes cheaper, or once it is sold the privates pay.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from kursbuch.core import BANK, Action, Frame, Refusal, Span, Stage, Step, refuse
from kursbuch.core.record import record, replace
from kursbuch.rail.actions import Pass
from kursbuch.rail.rounds import Hook
from kursbuch.rail.standard.actions import BidFor, Take
from kursbuch.rail.standard.par import bring
from kursbuch.rail.standard.privates import pay_incomes
from kursbuch.rail.standard.state import StandardState


@record()
@dataclass(frozen=True, slots=True)
class Offer:
    """A bid that stands."""

    private: str
    player: str
    price: int


@dataclass(frozen=True, slots=True)
class OpeningFrame(Frame):
    """Whose turn it is, the bids that stand, how far the first private has dropped, passes in a row, last buyer."""

    player: str
    bids: tuple[Offer, ...] = ()
    dropped: int = 0
    passes: int = 0
    last_buyer: str = ""

    def bids_on(self, private: str) -> tuple[Offer, ...]:
        """The bids on a private, lowest first."""
        return tuple(sorted((b for b in self.bids if b.private == private), key=lambda b: b.price))

    def highest(self) -> tuple[Offer, ...]:
        """The highest bid on each private that has one."""
        return tuple(self.bids_on(private)[-1] for private in dict.fromkeys(b.private for b in self.bids))


# Which of the standing bids hold their bidder's cash back.
Ties = Callable[[OpeningFrame], tuple[Offer, ...]]


def every_bid(f: OpeningFrame) -> tuple[Offer, ...]:
    """Every standing bid ties its money up."""
    return f.bids


def highest_bids(f: OpeningFrame) -> tuple[Offer, ...]:
    """Only the highest bid on a private ties its money up: who is outbid has it back at once."""
    return f.highest()


@dataclass(frozen=True)
class Auction:
    """The policies of the opening auction; its figures are in the box."""

    ties_up: Ties = every_bid
    all_passed: Hook = pay_incomes  # once the first private is sold

    def free_cash(self, s: StandardState, f: OpeningFrame, player: str, private: str) -> int:
        """What a player can still spend on a private: a raised bid frees the one before."""
        tied = sum(b.price for b in self.ties_up(f) if b.player == player and b.private != private)
        return s.cash[player] - tied


def unsold(s: StandardState) -> list[str]:
    """The privates the bank still has, cheapest first."""
    return [id for id, owner in s.privates.items() if not owner]


def fought_over(s: StandardState, f: OpeningFrame) -> str:
    """The private whose bidders must settle it now; "" if there is none."""
    left = unsold(s)
    return left[0] if left and len(f.bids_on(left[0])) > 1 else ""


def asked_price(s: StandardState, f: OpeningFrame) -> int:
    """What the cheapest private costs now."""
    cheapest = unsold(s)[0]
    first = next(iter(s.privates))
    return s.box.privates[cheapest].price - (f.dropped if cheapest == first else 0)


def least_bid(s: StandardState, f: OpeningFrame, private: str) -> int:
    """So much above the highest bid, or above the price if there is none; rounded up to a multiple if it must be."""
    bids, figures = f.bids_on(private), s.box.figures
    least = (bids[-1].price if bids else s.box.privates[private].price) + figures.bid_step
    return least + -least % figures.bid_multiple


def sell(s: StandardState, private: str, player: str, price: int) -> None:
    """The bank sells a private, with what it brings."""
    s.note("private-sold", player=player, private=private, price=price)
    s.transfer(player, BANK, price, "private")
    s.privates[private] = player
    bring(s, private, player)


@dataclass(frozen=True)
class TakeCheapest(Step[StandardState, Take]):
    """Buy the cheapest private at its price."""

    policy: Auction = Auction()
    action = Take

    def candidates(self, s: StandardState, player: str) -> Iterable[Take]:
        yield Take(player, unsold(s)[0], asked_price(s, s.frame(OpeningFrame)))

    def why_not(self, s: StandardState, player: str, action: Take) -> Refusal | None:
        f = s.frame(OpeningFrame)
        if lot := fought_over(s, f):
            return refuse("auction.fight", "First the bidders for {private} settle it.", private=lot)
        if action.private != unsold(s)[0]:
            return refuse(
                "auction.cheapest",
                "Only the cheapest private, {private}, can be bought.",
                private=unsold(s)[0],
            )
        if action.price != asked_price(s, f):
            return refuse("auction.cheapest", "The price is {price}.", price=asked_price(s, f))
        if action.price > self.policy.free_cash(s, f, player, action.private):
            return refuse("auction.cash", "The rest of {player}'s money is tied up in bids.", player=player)
        return None

    def apply(self, s: StandardState, player: str, action: Take) -> None:
        s.swap(replace(s.frame(OpeningFrame), player=s.left_of(player), passes=0, last_buyer=player))
        sell(s, action.private, player, action.price)


@dataclass(frozen=True)
class PlaceBid(Step[StandardState, BidFor]):
    """Bid for a private that is not the cheapest, or raise in a fight for one."""

    policy: Auction = Auction()
    action = BidFor

    def candidates(self, s: StandardState, player: str) -> Iterable[BidFor]:
        f = s.frame(OpeningFrame)
        lot = fought_over(s, f)
        for private in [lot] if lot else unsold(s)[1:]:
            lo, hi = least_bid(s, f, private), self.policy.free_cash(s, f, player, private)
            step = s.box.figures.bid_multiple
            if lo <= hi:
                yield BidFor(player, lo, private, span=Span(lo, hi - hi % step, step))

    def why_not(self, s: StandardState, player: str, action: BidFor) -> Refusal | None:
        f = s.frame(OpeningFrame)
        lot = fought_over(s, f)
        if action.private not in unsold(s):
            return refuse("auction.cheapest", "{private} is not for sale.", private=action.private)
        if lot and action.private != lot:
            return refuse("auction.fight", "First the bidders for {private} settle it.", private=lot)
        if not lot and action.private == unsold(s)[0]:
            return refuse(
                "auction.cheapest",
                "{private} is the cheapest: it is bought at its price.",
                private=action.private,
            )
        if action.price < least_bid(s, f, action.private):
            least = least_bid(s, f, action.private)
            return refuse(
                "auction.least",
                "A bid for {private} is at least {least}.",
                private=action.private,
                least=least,
            )
        if action.price % s.box.figures.bid_multiple:
            multiple = s.box.figures.bid_multiple
            return refuse("auction.least", "Bids are multiples of {multiple}.", multiple=multiple)
        if action.price > self.policy.free_cash(s, f, player, action.private):
            return refuse("auction.cash", "The rest of {player}'s money is tied up in bids.", player=player)
        return None

    def apply(self, s: StandardState, player: str, action: BidFor) -> None:
        f = s.frame(OpeningFrame)
        s.note("bids", player=player, lot=action.private, price=action.price)
        others = tuple(b for b in f.bids if (b.private, b.player) != (action.private, player))
        on_turn = f.player if fought_over(s, f) else s.left_of(player)
        bids = (*others, Offer(action.private, player, action.price))
        s.swap(replace(f, bids=bids, player=on_turn, passes=0))


@dataclass(frozen=True)
class PassBid(Step[StandardState, Pass]):
    """Let the turn go by, or give up a fight and get the bid back."""

    policy: Auction = Auction()
    action = Pass

    def candidates(self, s: StandardState, player: str) -> Iterable[Pass]:
        yield Pass(player)

    def why_not(self, s: StandardState, player: str, action: Pass) -> Refusal | None:
        return None

    def apply(self, s: StandardState, player: str, action: Pass) -> None:
        f = s.frame(OpeningFrame)
        if lot := fought_over(s, f):
            s.note("drops-out", player=player, lot=lot)
            s.swap(replace(f, bids=tuple(b for b in f.bids if (b.private, b.player) != (lot, player))))
            return
        s.note("passes", player=player)
        f = replace(f, passes=f.passes + 1, player=s.left_of(player))
        s.swap(f)
        if f.passes == len(s.players):
            self.all_passed(s, f)

    def all_passed(self, s: StandardState, f: OpeningFrame) -> None:
        """Before the first sale the cheapest drops, at 0 the next player takes it; later the privates pay."""
        f = replace(f, passes=0)
        if unsold(s)[0] != next(iter(s.privates)):
            s.swap(f)
            self.policy.all_passed(s)
            return
        f = replace(f, dropped=f.dropped + s.box.figures.price_drop)
        s.swap(f)
        s.note("price-drops", private=unsold(s)[0], price=asked_price(s, f))
        if asked_price(s, f) <= 0:
            s.swap(replace(f, player=s.left_of(f.player)))
            sell(s, unsold(s)[0], f.player, 0)


class Opening(Stage[StandardState, OpeningFrame]):
    """Turns go round until every private is sold."""

    def __init__(self, policy: Auction) -> None:
        self.steps = (TakeCheapest(policy), PlaceBid(policy), PassBid(policy))

    def deciders(self, s: StandardState, f: OpeningFrame) -> tuple[str, ...]:
        lot = fought_over(s, f)
        return (f.bids_on(lot)[0].player if lot else f.player,)

    def advance(self, s: StandardState, f: OpeningFrame) -> bool:
        left = unsold(s)
        if not left:
            if f.last_buyer:
                s.priority = s.left_of(f.last_buyer)
            s.pop()
            return True
        bids = f.bids_on(left[0])
        if len(bids) == 1:
            s.swap(replace(f, bids=tuple(b for b in f.bids if b.private != left[0])))
            sell(s, left[0], bids[0].player, bids[0].price)
            return True
        return False

    def not_now(self, s: StandardState, f: OpeningFrame, action: Action) -> Refusal:
        return refuse("auction.cheapest", "The privates are being auctioned: buy the cheapest, bid, or pass.")
