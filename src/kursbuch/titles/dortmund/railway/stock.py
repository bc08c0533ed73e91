"""Stock turns of the Railway Game: railways founded at a start price, certificates bought and sold (18DO §4.4)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Generic

from kursbuch.core import Refusal, Step, refuse
from kursbuch.rail.actions import Buy, Sell
from kursbuch.rail.paper.holdings import held, move, percent
from kursbuch.rail.paper.market import Cell
from kursbuch.rail.rounds import dealt, end_turn
from kursbuch.rail.rounds.deeds import Deed
from kursbuch.rail.state import OFFER, OUT
from kursbuch.rail.steps.exchange import ask_overtaker
from kursbuch.rail.steps.paper import SellCertificates
from kursbuch.rail.steps.shares import (
    BuyShare,
    Limits,
    MustSell,
    SellShares,
    holder_of,
    pays_treasury,
    room_for,
)
from kursbuch.rail.steps.station import place_home
from kursbuch.titles.dortmund.railway.actions import Found, TradeUp
from kursbuch.titles.dortmund.railway.state import D, State18DO

SOURCES = ("company", "pool")
EXCHANGE = "exchange"  # the stage in which a new director says what to give for the director's certificate


def start_prices(s: State18DO, company: str = "") -> list[Cell]:
    """The coloured fields of this phase and of earlier ones, lowest first (18DO-4.4.1-2)."""
    return [cell for cell in s.box.market.pars if cell.zone in s.phase.colours]


def why_not_open(s: State18DO, company: str) -> Refusal | None:
    """Some railways are founded only after others (18DO-4.3.2-9 to 18DO-4.3.2-11)."""
    before = s.box.charters[company].after
    if not before or before in s.founded:
        return None
    rule = {"DGEE": "18DO-4.3.2-9", "DHB": "18DO-4.3.2-10", "HHW": "18DO-4.3.2-11"}[company]
    return refuse(rule, "{before} is founded before {company}.", before=before, company=company)


def check_float(s: State18DO, company: str) -> None:
    """With half of it in players' hands a railway goes into operation, its home marker face up (18DO-4.4.2-1)."""
    if company in s.floated or sum(percent(s, p, company) for p in s.players) < s.box.floats_at:
        return
    s.floated = (*s.floated, company)
    s.note("floats", company=company)
    place_home(s, company)


def overtaken(s: State18DO, company: str) -> None:
    """Whoever has come to hold more than the director takes over (18DO-4.3.2.2-3)."""
    ask_overtaker(s, company, EXCHANGE)


def why_not_top(s: State18DO, company: str, size: int, source: str) -> Refusal | None:
    """Of a railway's own certificates the uppermost is sold, the lowest number first (18DO-4.1-2)."""
    if source != "company":
        return None
    own = held(s, company, company)
    top = s.box.companies[company].certificates[own[0]].percent if own else size
    if size == top:
        return None
    return refuse(
        "18DO-4.1-2", "The next certificate of {company} is one of {top} %.", company=company, top=top
    )


def why_no_sale(s: State18DO, player: str, action: Sell) -> Refusal | None:
    """Not in the first stock round, and nothing of a railway that has not operated yet (18DO §4.4.5)."""
    if s.stock_round == 1:
        return refuse("18DO-4.4.5-4", "No certificates are sold in the first stock round.")
    if action.company in s.founded and action.company not in s.veterans:
        return refuse("18DO-4.4.5-6", "{company} has not operated yet.", company=action.company)
    return None


def director_cost(s: State18DO, company: str, price: int) -> int:
    return s.box.percents[company][0] // 10 * price


def found(s: State18DO, player: str, company: str, cell: Cell, discount: int = 0) -> None:
    """The founding itself: marker, payment, certificates from the display to the charter (18DO §4.4.1)."""
    s.note("founds", player=player, company=company, price=cell.price)
    if company not in s.prices:
        s.open_price(company, cell)
    s.transfer(player, company, director_cost(s, company, cell.price) - discount, "share bought")
    move(s, company, held(s, OFFER, company), company)
    move(s, company, [0], player)
    s.founded = (*s.founded, company)
    s.founders[company] = player


@dataclass(frozen=True)
class Founding(Generic[D]):
    """How companies are founded, where games differ."""

    prices: Callable[[D, str], list[Cell]] = start_prices
    barred: Callable[[D, str], Refusal | None] = why_not_open  # why a company cannot be founded yet
    found: Callable[[D, str, str, Cell, int], None] = found
    check_float: Callable[[D, str], None] = check_float


RAILWAY: Founding[State18DO] = Founding()


@dataclass(frozen=True)
class FoundRailway(Step[D, Found]):
    """A player sets a start price and buys the director's certificate; the money goes into the treasury."""

    limits: Limits[D]
    barred: Callable[[D, str], Refusal | None]
    founding: Founding[D] = RAILWAY
    action = Found

    def candidates(self, s: D, player: str) -> Iterable[Found]:
        for company in s.box.companies:
            if company not in s.founded and self.founding.barred(s, company) is None:
                for cell in self.founding.prices(s, company):
                    if director_cost(s, company, cell.price) <= s.cash[player]:
                        yield Found(player, company, cell.price)

    def why_not(self, s: D, player: str, action: Found) -> Refusal | None:
        return self.judge(s, player, action.company, action.price)

    def judge(self, s: D, player: str, company: str, price: int, discount: int = 0) -> Refusal | None:
        """Why a player may not found a company at this price. A discount is for a charter handed in, which makes room
        for one certificate.
        """
        if company not in s.box.companies:
            return refuse("18DO-4-3", "There is no railway {company}.", company=company)
        if company in s.founded:
            return refuse("18DO-4.4.1-1", "{company} is founded already.", company=company)
        if s.shares[company][0] != OFFER:
            return refuse("18DO-8.2-5", "{company} is the Investor's.", company=company)
        if refusal := self.founding.barred(s, company) or self.barred(s, player):
            return refusal
        prices = [cell.price for cell in self.founding.prices(s, company)]
        if price not in prices:
            return refuse(
                "18DO-4.4.1-2", "Start prices of this phase are {prices}.", prices=", ".join(map(str, prices))
            )
        if refusal := room_for(s, self.limits, player, company, given=int(discount > 0)):
            return refusal
        if director_cost(s, company, price) - discount > s.cash[player]:
            return refuse("18DO-4.4.1-8", "{player} has {cash}.", player=player, cash=s.cash[player])
        return None

    def apply(self, s: D, player: str, action: Found) -> None:
        self.settle(s, player, action.company, action.price)

    def settle(self, s: D, player: str, company: str, price: int, discount: int = 0) -> None:
        """Found the company; the turn ends."""
        cell = next(c for c in self.founding.prices(s, company) if c.price == price)
        self.founding.found(s, player, company, cell, discount)
        dealt(s, Deed("found"))
        self.founding.check_float(s, company)
        end_turn(s)


@dataclass(frozen=True)
class TradeCertificate(Step[D, TradeUp]):
    """A certificate of 10 % is given in part payment for a bigger one of the same railway (18DO-4.4.3-4)."""

    purchase: BuyShare[D]
    action = TradeUp

    def candidates(self, s: D, player: str) -> Iterable[TradeUp]:
        for buy in self.purchase.on_offer(s, player):
            if buy.percent > 10:
                yield TradeUp(player, buy.percent, buy.company, buy.source)

    def why_not(self, s: D, player: str, action: TradeUp) -> Refusal | None:
        company, size = action.company, action.percent
        if company not in s.founded:
            return refuse("buy.unfounded", "{company} is not founded.", company=company)
        given = self.given(s, player, company)
        if size <= 10 or given is None:
            return refuse("18DO-4.4.3-4", "A certificate of 10 % is traded in for one of several shares.")
        s = (
            s.copy()
        )  # judged as if the given certificate were paid with already: it lies on no stack, least on top
        move(s, company, [given], OUT)
        s.cash[player] += s.price(company)
        return self.purchase.why_not(s, player, Buy(player, size, company, action.source))

    def given(self, s: D, player: str, company: str) -> int | None:
        paper = s.box.companies[company].certificates
        return next((n for n in held(s, player, company) if paper[n].percent == 10), None)

    def apply(self, s: D, player: str, action: TradeUp) -> None:
        company, source = action.company, holder_of(action.source, action.company)
        paper = s.box.companies[company].certificates
        given = self.given(s, player, company)
        wanted = next(n for n in held(s, source, company) if paper[n].percent == action.percent)
        assert given is not None
        price = (action.percent // 10 - 1) * s.price(company)
        s.note(
            "trades-up",
            player=player,
            percent=action.percent,
            company=company,
            source=action.source,
            price=price,
        )
        s.transfer(player, self.purchase.payee(action.source, company), price, "share bought")
        move(s, company, [given], source)
        move(s, company, [wanted], player)
        self.purchase.overtaken(s, company)
        dealt(s, Deed("buy"))
        self.purchase.bought(s, player, Buy(player, action.percent, company, action.source))
        end_turn(s)


@dataclass(frozen=True)
class StockTurn(Generic[D]):
    """The steps of a stock turn: any sales, then one purchase or founding, which ends it."""

    sales: SellShares[D]
    purchases: BuyShare[D]
    must_sell: MustSell[D]
    founding: FoundRailway[D]
    steps: tuple[Step[D, Any], ...]

    def asks(self, s: D, player: str) -> bool:
        """Who can do nothing is not asked; it counts as a pass."""
        return any(step.possible(s, player) for step in self.steps)


def make_turn(
    limits: Limits[D],
    fall: Callable[[D, str, int], None],
    extras: tuple[Step[D, Any], ...] = (),
    no_sale: Callable[[D, str, Sell], Refusal | None] = why_no_sale,
    no_purchase: Callable[[D, str, str, int], Refusal | None] = lambda s, player, company, size: None,
    moves: Callable[[D, str, str], bool] = lambda s, seller, company: True,
    founding: Founding[D] = RAILWAY,
    sale_price: Callable[[D, str], int] = lambda s, company: s.price(company),
) -> StockTurn[D]:
    """The steps of a stock turn with their policies; `extras` are those that are neither purchase nor sale."""
    sales = SellShares(limits, fall, no_sale, moves, sale_price, EXCHANGE)
    must_sell = MustSell(sales)

    def barred(s: D, player: str, purchase: Buy) -> Refusal | None:
        return (
            must_sell(s, player)
            or no_purchase(s, player, purchase.company, purchase.percent)
            or why_not_top(s, purchase.company, purchase.percent, purchase.source)
        )

    def bought(s: D, player: str, purchase: Buy) -> None:
        founding.check_float(s, purchase.company)

    # a railway sells its own certificates, the bank those in the pool (18DO-4.4.3-2, 18DO-4.4.3-3)
    purchases = BuyShare(limits, SOURCES, pays_treasury, barred=barred, bought=bought, overtaken=overtaken)
    found_one = FoundRailway(limits, must_sell, founding)
    return StockTurn(
        sales,
        purchases,
        must_sell,
        found_one,
        (sales, SellCertificates(sales), purchases, TradeCertificate(purchases), found_one, *extras),
    )
