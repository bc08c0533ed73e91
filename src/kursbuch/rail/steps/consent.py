"""A purchase that needs another player's word."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, cast

from kursbuch.core import Action, Frame, Refusal, Stage, Step, refuse
from kursbuch.rail.actions import Agree, BuyTrain, Decline, TurnTrain
from kursbuch.rail.rounds import turn_of, update_turn
from kursbuch.rail.state import A, RailState, S


@dataclass(frozen=True, slots=True)
class AskedFrame(Frame):
    """A player who is asked to agree to an offer."""

    player: str
    offer: Action


@dataclass(frozen=True, slots=True)
class ConsentFrame(AskedFrame):
    """A purchase of a train that waits for the word of the seller's president."""

    offer: BuyTrain


F = TypeVar("F", bound=AskedFrame)


class Answer(Stage[RailState, F], Generic[F]):
    """Somebody agrees to an offer or declines it; a declined offer cannot be made again in this turn."""

    def __init__(
        self,
        agreed: Callable[[S, A], None],
        declined: Callable[[A], tuple[str, str, int]],  # of whom, what, for how much
        rule: str,
    ) -> None:
        self.rule = rule
        self.steps: tuple[Step[Any, Any], ...] = (SayYes(agreed), SayNo(declined))

    def deciders(self, s: RailState, f: F) -> tuple[str, ...]:
        return (f.player,)

    def not_now(self, s: RailState, f: F, action: Action) -> Refusal:
        return refuse(self.rule, "{player} has to answer an offer first.", player=f.player)

    def not_yours(self, s: RailState, f: F, action: Action) -> Refusal:
        return self.not_now(s, f, action)


@dataclass(frozen=True)
class SayYes(Step[S, Agree], Generic[S, A]):
    """Agree to an offer."""

    agreed: Callable[[S, A], None]
    action = Agree

    def candidates(self, s: S, player: str) -> Iterable[Agree]:
        yield Agree(player)

    def why_not(self, s: S, player: str, action: Agree) -> Refusal | None:
        return None

    def apply(self, s: S, player: str, action: Agree) -> None:
        f = s.pop()
        assert isinstance(f, AskedFrame)
        s.note("agrees", player=player)
        self.agreed(s, cast("A", f.offer))


@dataclass(frozen=True)
class SayNo(Step[S, Decline], Generic[S, A]):
    """Decline an offer."""

    declined: Callable[[A], tuple[str, str, int]]
    action = Decline

    def candidates(self, s: S, player: str) -> Iterable[Decline]:
        yield Decline(player)

    def why_not(self, s: S, player: str, action: Decline) -> Refusal | None:
        return None

    def apply(self, s: S, player: str, action: Decline) -> None:
        f = s.pop()
        assert isinstance(f, AskedFrame)
        s.note("declines", player=player)
        update_turn(s, declined=(*turn_of(s).declined, self.declined(cast("A", f.offer))))


def least_offer(s: RailState, of: str, what: str) -> int:
    """The least that is worth offering: more than was declined in this turn."""
    return 1 + max((price for o, w, price in turn_of(s).declined if (o, w) == (of, what)), default=0)


def named_train(kind: str, side: str) -> str:
    """What a declined offer for a train was about.

    >>> named_train("1+1/2", "2")
    '1+1/2 as 2'
    """
    return f"{kind} as {side}"


def side_in_use(purchase: BuyTrain) -> str:
    """The side by which a purchase names the card that it means: the one it will be used as, if nothing else is said.

    >>> side_in_use(BuyTrain("KHS", "1+1/2", "2", "KWE", 50))
    '2'
    >>> side_in_use(TurnTrain("KHS", "1+1/2", "2", "KWE", 50, "1+1"))
    '1+1'
    """
    return purchase.used if isinstance(purchase, TurnTrain) else purchase.side
