"""The rules of the Railway Game, of Heat, Sweat & Beer and of the Expert Game for a table."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from kursbuch.core.rules import Choice
from kursbuch.titles.dortmund.beer.brewery.turn import BreweryPolicies
from kursbuch.titles.dortmund.beer.export import COUNTING
from kursbuch.titles.dortmund.beer.parts import beer_box
from kursbuch.titles.dortmund.beer.rules import BeerGame, BeerPolicies
from kursbuch.titles.dortmund.expert.parts import expert_box
from kursbuch.titles.dortmund.expert.rules import ExpertGame
from kursbuch.titles.dortmund.investor.beer.parts import two_player_box
from kursbuch.titles.dortmund.investor.beer.rules import BeerForTwo
from kursbuch.titles.dortmund.investor.rules import TwoPlayerGame
from kursbuch.titles.dortmund.railway.parts import TWO
from kursbuch.titles.dortmund.railway.rules import Policies, RailwayGame


@cache
def _composed(players: int, card_offers: bool) -> RailwayGame:
    if players == TWO:
        return TwoPlayerGame(card_offers)
    return RailwayGame(players, Policies())


def compose(players: int, options: Mapping[str, Choice]) -> RailwayGame:
    """The rules for a table, made once for each make-up."""
    return _composed(players, bool(options.get("card_offers")))


@cache
def _beer(players: int, limits: str, dealt: bool, delivers_rest: bool) -> BeerGame:
    if players == TWO:
        return BeerForTwo(two_player_box(COUNTING, limits), dealt, delivers_rest)
    policies = BeerPolicies(breweries=BreweryPolicies(delivers_rest=delivers_rest))
    return BeerGame(players, policies, beer_box(players, COUNTING, limits), dealt)


def compose_beer(players: int, options: Mapping[str, Choice]) -> BeerGame:
    """The rules of Heat, Sweat & Beer for a table."""
    return _beer(players, *_choices(options))


def _choices(options: Mapping[str, Choice]) -> tuple[str, bool, bool]:
    """The options of the beer games: certificate limits, breweries by lot, what becomes of beer kept for trains."""
    limits = str(options.get("certificate_limit", "board"))
    return limits, bool(options.get("dealt_breweries")), options.get("kept_export") == "delivered"


@cache
def _expert(players: int, limits: str, dealt: bool, delivers_rest: bool) -> ExpertGame:
    return ExpertGame(players, expert_box(players, COUNTING, limits), dealt, delivers_rest)


def compose_expert(players: int, options: Mapping[str, Choice]) -> ExpertGame:
    """The rules of the Expert Game for a table."""
    return _expert(players, *_choices(options))
