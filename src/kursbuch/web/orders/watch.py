"""What an order waits for: something that others do, or a price."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from kursbuch.core import Event, Game
from kursbuch.rail.paper.holdings import president
from kursbuch.rail.rounds import StockFrame
from kursbuch.rail.state import RailState
from kursbuch.web.orders.kind import Data, Stop, number, rail_of

WATCHED = ("start", "sale", "mine")


def events_since(game: Game, since: int) -> Iterator[Event]:
    """What has happened after so many moves, as the player was told."""
    for move in range(since + 1, len(game.moves) + 1):
        yield from game.events_of(move)


def begun(s: RailState) -> list[str]:
    """The companies that somebody has started: they have a price, or a player holds paper of them."""
    return [
        company
        for company, owners in s.shares.items()
        if company in s.prices or any(owner in s.players for owner in owners)
    ]


def round_mark(game: Game, stage: str) -> list[Any] | None:
    """What tells the round under way from others like it: the frame of that stage, on whatever lies above it."""
    s = game.state
    for frame in s.stack:
        if frame.stage == stage:
            lot = str(getattr(frame, "lot", ""))
            return [stage, getattr(s, "stock_round", 0), getattr(s, "operating_round", 0), lot]
    return None


def stock_stage(game: Game) -> str:
    """The stage of the stock round under way; "" if there is none."""
    return next((frame.stage for frame in game.state.stack if isinstance(frame, StockFrame)), "")


def watching(game: Game, given: Mapping[str, str]) -> dict[str, Any]:
    """What is to be watched, as it is stored; raises BadInput."""
    out: dict[str, Any] = {"until": [what for what in WATCHED if given.get(f"until_{what}")]}
    s = rail_of(game)
    if s is None:
        return out
    if "start" in out["until"]:
        out["begun"] = begun(s)
    company = given.get("price_of", "")
    price = number(given, "price", 1, 99_999)
    if company in s.prices and price is not None:
        out["price"] = {"company": company, "price": price, "rising": s.price(company) < price}
    return out


def happened(game: Game, player: str, data: Data, since: int) -> Stop | None:
    """What an order has waited for, if it has come about."""
    s = rail_of(game)
    if s is None:
        return None
    if "start" in data["until"]:
        for company in begun(s):
            if company not in data["begun"]:
                return Stop("{company} has been started.", {"company": company})
    for event in events_since(game, since):
        told = event.values
        if event.key == "sells" and "sale" in data["until"] and told.get("player") != player:
            return Stop(
                "{player} has sold {company}.", {"player": told["player"], "company": told["company"]}
            )
        if "mine" in data["until"] and (stop := _touches_mine(s, player, event)):
            return stop
    return _price_passed(s, data)


def _touches_mine(s: RailState, player: str, event: Event) -> Stop | None:
    """Somebody has bought into a company of the player's, or has taken it over."""
    told = event.values
    if event.key == "president" and told.get("before") == player:
        return Stop(
            "{player} is president of {company} now.",
            {"player": told["player"], "company": told["company"]},
        )
    if event.key != "buys" or told.get("player") == player:
        return None
    company = told.get("company", "")
    if company in s.shares and president(s, company) == player:
        return Stop("{player} has bought {company}.", {"player": told["player"], "company": company})
    return None


def _price_passed(s: RailState, data: Data) -> Stop | None:
    wanted = data.get("price")
    if not wanted or wanted["company"] not in s.prices:
        return None
    price = s.price(wanted["company"])
    passed = price >= wanted["price"] if wanted["rising"] else price <= wanted["price"]
    values = {"company": wanted["company"], "price": price}
    return Stop("The price of {company} is {price} now.", values) if passed else None
