"""The Investor's railway: who runs it, and what it must do (18DO §8.2.2.1)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from kursbuch.core import BANK, Action, Refusal, refuse
from kursbuch.rail.actions import BuyTrain, Pay
from kursbuch.rail.paper.holdings import held, move, percent, president
from kursbuch.rail.rounds import turn_of
from kursbuch.rail.routes.running import best_of
from kursbuch.rail.state import DEPOT, POOL
from kursbuch.rail.steps.limits import room_in_pool
from kursbuch.rail.trains.depot import new_kinds, trains_of
from kursbuch.titles.dortmund.investor.stock import cheapest_first
from kursbuch.titles.dortmund.railway import forced, market
from kursbuch.titles.dortmund.railway.state import D, State18DO
from kursbuch.titles.dortmund.railway.trains import NEW
from kursbuch.titles.dortmund.railway.treasury import DEALT, SOLD, Fall, certificate, sell_own

WHOLE = 100  # per cent of a company
PERMANENT = frozenset({"5", "6", "8"})
RUN, PURCHASE = 4, 6  # steps of a railway's turn


def side_of(s: State18DO, kind: str) -> str:
    """What is printed on the side of a card that is a train."""
    return next(iter(s.box.trains[kind].sides))


def is_investors(s: State18DO, company: str) -> bool:
    return president(s, company) == s.investor


def decides(s: State18DO, company: str) -> str:
    """The holder of the card "Investor's Railway" acts for it (18DO-8.2.2.1-2)."""
    director = president(s, company)
    return s.investor_card if director == s.investor else director


def types(s: State18DO, company: str) -> set[str]:
    """Of its trains."""
    return {s.sides[card] for card in trains_of(s, company)}


def has_permanent(s: State18DO, company: str) -> bool:
    return bool(types(s, company) & PERMANENT)


def best_income(s: State18DO, company: str) -> int:
    return best_of(s, company)[1]


def no_run(s: D, company: str, income: int, most: Callable[[D, str], int] = best_income) -> Refusal | None:
    """Its trains run for the highest income (18DO-8.2.2.1-3)."""
    if not is_investors(s, company) or income >= (best := most(s, company)):
        return None
    return refuse("18DO-8.2.2.1-3", "The Investor's trains run for {best}.", best=best)


def pays(s: State18DO, company: str) -> bool:
    """Whether it pays a dividend: a permanent train or the newest on offer, and no loan (18DO-8.2.2.1-4 and on)."""
    if s.loans.get(company):
        return False
    newest = {side_of(s, kind) for kind in new_kinds(s)[-1:]}
    return has_permanent(s, company) or bool(newest & types(s, company))


def no_payout(s: State18DO, company: str, choice: Action) -> Refusal | None:
    if not is_investors(s, company) or isinstance(choice, Pay) == pays(s, company):
        return None
    if s.loans.get(company):
        return refuse("18DO-8.2.2.1-14", "{company} repays its loan first.", company=company)
    rule = "18DO-8.2.2.1-5" if has_permanent(s, company) else "18DO-8.2.2.1-4"
    return refuse(rule, "What the Investor's railway does with its income is prescribed.")


def nothing_paid(s: State18DO, company: str) -> None:
    """The price falls; a loan is repaid from the income."""
    market.nothing_paid(s, company)
    repay(s, company)


def repay(s: State18DO, company: str) -> None:
    """What a company of the Investor's owes is repaid from the income of this turn (18DO-8.2.2.1-14)."""
    amount = min(s.loans.get(company, 0), turn_of(s).income)
    if amount:
        left = s.loans.pop(company) - amount
        if left:
            s.loans[company] = left
        s.note("repays", company=company, amount=amount, left=left)
        s.transfer(company, BANK, amount, "loan repaid")


def no_train(s: State18DO, company: str, purchase: BuyTrain) -> Refusal | None:
    """It buys new trains only and sells none (18DO-8.2.2.1-7, 18DO-8.2.2.1-8), and none in the way of its duties."""
    if is_investors(s, company):
        if purchase.source != DEPOT:
            return refuse("18DO-8.2.2.1-7", "The Investor's railway buys new trains only.")
        if _must_buy(s, company):
            return None if purchase.train == _of_phase(s) else _duty(company)
        if (due := _due_back(s, company)) and s.cash[company] - purchase.price < due:
            return _back_first(company)
    if purchase.source not in (DEPOT, POOL) and is_investors(s, purchase.source):
        return refuse("18DO-8.2.2.1-8", "The Investor's railway sells no trains.")
    return None


def _of_phase(s: State18DO) -> str:
    """The kind of new train that belongs to the phase that trains brought about; "" if the bank has none left."""
    now = s.box.phases[s.phase_number].id
    return next((kind for kind in new_kinds(s) if side_of(s, kind) == now), "")


def lacks_train(s: State18DO, company: str) -> int:
    """The price of the new train it has to buy: one of this phase, or if the bank has none, whatever comes next for a
    railway without any train. 0 if it has one or may buy none. Trains on their last run are gone by the time it buys.
    """
    kind = _of_phase(s)
    if not kind and not trains_of(s, company):
        kind = next(iter(new_kinds(s)), "")
    full = len(set(trains_of(s, company)) - s.last_runs) >= s.phase.train_limit
    if not kind or full or turn_of(s).done.count(NEW) >= s.box.new_trains[s.phase.id]:
        return 0
    return 0 if side_of(s, kind) in types(s, company) else s.box.trains[kind].price


def _must_buy(s: State18DO, company: str) -> bool:
    return bool(_of_phase(s)) and 0 < lacks_train(s, company) <= s.cash[company]


def _duty(company: str) -> Refusal:
    return refuse("18DO-8.2.2.1-6", "{company} must buy a train of this phase.", company=company)


def _due_back(s: State18DO, company: str) -> int:
    """The price of the own certificate that it has to buy back in this turn (18DO-8.2.2.1-16); 0 if it need not, or
    has not the money.
    """
    if DEALT in turn_of(s).done or not has_permanent(s, company) or certificate(s, POOL, company, 10) is None:
        return 0
    return s.price(company) if s.price(company) <= s.cash[company] else 0


def _back_first(company: str) -> Refusal:
    return refuse("18DO-8.2.2.1-16", "{company} must buy back a certificate.", company=company)


def must_more(s: State18DO, company: str) -> Refusal | None:
    """What the turn may not end without: a train of the phase, an own certificate bought back."""
    if not is_investors(s, company):
        return None
    if _must_buy(s, company):
        return _duty(company)
    return _back_first(company) if _due_back(s, company) else None


def sells_one(s: State18DO, company: str) -> bool:
    """Its manager may sell a single certificate and spare it the sale of all that a forced purchase begins with, but
    need not (18DO-8.2.2.1-9, 18DO-8.2.2.1-15).
    """
    return not is_investors(s, company)


def no_own_sale(
    s: D, company: str, shares: int, most: Callable[[D, str], int] = best_income
) -> Refusal | None:
    """An own certificate is sold only if that pays for the train of the phase, or for any new one if it has no train
    at all (18DO-8.2.2.1-15).
    """
    if not is_investors(s, company):
        return None
    if pays_for(s, company, shares, _wanted(s, company), to_come(s, company, most)):
        return None
    return refuse(
        "18DO-8.2.2.1-15", "The sale would not pay for the train that {company} needs.", company=company
    )


def _wanted(s: State18DO, company: str) -> list[int]:
    """The prices of the trains for which an own certificate may be sold."""
    wanted = [lacks_train(s, company)]
    if wanted[0] and not set(trains_of(s, company)) - s.last_runs:
        wanted += [s.box.trains[kind].price for kind in new_kinds(s)]
    return wanted


def pays_for(s: State18DO, company: str, shares: int, prices: Iterable[int], to_come: int) -> bool:
    """Whether a sale of own shares brings what a company lacks for one of these prices, with what its treasury is
    still to get in its turn.
    """
    cash, gain = s.cash[company] + to_come, shares * s.price(company)
    return any(cash < price <= cash + gain for price in prices)


def no_spending(s: D, company: str, cost: int, most: Callable[[D, str], int] = best_income) -> Refusal | None:
    """What an own certificate was sold for is bought in the same turn: the money is not built with
    (18DO-8.2.2.1-15).
    """
    if not cost or SOLD not in turn_of(s).done or not is_investors(s, company):
        return None
    cash = s.cash[company] + to_come(s, company, most)
    within = [price for price in _wanted(s, company) if 0 < price <= cash]
    if not within or min(within) <= cash - cost:
        return None
    return refuse("18DO-8.2.2.1-15", "{company} has sold a certificate to pay for a train.", company=company)


def no_buy_back(
    s: D, company: str, shares: int, most: Callable[[D, str], int] = best_income
) -> Refusal | None:
    """Own certificates are bought back once it has a permanent train (18DO-8.2.2.1-16), and not with the money for
    the train that it must buy (18DO-8.2.2.1-6), now or with what the treasury is still to get in this turn.
    """
    if not is_investors(s, company):
        return None
    if not has_permanent(s, company):
        return refuse("18DO-8.2.2.1-16", "{company} has no permanent train yet.", company=company)
    duty, cash = lacks_train(s, company) if _of_phase(s) else 0, s.cash[company]
    if cash - shares * s.price(company) < duty <= cash + to_come(s, company, most):
        return _duty(company)
    return None


def to_come(s: D, company: str, most: Callable[[D, str], int]) -> int:
    """What its treasury is still to get in its turn: the dividend on its own certificates, or if it pays none the
    income, less what it owes the bank.
    """
    at = turn_of(s).at
    if at >= PURCHASE:
        return 0
    income = turn_of(s).income if at > RUN else most(s, company)
    if not pays(s, company):
        return max(0, income - s.loans.get(company, 0))
    dividend = market.rounded(income)
    return income - dividend + dividend * percent(s, company, company) // 100


def rescue(s: State18DO, purchase: BuyTrain) -> None:
    """The money for a train that must be bought."""
    company, price = purchase.actor, purchase.price
    if not is_investors(s, company):
        forced.raise_money(s, purchase)
        return
    s.note("forced-purchase", company=company, player=s.investor, train=purchase.train, price=price)
    raise_for(s, company, price, s.prices.order(), market.sold_by_railway, market.sold_by_player)


def raise_for(
    s: State18DO,
    company: str,
    price: int,
    order: list[str],
    own_sold: Fall,
    sold: Fall,
    most: int = WHOLE,  # of its own, in per cent, that may be sold
) -> None:
    """All own certificates, the Investor's cash, its certificates of others, a loan: in this order."""
    own = held(s, company, company)
    sell_own(s, company, forced.fewest(s, company, own, WHOLE * s.price(company), most), own_sold)
    for sale in cheapest_first(s, order):
        while price - s.cash[company] > s.cash[s.investor] and _sold(s, sale.company, sold):
            pass
    gap = price - s.cash[company]
    helped = max(0, min(gap, s.cash[s.investor]))
    s.transfer(s.investor, company, helped, "director's help")
    if gap > helped:
        forced.lend(s, company, gap - helped)


def _sold(s: State18DO, company: str, sold: Fall) -> bool:
    """Sell one of the Investor's certificates of a player's company, if that has operated and the pool has room:
    these limits of a sale hold here as well (18DO-4.4.5-5, 18DO-4.4.5-6).
    """
    own = held(s, s.investor, company)
    size = s.box.percents[company][own[0]] if own else 0
    if not own or company not in s.veterans or size > room_in_pool(s, company, s.box.pool_limit):
        return False
    s.note("sells", player=s.investor, percent=size, company=company, price=s.price(company))
    move(s, company, own[:1], POOL)
    s.transfer(BANK, s.investor, size // 10 * s.price(company), "shares sold")
    sold(s, company, size // 10)
    return True
