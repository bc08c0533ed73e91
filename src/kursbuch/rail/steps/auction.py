"""An English auction: the bid goes round, who passes is out, the last one left pays."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from kursbuch.core import Action, Frame, Refusal, Span, Stage, Step, refuse
from kursbuch.core.record import replace
from kursbuch.rail.actions import Bid, Pass
from kursbuch.rail.state import S


@dataclass(frozen=True, slots=True)
class AuctionFrame(Frame):
    """What is sold, the highest bid and who made it, who is still in (next to bid first), who opened."""

    lot: str
    price: int
    leader: str
    bidders: tuple[str, ...]
    opener: str


@dataclass(frozen=True)
class Raise(Step[S, Bid]):
    """Bid more than the highest bid, in steps."""

    step: int
    may_bid: Callable[[S, str], Refusal | None]
    action = Bid

    def candidates(self, s: S, player: str) -> Iterable[Bid]:
        f = s.frame(AuctionFrame)
        lo = f.price + self.step
        hi = s.cash[player] // self.step * self.step
        if hi >= lo:
            yield Bid(player, lo, span=Span(lo, hi, self.step))

    def why_not(self, s: S, player: str, action: Bid) -> Refusal | None:
        f = s.frame(AuctionFrame)
        if refusal := self.may_bid(s, player):
            return refusal
        if action.price <= f.price or action.price % self.step:
            return refuse(
                "auction.raise", "A bid is above {bid} and a multiple of {step}.", bid=f.price, step=self.step
            )
        if action.price > s.cash[player]:
            return refuse("auction.cash", "{player} has only {cash}.", player=player, cash=s.cash[player])
        return None

    def apply(self, s: S, player: str, action: Bid) -> None:
        f = s.frame(AuctionFrame)
        s.note("bids", player=player, lot=f.lot, price=action.price)
        s.swap(replace(f, price=action.price, leader=player, bidders=(*f.bidders[1:], player)))


class DropOut(Step[S, Pass]):
    """Pass, and be out of this auction."""

    action = Pass

    def candidates(self, s: S, player: str) -> Iterable[Pass]:
        yield Pass(player)

    def why_not(self, s: S, player: str, action: Pass) -> Refusal | None:
        return None

    def apply(self, s: S, player: str, action: Pass) -> None:
        f = s.frame(AuctionFrame)
        s.note("drops-out", player=player, lot=f.lot)
        s.swap(replace(f, bidders=f.bidders[1:]))


class Auction(Stage[S, AuctionFrame]):
    """Bids go round until only the leader is left, who then wins."""

    kind = "auction"

    def __init__(
        self,
        won: Callable[[S, AuctionFrame], None],
        step: int,
        may_bid: Callable[[S, str], Refusal | None] = lambda s, player: None,
    ) -> None:
        self.won = won
        self.may_bid = may_bid
        self.raises = Raise(step, may_bid)
        self.steps = (self.raises, DropOut())

    def deciders(self, s: S, f: AuctionFrame) -> tuple[str, ...]:
        return (f.bidders[0],)

    def advance(self, s: S, f: AuctionFrame) -> bool:
        if f.bidders == (f.leader,):
            s.pop()
            s.note("wins", player=f.leader, lot=f.lot, price=f.price)
            self.won(s, f)
            return True
        if not list(self._bids(s, f.bidders[0])):
            s.swap(replace(f, bidders=f.bidders[1:]))  # who cannot raise is not asked
            return True
        return False

    def _bids(self, s: S, player: str) -> Iterable[Bid]:
        return () if self.may_bid(s, player) else self.raises.candidates(s, player)

    def not_now(self, s: S, f: AuctionFrame, action: Action) -> Refusal:
        return refuse("auction.running", "An auction is under way: bid or pass.")

    def not_yours(self, s: S, f: AuctionFrame, action: Action) -> Refusal:
        if action.actor in f.bidders:
            return refuse("auction.order", "It is {player}'s turn to bid or pass.", player=f.bidders[0])
        if action.actor in s.players:
            passed = refuse("auction.passed", "{player} is out of this auction.", player=action.actor)
            return self.may_bid(s, action.actor) or passed
        return self.not_now(s, f, action)
