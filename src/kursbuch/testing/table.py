"""A game in a test: the position and short ways to look at it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

from kursbuch.core import Event, Game, Refusal
from kursbuch.positions import names_of
from kursbuch.rail.actions import Runs
from kursbuch.rail.box import kind_of_card
from kursbuch.rail.paper.holdings import percent, president
from kursbuch.rail.paper.market import Spot
from kursbuch.rail.rounds import CompanyTurn, StockFrame, turn_of
from kursbuch.rail.routes.running import best_of, income_of


class Table:
    """A game in a test. What it asks of the state holds for every railway title; `steps` are the names of a company's
    steps where a title calls them otherwise.

    >>> from kursbuch.testing import fresh, sample
    >>> table = fresh(sample().id, players=2)
    >>> table.game.players, table.game.over
    (('A', 'B'), False)
    """

    steps: Sequence[str] = ()

    def __init__(self, game: Game) -> None:
        self.game = game

    @property
    def s(self) -> Any:
        """The state, for what has no shorter way."""
        return self.game.state

    # -- acting -----------------------------------------------------------------------------------

    def apply(self, *actions: str) -> Self:
        """Carry actions out, audited after each."""
        for action in actions:
            self.game.apply(action)
            self.game.audit()
        return self

    def pays(self, *actions: str) -> dict[str, int]:
        """How purses change by some actions."""
        before = dict(self.s.cash)
        self.apply(*actions)
        return {purse: cash - before[purse] for purse, cash in self.s.cash.items() if cash != before[purse]}

    def refused(self, action: str) -> str:
        """The rule point that forbids an action; fails if it is legal."""
        refusal = self.refusal(action)
        assert refusal is not None, f"legal: {action}"
        assert refusal.text, "a refusal says why"
        return refusal.rule

    def refusal(self, action: str) -> Refusal | None:
        return self.game.why_not(action)

    def allows(self, action: str) -> bool:
        return self.game.why_not(action) is None

    def legal(self, player: str | None = None) -> list[str]:
        """The legal list as text."""
        return [str(action) for action in self.game.legal_actions(player)]

    def starts(self, word: str) -> list[str]:
        """The legal actions that have this in their text."""
        return [action for action in self.legal() if word in action]

    def lays(self, company: str, hex: str) -> set[str]:
        """The tiles that a company may lay on a hex now."""
        head, end = f"{company} lays ", f" at {hex}"
        mine = [action for action in self.legal() if action.startswith(head) and action.endswith(end)]
        return {action[len(head) :].partition(".")[0] for action in mine}

    # -- whose turn -------------------------------------------------------------------------------

    @property
    def acting(self) -> str:
        """The one player who decides."""
        (player,) = self.game.acting
        return player

    @property
    def company(self) -> str:
        """The company whose turn it is."""
        return turn_of(self.s).company

    @property
    def step(self) -> str:
        """What the company on turn is at: the kind of action, or the name that the title's table gives it."""
        frame = turn_of(self.s)
        stage = self.game.rules.stages[frame.stage]
        assert isinstance(stage, CompanyTurn)
        return (self.steps or names_of(stage))[frame.at]

    @property
    def phase(self) -> str:
        phase: str = self.s.phase.id
        return phase

    @property
    def round(self) -> str:
        """ "SR 2" or "OR 2.1": the round under way."""
        if any(isinstance(f, StockFrame) for f in self.s.stack):
            return f"SR {self.s.stock_round}"
        return f"OR {self.s.stock_round}.{self.s.operating_round}"

    def events(self, key: str) -> list[Event]:
        """What the last action told under this key."""
        return [event for event in self.game.events_of(len(self.game.actions)) if event.key == key]

    # -- money and paper --------------------------------------------------------------------------

    def cash(self, purse: str) -> int:
        cash: int = self.s.cash[purse]
        return cash

    def price(self, company: str) -> int:
        price: int = self.s.price(company)
        return price

    def spot(self, company: str) -> Spot:
        """Row and column of a price marker."""
        spot: Spot = self.s.prices.spots[company]
        return spot

    def stack(self, company: str) -> tuple[str, ...]:
        """The markers on a company's field, upper first."""
        stack: tuple[str, ...] = self.s.prices.stacks[self.spot(company)]
        return stack

    def percent(self, owner: str, company: str) -> int:
        return percent(self.s, owner, company)

    def president(self, company: str) -> str:
        return president(self.s, company)

    # -- trains and track -------------------------------------------------------------------------

    def trains(self, owner: str) -> list[str]:
        """The trains of an owner by the side in use (by kind in the depot)."""
        return [self.s.sides.get(card, kind_of_card(card)) for card in self.s.trains.get(owner, ())]

    def earns(self, company: str, runs: str) -> int | str:
        """What runs would earn, or the rule point that they break."""
        found = income_of(self.s, company, Runs.read(runs, "test"))
        return self.game.rules.cite(found).rule if isinstance(found, Refusal) else found

    def best(self, company: str) -> int:
        """What the best runs of a company earn."""
        return best_of(self.s, company)[1]

    def tile(self, hex: str) -> str:
        return str(self.s.board.faces[hex])

    def station_at(self, place: str) -> tuple[str, ...]:
        """Who stands in each space of a city, such as "G5.0"."""
        hex, _, stop = place.partition(".")
        slots: tuple[str, ...] = self.s.board.slots((hex, int(stop)))
        return slots
