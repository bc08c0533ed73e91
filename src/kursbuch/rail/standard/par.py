"""Companies are started: their price is set, and the president's certificate changes hands."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from kursbuch.core import Action, Frame, Refusal, Stage, Step, refuse
from kursbuch.rail.paper.holdings import check_president, move
from kursbuch.rail.rounds import dealt, end_turn
from kursbuch.rail.rounds.deeds import Deed
from kursbuch.rail.standard.actions import Par
from kursbuch.rail.standard.floating import Floating
from kursbuch.rail.standard.state import StandardState
from kursbuch.rail.state import OFFER
from kursbuch.rail.steps.shares import Limits, room_for

PAR = "par"  # the stage in which the owner of a president's certificate sets the price


def pars_of(s: StandardState) -> list[int]:
    """The prices at which a company may start, lowest first."""
    return [cell.price for cell in s.box.market.pars]


def president_shares(s: StandardState, company: str) -> int:
    """How many shares the president's certificate stands for."""
    return s.box.companies[company].certificates[0].percent // 10


def set_par(s: StandardState, player: str, company: str, price: int) -> None:
    """The company has its price and its marker, and the player the president's certificate."""
    cell = next(cell for cell in s.box.market.pars if cell.price == price)
    move(s, company, [0], player)
    s.prices = s.prices.placed(company, (cell.row, cell.column))
    s.pars[company] = price
    s.founded = (*s.founded, company)
    check_president(s, company)


def why_no_par(s: StandardState, company: str, price: int) -> Refusal | None:
    """Why a company cannot start at this price."""
    if company not in s.box.companies:
        return refuse("par.company", "There is no company {company}.", company=company)
    if company in s.pars:
        return refuse("par.company", "{company} is started already.", company=company)
    return None if price in pars_of(s) else _why_no_price(s)


def _why_no_price(s: StandardState) -> Refusal:
    prices = ", ".join(map(str, pars_of(s)))
    return refuse("par.price", "A company starts at one of {prices}.", prices=prices)


@dataclass(frozen=True)
class StartCompany(Step[StandardState, Par]):
    """A player sets the price of a company and buys its president's certificate from the offering."""

    limits: Limits
    barred: Callable[[StandardState, str], Refusal | None]
    floating: Floating
    ends_turn: bool = False
    action = Par

    def candidates(self, s: StandardState, player: str) -> Iterable[Par]:
        if self.barred(s, player) is not None:
            return
        for company in s.box.companies:
            if company not in s.pars:
                for price in pars_of(s):
                    if president_shares(s, company) * price <= s.cash[player]:
                        yield Par(player, company, price)

    def why_not(self, s: StandardState, player: str, action: Par) -> Refusal | None:
        company, price = action.company, action.price
        if action.actor != player:
            return refuse("turn.not-yours", "{player} starts companies in the own name.", player=player)
        if company not in s.box.companies or company in s.pars:
            return why_no_par(s, company, price)
        if refusal := self.barred(s, player) or why_no_par(s, company, price):
            return refusal
        if refusal := room_for(s, self.limits, player, company):
            return refusal
        if president_shares(s, company) * price > s.cash[player]:
            return refuse("buy.cash", "{player} has {cash}.", player=player, cash=s.cash[player])
        return None

    def apply(self, s: StandardState, player: str, action: Par) -> None:
        company, price = action.company, action.price
        s.note("pars", player=player, company=company, price=price)
        payee = self.floating.capital.payee(OFFER, company)
        s.transfer(player, payee, president_shares(s, company) * price, "share bought")
        set_par(s, player, company, price)
        dealt(s, Deed("par"))
        self.floating(s, company)
        if self.ends_turn:
            end_turn(s)


# -- a presidency that comes with a private -------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ParFrame(Frame):
    """A player has got a president's certificate and sets the price of the company."""

    player: str
    company: str


def bring(s: StandardState, private: str, player: str) -> None:
    """The buyer of a private gets the certificate that comes with it; with a presidency the par is to be set."""
    brought = s.box.privates[private].brings
    if brought is None:
        return
    company = s.company_called(brought.company)
    s.note("brings", player=player, private=private, company=company)
    if brought.certificate:
        move(s, company, [brought.certificate], player)
    else:
        s.push(ParFrame(PAR, player, company))


@dataclass(frozen=True)
class SetPar(Step[StandardState, Par]):
    """Set the price of a company whose president's certificate has come with a private; nothing is paid."""

    floating: Floating
    action = Par

    def candidates(self, s: StandardState, player: str) -> Iterable[Par]:
        for price in pars_of(s):
            yield Par(player, _asked(s).company, price)

    def why_not(self, s: StandardState, player: str, action: Par) -> Refusal | None:
        if action.company != _asked(s).company:
            return _first(_asked(s))
        return why_no_par(s, action.company, action.price)

    def apply(self, s: StandardState, player: str, action: Par) -> None:
        s.pop()
        s.note("pars", player=player, company=action.company, price=action.price)
        set_par(s, player, action.company, action.price)
        self.floating(s, action.company)


class SettingPar(Stage[StandardState, ParFrame]):
    """The new president sets the price before anything else."""

    def __init__(self, floating: Floating) -> None:
        self.steps = (SetPar(floating),)

    def deciders(self, s: StandardState, f: ParFrame) -> tuple[str, ...]:
        return (f.player,)

    def not_now(self, s: StandardState, f: ParFrame, action: Action) -> Refusal:
        return _first(f)

    def not_yours(self, s: StandardState, f: ParFrame, action: Action) -> Refusal:
        return _first(f)


def _first(f: ParFrame) -> Refusal:
    return refuse(
        "par.first", "First {player} sets the price of {company}.", player=f.player, company=f.company
    )


def _asked(s: StandardState) -> ParFrame:
    f = s.top
    assert isinstance(f, ParFrame)
    return f
