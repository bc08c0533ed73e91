"""A plan of deliveries spread over the kettles that brew it, and the plan that brings most."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kursbuch.titles.dortmund.beer.brewery.actions import Plan
from kursbuch.titles.dortmund.beer.brewery.capacity import Box, filled, units_of
from kursbuch.titles.dortmund.beer.delivery import wishes
from kursbuch.titles.dortmund.beer.parts import SEGMENTS, Kettle
from kursbuch.titles.dortmund.beer.state import BeerState


@dataclass(frozen=True, slots=True)
class Share:
    """What one kettle delivers in a plan: cubes for each box, cubes kept for trains, what it all brings."""

    kettle: Kettle
    cubes: tuple[tuple[int, str, int], ...]  # segment, customers, cubes
    keeps: int
    income: int


def spread(s: BeerState, kettles: Iterable[Kettle], plan: Plan) -> list[Share]:
    """A plan spread over the kettles, each cube on the lowest kettle that reaches its segment.

    A plan that does not fit is spread as far as it goes.
    """
    cards = sorted(kettles, key=lambda kettle: kettle.type)
    left, kept = [card.cubes for card in cards], [0] * len(cards)
    given: list[dict[Box, int]] = [{} for _ in cards]
    rest = plan.keeps
    for n, card in enumerate(cards):
        kept[n] = min(card.export, rest)
        left[n] -= kept[n]
        rest -= kept[n]
    for cubes, customers, segment in sorted(plan.supplies, key=lambda supply: -supply[2]):
        wanted = cubes
        for n, card in enumerate(cards):
            if card.type >= segment and (some := min(wanted, left[n])):
                given[n][segment, customers] = some
                left[n] -= some
                wanted -= some
    return [
        Share(
            card,
            tuple((segment, kind, cubes) for (segment, kind), cubes in given[n].items()),
            kept[n],
            sum(cubes * s.box.segments[segment].income(kind) for (segment, kind), cubes in given[n].items()),
        )
        for n, card in reversed(list(enumerate(cards)))
    ]


def best_plan(s: BeerState, kettles: Iterable[Kettle]) -> Plan:
    """What would bring most if these kettles delivered now."""
    return Plan.of(filled(s.beer, units_of(kettles), (0,) * len(SEGMENTS), wishes(s.box)[0]))
