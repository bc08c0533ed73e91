"""Stock rounds of the beer game: railways and breweries, bought, founded, or got for a minor brewery."""

from __future__ import annotations

from collections.abc import Hashable, Iterable

from kursbuch.bots.character import nearly_best
from kursbuch.bots.railway.prospects import first_incomes, value, worth
from kursbuch.bots.railway.stock import LEAST, TASTE, WORTHLESS, Offer, liabilities, sale_for_better
from kursbuch.core import Action
from kursbuch.rail.actions import Buy, Pass, Sell
from kursbuch.titles.dortmund.beer.actions import FoundWith, SwapMinor
from kursbuch.titles.dortmund.beer.parts import BREWERIES
from kursbuch.titles.dortmund.bot.beer.investor import paid_out
from kursbuch.titles.dortmund.bot.beer.outlook import Brewing, growing, minor_value, share_value
from kursbuch.titles.dortmund.bot.beer.seat import BeerSeat
from kursbuch.titles.dortmund.bot.railway import stock
from kursbuch.titles.dortmund.railway.actions import Found, TradeUp

HOLD = 0.10  # a firm hold on what I lead, and money it can use
FLOAT = 2.0  # what does not operate earns nothing: what was begun is finished
PATIENT = 3  # the stock round from which I take over what others have begun
TAKEN = 0.15  # what each company I lead takes off the appeal of one that somebody else has begun
BURDEN = 0.05  # what each brewery I lead already takes off the appeal of one more


class Ledger:
    """What paper is worth, looked up once in a decision."""

    def __init__(self, seat: BeerSeat) -> None:
        self.seat, self.brewing = seat, Brewing(seat)
        self._known: dict[tuple[str, int], float] = {}
        self._minors: dict[str, float] = {}
        self._ratings: dict[Hashable, float] = {}

    def value(self, company: str, extra: int = 0) -> float:
        """A share of ten; `extra` money would flow into the company."""
        key = (company, extra)
        if key not in self._known:
            self._known[key] = self._value(company, extra)
        return self._known[key]

    def minor(self, minor: str) -> float:
        """What a minor brewery of mine still brings."""
        if minor not in self._minors:
            self._minors[minor] = minor_value(self.brewing, minor)
        return self._minors[minor]

    def founding(self, found: Found | FoundWith) -> float:
        """What founding a brewery brings; those whose certificates are cut alike bring the same at the same price."""
        key = (self.seat.box.percents[found.company], found.price, minor_of(found))
        if key not in self._ratings:
            self._ratings[key] = rating(self, found)
        return self._ratings[key]

    def _value(self, company: str, extra: int) -> float:
        seat = self.seat
        if company not in seat.box.corporations:
            return value(seat, company, extra)
        if seat.is_guest(company):
            return worth(seat, paid_out(self.brewing, company, extra), seat.s.prices.spots[company])
        return share_value(self.brewing, company, extra)


def choose(seat: BeerSeat) -> Action:
    """A stock turn: sell what goes down, else the deal that pays best for its price."""
    ledger = Ledger(seat)
    sale = best_sale(ledger)
    if sale is not None:
        return sale
    deals = (*purchases(ledger), *takeovers(ledger), *foundings(ledger), *trades(ledger))
    least = LEAST - seat.character.venture
    offers = [offer for offer in deals if offer[0] > least]
    if offers:
        return nearly_best(offers, TASTE * seat.character.whim, seat.rng)
    passes = seat.of_kind(Pass)
    if not passes:
        return raise_money(seat, ledger)
    return sale_for_better(seat, ledger.value) or passes[0]


def raise_money(seat: BeerSeat, ledger: Ledger | None = None) -> Action:
    """Paper must be sold: what is worth least for its price, and as little as will do."""
    ledger = ledger or Ledger(seat)

    def loss(sale: Sell) -> tuple[float, int]:
        lead = 0.3 if sale.company in (*seat.mine, *seat.brewing) else 0.0
        return ledger.value(sale.company) / max(1, seat.price(sale.company)) + lead, sale.percent

    sales = seat.of_kind(Sell)
    if sales:
        return min(sales, key=loss)
    first = seat.legal[0]
    return first.at(first.span.lo) if first.span else first


def best_sale(ledger: Ledger) -> Sell | None:
    """The sale that saves most from a company that is going down; None if there is none."""
    seat = ledger.seat
    best: tuple[float, Sell | None] = (0.0, None)
    for sale in seat.of_kind(Sell):
        price = seat.price(sale.company)
        left = ledger.value(sale.company) if price >= 20 else float(price)
        saved = (price - left) * sale.percent / 10
        if left < WORTHLESS * seat.character.hold * price and saved > best[0]:
            best = (saved, sale)
    return best[1]


# -- certificates ----------------------------------------------------------------------------------


def purchases(ledger: Ledger) -> Iterable[Offer]:
    """Each certificate on offer with what it brings beyond its price."""
    seat = ledger.seat
    reserve = seat.character.reserve * liabilities(seat)
    deals: list[Buy | TradeUp] = [*seat.of_kind(Buy), *seat.of_kind(TradeUp)]
    for buy in deals:
        if isinstance(buy, Buy) and dead(seat, buy):
            continue
        company, price = buy.company, seat.price(buy.company)
        shares = buy.percent // 10 - isinstance(buy, TradeUp)
        cost = shares * price
        funds = cost if buy.source == "company" else 0
        own = company in seat.mine or company in seat.brewing
        gain = HOLD if own else 0.0
        if own and not seat.floats(company):
            funds = max(funds, to_float(seat, company) * price)
            gain = FLOAT if funds <= seat.cash else 0.0
        kept = funds if company in seat.mine else 0
        if seat.cash - cost < reserve - kept and gain < FLOAT:
            continue
        gain += ledger.value(company, funds) / max(price, 10) - 1
        yield gain, buy


def to_float(seat: BeerSeat, company: str) -> int:
    """How many shares are to be sold until a company operates."""
    return max(0, seat.box.floats_at - stock.sold(seat, company)) // 10


def dead(seat: BeerSeat, buy: Buy) -> bool:
    """Whether a company of somebody else would still not operate with this share sold."""
    if seat.floats(buy.company) or buy.company in (*seat.mine, *seat.brewing):
        return False
    return stock.sold(seat, buy.company) + buy.percent < seat.box.floats_at


def takeovers(ledger: Ledger) -> Iterable[Offer]:
    """What others have founded and left lying: I lead it once I have paid for all that is missing."""
    seat = ledger.seat
    if seat.position["stock_round"] < PATIENT:
        return
    money = seat.cash - liabilities(seat)
    leads = len(seat.mine) + len(seat.brewing)
    for buy in seat.of_kind(Buy):
        company, price = buy.company, seat.price(buy.company)
        if not dead(seat, buy) or buy.source != "company":
            continue
        missing, mine = to_float(seat, company), seat.share(seat.me, company)
        director = seat.companies[company]["president"]
        if missing * price > money or mine + 10 * missing <= seat.share(director, company):
            continue
        cash = seat.purse(company) + missing * price
        if company in seat.box.corporations:
            earned = growing(ledger.brewing, company, (), cash, 0.5, seat.limit(company))
        else:
            earned = first_incomes(seat, company, cash, 1)
        gain = worth(seat, earned, seat.s.prices.spots[company]) / price - 1 - TAKEN * leads
        yield gain + (FLOAT if mine else 0.0), buy


# -- founding --------------------------------------------------------------------------------------


def foundings(ledger: Ledger) -> Iterable[Offer]:
    """Railways as in the Railway Game, breweries that I can put into operation alone."""
    seat = ledger.seat
    if any(not seat.floats(company) for company in (*seat.mine, *seat.brewing)):
        return
    yield from breweries(ledger)
    legal = seat.legal
    seat.legal = [a for a in legal if not (isinstance(a, Found) and a.company in seat.box.corporations)]
    yield from stock.foundings(seat)
    seat.legal = legal


def breweries(ledger: Ledger) -> Iterable[Offer]:
    """Each way to found a brewery corporation, at the highest price at which it can begin."""
    seat = ledger.seat
    money = seat.cash - liabilities(seat)
    best: dict[tuple[str, str], Found | FoundWith] = {}
    ways: list[Found | FoundWith] = [*seat.of_kind(Found), *seat.of_kind(FoundWith)]
    for found in ways:
        if found.company in seat.box.corporations and needed(seat, found) <= money:
            key = (found.company, minor_of(found))
            if key not in best or found.price > best[key].price:
                best[key] = found
    for found in best.values():
        yield ledger.founding(found), found


def minor_of(found: Found | FoundWith) -> str:
    return found.minor if isinstance(found, FoundWith) else ""


def first_shares(seat: BeerSeat, found: Found | FoundWith) -> int:
    """How many shares I take: enough for it to operate, or with a minor brewery what I can pay for."""
    total = 0
    for size in seat.box.percents[found.company]:
        total += size
        if total >= seat.box.floats_at or isinstance(found, FoundWith):
            break
    return total // 10


def needed(seat: BeerSeat, found: Found | FoundWith) -> int:
    """The money for them."""
    shares = first_shares(seat, found)
    if isinstance(found, FoundWith):
        shares -= seat.box.minors[found.minor].worth // 10
    return max(0, shares) * found.price


def rating(ledger: Ledger, found: Found | FoundWith) -> float:
    """What founding a corporation brings for what it takes: my money and the minor brewery that I give."""
    seat, brewing, price = ledger.seat, ledger.brewing, found.price
    shares, cost = first_shares(seat, found), needed(seat, found)
    cash, given, minor = cost, 0.0, minor_of(found)
    kettles = seat.kettles(minor) if minor else ()
    if minor:
        given = ledger.minor(minor)
        cash += seat.purse(minor) + max(0, 5 - shares) * price  # shares that go to the pool
    limit = seat.box.kettle_limits[seat.s.phase.id][1]
    own = 1 - max(5, shares) / 10
    if "brown" in seat.s.phase.colours:  # shares that may be sold at once
        cash, own = cash + 2 * price, own - 0.2
    incomes = growing(brewing, found.company, kettles, cash, own, limit)
    cell = next(cell for cell in seat.box.market.pars if cell.price == price and cell.row == BREWERIES)
    column = cell.column - max(0, 5 - shares)
    each = worth(seat, incomes, (cell.row, column), 0.95)
    return shares * each / max(cost + given, 1.0) - 1 - BURDEN * len(seat.brewing)


# -- minor breweries -------------------------------------------------------------------------------


def trades(ledger: Ledger) -> Iterable[Offer]:
    """A minor brewery for a share, where that is worth more."""
    seat = ledger.seat
    for swap in seat.of_kind(SwapMinor):
        price = seat.price(swap.company)
        cost = (swap.percent // 10 - 1) * price
        given = cost + ledger.minor(swap.minor)
        if seat.floats(swap.company) and seat.cash - cost >= liabilities(seat):
            yield ledger.value(swap.company) * swap.percent / 10 / max(given, 1.0) - 1, swap
