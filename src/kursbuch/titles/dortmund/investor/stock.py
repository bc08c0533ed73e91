"""The Investor at a table of two: stock turns that follow fixed priorities (18DO §8.2.1, §8.3.3)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic

from kursbuch.core import Refusal, refuse
from kursbuch.rail.actions import Buy, Sell
from kursbuch.rail.paper.holdings import held, move, percent, pick, president
from kursbuch.rail.paper.market import Cell
from kursbuch.rail.rounds import dealt, end_turn, leave_turn
from kursbuch.rail.rounds.deeds import Deed
from kursbuch.rail.steps.shares import holder_of, sale_of
from kursbuch.titles.dortmund.railway.state import D, State18DO
from kursbuch.titles.dortmund.railway.stock import RAILWAY, SOURCES, Founding, StockTurn, why_no_sale

FIRST_PURCHASE = 50  # per cent of its own railway, at once
RICH = 10_000  # more than any certificate costs


def own_railway(s: State18DO) -> str:
    """The Investor's railway."""
    railways = s.box.investor.railways if s.box.investor else ()
    return next(c for c in railways if c in s.prices and s.shares[c][0] in (c, s.investor))


def start_cell(s: State18DO) -> Cell:
    """The coloured field of the Investor's start price (18DO-8.3.1-5)."""
    assert s.box.investor is not None
    return next(cell for cell in s.box.market.pars if cell.price == s.box.investor.start_price)


def no_sale(s: State18DO, player: str, action: Sell) -> Refusal | None:
    """No sale makes the Investor the director of another railway (18DO-8.2-4, 18DO-8.2.1.1-8). Shares of its own are
    sold like any others: it directs them already.
    """
    if refusal := why_no_sale(s, player, action):
        return refusal
    if action.company not in s.founded or president(s, action.company) == s.investor:
        return None
    sale = sale_of(s, player, action.company, action.percent)
    if sale is not None and sale.successor == s.investor:
        return refuse("18DO-8.2-4", "The Investor would come to direct {company}.", company=action.company)
    return None


def no_purchase(s: State18DO, player: str, company: str, size: int) -> Refusal | None:
    """The Investor keeps its companies, and holds at most 20 % of the others (18DO-8.2-3, 18DO-8.2.1.1-7)."""
    assert s.box.investor is not None
    after = percent(s, player, company) + size
    if president(s, company) == s.investor:
        if player != s.investor and after > percent(s, s.investor, company):
            return refuse("18DO-8.2-3", "The Investor stays director of {company}.", company=company)
    elif player == s.investor and after > s.box.investor.holding:
        return refuse("18DO-8.2.1.1-7", "The Investor holds at most {limit} %.", limit=s.box.investor.holding)
    return None


# -- its own companies ------------------------------------------------------------------------------


def buy_half(s: State18DO, company: str, cell: Cell, founding: Founding = RAILWAY) -> None:
    """The Investor founds its company and buys half of it at once (18DO-8.3.3-2)."""
    founding.found(s, s.investor, company, cell, 0)
    rest = FIRST_PURCHASE - percent(s, s.investor, company)
    certificates = pick(s, company, company, rest)
    assert certificates is not None
    s.transfer(s.investor, company, rest // 10 * s.price(company), "share bought")
    move(s, company, certificates, s.investor)
    dealt(s, Deed("found"))
    founding.check_float(s, company)
    end_turn(s)


def first_turn(s: State18DO, turn: StockTurn) -> bool:
    """On its first turn the Investor buys half of its railway; False on later ones."""
    company = own_railway(s)
    if company in s.founded:
        return False
    buy_half(s, company, start_cell(s))
    return True


def note_openings(s: State18DO) -> None:
    """Remember who has founded a railway that went into operation, be it in other hands by then: once is enough,
    whatever becomes of it. Where the founder is not known, as in games stored earlier, the director counts.
    """
    railways = [company for company in s.floated if company in s.box.charters]
    s.opened |= {s.founders.get(company, president(s, company)) for company in railways} & set(s.people)


def both_operate(s: State18DO) -> bool:
    """Whether of each player a railway has gone into operation (18DO-8.3.3-3)."""
    return s.opened >= set(s.people)


# -- stock turns ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Investing(Generic[D]):
    """The Investor's stock turns, and where games differ in them."""

    first: Callable[[D, StockTurn[D]], bool] = first_turn  # goes before all else; False if there is nothing
    buys: Callable[[D], bool] = both_operate  # whether it buys yet
    order: Callable[[D], list[str]] = lambda s: s.prices.order()  # the company it likes best comes first

    def __call__(self, s: D, player: str, turn: StockTurn[D]) -> bool:
        """Play the Investor's turn; False if somebody else is on turn."""
        if player != s.investor:
            return False
        note_openings(s)
        if not self.first(s, turn) and not (self.buys(s) and self._buys(s, turn)):
            leave_turn(s)
        return True

    def _buys(self, s: D, turn: StockTurn[D]) -> bool:
        """Buy the dearest certificate that is allowed, selling cheaper ones if that makes it possible."""
        for company in self.order(s):
            purchase = self._paid_for(s, turn, _purchases(s, turn, company))
            if purchase is not None:
                turn.purchases.apply(s, s.investor, purchase)
                return True
        return False

    def _paid_for(self, s: D, turn: StockTurn[D], purchases: list[Buy]) -> Buy | None:
        """The first of these that its cash allows, else the first that sales make possible, which are then made."""
        costs = {purchase: turn.purchases.cost(s, purchase) for purchase in purchases}
        for purchase, cost in costs.items():
            if cost <= s.cash[s.investor]:
                return purchase
        for purchase, cost in costs.items():
            if self._sells_for(s, turn, purchase, cost):
                return purchase
        return None

    def _sells_for(self, s: D, turn: StockTurn[D], purchase: Buy, cost: int) -> bool:
        """Sell cheaper certificates of players' companies, the cheapest first, if they bring enough
        (18DO-8.2.1.2-2).
        """
        trial = s.copy()
        sales = []
        for sale in cheapest_first(trial, self.order(trial)):
            if trial.cash[s.investor] >= cost:
                break
            if trial.price(sale.company) >= s.price(purchase.company):
                continue
            while trial.cash[s.investor] < cost and turn.sales.why_not(trial, s.investor, sale) is None:
                turn.sales.sell(trial, s.investor, sale)
                sales.append(sale)
        if trial.cash[s.investor] < cost:
            return False
        for sale in sales:
            turn.sales.sell(s, s.investor, sale)
        return True


def _purchases(s: State18DO, turn: StockTurn, company: str) -> list[Buy]:
    """The certificates of a company that the Investor may buy, money aside: first from the company itself."""
    if company not in s.floated:
        return []
    found = []
    rich = s.copy()
    rich.cash[s.investor] += RICH
    paper = s.box.companies[company].certificates
    for source in SOURCES:
        place = holder_of(source, company)
        for size in sorted({paper[n].percent for n in held(s, place, company)}):
            purchase = Buy(s.investor, size, company, source)
            if turn.purchases.why_not(rich, s.investor, purchase) is None:
                found.append(purchase)
    return found


def cheapest_first(s: State18DO, order: list[str]) -> list[Sell]:
    """Sales of a certificate of each player's company, in the reverse of the order in which they are bought."""
    companies = [c for c in reversed(order) if c in s.founded and president(s, c) != s.investor]
    sizes = {c: [s.box.percents[c][n] for n in held(s, s.investor, c)] for c in companies}
    return [Sell(s.investor, min(sizes[c]), c) for c in companies if sizes[c]]
