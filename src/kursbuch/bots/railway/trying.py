"""Which of many sales and offers for trains a bot that searches tries: there is seldom time for all."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any

from kursbuch.bots.bot import View
from kursbuch.bots.railway.seat import Seat
from kursbuch.bots.search.options import Options
from kursbuch.core import Action
from kursbuch.core.action import Span
from kursbuch.rail.actions import BuyTrain, Sell

Value = Callable[[Any, str], float]
"""What a share of ten per cent of a company is likely to bring, in the eyes of a seat."""


def by_merit(
    view: View,
    legal: Sequence[Action],
    first: Action,
    *,
    known: Options,
    seat: Callable[..., Seat],
    value_of: Value,
) -> Sequence[Action]:
    """The options of a title: trains of others for what might be agreed to, sales of what is worth least first."""
    sales = [action for action in legal if isinstance(action, Sell)]
    if not sales and not any(isinstance(action, BuyTrain) for action in legal):
        return known(view, legal, first)
    eyes = seat(view, legal, Random(0))
    offers = [offer for action in legal if not isinstance(action, Sell) for offer in priced(eyes, action)]
    return known(view, [*offers, *in_turn(eyes, sales, value_of)], first)


def in_turn(eyes: Seat, sales: Iterable[Sell], value_of: Value) -> list[Sell]:
    """One share of each company, then all that can be sold of each, then what lies between; of companies the one
    first whose shares are worth least for their price.
    """
    heaps: dict[str, list[Sell]] = defaultdict(list)
    for sale in sorted(sales, key=lambda sale: sale.percent):
        heaps[sale.company].append(sale)
    merits = {company: value_of(eyes, company) / max(10, eyes.price(company)) for company in heaps}
    companies = sorted(heaps, key=lambda company: merits[company])
    heaps = {company: [heap[0], *heap[:0:-1]] for company, heap in heaps.items()}
    longest = max(map(len, heaps.values()), default=0)
    return [heaps[company][n] for n in range(longest) for company in companies if n < len(heaps[company])]


def priced(eyes: Seat, action: Action) -> Iterable[Action]:
    """An offer for a train of another company at amounts that make a difference, any other action as it is.

    Of a company of mine it is the least and the most; others hardly part with a train for the least, and nobody gives
    all that he has: half its price and its full price are offered.
    """
    span = action.span
    if not isinstance(action, BuyTrain) or span is None or action.source not in eyes.companies:
        return [action]
    face = eyes.box.trains[action.train].price
    own = eyes.companies[action.source]["president"] == eyes.me
    amounts = (span.lo, span.hi) if own else (within(span, face // 2), within(span, face))
    return [action.at(amount) for amount in dict.fromkeys(amounts)]


def within(span: Span, amount: int) -> int:
    """The amount of a span that is nearest below another, or its least.

    >>> within(Span(10, 50, 10), 34), within(Span(10, 50, 10), 99), within(Span(10, 50, 10), 5)
    (30, 50, 10)
    """
    return max(span.lo, min(span.hi, span.lo + (amount - span.lo) // span.step * span.step))
