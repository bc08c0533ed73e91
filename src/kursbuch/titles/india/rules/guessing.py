"""Which contracts somebody can have, as far as the others can tell, and how likely each of them is.

The bidding is known but for the cities: who took a share of which company, and who passed when. A contract is
possible if each of its cities could be named when its share was taken, and the pass was allowed. Nobody has joined
it yet, or it would have been shown. What the owner has bought and built since makes some likelier than others.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate, combinations

from kursbuch.core import Chance, Event
from kursbuch.rail.actions import Pass
from kursbuch.rail.board import Board
from kursbuch.rail.board.grid import apart
from kursbuch.rail.state import OFFER
from kursbuch.titles.india.rules.actions import Name
from kursbuch.titles.india.rules.contracts import CompleteBid, NameCity, seats_of
from kursbuch.titles.india.rules.founding import BBCI, LARGE_BY
from kursbuch.titles.india.rules.fulfilment import all_joined, stations_joined_to
from kursbuch.titles.india.rules.holding import director, shares, take_single
from kursbuch.titles.india.rules.parts import City, IndiaBox
from kursbuch.titles.india.rules.state import StateIndia

Contract = tuple[str, ...]  # the cities in the order in which they were named
Course = tuple[
    tuple[str, str], ...
]  # of the bidding: who took a share of which company; "": the bid is complete
Stake = tuple[tuple[str, int, bool], ...]  # company, shares held, whether the holder leads it

BIDDING = frozenset({"takes-share", "bid-complete"})
LEADING = frozenset({"director", "founded"})

NAMING = NameCity()
PASSING = CompleteBid(NAMING)

FAR = 0.9  # what each hex between its cities takes from a contract's likelihood
SHARE = 0.1  # what each share that the owner has of a company adds to the cities that give it
AREA = 0.5  # what it adds to a city that it lies in the area of a company led by the owner
JOINED = 1.0  # and that track joins it to that company's home


def course_of(clues: Iterable[Event]) -> Course:
    """How the bidding went."""
    return tuple((e.values["player"], e.values.get("company", "")) for e in clues if e.key in BIDDING)


@lru_cache(maxsize=256)
def possible(
    box: IndiaBox, players: tuple[str, ...], loans: tuple[tuple[str, int], ...], course: Course
) -> Mapping[str, tuple[Contract, ...]]:
    """The contracts that each player can have, judged by the rules of bidding at every turn of it."""
    s = StateIndia(players, Chance(0), box)
    s.loans = dict(loans)
    s.shares = {id: (OFFER,) * len(company.certificates) for id, company in box.companies.items()}
    # in whatever order cities were named: what can follow depends on the cities alone
    found: dict[str, dict[frozenset[str], Contract]] = {player: {frozenset(): ()} for player in players}
    for player, company in course:
        found[player] = {
            frozenset(cities): cities
            for contract in found[player].values()
            for cities in _followed(s, player, contract, company)
        }
        if company:
            take_single(s, OFFER, company, player)
    return {player: tuple(contracts.values()) for player, contracts in found.items()}


def _followed(s: StateIndia, player: str, contract: Contract, company: str) -> Iterable[Contract]:
    """What a bid can be after a share was taken, or after a pass."""
    s.contracts[player] = contract
    if not company:
        return (contract,) if PASSING.why_not(s, player, Pass(player)) is None else ()
    return [
        (*contract, city.name)
        for city in s.box.cities.values()
        if company in city.companies and NAMING.why_not(s, player, Name(player, city.name, company)) is None
    ]


def shut_out(s: StateIndia, clues: Sequence[Event]) -> str:
    """Whose contract cannot have both cities that would have made BBCI a large company (1853 §2.6.2)."""
    if s.started_in.get(BBCI) != 1 or s.is_large(BBCI):
        return ""
    chief = ""
    for e in clues:
        if e.values.get("company") == BBCI:
            if e.key == "founded":
                break
            chief = e.values["player"] if e.key == "director" else chief
    return chief


def weighed(
    s: StateIndia, owner: str, contracts: tuple[Contract, ...], barred: bool
) -> tuple[Sequence[Contract], Sequence[float]]:
    """Those of the contracts that the owner can still have, and their likelihoods added up."""
    stake = tuple((c, shares(s, owner, c), _leads(s, owner, c)) for c in s.box.companies)
    key = ("contracts", contracts, s.shown.get(owner, ()), barred, stake)
    if key not in s.board.known:
        seen, shown = frozenset(s.shown.get(owner, ())), _shown_if_joined(s)
        left = [
            (cities, close)
            for cities, close in zip(contracts, closeness(s.box, contracts), strict=True)
            if cities
            and seen.issubset(cities)
            and not (barred and set(LARGE_BY) <= set(cities))
            and not (shown and all_joined(s.board, s.box, cities))
        ]
        if not left:
            anything = _anything(s)
            left = list(zip(anything, closeness(s.box, anything), strict=True))
        likes = likings(s.board, s.box, stake)
        weights = [close * _product(likes, cities) for cities, close in left]
        s.board.known[key] = [cities for cities, _ in left], list(accumulate(weights))
    known: tuple[list[Contract], list[float]] = s.board.known[key]
    return known


def _shown_if_joined(s: StateIndia) -> bool:
    """Whether a contract would have been shown had its cities been joined: that is seen when a tile is laid."""
    return any(s.supply[id] != tile.count for id, tile in s.box.tiles.items())


def _anything(s: StateIndia) -> tuple[Contract, ...]:
    """In a position set up by hand nothing is known of the bidding."""
    fewest, shown = seats_of(s).cities[0], _shown_if_joined(s)
    some = combinations(s.box.cities, fewest)
    return tuple(c for c in some if not (shown and all_joined(s.board, s.box, c))) or ((),)


def _leads(s: StateIndia, player: str, company: str) -> bool:
    return company in s.founded and player in (director(s, company), s.managers.get(company))


def likings(board: Board, box: IndiaBox, stake: Stake) -> dict[str, float]:
    """How likely each city is to be one that somebody with this stake has to join, by what was bought and built."""
    held = {company: count for company, count, _ in stake}
    led = [company for company, _, leads in stake if leads]
    out = {}
    for city in box.cities.values():
        liking = 1 + SHARE * max(held[company] for company in city.companies)
        if any(city.hex in box.charters[company].area for company in led):
            liking += AREA
        if any(_joins(board, box, company, city) for company in led):
            liking += JOINED
        out[city.name] = liking
    return out


def _joins(board: Board, box: IndiaBox, company: str, city: City) -> bool:
    """Whether track leads from a company's home to a city."""
    homes = [token.hex for token in box.companies[company].tokens if token.role == "home"]
    return any(
        hex != city.hex and board.faces[hex].track and city.hex in stations_joined_to(board, hex)
        for hex in homes
    )


def _product(likes: Mapping[str, float], cities: Contract) -> float:
    out = 1.0
    for city in cities:
        out *= likes[city]
    return out


@lru_cache(maxsize=64)
def closeness(box: IndiaBox, contracts: tuple[Contract, ...]) -> tuple[float, ...]:
    """What the distance between its cities leaves of each contract's likelihood; the board does not change it."""
    return tuple(FAR ** _span(box, cities) for cities in contracts)


def _span(box: IndiaBox, cities: Contract) -> int:
    """The hexes of a net that joins the cities, about."""
    rest = sorted(box.cities[city].hex for city in cities)
    joined, total = rest[:1], 0
    del rest[:1]
    while rest:
        far, nearest = min((apart(one, other), other) for one in joined for other in rest)
        total += far
        joined.append(nearest)
        rest.remove(nearest)
    return total
