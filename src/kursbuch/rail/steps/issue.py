"""A company sells its own shares to the bank, or buys them back."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from kursbuch.core import BANK, Refusal, Step, refuse
from kursbuch.rail.actions import Issue, Redeem
from kursbuch.rail.paper.holdings import move, percent, pick
from kursbuch.rail.rounds import TurnStep, next_step, turn_of
from kursbuch.rail.rounds.deeds import Deed
from kursbuch.rail.state import POOL, S
from kursbuch.rail.steps.limits import pool_full


@dataclass(frozen=True)
class IssueShares(TurnStep[S, Issue]):
    """Own shares go to the pool; the price falls first, then the bank pays the new price for each."""

    pool_limit: int
    fall: Callable[[S, str, int], None]
    action = Issue

    def also(self) -> tuple[Step[S, Any], ...]:
        return (RedeemShares(),)

    def idle(self, s: S, company: str) -> bool:
        return not any(step.possible(s) for step in (self, *self.also()))

    def candidates(self, s: S, player: str) -> Iterable[Issue]:
        company = turn_of(s).company
        for shares in range(1, percent(s, company, company) // 10 + 1):
            yield Issue(company, shares)

    def why_not(self, s: S, player: str, action: Issue) -> Refusal | None:
        turn = turn_of(s)
        company = turn.company
        if action.actor != company:
            return refuse("turn.other-company", "It is {company}'s turn.", company=company)
        if company not in s.veterans:
            return refuse(
                "issue.first-turn", "{company} cannot issue shares in its first turn.", company=company
            )
        if Deed("helped") in turn.done:
            return refuse(
                "issue.helped",
                "{company} was helped to a train and ends its turn without money.",
                company=company,
            )
        if action.shares < 1 or pick(s, company, company, 10 * action.shares) is None:
            return refuse("issue.none-left", "{company} has not so many own shares.", company=company)
        return pool_full(s, company, 10 * action.shares, self.pool_limit, "issue.pool-limit")

    def apply(self, s: S, player: str, action: Issue) -> None:
        company = action.actor
        paper = pick(s, company, company, 10 * action.shares)
        assert paper is not None
        move(s, company, paper, POOL)
        self.fall(s, company, action.shares)
        s.note("issues", company=company, shares=action.shares, price=s.price(company))
        s.transfer(BANK, company, action.shares * s.price(company), "shares issued")
        next_step(s)


class RedeemShares(Step[S, Redeem]):
    """Own shares come back from the pool at the current price, which does not move."""

    action = Redeem

    def candidates(self, s: S, player: str) -> Iterable[Redeem]:
        company = turn_of(s).company
        for shares in range(1, percent(s, POOL, company) // 10 + 1):
            yield Redeem(company, shares)

    def why_not(self, s: S, player: str, action: Redeem) -> Refusal | None:
        company = turn_of(s).company
        if action.actor != company:
            return refuse("turn.other-company", "It is {company}'s turn.", company=company)
        if action.shares < 1 or pick(s, POOL, company, 10 * action.shares) is None:
            return refuse("redeem.none", "The bank has not so many shares of {company}.", company=company)
        cost = action.shares * s.price(company)
        if cost > s.cash[company]:
            return refuse(
                "redeem.cash",
                "This costs {cost}; {company} has {cash}.",
                cost=cost,
                company=company,
                cash=s.cash[company],
            )
        return None

    def apply(self, s: S, player: str, action: Redeem) -> None:
        company = action.actor
        paper = pick(s, POOL, company, 10 * action.shares)
        assert paper is not None
        s.note("redeems", company=company, shares=action.shares, price=s.price(company))
        s.transfer(company, BANK, action.shares * s.price(company), "shares redeemed")
        move(s, company, paper, company)
        next_step(s)
