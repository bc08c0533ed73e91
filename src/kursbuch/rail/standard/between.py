"""Players buy privates of each other, as the purchase of a stock turn, if the owner agrees."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from kursbuch.core import Action, Refusal, Span, Stage, Step, refuse
from kursbuch.core.record import replace
from kursbuch.rail.actions import Decline
from kursbuch.rail.rounds import StockFrame, dealt, end_turn
from kursbuch.rail.rounds.deeds import Deed
from kursbuch.rail.standard.actions import Acquire
from kursbuch.rail.standard.parts import BETWEEN_PLAYERS, BetweenPlayers
from kursbuch.rail.standard.privates import with_players
from kursbuch.rail.standard.state import StandardState
from kursbuch.rail.steps.consent import AskedFrame, SayYes
from kursbuch.rail.steps.limits import certificates
from kursbuch.rail.steps.shares import Limits

CONSENT = "consent to sale"  # the stage in which the owner answers


@dataclass(frozen=True, slots=True)
class SaleFrame(AskedFrame):
    """A private that another player wants to buy; its owner has to answer."""

    offer: Acquire


@dataclass(frozen=True)
class BuyOfPlayer(Step[StandardState, Acquire]):
    """A player buys a private of another player, at any price they agree on."""

    terms: BetweenPlayers
    limits: Limits
    barred: Callable[[StandardState, str], Refusal | None]  # why nothing is bought now
    ends_turn: bool = False
    action = Acquire

    def candidates(self, s: StandardState, player: str) -> Iterable[Acquire]:
        if self.barred(s, player) is not None:
            return
        cash = s.cash[player]
        for id in with_players(s):
            if s.privates[id] != player and not s.box.privates[id].never_sold:
                lo = self.least(s, id)
                if lo <= cash:
                    yield Acquire(player, id, lo, span=Span(lo, cash))

    def least(self, s: StandardState, private: str) -> int:
        """The least that is worth offering: more than was declined in this turn."""
        declined = s.top.declined if isinstance(s.top, StockFrame) else ()
        return max([self.terms.least, *(price + 1 for id, price in declined if id == private)])

    def why_not(self, s: StandardState, player: str, action: Acquire) -> Refusal | None:
        if action.actor != player:
            return refuse("turn.not-yours", "{player} buys in the own name.", player=player)
        owner = s.privates.get(action.private, "")
        if owner not in s.players or owner == player:
            return refuse("between.owner", "No other player owns {private}.", private=action.private)
        if refusal := self._why_never(s, action.private):
            return refusal
        if refusal := self.barred(s, player):
            return refusal
        if action.price < self.terms.least:
            return refuse("between.price", "The price is at least {least}.", least=self.terms.least)
        if action.price < self.least(s, action.private):
            return refuse("between.consent", "{player} has declined as much.", player=owner)
        have = certificates(s, self.limits, player)
        if have >= self.limits.certificates:
            return refuse(
                "buy.certificate-limit",
                "{player} holds {have} certificates; the limit is {limit}.",
                player=player,
                have=have,
                limit=self.limits.certificates,
            )
        if action.price > s.cash[player]:
            return refuse("between.price", "{player} has {cash}.", player=player, cash=s.cash[player])
        return None

    def _why_never(self, s: StandardState, private: str) -> Refusal | None:
        if s.box.privates[private].never_sold:
            return refuse("private.never-sold", "{private} is never sold.", private=private)
        if s.stock_round < self.terms.from_stock_round or BETWEEN_PLAYERS not in s.phase.features:
            return refuse("between.phase", "Players sell each other no privates now.")
        return None

    def apply(self, s: StandardState, player: str, action: Acquire) -> None:
        owner = s.privates[action.private]
        s.note("asks-player", buyer=player, player=owner, private=action.private, price=action.price)
        s.push(SaleFrame(CONSENT, owner, action))

    def buy(self, s: StandardState, action: Acquire) -> None:
        """The purchase itself, once the owner has agreed."""
        owner = s.privates[action.private]
        s.note("buys-private", buyer=action.actor, player=owner, private=action.private, price=action.price)
        s.transfer(action.actor, owner, action.price, "private")
        s.privates[action.private] = action.actor
        dealt(s, Deed("private"))
        if self.ends_turn:
            end_turn(s)


class DeclineSale(Step[StandardState, Decline]):
    """Keep a private; as much is not offered again in this turn."""

    action = Decline

    def candidates(self, s: StandardState, player: str) -> Iterable[Decline]:
        yield Decline(player)

    def why_not(self, s: StandardState, player: str, action: Decline) -> Refusal | None:
        return None

    def apply(self, s: StandardState, player: str, action: Decline) -> None:
        f = s.pop()
        assert isinstance(f, SaleFrame) and isinstance(s.top, StockFrame)
        s.note("declines", player=player)
        s.swap(replace(s.top, declined=(*s.top.declined, (f.offer.private, f.offer.price))))


class SaleConsent(Stage[StandardState, SaleFrame]):
    """The owner of a private agrees or declines."""

    def __init__(self, purchase: BuyOfPlayer) -> None:
        self.steps = (SayYes(purchase.buy), DeclineSale())

    def deciders(self, s: StandardState, f: SaleFrame) -> tuple[str, ...]:
        return (f.player,)

    def not_now(self, s: StandardState, f: SaleFrame, action: Action) -> Refusal:
        return refuse("between.consent", "{player} has to answer an offer first.", player=f.player)

    def not_yours(self, s: StandardState, f: SaleFrame, action: Action) -> Refusal:
        return self.not_now(s, f, action)
