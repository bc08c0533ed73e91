"""Why a choice in the Introduction Game is good or bad: what certificates will pay, what track and trains add."""

from __future__ import annotations

from collections.abc import Iterator

from kursbuch.bots.advice import Reason
from kursbuch.bots.railway.reasons import better_board, explained
from kursbuch.bots.railway.track import laid
from kursbuch.rail.actions import Lay, Pass
from kursbuch.titles.dortmund.bot.intro.choosing import AT_ONCE, LINK, touched
from kursbuch.titles.dortmund.bot.intro.seat import LORE, IntroSeat
from kursbuch.titles.dortmund.intro.paper import Drop, Send, Take
from kursbuch.titles.dortmund.intro.trains import Exchange, Renew
from kursbuch.titles.dortmund.railway.actions import Connect


def _take(seat: IntroSeat, take: Take) -> Iterator[Reason]:
    """What the certificate is likely to pay, and whether I direct the railway with it."""
    if seat.leads_with(take.company, take.percent):
        yield Reason("takes-lead", {"company": take.company})
    yield _pays(seat, take.company, take.percent, seat.final(take.company, take.percent))


def _given(seat: IntroSeat, given: Drop | Send) -> Iterator[Reason]:
    yield _pays(seat, given.company, given.percent, seat.final(given.company))


def _pays(seat: IntroSeat, company: str, percent: int, final: float) -> Reason:
    worth = round(percent / 100 * final)
    return Reason("certificate-pays", {"company": company, "percent": percent, "worth": worth})


def _lay(seat: IntroSeat, lay: Lay) -> Iterator[Reason]:
    """What the railways that I build for run on the new track."""
    board = seat.s.board
    after = laid(board, lay.hex, seat.box.tiles[lay.tile].turns[lay.turn], "")
    near = [plan for plan in seat.plans() if lay.hex in touched(board, plan.company)]
    for plan in near[:AT_ONCE]:
        yield from better_board(seat, plan, after)
    for plan in near[:1]:
        yield Reason("built-for", {"company": plan.company, "hex": lay.hex})


def _link(seat: IntroSeat, link: Connect) -> Iterator[Reason]:
    yield Reason("link-earns", {"hex": link.hex, "income": LINK, "price": 0})


def _renew(seat: IntroSeat, swap: Renew) -> Iterator[Reason]:
    now, then = seat.income(swap.actor, [swap.given]), seat.income(swap.actor, [swap.train])
    told = {"company": swap.actor, "income": then, "train": swap.train}
    yield Reason("runs-with", {**told, "before": now}) if then > now else Reason("runs-no-more", told)


def _exchange(seat: IntroSeat, swap: Exchange) -> Iterator[Reason]:
    for one, other in ((swap.actor, swap.other), (swap.other, swap.actor)):
        income, before = seat.income(one, seat.trains(other)), seat.income(one)
        told = {"company": one, "income": income}
        yield (
            Reason("runs-on", {**told, "before": before})
            if income != before
            else Reason("runs-as-ever", told)
        )


def _pass(seat: IntroSeat, action: Pass) -> Iterator[Reason]:
    for plan in seat.plans()[:1]:
        income = seat.income(plan.company, plan.now) if plan.now else 0
        yield Reason("runs-already", {"company": plan.company, "income": income})


REASONS = explained(
    LORE,
    IntroSeat,
    more=(
        (Take, _take),
        (Drop, _given),
        (Send, _given),
        (Lay, _lay),
        (Connect, _link),
        (Renew, _renew),
        (Exchange, _exchange),
        (Pass, _pass),
    ),
)
