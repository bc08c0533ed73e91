"""A company must own a train, or equipment, and cannot pay: in which order money is raised, and which certificates go
for it (18DO §4.5.7.4, §4.5.7.5, §6.5.2.7).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Generic

from kursbuch.core import BANK, Action, Frame, Refusal, Stage, Step, refuse
from kursbuch.rail.actions import BuyTrain, Paper, Sell, SellPaper
from kursbuch.rail.paper.holdings import held, move, named, percent, president, ways
from kursbuch.rail.rounds import did, turn_of
from kursbuch.rail.rounds.deeds import Deed
from kursbuch.rail.state import POOL
from kursbuch.titles.dortmund.railway.market import sold_by_player, sold_by_railway
from kursbuch.titles.dortmund.railway.state import D, State18DO
from kursbuch.titles.dortmund.railway.treasury import Fall, sell_own

ASKED = Deed("asked for certificates")  # what a turn remembers
RAISING = "raising"  # the stage in which a director says which certificates go for a forced purchase


@dataclass(frozen=True, slots=True)
class RaisingFrame(Frame):
    """A forced purchase waits until the director has said which certificates are sold for it."""

    company: str
    seller: str  # the company itself, or its director
    ways: tuple[tuple[int, ...], ...]  # to choose from, by sizes
    purchase: Action


def fewest_of_railway(s: State18DO, company: str) -> str:
    """The rule by which no more is sold for a train than is needed."""
    return "18DO-4.5.7.5-13"


@dataclass(frozen=True)
class Falls(Generic[D]):
    """How the price falls for what is sold in a forced purchase, and which rule lets no more be sold."""

    own: Fall[D] = sold_by_railway  # for certificates of the company itself
    director: Fall[D] = sold_by_player
    fewest: Callable[[D, str], str] = fewest_of_railway


def raise_money(s: State18DO, purchase: BuyTrain) -> None:
    """The money for a train that must be bought is raised, whatever it takes."""
    note_forced(s, purchase)
    raise_for(s, purchase, purchase.price, Falls())


def note_forced(s: State18DO, purchase: BuyTrain) -> None:
    """Tell of a forced purchase, once."""
    company = purchase.actor
    if begins(s):
        s.note(
            "forced-purchase",
            company=company,
            player=president(s, company),
            train=purchase.train,
            price=purchase.price,
        )


def begins(s: State18DO) -> bool:
    """Whether a forced purchase begins; else it goes on after its director was asked."""
    return ASKED not in turn_of(s).done


def raise_for(s: D, purchase: Action, price: int, falls: Falls[D]) -> None:
    """Treasury, own certificates, the director's cash, his certificates of the company, a loan: in this order.

    It ends where the director has to be asked which certificates go, and where a fall of the price closes the
    company: there is nothing left to buy.
    """
    company = purchase.actor
    director, own = president(s, company), held(s, company, company)
    certificates = fewest(s, company, own, price - s.cash[company])
    if _asks(s, purchase, company, own, certificates):
        return
    sell_own(s, company, certificates, falls.own)
    if s.prices.cell(company).closes:
        return
    gap = price - s.cash[company]
    if gap > s.cash[director]:
        # the director's certificate is not sold (18DO-4.5.7.5-15)
        ordinary = held(s, director, company)[1:]
        certificates = fewest(s, company, ordinary, gap - s.cash[director], _most(s, director, company))
        if _asks(s, purchase, director, ordinary, certificates):
            return
        sell_directors(s, director, company, certificates, falls.director)
        if s.prices.cell(company).closes:
            return
    while gap > s.cash[director]:  # a bank without money asks its players, and lends again
        lend(s, director, gap - s.cash[director])
    if gap > 0:
        s.transfer(director, company, gap, "director's help")


def _asks(s: D, purchase: Action, seller: str, own: list[int], certificates: list[int]) -> bool:
    """Whether a sale could be made up in several ways; then the director is asked."""
    company = purchase.actor
    size = sum(s.box.percents[company][n] for n in certificates)
    choices = ways(s, own, company, size) if size else []
    if len(choices) > 1:
        did(s, ASKED)
        s.push(RaisingFrame(RAISING, company, seller, tuple(choices), purchase))
    return len(choices) > 1


def _most(s: State18DO, director: str, company: str) -> int:
    """How much the director can sell without losing the company, in per cent (18DO-4.5.7.5-14)."""
    others = max(percent(s, player, company) for player in s.players if player != director)
    return max(0, percent(s, director, company) - others)


def fewest(s: State18DO, company: str, certificates: list[int], gap: int, most: int = 100) -> list[int]:
    """Certificates of least size that close a gap, at most so many per cent; if none do, as much as there is."""
    sizes, price = s.box.percents[company], s.price(company)
    if gap <= 0:
        return []
    if all(sizes[n] == 10 for n in certificates):  # the common case needs no search
        return certificates[: min(-(-gap // price), most // 10)]
    every = [list(c) for count in range(len(certificates) + 1) for c in combinations(certificates, count)]
    worth = [(sum(sizes[n] for n in chosen), chosen) for chosen in every]
    allowed = [(size, chosen) for size, chosen in worth if size <= most]
    enough = [(size, chosen) for size, chosen in allowed if size // 10 * price >= gap]
    return min(enough, key=lambda c: c[0])[1] if enough else max(allowed, key=lambda c: c[0])[1]


def sell_directors(s: D, director: str, company: str, certificates: list[int], sold: Fall[D]) -> None:
    """The director sells certificates of the company in need."""
    size = sum(s.box.percents[company][n] for n in certificates)
    if size:
        s.note("sells", player=director, percent=size, company=company, price=s.price(company))
        move(s, company, certificates, POOL)
        s.transfer(BANK, director, size // 10 * s.price(company), "shares sold")
        sold(s, company, size // 10)


@dataclass(frozen=True)
class SellFewest(Step[D, Sell]):
    """The director has as few certificates sold as will do; then the purchase goes on."""

    falls: Falls[D]
    goes_on: Callable[[D, str, Any], None]
    action = Sell

    def candidates(self, s: D, player: str) -> Iterable[Sell]:
        f = s.frame(RaisingFrame)
        yield Sell(f.seller, sum(f.ways[0]), f.company)

    def why_not(self, s: D, player: str, action: Sell) -> Refusal | None:
        f = s.frame(RaisingFrame)
        return None if action in self.candidates(s, player) else self.one_of_these(s, f)

    def one_of_these(self, s: D, f: RaisingFrame) -> Refusal:
        """No more is sold than is needed; nothing else is done before."""
        choices = ", ".join(str(Paper(way)) for way in f.ways)
        return refuse(
            self.falls.fewest(s, f.company),
            "First {seller} sells one of these: {choices}.",
            seller=f.seller,
            choices=choices,
        )

    def outlay(self, s: D, player: str, action: Sell) -> int:
        return -(action.percent // 10 * s.price(action.company))

    def apply(self, s: D, player: str, action: Sell) -> None:
        self.sell(s, player, s.frame(RaisingFrame).ways[0])

    def sell(self, s: D, player: str, sizes: tuple[int, ...]) -> None:
        """Certificates of these sizes are sold, and the purchase is taken up again."""
        f = s.frame(RaisingFrame)
        s.pop()
        certificates = named(s, held(s, f.seller, f.company), f.company, sizes)
        assert certificates is not None
        if f.seller == f.company:
            sell_own(s, f.company, certificates, self.falls.own)
        else:
            sell_directors(s, f.seller, f.company, certificates, self.falls.director)
        if not s.prices.cell(f.company).closes:
            self.goes_on(s, player, f.purchase)


@dataclass(frozen=True)
class SellNamed(Step[D, SellPaper]):
    """The director says which certificates are sold."""

    sale: SellFewest[D]
    action = SellPaper

    def candidates(self, s: D, player: str) -> Iterable[SellPaper]:
        f = s.frame(RaisingFrame)
        return (SellPaper(f.seller, Paper(way), f.company) for way in f.ways[1:])

    def why_not(self, s: D, player: str, action: SellPaper) -> Refusal | None:
        f = s.frame(RaisingFrame)
        if (action.actor, action.company) == (f.seller, f.company) and action.paper.sizes in f.ways:
            return None
        return self.sale.one_of_these(s, f)

    def outlay(self, s: D, player: str, action: SellPaper) -> int:
        return -(action.paper.percent // 10 * s.price(action.company))

    def apply(self, s: D, player: str, action: SellPaper) -> None:
        self.sale.sell(s, player, action.paper.sizes)


class Raising(Stage[D, RaisingFrame]):
    """The director of a company in need says which certificates are sold. `goes_on` takes up the purchase again."""

    kind = "raising"

    def __init__(self, falls: Falls[D], goes_on: Callable[[D, str, Any], None]) -> None:
        self.sale = SellFewest(falls, goes_on)
        self.steps = (self.sale, SellNamed(self.sale))

    def deciders(self, s: D, f: RaisingFrame) -> tuple[str, ...]:
        return (president(s, f.company),)

    def actors(self, s: D, f: RaisingFrame, player: str) -> tuple[str, ...]:
        return (player, f.company)

    def not_now(self, s: D, f: RaisingFrame, action: Action) -> Refusal:
        return self.sale.one_of_these(s, f)

    def not_yours(self, s: D, f: RaisingFrame, action: Action) -> Refusal:
        return self.not_now(s, f, action)


def lend(s: State18DO, player: str, amount: int) -> None:
    """The bank lends what is missing; it counts twice at the end (18DO-4.5.7.5-16, 18DO-4.5.7.5-17)."""
    s.note("loan", player=player, amount=amount)
    s.loans[player] = s.loans.get(player, 0) + amount
    s.transfer(BANK, player, amount, "loan")
