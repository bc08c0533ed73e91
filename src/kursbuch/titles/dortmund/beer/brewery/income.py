"""What becomes of a brewery's income (18DO §6.5.2.5)."""

from __future__ import annotations

from dataclasses import dataclass

from kursbuch.core import Refusal, refuse
from kursbuch.rail.actions import Pass
from kursbuch.rail.rounds import TurnStep, update_turn
from kursbuch.rail.state import RailState
from kursbuch.rail.steps.dividend import PayOut, by_certificate
from kursbuch.titles.dortmund.beer.brewery.turn import BreweryPolicies, brewery_turn
from kursbuch.titles.dortmund.beer.prices import nothing_paid, paid
from kursbuch.titles.dortmund.beer.state import BeerState
from kursbuch.titles.dortmund.railway.market import dividend_purse

_among_holders = by_certificate(dividend_purse)


def shared(s: BeerState, brewery: str, income: int) -> dict[str, int]:
    """Who gets what of an income paid out: half goes to the owner of a minor brewery (18DO-6.5.2.5-3)."""
    if brewery in s.minors:
        return {s.minors[brewery]: income // 2, brewery: income // 2}
    return _among_holders(s, brewery, income)


def price_after_payout(s: BeerState, brewery: str, dividend: int) -> None:
    if brewery in s.box.corporations:
        paid(s, brewery, dividend)


def price_after_nothing(s: BeerState, brewery: str) -> None:
    if brewery in s.box.corporations:
        nothing_paid(s, brewery)


@dataclass(frozen=True)
class CountIncome(TurnStep):
    """What deliveries and export bring is added up, with what a variant adds (18DO-6.5.2.5-1, 18DO-6.5.2.5-2)."""

    policies: BreweryPolicies
    action = Pass  # there is nothing to decide

    def idle(self, s: BeerState, brewery: str) -> bool:
        return True

    def by_itself(self, s: BeerState, brewery: str) -> None:
        turn = brewery_turn(s)
        more = self.policies.more_income(s, brewery)
        export = turn.loaded * s.box.export_income
        income = turn.income + more
        if income:
            delivered = turn.income - export
            s.note("brewery-income", brewery=brewery, delivered=delivered, export=export, income=income)
        update_turn(s, income=income)


@dataclass(frozen=True)
class ShareIncome(PayOut):
    """A minor brewery gives half to its owner or keeps all, a corporation pays all or keeps all."""

    def may_pass(self, s: RailState, company: str) -> Refusal | None:
        rule = "18DO-6.5.2.5-4" if company in s.box.companies else "18DO-6.5.2.5-3"
        return refuse(rule, "The income is either paid out or kept.")
