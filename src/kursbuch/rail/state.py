"""The position of an 18xx game: everything that changes, and the box it is played with."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from kursbuch.core import BANK, Action, Chance, State
from kursbuch.rail.board import Board
from kursbuch.rail.box import Box, Phase
from kursbuch.rail.paper.market import Cell, Prices, Spot

# places of certificates and trains, beside players and companies
POOL = "pool"  # what the bank resells
DEPOT = "depot"  # new trains
OFFER = "offer"  # shares not yet sold by the bank
OUT = "out"  # out of the game


class RailState(State):
    """Purses, paper, prices, trains and track at one moment."""

    __slots__ = (
        "board",
        "box",
        "closed",
        "ending",
        "founded",
        "last_dividend",
        "managers",
        "operating_round",
        "phase_number",
        "prices",
        "priority",
        "shares",
        "sides",
        "sold",
        "stock_round",
        "supply",
        "tokens",
        "trains",
        "veterans",
    )

    def __init__(self, players: Sequence[str], chance: Chance, box: Box) -> None:
        super().__init__(players, chance)
        self.box = box
        self.cash = {BANK: box.bank, **dict.fromkeys(players, 0), **dict.fromkeys(box.companies, 0)}
        self.board = Board.empty(box.map)
        self.supply = {id: tile.count for id, tile in box.tiles.items()}
        self.prices = Prices(box.market, {})
        self.shares: dict[str, tuple[str, ...]] = {}  # company -> owner of each of its certificates
        self.trains: dict[str, tuple[str, ...]] = {DEPOT: box.cards}  # owner -> cards
        self.sides: dict[str, str] = {}  # card -> the side in use
        self.tokens = {id: company.tokens for id, company in box.companies.items()}  # not yet placed
        self.phase_number = 0
        self.priority = players[0]
        self.stock_round = 0
        self.operating_round = 0  # within its set
        self.sold: frozenset[tuple[str, str]] = frozenset()  # (player, company) in this stock round
        self.founded: tuple[str, ...] = ()
        self.closed: frozenset[str] = frozenset()
        self.veterans: frozenset[str] = frozenset()  # companies that have finished their first turn
        self.last_dividend: dict[str, int] = {}  # what each company last paid out
        self.ending = ""  # why the game is about to end
        self.managers: dict[str, str] = {}  # who decides for a company that has no president

    @property
    def phase(self) -> Phase:
        return self.box.phases[self.phase_number]

    def enter_phase(self, number: int) -> None:
        """A train has brought about a new phase."""
        self.phase_number = number
        self.note("phase", phase=self.phase.id)

    def price(self, company: str) -> int:
        return self.prices.price(company)

    def move_price(self, company: str, spot: Spot) -> None:
        """Move a company's marker, under those that are there; tells of it if the price is another."""
        before = self.price(company)
        self.prices = self.prices.to(company, spot)
        if self.price(company) != before:
            self.note("price", company=company, before=before, price=self.price(company))

    def open_price(self, company: str, cell: Cell) -> None:
        """Put a company's marker on the market, under those that are there."""
        self.prices = self.prices.placed(company, cell.spot)

    def raise_prices(self, companies: Iterable[str]) -> None:
        """Move several markers one cell up at once; tells of every price that is another."""
        rising = tuple(companies)
        before = {company: self.price(company) for company in rising}
        self.prices = self.prices.risen(rising)
        for company in rising:
            if self.price(company) != before[company]:
                self.note("price", company=company, before=before[company], price=self.price(company))

    def transfer(self, src: str, dst: str, amount: int, why: str) -> None:
        """Move money; the bank pays on when it is empty, but then the end is near."""
        super().transfer(src, dst, amount, why)
        if src == BANK and self.cash[BANK] <= 0:
            self.end("bank")

    def end(self, reason: str) -> None:
        """Bring the end about; the first reason counts."""
        if not self.ending:
            self.ending = reason
            self.note("ending", reason=reason)


# S: the position of a title, in the policies that it hands to rules of the kernel; A: a kind of action
if TYPE_CHECKING:
    import typing_extensions as later

    S = later.TypeVar("S", bound=RailState, contravariant=True, default=Any)
    A = later.TypeVar("A", bound=Action, default=Any)
else:
    S = TypeVar("S", bound=RailState, contravariant=True)
    A = TypeVar("A", bound=Action)
