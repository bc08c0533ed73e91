"""Building: a short chain that brings more within reach than it costs, found by trying out the promising ones."""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache

from kursbuch.bots.character import nearly_best
from kursbuch.core import Action
from kursbuch.titles.nuremberg.bot.table import Place, within_reach
from kursbuch.titles.nuremberg.bot.value import (
    BROWN,
    CUBE,
    FEE,
    WHITE,
    Pieces,
    all_loads,
    counted,
    purse_for_trains,
    track_costs,
)
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
    return nearly_best(chains(place), ALIKE * place.character.whim, place.rng)


def chains(place: Place) -> Rated:
    """The chains worth a thought that go on from what is planned, with their outlook."""
    key = _all_that_counts(place)
    if key not in _FOUND:
        if len(_FOUND) >= _MOST_FOUND:
            _FOUND.clear()
        _FOUND[key] = _tried_out(place)
    return _FOUND[key]


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


def _tried_out(place: Place) -> Rated:
    """Chains one link longer each time, those that promise most."""
    s, me = place.s, place.me
    promise, before = _Promise(s, me), s.links[me]
    least = WORTH_IT - EAGER * (place.character.track - 1)
    found: Rated = [(promise.of(before, NOTHING) + least, ())]
    front: list[tuple[float, Chain, Bill, frozenset[str]]]
    if place.chain:
        bill, own = _bill(s, place.chain), before.union(s.box.borders_along(place.chain))
        found = [(promise.of(own, bill), place.chain)]
        front = [(found[0][0], place.chain, bill, own)]
    else:
        front = [(0.0, (area,), NOTHING, before) for area in affordable_starts(s, me)]
    for _ in range(LENGTH):
        longer: dict[frozenset[str], tuple[float, Chain, Bill, frozenset[str]]] = {}
        for _, chain, bill, own in front:
            for to in s.box.open_ways[chain[-1]]:
                if why_not_link(s, me, chain, to) is not None:
                    continue
                after = longer_bill(s, bill, chain, to)
                if why_not_paid(s, me, after) is not None:
                    continue
                grown = (*chain, to)
                key = frozenset((*grown, grown[-1] + "!"))
                if key not in longer:
                    links = own | {s.box.between[chain[-1], to].id}
                    longer[key] = (promise.of(links, after), grown, after, links)
        front = sorted(longer.values(), key=lambda one: (-one[0], one[1]))[:WIDTH]
        if not front:
            break
        found += [(worth, chain) for worth, chain, _, _ in front]
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


class _Promise:
    """What a player can expect with more links in one position. What chains have in common is worked out once."""

    def __init__(self, s: Table, me: str) -> None:
        self.s, self.me, self.ground = s, me, _ground(s)
        self.before = s.links[me]
        self.others = frozenset[str]().union(*(links for owner, links in s.links.items() if owner != me))
        self.loads: dict[tuple[Pieces, int], float] = {}  # by the pieces, and the points for trains
        self.costs: dict[int, float] = {}  # by the number of links
        self.powers: dict[int, int] = {}  # points for trains, by the cubes that track costs

    def of(self, own: frozenset[str], bill: Bill) -> float:
        """The outlook with these links, the price of those that are new taken off."""
        expected = self._outlook(own, bill.build) + self._bonus(own)
        hand = self.s.hand[self.me]
        fees = FEE * (bill.red + bill.green) + WHITE * bill.white
        return expected - fees - CUBE * min(bill.build, hand) - BROWN * max(0, bill.build - hand)

    def _outlook(self, own: frozenset[str], spent: int) -> float:
        """What these links bring: only their number counts, and the pieces that they give."""
        s, me, links = self.s, self.me, len(own)
        if spent not in self.powers:
            self.powers[spent] = purse_for_trains(s, me, spent)
        pieces, power = self._pieces(own), self.powers[spent]
        if (pieces, power) not in self.loads:
            self.loads[pieces, power] = all_loads(s, me, pieces, power)
        if links not in self.costs:
            self.costs[links] = track_costs(s, me, links, s.rounds - s.round + 1)
        return self.loads[pieces, power] - self.costs[links]

    def _pieces(self, own: frozenset[str]) -> Pieces:
        """The pieces that these links give."""
        if (self.ground, own) not in _PIECES:
            links = self.s.links
            self.s.links = {**links, self.me: own}
            try:
                _PIECES[self.ground, own] = counted(within_reach(self.s, self.me))
            finally:
                self.s.links = links
        return _PIECES[self.ground, own]

    def _bonus(self, own: frozenset[str]) -> float:
        """Points for the first line between Nuremberg and Fürth, if these links make it."""
        box = self.s.box
        if self.s.bonus_paid or own == self.before or own.isdisjoint(_at_its_ends(box)):
            return 0.0
        ways = _ways(box, self.others | own)
        return float(max((len(own.intersection(way)) for way in ways), default=0) * box.bonus["per_link"])


@lru_cache(maxsize=8)
def _at_its_ends(box: Box) -> frozenset[str]:
    """The borders at which the line between Nuremberg and Fürth begins or ends."""
    ends = {box.bonus["to"], *box.bonus["from"]}
    return frozenset(border.id for border in box.borders.values() if ends & {border.a, border.b})


@lru_cache(maxsize=8192)
def _ways(box: Box, links: frozenset[str]) -> list[list[str]]:
    """The shortest lines between Nuremberg and Fürth."""
    return shortest_ways(box, links, box.bonus["from"], box.bonus["to"])
