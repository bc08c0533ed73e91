"""Why a choice in a railway game is good or bad: what it does to incomes, what rusts, what a share will bring."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

from kursbuch.bots.advice import Explain, Reason
from kursbuch.bots.bot import View
from kursbuch.bots.railway.lore import Lore
from kursbuch.bots.railway.money import income_now, shortage
from kursbuch.bots.railway.plan import Plan
from kursbuch.bots.railway.prospects import value
from kursbuch.bots.railway.seat import Seat
from kursbuch.bots.railway.station import with_station
from kursbuch.bots.railway.stock import takes_lead
from kursbuch.bots.railway.track import laid
from kursbuch.core import Action
from kursbuch.rail.actions import Buy, BuyTrain, Discard, Lay, Pass, Pay, Sell, Station, Withhold

SOON = 8  # purchases within which a rust is worth a word
CERTAIN = 0.05  # of its price by which a share must be worth more or less for a word


Kinds = Sequence[tuple[type[Action], Callable[[Any, Any], Iterator[Reason]]]]
"""What explains which kind of action, from a seat and the action."""


def explained(lore: Lore, kind: type[Seat] = Seat, more: Kinds = ()) -> Explain:
    """How a title's choices are explained that is played from such seats; `more` are kinds of its own."""

    def reasons(view: View, legal: Sequence[Action], action: Action) -> Sequence[Reason]:
        seat = kind(view, legal, Random(0), lore)
        found: list[Reason] = []
        for sort, explain in (*more, *_KINDS):
            if isinstance(action, sort):
                found += explain(seat, action)
        return found

    return reasons


# -- trains ---------------------------------------------------------------------------------------


def _train(seat: Seat, buy: BuyTrain) -> Iterator[Reason]:
    """What runs with the train instead of without, and what rusts by it or soon."""
    company = buy.actor
    if company not in seat.companies:
        return
    sides = seat.trains(company)
    starts = seat.box.trains[buy.train].starts if buy.source == "depot" else ""
    phase = max(seat.s.phase_number, seat.box.phase_number[starts] if starts else 0)
    kept = [side for side in sides if not _gone(seat, side, phase)]
    now, then = seat.income(company), seat.income(company, [*kept, buy.side], phase=phase)
    if then > now:
        yield Reason("runs-with", {"company": company, "income": then, "train": buy.train, "before": now})
    yield from _rusted_by(seat, phase)
    yield from _rust_ahead(seat, sides)
    if then <= now:
        yield Reason("runs-no-more", {"company": company, "income": then, "train": buy.train})


def _gone(seat: Seat, side: str, phase: int) -> bool:
    ends = seat.kind(side).rusts_in
    return bool(ends) and seat.box.phase_number[ends] <= phase


def _rusted_by(seat: Seat, phase: int) -> Iterator[Reason]:
    """Trains of others that go with this purchase."""
    lost = {
        seat.kind(side).id: company
        for company in seat.in_play
        if company not in seat.mine
        for side in seat.trains(company)
        if _gone(seat, side, phase) and not _gone(seat, side, seat.s.phase_number)
    }
    for kind, company in lost.items():
        yield Reason("rusts-others", {"train": kind, "company": company})
        return


def _rust_ahead(seat: Seat, sides: Sequence[str]) -> Iterator[Reason]:
    """When the oldest train here goes: in so many purchases."""
    ahead = [
        (left + 1, kind.id)
        for side in sides
        if (kind := seat.kind(side)).rusts_in and (left := seat.cards_before(kind.rusts_in)) is not None
    ]
    if ahead:
        purchases, train = min(ahead)
        if purchases == 1:
            yield Reason("rusts-next", {"train": train})
        elif purchases <= SOON:
            yield Reason("rusts-soon", {"train": train, "purchases": purchases})


def _discard(seat: Seat, drop: Discard) -> Iterator[Reason]:
    rest = list(seat.trains(drop.actor))
    if drop.side in rest:
        rest.remove(drop.side)
        income = seat.income(drop.actor, rest) if rest else 0
        yield Reason("runs-without", {"company": drop.actor, "income": income, "train": drop.side})


# -- track and stations ---------------------------------------------------------------------------


def _lay(seat: Seat, lay: Lay) -> Iterator[Reason]:
    """What the company runs on the new track, now and with its next train."""
    company, board = lay.actor, seat.s.board
    if company not in seat.companies:
        return
    after = laid(board, lay.hex, seat.box.tiles[lay.tile].turns[lay.turn], company)
    yield from _better_board(seat, Plan(seat, company), after)
    before = {hex for hex, _ in board.reachable(company).stops}
    for hex, _ in after.reachable(company).stops:
        if hex not in before:
            yield Reason("reaches", {"company": company, "hex": hex})
            return


def _station(seat: Seat, station: Station) -> Iterator[Reason]:
    """What the company runs with a station there, and whether nobody else gets in."""
    company, board = station.actor, seat.s.board
    if company not in seat.companies:
        return
    yield from _better_board(seat, Plan(seat, company), with_station(board, station))
    if list(board.slots((station.hex, station.stop))).count("") == 1:
        yield Reason("last-space", {"company": company, "hex": station.hex})


def _better_board(seat: Seat, plan: Plan, board: Any) -> Iterator[Reason]:
    company = plan.company
    now, then = seat.income(company, plan.now), seat.income(company, plan.now, board)
    if then > now:
        yield Reason("runs-on", {"company": company, "income": then, "before": now})
    if plan.soon and plan.soon != plan.now:
        now, then = seat.income(company, plan.soon), seat.income(company, plan.soon, board)
        if then > now:
            yield Reason("runs-soon", {"company": company, "income": then, "before": now})


# -- paper and money ------------------------------------------------------------------------------


def _buy(seat: Seat, buy: Buy) -> Iterator[Reason]:
    """What a share pays, what it will bring, whether it makes me lead."""
    company = buy.company
    if company not in seat.in_play:
        return
    price = seat.lore.asks(seat, buy)
    if not seat.lore.floated(seat, company):
        yield Reason("floats-later", {"company": company})
    elif takes_lead(seat, buy):
        yield Reason("takes-lead", {"company": company})
    yield from _share(seat, company, price)


def _share(seat: Seat, company: str, price: int) -> Iterator[Reason]:
    worth = round(value(seat, company))
    if abs(worth - price) > CERTAIN * price:
        key = "share-brings" if worth > price else "share-fades"
        yield Reason(key, {"company": company, "worth": worth, "price": price})
    income = seat.income(company)
    if income and worth > price:
        yield Reason("share-pays", {"company": company, "income": income, "share": income // 10})


def _sell(seat: Seat, sale: Sell) -> Iterator[Reason]:
    company = sale.company
    yield from (
        reason for reason in _share(seat, company, seat.price(company)) if reason.key == "share-fades"
    )
    yield from _rust_ahead(seat, seat.trains(company))
    if not seat.trains(company):
        yield Reason("no-train", {"company": company})


def _pay(seat: Seat, pay: Pay) -> Iterator[Reason]:
    company = pay.actor
    if company not in seat.companies:
        return
    income = income_now(seat, company)
    mine = income * seat.share(seat.me, company) // 100
    yield Reason("pays-me", {"company": company, "income": income, "mine": mine})
    if seat.lore.rises(income, seat.price(company)):
        yield Reason("price-rises", {"company": company, "price": seat.price(company)})


def _withhold(seat: Seat, keep: Withhold) -> Iterator[Reason]:
    company = keep.actor
    if company not in seat.companies:
        return
    missing = shortage(seat, company)
    if missing and seat.next_kind is not None:
        yield Reason("saves", {"company": company, "missing": missing, "train": seat.next_kind.id})
    yield from _rust_ahead(seat, seat.trains(company))


def _pass(seat: Seat, action: Pass) -> Iterator[Reason]:
    """Money that may be needed is a reason to pass."""
    company = action.actor
    if company in seat.companies and (missing := shortage(seat, company)) and seat.next_kind is not None:
        yield Reason("saves", {"company": company, "missing": missing, "train": seat.next_kind.id})


_KINDS: Kinds = (
    (BuyTrain, _train),
    (Discard, _discard),
    (Lay, _lay),
    (Station, _station),
    (Buy, _buy),
    (Sell, _sell),
    (Pay, _pay),
    (Withhold, _withhold),
    (Pass, _pass),
)
