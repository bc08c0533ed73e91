"""What the house bot knows of 18TE: goals, auctions, and when prices rise."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from kursbuch.bots.house import rail
from kursbuch.bots.house.rail_lore import Lore
from kursbuch.bots.house.rail_prospects import best_side, worth
from kursbuch.bots.house.rail_seat import Seat
from kursbuch.bots.house.rail_stock import Offer, liabilities
from kursbuch.core import Action
from kursbuch.rail.actions import Bid, Open, Pass
from kursbuch.rail.board import Board, best_space
from kursbuch.titles.te18.parts import figures

LEAD = 30  # marks that leading a company is worth by itself
MOST = 300  # no certificate is worth more in an auction


def goals(seat: Seat, company: str) -> Mapping[str, int]:
    """Where a company gets its bonus, while it has not had it; the towns that KPR must pass on the way."""
    if company in seat.position["rewarded"]:
        return {}
    goal = seat.box.companies[company].goal
    via = goal.get("via", [])
    assert isinstance(via, list)
    return {str(goal["hex"]): figures().bonus, **dict.fromkeys(via, 20)}


LORE = Lore(rises=lambda income, price: income >= price, goals=goals)


def choose(seat: Seat) -> Action:
    """A decision in 18TE."""
    bids = seat.of_kind(Bid)
    if bids:
        return _bid(seat, bids[0])
    return rail.choose(seat, _openings)


def _next_company(seat: Seat) -> str:
    return next(c for c, about in seat.companies.items() if not about["in_play"] and not about["closed"])


def _bid(seat: Seat, bid: Bid) -> Action:
    """Go on while the certificate is worth more than the least bid."""
    passes = seat.of_kind(Pass)
    least = bid.span.lo if bid.span else bid.price
    if passes and (least > MOST or _surplus(seat, _next_company(seat), least) < 0):
        return passes[0]
    return bid.at(least)


def _openings(seat: Seat) -> Iterable[Offer]:
    """Putting the next company up for auction, at the bid that pays best."""
    for offer in seat.of_kind(Open):
        span = offer.span
        if span is None or (seat.mine and seat.cash - span.lo < liabilities(seat)):
            continue
        tops = range(span.lo, min(span.hi, MOST) + 1, 30)
        best = max(tops, key=lambda price: _surplus(seat, offer.company, price) / price, default=None)
        if best is not None:
            yield _surplus(seat, offer.company, best) / best, offer.at(best)


def _surplus(seat: Seat, company: str, money: int) -> float:
    """What the president's certificate is worth beyond a bid of so much."""
    pile = int(seat.position["pile"])
    pars = [cell for cell in seat.box.market.pars if 3 * cell.price <= money + pile]
    cell = max(pars, key=lambda c: c.price, default=seat.box.market.pars[0])
    earned = _first_incomes(seat, company, money + pile)
    return 3 * worth(seat, earned, (cell.row, cell.column)) + LEAD - money - _burden(seat)


def _burden(seat: Seat) -> float:
    """What one company more costs in attention and in trains that it will need from my own purse."""
    return 40.0 * len(seat.mine)


def _first_incomes(seat: Seat, company: str, money: int) -> list[float]:
    """What a company not yet in play could earn round by round: nothing at first, then with what it can buy."""
    rounds = max(1, round(seat.rounds_left))
    kind = seat.next_kind
    if kind is None or money < kind.price:
        return [0.0] * rounds
    board = _with_home(seat, company)
    earned = 0
    if board is not None:
        seat.s.board, kept = board, seat.s.board
        earned = best_side(seat, company, kind.id)[1]
        seat.s.board = kept
    usual = 20 * (2 + seat.s.phase_number) * min(2.0, money / kind.price)
    base = max(earned, usual)
    return [0.0 if n == 0 else base * (1 + 0.12 * (n - 1)) for n in range(rounds)]


def _with_home(seat: Seat, company: str) -> Board | None:
    """The board with the company's home token, where there is a space for it already."""
    board, charter = seat.s.board, seat.box.companies[company]
    for n, stop in enumerate(board.faces[charter.home].stops):
        place = (charter.home, n)
        slots = list(board.slots(place))
        if stop.slots and "" in slots and charter.home_stop in (None, n):
            return board.with_token(place, best_space(stop, slots, company), company)
    return None
