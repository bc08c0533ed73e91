"""Why a choice in 1853 is good or bad, beyond what can be said of all railway games."""

from __future__ import annotations

from collections.abc import Iterator

from kursbuch.bots.advice import Reason
from kursbuch.bots.railway.reasons import explained
from kursbuch.bots.railway.why_paper import passed
from kursbuch.rail.actions import Pass
from kursbuch.titles.india.bot.choosing import LORE
from kursbuch.titles.india.bot.contract import span
from kursbuch.titles.india.bot.seat import IndiaSeat
from kursbuch.titles.india.bot.value import value
from kursbuch.titles.india.rules.actions import (
    ChooseOption,
    Lend,
    Name,
    PayUp,
    PlayOn,
    SendMail,
    TakeOnCredit,
    UseLocoToken,
)


def _lend(seat: IndiaSeat, loan: Lend) -> Iterator[Reason]:
    """What is left for shares."""
    yield Reason("cash-left", {"cash": seat.cash - (loan.span.lo if loan.span else loan.loan)})


def _name(seat: IndiaSeat, name: Name) -> Iterator[Reason]:
    """The share that the city gives, and how far the cities of the contract lie apart."""
    named = [seat.box.cities[city] for city in seat.position["own_contract"]]
    if named:
        yield Reason("contract-spans", {"hexes": span([*named, seat.box.cities[name.city]], seat.box)})
    yield Reason("issued-at", {"company": name.company, "price": seat.box.issue_price(name.company)})


def _mail(seat: IndiaSeat, mail: SendMail) -> Iterator[Reason]:
    yield Reason("mail-brings", {"company": mail.actor, "income": mail.value})


def _option(seat: IndiaSeat, choice: ChooseOption) -> Iterator[Reason]:
    """What a second tile in a turn costs, or from when on it is free."""
    company = choice.actor
    if choice.option == 2:
        fee = seat.box.charters[company].two_tile_fee
        yield Reason("two-tiles-now", {"company": company, "price": fee})
    else:
        yield Reason("two-tiles-later", {"company": company})


def _play_on(seat: IndiaSeat, call: PlayOn) -> Iterator[Reason]:
    """What one more round pays on my shares."""
    paid = sum(seat.income(company) * seat.share(seat.me, company) // 100 for company in seat.in_play)
    yield Reason("round-pays", {"income": paid})


def _train(seat: IndiaSeat, taken: TakeOnCredit | UseLocoToken) -> Iterator[Reason]:
    """What the company runs with the train."""
    side = taken.side if isinstance(taken, TakeOnCredit) else taken.train
    now, then = seat.income(taken.actor), seat.income(taken.actor, [*seat.trains(taken.actor), side])
    told = {"company": taken.actor, "income": then, "train": taken.train}
    yield Reason("runs-with", {**told, "before": now}) if then > now else Reason("runs-no-more", told)


def _pay_up(seat: IndiaSeat, payment: PayUp) -> Iterator[Reason]:
    """Shares of a contract are owed for."""
    owed = payment.shares * seat.box.issue_price(payment.company)
    yield Reason("cash-left", {"cash": seat.cash - owed})


def _pass(seat: IndiaSeat, action: Pass) -> Iterator[Reason]:
    """While contracts are made: the loan that is not named for comes back."""
    if seat.stage == "contracts":
        yield Reason("contract-whole", {"cities": len(seat.position["own_contract"])})
    else:
        yield from passed(value, seat, action)


REASONS = explained(
    LORE,
    IndiaSeat,
    more=(
        (Lend, _lend),
        (Name, _name),
        (SendMail, _mail),
        (ChooseOption, _option),
        (PlayOn, _play_on),
        (TakeOnCredit, _train),
        (UseLocoToken, _train),
        (PayUp, _pay_up),
        (Pass, _pass),
    ),
    value_of=value,
)
