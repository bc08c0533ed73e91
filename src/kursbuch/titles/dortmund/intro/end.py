"""The end of the Introduction Game: one run of every railway, dividends, and who wins a tie (18DO §3.3)."""

from __future__ import annotations

from kursbuch.rail.paper.holdings import percent
from kursbuch.rail.routes.running import best_of
from kursbuch.rail.trains.depot import trains_of
from kursbuch.titles.dortmund.intro.paper import directed, director
from kursbuch.titles.dortmund.intro.state import IntroState

ROUNDED = 10  # a dividend is a multiple of this


def income(s: IntroState, company: str) -> int:
    """What a railway's best route earns; nothing without director, train or route (18DO-3.3-4, 18DO-3.3-16)."""
    return best_of(s, company)[1] if director(s, company) and trains_of(s, company) else 0


def payments(s: IntroState) -> dict[str, int]:
    """What each railway would pay if this were the end, rounded down (18DO-3.3-13)."""
    return {company: income(s, company) // ROUNDED * ROUNDED for company in s.box.companies}


def receipts(s: IntroState, paid: dict[str, int]) -> dict[str, int]:
    """What each player gets of it; shares in the Bank Pool get nothing (18DO-3.3-14)."""
    return {
        player: sum(amount * percent(s, player, company) // 100 for company, amount in paid.items())
        for player in s.players
    }


def winners_of(s: IntroState, paid: dict[str, int], got: dict[str, int]) -> tuple[str, ...]:
    """Most dividends; in a tie whoever directs the railway that paid most (18DO-3.2, 18DO-3.3-15)."""
    most = max(got.values())
    tied = [player for player in s.players if got[player] == most]
    best = {player: max((paid[c] for c in directed(s, player)), default=-1) for player in tied}
    return tuple(player for player in tied if best[player] == max(best.values()))


def final_run(s: IntroState) -> None:
    """Every railway runs its train once and pays."""
    for company in s.box.companies:
        if director(s, company) and trains_of(s, company):
            runs, earned = best_of(s, company)
            s.note("runs", company=company, runs=str(runs), income=earned)
    paid = payments(s)
    s.last_dividend = dict(paid)
    s.dividends = receipts(s, paid)
    s.winners = winners_of(s, paid, s.dividends)
    for player, amount in s.dividends.items():
        s.note("dividends", player=player, amount=amount)
    s.note("over", reason="display", winners=list(s.winners))
