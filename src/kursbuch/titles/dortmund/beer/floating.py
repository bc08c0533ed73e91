"""Companies go into operation, and late in the game may sell own shares at once (18DO §6.4.2, §6.4.5 a)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from kursbuch.core import BANK, Action, Frame, Refusal, Stage, Step, refuse
from kursbuch.rail.actions import Paper, Pass
from kursbuch.rail.paper.holdings import held, move, named, percent, president, ways
from kursbuch.rail.state import POOL
from kursbuch.rail.steps.limits import pool_full
from kursbuch.titles.dortmund.beer.actions import PlacePaper, PlaceShares
from kursbuch.titles.dortmund.beer.prices import moved_left
from kursbuch.titles.dortmund.beer.state import B, BeerState
from kursbuch.titles.dortmund.railway import stock

SALES = (10, 20)  # what may be sold on going into operation


@dataclass(frozen=True, slots=True)
class FloatFrame(Frame):
    """A company that has just gone into operation."""

    company: str


def from_stack(s: BeerState, company: str, size: int) -> list[int] | None:
    """Own certificates that make up this size, the uppermost of the stack if they can; None if none do."""
    own, sizes = held(s, company, company), s.box.percents[company]
    every = (c for count in range(1, len(own) + 1) for c in combinations(own, count))
    fitting = min((c for c in every if sum(sizes[n] for n in c) == size), default=None)
    return None if fitting is None else list(fitting)


def ways_beside(s: BeerState, company: str, size: int, usual: Sequence[int]) -> list[tuple[int, ...]]:
    """The other ways to make up a sale of own certificates, by sizes, than those that are taken if none are named."""
    sizes = tuple(sorted((s.box.percents[company][n] for n in usual), reverse=True))
    return [way for way in ways(s, held(s, company, company), company, size) if way != sizes]


def check_float(s: BeerState, company: str) -> None:
    """With five shares in players' hands a company goes into operation (18DO-6.4.2-1)."""
    before = s.floated
    stock.check_float(s, company)
    if company not in before and company in s.floated:
        _offer_sale(s, company)


def _offer_sale(s: BeerState, company: str) -> None:
    """In the brown and the grey phase its director may at once sell own shares (18DO-6.4.2-2)."""
    if "brown" in s.phase.colours and any(why_not_placed(s, company, size) is None for size in SALES):
        s.push(FloatFrame("floating", company))


def why_not_placed(s: BeerState, company: str, size: int) -> Refusal | None:
    if size not in SALES or from_stack(s, company, size) is None:
        return refuse(
            "18DO-6.4.2-2", "{company} cannot sell {size} % of its own.", company=company, size=size
        )
    return pool_full(s, company, size, s.box.pool_limit, "18DO-6.4.6-2")


@dataclass(frozen=True)
class PlaceOwnShares(Step[BeerState, PlaceShares]):
    """Up to 20 % go to the pool at the current price, which does not move (18DO-6.4.2-4, 18DO-6.4.2-5)."""

    action = PlaceShares

    def candidates(self, s: BeerState, player: str) -> Iterable[PlaceShares]:
        return (PlaceShares(_company(s), size) for size in SALES)

    def why_not(self, s: BeerState, player: str, action: PlaceShares) -> Refusal | None:
        return why_not_placed(s, _company(s), action.percent)

    def apply(self, s: BeerState, player: str, action: PlaceShares) -> None:
        _place(s, action.actor, action.percent, from_stack(s, action.actor, action.percent))


@dataclass(frozen=True)
class PlaceChosen(Step[BeerState, PlacePaper]):
    """The director says which certificates are sold."""

    action = PlacePaper

    def candidates(self, s: BeerState, player: str) -> Iterable[PlacePaper]:
        company = _company(s)
        for size in SALES:
            for way in ways_beside(s, company, size, from_stack(s, company, size) or ()):
                yield PlacePaper(company, Paper(way))

    def why_not(self, s: BeerState, player: str, action: PlacePaper) -> Refusal | None:
        company, paper = _company(s), action.paper
        if refusal := why_not_placed(s, company, paper.percent):
            return refusal
        if _named(s, company, paper) is None:
            return refuse(
                "18DO-6.4.2-2",
                "{company} has no own certificates {paper}.",
                company=company,
                paper=str(paper),
            )
        return None

    def apply(self, s: BeerState, player: str, action: PlacePaper) -> None:
        _place(s, action.actor, action.paper.percent, _named(s, action.actor, action.paper))


def _named(s: BeerState, company: str, paper: Paper) -> list[int] | None:
    return named(s, held(s, company, company), company, paper.sizes)


def _place(s: BeerState, company: str, size: int, certificates: list[int] | None) -> None:
    """The sale itself, which is the last word on it."""
    assert certificates is not None
    s.pop()
    s.note("issues", company=company, shares=size // 10, price=s.price(company))
    move(s, company, certificates, POOL)
    s.transfer(BANK, company, size // 10 * s.price(company), "shares issued")


@dataclass(frozen=True)
class PlaceNone(Step[BeerState, Pass]):
    """The right lapses (18DO-6.4.2-6)."""

    action = Pass

    def candidates(self, s: BeerState, player: str) -> Iterable[Pass]:
        yield Pass(_company(s))

    def why_not(self, s: BeerState, player: str, action: Pass) -> Refusal | None:
        return None

    def apply(self, s: BeerState, player: str, action: Pass) -> None:
        s.pop()


class Floating(Stage[B, FloatFrame]):
    """The director decides on the sale, whoever's turn it is (18DO-6.4.2-3)."""

    steps = (PlaceOwnShares(), PlaceChosen(), PlaceNone())

    def __init__(self, decides: Callable[[B, str], str] = president) -> None:
        self.decides = decides

    def deciders(self, s: B, f: FloatFrame) -> tuple[str, ...]:
        return (self.decides(s, f.company),)

    def actors(self, s: B, f: FloatFrame, player: str) -> tuple[str, ...]:
        return (f.company,)

    def not_now(self, s: B, f: FloatFrame, action: Action) -> Refusal:
        return refuse("18DO-6.4.2-3", "First {company} may sell own shares.", company=f.company)

    def not_yours(self, s: B, f: FloatFrame, action: Action) -> Refusal:
        return self.not_now(s, f, action)


def _company(s: BeerState) -> str:
    return s.frame(FloatFrame).company


def top_up(s: BeerState) -> None:
    """At the end of a stock round corporations founded by trade-in put own shares into the pool until half of
    them are sold: the price falls first, then the bank pays (18DO-6.4.5-8 to 18DO-6.4.5-10).
    """
    for company in [c for c in s.founded if c in s.traded and c not in s.floated]:
        missing = s.box.floats_at - sum(percent(s, player, company) for player in s.players)
        certificates = from_stack(s, company, missing)
        assert certificates is not None, f"{company} cannot place {missing} %"
        move(s, company, certificates, POOL)
        moved_left(s, company, missing // 10)
        s.note("tops-up", company=company, shares=missing // 10, price=s.price(company))
        s.transfer(BANK, company, missing // 10 * s.price(company), "shares issued")
        s.floated = (*s.floated, company)
        s.note("floats", company=company)
        _offer_sale(s, company)
    s.traded = frozenset()
