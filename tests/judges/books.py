"""What every judge keeps: purses, paper, trains; what was due and what was paid."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

Payment = tuple[str, str, int]  # from, to, how much

BANK = "bank"


class Disagreement(AssertionError):
    """The program did something else than the rules ask for."""


class Books:
    """The books of one game, kept from its events. A title's judge adds what its events mean."""

    silent: ClassVar[frozenset[str]] = frozenset()  # events that change nothing in the books

    def __init__(self, players: Iterable[str], bank: int) -> None:
        self.players = tuple(players)
        self.cash: Counter[str] = Counter({BANK: bank})
        self.before = self.cash.copy()  # as the action found them
        self.paper: dict[str, Counter[str]] = defaultdict(Counter)  # company: holder: percent
        self.trains: dict[str, Counter[str]] = defaultdict(Counter)  # owner: kind: how many
        self._due: Counter[Payment] = Counter()
        self._paid: Counter[Payment] = Counter()

    def hear(self, events: Iterable[Mapping[str, Any]]) -> None:
        """The events of one action; then what was due must have been paid, to the last coin, and nothing else."""
        self.before = self.cash.copy()
        for event in events:
            values = {name: value for name, value in event.items() if name not in ("key", "to")}
            key = event["key"].replace("-", "_")
            if event["key"] not in self.silent:
                getattr(self, f"on_{key}")(**values)
        if self._due != self._paid:
            unpaid, undue = dict(self._due - self._paid), dict(self._paid - self._due)
            raise Disagreement(f"due but not paid: {unpaid}; paid but not due: {undue}")
        self._due.clear()
        self._paid.clear()

    # -- money ------------------------------------------------------------------------------------

    def due(self, src: str, dst: str, amount: int) -> None:
        """What the rules ask for. Nobody pays nothing, or to themselves."""
        if amount and src != dst:
            self._due[src, dst, amount] += 1

    def dues(self) -> list[tuple[Payment, int]]:
        """What was due so far in this action, and how often."""
        return list(self._due.items())

    def on_money(self, src: str, dst: str, amount: int, why: str) -> None:
        self._paid[src, dst, amount] += 1
        self.cash[src] -= amount
        self.cash[dst] += amount

    # -- paper ------------------------------------------------------------------------------------

    def hand_over(self, company: str, src: str, dst: str, percent: int) -> None:
        if self.paper[company][src] < percent:
            raise Disagreement(f"{src} has only {self.paper[company][src]} % of {company}")
        self.paper[company][src] -= percent
        self.paper[company][dst] += percent

    def held(self, company: str) -> dict[str, int]:
        return {holder: percent for holder, percent in self.paper[company].items() if percent}

    # -- trains -----------------------------------------------------------------------------------

    def move_train(self, kind: str, src: str, dst: str) -> None:
        if not self.trains[src][kind]:
            raise Disagreement(f"{src} has no train {kind}")
        self.trains[src][kind] -= 1
        self.trains[dst][kind] += 1

    def owned(self, owner: str) -> Counter[str]:
        return +self.trains[owner]


def agree(what: str, ours: object, shown: object) -> None:
    if ours != shown:
        raise Disagreement(f"{what}: by the rules {ours}, shown {shown}")
