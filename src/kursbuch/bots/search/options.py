"""The choices worth trying: what to do with money is weighed, how to build and run is left to the house."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from kursbuch.bots.bot import View
from kursbuch.core import Action
from kursbuch.core.action import kind_of

Options = Callable[[View, Sequence[Action], Action], Sequence[Action]]
"""Choices worth trying, from a view, its legal list and what the house would do; none if nothing is to be weighed."""

MOST = 10  # choices that are tried at a decision
ROUTINE = frozenset({"lay", "station", "run", "point_out", "build", "connect", "carry", "take_back"})
HOUSE_KNOWS = frozenset({"go_bankrupt"})


def weighable(
    view: View, legal: Sequence[Action], first: Action, routine: frozenset[str] = ROUTINE
) -> Sequence[Action]:
    """Everything on the list, amounts at a few places of their range; nothing where track or runs are at stake."""
    kinds = {kind_of(type(action)) for action in legal}
    if (len(legal) == 1 and legal[0].span is None) or kinds & routine:
        return ()
    some = [action for action in legal if kind_of(type(action)) not in HOUSE_KNOWS]
    return varied(spread(some, first), first)


def spread(legal: Iterable[Action], first: Action) -> list[Action]:
    """Ranged actions at their least amount, a little and a good deal above, and around what the house would name.

    >>> from dataclasses import dataclass
    >>> from kursbuch.core.action import Span
    >>> @dataclass(frozen=True, slots=True)
    ... class Bid(Action):
    ...     form = "{actor} bids {price}"
    ...     amount = "price"
    ...     price: int
    >>> [bid.price for bid in spread([Bid("Anna", 0, span=Span(10, 50, 5))], Bid("Anna", 20))]
    [10, 15, 25, 50]
    """
    out: list[Action] = []
    for action in legal:
        span = action.span
        if span is None:
            out.append(action)
            continue
        amounts = {span.lo, span.lo + span.step, span.hi}
        if (
            action.at(getattr(first, action.amount, span.lo) if type(first) is type(action) else span.lo)
            == first
        ):
            named = getattr(first, action.amount)
            amounts |= {named - span.step, named + span.step}
            amounts.discard(named)
        out += [action.at(amount) for amount in sorted(amounts) if amount in span]
    return out


def varied(options: Sequence[Action], first: Action, most: int = MOST) -> list[Action]:
    """As many of the options as will be tried: those of a kind take turns with those of another."""
    heaps: dict[str, list[Action]] = {}
    for action in options:
        if action != first:
            heaps.setdefault(kind_of(type(action)), []).append(action)
    out: list[Action] = []
    while len(out) < most and any(heaps.values()):
        for heap in heaps.values():
            if heap and len(out) < most:
                out.append(heap.pop(0))
    return out
