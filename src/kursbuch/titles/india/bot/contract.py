"""Loans and contracts of 1853: cities that lie together and give shares of a company that can be floated."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from kursbuch.bots.railway.plan import FADE, distances
from kursbuch.core import Action
from kursbuch.rail.actions import Pass
from kursbuch.titles.india.bot.seat import IndiaSeat
from kursbuch.titles.india.rules.actions import Lend, Name
from kursbuch.titles.india.rules.contracts import in_valley
from kursbuch.titles.india.rules.parts import City, IndiaBox, Seats

STRANGERS = 4  # cities that do not give the wanted share, but lie near, are thought of too
SPREAD = 0.02  # what each hex between the cities of a contract counts
TIED_UP = 0.002  # what a pound of the loan counts
CROWDED = 0.5  # what a company still counts for each share that another is ahead of me
TASTE = 0.22  # by which chance may tip the scales between companies


@dataclass(frozen=True)
class Bid:
    """A whole contract: how good it is, its cities, and the share that each gives."""

    merit: float
    cities: tuple[City, ...]
    shares: tuple[str, ...]

    @property
    def loan(self) -> int:
        return sum(city.value for city in self.cities)


def lend(seat: IndiaSeat) -> Action:
    """As much as the best contract takes, and no more: the loan earns nothing while it lies there."""
    offer = seat.of_kind(Lend)[0]
    assert offer.span is not None
    best = max(bids(seat, seat.cash), key=lambda bid: bid.merit)
    step = offer.span.step
    loan = max(offer.span.lo, -(-best.loan // step) * step)
    return offer.at(min(loan, offer.span.hi))


def name(seat: IndiaSeat) -> Action:
    """The next city of the best contract that can still be had, the scarcest share first."""
    names, passes = seat.of_kind(Name), seat.of_kind(Pass)
    if passes:
        return passes[0]  # the contract has what it needs
    legal = {(action.city, action.company): action for action in names}
    named = [seat.box.cities[city] for city in seat.position["own_contract"]]
    left = seat.position["own_loan"] - sum(city.value for city in named)
    found = [
        (bid.merit, -_left(seat, share), legal[city.name, share])
        for bid in bids(seat, left, named)
        for city, share in zip(bid.cities, bid.shares, strict=True)
        if (city.name, share) in legal
    ]
    if found:
        return max(found, key=lambda choice: choice[:2])[2]
    return min(names, key=lambda action: span([*named, seat.box.cities[action.city]], seat.box))


def table(seat: IndiaSeat) -> Seats:
    """What the number of players settles."""
    return seat.box.seats[len(seat.view["players"])]


def bids(seat: IndiaSeat, money: int, named: Sequence[City] = ()) -> Iterator[Bid]:
    """Contracts worth a thought: for each company those that give as many of its shares as they can."""
    fewest = table(seat).cities[0]
    for company, appeal in sites(seat.box).items():
        liking = appeal * seat.rng.uniform(1 - TASTE, 1 + TASTE)
        known = [city for city in _near(seat.box, company) if city not in named]
        for count in (fewest, max(fewest, 4)):
            for more in combinations(known, max(0, count - len(named))):
                cities = (*named, *more)
                if sum(city.value for city in more) <= money and _is_lawful(cities):
                    yield _bid(seat, company, liking, cities, more)


def _is_lawful(cities: Sequence[City]) -> bool:
    """At most two cities of the valley with Calcutta; two of the five only among four or more (1853 §2.5.7)."""
    five, valley = in_valley(cities)
    return valley <= 2 and (five < 2 or len(cities) >= 4)


def _bid(seat: IndiaSeat, focus: str, liking: float, cities: Sequence[City], more: Sequence[City]) -> Bid:
    """A contract with a share for each of the further cities, of the wanted company where it can be had."""
    taken: dict[str, int] = {}
    shares = []
    for city in more:
        open_ones = [c for c in city.companies if taken.get(c, 0) < _left(seat, c)]
        share = focus if focus in open_ones else next(iter(open_ones), "")
        taken[share] = taken.get(share, 0) + 1
        shares.append(share)
    merit = liking * _prospect(seat, focus, taken, sum(city.value for city in cities))
    merit -= SPREAD * span(cities, seat.box) + TIED_UP * sum(city.value for city in cities)
    merit -= 1.0 if "" in taken else 0.0
    if focus == "BBCI" and {"Ajmer", "Bombay"} <= {city.name for city in cities}:
        merit += 0.1  # a large company then (1853 §2.6.2)
    return Bid(merit, tuple(more), tuple(shares))


def _prospect(seat: IndiaSeat, company: str, taken: Mapping[str, int], loan: int) -> float:
    """How likely I am to float a company and to lead it, with the shares that a contract gives."""
    price, rules = seat.box.issue_price(company), table(seat)
    cash = seat.cash if "contracts" in seat.stages else seat.cash - loan
    own = seat.holds(seat.me, company) + taken.get(company, 0)
    # contract shares are paid for when all contracts are complete
    owed = seat.position["contract_shares"].get(seat.me, {})
    cash -= sum(count * seat.box.issue_price(c) for c, count in owed.items())
    cash -= sum(count * seat.box.issue_price(c) for c, count in taken.items() if c)
    issued = seat.position["issued"][company] + taken.get(company, 0)
    more = max(0, min(cash // price, rules.holding - own, _left(seat, company)))
    short = max(0, rules.opens_at - issued - more)
    behind = max(0, seat.most_of_others(company) - seat.holds(seat.me, company))
    return CROWDED**behind * (1.0, 0.7, 0.45, 0.3)[min(3, short)] * (1 + 0.05 * own) if cash >= 0 else 0.1


def _left(seat: IndiaSeat, company: str) -> int:
    """How many shares of a company a contract of mine can still give."""
    single = seat.share("offer", company) // 10 - 2  # the director's certificate stays with the bank
    return max(0, min(single, table(seat).holding - seat.holds(seat.me, company)))


def span(cities: Iterable[City], box: IndiaBox) -> int:
    """The hexes of a net that joins some cities, about."""
    away = distances(box.map)
    first, *rest = (city.hex for city in cities)
    joined, total = [first], 0
    while rest:
        far, nearest = min((min(away[a].get(b, 99) for a in joined), b) for b in rest)
        total += far
        joined.append(nearest)
        rest.remove(nearest)
    return total


@lru_cache(maxsize=64)
def _near(box: IndiaBox, company: str) -> tuple[City, ...]:
    """The cities that give a company's shares, and a few near them."""
    own = [city for city in box.cities.values() if company in city.companies]
    away = distances(box.map)
    others = [city for city in box.cities.values() if company not in city.companies]
    others.sort(key=lambda city: min(away[city.hex].get(mine.hex, 99) for mine in own))
    return (*own, *others[:STRANGERS])


@lru_cache(maxsize=16)
def sites(box: IndiaBox) -> Mapping[str, float]:
    """How much there is to earn around a company's homes with its capital; 1 for the best."""
    away = distances(box.map)
    found = {}
    for id, company in box.companies.items():
        homes = [token.hex for token in company.tokens if token.role == "home"]
        around = sum(
            city.value * max(FADE ** away[home].get(city.hex, 99) for home in homes)
            for city in box.cities.values()
        )
        found[id] = around * box.issue_price(id)
    best = max(found.values())
    return {id: 0.4 + 0.6 * site / best for id, site in found.items()}
