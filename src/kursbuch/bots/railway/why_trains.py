"""Why a train is bought or not: what runs with it instead of without, what rusts by it or soon."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kursbuch.bots.advice import Reason
from kursbuch.bots.railway.seat import Seat
from kursbuch.bots.railway.trains import BANKS, consent
from kursbuch.rail.actions import Agree, BuyTrain, Decline, Discard, Run, TradeTrain
from kursbuch.rail.routes.running import income_of
from kursbuch.rail.state import RailState

SOON = 8  # purchases within which a rust is worth a word


def bought(seat: Seat, buy: BuyTrain) -> Iterator[Reason]:
    """What runs with the train instead of without, and what rusts by it or soon."""
    company = buy.actor
    if company not in seat.companies:
        return
    now, then = seat.income(company), with_train(seat, buy)
    if then > now:
        yield Reason("runs-with", {"company": company, "income": then, "train": buy.train, "before": now})
    yield from _rusted_by(seat, _phase_after(seat, buy))
    yield from rust_ahead(seat, seat.trains(company))
    if then <= now:
        yield Reason("runs-no-more", {"company": company, "income": then, "train": buy.train})


def traded(seat: Seat, trade: TradeTrain) -> Iterator[Reason]:
    """What runs with the new train instead of the one handed in, and what rusts by it."""
    company, phase = trade.actor, _phase_with(seat, trade.train)
    kept = [side for side in seat.trains(company) if not _gone(seat, side, phase)]
    given = next((side for side in kept if seat.kind(side).id == trade.given), None)
    if given is not None:
        kept.remove(given)
    now, then = seat.income(company), seat.income(company, [*kept, trade.train], phase=phase)
    told = {"company": company, "income": then, "train": trade.train}
    yield Reason("runs-with", {**told, "before": now}) if then > now else Reason("runs-no-more", told)
    yield from _rusted_by(seat, phase)


def _phase_after(seat: Seat, buy: BuyTrain) -> int:
    return _phase_with(seat, buy.train if buy.source == "depot" else "")


def _phase_with(seat: Seat, train: str) -> int:
    """The phase once a new train of this kind is bought; the one at hand without any."""
    starts = seat.box.trains[train].starts if train else ""
    return max(seat.s.phase_number, seat.box.phase_number[starts] if starts else 0)


def with_train(seat: Seat, buy: BuyTrain) -> int:
    """What a company runs with a train that it buys, those gone that rust by it."""
    phase = _phase_after(seat, buy)
    kept = [side for side in seat.trains(buy.actor) if not _gone(seat, side, phase)]
    return seat.income(buy.actor, [*kept, buy.side], phase=phase)


def not_bought(seat: Seat, company: str) -> Iterator[Reason]:
    """What the bank's best train would bring that is not bought."""
    buys = [buy for buy in seat.of_kind(BuyTrain) if buy.source in BANKS]
    if not buys:
        return
    best = max(buys, key=lambda buy: (with_train(seat, buy), -buy.price))
    more, told = with_train(seat, best) - seat.income(company), {"company": company, "train": best.train}
    if more > 0:
        yield Reason("train-adds", {**told, "income": more, "price": best.price})
    else:
        yield Reason("runs-no-more", {**told, "income": seat.income(company)})


def run(seat: Seat, run: Run) -> Iterator[Reason]:
    yield from runs_for(seat.s, run)


def runs_for(s: RailState, run: Run) -> Iterator[Reason]:
    """What the runs bring in this position."""
    income = income_of(s, run.actor, run.runs)
    if isinstance(income, int):
        yield Reason("runs-for", {"company": run.actor, "income": income})


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


def rust_ahead(seat: Seat, sides: Sequence[str]) -> Iterator[Reason]:
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


def agreed(seat: Seat, answer: Agree) -> Iterator[Reason]:
    """What a company of mine gets for the train that is asked for, and what it runs without it."""
    for company, train, price in _asked(seat):
        yield Reason("train-sold", {"company": company, "train": train, "cash": price})
        yield from (Reason("runs-without", told) for told, _ in _without(seat, company, train))


def declined(seat: Seat, answer: Decline) -> Iterator[Reason]:
    """What the train that is asked for brings the company that has it."""
    for company, train, _ in _asked(seat):
        for told, now in _without(seat, company, train):
            yield Reason("train-kept", {**told, "income": now, "before": told["income"]})


def _asked(seat: Seat) -> Iterator[tuple[str, str, int]]:
    """The offer for a train of mine, if that is what was last said: other things are asked for, too."""
    events = seat.view["events"]
    offer = consent(seat) if events and events[-1]["key"] == "asks" else None
    if offer is not None and offer[0] in seat.mine:
        yield offer


def _without(seat: Seat, company: str, train: str) -> Iterator[tuple[dict[str, str | int], int]]:
    """What a company runs without a train of this kind, and what it runs now."""
    rest = list(seat.trains(company))
    side = next((side for side in rest if seat.kind(side).id == train), None)
    if side is not None:
        rest.remove(side)
        income = seat.income(company, rest) if rest else 0
        yield {"company": company, "train": train, "income": income}, seat.income(company)


def discarded(seat: Seat, drop: Discard) -> Iterator[Reason]:
    rest = list(seat.trains(drop.actor))
    if drop.side in rest:
        rest.remove(drop.side)
        income = seat.income(drop.actor, rest) if rest else 0
        yield Reason("runs-without", {"company": drop.actor, "income": income, "train": drop.side})
