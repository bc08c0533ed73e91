"""What shares of 1853 are worth: dividends to come, and the price they lift a company to."""

from __future__ import annotations

from collections.abc import Sequence

from kursbuch.bots.railway.prospects import first_incomes, incomes
from kursbuch.titles.india.bot.seat import IndiaSeat

OWN = 0.95  # how far I trust myself to pay
TAKEN_OVER = 0.8  # a company that I could lead if I bought a second share
LED_BY_NOBODY = 0.1  # managers pay nothing


def value(seat: IndiaSeat, company: str) -> float:
    """What a share is likely to bring by the end of the game, for a company in operation or about to be."""
    if not seat.companies[company]["in_play"]:
        capital = 10 * seat.box.issue_price(company)
        return worth(seat, company, first_incomes(seat, company, capital, 2), OWN)
    return worth(seat, company, incomes(seat, company), trust(seat, company))


def trust(seat: IndiaSeat, company: str) -> float:
    """How likely a company is to pay what it earns."""
    chief = seat.director(company)
    if chief == seat.me:
        return OWN
    if chief:
        return 0.4 + 0.5 * seat.thrift.get(company, 0.7)
    missing = 2 - seat.holds(seat.me, company)
    return TAKEN_OVER if missing * seat.price(company) <= seat.cash else LED_BY_NOBODY


def with_train(seat: IndiaSeat, company: str, side: str) -> float:
    """What all my shares of a company are worth more if it has one train more from the next round on."""
    sides = seat.trains(company)
    added = seat.income(company, [*sides, side]) - seat.income(company)
    rounds = max(1, round(seat.rounds_left))
    served = min(rounds, seat.life(side) + 1)
    base = float(seat.income(company))
    before = [base] * rounds
    after = [base + (added if 0 < n < served else 0) for n in range(rounds)]
    more = worth(seat, company, after, OWN) - worth(seat, company, before, OWN)
    return more * seat.holds(seat.me, company)


def worth(seat: IndiaSeat, company: str, earned: Sequence[float], trust: float) -> float:
    """A share of a company that earns so much from round to round. Each payment lifts its price (1853 §4.7.1)."""
    line = [cell.price for _, cell in sorted(seat.box.market.cells.items())]
    at = float(line.index(seat.price(company)))
    paid = 0.0
    for income in earned:
        if income < 10:
            continue
        price = line[int(at)]
        paid += trust * income / 10
        at = min(at + trust * min(5, max(1, int(income) // price)), len(line) - 1)
    return paid + line[int(at)]
