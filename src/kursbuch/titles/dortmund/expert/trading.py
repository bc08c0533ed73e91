"""Small investments that change hands between companies (18DO §7.1, §7.1.3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from kursbuch.core import Action, Frame, Refusal, Span, Stage, Step, refuse
from kursbuch.rail.rounds import turn_of
from kursbuch.rail.steps.consent import Answer, AskedFrame, least_offer
from kursbuch.titles.dortmund.beer.state import is_brewery
from kursbuch.titles.dortmund.expert.actions import GiveWagon, TakeOver
from kursbuch.titles.dortmund.expert.parts import THERMO
from kursbuch.titles.dortmund.expert.small import why_not_yet
from kursbuch.titles.dortmund.expert.state import (
    ExpertState,
    give_small,
    has_room,
    small_of,
    speaker,
    take_small,
    wagons_to_give,
)
from kursbuch.titles.dortmund.expert.wagons import CHARTER, settle_loads

CONSENT = "marker-trade"  # the stage in which the seller answers
GIVING = "wagon-sale"  # the stage in which a railway says which of its wagons it sells


def price_range(s: ExpertState, code: str) -> tuple[int, int]:
    """Between half and one and a half times the printed price (18DO-7.1-11)."""
    price = s.box.small[code].price
    return -(-price * s.box.least // 100), price * s.box.most // 100


@dataclass(frozen=True)
class BuyFromOther(Step[ExpertState, TakeOver]):
    """The company on turn buys a marker of another, whose owner or director agrees (18DO-7.1-9, 18DO-7.1-10)."""

    action = TakeOver

    def candidates(self, s: ExpertState, player: str) -> Iterator[TakeOver]:
        buyer = turn_of(s).company
        for seller, markers in s.small.items():
            for code in dict.fromkeys(markers) if seller != buyer else ():
                lo, hi = price_range(s, code)
                lo, hi = max(lo, least_offer(s, seller, code)), min(hi, s.cash[buyer])
                if lo <= hi:
                    yield TakeOver(buyer, code, seller, lo, span=Span(lo, hi))

    def why_not(self, s: ExpertState, player: str, action: TakeOver) -> Refusal | None:
        buyer, seller, code = turn_of(s).company, action.source, action.marker
        if action.actor != buyer:
            rule = "18DO-6.5.2-2" if is_brewery(s, buyer) else "turn.other-company"
            return refuse(rule, "It is {company}'s turn.", company=buyer)
        if seller == buyer or code not in small_of(s, seller):
            return refuse("18DO-7.1-9", "{company} has no marker {marker}.", company=seller, marker=code)
        if code != THERMO and not is_brewery(s, buyer):
            return refuse("18DO-7.1-1", "Railways buy beer wagons only.")
        if refusal := why_not_yet(s, buyer):
            return refusal
        lo, hi = price_range(s, code)
        if not lo <= action.price <= hi:
            return refuse("18DO-7.1-11", "The price lies between {lo} and {hi}.", lo=lo, hi=hi)
        if is_brewery(s, buyer) and not has_room(s, buyer):
            return refuse("18DO-7.1-15", "{brewery} has to return a marker first.", brewery=buyer)
        if action.price > s.cash[buyer]:
            return refuse("18DO-7.1-13", "{brewery} has {cash}.", brewery=buyer, cash=s.cash[buyer])
        if action.price < least_offer(s, seller, code):
            return refuse("18DO-7.1-10", "{company} has declined as much.", company=seller)
        return None

    def apply(self, s: ExpertState, player: str, action: TakeOver) -> None:
        owner = speaker(s, action.source)
        if owner == speaker(s, action.actor):
            take_over(s, action)
            return
        values: dict[str, Any] = {"marker": action.marker, "source": action.source, "price": action.price}
        s.note("asks-marker", company=action.actor, player=owner, **values)
        s.push(AskedFrame(CONSENT, owner, action))


def take_over(s: ExpertState, action: TakeOver) -> None:
    """What was agreed to; a railway with several wagons says first which it sells."""
    if not is_brewery(s, action.source) and len(wagons_to_give(s, action.source)) > 1:
        s.push(WagonFrame(GIVING, action))
    else:
        _settle(s, action)


def _settle(s: ExpertState, action: TakeOver, place: str | None = None) -> None:
    """The purchase itself, of the wagon in a place."""
    values: dict[str, Any] = {"marker": action.marker, "source": action.source, "price": action.price}
    s.note("takes-over", company=action.actor, **values)
    s.transfer(action.actor, action.source, action.price, "small investment")
    take_small(s, action.source, action.marker, place)
    give_small(s, action.actor, action.marker)
    settle_loads(s, action.source)


@dataclass(frozen=True, slots=True)
class WagonFrame(Frame):
    """A purchase that waits until the railway has said which of its wagons it sells."""

    purchase: TakeOver


@dataclass(frozen=True)
class ChooseWagon(Step[ExpertState, GiveWagon]):
    """The railway says which wagon goes; beer for which its train has no room then goes back to the stock."""

    action = GiveWagon

    def candidates(self, s: ExpertState, player: str) -> Iterable[GiveWagon]:
        railway = s.frame(WagonFrame).purchase.source
        return [GiveWagon(railway, place or CHARTER) for place in wagons_to_give(s, railway)]

    def why_not(self, s: ExpertState, player: str, action: GiveWagon) -> Refusal | None:
        if action in self.candidates(s, player):
            return None
        return refuse("18DO-7.1.3-8", "{company} has no wagon there.", company=action.actor)

    def apply(self, s: ExpertState, player: str, action: GiveWagon) -> None:
        purchase = s.frame(WagonFrame).purchase
        s.pop()
        _settle(s, purchase, "" if action.source == CHARTER else action.source)


class WagonSale(Stage[ExpertState, WagonFrame]):
    """The director of a railway that has sold a wagon chooses which."""

    steps = (ChooseWagon(),)

    def deciders(self, s: ExpertState, f: WagonFrame) -> tuple[str, ...]:
        return (speaker(s, f.purchase.source),)

    def actors(self, s: ExpertState, f: WagonFrame, player: str) -> tuple[str, ...]:
        return (f.purchase.source,)

    def not_now(self, s: ExpertState, f: WagonFrame, action: Action) -> Refusal:
        return refuse("18DO-7.1.3-4", "First {company} gives a wagon.", company=f.purchase.source)

    def not_yours(self, s: ExpertState, f: WagonFrame, action: Action) -> Refusal:
        return self.not_now(s, f, action)


class TradeConsent(Answer[AskedFrame]):
    """The owner or director of the selling company agrees or declines."""

    def __init__(self) -> None:
        super().__init__(take_over, lambda offer: (offer.source, offer.marker, offer.price), "18DO-7.1-10")
