"""What the house bot knows of 18TE: goals, auctions, and when prices rise."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random

from kursbuch.bots.advice import Reason
from kursbuch.bots.bot import View
from kursbuch.bots.character import STEADY, Character
from kursbuch.bots.railway import choosing as rail
from kursbuch.bots.railway.lore import Lore
from kursbuch.bots.railway.prospects import first_incomes, worth
from kursbuch.bots.railway.reasons import explained
from kursbuch.bots.railway.searching import wisdom
from kursbuch.bots.railway.seat import Seat
from kursbuch.bots.railway.stock import Offer, liabilities
from kursbuch.bots.railway.why_paper import in_play, passed
from kursbuch.core import Action
from kursbuch.rail.actions import Bid, Buy, Open, Pass
from kursbuch.titles.te18.rules.parts import Box18TE

LEAD = 30  # marks that leading a company is worth by itself
DOUBT = 12  # marks by which what a certificate is worth may be seen otherwise from bid to bid
HEAT = (-4, 12)  # by so much the most that one bids may lie lower or higher, from bid to bid
KEEN = 200  # marks of that for each part that somebody adds to what purchases bring
BOLDLY = (0, 10, 20)  # marks above the best first bid that one may begin with where all will bid more anyway
MOST = 360  # no certificate is worth more in an auction
MOST_AT_FIRST = 250  # nor so much in the first stock round, where whoever paid more has ended behind


def goals(seat: Seat, company: str) -> Mapping[str, int]:
    """Where a company gets its bonus, while it has not had it; the towns that KPR must pass on the way."""
    if company in seat.position["rewarded"]:
        return {}
    goal = seat.box.companies[company].goal
    via = goal.get("via", [])
    assert isinstance(via, list)
    assert isinstance(seat.box, Box18TE)
    return {str(goal["hex"]): seat.box.figures.bonus, **dict.fromkeys(via, 20)}


def issued_at(seat: Seat, company: str, shares: int) -> int:
    """What each share brings that a company issues: the price falls first."""
    market = seat.box.market
    return market.cells[market.down(seat.s.prices.spots[company], shares)].price


LORE = Lore(
    rises=lambda income, price: income >= price,
    goals=goals,
    issued_at=issued_at,
    saves=1.2,
    hardly=2.2,
)
# Bids, and trains taken from other companies, are left to the house: played on from both choices, others have lost.
LEAVES = frozenset(
    {
        "buy > buy",
        "buy > sell",
        "buy_train > buy_train",
        "issue > issue",
        "issue > pass",
        "pass > buy",
        "pass > buy_train",
        "pass > issue",
        "pass > sell",
        "pay > issue",
        "pay > withhold",
        "withhold > pay",
    }
)
WISDOM = wisdom(LORE, least=0.0, leaves=LEAVES)


def choose(view: View, legal: Sequence[Action], rng: Random, *, character: Character = STEADY) -> Action:
    """What the house bot does."""
    return decide(Seat(view, legal, rng, LORE, character))


def decide(seat: Seat) -> Action:
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
    view_of_it = seat.character.venture * least + seat.rng.uniform(-DOUBT, DOUBT) * seat.character.whim
    limit = _most(seat) + KEEN * seat.character.venture + seat.rng.uniform(*HEAT) * seat.character.whim
    if passes and (least > limit or _surplus(seat, _next_company(seat), least) + view_of_it < 0):
        return passes[0]
    return bid.at(least)


def _most(seat: Seat) -> int:
    """The most that a certificate is worth in an auction."""
    return MOST_AT_FIRST if seat.position["stock_round"] == 1 else MOST


def _openings(seat: Seat) -> Iterable[Offer]:
    """Putting the next company up for auction, at the bid that pays best."""
    for offer in seat.of_kind(Open):
        span = offer.span
        if span is None or (seat.mine and seat.cash - span.lo < seat.character.reserve * liabilities(seat)):
            continue
        tops = range(span.lo, min(span.hi, _most(seat)) + 1, 30)
        top = min(span.hi, MOST_AT_FIRST) if seat.position["stock_round"] == 1 else 0
        best = max(tops, key=lambda price: _surplus(seat, offer.company, price) / price, default=None)
        if best is not None:
            begin = best + (
                seat.rng.choice(BOLDLY) if seat.character.whim and best + BOLDLY[-1] <= top else 0
            )
            yield _surplus(seat, offer.company, best) / best, offer.at(begin)


def _surplus(seat: Seat, company: str, money: int) -> float:
    """What the president's certificate is worth beyond a bid of so much."""
    pile = int(seat.position["pile"])
    pars = [cell for cell in seat.box.market.pars if 3 * cell.price <= money + pile]
    cell = max(pars, key=lambda c: c.price, default=seat.box.market.pars[0])
    more = (
        min(4, max(0, seat.cash - money) // cell.price) * cell.price
    )  # what I can put in for further shares
    earned = first_incomes(seat, company, money + pile + more)
    return 3 * worth(seat, earned, (cell.row, cell.column)) + LEAD - money - _burden(seat)


def _burden(seat: Seat) -> float:
    """What one company more costs in attention and in trains that it will need from my own purse."""
    return (40.0 - 200 * seat.character.venture) * len(seat.mine)


def _bid_explained(seat: Seat, bid: Bid | Open) -> Iterator[Reason]:
    """What the certificate brings beyond the bid, and what is left for further shares."""
    company = bid.company if isinstance(bid, Open) else _next_company(seat)
    money = bid.span.lo if bid.span else bid.price
    if money > _most(seat):
        yield Reason("bid-high", {"price": _most(seat)})
    else:
        more = round(_surplus(seat, company, money))
        key = "bid-brings" if more >= 0 else "bid-costs"
        yield Reason(key, {"company": company, "worth": abs(more), "price": money})
    yield Reason("cash-left", {"cash": seat.cash - money})


def _pass_explained(seat: Seat, action: Pass) -> Iterator[Reason]:
    """Where there is something to bid for: what the least bid would bring or cost, and what is kept; else as in all
    railway games.
    """
    bids = [*seat.of_kind(Bid), *(() if seat.of_kind(Buy) else seat.of_kind(Open))]
    if not bids:
        yield from passed(in_play, seat, action)
        return
    yield from (reason for reason in _bid_explained(seat, bids[0]) if reason.key != "cash-left")
    yield Reason("cash-kept", {"cash": seat.cash})


REASONS = explained(LORE, more=((Bid, _bid_explained), (Open, _bid_explained), (Pass, _pass_explained)))
