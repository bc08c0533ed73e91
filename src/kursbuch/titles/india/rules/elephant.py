"""The elephant: who begins share rounds, sells it, and may call another operating round (1853 §3.1.11, §4.9)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from kursbuch.core import Action, Frame, Refusal, Span, Stage, Step, refuse
from kursbuch.core.record import replace
from kursbuch.rail.actions import Agree, Decline, Pass
from kursbuch.rail.rounds import SetFrame
from kursbuch.titles.india.rules.actions import OfferElephant, PlayOn
from kursbuch.titles.india.rules.founding import first_round_ends
from kursbuch.titles.india.rules.holding import director, name_manager
from kursbuch.titles.india.rules.seat import Seat
from kursbuch.titles.india.rules.state import StateIndia


@dataclass(frozen=True, slots=True)
class SaleFrame(Frame):
    """The elephant may be sold now: what was declined, by whom, and the offer that waits for an answer."""

    declined: tuple[tuple[str, int], ...] = ()
    offer: OfferElephant | None = None


def round_ends(s: StateIndia, last_buyer: str) -> None:
    """A share round is over: the elephant goes on, the first round settles all companies (1853-3.1.11-1)."""
    if last_buyer:
        s.priority = s.left_of(last_buyer)
    s.note("elephant", player=s.priority)
    if s.stock_round == 1:
        first_round_ends(s)
    s.push(SaleFrame("elephant" if last_buyer else "elephant stays"))


def sale_over(s: StateIndia) -> None:
    """Companies that no player has a share of follow the elephant (1853-3.4.1-5)."""
    s.pop()
    for company in s.founded:
        if not director(s, company):
            name_manager(s, company)


def least_declined(f: SaleFrame, buyer: str) -> int | None:
    return min((price for who, price in f.declined if who == buyer), default=None)


class Offer(Step[StateIndia, OfferElephant]):
    """The holder offers the elephant at a price; what was declined is not asked for again."""

    action = OfferElephant

    def candidates(self, s: StateIndia, player: str) -> Iterable[OfferElephant]:
        f = s.frame(SaleFrame)
        for buyer in s.clockwise_from(player)[1:]:
            declined = least_declined(f, buyer)
            hi = s.cash[buyer] if declined is None else min(s.cash[buyer], declined - 1)
            if hi >= 0:  # for nothing, if both want it so
                yield OfferElephant(player, Seat(buyer), 0, span=Span(0, hi))

    def why_not(self, s: StateIndia, player: str, action: OfferElephant) -> Refusal | None:
        f = s.frame(SaleFrame)
        buyer = action.buyer
        if buyer not in s.players or buyer == player:
            return refuse("1853-3.1.11-2", "The elephant is sold to another player.")
        if not 0 <= action.price <= s.cash[buyer]:
            return refuse("1853-3.1.11-2", "{buyer} has {cash}.", buyer=str(buyer), cash=s.cash[buyer])
        declined = least_declined(f, buyer)
        if declined is not None and action.price >= declined:
            return refuse("1853-3.1.11-2", "{buyer} has declined as much.", buyer=str(buyer))
        return None

    def apply(self, s: StateIndia, player: str, action: OfferElephant) -> None:
        f = s.frame(SaleFrame)
        s.note("offers-elephant", player=player, buyer=str(action.buyer), price=action.price)
        s.swap(replace(f, offer=action))


class KeepElephant(Step[StateIndia, Pass]):
    """The holder keeps the elephant."""

    action = Pass

    def candidates(self, s: StateIndia, player: str) -> Iterable[Pass]:
        yield Pass(player)

    def why_not(self, s: StateIndia, player: str, action: Pass) -> Refusal | None:
        return None

    def apply(self, s: StateIndia, player: str, action: Pass) -> None:
        sale_over(s)


class Accept(Step[StateIndia, Agree]):
    """The other player pays and gets the elephant with all its rights."""

    action = Agree

    def candidates(self, s: StateIndia, player: str) -> Iterable[Agree]:
        yield Agree(player)

    def why_not(self, s: StateIndia, player: str, action: Agree) -> Refusal | None:
        return None

    def apply(self, s: StateIndia, player: str, action: Agree) -> None:
        f = s.frame(SaleFrame)
        assert f.offer is not None
        s.transfer(player, s.priority, f.offer.price, "elephant")
        s.priority = player
        s.note("elephant", player=player)
        sale_over(s)


class Reject(Step[StateIndia, Decline]):
    """The other player does not want it at this price."""

    action = Decline

    def candidates(self, s: StateIndia, player: str) -> Iterable[Decline]:
        yield Decline(player)

    def why_not(self, s: StateIndia, player: str, action: Decline) -> Refusal | None:
        return None

    def apply(self, s: StateIndia, player: str, action: Decline) -> None:
        f = s.frame(SaleFrame)
        assert f.offer is not None
        s.note("declines", player=player)
        s.swap(SaleFrame(f.stage, (*f.declined, (str(f.offer.buyer), f.offer.price))))


class ElephantSale(Stage[StateIndia, SaleFrame]):
    """Exactly at the end of a share round the elephant may be sold, by consent (1853-3.1.11-2)."""

    selling = (Offer(), KeepElephant())
    answering = (Accept(), Reject())
    steps = (*selling, *answering)

    def deciders(self, s: StateIndia, f: SaleFrame) -> tuple[str, ...]:
        return (str(f.offer.buyer) if f.offer else s.priority,)

    def open_steps(self, s: StateIndia, f: SaleFrame) -> tuple[Step[StateIndia, Any], ...]:
        return self.answering if f.offer else self.selling

    def not_now(self, s: StateIndia, f: SaleFrame, action: Action) -> Refusal:
        return refuse("1853-3.1.11-2", "First the elephant is sold or kept.")

    def not_yours(self, s: StateIndia, f: SaleFrame, action: Action) -> Refusal:
        return self.not_now(s, f, action)


class ElephantStays(Stage[StateIndia, SaleFrame]):
    """Nobody has bought, so nobody receives the elephant and nobody may sell it."""

    def deciders(self, s: StateIndia, f: SaleFrame) -> tuple[str, ...]:
        return ()

    def advance(self, s: StateIndia, f: SaleFrame) -> bool:
        sale_over(s)
        return True


# -- another operating round ----------------------------------------------------------------------


class CallRound(Step[StateIndia, PlayOn]):
    """The holder of the elephant wants one operating round more."""

    action = PlayOn

    def candidates(self, s: StateIndia, player: str) -> Iterable[PlayOn]:
        yield PlayOn(player)

    def why_not(self, s: StateIndia, player: str, action: PlayOn) -> Refusal | None:
        return None

    def apply(self, s: StateIndia, player: str, action: PlayOn) -> None:
        s.pop()
        f = s.frame(SetFrame)
        s.swap(replace(f, of=f.of + 1))
        s.note("another-round", player=player)


class NoMore(Step[StateIndia, Pass]):
    """The share round comes next."""

    action = Pass

    def candidates(self, s: StateIndia, player: str) -> Iterable[Pass]:
        yield Pass(player)

    def why_not(self, s: StateIndia, player: str, action: Pass) -> Refusal | None:
        return None

    def apply(self, s: StateIndia, player: str, action: Pass) -> None:
        s.pop()


class AnotherRound(Stage[StateIndia, Frame]):
    """After the last regular operating round the elephant decides on one more (1853-4.9-2)."""

    steps = (CallRound(), NoMore())

    def deciders(self, s: StateIndia, f: Frame) -> tuple[str, ...]:
        return (s.priority,)

    def not_now(self, s: StateIndia, f: Frame, action: Action) -> Refusal:
        return refuse("1853-4.9-2", "The holder of the elephant decides on another operating round.")

    def not_yours(self, s: StateIndia, f: Frame, action: Action) -> Refusal:
        return self.not_now(s, f, action)
