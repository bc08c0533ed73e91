"""A position of the beer game, or of the Expert Game, put together again from its view."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from kursbuch.bots.bot import View
from kursbuch.bots.railway.table import fill, imagined
from kursbuch.core import Chance
from kursbuch.shelf import rules_of
from kursbuch.titles.dortmund.beer.demand import BeerMarket
from kursbuch.titles.dortmund.beer.parts import BeerBox
from kursbuch.titles.dortmund.beer.state import BeerState
from kursbuch.titles.dortmund.investor.beer.parts import TwoPlayerState


def rebuild_beer(view: View, box: BeerBox) -> BeerState:
    """The open position: railways as ever, breweries with their kettles, the beer market, beer on trains."""
    known = imagined(view, BeerState)
    if known is not None:
        return known
    about = view["position"]
    investor = about["investor"]
    people = [*about["seats"], *([investor] if investor else [])]
    rules: Any = rules_of(view)
    s: BeerState = fill(rules.position(people, Chance(0), box), view)
    s.investor, s.investor_card = investor, about["investor_card"]
    if "card_phase" in about:  # with two players the last phase may begin without its card
        s.phase_number = box.phase_number[about["card_phase"]]
        assert isinstance(s, TwoPlayerState)
        s.grey = about["card_phase"] != about["phase"]
    s.minors = {id: minor["owner"] for id, minor in about["minors"].items()}
    s.order = tuple(about["order"])
    s.set_number = about["set"]
    s.kettles = {
        id: tuple(f"{kettle['card']}#{id}{n}" for n, kettle in enumerate(brewery["kettles"]))
        for id, brewery in (*about["minors"].items(), *about["corporations"].items())
    }
    s.beer = _market(about["beer_market"])
    s.links = {link["hex"]: link["value"] for link in about["links"]}
    s.free_links = frozenset(about["free_links"])
    s.floated = tuple(about["floated"])
    s.loans, s.bust = dict(about["loans"]), dict(about["bust"])
    _load(s, about["loaded"])
    return s


def _market(about: Mapping[str, Any]) -> BeerMarket:
    segments = about["segments"]
    unopened = frozenset(segment["number"] for segment in segments if not segment["opened"])
    marked = frozenset(segment["number"] for segment in segments if segment["marker"])
    return BeerMarket(
        regular=tuple(segment["demand"]["regular"] for segment in segments),
        new=tuple(segment["demand"]["new"] for segment in segments),
        to_regular=tuple(segment["supply"]["regular"] for segment in segments),
        to_new=tuple(segment["supply"]["new"] for segment in segments),
        unopened=unopened,
        dead=marked - unopened,
        export=about["export"],
        stock=about["stock"],
    )


def _load(s: BeerState, loads: list[Mapping[str, Any]]) -> None:
    """Put the beer on trains of the same side; cards have other names here than at the table."""
    for load in loads:
        cards = [c for c in s.trains[load["company"]] if s.sides[c] == load["train"] and c not in s.loaded]
        s.loaded[cards[0]] = load["cubes"]


@lru_cache(maxsize=64)
def opened(market: BeerMarket, box: BeerBox, phase: int) -> BeerMarket:
    """The market as it is once a phase has begun."""
    open_now = frozenset(n for n in market.unopened if box.phase_number[box.segments[n].opens_with] <= phase)
    return replace(market, unopened=market.unopened - open_now) if open_now else market
