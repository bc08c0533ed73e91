"""What 1853 adds to a position."""

from __future__ import annotations

from collections.abc import Sequence

from kursbuch.core import Chance
from kursbuch.rail.box import kind_of_card
from kursbuch.rail.state import DEPOT, OUT, RailState
from kursbuch.rail.trains.depot import move_card
from kursbuch.titles.india.rules.parts import IndiaBox


class StateIndia(RailState):
    """Loans and contracts (secret), who took shares when, what is unpaid, what companies owe and may still do.

    The elephant is `priority`: its holder begins share rounds.
    """

    __slots__ = (
        "chances",
        "contract_shares",
        "contracts",
        "debts",
        "drawn",
        "former",
        "fulfilled",
        "holders",
        "large",
        "loans",
        "locos",
        "opened",
        "options",
        "second_group",
        "shown",
        "small_trains",
        "started_in",
        "unpaid",
    )

    box: IndiaBox

    def __init__(self, players: Sequence[str], chance: Chance, box: IndiaBox) -> None:
        super().__init__(players, chance, box)
        self.loans: dict[str, int] = {}  # as written down; secret until all have handed in
        self.contracts: dict[str, tuple[str, ...]] = {}  # the cities named, secret
        self.shown: dict[str, tuple[str, ...]] = {}  # the cities of a contract that all have seen
        self.fulfilled: frozenset[str] = frozenset()  # players whose contract is redeemed
        self.contract_shares: dict[tuple[str, str], int] = {}  # (player, company): still held of those taken
        self.unpaid: dict[tuple[str, str], int] = {}  # (player, company): shares laid down turned
        self.drawn: frozenset[str] = frozenset()  # companies that contracts drew on
        self.second_group = False  # whether the companies that no contract drew on have come into play
        self.holders: dict[str, tuple[str, ...]] = dict.fromkeys(box.companies, ())  # longest holding first
        self.former: dict[str, str] = {}  # who was director last
        self.opened: tuple[str, ...] = ()  # companies in operation in the first share round, before directors
        self.chances: dict[
            str, frozenset[str]
        ] = {}  # who still has the first opportunity to sell contract shares
        self.started_in: dict[str, int] = {}  # the share round in which a company was founded
        self.large: frozenset[str] = frozenset(id for id, c in box.charters.items() if c.size == "large")
        self.options: dict[str, int] = {}  # how a large company gets its second tile, 1 or 2
        self.debts: dict[str, str] = {}  # company -> the card it has on credit
        self.locos: frozenset[str] = frozenset(box.companies)  # companies whose loco token is unused
        self.small_trains = False  # whether the 2s are sold as 1M too
        for id, kind in box.trains.items():
            for card in [c for c in box.cards if kind_of_card(c) == id][kind.at_start :]:
                move_card(self, card, DEPOT, OUT)

    def is_large(self, company: str) -> bool:
        return company in self.large


def loan_purse(player: str) -> str:
    """The envelope that a player's loan lies in; no player's name has a colon."""
    return f"loan:{player}"
