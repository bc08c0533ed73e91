"""Paying income out or keeping it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from kursbuch.core import BANK, Action, Refusal, Step, refuse
from kursbuch.rail.actions import Pay, Withhold
from kursbuch.rail.rounds import TurnStep, next_step, turn_of
from kursbuch.rail.state import RailState, S

Split = Callable[[S, str, int], dict[str, int]]  # what each purse gets of an income that a company pays out


def by_certificate(payee: Callable[[str, str], str]) -> Split[Any]:
    """Each certificate brings its per cent of the income; `payee` maps its holder to a purse or ""."""

    def split(s: RailState, company: str, income: int) -> dict[str, int]:
        out: dict[str, int] = {}
        for certificate, owner in zip(s.box.companies[company].certificates, s.shares[company], strict=True):
            purse = payee(owner, company)
            if purse:
                out[purse] = out.get(purse, 0) + income * certificate.percent // 100
        return out

    return split


@dataclass(frozen=True)
class PayOut(TurnStep[S, Pay]):
    """The company pays its whole income to its shareholders, or keeps it; nothing earned counts as kept."""

    split: Split[S]
    paid: Callable[[S, str, int], None]  # the price after a payout
    kept: Callable[[S, str], None]  # the price after nothing was paid
    payable: Callable[[int], int] = lambda income: (
        income
    )  # how much of an income is paid out; the rest is kept
    barred: Callable[[S, str, Action], Refusal | None] = lambda s, company, choice: None
    action = Pay

    def also(self) -> tuple[Step[S, Any], ...]:
        return (KeepIncome(self),)

    def idle(self, s: S, company: str) -> bool:
        return turn_of(s).income == 0

    def by_itself(self, s: S, company: str) -> None:
        s.note("earns-nothing", company=company)
        self.kept(s, company)

    def may_pass(self, s: S, company: str) -> Refusal | None:
        return refuse("dividend.must", "The income is either paid out or kept.")

    def candidates(self, s: S, player: str) -> Iterable[Pay]:
        yield Pay(turn_of(s).company)

    def why_not(self, s: S, player: str, action: Pay) -> Refusal | None:
        return _own_turn(s, action.actor) or self.barred(s, action.actor, action)

    def apply(self, s: S, player: str, action: Pay) -> None:
        company, income = action.actor, turn_of(s).income
        shared = self.payable(income)
        s.last_dividend[company] = shared
        s.note("pays", company=company, income=shared)
        s.transfer(BANK, company, income - shared, "income")
        for purse, amount in self.split(s, company, shared).items():
            s.transfer(BANK, purse, amount, "dividend")
        next_step(s)
        self.paid(s, company, shared)


@dataclass(frozen=True)
class KeepIncome(Step[S, Withhold]):
    """The company keeps its whole income."""

    payout: PayOut
    action = Withhold

    def candidates(self, s: S, player: str) -> Iterable[Withhold]:
        yield Withhold(turn_of(s).company)

    def why_not(self, s: S, player: str, action: Withhold) -> Refusal | None:
        return _own_turn(s, action.actor) or self.payout.barred(s, action.actor, action)

    def apply(self, s: S, player: str, action: Withhold) -> None:
        company, income = action.actor, turn_of(s).income
        s.note("withholds", company=company, income=income)
        s.transfer(BANK, company, income, "income")
        next_step(s)
        self.payout.kept(s, company)


def _own_turn(s: RailState, actor: str) -> Refusal | None:
    company = turn_of(s).company
    return (
        None if actor == company else refuse("turn.other-company", "It is {company}'s turn.", company=company)
    )
