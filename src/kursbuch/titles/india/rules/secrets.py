"""What not all may know in 1853, and what it could be: loans until all have handed in, contracts until they are shown
(1853 §2.5.2, §4.3).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from random import Random

from kursbuch.core import Event, Secret
from kursbuch.titles.india.rules.contracts import seats_of
from kursbuch.titles.india.rules.guessing import BIDDING, LEADING, course_of, possible, shut_out, weighed
from kursbuch.titles.india.rules.state import StateIndia


class SealedLoans(Secret[StateIndia]):
    """Nobody knows what another has written down before all have."""

    @staticmethod
    def sealed(s: StateIndia) -> bool:
        return s.top.stage == "loans" and not s.finished

    def hide(self, s: StateIndia, players: Collection[str]) -> None:
        if self.sealed(s):
            s.loans = {p: loan if p in players else 0 for p, loan in s.loans.items()}

    def imagine(self, s: StateIndia, player: str | None, rng: Random, clues: Sequence[Event]) -> None:
        if self.sealed(s):
            s.loans = {p: loan if p == player else likely_loan(s, p, rng) for p, loan in s.loans.items()}


def likely_loan(s: StateIndia, player: str, rng: Random) -> int:
    """As much as some contract takes, and a little that need not be spent."""
    seats, step = seats_of(s), s.box.loan_step
    cities = rng.sample(list(s.box.cities.values()), rng.randint(*seats.cities))
    spare = rng.randrange(0, s.box.compulsory_from, 10)
    loan = sum(city.value for city in cities) + spare
    least = -(-seats.least_loan // step) * step
    return max(least, min(loan, s.cash[player]) // step * step)


class SecretContracts(Secret[StateIndia]):
    """The cities are the owner's to know until they are joined, when all see them. The shares they gave are open."""

    clues = BIDDING | LEADING

    @staticmethod
    def known(s: StateIndia, players: Collection[str]) -> set[str]:
        """Whose contracts are known to those who hold these players."""
        return {*players, *s.fulfilled}

    def hide(self, s: StateIndia, players: Collection[str]) -> None:
        known = self.known(s, players)
        s.contracts = {p: cities if p in known else () for p, cities in s.contracts.items()}

    def imagine(self, s: StateIndia, player: str | None, rng: Random, clues: Sequence[Event]) -> None:
        known = self.known(s, () if player is None else (player,))
        if known.issuperset(s.contracts):
            return
        could_be = possible(s.box, s.players, tuple(s.loans.items()), course_of(clues))
        barred = shut_out(s, clues)
        for owner in s.contracts:
            if owner not in known:
                contracts, weights = weighed(s, owner, could_be[owner], owner == barred)
                s.contracts[owner] = rng.choices(contracts, cum_weights=weights)[0]
