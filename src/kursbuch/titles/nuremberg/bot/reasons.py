"""Why a choice in First Train to Nuremberg is good or bad: influence for cubes, pieces within reach, full trains."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

from kursbuch.bots.advice import Reason
from kursbuch.bots.bot import View
from kursbuch.core import Action
from kursbuch.titles.nuremberg.bot.auction import FEW, WORTH
from kursbuch.titles.nuremberg.bot.table import Place, within_reach
from kursbuch.titles.nuremberg.bot.value import (
    Room,
    best_trains,
    counted,
    loaded,
    points_of,
    purse_for_trains,
)
from kursbuch.titles.nuremberg.rules.actions import (
    Bid,
    Build,
    Buy,
    Carry,
    HandOver,
    Link,
    Pass,
    Pay,
    TakeBack,
)
from kursbuch.titles.nuremberg.rules.state import Table


def reasons(view: View, legal: Sequence[Action], action: Action) -> Sequence[Reason]:
    """What speaks for a choice, and what it costs."""
    place = Place(view, legal, Random(0))
    return [
        reason for kind, explain in _KINDS if isinstance(action, kind) for reason in explain(place, action)
    ]


def _bid(place: Place, bid: Bid) -> Iterator[Reason]:
    """The colour that counts most in the box, and what is left for track."""
    gains = dict(place.s.box.boxes[bid.box].printed)
    drawn = place.s.drawn[bid.box]
    gains[drawn] = gains.get(drawn, 0) + 1
    have = place.s.influence(place.me)

    def counts(colour: str) -> float:
        first, more = WORTH[colour]
        return sum(first if have[colour] + n < FEW[colour] else more for n in range(gains[colour]))

    colour = max(gains, key=counts)
    yield Reason(f"influence-{colour}", {"box": bid.box, "points": gains[colour], "have": have[colour]})
    least = bid.span.lo if bid.span else bid.cubes
    yield Reason("cubes-left", {"cubes": place.s.hand[place.me] - least})


def _link(place: Place, link: Link) -> Iterator[Reason]:
    yield from _line(place, (*place.chain, link.end) if place.chain else (link.start, link.end))


def _build(place: Place, build: Build) -> Iterator[Reason]:
    yield from _line(place, tuple(build.chain))


def _line(place: Place, chain: tuple[str, ...]) -> Iterator[Reason]:
    """The pieces that a line brings within reach, and the upkeep of its links in all rounds to come."""
    s, me = place.s, place.me
    later = s.copy()
    later.links[me] = s.links[me] | frozenset(s.box.borders_along(chain))
    before, after = (sum(within_reach(table, me).values()) for table in (s, later))
    yield Reason("line-reaches" if after > before else "line-reaches-nothing", {"pieces": after - before})
    yield Reason("upkeep-grows", {"links": len(later.links[me])})


def _buy(place: Place, buy: Buy) -> Iterator[Reason]:
    """What more can be carried with the train."""
    s = place.s
    train = s.box.trains[buy.train]
    pieces = counted(within_reach(s, place.me))
    now = _rooms(s, place.me)
    before, _ = loaded(s.box, pieces, now)
    after, _ = loaded(s.box, pieces, [*now, Room(train.passengers, train.goods, train.worth)])
    if after > before:
        yield Reason("train-carries", {"points": round(after - before), "brown": train.price})
    else:
        yield Reason("train-empty", {"brown": train.price})


def _rooms(s: Table, player: str) -> list[Room]:
    own = [s.box.trains[train] for train in s.own_trains(player)]
    return [Room(s.free_places(t, "red"), s.free_places(t, "beer"), t.worth) for t in own]


def _carry(place: Place, carry: Carry) -> Iterator[Reason]:
    train = place.s.box.trains[carry.train]
    yield Reason("scores", {"points": round(points_of(place.s.box, carry.piece, train.worth))})


def _hand_over(place: Place, offer: HandOver) -> Iterator[Reason]:
    """What is got rid of, and the pieces that are lost with it."""
    s, me = place.s, place.me
    later = s.copy()
    gone = frozenset(s.box.borders_along(offer.line)) & s.links[me]
    later.links[me] = s.links[me] - gone
    later.links[offer.company] = s.links[offer.company] | gone
    lost = sum(within_reach(s, me).values()) - sum(within_reach(later, me).values())
    yield Reason("links-gone", {"links": len(gone)})
    if lost > 0 and place.rounds_left:
        yield Reason("pieces-lost", {"pieces": lost})


def _pass(place: Place, action: Pass) -> Iterator[Reason]:
    """No train could be filled, cubes are kept, or lines stay."""
    kinds = {type(one) for one in place.legal}
    if Link in kinds:
        yield Reason("cubes-kept", {"cubes": place.s.hand[place.me]})
    if Buy in kinds:
        pieces = counted(within_reach(place.s, place.me))
        if not best_trains(place.s, place.me, pieces, purse_for_trains(place.s, place.me))[1]:
            yield Reason("no-train-pays")
        yield Reason("brown-left", {"points": place.s.points("brown", place.me)})
    if Carry in kinds:
        yield Reason("pieces-left", {"pieces": sum(within_reach(place.s, place.me).values())})
    if HandOver in kinds:
        yield Reason("links-kept", {"links": len(place.s.links[place.me])})


def _take_back(place: Place, action: TakeBack) -> Iterator[Reason]:
    """How long the line then is that has been begun."""
    yield Reason("line-shortened", {"links": max(0, len(place.chain) - 2)})


def _pay(place: Place, pay: Pay) -> Iterator[Reason]:
    """What is left for trains, and in cubes: track is built before anything is paid."""
    s, me = place.s, place.me
    yield Reason("brown-left", {"points": s.points("brown", me) - pay.bill.brown})
    yield Reason("cubes-kept", {"cubes": s.hand[me] - pay.bill.cubes})


_KINDS: tuple[tuple[type[Action], Callable[[Place, Any], Iterator[Reason]]], ...] = (
    (Bid, _bid),
    (Link, _link),
    (Build, _build),
    (Buy, _buy),
    (Carry, _carry),
    (HandOver, _hand_over),
    (Pay, _pay),
    (Pass, _pass),
    (TakeBack, _take_back),
)
