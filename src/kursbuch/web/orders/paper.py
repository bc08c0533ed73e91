"""Orders for stock rounds: passing, and buying one share after the other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from kursbuch.core import Action, BadInput, Game
from kursbuch.rail.actions import Buy, Pass
from kursbuch.rail.paper.holdings import percent
from kursbuch.rail.rounds import StockFrame
from kursbuch.web.orders.kind import (
    Data,
    Offer,
    Stop,
    Verdict,
    chosen,
    floats,
    number,
    rail,
    rail_of,
    refused,
)
from kursbuch.web.orders.watch import events_since, happened, round_mark, stock_stage, watching

ROUND_OVER = Stop("The round for which it was given is over.")


@dataclass(frozen=True, slots=True)
class PassOn:
    """Pass in this round, or in this auction, until something named happens."""

    action: type[Action] = Pass
    name = "pass"

    @property
    def needs(self) -> tuple[type[Action], ...]:
        return (self.action,)

    def offer(self, game: Game, player: str) -> Offer | None:
        stages = self._stages(game)
        if not stages:
            return None
        s = rail_of(game)
        priced = [c for c in s.shares if c in s.prices] if s is not None else []
        return Offer({"stage": stages, "price_of": priced})

    def _stages(self, game: Game) -> list[str]:
        """The rounds under way in which players may pass in their own name, the innermost first."""
        found = []
        for frame in reversed(game.state.stack):
            stage = game.rules.stages[frame.stage]
            steps = [] if hasattr(stage, "order") else stage.open_steps(game.state, frame)
            if any(step.action is self.action for step in steps):
                found.append(frame.stage)
        return list(dict.fromkeys(found))

    def read(self, game: Game, player: str, given: Mapping[str, str]) -> dict[str, Any]:
        stages = self._stages(game)
        if not stages:
            raise BadInput("kind", "there is nothing to pass in now")
        stage = chosen(given, "stage", stages) if given.get("stage") else stages[0]
        return {"round": round_mark(game, stage), **watching(game, given)}

    def about(self, data: Data) -> object:
        return data["round"][0]

    def decide(self, game: Game, player: str, data: Data, since: int) -> Verdict:
        stage = data["round"][0]
        if round_mark(game, stage) != data["round"]:
            return ROUND_OVER
        if stop := happened(game, player, data, since):
            return stop
        if player not in game.acting or game.state.top.stage != stage:
            return None  # another decision, which the order was not given for
        passing = self.action(player)
        refusal = game.why_not(passing)
        return refused("Passing is not possible now: {why}", refusal) if refusal else passing


@dataclass(frozen=True, slots=True)
class BuyOn:
    """Buy a share in every turn of this stock round until enough is held or the company floats."""

    name = "buy"
    needs = (Buy,)

    def offer(self, game: Game, player: str) -> Offer | None:
        s = rail_of(game)
        if s is None or not stock_stage(game):
            return None
        sources = {
            f"{company} {'company' if owner not in ('pool', 'offer') else owner}"
            for company, owners in s.shares.items()
            for owner in owners
            if owner not in s.players and company in s.prices and company not in s.closed
        }
        return Offer({"share": sorted(sources)}) if sources else None

    def read(self, game: Game, player: str, given: Mapping[str, str]) -> dict[str, Any]:
        s, offer = rail(game), self.offer(game, player)
        if offer is None:
            raise BadInput("kind", "no stock round is under way")
        company, _, source = chosen(given, "share", offer.choices["share"]).partition(" ")
        held = percent(s, player, company)
        until = number(given, "percent", 1, 100)
        until_floats = bool(given.get("floats"))
        if until is None and not until_floats:
            raise BadInput("percent", "say how much you want to hold, or that it shall float")
        if until is not None and until <= held:
            raise BadInput("percent", "you hold {held} % already", held=held)
        if until_floats and floats(s, company) and until is None:
            raise BadInput("floats", "{company} has floated already", company=company)
        most = number(given, "most", 1, 99_999)
        return {
            "round": round_mark(game, stock_stage(game)),
            "company": company,
            "source": source,
            "percent": until,
            "floats": until_floats and not floats(s, company),
            "most": s.price(company) if most is None else most,
        }

    def about(self, data: Data) -> object:
        return data["company"]

    def decide(self, game: Game, player: str, data: Data, since: int) -> Verdict:
        s, company = rail(game), data["company"]
        if stop := self._reached(game, player, data, since):
            return stop
        if player not in game.acting or game.state.top.stage != data["round"][0]:
            return None
        room = 100 if data["percent"] is None else data["percent"] - percent(s, player, company)
        legal = game.legal_actions(player)
        wanted = [
            a for a in legal if isinstance(a, Buy) and (a.company, a.source) == (company, data["source"])
        ]
        fitting = [a for a in wanted if a.percent <= room]
        if fitting:
            return min(fitting, key=lambda a: a.percent)
        frame = game.state.top
        ending = next((a for a in legal if isinstance(a, Pass) and a.actor == player), None)
        if isinstance(frame, StockFrame) and frame.dealt and ending is not None:
            return ending  # bought in this very turn
        refusal = game.why_not(Buy(player, 10, company, data["source"]))
        return refused("{company} cannot be bought now: {why}", refusal, company=company)

    def _reached(self, game: Game, player: str, data: Data, since: int) -> Stop | None:
        s, company = rail(game), data["company"]
        if company not in s.shares or company in s.closed or company not in s.prices:
            return Stop("{company} is no longer in play.", {"company": company})
        held = percent(s, player, company)
        if data["percent"] is not None and held >= data["percent"]:
            return Stop("You hold {percent} % of {company}.", {"company": company, "percent": held})
        if data["floats"] and floats(s, company):
            return Stop("{company} floats.", {"company": company})
        if round_mark(game, data["round"][0]) != data["round"]:
            return ROUND_OVER
        if s.price(company) > data["most"]:
            return Stop(
                "The price of {company} is {price} now.", {"company": company, "price": s.price(company)}
            )
        for event in events_since(game, since):
            told = event.values
            if event.key == "sells" and told.get("company") == company and told.get("player") != player:
                return Stop("{player} has sold {company}.", {"player": told["player"], "company": company})
        return None
