"""Founding companies: the president's certificate is auctioned (18TE §6.5, §6.6)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from kursbuch.core import BANK, Refusal, Span, Step, refuse
from kursbuch.core.record import replace
from kursbuch.rail.actions import Open
from kursbuch.rail.paper.holdings import move
from kursbuch.rail.rounds import StockFrame, dealt, end_turn
from kursbuch.rail.rounds.deeds import Deed
from kursbuch.rail.steps.auction import AuctionFrame
from kursbuch.titles.te18.rules.state import State18TE


def next_company(s: State18TE) -> str | None:
    """Companies are founded in a fixed order (18TE-6.5-2)."""
    return next((c for c in s.box.companies if c not in s.founded and c not in s.closed), None)


def least_bid(s: State18TE) -> int:
    """Three times the lowest issue price, less what lies on the certificate (18TE-6.5-4, 18TE-6.5-16)."""
    return s.box.figures.minimum_bid - s.pile


def issue_price(s: State18TE, money: int) -> int:
    """The highest red-bordered value not above a third of the money (18TE-6.5-10, ruling R1)."""
    prices = [cell.price for cell in s.box.market.pars]
    return max((p for p in prices if 3 * p <= money), default=min(prices))


@dataclass(frozen=True)
class OpenAuction(Step[State18TE, Open]):
    """The player on turn puts up the next president's certificate with a first bid."""

    may_bid: Callable[[State18TE, str], Refusal | None]
    barred: Callable[[State18TE, str], Refusal | None]
    action = Open

    def candidates(self, s: State18TE, player: str) -> Iterable[Open]:
        company = next_company(s)
        step = s.box.figures.bid_step
        lo, hi = least_bid(s), s.cash[player] // step * step
        if company and lo <= hi:
            yield Open(player, company, lo, span=Span(lo, hi, step))

    def why_not(self, s: State18TE, player: str, action: Open) -> Refusal | None:
        if action.company != next_company(s):
            return refuse(
                "18TE-6.5-2", "The next company to be founded is {company}.", company=next_company(s) or "–"
            )
        if refusal := self.barred(s, player) or self.may_bid(s, player):
            return refusal
        if action.price < least_bid(s):
            rule = "18TE-6.5-16" if s.pile else "18TE-6.5-4"
            return refuse(rule, "The first bid is at least {least}.", least=least_bid(s))
        if action.price % s.box.figures.bid_step:
            return refuse("18TE-6.5-5", "A bid is a multiple of {step}.", step=s.box.figures.bid_step)
        if action.price > s.cash[player]:
            return refuse("auction.cash", "{player} has only {cash}.", player=player, cash=s.cash[player])
        return None

    def apply(self, s: State18TE, player: str, action: Open) -> None:
        s.note("opens", player=player, company=action.company, price=action.price)
        bidders = (*s.clockwise_from(player)[1:], player)
        s.push(AuctionFrame("auction", action.company, action.price, player, bidders, player))


def won(s: State18TE, f: AuctionFrame) -> None:
    """The winner pays into the treasury; play goes on left of whoever opened (18TE-6.5-9, 18TE-6.5-12)."""
    s.transfer(f.leader, f.lot, f.price, "founding")
    found(s, f.lot, f.leader, f.price)
    dealt(s, Deed("auction"))
    end_turn(s)


def found(s: State18TE, company: str, president: str, paid: int) -> None:
    """The company comes into play with the bid, what lay on the certificate, and its other shares."""
    money = paid + s.pile
    s.transfer(BANK, company, s.pile, "laid on the certificate")  # ruling R2: the bank adds the pile
    s.pile = 0
    price = issue_price(s, money)
    cell = next(cell for cell in s.box.market.pars if cell.price == price)
    move(s, company, [0], president)
    s.open_price(company, cell)
    s.founded = (*s.founded, company)
    s.note("founded", company=company, player=president, price=price, treasury=s.cash[company])


def all_passed(s: State18TE) -> bool:
    """Before the first bid a round of passes lays 10 on the first certificate and the round goes on; when the
    whole minimum lies there, the holder of "First Trade" must take it for nothing (18TE-6.5-15 to 18TE-6.5-19).
    """
    if s.founded or s.closed:
        return True
    first = next_company(s)
    assert first is not None
    s.pile += s.box.figures.bid_step
    s.note("pile", company=first, amount=s.pile)
    if least_bid(s) == 0:
        found(s, first, s.priority, 0)
        f = s.frame(StockFrame)
        s.swap(replace(f, player=s.left_of(s.priority), last_dealer=s.priority))
    return False
