"""Companies over the limit give up trains."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from kursbuch.core import Action, Frame, Refusal, Stage, Step, refuse
from kursbuch.core.record import replace
from kursbuch.rail.actions import Discard
from kursbuch.rail.paper.holdings import president
from kursbuch.rail.state import POOL, RailState, S
from kursbuch.rail.trains.depot import move_card, over_limit, train_type, trains_of


@dataclass(frozen=True, slots=True)
class DiscardFrame(Frame):
    """Companies that have more trains than the limit, in operating order."""

    companies: tuple[str, ...]


def push_discards(s: RailState, stage: str, order: Iterable[str] | None = None) -> None:
    """Ask every company over the limit to give up trains, in operating order: by price if no other is given."""
    over = tuple(c for c in (s.prices.order() if order is None else order) if over_limit(s, c))
    if over:
        s.push(DiscardFrame(stage, over))


def bears_nothing(s: RailState, card: str) -> int:
    """Trains used alike are alike."""
    return 0


@dataclass(frozen=True)
class GiveUpTrain(Step[S, Discard]):
    """A company over the limit gives a train of its choice to the pool.

    Trains that are used alike may differ in what they bear: without a name the one that bears least goes.
    """

    in_order: bool
    decides: Callable[[S, str], str] = president
    given: Callable[[S, str, str], None] = lambda s, company, card: None  # a card has gone to the pool
    bears: Callable[[S, str], int] = bears_nothing  # what makes a card differ from others used alike
    action = Discard

    def candidates(self, s: S, player: str) -> Iterable[Discard]:
        for company in asked_now(s, self.in_order):
            if self.decides(s, company) == player:
                for side in dict.fromkeys(s.sides[card] for card in trains_of(s, company)):
                    yield Discard(company, side)
                    yield from (Discard(company, card) for card in self._others(s, company, side))

    def _others(self, s: S, company: str, side: str) -> Iterable[str]:
        """A card of each kind that is not the one to go without a name."""
        alike = {self.bears(s, card): card for card in trains_of(s, company) if s.sides[card] == side}
        return [alike[borne] for borne in sorted(alike)[1:]]

    def why_not(self, s: S, player: str, action: Discard) -> Refusal | None:
        company = action.actor
        if self._card(s, company, action.side) is None:
            return refuse(
                "discard.not-owned", "{company} has no train {side}.", company=company, side=action.side
            )
        return None

    def _card(self, s: S, company: str, name: str) -> str | None:
        """The card that is meant by a side, or by its own name if it bears more than others used alike."""
        named = name in trains_of(s, company)
        side = s.sides[name] if named else name
        alike = [card for card in trains_of(s, company) if s.sides[card] == side]
        if not alike:
            return None
        least = min(alike, key=lambda card: self.bears(s, card))
        if not named:
            return least
        return name if self.bears(s, name) > self.bears(s, least) else None

    def apply(self, s: S, player: str, action: Discard) -> None:
        company = action.actor
        card = self._card(s, company, action.side)
        assert card is not None
        move_card(s, card, company, POOL)
        s.note("discards", company=company, train=train_type(s, card).id, side=s.sides[card])
        self.given(s, company, card)


class Discards(Stage[S, DiscardFrame]):
    """Companies over the limit give up trains, one company after the other or as they come."""

    kind = "discards"

    def __init__(
        self,
        in_order: bool = True,
        decides: Callable[[S, str], str] = president,
        given: Callable[[S, str, str], None] = lambda s, company, card: None,
        bears: Callable[[S, str], int] = bears_nothing,
    ) -> None:
        self.in_order = in_order
        self.decides = decides
        self.steps = (GiveUpTrain(in_order, decides, given, bears),)

    def deciders(self, s: S, f: DiscardFrame) -> tuple[str, ...]:
        return tuple(dict.fromkeys(self.decides(s, c) for c in asked_now(s, self.in_order)))

    def actors(self, s: S, f: DiscardFrame, player: str) -> tuple[str, ...]:
        return tuple(c for c in asked_now(s, self.in_order) if self.decides(s, c) == player)

    def advance(self, s: S, f: DiscardFrame) -> bool:
        left = tuple(c for c in f.companies if over_limit(s, c))
        if left == f.companies:
            return False
        if left:
            s.swap(replace(f, companies=left))
        else:
            s.pop()
        return True

    def not_now(self, s: S, f: DiscardFrame, action: Action) -> Refusal:
        return refuse("discard.first", "First {company} must give up a train.", company=f.companies[0])

    def not_yours(self, s: S, f: DiscardFrame, action: Action) -> Refusal:
        return self.not_now(s, f, action)


def asked_now(s: RailState, in_order: bool) -> tuple[str, ...]:
    """The companies that may give up a train now: the first, or all of them."""
    f = s.frame(DiscardFrame)
    return f.companies[:1] if in_order else f.companies
