"""Buying and selling certificates."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Generic

from kursbuch.core import BANK, Frame, Refusal, Step, refuse
from kursbuch.rail.actions import Buy, Sell
from kursbuch.rail.paper.holdings import (
    check_president,
    hand_over,
    percent,
)
from kursbuch.rail.rounds import end_turn
from kursbuch.rail.rounds.deeds import Deed
from kursbuch.rail.state import S
from kursbuch.rail.steps.dealing import (
    DEALING,
    Dealing,
    Sale,
    after_swap,
    deals_of,
    holder_of,
    pays_treasury,
    sale_of,
    who,
)
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
    "DEALING",
    "BuyShare",
    "Dealing",
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
class SellShares(Step[S, Sell]):
    """A player sells a block of one company's certificates to the bank."""

    limits: Limits[S]
    fall: Callable[[S, str, int], None]  # moves the price for so many shares sold
    barred: Callable[[S, str, Sell], Refusal | None] = lambda s, player, sale: None
    moves: Callable[[S, str, str], bool] = lambda s, seller, company: True  # whether the price falls at all
    price: Callable[[S, str], int] = lambda s, company: s.price(company)  # of a share of ten
    exchange: str = ""  # the stage that asks a new president what to give; "": as few certificates as will do
    dealing: Dealing[S] = DEALING
    action = Sell

    def candidates(self, s: S, player: str) -> Iterable[Sell]:
        for company in self.dealing.companies(s):
            most = self.dealing.most(s, player, company) if player in s.shares[company] else 0
            if most:
                room = room_in_pool(s, company, self.limits.pool)
                for size in range(10, min(most, room) + 1, 10):
                    yield Sell(player, size, company)

    def why_not(self, s: S, player: str, action: Sell) -> Refusal | None:
        return self.barred(s, player, action) or self.why_not_sold(s, player, action)

    def why_not_sold(self, s: S, player: str, action: Sell) -> Refusal | None:
        """The rules that hold for every sale, also one in an emergency."""
        company, size = action.company, action.percent
        if action.actor != player:
            return refuse("turn.not-yours", "{player} sells in the own name.", player=player)
        if company not in self.dealing.companies(s):
            return refuse("sell.unfounded", "{company} is not in play.", company=company)
        if size <= 0 or size > percent(s, player, company):
            return refuse("sell.not-held", "{player} does not hold {size} % of {company}.", **who(action))
        if refusal := self.dealing.made_up(s, player, action) or pool_full(
            s, company, size, self.limits.pool, "sell.pool-limit"
        ):
            return refusal
        if self.dealing.sale(s, player, company, size) is None:
            return refuse(
                "sell.president",
                "The president's certificate of {company} cannot be sold, and nobody could take it over.",
                company=company,
            )
        return None

    def outlay(self, s: S, player: str, action: Sell) -> int:
        return -self.brings(s, action.company, action.percent)

    def brings(self, s: S, company: str, size: int) -> int:
        """What the bank pays for so many per cent."""
        return size // 10 * self.price(s, company)

    def apply(self, s: S, player: str, action: Sell) -> None:
        self.sell(s, player, action)
        self.dealing.remember(s, Deed("sell", action.company))

    def sell(self, s: S, player: str, action: Sell, sizes: tuple[int, ...] = ()) -> None:
        """The sale of certificates of these sizes, or of as few as will do; a successor may have to be asked."""
        self.dealing.begins(s)
        sale = self.dealing.sale(s, player, action.company, action.percent)
        assert sale is not None
        if self.exchange and len(sale.given) > 1:
            s.push(
                ExchangeFrame(
                    self.exchange, sale.successor, action.company, player, sale.given, action, sizes
                )
            )
        else:
            self.settle(s, player, action, sizes, sale.given[0] if sale.given else ())

    def settle(self, s: S, player: str, action: Sell, sizes: tuple[int, ...], given: tuple[int, ...]) -> None:
        """The sale itself: swap of the presidency, payment at the price before the fall, then the fall."""
        company, size = action.company, action.percent
        falls = self.moves(s, player, company)  # judged before the presidency changes hands
        if given:
            sale = self.dealing.sale(s, player, company, size)
            assert sale is not None
            hand_over(s, company, sale.successor, given)
        s.note("sells", player=player, percent=size, company=company, price=self.price(s, company))
        s.transfer(BANK, player, self.brings(s, company, size), "shares sold")
        self.dealing.give(s, player, action, sizes)
        s.sold |= {(player, company)}
        if falls:
            self.fall(s, company, size // 10)


def relieving(s: S, sales: SellShares[S], player: str) -> Iterator[Sell]:
    """The legal sales of what a player has too much of: above the certificate limit whatever counts towards it and
    leaves fewer certificates, above the limit of one company its own shares. Nothing else is ever forced out.
    """
    return _helping(s, sales, player, surplus(s, sales.limits, player) > 0)


def _helping(s: S, sales: SellShares[S], player: str, over: bool) -> Iterator[Sell]:
    """The sales that relieve a player who is, or is not, over the certificate limit."""
    limits = sales.limits
    in_play = sales.dealing.companies(s)
    above = {company for company in in_play if held_above(s, limits, player, company)}
    counting = {company for company in in_play if over and not lies_in(s, company, limits.uncounted)}
    helping = above | counting
    for sale in sales.candidates(s, player) if helping else ():
        legal = sale.company in helping and sales.why_not(s, player, sale) is None
        if legal and (sale.company in above or _leaves_fewer(s, sales, sale)):
            yield sale


def _leaves_fewer(s: S, sales: SellShares[S], sale: Sell) -> bool:
    """Whether a sale brings the seller nearer to the certificate limit. One that gives the president's certificate
    away first need not: several ordinary ones come back for it.
    """
    seller = sale.actor
    about = sales.dealing.sale(s, seller, sale.company, sale.percent)
    assert about is not None, "only legal sales are asked about"
    if not about.swapped:
        return True
    after = s.copy()
    sales.settle(after, seller, sale, (), about.given[0])
    return surplus(after, sales.limits, seller) < surplus(s, sales.limits, seller)


@dataclass(frozen=True)
class MustSell(Generic[S]):
    """Who holds too many certificates and can sell of them has to, before anything else; with `holdings` also who
    holds more of one company than is allowed.
    """

    sales: SellShares[S]
    holdings: bool = False

    def __call__(self, s: S, player: str) -> Refusal | None:
        found = s.findings
        if found is None:
            return self._why(s, player)
        key = (id(self), player)
        if key not in found:
            found[key] = self._why(s, player)
        refusal: Refusal | None = found[key]
        return refusal

    def _why(self, s: S, player: str) -> Refusal | None:
        extra = surplus(s, self.sales.limits, player)
        if not (extra or self.holdings) or not any(_helping(s, self.sales, player, extra > 0)):
            return None
        if not extra:
            return refuse("limit.must-sell", "{player} holds too much and must sell.", player=player)
        return refuse(
            "limit.must-sell",
            "{player} holds {extra} certificates too many and must sell.",
            player=player,
            extra=extra,
        )


@dataclass(frozen=True)
class BuyShare(Step[S, Buy]):
    """A player buys one certificate from the company, the offer or the pool, at the current price."""

    limits: Limits[S]
    sources: tuple[str, ...]
    payee: Callable[[str, str], str]  # who is paid, by source and company
    price: Callable[[S, str, str], int] = lambda s, company, source: s.price(company)  # of a share of ten
    ends_turn: bool = True
    barred: Callable[[S, str, Buy], Refusal | None] = lambda s, player, purchase: None
    bought: Callable[[S, str, Buy], None] = lambda s, player, purchase: None
    overtaken: Callable[[S, str], None] = check_president  # settles who is president of a company
    dealing: Dealing[S] = DEALING
    memory: Callable[[str], Deed] = lambda company: Deed("buy")  # what the turn remembers of a purchase
    rule_for: Callable[[S, Buy, str], str] = lambda s, purchase, rule: rule  # what only the title tells apart
    shut: Callable[[S, str], bool] = lambda s, player: False  # True: nothing is even offered now
    action = Buy

    def candidates(self, s: S, player: str) -> Iterable[Buy]:
        cash = s.cash[player]
        for purchase in self.on_offer(s, player):
            if self.cost(s, purchase) <= cash:
                yield purchase

    def on_offer(self, s: S, player: str) -> Iterable[Buy]:
        """What is for sale to a player, affordable or not."""
        if self.shut(s, player):
            return
        for company in self.dealing.companies(s):
            if (player, company) not in s.sold:
                for source in self.sources:
                    for size in self.dealing.sizes(s, holder_of(source, company), company):
                        yield Buy(player, size, company, source)

    def why_not(self, s: S, player: str, action: Buy) -> Refusal | None:
        refusal = self._why_not(s, player, action)
        return refusal and refusal.by(self.rule_for(s, action, refusal.rule))

    def _why_not(self, s: S, player: str, action: Buy) -> Refusal | None:
        company = action.company
        if action.actor != player:
            return refuse("turn.not-yours", "{player} buys in the own name.", player=player)
        if company not in self.dealing.companies(s):
            return refuse("buy.unfounded", "{company} is not founded.", company=company)
        if (refusal := self.barred(s, player, action)) is not None:
            return refusal
        if action.source not in self.sources:
            return refuse("buy.source", "No certificates are sold by {source}.", source=action.source)
        if action.percent not in self.dealing.sizes(s, holder_of(action.source, company), company):
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

    def cost(self, s: S, action: Buy) -> int:
        return action.percent // 10 * self.price(s, action.company, action.source)

    def _money(self, s: S, player: str, action: Buy) -> dict[str, object]:
        return {"player": player, "cash": s.cash[player], "price": self.cost(s, action)}

    def _too_much(self, s: S, player: str, action: Buy) -> Refusal | None:
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

    def apply(self, s: S, player: str, action: Buy) -> None:
        company = action.company
        self.dealing.begins(s)
        price = self.cost(s, action)
        s.note(
            "buys", player=player, percent=action.percent, company=company, source=action.source, price=price
        )
        s.transfer(player, self.payee(action.source, company), price, "share bought")
        self.dealing.take(s, player, action)
        self.overtaken(s, company)
        self.dealing.remember(s, self.memory(company))
        self.bought(s, player, action)
        if self.ends_turn:
            end_turn(s)
