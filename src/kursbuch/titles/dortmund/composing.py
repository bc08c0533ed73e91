"""The rules of the Railway Game, of Heat, Sweat & Beer and of the Expert Game for a table."""

from __future__ import annotations

from collections.abc import Mapping

from kursbuch.core import made_once
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


@made_once
def compose(players: int, options: Mapping[str, Choice]) -> RailwayGame:
    """The rules of the Railway Game for a table."""
    if players == TWO:
        return TwoPlayerGame(bool(options.get("card_offers")))
    return RailwayGame(players, Policies())


@made_once
def compose_beer(players: int, options: Mapping[str, Choice]) -> BeerGame:
    """The rules of Heat, Sweat & Beer for a table."""
    limits, dealt, delivers_rest, print_stays = _choices(options)
    if players == TWO:
        return BeerForTwo(two_player_box(COUNTING, limits), dealt, delivers_rest)
    policies = BeerPolicies(breweries=BreweryPolicies(delivers_rest=delivers_rest))
    return BeerGame(players, policies, beer_box(players, COUNTING, limits, print_stays), dealt)


def _choices(options: Mapping[str, Choice]) -> tuple[str, bool, bool, bool]:
    """The options of the beer games: certificate limits, breweries by lot, what becomes of beer kept for trains,
    whether H19 stays as it is printed.
    """
    limits = str(options.get("certificate_limit", "board"))
    dealt, delivers_rest = bool(options.get("dealt_breweries")), options.get("kept_export") == "delivered"
    return limits, dealt, delivers_rest, bool(options.get("print_stays"))


@made_once
def compose_expert(players: int, options: Mapping[str, Choice]) -> ExpertGame:
    """The rules of the Expert Game for a table."""
    limits, dealt, delivers_rest, print_stays = _choices(options)
    return ExpertGame(players, expert_box(players, COUNTING, limits, print_stays), dealt, delivers_rest)
