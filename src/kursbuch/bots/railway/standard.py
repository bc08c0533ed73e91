"""What the house bot knows of standard titles: privates, par prices, and companies that must float."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

from kursbuch.bots.bot import View
from kursbuch.bots.railway import choosing as rail
from kursbuch.bots.railway.lore import Lore
from kursbuch.bots.railway.plan import FADE, Plan, distances
from kursbuch.bots.railway.prospects import first_incomes, value, worth
from kursbuch.bots.railway.seat import Seat
from kursbuch.bots.railway.stock import Offer, liabilities
from kursbuch.bots.railway.trains import NEARLY
from kursbuch.core import Action
from kursbuch.rail.actions import Agree, Buy, Decline, Lay, Pass
from kursbuch.rail.standard.actions import Acquire, BidFor, Build, Par, Swap, Take
from kursbuch.rail.standard.parts import StandardBox

FAIR = 1.25  # times its price that a private is worth: its income, and the price a company can pay
LASTING = 0.7  # of the money for a company: what is kept if the private stays to the end
SIDE_DEALS = (Acquire, Build, Swap)


def asks(seat: Seat, buy: Buy) -> int:
    """Shares of the offering cost par for ever."""
    price: int = seat.position["pars"][buy.company] if buy.source == "offer" else seat.price(buy.company)
    return price


LORE = Lore(funds="pool", asks=asks, floated=lambda seat, company: company in seat.position["floated"])


def choose(view: View, legal: Sequence[Action], rng: Random, lore: Lore = LORE) -> Action:
    """What the house bot does; a title that pays or rewards in its own way gives its lore."""
    return decide(Seat(view, legal, rng, lore))


def decide(seat: Seat) -> Action:
    """A decision: the opening auction, powers and privates beside the usual ones."""
    if all(isinstance(action, Par) for action in seat.legal):
        return _set_par(seat)
    if any(isinstance(action, Take | BidFor) for action in seat.legal):
        return opening(seat)
    if seat.stage == "consent to private":
        return _sell_private(seat)
    side = _side_deal(seat)
    if side is not None:
        return side
    seat.legal = [action for action in seat.legal if not isinstance(action, SIDE_DEALS)] or seat.legal
    return rail.choose(seat, _pars)


# -- the opening auction --------------------------------------------------------------------------


def opening(seat: Seat) -> Action:
    """Buy or bid at a fair price, as long as enough is left to start a company."""
    tied = sum(bid["price"] for bid in seat.position["bids"] if bid["player"] == seat.me)
    floor = _capital(seat) if not _stalled(seat) else _capital(seat) // 2
    for take in seat.of_kind(Take):
        if take.price <= FAIR * _face(seat, take.private) and seat.cash - tied - take.price >= _floor(
            seat, take.private, floor
        ):
            return take
    for bid in seat.of_kind(BidFor):
        least = bid.span.lo if bid.span else bid.price
        own = max((b["price"] for b in seat.position["bids"] if _mine(seat, b, bid.private)), default=0)
        if own and len(seat.of_kind(BidFor)) > 1:
            continue  # my bid stands
        spent = tied - own + least
        if least <= FAIR * _face(seat, bid.private) and seat.cash - spent >= _floor(seat, bid.private, floor):
            return bid.at(least)
    return seat.of_kind(Pass)[0]


def _mine(seat: Seat, bid: dict[str, Any], private: str) -> bool:
    return bool(bid["player"] == seat.me and bid["private"] == private)


def _face(seat: Seat, private: str) -> int:
    price: int = seat.position["privates"][private]["price"]
    return price


def _floor(seat: Seat, private: str, floor: int) -> int:
    """A private that stays to the end may cost a company of my own."""
    return min(floor, int(LASTING * _capital(seat))) if _parts(seat).privates[private].stays else floor


def _capital(seat: Seat) -> int:
    """What it takes to float a company alone at the lowest par, and a little more."""
    figures, pars = _parts(seat).figures, [cell.price for cell in seat.box.market.pars]
    return figures.floats_at // 10 * min(pars) + figures.bid_step


def _parts(seat: Seat) -> StandardBox:
    assert isinstance(seat.box, StandardBox)
    return seat.box


def _stalled(seat: Seat) -> bool:
    """Whether everybody has passed lately, so that somebody has to give way."""
    keys = [event["key"] for event in seat.view["events"] if event["key"] != "money"]
    return len(keys) >= len(seat.view["players"]) and set(keys[-len(seat.view["players"]) :]) == {"passes"}


# -- stock rounds ---------------------------------------------------------------------------------


def _pars(seat: Seat) -> Iterable[Offer]:
    """Starting a company that I can float, at the highest price I can float it at."""
    pars = seat.of_kind(Par)
    halfway = any(not seat.lore.floated(seat, company) for company in seat.mine)
    if not any(seat.lore.floated(seat, company) for company in seat.in_play):
        yield from _together(seat)
    if not pars or halfway:
        return
    money = seat.cash - (liabilities(seat) if seat.mine else 0)
    shares = _parts(seat).figures.floats_at // 10
    prices = [par.price for par in pars if shares * par.price <= money]
    if not prices:
        return
    price = max(prices)
    sites = {par: _site(seat, par.company) * seat.rng.uniform(0.8, 1.2) for par in pars if par.price == price}
    best = max(sites, key=lambda par: sites[par])
    cell = next(cell for cell in seat.box.market.pars if cell.price == price)
    earned = first_incomes(seat, best.company, 10 * price, 1)
    yield worth(seat, earned, (cell.row, cell.column)) / price - 1 - 0.15 * len(seat.mine), best


def _together(seat: Seat) -> Iterable[Offer]:
    """While no company floats and nobody can float one alone, one is started low and bought by all."""
    if _affordable(seat):
        return
    for buy in seat.of_kind(Buy):
        yield 0.2, buy
    if not seat.in_play:
        low = min(seat.of_kind(Par), key=lambda par: par.price, default=None)
        if low is not None:
            yield 0.1, low


def _affordable(seat: Seat) -> bool:
    """Whether somebody has the money to float a company alone."""
    return any(seat.purse(player) >= _capital(seat) for player in seat.view["players"])


def _set_par(seat: Seat) -> Action:
    """The price of a company whose presidency came with a private: one at which it can be floated, if any."""
    pars = sorted(seat.of_kind(Par), key=lambda par: par.price)
    shares = _parts(seat).figures.floats_at // 10
    return ([par for par in pars if shares * par.price <= seat.cash] or pars[:1])[-1]


def _site(seat: Seat, company: str) -> float:
    """How much there is to earn around a company's home."""
    board, home = seat.s.board, seat.box.companies[company].home
    away = distances(board.map)[home]
    total = 0.0
    for hex, face in board.faces.items():
        worths = [
            stop.values.get("yellow", 0) if stop.values else max(stop.value, 10)
            for stop in face.stops
            if stop.earns
        ]
        if worths and hex in away:
            total += max(worths) * FADE ** away[hex]
    return total + 2 * len(seat.box.companies[company].tokens)


# -- privates and powers --------------------------------------------------------------------------


def _side_deal(seat: Seat) -> Action | None:
    """A private sold to my own company, a port or a tile that helps, a share for a private; None if nothing pays."""
    for acquire in seat.of_kind(Acquire):
        company, span = acquire.actor, acquire.span
        if seat.position["privates"][acquire.private]["owner"] != seat.me or span is None:
            continue
        spare = seat.purse(company) - _needs(seat, company)
        if (
            not _parts(seat).privates[acquire.private].stays
            and spare >= min(span.hi, _face(seat, acquire.private))
            and spare >= span.lo
        ):
            return acquire.at(min(span.hi, spare))
    for swap in seat.of_kind(Swap) if seat.stage == "stock" else ():
        if swap.company in seat.in_play and value(seat, swap.company) > 1.5 * _face(seat, swap.actor):
            return swap
    if seat.of_kind(Lay) or any(isinstance(a, Build) or a.actor in _parts(seat).privates for a in seat.legal):
        return _power_tile(seat)
    return None


def _needs(seat: Seat, company: str) -> int:
    """What a company should keep for trains."""
    sides = seat.trains(company)
    if seat.next_kind is None:
        return 0
    if seat.lasting(sides, 4.0):
        return 0
    return seat.next_kind.price if seat.lasting(sides, NEARLY) else 2 * seat.next_kind.price


def _power_tile(seat: Seat) -> Action | None:
    """A tile by the power of a private, if one of my companies gains by it."""
    builds = seat.of_kind(Build)
    passes, privates = seat.of_kind(Pass), _parts(seat).privates
    best: tuple[float, Action | None] = (4.0, passes[0] if passes and passes[0].actor in privates else None)
    if not builds:
        return best[1]
    board = seat.s.board
    plans = [Plan(seat, company) for company in seat.mine if board.tokens_of(company)]
    before = [plan.rate(board) for plan in plans]
    for build in builds:
        after = board.with_face(build.hex, seat.box.tiles[build.tile].turns[build.turn])
        gain = sum(plan.rate(after) for plan in plans) - sum(before)
        if gain > best[0]:
            best = (gain, build)
    return best[1]


def _sell_private(seat: Seat) -> Action:
    """Agree to a price that beats the income until privates close."""
    asked = next(event for event in reversed(seat.view["events"]) if event["key"] == "asks-private")
    private = seat.position["privates"][asked["private"]]
    stays = _parts(seat).privates[asked["private"]].stays
    left = seat.cards_before(_parts(seat).figures.privates_close)
    rounds = seat.rounds_left if left is None or stays else (left + 0.5) / seat.pace
    keeps = private["income"] * rounds + (private["price"] if stays else 0)
    return (seat.of_kind(Agree) if asked["price"] > keeps else seat.of_kind(Decline))[0]
