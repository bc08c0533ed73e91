"""Orders for companies' turns: running the best, paying or keeping the income."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from kursbuch.core import Action, BadInput, Game
from kursbuch.rail.actions import Pay, Run, Runs, Withhold
from kursbuch.rail.paper.holdings import president
from kursbuch.rail.state import RailState
from kursbuch.web.orders.kind import Data, Offer, Stop, Verdict, chosen, mine, rail, rail_of, refused

EVERY = "*"  # all companies of the player's, also those to come


def lost(s: RailState, player: str, company: str) -> Stop | None:
    """The player no longer decides for the company."""
    if company == EVERY:
        return None
    if company not in s.shares or company in s.closed:
        return Stop("{company} is no longer in play.", {"company": company})
    now = president(s, company)
    if now != player:
        return Stop("{player} is president of {company} now.", {"player": now, "company": company})
    return None


def _own(game: Game, player: str) -> list[str]:
    s = rail_of(game)
    return mine(s, player) if s is not None else []


@dataclass(frozen=True, slots=True)
class RunBest:
    """The trains run for the most; where cargo can be chosen as well, the choice stays with the player."""

    name = "run"
    needs = (Run,)

    def offer(self, game: Game, player: str) -> Offer | None:
        own = _own(game, player)
        return Offer({"company": [EVERY, *own]}) if own else None

    def read(self, game: Game, player: str, given: Mapping[str, str]) -> dict[str, Any]:
        rail(game)
        return {"company": chosen(given, "company", [EVERY, *_own(game, player)])}

    def about(self, data: Data) -> object:
        return data["company"]

    def decide(self, game: Game, player: str, data: Data, since: int) -> Verdict:
        s, company = rail(game), data["company"]
        if stop := lost(s, player, company):
            return stop
        if player not in game.acting:
            return None
        runs = [
            action
            for action in game.legal_actions(player)
            if isinstance(declared := getattr(action, "runs", None), Runs)
            and declared.runs
            and company in (EVERY, action.actor)
        ]
        return runs[0] if len(runs) == 1 and isinstance(runs[0], Run) else None


@dataclass(frozen=True, slots=True)
class Dividend:
    """A company always pays, or always keeps its income, until the phase changes."""

    name = "dividend"
    needs = (Pay, Withhold)

    def offer(self, game: Game, player: str) -> Offer | None:
        own = _own(game, player)
        return Offer({"company": own, "choice": ["pay", "withhold"]}) if own else None

    def read(self, game: Game, player: str, given: Mapping[str, str]) -> dict[str, Any]:
        s, own = rail(game), _own(game, player)
        if not own:
            raise BadInput("company", "you decide for no company")
        return {
            "company": chosen(given, "company", own),
            "choice": chosen(given, "choice", ["pay", "withhold"]),
            "phase": s.phase.id,
        }

    def about(self, data: Data) -> object:
        return data["company"]

    def decide(self, game: Game, player: str, data: Data, since: int) -> Verdict:
        s, company = rail(game), data["company"]
        if stop := lost(s, player, company):
            return stop
        if s.phase.id != data["phase"]:
            return Stop("Phase {phase} has begun.", {"phase": s.phase.id})
        if player not in game.acting:
            return None
        kinds: dict[str, type[Action]] = {"pay": Pay, "withhold": Withhold}
        asked = [
            a for a in game.legal_actions(player) if isinstance(a, (Pay, Withhold)) and a.actor == company
        ]
        if not asked:
            return None
        wanted = kinds[data["choice"]]
        found = next((a for a in asked if isinstance(a, wanted)), None)
        if found is not None:
            return found
        return refused("This is not possible now: {why}", game.why_not(wanted(company)))
