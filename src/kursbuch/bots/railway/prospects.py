"""What a company is likely to earn and what its shares are therefore worth."""

from __future__ import annotations

from collections.abc import Sequence

from kursbuch.bots.railway.seat import Seat
from kursbuch.rail.board import Board, best_space
from kursbuch.rail.box import TrainType
from kursbuch.rail.paper.market import Spot

GROWTH = 0.07  # by which track gets better from round to round
DOUBT = 0.85  # how far others are trusted to run a company well


def best_side(seat: Seat, company: str, kind: str, sides: Sequence[str] = ()) -> tuple[str, int]:
    """The side on which a new train of this kind earns most beside others, and what all earn then."""
    phase = _phase_after(seat, kind)
    kept = [side for side in sides if not _rusted(seat, side, phase)]
    found = [(side, seat.income(company, [*kept, side], phase=phase)) for side in seat.box.trains[kind].sides]
    return max(found, key=lambda pair: pair[1])


def _phase_after(seat: Seat, kind: str) -> int:
    """The phase once the first train of this kind is out."""
    starts = seat.box.trains[kind].starts
    return max(seat.s.phase_number, seat.box.phase_number[starts] if starts else 0)


def _rusted(seat: Seat, side: str, phase: int) -> bool:
    ends = seat.kind(side).rusts_in
    return bool(ends) and seat.box.phase_number[ends] <= phase


def incomes(seat: Seat, company: str, extra: int = 0) -> list[float]:
    """What a company is likely to earn in each of the coming rounds; `extra` money would flow into it."""
    rounds = max(1, round(seat.rounds_left))
    sides = seat.trains(company)
    money = seat.purse(company) + extra
    floated = seat.lore.floated(seat, company)
    if not floated or not begun(seat, company):
        return first_incomes(
            seat, company, money if floated else 10 * seat.price(company), 1 if floated else 2
        )
    mine = seat.companies[company]["president"] == seat.me
    now = seat.income(company)
    later, _ = _later(seat, company, sides, money, mine)
    turn = min((seat.life(side) for side in sides), default=0.0 if seat.s.operating_round == 0 else 1.0)
    trust = 1.0 if mine else DOUBT
    out = []
    for n in range(rounds):
        base = now if n < turn else later
        if n == 0 and not sides:
            base = 0  # trains are bought after the run
        out.append(base * trust * (1 + GROWTH * min(n, 6)))
    return out


def _later(seat: Seat, company: str, sides: Sequence[str], money: int, mine: bool) -> tuple[float, str]:
    """What it earns once its oldest trains are gone and it has bought what it can pay for."""
    kind = seat.next_kind
    kept = list(seat.lasting(sides, min((seat.life(side) for side in sides), default=0.0)))
    best: tuple[float, str] = (float(seat.income(company, kept)) if kept else 0.0, "")
    if kind is None:
        return best
    means = money + (seat.cash if mine else 0)
    while kind is not None and not kept and seat.life(next(iter(kind.sides))) < 1.5:
        kind = _after(seat, kind.id)  # no good buying what rusts at once
    if kind is None or means < kind.price:
        short = 0.25 if kind is not None and money >= 0.5 * kind.price else 0.0
        return (max(best[0], short * best_side(seat, company, kind.id, kept)[1]) if kind else best[0], "")
    _, earned = best_side(seat, company, kind.id, kept)
    return max(best, (earned * (1.0 if money >= kind.price else 0.8), kind.id))


def _after(seat: Seat, kind: str) -> TrainType | None:
    """The next dearer kind of train."""
    kinds = list(seat.box.trains.values())
    here = [train.id for train in kinds].index(kind)
    return kinds[here + 1] if here + 1 < len(kinds) else None


def begun(seat: Seat, company: str) -> bool:
    """Whether a company has operated: its home token is out, or waits beside its hex."""
    board = seat.s.board
    return bool(board.tokens_of(company)) or any(company in names for names in board.beside_hex.values())


def first_incomes(seat: Seat, company: str, money: int, idle: int = 1) -> list[float]:
    """What a company that has not begun could earn: nothing for some rounds, then with the trains it can buy."""
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
    usual = seat.lore.stop_earns * (2 + seat.s.phase_number) * min(2.0, money / kind.price)
    base = max(earned, usual)
    return [0.0 if n < idle else base * (1 + 0.2 * (n - idle)) for n in range(rounds)]


def _with_home(seat: Seat, company: str) -> Board | None:
    """The board with the company's home token, where there is a space for it already."""
    board, charter = seat.s.board, seat.box.companies[company]
    for n, stop in enumerate(board.faces[charter.home].stops):
        place = (charter.home, n)
        slots = list(board.slots(place))
        if stop.slots and "" in slots and charter.home_stop in (None, n):
            return board.with_token(place, best_space(stop, slots, company), company)
    return None


def value(seat: Seat, company: str, extra: int = 0) -> float:
    """What a share is likely to bring by the end of the game: dividends, and its price then."""
    if (company, extra) not in seat.valued:
        seat.valued[company, extra] = _value(seat, company, extra)
    return seat.valued[company, extra]


def _value(seat: Seat, company: str, extra: int) -> float:
    trust = 0.5 + 0.5 * seat.thrift.get(company, 0.8)
    if seat.companies[company]["president"] == seat.me:
        trust = max(trust, 0.9)
    return worth(seat, incomes(seat, company, extra), seat.s.prices.spots[company], trust)


def worth(seat: Seat, earned: Sequence[float], spot: Spot, trust: float = 0.9) -> float:
    """A share of a company that earns so much from round to round, its marker standing here now."""
    market = seat.box.market
    paid = 0.0
    for income in earned:
        cell = market.cells[spot]
        if income < 10:
            spot = seat.lore.slip(market, spot)
        else:
            paid += trust * income / 10
            if trust > 0.6 and seat.lore.rises(int(income), cell.price):
                spot = seat.lore.climb(market, spot, int(income), cell.price)
        if market.cells[spot].closes:
            return paid
    return paid + market.cells[spot].price
