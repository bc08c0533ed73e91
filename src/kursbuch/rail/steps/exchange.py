"""What a new president gives in exchange for the president's certificate: that is the new president's choice."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kursbuch.core import Action, Refusal, Stage, Step, refuse
from kursbuch.rail.actions import HandOver, Paper
from kursbuch.rail.paper.holdings import hand_over, held, move, named, overtaker, president, ways
from kursbuch.rail.state import RailState
from kursbuch.rail.steps.shares import ExchangeFrame, SellShares


def ask_overtaker(s: RailState, company: str, stage: str) -> None:
    """Whoever has come to hold more takes over; is there a choice of what to give, the new president has it.

    The exchange is made at once with as few certificates as will do, and the choice may still change it.
    """
    best, before = overtaker(s, company), president(s, company)
    if best == before:
        return
    given = ways(s, held(s, best, company), company, s.box.percents[company][0])
    hand_over(s, company, best, given[0])
    if len(given) > 1:
        s.push(ExchangeFrame(stage, best, company, before, tuple(given)))


@dataclass(frozen=True)
class GiveCertificates(Step[RailState, HandOver]):
    """The new president gives ordinary certificates of the size of the president's certificate."""

    sales: SellShares | None = None
    action = HandOver

    def candidates(self, s: RailState, player: str) -> Iterable[HandOver]:
        f = s.frame(ExchangeFrame)
        return (HandOver(player, Paper(way), f.company) for way in f.given)

    def why_not(self, s: RailState, player: str, action: HandOver) -> Refusal | None:
        f = s.frame(ExchangeFrame)
        if action.actor == player and action.company == f.company and action.paper.sizes in f.given:
            return None
        choices = ", ".join(str(Paper(way)) for way in f.given)
        return refuse(
            "exchange.paper", "{player} gives one of these: {choices}.", player=f.player, choices=choices
        )

    def apply(self, s: RailState, player: str, action: HandOver) -> None:
        f, sizes = s.frame(ExchangeFrame), action.paper.sizes
        s.pop()
        s.note("gives", player=player, other=f.before, paper=str(action.paper), company=f.company)
        if f.sale is None:
            back = named(s, held(s, f.before, f.company), f.company, f.given[0])
            assert back is not None
            move(s, f.company, back, player)
            move(s, f.company, named(s, held(s, player, f.company), f.company, sizes) or (), f.before)
        else:
            assert self.sales is not None
            self.sales.settle(s, f.before, f.sale, f.sizes, sizes)


class Exchanging(Stage[RailState, ExchangeFrame]):
    """A new president decides what to give for the president's certificate."""

    kind = "exchange"

    def __init__(self, sales: SellShares | None = None) -> None:
        self.steps = (GiveCertificates(sales),)

    def deciders(self, s: RailState, f: ExchangeFrame) -> tuple[str, ...]:
        return (f.player,)

    def not_now(self, s: RailState, f: ExchangeFrame, action: Action) -> Refusal:
        return refuse("exchange.first", "First {player} gives certificates in exchange.", player=f.player)

    def not_yours(self, s: RailState, f: ExchangeFrame, action: Action) -> Refusal:
        return self.not_now(s, f, action)
