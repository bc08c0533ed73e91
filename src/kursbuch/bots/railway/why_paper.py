"""Why shares are bought or sold, income paid or kept: what a share will bring, what money is needed for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from kursbuch.bots.advice import Reason
from kursbuch.bots.railway.money import income_now, shortage
from kursbuch.bots.railway.prospects import value
from kursbuch.bots.railway.seat import Seat
from kursbuch.bots.railway.stock import liabilities, takes_lead
from kursbuch.bots.railway.why_trains import not_bought, rust_ahead
from kursbuch.core import Action
from kursbuch.rail.actions import Buy, Issue, Lay, Pass, Pay, Redeem, Sell, SellPaper, Station, Withhold

CERTAIN = 0.05  # of its price by which a share must be worth more or less for a word

Kinds = Sequence[tuple[type[Action], Callable[[Any, Any], Iterator[Reason]]]]
"""What explains which kind of action, from a seat and the action."""

Value = Callable[[Any, str], float | None]
"""What a share of ten per cent of a company is likely to bring, in the eyes of a seat; None if nothing is known."""


def in_play(seat: Seat, company: str) -> float | None:
    """What a share brings; nothing is known of companies that are not in play."""
    return value(seat, company) if company in seat.in_play else None


def paper(value_of: Value) -> Kinds:
    """What explains dealings in shares, by what those are worth."""
    return (
        (Buy, partial(_buy, value_of)),
        (Sell, partial(_sell, value_of)),
        (SellPaper, partial(_sell_paper, value_of)),
        (Redeem, partial(_redeem, value_of)),
        (Pass, partial(passed, value_of)),
    )


def _buy(value_of: Value, seat: Seat, buy: Buy) -> Iterator[Reason]:
    """What a share pays, what it will bring, whether it makes me lead."""
    company = buy.company
    if company not in seat.companies:
        return
    price = seat.lore.asks(seat, buy)
    if not seat.lore.floated(seat, company):
        yield Reason("floats-later", {"company": company})
    elif takes_lead(seat, buy):
        yield Reason("takes-lead", {"company": company})
    yield from share(seat, company, price, value_of(seat, company))


def share(seat: Seat, company: str, price: int, brings: float | None) -> Iterator[Reason]:
    """What a share of this price is worth, and what it pays now."""
    if brings is None:
        return
    worth = round(brings)
    if abs(worth - price) > CERTAIN * price:
        key = "share-brings" if worth > price else "share-fades"
        yield Reason(key, {"company": company, "worth": worth, "price": price})
    else:
        yield Reason("share-holds", {"company": company, "price": price})
    income = seat.income(company)
    if income and worth > price:
        yield Reason("share-pays", {"company": company, "income": income, "share": income // 10})


def _sell(value_of: Value, seat: Seat, sale: Sell) -> Iterator[Reason]:
    yield from _sold(value_of, seat, sale.company, sale.percent)


def _sell_paper(value_of: Value, seat: Seat, sale: SellPaper) -> Iterator[Reason]:
    yield from _sold(value_of, seat, sale.company, sale.paper.percent)


def _redeem(value_of: Value, seat: Seat, redeem: Redeem) -> Iterator[Reason]:
    """What the company pays for its share and has left, and what the share will bring."""
    company = redeem.actor
    cost = redeem.shares * seat.price(company)
    yield Reason("redeem-leaves", {"company": company, "price": cost, "cash": seat.purse(company) - cost})
    yield from share(seat, company, seat.price(company), value_of(seat, company))


def _sold(value_of: Value, seat: Seat, company: str, percent: int) -> Iterator[Reason]:
    told = share(seat, company, seat.price(company), value_of(seat, company))
    yield from (reason for reason in told if reason.key == "share-fades")
    yield from rust_ahead(seat, seat.trains(company))
    if company in seat.in_play and not seat.trains(company):
        yield Reason("no-train", {"company": company})
    yield Reason("sale-brings", {"cash": percent // 10 * seat.lore.brings(seat, company)})


def passed(value_of: Value, seat: Seat, action: Pass) -> Iterator[Reason]:
    """Money that may be needed is a reason to pass, and that nothing on the list brings more."""
    company = action.actor
    if company in seat.companies:
        yield from _no_turn(seat, company)
    elif "stock" in seat.stages:
        yield from _no_share(value_of, seat)
    else:
        yield Reason("cash-kept", {"cash": seat.cash})


def _no_turn(seat: Seat, company: str) -> Iterator[Reason]:
    """Why a company does nothing: what it saves for, what a train or track would change, what it has."""
    if (missing := shortage(seat, company)) and seat.next_kind is not None:
        yield Reason("saves", {"company": company, "missing": missing, "train": seat.next_kind.id})
    yield from not_bought(seat, company)
    if any(isinstance(one, Lay | Station) for one in seat.legal):
        yield Reason("runs-already", {"company": company, "income": seat.income(company)})
    yield Reason("treasury", {"company": company, "cash": seat.purse(company)})


def _no_share(value_of: Value, seat: Seat) -> Iterator[Reason]:
    """Why nothing is bought: money for trains, or what the best share would bring."""
    kept = liabilities(seat)
    if kept:
        yield Reason("kept-for-trains", {"cash": kept})
    offers = []
    for buy in seat.of_kind(Buy):
        price, worth = seat.lore.asks(seat, buy), value_of(seat, buy.company)
        if worth is not None:
            offers.append((worth / max(1, price), buy.company, price, worth))
    if offers:
        _, company, price, worth = max(offers)
        yield Reason("best-share", {"company": company, "price": price, "worth": round(worth)})
    elif not seat.of_kind(Buy):
        yield Reason("no-share")


def paid(seat: Seat, pay: Pay) -> Iterator[Reason]:
    company = pay.actor
    if company not in seat.companies:
        return
    income = seat.lore.pays(income_now(seat, company))
    mine = income * seat.share(seat.me, company) // 100
    yield Reason("pays-me", {"player": seat.me, "company": company, "income": income, "mine": mine})
    if _lifts(seat, company, income):
        yield Reason("price-rises", {"company": company, "price": seat.price(company)})


def _lifts(seat: Seat, company: str, income: int) -> bool:
    """Whether the price is higher once so much is paid: at the end of the market it stays."""
    price, market = seat.price(company), seat.box.market
    if not seat.lore.rises(income, price) or company not in seat.s.prices:
        return False
    return market.cells[seat.lore.climb(market, seat.s.prices.spots[company], income, price)].price > price


def withheld(seat: Seat, keep: Withhold) -> Iterator[Reason]:
    company = keep.actor
    if company not in seat.companies:
        return
    missing = shortage(seat, company)
    if missing and seat.next_kind is not None:
        yield Reason("saves", {"company": company, "missing": missing, "train": seat.next_kind.id})
    yield from rust_ahead(seat, seat.trains(company))
    yield Reason("treasury-gets", {"company": company, "cash": income_now(seat, company)})


def issued(seat: Seat, issue: Issue) -> Iterator[Reason]:
    """What the treasury gets."""
    company = issue.actor
    cash = issue.shares * seat.lore.issued_at(seat, company, issue.shares)
    yield Reason("treasury-gets", {"company": company, "cash": cash})
    if (missing := shortage(seat, company)) and seat.next_kind is not None:
        yield Reason("saves", {"company": company, "missing": missing, "train": seat.next_kind.id})
