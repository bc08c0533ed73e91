"""Stock rounds: players' turns, one after another, until all have passed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from kursbuch.core import Action, Frame, Refusal, Stage, Step, refuse
from kursbuch.core.record import quick, replace
from kursbuch.rail.actions import Pass
from kursbuch.rail.rounds.deeds import Deed, stored_deeds
from kursbuch.rail.rounds.hooks import Hook, Voices, nobody_else, nothing
from kursbuch.rail.state import RailState, S


@quick
@dataclass(frozen=True, slots=True)
class StockFrame(Frame):
    """Whose turn it is, what was dealt in this turn, how many have passed in a row, who dealt last."""

    player: str
    dealt: tuple[Deed, ...] = ()
    passes: int = 0
    last_dealer: str = ""
    order: tuple[str, ...] = ()  # of turns in this round, where it is not that of the seats
    declined: tuple[tuple[str, int], ...] = ()  # what was offered in this turn in vain, and for how much

    @staticmethod
    def as_stored(given: dict[str, Any]) -> dict[str, Any]:
        """Its fields out of a stored position."""
        return stored_deeds(given, "dealt")

    @property
    def next_player(self) -> str:
        """Who is on turn after this one, by the order of this round; "" if that is the order of seats."""
        return self.order[(self.order.index(self.player) + 1) % len(self.order)] if self.order else ""


@dataclass(frozen=True)
class StockRound(Stage[S, StockFrame]):
    """Player turns in seating order until all have passed in succession."""

    kind = "stock"

    steps: tuple[Step[S, Any], ...] = ()
    all_passed: Callable[[S], bool] = lambda s: True  # False lets the round go on
    at_end: Hook = nothing
    asks: Callable[[S, str], bool] = lambda s, player: True  # False ends the player's turn
    automatic: Callable[[S, str], bool] = lambda s, player: False  # plays a turn that needs no decision
    voices: Voices = nobody_else
    interjected: tuple[Step[S, Any], ...] = ()  # powers that others may use meanwhile

    def deciders(self, s: S, f: StockFrame) -> tuple[str, ...]:
        return (f.player,)

    def interjections(self, s: S, f: StockFrame, player: str) -> Sequence[Step[S, Any]]:
        return self.interjected

    def actors(self, s: S, f: StockFrame, player: str) -> tuple[str, ...]:
        return (player, *self.voices(s, player))

    def advance(self, s: S, f: StockFrame) -> bool:
        if f.passes < len(s.players):
            if self.automatic(s, f.player):
                return True
            s.look()
            asks = self.asks(s, f.player)
            s.look_away()
            if asks:
                return False
            leave_turn(s)
            return True
        s.swap(replace(f, passes=0))
        if self.all_passed(s):
            last = f.last_dealer
            if last:
                s.priority = s.left_of(last)
            s.note("priority", player=s.priority)
            s.pop()
            self.at_end(s)  # may push frames
        return True

    def not_now(self, s: S, f: StockFrame, action: Action) -> Refusal:
        return refuse("stock.only", "In a stock round players buy, sell, or pass.")

    def not_yours(self, s: S, f: StockFrame, action: Action) -> Refusal:
        if action.actor not in s.players:
            return self.not_now(s, f, action)
        return super().not_yours(s, f, action)


def dealt(s: RailState, deal: Deed) -> None:
    """Note that the player on turn has dealt, which begins the count of passes anew; the turn goes on."""
    remember_deal(s, deal)
    place, f = _round(s)
    s.stack[place] = replace(f, passes=0, last_dealer=f.player)


def remember_deal(s: RailState, deal: Deed) -> None:
    """Note a deal of the player on turn."""
    place, f = _round(s)
    s.stack[place] = replace(f, dealt=(*f.dealt, deal))


def end_turn(s: RailState) -> None:
    """The next player is on turn, also while another decision lies on top of the round."""
    place, f = _round(s)
    s.stack[place] = replace(f, player=f.next_player or s.left_of(f.player), dealt=(), declined=())


def leave_turn(s: RailState) -> None:
    """The player on turn is done; without a deal it counts as a pass."""
    f = s.frame(StockFrame)
    if not f.dealt:
        s.swap(replace(f, passes=f.passes + 1))
        s.note("passes", player=f.player)
    end_turn(s)


def _round(s: RailState) -> tuple[int, StockFrame]:
    """The stock round under way, and where on the stack it is."""
    for n in range(len(s.stack) - 1, -1, -1):
        if isinstance(f := s.stack[n], StockFrame):
            return n, f
    raise AssertionError("no stock round is under way")


class PassTurn(Step[S, Pass]):
    """End a stock turn; how that counts is a policy."""

    action = Pass

    def __init__(
        self,
        may_pass: Callable[[S, str], Refusal | None] = lambda s, player: None,
        leave: Hook = leave_turn,
    ) -> None:
        self.may_pass = may_pass
        self.leave = leave

    def candidates(self, s: S, player: str) -> Iterable[Pass]:
        yield Pass(player)

    def why_not(self, s: S, player: str, action: Pass) -> Refusal | None:
        if action.actor != player:
            return refuse("turn.not-yours", "{player} passes in the own name.", player=player)
        return self.may_pass(s, player)

    def apply(self, s: S, player: str, action: Pass) -> None:
        self.leave(s)
