"""How shares change hands: which certificates, who is president after it, and what a turn remembers."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Generic

from kursbuch.core import BANK, Refusal, refuse
from kursbuch.core.record import quick
from kursbuch.rail.actions import Buy, Sell
from kursbuch.rail.box import SINGLE
from kursbuch.rail.paper.holdings import (
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
from kursbuch.rail.rounds import StockFrame, dealt
from kursbuch.rail.rounds.deeds import Deed
from kursbuch.rail.state import POOL, RailState, S


@quick
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
    now = president(s, company)
    if seller != now:
        enough = size <= percent(s, seller, company) and pick(s, seller, company, size) is not None
        return Sale(now) if enough else None
    holdings = {player: percent(s, player, company) for player in s.players}
    if size > holdings[seller]:
        return None
    least = s.box.companies[company].certificates[0].percent
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


def most_sold(s: RailState, seller: str, company: str) -> int:
    """No more than this can a player sell of a company, in per cent.

    A president keeps the president's certificate unless somebody else holds as much as it.
    """
    own = percent(s, seller, company)
    if own and s.shares[company][0] == seller:
        least = s.box.companies[company].certificates[0].percent
        if all([percent(s, other, company) < least for other in s.players if other != seller]):
            return own - least
    return own


def after_swap(s: RailState, seller: str, heir: str, company: str, way: tuple[int, ...]) -> list[int]:
    """The certificates of a president who has exchanged the president's certificate for these of the heir's."""
    return [*held(s, seller, company), *(named(s, held(s, heir, company), company, way) or ())]


def holder_of(source: str, company: str) -> str:
    """Where certificates lie that a purchase names by its source."""
    return company if source == "company" else source


def pays_treasury(source: str, company: str) -> str:
    """Who is paid where companies sell their own certificates, and the bank those in the pool."""
    return company if source == "company" else BANK


def who(action: Sell) -> dict[str, object]:
    """Who sells how much of which company, for a refusal."""
    return {"player": action.actor, "size": action.percent, "company": action.company}


def ordinary_sizes(s: RailState, holder: str, company: str) -> list[int]:
    """The sizes of the ordinary certificates that somebody has of a company, smallest first."""
    owners = s.shares[company]
    if holder not in owners:
        return []
    if company in s.box.in_singles:
        return [SINGLE] if holder in owners[1:] else []
    paper = s.box.companies[company].certificates
    return sorted(
        {c.percent for c, owner in zip(paper, owners, strict=True) if owner == holder and not c.president}
    )


def why_not_made_up(s: RailState, player: str, action: Sell) -> Refusal | None:
    """Certificates make up what is sold, and the president's is never among them."""
    company, size = action.company, action.percent
    if pick_from(s, range(len(s.shares[company])), company, size) is None:
        return refuse("sell.size", "No certificates of {company} make up {size} %.", **who(action))
    return None


def give_to_pool(s: RailState, player: str, action: Sell, sizes: tuple[int, ...]) -> None:
    """Ordinary certificates of these sizes go to the pool, or as few as will do."""
    own = held(s, player, action.company)
    paper = (
        named(s, own, action.company, sizes) if sizes else pick_from(s, own, action.company, action.percent)
    )
    assert paper is not None
    move(s, action.company, paper, POOL)


def take_ordinary(s: RailState, player: str, action: Buy) -> None:
    """One ordinary certificate changes hands."""
    paper = pick(s, holder_of(action.source, action.company), action.company, action.percent)
    assert paper is not None
    move(s, action.company, paper[:1], player)


@dataclass(frozen=True)
class Dealing(Generic[S]):
    """How shares are dealt in, where titles differ: of which companies, in which certificates, and what is noted."""

    companies: Callable[[S], Collection[str]] = lambda s: s.founded
    sizes: Callable[[S, str, str], Collection[int]] = (
        ordinary_sizes  # of the certificates that a place offers
    )
    made_up: Callable[[S, str, Sell], Refusal | None] = why_not_made_up
    sale: Callable[[S, str, str, int], Sale | None] = sale_of  # None if it would leave no president
    most: Callable[[S, str, str], int] = most_sold  # what lists of sales end with
    give: Callable[[S, str, Sell, tuple[int, ...]], None] = give_to_pool
    take: Callable[[S, str, Buy], None] = take_ordinary
    begins: Callable[[S], None] = lambda s: None  # the moment before a deal
    remember: Callable[[S, Deed], None] = dealt  # what the turn remembers of it


DEALING: Dealing[RailState] = Dealing()


def deals_of(s: RailState) -> tuple[Deed, ...]:
    """What the player on turn has dealt so far."""
    return s.top.dealt if isinstance(s.top, StockFrame) else ()
