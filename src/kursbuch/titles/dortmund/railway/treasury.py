"""Once in its turn, at any moment, a railway sells or buys back one of its own certificates (18DO §4.5)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from kursbuch.core import BANK, Refusal, Step, refuse
from kursbuch.rail.actions import Issue, Redeem
from kursbuch.rail.paper.holdings import held, move
from kursbuch.rail.rounds import did, turn_of
from kursbuch.rail.rounds.deeds import Deed
from kursbuch.rail.state import POOL
from kursbuch.rail.steps.dealing import ordinary_sizes
from kursbuch.rail.steps.limits import pool_full
from kursbuch.titles.dortmund.railway.market import sold_by_railway
from kursbuch.titles.dortmund.railway.state import D, State18DO

DEALT = Deed("own certificate")  # what a turn remembers
SOLD = Deed("own certificate sold")  # ... of a sale

NoDeal = Callable[[D, str, int], Refusal | None]  # why a company may not deal in so many own shares
Fall = Callable[[D, str, int], None]  # how the price falls after so many shares were sold


def allowed(s: State18DO, company: str, shares: int) -> Refusal | None:
    """No further condition."""
    return None


def certificate(s: State18DO, owner: str, company: str, size: int) -> int | None:
    """One ordinary certificate of this size; None if the owner has none."""
    paper = s.box.companies[company].certificates
    return next(
        (n for n in held(s, owner, company) if paper[n].percent == size and not paper[n].president), None
    )


def _why_not_now(s: State18DO, actor: str) -> Refusal | None:
    turn = turn_of(s)
    if actor != turn.company:
        return refuse("turn.other-company", "It is {company}'s turn.", company=turn.company)
    if DEALT in turn.done:
        return refuse("18DO-4.5-11", "{company} has dealt in its own shares in this turn.", company=actor)
    return None


@dataclass(frozen=True)
class SellOwn(Step[D, Issue]):
    """The bank pays the current price for one certificate; then the price falls one field left for each share."""

    barred: NoDeal[D] = allowed
    fall: Fall[D] = sold_by_railway
    action = Issue

    def candidates(self, s: D, player: str) -> Iterable[Issue]:
        company = turn_of(s).company
        for size in ordinary_sizes(s, company, company):
            yield Issue(company, size // 10)

    def why_not(self, s: D, player: str, action: Issue) -> Refusal | None:
        company, size = turn_of(s).company, 10 * action.shares
        if refusal := _why_not_now(s, action.actor):
            return refusal
        if certificate(s, company, company, size) is None:
            return refuse(
                "18DO-4.5-12", "{company} has no own certificate of {size} %.", company=company, size=size
            )
        full = pool_full(s, company, size, s.box.pool_limit, "18DO-4.5-14")
        return full or self.barred(s, company, action.shares)

    def apply(self, s: D, player: str, action: Issue) -> None:
        did(s, DEALT)
        did(s, SOLD)
        n = certificate(s, action.actor, action.actor, 10 * action.shares)
        assert n is not None
        sell_own(s, action.actor, [n], self.fall)


def sell_own(s: D, company: str, certificates: list[int], fall: Fall[D] = sold_by_railway) -> None:
    """Own certificates go to the pool at the price before they are sold (18DO-4.5-12, 18DO-4.5.7.5-7)."""
    shares = sum(s.box.percents[company][n] for n in certificates) // 10
    if shares:
        s.note("issues", company=company, shares=shares, price=s.price(company))
        move(s, company, certificates, POOL)
        s.transfer(BANK, company, shares * s.price(company), "shares issued")
        fall(s, company, shares)


@dataclass(frozen=True)
class BuyBack(Step[D, Redeem]):
    """One certificate comes back from the pool at the current price, which does not move."""

    barred: NoDeal[D] = allowed
    action = Redeem

    def candidates(self, s: D, player: str) -> Iterable[Redeem]:
        company = turn_of(s).company
        for size in ordinary_sizes(s, POOL, company):
            yield Redeem(company, size // 10)

    def why_not(self, s: D, player: str, action: Redeem) -> Refusal | None:
        company, size = turn_of(s).company, 10 * action.shares
        if refusal := _why_not_now(s, action.actor):
            return refusal
        if certificate(s, POOL, company, size) is None:
            return refuse("18DO-4.5-11", "The pool has no {size} % of {company}.", size=size, company=company)
        if action.shares * s.price(company) > s.cash[company]:
            return refuse("18DO-4.5-12", "{company} has {cash}.", company=company, cash=s.cash[company])
        return self.barred(s, company, action.shares)

    def apply(self, s: D, player: str, action: Redeem) -> None:
        company = action.actor
        n = certificate(s, POOL, company, 10 * action.shares)
        assert n is not None
        did(s, DEALT)
        s.note("redeems", company=company, shares=action.shares, price=s.price(company))
        s.transfer(company, BANK, action.shares * s.price(company), "shares redeemed")
        move(s, company, [n], company)
