"""Contract bids: sealed loans, all at once; then cities named in secret and shares taken openly (1853 §2.5)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations

from kursbuch.core import BANK, Action, Frame, Refusal, Span, Stage, Step, once, refuse
from kursbuch.core.record import replace
from kursbuch.rail.actions import Pass
from kursbuch.rail.paper.holdings import percent
from kursbuch.rail.state import OFFER
from kursbuch.titles.india.rules.actions import Lend, Name
from kursbuch.titles.india.rules.holding import take_single
from kursbuch.titles.india.rules.parts import City, Seats
from kursbuch.titles.india.rules.state import StateIndia, loan_purse


def seats_of(s: StateIndia) -> Seats:
    return s.box.seats[len(s.players)]


# -- the loans ------------------------------------------------------------------------------------


class WriteLoan(Step[StateIndia, Lend]):
    """A player writes down the loan, at least the cheapest legal contract, at most all cash."""

    action = Lend

    def candidates(self, s: StateIndia, player: str) -> Iterable[Lend]:
        lo, step = seats_of(s).least_loan, s.box.loan_step
        hi = s.cash[player] // step * step
        yield Lend(player, lo, span=Span(lo, hi, step))

    def why_not(self, s: StateIndia, player: str, action: Lend) -> Refusal | None:
        least = seats_of(s).least_loan
        if action.loan < least:
            point = "1853-2.5.2-3" if len(s.players) == 3 else "1853-2.5.2-4"
            return refuse(point, "The smallest loan is {least}.", least=least)
        if action.loan % s.box.loan_step:
            return refuse("1853-2.3-5", "A loan is a multiple of {step}.", step=s.box.loan_step)
        if action.loan > s.cash[player]:
            return refuse("1853-2.5.3-4", "{player} has {cash}.", player=player, cash=s.cash[player])
        return None

    def apply(self, s: StateIndia, player: str, action: Lend) -> None:
        s.loans[player] = action.loan
        s.note("writes-loan", to=player, player=player, loan=action.loan)


class Loans(Stage[StateIndia, Frame]):
    """All players write down their loans at the same time; then the loans settle the seats (1853-2.5.3-1)."""

    steps = (WriteLoan(),)

    def deciders(self, s: StateIndia, f: Frame) -> tuple[str, ...]:
        return tuple(player for player in s.players if player not in s.loans)

    def advance(self, s: StateIndia, f: Frame) -> bool:
        if len(s.loans) < len(s.players):
            return False
        lots = s.chance.shuffled(s.players)  # among equals the lot decides (1853-2.5.3-2)
        s.players = tuple(sorted(lots, key=lambda player: -s.loans[player]))
        s.priority = s.players[0]
        s.uncover("loans", loans={player: s.loans[player] for player in s.players}, elephant=s.priority)
        for player in s.players:
            s.transfer(player, loan_purse(player), s.loans[player], "loan")
        s.swap(BidFrame("contracts", s.priority))
        return True

    def not_now(self, s: StateIndia, f: Frame, action: Action) -> Refusal:
        return refuse("1853-2.5.2-1", "First every player writes down a loan.")

    def not_yours(self, s: StateIndia, f: Frame, action: Action) -> Refusal:
        if action.actor in s.loans:
            return refuse("1853-2.5.2-2", "{player} has handed in a loan.", player=action.actor)
        return self.not_now(s, f, action)


# -- the cities -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BidFrame(Frame):
    """Whose turn it is to name a city, and whose bids are complete."""

    player: str
    complete: frozenset[str] = frozenset()


def left_of_loan(s: StateIndia, player: str) -> int:
    """What the named cities leave of a player's loan."""
    return s.loans[player] - sum(s.box.cities[name].value for name in s.contracts.get(player, ()))


def gives_share(s: StateIndia, player: str, company: str) -> bool:
    """Whether a share is left, the two of the director's certificate included, and the player may hold one more
    (Table 3).
    """
    return OFFER in s.shares[company] and percent(s, player, company) < 10 * seats_of(s).holding


def in_valley(cities: Iterable[City]) -> tuple[int, int]:
    """How many of the five Ganges cities, and how many with Calcutta."""
    five = calcutta = 0
    for city in cities:
        five += city.ganges
        calcutta += city.name == "Calcutta"
    return five, five + calcutta


def needed(s: StateIndia, cities: list[City]) -> int:
    """The number of cities that a bid with these must reach: two of the five force a fourth (1853-2.5.7-2)."""
    fewest = seats_of(s).cities[0]
    return max(fewest, 4) if in_valley(cities)[0] >= 2 else fewest


@once
def giving(s: StateIndia, player: str) -> list[City]:
    """The cities that have a share left for a player."""
    companies = {company for company in s.box.companies if gives_share(s, player, company)}
    return [city for city in s.box.cities.values() if not companies.isdisjoint(city.companies)]


def completes(s: StateIndia, player: str, cities: list[City], money: int) -> bool:
    """Whether a bid that has these cities can still reach its number with so much money (1853-2.5.9-6)."""
    named = [city.name for city in cities]
    valley: list[City] = []
    elsewhere: list[int] = []
    for city in giving(s, player):
        if city.name in named:
            continue
        if city.ganges or city.name == "Calcutta":
            valley.append(city)
        else:
            elsewhere.append(city.value)
    elsewhere.sort()
    for number in range(3 - in_valley(cities)[1]):  # two cities of the valley at most (1853-2.5.7-1)
        for more in combinations(valley, number):
            missing = max(0, needed(s, [*cities, *more]) - len(cities) - number)
            cost = sum(city.value for city in more) + sum(elsewhere[:missing])
            if len(elsewhere) >= missing and cost <= money:
                return True
    return False


class NameCity(Step[StateIndia, Name]):
    """The player on turn names a city in secret and takes a share it gives."""

    action = Name

    def candidates(self, s: StateIndia, player: str) -> Iterable[Name]:
        for city in s.box.cities.values():
            for company in city.companies:
                yield Name(player, city.name, company)

    def why_not(self, s: StateIndia, player: str, action: Name) -> Refusal | None:
        city = s.box.cities.get(action.city)
        if city is None:
            return refuse("1853-2.5.8-1", "{city} is no named city.", city=action.city)
        named = [s.box.cities[name] for name in s.contracts.get(player, ())]
        fewest, most = seats_of(s).cities
        if len(named) >= most:
            point = f"1853-2.5.6-{len(s.players) - 2}"
            return refuse(point, "A bid has {fewest} to {most} cities.", fewest=fewest, most=most)
        if city in named:
            return refuse("1853-2.5.10-2", "{city} is in this bid already.", city=city.name)
        if action.company not in city.companies:
            return refuse(
                "1853-2.5.5-2", "{city} gives no share of {company}.", city=city.name, company=action.company
            )
        after = [*named, city]
        if in_valley(after)[1] > 2:
            return refuse(
                "1853-2.5.7-1", "A bid has at most two cities of the Ganges valley, Calcutta included."
            )
        money = left_of_loan(s, player) - city.value
        if money < 0:
            return refuse("1853-2.5.9-5", "The loan has {left} left.", left=money + city.value)
        if not gives_share(s, player, action.company):
            return refuse("1853-2.5.4-3", "{company} has no share left for you.", company=action.company)
        if needed(s, after) > most:
            return refuse("1853-2.5.7-2", "A bid with two of these cities needs a fourth.")
        if not completes(s, player, after, money):
            point = "1853-2.5.7-2" if needed(s, after) > needed(s, named) else "1853-2.5.9-6"
            return refuse(point, "Then {money} would not pay for the cities still needed.", money=money)
        return None

    def apply(self, s: StateIndia, player: str, action: Name) -> None:
        company = action.company
        s.contracts[player] = (*s.contracts.get(player, ()), action.city)
        s.note("names", to=player, player=player, city=action.city, company=company)
        s.note("takes-share", player=player, company=company)
        take_single(s, OFFER, company, player)
        s.contract_shares[player, company] = s.contract_shares.get((player, company), 0) + 1
        s.drawn |= {company}
        _next_bidder(s)


class CompleteBid(Step[StateIndia, Pass]):
    """Pass: the bid is complete, for good (1853-2.5.4-5)."""

    def __init__(self, naming: NameCity) -> None:
        self.naming = naming

    action = Pass

    def candidates(self, s: StateIndia, player: str) -> Iterable[Pass]:
        yield Pass(player)

    def why_not(self, s: StateIndia, player: str, action: Pass) -> Refusal | None:
        refusal = self._too_early(s, player)
        if refusal is not None and self._is_stuck(s, player):
            return None
        return refusal

    def _is_stuck(self, s: StateIndia, player: str) -> bool:
        """Whether nothing can be named any more."""
        return all(self.naming.why_not(s, player, name) for name in self.naming.candidates(s, player))

    def _too_early(self, s: StateIndia, player: str) -> Refusal | None:
        """Why more must be named while that is possible; whose bid is full is not asked."""
        named = [s.box.cities[name] for name in s.contracts.get(player, ())]
        fewest, _ = seats_of(s).cities
        if len(named) < fewest:
            return refuse("1853-2.5.4-6", "A bid has at least {fewest} cities.", fewest=fewest)
        if len(named) < needed(s, named):
            return refuse("1853-2.5.7-2", "A bid of three cities has only one of these Ganges cities.")
        left = left_of_loan(s, player)
        if left >= s.box.compulsory_from:
            return refuse("1853-2.5.4-7", "With {left} of the loan left a city must be named.", left=left)
        return None

    def apply(self, s: StateIndia, player: str, action: Pass) -> None:
        f = s.frame(BidFrame)
        s.note("bid-complete", player=player)
        s.swap(replace(f, complete=f.complete | {player}))
        _next_bidder(s)


def _next_bidder(s: StateIndia) -> None:
    f = s.frame(BidFrame)
    s.swap(replace(f, player=s.left_of(f.player)))


class Contracts(Stage[StateIndia, BidFrame]):
    """Players in turn name cities until all have passed; a full bid is complete by itself."""

    def __init__(self) -> None:
        naming = NameCity()
        self.steps = (naming, CompleteBid(naming))

    def deciders(self, s: StateIndia, f: BidFrame) -> tuple[str, ...]:
        return (f.player,)

    def advance(self, s: StateIndia, f: BidFrame) -> bool:
        most = seats_of(s).cities[1]
        full = len(s.contracts.get(f.player, ())) >= most
        if full and f.player not in f.complete:
            s.note("bid-complete", player=f.player)
            s.swap(replace(f, complete=f.complete | {f.player}))
        elif len(f.complete) == len(s.players):
            s.pop()
            pay_for_shares(s)
        elif f.player in f.complete:
            _next_bidder(s)
        else:
            return False
        return True

    def not_now(self, s: StateIndia, f: BidFrame, action: Action) -> Refusal:
        return refuse("1853-2.5.4-1", "Players name cities, or pass.")

    def not_yours(self, s: StateIndia, f: BidFrame, action: Action) -> Refusal:
        if action.actor in f.complete:
            return refuse("1853-2.5.4-5", "The bid of {player} is complete.", player=action.actor)
        return refuse("1853-2.5.4-1", "It is {player}'s turn to name a city.", player=f.player)


def pay_for_shares(s: StateIndia) -> None:
    """Everybody pays for the contract shares, company 1 first; from the first that is too dear on they stay
    unpaid (1853-2.7.2-1 to 1853-2.7.3-6).
    """
    for player in s.players:
        short = False
        for company in s.box.companies:
            price = s.box.issue_price(company)
            for _ in range(s.contract_shares.get((player, company), 0)):
                short = short or s.cash[player] < price
                if short:
                    s.unpaid[player, company] = s.unpaid.get((player, company), 0) + 1
                else:
                    s.transfer(player, BANK, price, "contract share")
            if (player, company) in s.unpaid:
                s.note("unpaid", player=player, company=company, shares=s.unpaid[player, company])
