"""Building: a short chain that brings more within reach than it costs, found by trying out the promising ones."""

from __future__ import annotations

from kursbuch.bots.character import nearly_best
from kursbuch.core import Action
from kursbuch.titles.nuremberg.bot.table import Place
from kursbuch.titles.nuremberg.bot.value import BROWN, CUBE, FEE, WHITE, outlook
from kursbuch.titles.nuremberg.rules.actions import NOTHING, Bill, Build, Link, Pass, TakeBack
from kursbuch.titles.nuremberg.rules.chain import affordable_starts, longer_bill, why_not_link, why_not_paid
from kursbuch.titles.nuremberg.rules.net import shortest_ways
from kursbuch.titles.nuremberg.rules.state import Table

WORTH_IT = 0.2  # points that a chain must bring
EAGER = 1.5  # by how many points less to one who loves to build
WIDTH = 14  # chains kept from each length to the next
LENGTH = 7  # links looked ahead
ALIKE = 0.2  # points between two chains that are nearly as good

Chain = tuple[str, ...]


def choose(place: Place) -> Action:
    """The next link of the best chain, or the chain itself when it is long enough."""
    plan = best_chain(place)
    chain = place.chain
    if len(plan) > len(chain) and len(plan) > 1:
        here, to = (plan[0], plan[1]) if not chain else (chain[-1], plan[len(chain)])
        for link in place.of_kind(Link):
            if (link.start, link.end) == (here, to):
                return link
    if chain:
        return [*place.of_kind(Build), *place.of_kind(TakeBack)][0]
    passes = place.of_kind(Pass)
    return passes[0] if passes else place.legal[0]


def best_chain(place: Place) -> Chain:
    """The chain with the best outlook that goes on from what is planned; empty if building nothing is better."""
    s, me = place.s, place.me
    least = WORTH_IT - EAGER * (place.character.track - 1)
    found: list[tuple[float, Chain]] = [(rate(s, me, (), NOTHING) + least, ())]
    if place.chain:
        bill = _bill(s, place.chain)
        found = [(rate(s, me, place.chain, bill), place.chain)]
        front = [(found[0][0], place.chain, bill)]
    else:
        front = [(0.0, (area,), NOTHING) for area in affordable_starts(s, me)]
    for _ in range(LENGTH):
        longer: dict[frozenset[str], tuple[float, Chain, Bill]] = {}
        for _, chain, bill in front:
            for to in s.box.open_ways[chain[-1]]:
                if why_not_link(s, me, chain, to) is not None:
                    continue
                after = longer_bill(s, bill, chain, to)
                if why_not_paid(s, me, after) is not None:
                    continue
                grown = (*chain, to)
                key = frozenset((*grown, grown[-1] + "!"))
                if key not in longer:
                    longer[key] = (rate(s, me, grown, after), grown, after)
        front = sorted(longer.values(), key=lambda one: (-one[0], one[1]))[:WIDTH]
        if not front:
            break
        found += [(worth, chain) for worth, chain, _ in front]
    return nearly_best(found, ALIKE * place.character.whim, place.rng)


def _bill(s: Table, chain: Chain) -> Bill:
    bill = NOTHING
    for i in range(1, len(chain)):
        bill = longer_bill(s, bill, chain[:i], chain[i])
    return bill


def rate(s: Table, me: str, chain: Chain, bill: Bill) -> float:
    """What the player can expect with this chain, its price taken off."""
    links, before = s.links, s.links[me]
    s.links = {**links, me: before | frozenset(s.box.borders_along(chain))}
    try:
        expected = outlook(s, me, bill.build) + _bonus(s, me, before)
    finally:
        s.links = links
    over = max(0, bill.build - s.hand[me])
    fees = FEE * (bill.red + bill.green) + WHITE * bill.white
    return expected - fees - CUBE * min(bill.build, s.hand[me]) - BROWN * over


def _bonus(s: Table, me: str, before: frozenset[str]) -> float:
    """Points for the first line between Nuremberg and Fürth, if this chain makes it."""
    own = s.links[me]
    if s.bonus_paid or own == before:
        return 0.0
    ends = {area for link in own for area in link.split("|")}
    if s.box.bonus["to"] not in ends and not ends.intersection(s.box.bonus["from"]):
        return 0.0
    ways = shortest_ways(s.box, frozenset().union(*s.links.values()), s.box.bonus["from"], s.box.bonus["to"])
    return float(max((len(own.intersection(way)) for way in ways), default=0) * s.box.bonus["per_link"])
