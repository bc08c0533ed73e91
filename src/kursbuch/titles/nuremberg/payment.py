"""Paying when there is a choice of what to pay with: build points (phase 5) and trains (phase 6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from kursbuch.core import Refusal, Stage, Step, refuse
from kursbuch.titles.nuremberg.actions import Bill, Pay
from kursbuch.titles.nuremberg.box import COLOURS, EXCHANGE
from kursbuch.titles.nuremberg.state import Payment, Table


def in_purse(s: Table, player: str) -> dict[str, int]:
    """All that the player can pay with: cubes in hand and influence."""
    return {"cubes": s.hand[player], **s.influence(player)}


def forced_part(s: Table, debt: Payment) -> tuple[Bill, int, Sequence[str]]:
    """What must be paid in one way only, how many pieces remain, and of which kinds they may be."""
    if debt.what == "building":
        cubes = min(s.hand[debt.player], debt.due)  # cubes first, then any influence (FTN-29-3, FTN-29-4)
        return Bill(cubes=cubes), debt.due - cubes, COLOURS
    # own brown points first: exchanging beside them would be storing up brown (FTN-32-3)
    brown = min(s.points("brown", debt.player), debt.due)
    return Bill(brown=brown), (debt.due - brown) * EXCHANGE["give"], EXCHANGE["of"]


def buying_power(s: Table, player: str) -> int:
    """The brown points the player can spend on one train, exchanged ones included (FTN-32-1, FTN-32-2)."""
    purse = in_purse(s, player)
    others = sum(purse[kind] for kind in EXCHANGE["of"])
    exchanged: int = others // EXCHANGE["give"]
    return purse["brown"] + exchanged


def ways_to_pay(s: Table, debt: Payment) -> Iterator[Bill]:
    """Every mix that pays the debt (FTN-29-4, FTN-32-1)."""
    forced, rest, kinds = forced_part(s, debt)
    purse = in_purse(s, debt.player)
    for amounts in _splits(rest, [purse[kind] for kind in kinds]):
        yield forced.plus(Bill(**dict(zip(kinds, amounts, strict=True))))


def _splits(total: int, limits: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """All ways to make the total from amounts within the limits."""
    if not limits:
        if total == 0:
            yield ()
        return
    later = sum(limits[1:])
    for first in range(max(0, total - later), min(limits[0], total) + 1):
        for others in _splits(total - first, limits[1:]):
            yield (first, *others)


def charge(s: Table, debt: Payment) -> None:
    """Take the payment, and ask for the mix only if there is more than one."""
    ways = list(islice(ways_to_pay(s, debt), 2))
    if len(ways) > 1:
        s.push(debt)
    else:
        settle_debt(s, debt, ways[0])


def settle_debt(s: Table, debt: Payment, bill: Bill) -> None:
    """Pay, all at once (FTN-29-1)."""
    s.spend(debt.player, bill)
    s.note("paid", player=debt.player, what=debt.what, bill=str(bill))


class PayDebt(Step[Table, Pay]):
    """The player picks one of the mixes."""

    action = Pay

    def candidates(self, s: Table, player: str) -> Iterator[Pay]:
        return (Pay(player, bill) for bill in ways_to_pay(s, _debt(s)))

    def why_not(self, s: Table, player: str, pay: Pay) -> Refusal | None:
        debt, bill = _debt(s), pay.bill
        forced, rest, _ = forced_part(s, debt)
        building = debt.what == "building"
        if building and bill.cubes < forced.cubes:
            return refuse("FTN-29-3", "Cubes come first: {cubes} of them.", cubes=forced.cubes)
        if not building and bill.brown != forced.brown:
            return refuse("FTN-32-3", "Pay {brown} brown; exchange only what is lacking.", brown=forced.brown)
        rule = "FTN-29-2" if building else "FTN-32-1"
        if bill.build or bill.pieces != forced.pieces + rest:
            return refuse(rule, "{due} cubes and points are to be paid.", due=forced.pieces + rest)
        purse = in_purse(s, player)
        for kind, amount in bill.named():
            if amount > purse.get(kind, 0):
                return refuse(rule, "You have only {held} {kind}.", held=purse.get(kind, 0), kind=kind)
        return None

    def apply(self, s: Table, player: str, pay: Pay) -> None:
        debt = _debt(s)
        s.pop()
        settle_debt(s, debt, pay.bill)


class Paying(Stage[Table, Payment]):
    """Nobody else acts before the debt is paid."""

    steps = (PayDebt(),)

    def deciders(self, s: Table, f: Payment) -> tuple[str, ...]:
        return (f.player,)


def _debt(s: Table) -> Payment:
    frame = s.top
    assert isinstance(frame, Payment)
    return frame
