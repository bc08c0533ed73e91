"""Stock rounds: players' turns, one after another, until all have passed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from kursbuch.core import Action, Frame, Refusal, Stage, Step, refuse
from kursbuch.rail.actions import Pass
from kursbuch.rail.rounds.deeds import Deed, stored_deeds
from kursbuch.rail.rounds.hooks import Hook, Voices, nobody_else, nothing
from kursbuch.rail.state import RailState


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
class StockRound(Stage[RailState, StockFrame]):
    """Player turns in seating order until all have passed in succession."""

    kind = "stock"

    steps: tuple[Step[Any, Any], ...] = ()
    all_passed: Callable[[Any], bool] = lambda s: True  # False lets the round go on
    at_end: Hook = nothing
    asks: Callable[[Any, str], bool] = lambda s, player: True  # False ends the player's turn
    automatic: Callable[[Any, str], bool] = lambda s, player: False  # plays a turn that needs no decision
    voices: Voices = nobody_else
    interjected: tuple[Step[Any, Any], ...] = ()  # powers that others may use meanwhile

    def deciders(self, s: RailState, f: StockFrame) -> tuple[str, ...]:
        return (f.player,)

    def interjections(self, s: RailState, f: StockFrame, player: str) -> Sequence[Step[Any, Any]]:
        return self.interjected

    def actors(self, s: RailState, f: StockFrame, player: str) -> tuple[str, ...]:
        return (player, *self.voices(s, player))

    def advance(self, s: RailState, f: StockFrame) -> bool:
        if f.passes < len(s.players):
            if self.automatic(s, f.player):
                return True
            if self.asks(s, f.player):
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

    def not_now(self, s: RailState, f: StockFrame, action: Action) -> Refusal:
        return refuse("stock.only", "In a stock round players buy, sell, or pass.")

    def not_yours(self, s: RailState, f: StockFrame, action: Action) -> Refusal:
        if action.actor not in s.players:
            return self.not_now(s, f, action)
        return super().not_yours(s, f, action)


def dealt(s: RailState, deal: Deed) -> None:
    """Note that the player on turn has dealt; the turn goes on."""
    f = s.stack[_place(s)]
    assert isinstance(f, StockFrame)
    s.stack[_place(s)] = replace(f, dealt=(*f.dealt, deal), passes=0, last_dealer=f.player)


def end_turn(s: RailState) -> None:
    """The next player is on turn, also while another decision lies on top of the round."""
    f = s.stack[_place(s)]
    assert isinstance(f, StockFrame)
    s.stack[_place(s)] = replace(f, player=f.next_player or s.left_of(f.player), dealt=(), declined=())


def leave_turn(s: RailState) -> None:
    """The player on turn is done; without a deal it counts as a pass."""
    f = s.frame(StockFrame)
    if not f.dealt:
        s.swap(replace(f, passes=f.passes + 1))
        s.note("passes", player=f.player)
    end_turn(s)


def _place(s: RailState) -> int:
    """Where on the stack the stock round under way is."""
    return next(n for n in range(len(s.stack) - 1, -1, -1) if isinstance(s.stack[n], StockFrame))


class PassTurn(Step[RailState, Pass]):
    """End a stock turn; without a deal it counts as a pass."""

    action = Pass

    def __init__(self, may_pass: Callable[[Any, str], Refusal | None] = lambda s, player: None) -> None:
        self.may_pass = may_pass

    def candidates(self, s: RailState, player: str) -> Iterable[Pass]:
        yield Pass(player)

    def why_not(self, s: RailState, player: str, action: Pass) -> Refusal | None:
        if action.actor != player:
            return refuse("turn.not-yours", "{player} passes in the own name.", player=player)
        return self.may_pass(s, player)

    def apply(self, s: RailState, player: str, action: Pass) -> None:
        leave_turn(s)
