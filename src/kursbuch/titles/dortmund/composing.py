"""The rules of the Railway Game, of Heat, Sweat & Beer and of the Expert Game for a table."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from kursbuch.core.rules import Choice
from kursbuch.titles.dortmund.expert.parts import expert_box
from kursbuch.titles.dortmund.expert.rules import ExpertGame
from kursbuch.titles.dortmund.hsb.export import COUNTING
from kursbuch.titles.dortmund.hsb.parts import beer_box
from kursbuch.titles.dortmund.hsb.rules import BeerGame, BeerPolicies
from kursbuch.titles.dortmund.hsb.two_player_parts import two_player_box
from kursbuch.titles.dortmund.hsb.two_players import BeerForTwo
from kursbuch.titles.dortmund.parts import TWO
from kursbuch.titles.dortmund.rules import Policies, RailwayGame
from kursbuch.titles.dortmund.two_players import TwoPlayerGame


@cache
def _composed(players: int, card_offers: bool) -> RailwayGame:
    if players == TWO:
        return TwoPlayerGame(card_offers)
    return RailwayGame(players, Policies())


def compose(players: int, options: Mapping[str, Choice]) -> RailwayGame:
    """The rules for a table, made once for each make-up."""
    return _composed(players, bool(options.get("card_offers")))


@cache
def _beer(players: int, limits: str, dealt: bool) -> BeerGame:
    if players == TWO:
        return BeerForTwo(two_player_box(COUNTING, limits), dealt)
    return BeerGame(players, BeerPolicies(), beer_box(players, COUNTING, limits), dealt)


def compose_beer(players: int, options: Mapping[str, Choice]) -> BeerGame:
    """The rules of Heat, Sweat & Beer for a table."""
    return _beer(
        players, str(options.get("certificate_limit", "board")), bool(options.get("dealt_breweries"))
    )


@cache
def _expert(players: int, limits: str, dealt: bool) -> ExpertGame:
    return ExpertGame(players, expert_box(players, COUNTING, limits), dealt)


def compose_expert(players: int, options: Mapping[str, Choice]) -> ExpertGame:
    """The rules of the Expert Game for a table."""
    return _expert(
        players, str(options.get("certificate_limit", "board")), bool(options.get("dealt_breweries"))
    )
