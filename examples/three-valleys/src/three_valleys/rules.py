"""The rules of Three Valleys: what standard titles share, its own policies, and the excursion to the lake."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from kursbuch.core import BANK, Chance, EventKind, told
from kursbuch.core.rules import Choice, made_once
from kursbuch.rail.actions import Runs
from kursbuch.rail.loader import load_toml
from kursbuch.rail.meanings import Company, Hex, Money
from kursbuch.rail.rounds import TurnStep
from kursbuch.rail.standard.parts import StandardBox, read_box
from kursbuch.rail.standard.rules import Policies, StandardRules
from kursbuch.rail.standard.state import StandardState
from kursbuch.rail.standard.told import TOLD
from kursbuch.rail.standard.trading import Trading
from kursbuch.rail.steps.run import RunTrains

DATA = "three_valleys.data"

POLICIES = Policies(trading=Trading(order="before"))

# from the kernel's names of rules to the points of the rulebook: `lay` stands for all rules of laying track
CITATIONS = {
    "game": "VALLEYS-1-1",
    "turn": "VALLEYS-1-2",
    "stock": "VALLEYS-1-3",
    "operating": "VALLEYS-1-4",
    "auction": "VALLEYS-2-1",
    "par": "VALLEYS-3-1",
    "buy": "VALLEYS-3-2",
    "sell": "VALLEYS-3-3",
    "limit": "VALLEYS-3-4",
    "lay": "VALLEYS-4-1",
    "lay.blocked": "VALLEYS-7-4",
    "upgrade": "VALLEYS-4-2",
    "station": "VALLEYS-4-3",
    "run": "VALLEYS-5-1",
    "dividend": "VALLEYS-5-2",
    "train": "VALLEYS-6-1",
    "trade": "VALLEYS-6-2",
    "discard": "VALLEYS-6-3",
    "need": "VALLEYS-6-4",
    "private": "VALLEYS-7-1",
    "power": "VALLEYS-7-2",
    "swap": "VALLEYS-7-3",
}


# what happens beside what all standard titles tell: pages read off it that the amount is money and the hex a place
EVENTS = {**TOLD, **told(EventKind("excursion", foretold=True, company=Company, hex=Hex, amount=Money))}


@dataclass(frozen=True)
class Excursion:
    """The hex of the lake, and what the bank pays for the excursion there."""

    hex: str
    pays: int

    def __call__(self, s: State, company: str, runs: Runs) -> None:
        """The first train of a company that calls at the lake is paid for by the bank (VALLEYS-8-1)."""
        called = {stop.partition(".")[0] for _, way in runs.runs for stop in way}
        if self.hex in called and company not in s.visited:
            s.visited |= {company}
            s.note("excursion", company=company, hex=self.hex, amount=self.pays)
            s.transfer(BANK, company, self.pays, "excursion")


class State(StandardState):
    """A standard position, and which companies have been at the lake."""

    __slots__ = ("visited",)
    kind = "three-valleys"  # stored positions go by this name

    def __init__(self, players: Sequence[str], chance: Chance, box: StandardBox) -> None:
        super().__init__(players, chance, box)
        self.visited: frozenset[str] = frozenset()


class Rules(StandardRules):
    """Three Valleys for one table."""

    state = State
    told = EVENTS

    def __init__(self, players: int, excursions: bool) -> None:
        self.excursions = excursions
        self.trip = Excursion(**load_toml(DATA, "game.toml")["excursion"])
        super().__init__(read_box(DATA, players), players, POLICIES, CITATIONS)

    def make_order(self) -> tuple[TurnStep, ...]:
        """The usual steps; running trains may be an excursion."""
        usual = super().make_order()
        if not self.excursions:
            return usual
        return tuple(replace(step, ran=self.trip) if isinstance(step, RunTrains) else step for step in usual)

    def view(self, s: StandardState, player: str | None) -> dict[str, Any]:
        assert isinstance(s, State)
        return {**super().view(s, player), "visited": sorted(s.visited)}


@made_once
def compose(players: int, options: Mapping[str, Choice]) -> Rules:
    """The rules for a table, made once for each make-up."""
    return Rules(players, bool(options["excursions"]))
