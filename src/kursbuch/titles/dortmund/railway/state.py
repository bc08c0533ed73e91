"""What 18DO adds to a position."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from kursbuch.core import BANK, Chance, State
from kursbuch.rail.state import RailState
from kursbuch.titles.dortmund.railway.parts import DortmundBox

ON_CARD = "card"  # where a brewery marker lies before it is assigned


class State18DO(RailState):
    """Breweries with their beer and markers, links, railways in operation, loans, trains on their last run."""

    __slots__ = (
        "breweries",
        "cubes",
        "flipped",
        "floated",
        "founders",
        "free_links",
        "investor",
        "investor_card",
        "last_runs",
        "links",
        "loans",
        "markers",
        "opened",
        "quiet",
        "reserved",
        "stock_of_beer",
    )

    box: DortmundBox

    def __init__(self, players: Sequence[str], chance: Chance, box: DortmundBox) -> None:
        super().__init__(players, chance, box)
        self.breweries: dict[str, str] = {}  # those in play -> owner, "" before the starting round is over
        self.flipped: frozenset[str] = frozenset()  # whose cards lie on their back
        self.cubes: dict[str, int] = {}  # beer on each card
        self.markers: dict[str, str] = {}  # of each brewery: on its card, with a railway, or out
        self.reserved = False  # whether order marker B2 keeps a space in Dortmund City
        self.stock_of_beer = box.links.cubes if box.links else 0
        self.links: dict[str, int] = {}  # hex -> value of its location marker
        self.free_links: frozenset[str] = frozenset()  # railways that still have a free marker
        self.founders: dict[str, str] = {}  # of each company who founded it
        self.floated: tuple[str, ...] = ()  # railways in operation
        self.loans: dict[str, int] = {}  # what a player, or the Investor's railway, owes the bank
        self.last_runs: frozenset[str] = frozenset()  # aged trains that may run once more
        self.quiet: object = None  # the position after a stock round in which nobody could do anything
        self.investor = ""  # the name of the Investor's seat
        self.opened: frozenset[str] = (
            frozenset()
        )  # players whose railway is known to have gone into operation
        self.investor_card = ""  # who holds the card "Investor's Railway"

    @property
    def people(self) -> tuple[str, ...]:
        """The players without the Investor."""
        return tuple(player for player in self.players if player != self.investor)

    def transfer(self, src: str, dst: str, amount: int, why: str) -> None:
        """Move money. A bank that cannot pay in full brings the end; the players keep it able to pay (18DO-4.6-1)."""
        if src == BANK and amount > max(0, self.cash[BANK]):  # a payment of nothing breaks no bank
            self.end("bank")
            self._fill_bank(amount - self.cash[BANK])
        State.transfer(self, src, dst, amount, why)

    def _fill_bank(self, missing: int) -> None:
        """Every player pays the same, as much as needed and as all of them have (18DO-4.6-4)."""
        people = self.people
        share = min(-(-missing // len(people)), *(self.cash[player] for player in people))
        for player in people:
            State.transfer(self, player, BANK, share, "bank refilled")


# D: the position of a game of the family, in the policies that tell the games apart
if TYPE_CHECKING:
    import typing_extensions as later

    D = later.TypeVar("D", bound=State18DO, contravariant=True, default=Any)
else:
    D = TypeVar("D", bound=State18DO, contravariant=True)
