"""The opening auction of the privates.

The cheapest is bought at its price; the others are bid for, and a bid ties its money up. When the cheapest is
sold, the next one goes to its only bidder, or its bidders fight it out, the lowest of them always first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from kursbuch.core import BANK, Action, Frame, Refusal, Span, Stage, Step, record, refuse
from kursbuch.rail.actions import Pass
from kursbuch.rail.standard.actions import BidFor, Take
from kursbuch.titles.shikoku.rules.parts import figures
from kursbuch.titles.shikoku.rules.state import State1889


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

    def free_cash(self, s: State1889, player: str, private: str) -> int:
        """What a player can still spend on a private: a raised bid frees the one before."""
        tied = sum(b.price for b in self.bids if b.player == player and b.private != private)
        return s.cash[player] - tied


def unsold(s: State1889) -> list[str]:
    """The privates the bank still has, cheapest first."""
    return [id for id, owner in s.privates.items() if not owner]


def fought_over(s: State1889, f: OpeningFrame) -> str:
    """The private whose bidders must settle it now; "" if there is none."""
    left = unsold(s)
    return left[0] if left and len(f.bids_on(left[0])) > 1 else ""


def asked_price(s: State1889, f: OpeningFrame) -> int:
    """What the cheapest private costs now."""
    cheapest = unsold(s)[0]
    first = next(iter(s.privates))
    return s.box.privates[cheapest].price - (f.dropped if cheapest == first else 0)


def least_bid(s: State1889, f: OpeningFrame, private: str) -> int:
    """So much above the highest bid, or above the price if there is none."""
    bids = f.bids_on(private)
    return (bids[-1].price if bids else s.box.privates[private].price) + figures().bid_step


def sell(s: State1889, private: str, player: str, price: int) -> None:
    s.note("private-sold", player=player, private=private, price=price)
    s.transfer(player, BANK, price, "private")
    s.privates[private] = player


class TakeCheapest(Step[State1889, Take]):
    """Buy the cheapest private at its price."""

    action = Take

    def candidates(self, s: State1889, player: str) -> Iterable[Take]:
        yield Take(player, unsold(s)[0], asked_price(s, _frame(s)))

    def why_not(self, s: State1889, player: str, action: Take) -> Refusal | None:
        f = _frame(s)
        if lot := fought_over(s, f):
            return refuse("1889-A-4", "First the bidders for {private} settle it.", private=lot)
        if action.private != unsold(s)[0]:
            return refuse(
                "1889-A-1", "Only the cheapest private, {private}, can be bought.", private=unsold(s)[0]
            )
        if action.price != asked_price(s, f):
            return refuse("1889-A-1", "The price is {price}.", price=asked_price(s, f))
        if action.price > f.free_cash(s, player, action.private):
            return refuse("1889-A-3", "The rest of {player}'s money is tied up in bids.", player=player)
        return None

    def apply(self, s: State1889, player: str, action: Take) -> None:
        sell(s, action.private, player, action.price)
        s.swap(replace(_frame(s), player=s.left_of(player), passes=0, last_buyer=player))


class PlaceBid(Step[State1889, BidFor]):
    """Bid for a private that is not the cheapest, or raise in a fight for one."""

    action = BidFor

    def candidates(self, s: State1889, player: str) -> Iterable[BidFor]:
        f = _frame(s)
        lot = fought_over(s, f)
        for private in [lot] if lot else unsold(s)[1:]:
            lo, hi = least_bid(s, f, private), f.free_cash(s, player, private)
            if lo <= hi:
                yield BidFor(player, lo, private, span=Span(lo, hi))

    def why_not(self, s: State1889, player: str, action: BidFor) -> Refusal | None:
        f = _frame(s)
        lot = fought_over(s, f)
        if action.private not in unsold(s):
            return refuse("1889-A-1", "{private} is not for sale.", private=action.private)
        if lot and action.private != lot:
            return refuse("1889-A-4", "First the bidders for {private} settle it.", private=lot)
        if not lot and action.private == unsold(s)[0]:
            return refuse(
                "1889-A-1", "{private} is the cheapest: it is bought at its price.", private=action.private
            )
        if action.price < least_bid(s, f, action.private):
            least = least_bid(s, f, action.private)
            return refuse(
                "1889-A-2", "A bid for {private} is at least {least}.", private=action.private, least=least
            )
        if action.price > f.free_cash(s, player, action.private):
            return refuse("1889-A-3", "The rest of {player}'s money is tied up in bids.", player=player)
        return None

    def apply(self, s: State1889, player: str, action: BidFor) -> None:
        f = _frame(s)
        s.note("bids", player=player, lot=action.private, price=action.price)
        others = tuple(b for b in f.bids if (b.private, b.player) != (action.private, player))
        on_turn = f.player if fought_over(s, f) else s.left_of(player)
        bids = (*others, Offer(action.private, player, action.price))
        s.swap(replace(f, bids=bids, player=on_turn, passes=0))


@dataclass(frozen=True)
class PassBid(Step[State1889, Pass]):
    """Let the turn go by, or give up a fight and get the bid back."""

    pay_incomes: Callable[[State1889], None]
    action = Pass

    def candidates(self, s: State1889, player: str) -> Iterable[Pass]:
        yield Pass(player)

    def why_not(self, s: State1889, player: str, action: Pass) -> Refusal | None:
        return None

    def apply(self, s: State1889, player: str, action: Pass) -> None:
        f = _frame(s)
        if lot := fought_over(s, f):
            s.note("drops-out", player=player, lot=lot)
            s.swap(replace(f, bids=tuple(b for b in f.bids if (b.private, b.player) != (lot, player))))
            return
        s.note("passes", player=player)
        f = replace(f, passes=f.passes + 1, player=s.left_of(player))
        s.swap(f)
        if f.passes == len(s.players):
            self.all_passed(s, f)

    def all_passed(self, s: State1889, f: OpeningFrame) -> None:
        """Before the first sale the cheapest drops by 5, at 0 the next player takes it; later the privates pay."""
        f = replace(f, passes=0)
        if unsold(s)[0] != next(iter(s.privates)):
            s.swap(f)
            self.pay_incomes(s)
            return
        f = replace(f, dropped=f.dropped + figures().bid_step)
        s.swap(f)
        s.note("price-drops", private=unsold(s)[0], price=asked_price(s, f))
        if asked_price(s, f) <= 0:
            sell(s, unsold(s)[0], f.player, 0)
            s.swap(replace(f, player=s.left_of(f.player)))


class Opening(Stage[State1889, OpeningFrame]):
    """Turns go round until every private is sold."""

    def __init__(self, pay_incomes: Callable[[State1889], None]) -> None:
        self.steps = (TakeCheapest(), PlaceBid(), PassBid(pay_incomes))

    def deciders(self, s: State1889, f: OpeningFrame) -> tuple[str, ...]:
        lot = fought_over(s, f)
        return (f.bids_on(lot)[0].player if lot else f.player,)

    def advance(self, s: State1889, f: OpeningFrame) -> bool:
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

    def not_now(self, s: State1889, f: OpeningFrame, action: Action) -> Refusal:
        return refuse("1889-A-1", "The privates are being auctioned: buy the cheapest, bid, or pass.")


def _frame(s: State1889) -> OpeningFrame:
    f = s.top
    assert isinstance(f, OpeningFrame)
    return f
