"""Trains and transport: trains that can be filled, the dearest places for passengers, and how debts are paid."""

from __future__ import annotations

from kursbuch.bots.character import nearly_best
from kursbuch.core import Action
from kursbuch.titles.nuremberg.bot.table import Place, within_reach
from kursbuch.titles.nuremberg.bot.value import best_trains, counted, points_of, purse_for_trains
from kursbuch.titles.nuremberg.rules.actions import Buy, Carry, Pass, Pay
from kursbuch.titles.nuremberg.rules.box import CARGO

SET = 0.5  # what a piece is worth that a set still lacks


def choose(place: Place) -> Action:
    """Buy a train while one pays, else carry what is worth most, else stop."""
    passes = place.of_kind(Pass)
    buys = {buy.train: buy for buy in place.of_kind(Buy)}
    if buys:
        pieces = counted(within_reach(place.s, place.me))
        _, trains = best_trains(place.s, place.me, pieces, purse_for_trains(place.s, place.me))
        wanted = [train for train in trains if train in buys]
        if wanted:
            return buys[max(wanted, key=lambda train: place.s.box.trains[train].price)]
    carries = place.of_kind(Carry)
    if carries:
        return nearly_best([(_worth(place, carry), carry) for carry in carries], 0.0, place.rng)
    return passes[0] if passes else place.legal[0]


def _worth(place: Place, carry: Carry) -> float:
    """Points for a piece in this train, a little more for what a set lacks and for what others could take."""
    kept = dict(zip(CARGO, place.s.kept[place.me], strict=True))
    for train in place.s.own_trains(place.me):
        for piece in place.s.loads.get(train, ()):
            kept[piece] += 1
    lacking = SET if kept[carry.piece] == min(kept.values()) else 0.0
    return points_of(place.s.box, carry.piece, place.s.box.trains[carry.train].worth) + lacking


def pay(place: Place) -> Action:
    """Keep brown first, then the companies' colours; white and cubes go."""
    last = place.rounds_left == 0

    def kept(offer: Pay) -> float:
        bill = offer.bill
        fees = 2.0 if not last else 3.0  # in the last round lines can still be handed over
        # three others for a brown point are worse than the point itself
        return -(2.5 * bill.brown + fees * (bill.red + bill.green) + 1.0 * bill.white + 0.9 * bill.cubes)

    return max(place.of_kind(Pay), key=kept)
