"""The Investor's railway: who runs it, and what it must do (18DO §8.2.2.1)."""

from __future__ import annotations

from kursbuch.core import BANK, Action, Refusal, refuse
from kursbuch.rail.actions import BuyTrain, Pay
from kursbuch.rail.box import kind_of_card
from kursbuch.rail.depot import new_kinds, trains_of
from kursbuch.rail.holdings import held, move, percent, president
from kursbuch.rail.rounds import turn_of
from kursbuch.rail.running import best_of
from kursbuch.rail.state import DEPOT, POOL
from kursbuch.titles.dortmund import forced, market
from kursbuch.titles.dortmund.investor import cheapest_first
from kursbuch.titles.dortmund.state import State18DO
from kursbuch.titles.dortmund.trains import NEW
from kursbuch.titles.dortmund.treasury import DEALT, certificate, sell_own

PERMANENT = frozenset({"5", "6", "8"})


def is_investors(s: State18DO, company: str) -> bool:
    return president(s, company) == s.investor


def decides(s: State18DO, company: str) -> str:
    """The holder of the card "Investor's Railway" acts for it (18DO-8.2.2.1-2)."""
    director = president(s, company)
    return s.investor_card if director == s.investor else director


def kinds(s: State18DO, company: str) -> set[str]:
    return {kind_of_card(card) for card in trains_of(s, company)}


def has_permanent(s: State18DO, company: str) -> bool:
    return bool(kinds(s, company) & PERMANENT)


def no_run(s: State18DO, company: str, income: int) -> Refusal | None:
    """Its trains run for the highest income (18DO-8.2.2.1-3)."""
    best = best_of(s, company)[1]
    if not is_investors(s, company) or income >= best:
        return None
    return refuse("18DO-8.2.2.1-3", "The Investor's trains run for {best}.", best=best)


def pays(s: State18DO, company: str) -> bool:
    """Whether it pays a dividend: a permanent train or the newest on offer, and no loan (18DO-8.2.2.1-4 and on)."""
    if s.loans.get(company):
        return False
    return has_permanent(s, company) or bool(set(new_kinds(s)[-1:]) & kinds(s, company))


def no_payout(s: State18DO, company: str, choice: Action) -> Refusal | None:
    if not is_investors(s, company) or isinstance(choice, Pay) == pays(s, company):
        return None
    if s.loans.get(company):
        return refuse("18DO-8.2.2.1-14", "{company} repays its loan first.", company=company)
    rule = "18DO-8.2.2.1-5" if has_permanent(s, company) else "18DO-8.2.2.1-4"
    return refuse(rule, "What the Investor's railway does with its income is prescribed.")


def nothing_paid(s: State18DO, company: str) -> None:
    """The price falls; a loan is repaid from the income (18DO-8.2.2.1-14)."""
    market.nothing_paid(s, company)
    amount = min(s.loans.get(company, 0), turn_of(s).income)
    if amount:
        s.loans[company] -= amount
        s.transfer(company, BANK, amount, "loan repaid")


def no_train(s: State18DO, company: str, purchase: BuyTrain) -> Refusal | None:
    """It buys new trains only and sells none (18DO-8.2.2.1-7, 18DO-8.2.2.1-8)."""
    if is_investors(s, company) and purchase.source != DEPOT:
        return refuse("18DO-8.2.2.1-7", "The Investor's railway buys new trains only.")
    if purchase.source not in (DEPOT, POOL) and is_investors(s, purchase.source):
        return refuse("18DO-8.2.2.1-8", "The Investor's railway sells no trains.")
    return None


def lacks_train(s: State18DO, company: str) -> int:
    """The price of the new train it has to buy for this phase; 0 if it has one or may buy none."""
    turn = turn_of(s)
    full = len(trains_of(s, company)) >= s.phase.train_limit
    if s.phase.id in kinds(s, company) or full or turn.done.count(NEW) >= s.box.new_trains[s.phase.id]:
        return 0
    return min((s.box.trains[kind].price for kind in new_kinds(s)), default=0)


def must_more(s: State18DO, company: str) -> Refusal | None:
    """What the turn may not end without: a train of the phase, an own certificate bought back."""
    if not is_investors(s, company):
        return None
    if 0 < lacks_train(s, company) <= s.cash[company]:
        return refuse("18DO-8.2.2.1-6", "{company} must buy a train of this phase.", company=company)
    open_deal = DEALT not in turn_of(s).done and has_permanent(s, company)
    if open_deal and certificate(s, POOL, company, 10) is not None and s.price(company) <= s.cash[company]:
        return refuse("18DO-8.2.2.1-16", "{company} must buy back a certificate.", company=company)
    return None


def no_own_sale(s: State18DO, company: str) -> Refusal | None:
    """An own certificate is sold only if that pays for the train of the phase (18DO-8.2.2.1-15)."""
    if not is_investors(s, company):
        return None
    price = lacks_train(s, company)
    if s.cash[company] < price <= s.cash[company] + s.price(company):
        return None
    return refuse(
        "18DO-8.2.2.1-15", "The sale would not pay for the train that {company} needs.", company=company
    )


def no_buy_back(s: State18DO, company: str) -> Refusal | None:
    """Own certificates are bought back once it has a permanent train (18DO-8.2.2.1-16)."""
    if not is_investors(s, company) or has_permanent(s, company):
        return None
    return refuse("18DO-8.2.2.1-16", "{company} has no permanent train yet.", company=company)


def rescue(s: State18DO, purchase: BuyTrain) -> None:
    """All own certificates, the Investor's cash, its certificates of others, a loan: in this order."""
    company, price = purchase.actor, purchase.price
    if not is_investors(s, company):
        forced.raise_money(s, purchase)
        return
    s.note("forced-purchase", company=company, player=s.investor, train=purchase.train, price=price)
    sell_own(s, company, held(s, company, company))
    for sale in cheapest_first(s):
        while price - s.cash[company] > s.cash[s.investor] and _sold(s, sale.company):
            pass
    gap = price - s.cash[company]
    helped = max(0, min(gap, s.cash[s.investor]))
    s.transfer(s.investor, company, helped, "director's help")
    if gap > helped:
        s.note("loan", player=company, amount=gap - helped)
        s.loans[company] = s.loans.get(company, 0) + gap - helped
        s.transfer(BANK, company, gap - helped, "loan")


def _sold(s: State18DO, company: str) -> bool:
    """Sell one of the Investor's certificates of a player's railway, if the pool has room."""
    own = held(s, s.investor, company)
    if not own or percent(s, POOL, company) + s.box.percents[company][own[0]] > s.box.pool_limit:
        return False
    size = s.box.percents[company][own[0]]
    s.note("sells", player=s.investor, percent=size, company=company, price=s.price(company))
    move(s, company, own[:1], POOL)
    s.transfer(BANK, s.investor, size // 10 * s.price(company), "shares sold")
    market.sold_by_player(s, company, size // 10)
    return True
