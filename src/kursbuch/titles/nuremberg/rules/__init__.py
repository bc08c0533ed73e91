"""How the phases make up the game, and what the core asks of a title."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kursbuch.core import Chance, Rules, Stage, made_once
from kursbuch.core.rules import Choice
from kursbuch.titles.nuremberg.rules.auction import Bidding
from kursbuch.titles.nuremberg.rules.audit import audit
from kursbuch.titles.nuremberg.rules.box import COMPANIES, data
from kursbuch.titles.nuremberg.rules.building import TrackBuilding
from kursbuch.titles.nuremberg.rules.parts import Box, box
from kursbuch.titles.nuremberg.rules.payment import Paying
from kursbuch.titles.nuremberg.rules.rounds import Course
from kursbuch.titles.nuremberg.rules.scoring import totals
from kursbuch.titles.nuremberg.rules.setup import new_table
from kursbuch.titles.nuremberg.rules.state import Table
from kursbuch.titles.nuremberg.rules.takeover import TakingOver
from kursbuch.titles.nuremberg.rules.told import GLOSSARY, TOLD
from kursbuch.titles.nuremberg.rules.transport import CommonLoading, TrainsAndTransport
from kursbuch.titles.nuremberg.rules.view import view

ROUNDS: int = data("tracks")["rounds"]["count"]
FOUR_PLAYER_ROUNDS: int = data("tracks")["four_player_rounds"]["count"]


class Nuremberg(Rules[Table]):
    """The rules of First Train to Nuremberg for one table."""

    citations: Mapping[str, str] = {
        "turn.not-now": "FTN-47-2",
        "turn.not-yours": "FTN-6-4",
        "game.over": "FTN-6-5",
    }
    told = TOLD
    glossary = GLOSSARY
    entities = COMPANIES  # nobody acts in their name, but no player may bear it

    def __init__(self, rounds: int, final_pass: bool, box: Box) -> None:
        self.rounds = rounds
        self.box = box
        self.stages: Mapping[str, Stage[Table, Any]] = {
            "rounds": Course(),
            "auction": Bidding(),
            "building": TrackBuilding(),
            "payment": Paying(),
            "transport": TrainsAndTransport(final_pass),
            "loading": CommonLoading(),
            "takeovers": TakingOver(),
        }

    def start(self, players: Sequence[str], chance: Chance) -> Table:
        return new_table(players, chance, self.rounds, self.box)

    def scores(self, s: Table) -> dict[str, int]:
        return totals(s)

    def view(self, s: Table, player: str | None) -> dict[str, Any]:
        return view(s)

    def audit(self, s: Table) -> None:
        audit(s)


@made_once
def compose(players: int, options: Mapping[str, Choice]) -> Nuremberg:
    """The rules for a number of players; four of them may agree on fewer rounds (FTN-6-6)."""
    parts = box()
    usual, short = parts.tracks["rounds"]["count"], parts.tracks["four_player_rounds"]["count"]
    fewer = players == 4 and options["four_player_rounds"] == FOUR_PLAYER_ROUNDS
    return Nuremberg(short if fewer else usual, options["passing"] == "final", parts)
