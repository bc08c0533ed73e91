"""Building: a short chain that brings more within reach than it costs, found by trying out the promising ones."""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache

from kursbuch.bots.character import nearly_best
from kursbuch.core import Action
from kursbuch.titles.nuremberg.bot.table import Place, within_reach
from kursbuch.titles.nuremberg.bot.value import BROWN, CUBE, FEE, WHITE, Pieces, counted, outlook
from kursbuch.titles.nuremberg.rules.actions import NOTHING, Bill, Build, Link, Pass, TakeBack
from kursbuch.titles.nuremberg.rules.box import COMPANIES
from kursbuch.titles.nuremberg.rules.chain import affordable_starts, longer_bill, why_not_link, why_not_paid
from kursbuch.titles.nuremberg.rules.net import shortest_ways
from kursbuch.titles.nuremberg.rules.parts import Box
from kursbuch.titles.nuremberg.rules.state import Table
from kursbuch.titles.nuremberg.rules.track import space_of

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


Rated = list[tuple[float, Chain]]
_FOUND: dict[Hashable, Rated] = {}
_MOST_FOUND = 10_000  # positions whose chains are remembered: a bot that searches meets many of them again


def best_chain(place: Place) -> Chain:
    """The chain with the best outlook that goes on from what is planned; empty if building nothing is better."""
    key = _all_that_counts(place)
    if key not in _FOUND:
        if len(_FOUND) >= _MOST_FOUND:
            _FOUND.clear()
        _FOUND[key] = _chains(place)
    return nearly_best(_FOUND[key], ALIKE * place.character.whim, place.rng)


def _all_that_counts(place: Place) -> Hashable:
    """What the chains' outlook depends on: not on the others' influence and cubes."""
    s, me = place.s, place.me
    return (
        (s.box, me, place.chain, place.character.track, s.round, s.rounds, s.bonus_paid),
        (s.hand[me], s.supply[me], space_of(s.profit, me), *s.influence(me).values()),
        tuple(s.links.items()),
        tuple(s.depot.items()),
        tuple(s.colours.items()),
        tuple(s.board.items()),
        tuple(s.trains.items()),
        tuple(s.loads.items()),
    )


def _chains(place: Place) -> Rated:
    """The chains worth a thought, with their outlook."""
    s, me = place.s, place.me
    ground = _ground(s)
    least = WORTH_IT - EAGER * (place.character.track - 1)
    found: Rated = [(rate(s, me, (), NOTHING, ground) + least, ())]
    if place.chain:
        bill = _bill(s, place.chain)
        found = [(rate(s, me, place.chain, bill, ground), place.chain)]
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
                    longer[key] = (rate(s, me, grown, after, ground), grown, after)
        front = sorted(longer.values(), key=lambda one: (-one[0], one[1]))[:WIDTH]
        if not front:
            break
        found += [(worth, chain) for worth, chain, _ in front]
    return found


def _bill(s: Table, chain: Chain) -> Bill:
    bill = NOTHING
    for i in range(1, len(chain)):
        bill = longer_bill(s, bill, chain[:i], chain[i])
    return bill


_GROUNDS: dict[Hashable, int] = {}
_PIECES: dict[tuple[int, frozenset[str]], Pieces] = {}
_MOST_PIECES = 100_000  # nets whose pieces are remembered


def _ground(s: Table) -> int:
    """Stands for all that decides, beside a player's own links, which pieces they give."""
    companies = tuple(s.links[company] for company in COMPANIES)
    about = (s.box, tuple(s.board.items()), tuple(s.colours.items()), companies)
    if len(_PIECES) >= _MOST_PIECES:
        _GROUNDS.clear()
        _PIECES.clear()
    return _GROUNDS.setdefault(about, len(_GROUNDS))


def rate(s: Table, me: str, chain: Chain, bill: Bill, ground: int) -> float:
    """What the player can expect with this chain, its price taken off."""
    links, before = s.links, s.links[me]
    own = before | frozenset(s.box.borders_along(chain))
    s.links = {**links, me: own}
    try:
        if (ground, own) not in _PIECES:
            _PIECES[ground, own] = counted(within_reach(s, me))
        expected = outlook(s, me, bill.build, _PIECES[ground, own]) + _bonus(s, me, before)
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
    ways = _ways(s.box, frozenset().union(*s.links.values()))
    return float(max((len(own.intersection(way)) for way in ways), default=0) * s.box.bonus["per_link"])


@lru_cache(maxsize=8192)
def _ways(box: Box, links: frozenset[str]) -> list[list[str]]:
    """The shortest lines between Nuremberg and Fürth."""
    return shortest_ways(box, links, box.bonus["from"], box.bonus["to"])
