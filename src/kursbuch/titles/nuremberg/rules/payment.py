"""Paying when there is a choice of what to pay with: build points (phase 5) and trains (phase 6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from kursbuch.core import Refusal, Stage, Step, once, refuse
from kursbuch.titles.nuremberg.rules.actions import Bill, Pay
from kursbuch.titles.nuremberg.rules.box import COLOURS
from kursbuch.titles.nuremberg.rules.state import Payment, Table


@once
def in_purse(s: Table, player: str) -> dict[str, int]:
    """All that the player can pay with: cubes in hand and influence."""
    return {"cubes": s.hand[player], **s.influence(player)}


def parts(s: Table, debt: Payment) -> Iterator[tuple[Bill, int, Sequence[str]]]:
    """The ways to begin a payment: what is settled, how many pieces remain, and of which kinds they may be."""
    if debt.what == "building":
        cubes = min(s.hand[debt.player], debt.due)  # cubes first, then any influence (FTN-29-3, FTN-29-4)
        yield Bill(cubes=cubes), debt.due - cubes, COLOURS
        return
    # own brown points may be kept: the exchange is made for this train, not for stock (FTN-32-3)
    for brown in range(min(s.points("brown", debt.player), debt.due), -1, -1):
        yield Bill(brown=brown), (debt.due - brown) * s.box.exchange["give"], s.box.exchange["of"]


def buying_power(s: Table, player: str) -> int:
    """The brown points the player can spend on one train, exchanged ones included (FTN-32-1, FTN-32-2)."""
    purse = in_purse(s, player)
    others = sum(purse[kind] for kind in s.box.exchange["of"])
    exchanged: int = others // s.box.exchange["give"]
    return purse["brown"] + exchanged


def ways_to_pay(s: Table, debt: Payment) -> Iterator[Bill]:
    """Every mix that pays the debt (FTN-29-4, FTN-32-1)."""
    purse = in_purse(s, debt.player)
    for settled, rest, kinds in parts(s, debt):
        for amounts in _splits(rest, [purse[kind] for kind in kinds]):
            yield settled.plus(Bill(**dict(zip(kinds, amounts, strict=True))))


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

    def legal(self, s: Table, player: str) -> Iterator[Pay]:
        return self.candidates(s, player)  # every way to pay is one

    def why_not(self, s: Table, player: str, pay: Pay) -> Refusal | None:
        debt, bill = _debt(s), pay.bill
        rule = "FTN-29-2" if debt.what == "building" else "FTN-32-1"
        refusal = self._why_not_building(s, bill) if debt.what == "building" else self._why_not_train(s, bill)
        if refusal:
            return refusal
        purse = in_purse(s, player)
        for kind, amount in bill.named():
            if amount > purse.get(kind, 0):
                return refuse(rule, "You have only {held} {kind}.", held=purse.get(kind, 0), kind=kind)
        return None

    @staticmethod
    def _why_not_building(s: Table, bill: Bill) -> Refusal | None:
        debt = _debt(s)
        cubes = min(s.hand[debt.player], debt.due)
        if bill.cubes < cubes:
            return refuse("FTN-29-3", "Cubes come first: {cubes} of them.", cubes=cubes)
        if bill.build or bill.pieces != debt.due:
            return refuse("FTN-29-2", "{due} cubes and points are to be paid.", due=debt.due)
        return None

    @staticmethod
    def _why_not_train(s: Table, bill: Bill) -> Refusal | None:
        """Brown points and exchanged ones make up the price, neither more nor less."""
        due, give = _debt(s).due, s.box.exchange["give"]
        others = bill.pieces - bill.brown
        if bill.build or others % give:
            return refuse("FTN-32-1", "{give} others stand for one brown point.", give=give)
        if bill.brown + others // give > due:
            return refuse("FTN-32-3", "The train costs {due} brown; nothing is exchanged for stock.", due=due)
        if bill.brown + others // give < due:
            return refuse("FTN-31-3", "The train costs {due} brown.", due=due)
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
    return s.frame(Payment)
