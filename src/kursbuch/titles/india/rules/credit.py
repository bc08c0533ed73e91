"""Trains on credit: only managers take one and pay when they like, but nothing else before; a director settles it
at once (1853 §3.4).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kursbuch.core import BANK, Action, Frame, Refusal, Stage, Step, refuse
from kursbuch.rail.rounds import turn_of
from kursbuch.rail.state import POOL
from kursbuch.rail.trains.depot import move_card, train_type, trains_of
from kursbuch.titles.india.rules.actions import KeepTrain, ReturnTrain
from kursbuch.titles.india.rules.holding import director
from kursbuch.titles.india.rules.state import StateIndia


def debt(s: StateIndia, company: str) -> int:
    """What a company owes the bank for a train; nothing any more once the train is scrapped."""
    card = s.debts.get(company)
    if card is None or card not in trains_of(s, company):
        return 0
    return train_type(s, card).price_as(s.sides[card])


def forget_debts(s: StateIndia, card: str = "") -> None:
    """A debt ends with its train, when that is scrapped or given up."""
    s.debts = {c: owed for c, owed in s.debts.items() if owed in trains_of(s, c)}


def settle(s: StateIndia, company: str) -> None:
    """The debt is paid, in one sum."""
    owed = debt(s, company)
    s.transfer(company, BANK, owed, "train on credit")
    s.note("debt-paid", company=company, amount=owed)
    del s.debts[company]


def may_spend(s: StateIndia, company: str, cost: int) -> Refusal | None:
    """Before the train on credit is paid a company pays for nothing else."""
    if cost and debt(s, company):
        return refuse("1853-3.4.6-1", "{company} has a train on credit to pay for first.", company=company)
    return None


@dataclass(frozen=True, slots=True)
class DebtFrame(Frame):
    """A director has taken over a company with a train on credit."""

    company: str


def check_takeover(s: StateIndia, company: str) -> None:
    """A director settles the debt at that very moment, or the train goes back (1853-4.8.10-2)."""
    chief = director(s, company)
    owed = debt(s, company)
    if not chief or not owed:
        return
    if owed > s.cash[company] + s.cash[chief]:
        give_back(s, company)
    else:
        s.push(DebtFrame("debt", company))


def give_back(s: StateIndia, company: str) -> None:
    card = s.debts.pop(company)
    move_card(s, card, company, POOL)
    s.note("returns-train", company=company, train=train_type(s, card).id)


class PayDebt(Step[StateIndia, KeepTrain]):
    """The director gives what is missing and the company keeps the train."""

    action = KeepTrain

    def candidates(self, s: StateIndia, player: str) -> Iterable[KeepTrain]:
        yield KeepTrain(company_of(s))

    def why_not(self, s: StateIndia, player: str, action: KeepTrain) -> Refusal | None:
        return None

    def apply(self, s: StateIndia, player: str, action: KeepTrain) -> None:
        company = company_of(s)
        s.transfer(player, company, max(0, debt(s, company) - s.cash[company]), "gift")
        s.pop()
        settle(s, company)


class GiveTrainBack(Step[StateIndia, ReturnTrain]):
    """The train goes back to the bank."""

    action = ReturnTrain

    def candidates(self, s: StateIndia, player: str) -> Iterable[ReturnTrain]:
        yield ReturnTrain(company_of(s))

    def why_not(self, s: StateIndia, player: str, action: ReturnTrain) -> Refusal | None:
        return None

    def apply(self, s: StateIndia, player: str, action: ReturnTrain) -> None:
        company = company_of(s)
        s.pop()
        give_back(s, company)


class PayCredit(Step[StateIndia, KeepTrain]):
    """A manager pays for the train on credit, at any time in the company's turn and out of its own money."""

    action = KeepTrain

    def candidates(self, s: StateIndia, player: str) -> Iterable[KeepTrain]:
        yield KeepTrain(turn_of(s).company)

    def why_not(self, s: StateIndia, player: str, action: KeepTrain) -> Refusal | None:
        company = turn_of(s).company
        if action.actor != company:
            return refuse("turn.other-company", "It is {company}'s turn.", company=company)
        if not debt(s, company):
            return refuse("1853-3.4.3-4", "{company} has no train on credit.", company=company)
        if debt(s, company) > s.cash[company]:
            return refuse("1853-4.8.8-1", "{company} has {cash}.", company=company, cash=s.cash[company])
        return None

    def apply(self, s: StateIndia, player: str, action: KeepTrain) -> None:
        settle(s, action.actor)


def can_pay_credit(s: StateIndia, company: str) -> bool:
    return 0 < debt(s, company) <= s.cash[company]


def company_of(s: StateIndia) -> str:
    return s.frame(DebtFrame).company


class SettleDebt(Stage[StateIndia, DebtFrame]):
    """The new director pays for the train on credit or returns it."""

    steps = (PayDebt(), GiveTrainBack())

    def deciders(self, s: StateIndia, f: DebtFrame) -> tuple[str, ...]:
        return (director(s, f.company),)

    def actors(self, s: StateIndia, f: DebtFrame, player: str) -> tuple[str, ...]:
        return (f.company,)

    def not_now(self, s: StateIndia, f: DebtFrame, action: Action) -> Refusal:
        return refuse("1853-4.8.10-2", "First the train on credit is paid for or returned.")

    def not_yours(self, s: StateIndia, f: DebtFrame, action: Action) -> Refusal:
        return self.not_now(s, f, action)
