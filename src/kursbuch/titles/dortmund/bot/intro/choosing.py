"""The house bot in the Introduction Game of 18DO: certificates of what will pay at the end, and track towards it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from kursbuch.bots.bot import View
from kursbuch.bots.character import STEADY, Character, nearly_best
from kursbuch.bots.railway.station import with_station
from kursbuch.bots.railway.track import laid
from kursbuch.core import Action
from kursbuch.rail.actions import HandOver, Lay, Pass, Station
from kursbuch.rail.board import Board
from kursbuch.titles.dortmund.bot.intro.seat import LORE, IntroPlan, IntroSeat
from kursbuch.titles.dortmund.intro.paper import Drop, Send, Take
from kursbuch.titles.dortmund.intro.trains import Exchange, Renew
from kursbuch.titles.dortmund.railway.actions import Connect

LEAD = 100.0  # what leading a railway is worth at the start: I choose where its track goes
ALIKE = 2.0  # money between two certificates that are nearly as good
TILES = 0.4  # the same of two tiles, by what is mine of it
KEEN = 4.0  # how much more leading counts to one who is keen on what others lead
WORTH_IT = 2.0  # what a change of paper must bring
ASIDE = 0.25  # what a link counts at a place where no train of mine runs yet
LEAST = 0.01  # what a tile must bring
AT_ONCE = 2  # railways for which tiles are tried at the same time
LINK = 10  # what a link adds
OPENED = 3.0  # what it is worth that a location may be upgraded


def choose(view: View, legal: Sequence[Action], rng: Random, *, character: Character = STEADY) -> Action:
    """A decision in the Introduction Game."""
    seat = IntroSeat(view, legal, rng, LORE, character)
    if len(seat.legal) == 1:
        return seat.legal[0]
    for kind, decide in _DECISIONS:
        if seat.of_kind(kind):
            return decide(seat)
    return seat.of_kind(Pass)[0]


# -- certificates ---------------------------------------------------------------------------------


def take(seat: IntroSeat) -> Action:
    """The certificate that is likely to bring most."""
    deals = [(gain(seat, deal.company, deal.percent), deal) for deal in seat.of_kind(Take)]
    return nearly_best(deals, ALIKE * seat.character.whim, seat.rng)


def gain(seat: IntroSeat, company: str, size: int) -> float:
    """What a certificate brings me at the end with all that I have of the railway, and what comes with leading it."""
    part = seat.part(company)
    worth = (part + size / 100) * seat.final(company, size) - part * seat.final(company)
    if seat.leads_with(company, size):
        taken = bool(seat.companies[company]["president"])
        worth += LEAD * seat.time_left * (1 + KEEN * seat.character.lead * taken)
    return worth


def loss(seat: IntroSeat, company: str, size: int) -> float:
    """What giving a certificate up costs me."""
    worth = size / 100 * seat.final(company)
    others = [seat.share(player, company) for player in seat.view["players"] if player != seat.me]
    if company in seat.mine and seat.share(seat.me, company) - size < max(others):
        worth += LEAD * seat.time_left
    return worth


def full_hand(seat: IntroSeat) -> Action:
    """At the certificate limit: give the worst up for something better, or keep the best from the others."""
    drops, sends = seat.of_kind(Drop), seat.of_kind(Send)
    worst = min(drops, key=lambda drop: loss(seat, drop.company, drop.percent), default=None)
    if not sends:
        assert worst is not None
        return worst
    if worst is not None:
        best = max((gain(seat, c, size) for c, size in _takeable(seat)), default=0.0)
        if best > loss(seat, worst.company, worst.percent) + WORTH_IT / seat.character.hold:
            return worst
    return max(sends, key=lambda send: send.percent * seat.final(send.company) * _strangeness(seat, send))


def hand_over(seat: IntroSeat) -> Action:
    """Small certificates go for the director's, the big ones stay: they leave more room below the limit."""
    return max(seat.of_kind(HandOver), key=lambda offer: len(offer.paper.sizes))


def _takeable(seat: IntroSeat) -> list[tuple[str, int]]:
    tops = seat.position["display"].items()
    return [(c, size) for c, size in tops if seat.share(seat.me, c) + size <= seat.box.holding]


def _strangeness(seat: IntroSeat, send: Send) -> float:
    """What I have little of hurts least in the pool."""
    return 1.0 - seat.share(seat.me, send.company) / 100


# -- building -------------------------------------------------------------------------------------


def lay(seat: IntroSeat) -> Action:
    """The tile by which the railways I have most of gain most; if they need none, one for the others I build for."""
    plans = seat.plans()
    for n in range(0, len(plans), AT_ONCE):
        tile = best_tile(seat, plans[n : n + AT_ONCE])
        if tile is not None:
            return tile
    return (seat.of_kind(Pass) or seat.legal)[0]


def best_tile(seat: IntroSeat, plans: Sequence[IntroPlan]) -> Lay | None:
    """The tile that does most for these railways; None if none does anything."""
    board = seat.s.board
    near = {plan: touched(board, plan.company) for plan in plans}
    before = {plan: plan.rate(board) for plan in plans}
    rated: list[tuple[float, Lay]] = []

    def promise(lay: Lay) -> float:
        return max((seat.stake(p.company) * p.promise(lay) for p in plans if lay.hex in near[p]), default=0.0)

    for tile in sorted(seat.of_kind(Lay), key=promise, reverse=True)[: seat.looks(plans)]:
        after = laid(board, tile.hex, seat.box.tiles[tile.tile].turns[tile.turn], "")
        concerned = [plan for plan in plans if tile.hex in near[plan]]
        rise = sum(seat.stake(plan.company) * (plan.rate(after) - before[plan]) for plan in concerned)
        if rise > LEAST:
            rated.append((rise, tile))
    return nearly_best(rated, TILES * seat.character.whim, seat.rng) if rated else None


def touched(board: Board, company: str) -> frozenset[str]:
    """Where a tile may matter to a railway."""
    reach = board.reachable(company)
    return frozenset(reach.hexes) | {hex for hex, _ in reach.stops}


def build(seat: IntroSeat) -> Action:
    """A station or a link, whichever brings more."""
    plans = {plan.company: plan for plan in seat.plans()[:AT_ONCE]}
    best: tuple[float, Action | None] = (0.1, None)
    visits = {company: plan.visits() for company, plan in plans.items()}
    for link in seat.of_kind(Connect):
        worth = sum(
            seat.stake(company) * LINK * seen.get(link.hex, ASIDE) for company, seen in visits.items()
        )
        worth += OPENED * seat.time_left if link.hex not in seat.s.links else 0.0
        best = max(best, (worth, link), key=lambda pair: pair[0])
    board = seat.s.board
    ranked = sorted(seat.of_kind(Station), key=lambda at: -board.stop((at.hex, at.stop)).value)
    for station in [at for at in ranked if at.actor in plans][: seat.looks(plans.values())]:
        plan = plans[station.actor]
        worth = seat.stake(station.actor) * (plan.rate(with_station(board, station)) - plan.rate(board))
        best = max(best, (worth, station), key=lambda pair: pair[0])
    return best[1] or seat.of_kind(Pass)[0]


# -- trains ---------------------------------------------------------------------------------------


def swap(seat: IntroSeat) -> Action:
    """A better train for the railway that gains most by it."""
    best: tuple[float, Action] = (0.0, seat.of_kind(Pass)[0])
    for renewal in seat.of_kind(Renew):
        further = seat.box.trains[renewal.train].price - seat.box.trains[renewal.given].price
        rise = seat.income(renewal.actor, [renewal.train]) - seat.income(renewal.actor, [renewal.given])
        worth = seat.share(seat.me, renewal.actor) / 100 * (rise + further / 20)
        best = max(best, (worth, renewal), key=lambda pair: pair[0])
    for exchange in seat.of_kind(Exchange):
        one, other = exchange.actor, exchange.other
        worth = seat.part(one) * (seat.income(one, seat.trains(other)) - seat.income(one))
        worth += seat.part(other) * (seat.income(other, seat.trains(one)) - seat.income(other))
        best = max(best, (worth - WORTH_IT, exchange), key=lambda pair: pair[0])
    return best[1]


_DECISIONS: tuple[tuple[type[Action], Callable[[IntroSeat], Action]], ...] = (
    (HandOver, hand_over),
    (Take, take),
    (Send, full_hand),
    (Drop, full_hand),
    (Lay, lay),
    (Station, build),
    (Connect, build),
    (Renew, swap),
    (Exchange, swap),
)
