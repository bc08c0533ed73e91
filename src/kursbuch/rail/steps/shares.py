"""Buying and selling certificates."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from kursbuch.core import BANK, Frame, Refusal, Step, refuse
from kursbuch.rail.actions import Buy, Sell
from kursbuch.rail.paper.holdings import (
    check_president,
    hand_over,
    held,
    move,
    named,
    percent,
    pick,
    pick_from,
    president,
    successor,
    ways,
)
from kursbuch.rail.rounds import StockFrame, dealt, end_turn
from kursbuch.rail.rounds.deeds import Deed
from kursbuch.rail.state import POOL, RailState
from kursbuch.rail.steps.limits import (
    Limits,
    held_above,
    lies_in,
    pool_full,
    room_for,
    room_in_pool,
    surplus,
)

__all__ = [
    "BuyShare",
    "ExchangeFrame",
    "Limits",
    "MustSell",
    "Sale",
    "SellShares",
    "after_swap",
    "deals_of",
    "held_above",
    "holder_of",
    "pays_treasury",
    "relieving",
    "room_for",
    "sale_of",
    "surplus",
]


@dataclass(frozen=True)
class Sale:
    """What a sale of part of a company would bring about."""

    successor: str  # who is president after it
    given: tuple[
        tuple[int, ...], ...
    ] = ()  # what the successor could give for the president's certificate first

    @property
    def swapped(self) -> bool:
        """Whether the president's certificate changes hands first."""
        return bool(self.given)


def sale_of(s: RailState, seller: str, company: str, size: int) -> Sale | None:
    """How a player could sell so much; None if the certificates do not allow it.

    A president who would be left with less than the president's certificate must hand it over first, which
    needs another player who holds as much as it and then more than the seller.
    """
    holdings = {player: percent(s, player, company) for player in s.players}
    if size > holdings[seller]:
        return None
    now = president(s, company)
    least = s.box.companies[company].certificates[0].percent
    if seller != now:
        return Sale(now) if pick(s, seller, company, size) is not None else None
    holdings[seller] -= size
    heir = successor(s, company, holdings, seller, least)
    if heir == seller:
        return Sale(seller) if pick(s, seller, company, size) is not None else None
    given = tuple(
        way
        for way in ways(s, held(s, heir, company), company, least)
        if pick_from(s, after_swap(s, seller, heir, company, way), company, size) is not None
    )
    return Sale(heir, given) if given else None


def after_swap(s: RailState, seller: str, heir: str, company: str, way: tuple[int, ...]) -> list[int]:
    """The certificates of a president who has exchanged the president's certificate for these of the heir's."""
    return [*held(s, seller, company), *(named(s, held(s, heir, company), company, way) or ())]


@dataclass(frozen=True, slots=True)
class ExchangeFrame(Frame):
    """A new president says which certificates go to the one before for the president's certificate; a sale of that
    player may wait for it.
    """

    player: str
    company: str
    before: str
    given: tuple[tuple[int, ...], ...]  # the ways to choose from, by sizes
    sale: Sell | None = None
    sizes: tuple[int, ...] = ()  # of the certificates sold, if they are named


@dataclass(frozen=True)
class SellShares(Step[RailState, Sell]):
    """A player sells a block of one company's certificates to the bank."""

    limits: Limits
    fall: Callable[[Any, str, int], None]  # moves the price for so many shares sold
    barred: Callable[[Any, str, Sell], Refusal | None] = lambda s, player, sale: None
    moves: Callable[[Any, str, str], bool] = lambda s, seller, company: True  # whether the price falls at all
    price: Callable[[Any, str], int] = lambda s, company: s.price(company)  # of a share of ten
    exchange: str = ""  # the stage that asks a new president what to give; "": as few certificates as will do
    action = Sell

    def candidates(self, s: RailState, player: str) -> Iterable[Sell]:
        for company in s.founded:
            room = room_in_pool(s, company, self.limits.pool)
            for size in range(10, min(percent(s, player, company), room) + 1, 10):
                yield Sell(player, size, company)

    def why_not(self, s: RailState, player: str, action: Sell) -> Refusal | None:
        return self.barred(s, player, action) or self.why_not_sold(s, player, action)

    def why_not_sold(self, s: RailState, player: str, action: Sell) -> Refusal | None:
        """The rules that hold for every sale, also one in an emergency."""
        company, size = action.company, action.percent
        if action.actor != player:
            return refuse("turn.not-yours", "{player} sells in the own name.", player=player)
        if company not in s.founded:
            return refuse("sell.unfounded", "{company} is not in play.", company=company)
        if size <= 0 or size > percent(s, player, company):
            return refuse("sell.not-held", "{player} does not hold {size} % of {company}.", **_who(action))
        if pick_from(s, range(len(s.shares[company])), company, size) is None:
            return refuse("sell.size", "No certificates of {company} make up {size} %.", **_who(action))
        if refusal := pool_full(s, company, size, self.limits.pool, "sell.pool-limit"):
            return refusal
        if sale_of(s, player, company, size) is None:
            return refuse(
                "sell.president",
                "The president's certificate of {company} cannot be sold, and nobody could take it over.",
                company=company,
            )
        return None

    def apply(self, s: RailState, player: str, action: Sell) -> None:
        self.sell(s, player, action)
        dealt(s, Deed("sell", action.company))

    def sell(self, s: RailState, player: str, action: Sell, sizes: tuple[int, ...] = ()) -> None:
        """The sale of certificates of these sizes, or of as few as will do; a successor may have to be asked."""
        sale = sale_of(s, player, action.company, action.percent)
        assert sale is not None
        if self.exchange and len(sale.given) > 1:
            s.push(
                ExchangeFrame(
                    self.exchange, sale.successor, action.company, player, sale.given, action, sizes
                )
            )
        else:
            self.settle(s, player, action, sizes, sale.given[0] if sale.given else ())

    def settle(
        self, s: RailState, player: str, action: Sell, sizes: tuple[int, ...], given: tuple[int, ...]
    ) -> None:
        """The sale itself: swap of the presidency, payment at the price before the fall, then the fall."""
        company, size = action.company, action.percent
        sale = sale_of(s, player, company, size)
        assert sale is not None
        falls = self.moves(s, player, company)  # judged before the presidency changes hands
        if given:
            hand_over(s, company, sale.successor, given)
        own = held(s, player, company)
        paper = named(s, own, company, sizes) if sizes else pick_from(s, own, company, size)
        assert paper is not None
        move(s, company, paper, POOL)
        price = self.price(s, company)
        s.note("sells", player=player, percent=size, company=company, price=price)
        s.transfer(BANK, player, size // 10 * price, "shares sold")
        s.sold |= {(player, company)}
        if falls:
            self.fall(s, company, size // 10)


def relieving(s: RailState, sales: SellShares, player: str) -> Iterator[Sell]:
    """The legal sales of what a player has too much of: above the certificate limit whatever counts towards it,
    above the limit of one company its own shares. Nothing else is ever forced out.
    """
    limits = sales.limits
    over = surplus(s, limits, player) > 0
    for sale in sales.candidates(s, player):
        counts = over and not lies_in(s, sale.company, limits.uncounted)
        if (counts or held_above(s, limits, player, sale.company)) and sales.why_not(s, player, sale) is None:
            yield sale


@dataclass(frozen=True)
class MustSell:
    """Who holds too many certificates and can sell of them has to, before anything else; with `holdings` also who
    holds more of one company than is allowed.
    """

    sales: SellShares
    holdings: bool = False

    def __call__(self, s: RailState, player: str) -> Refusal | None:
        extra = surplus(s, self.sales.limits, player)
        if not (extra or self.holdings) or not any(relieving(s, self.sales, player)):
            return None
        if not extra:
            return refuse("sell.surplus", "{player} holds too much and must sell.", player=player)
        return refuse(
            "sell.surplus",
            "{player} holds {extra} certificates too many and must sell.",
            player=player,
            extra=extra,
        )


def _who(action: Sell) -> dict[str, object]:
    return {"player": action.actor, "size": action.percent, "company": action.company}


def holder_of(source: str, company: str) -> str:
    """Where certificates lie that a purchase names by its source."""
    return company if source == "company" else source


def pays_treasury(source: str, company: str) -> str:
    """Who is paid where companies sell their own certificates, and the bank those in the pool."""
    return company if source == "company" else BANK


@dataclass(frozen=True)
class BuyShare(Step[RailState, Buy]):
    """A player buys one certificate from the company, the offer or the pool, at the current price."""

    limits: Limits
    sources: tuple[str, ...]
    payee: Callable[[str, str], str]  # who is paid, by source and company
    price: Callable[[Any, str, str], int] = lambda s, company, source: s.price(company)  # of a share of ten
    ends_turn: bool = True
    barred: Callable[[Any, str, Buy], Refusal | None] = lambda s, player, purchase: None
    bought: Callable[[Any, str, Buy], None] = lambda s, player, purchase: None
    overtaken: Callable[[Any, str], None] = check_president  # settles who is president of a company
    action = Buy

    def candidates(self, s: RailState, player: str) -> Iterable[Buy]:
        for company in s.founded:
            if (player, company) in s.sold:
                continue
            paper = s.box.companies[company].certificates
            owners = s.shares[company]
            for source in self.sources:
                place = holder_of(source, company)
                if place not in owners:
                    continue
                sizes = {
                    c.percent
                    for c, held in zip(paper, owners, strict=True)
                    if held == place and not c.president
                }
                for size in sorted(sizes):
                    yield Buy(player, size, company, source)

    def why_not(self, s: RailState, player: str, action: Buy) -> Refusal | None:
        company = action.company
        if action.actor != player:
            return refuse("turn.not-yours", "{player} buys in the own name.", player=player)
        if company not in s.founded:
            return refuse("buy.unfounded", "{company} is not founded.", company=company)
        if (refusal := self.barred(s, player, action)) is not None:
            return refusal
        if action.source not in self.sources:
            return refuse("buy.source", "No certificates are sold by {source}.", source=action.source)
        if not self._on_offer(s, action):
            return refuse(
                "buy.none-left",
                "{source} has no certificate of {size} % of {company}.",
                source=action.source,
                size=action.percent,
                company=company,
            )
        if (player, company) in s.sold:
            return refuse(
                "buy.sold-before",
                "{player} has sold {company} in this stock round.",
                player=player,
                company=company,
            )
        if refusal := self._too_much(s, player, action) or room_for(s, self.limits, player, company):
            return refusal
        if s.cash[player] < self.cost(s, action):
            return refuse(
                "buy.cash", "{player} has {cash}, the price is {price}.", **self._money(s, player, action)
            )
        return None

    def cost(self, s: RailState, action: Buy) -> int:
        return action.percent // 10 * self.price(s, action.company, action.source)

    def _money(self, s: RailState, player: str, action: Buy) -> dict[str, object]:
        return {"player": player, "cash": s.cash[player], "price": self.cost(s, action)}

    def _on_offer(self, s: RailState, action: Buy) -> bool:
        place = holder_of(action.source, action.company)
        paper = s.box.companies[action.company].certificates
        return any(
            owner == place and c.percent == action.percent and not c.president
            for c, owner in zip(paper, s.shares[action.company], strict=True)
        )

    def _too_much(self, s: RailState, player: str, action: Buy) -> Refusal | None:
        if lies_in(s, action.company, self.limits.unlimited):
            return None
        after = percent(s, player, action.company) + action.percent
        if after > self.limits.holding:
            return refuse(
                "buy.holding-limit",
                "{player} would hold {after} % of {company}; at most {limit} % are allowed.",
                player=player,
                after=after,
                company=action.company,
                limit=self.limits.holding,
            )
        return None

    def apply(self, s: RailState, player: str, action: Buy) -> None:
        company = action.company
        place = holder_of(action.source, company)
        paper = pick(s, place, company, action.percent)
        assert paper is not None
        price = self.cost(s, action)
        s.note(
            "buys", player=player, percent=action.percent, company=company, source=action.source, price=price
        )
        s.transfer(player, self.payee(action.source, company), price, "share bought")
        move(s, company, paper[:1], player)
        self.overtaken(s, company)
        dealt(s, Deed("buy"))
        self.bought(s, player, action)
        if self.ends_turn:
            end_turn(s)


def deals_of(s: RailState) -> tuple[Deed, ...]:
    """What the player on turn has dealt so far."""
    return s.top.dealt if isinstance(s.top, StockFrame) else ()
