"""The rules of 1889: what standard titles share, with its policies and what is its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from kursbuch.core import BANK, Refusal, refuse
from kursbuch.core.rules import Choice, made_once
from kursbuch.rail.actions import Lay
from kursbuch.rail.standard.homes import AT_ROUND_START
from kursbuch.rail.standard.rules import Policies, StandardRules
from kursbuch.rail.standard.state import StandardState
from kursbuch.rail.standard.trading import Trading
from kursbuch.rail.steps.need import Need
from kursbuch.titles.shikoku.rules.citations import CITATIONS
from kursbuch.titles.shikoku.rules.parts import box
from kursbuch.titles.shikoku.rules.state import OhzuFrame, State1889

FERRY = "MF"
PORT = "437"  # the tile that only the ferry's power lays

POLICIES = Policies(
    # sales before the purchase or after it, each company as one block (1889-1-1, 1889-1-2)
    trading=Trading(
        order="one side",
        one_block=True,
        uncounted=frozenset({"yellow", "orange"}),
        unlimited=frozenset({"orange"}),
    ),
    homes=AT_ROUND_START,  # 1889-7-1
    # a president's help ends at the bank's cheapest train, keeps every presidency, and sells each company once; what
    # was sold for that train is spent on it; who cannot pay for it may give up even with a train in another company,
    # as recorded games show
    need=Need(
        helps_with_others=False,
        may_lose_others=False,
        one_block=True,
        spends_last_sale=True,  # so no treasury has enough for another company's train
        sells_all_first=False,
        own_trains_first=False,
    ),
    seller_builds=("ohzu", OhzuFrame),
)
BEGINNER = replace(POLICIES, powers=False, into_companies=False)


class Rules1889(StandardRules):
    """1889 for one number of players and set of options."""

    state = State1889

    def __init__(self, players: int, options: Mapping[str, Choice]) -> None:
        self.beginner = bool(options["beginner"])
        parts = box(players, self.beginner, options["full_cities"] == "closed")
        super().__init__(parts, players, BEGINNER if self.beginner else POLICIES, CITATIONS)

    def open(self, s: StandardState) -> None:
        """The auction; in the beginner game one private is dealt to each player, who pays for it (1889-15-1)."""
        if not self.beginner:
            super().open(s)
            return
        for player, id in zip(s.players, s.chance.shuffled(list(self.box.privates)), strict=True):
            s.transfer(player, BANK, self.box.privates[id].price, "private")
            s.privates[id] = player

    def why_not_here(self, s: StandardState, company: str, lay: Lay) -> Refusal | None:
        """The port tile is the ferry's (1889-13-1)."""
        if refusal := super().why_not_here(s, company, lay):
            return refusal
        if lay.tile == PORT:
            return refuse("1889-13-1", "The port tile is laid by the ferry's power alone.")
        return None

    def view(self, s: StandardState, player: str | None) -> dict[str, Any]:
        return {**super().view(s, player), "port_built": s.has_used(FERRY)}


@made_once
def compose(players: int, options: Mapping[str, Choice]) -> Rules1889:
    """The rules for a table."""
    return Rules1889(players, options)
