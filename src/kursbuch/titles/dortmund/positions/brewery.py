"""Positions of brewery rounds in a few lines, for tests and examples.

minors: owner (A unless told), cash (0), kettles (kinds of cards). corporations: price, cash, kettles, floats=False,
and holdings in per cent as in `kursbuch.positions`. railways: as companies there. regular, new: cubes in the demand
boxes from segment 1 up. stock: cubes in stock; if it is told, what is left over lies on the export field. The steps
of a turn: deliver, load, rest, pay, buy; without a step the turn is about to begin, and without a turn the round.
The game ends with the round, unless last=False: then the second railway round of the set comes next.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from kursbuch.core import Game
from kursbuch.positions import setting, settled, stood
from kursbuch.rail.box import kind_of_card
from kursbuch.rail.rounds import SetFrame
from kursbuch.rail.rounds.deeds import Deed
from kursbuch.rail.state import DEPOT, OFFER, OUT
from kursbuch.shelf import new_game
from kursbuch.titles.dortmund.beer.brewery.round import BreweryRoundFrame
from kursbuch.titles.dortmund.beer.brewery.turn import BreweryPolicies, BreweryTurnFrame
from kursbuch.titles.dortmund.beer.parts import BREWERIES
from kursbuch.titles.dortmund.beer.rules import BeerGame, BeerPolicies
from kursbuch.titles.dortmund.beer.state import add_kettle
from kursbuch.titles.dortmund.expert.state import ExpertState

STEPS = ("deliver", "load", "rest", "income", "pay", "buy")
EXPERT_STEPS = ("deliver", "load", "rest", "special", "income", "pay", "buy", "event")


def brewery(
    players: int = 3,
    *,
    minors: Mapping[str, Mapping[str, Any]] | None = None,
    corporations: Mapping[str, Mapping[str, Any]] | None = None,
    railways: Mapping[str, Mapping[str, Any]] | None = None,
    order: Sequence[str] = (),
    regular: Sequence[int] = (),
    new: Sequence[int] = (),
    stock: int | None = None,
    dead: Sequence[int] = (),
    loaded: Mapping[str, int] | None = None,
    cash: Mapping[str, int] | None = None,
    phase: str = "",
    depot: str = "",
    tiles: Mapping[str, str] | None = None,
    turn: str = "",
    income: int = 0,
    done: tuple[str, ...] = (),
    last: bool = True,
    policies: BreweryPolicies | None = None,
    title: str = "18do-beer",
    options: Mapping[str, object] | None = None,
    **fields: Any,
) -> Game:
    """A position of a brewery round."""
    game = new_game(title, list("ABCDE"[:players]), seed=1, options=options or {})
    box = cast("BeerGame", game.rules).box
    if policies:
        game._rules = BeerGame(players, BeerPolicies(breweries=policies), box)
    kind: Any = type(game.state)
    s = kind(game.state.players, game.state.chance.copy(), box)
    for id, company in s.box.companies.items():
        s.shares[id] = (OFFER,) * len(company.certificates)
    s.stock_round = s.set_number = 2
    setting.reach_phase(s, phase, depot)
    setting.put_tiles(s, tiles or {})
    purses = dict(cash or {})
    for id, about in (railways or {}).items():
        setting.put_company(s, id, {"rest": id, **about})
        setting.put_tokens(s, id, about)
        setting.give_trains(s, id, about.get("trains", ()))
        s.floated = (*s.floated, id)
    for id, about in (corporations or {}).items():
        column = next(c.column for c in s.box.market.cells.values() if c.price == about.get("price", 60))
        setting.put_company(s, id, {"rest": id, **about, "spot": (BREWERIES, column)})
        if about.get("floats", True):
            s.floated = (*s.floated, id)
        purses[id] = about.get("cash", 0)
    for id, about in (minors or {}).items():
        s.minors[id] = about.get("owner", "A")
        purses[id] = about.get("cash", 0)
    setting.share_out(s, purses, None)
    for id, about in {**(minors or {}), **(corporations or {})}.items():
        for kind in about.get("kettles", ()):
            add_kettle(s, id, card_of(s, kind))
    used = {card for cards in s.kettles.values() for card in cards}
    s.kettles[OUT] = tuple(card for card in s.box.start_cards if card not in used)
    s.order = tuple(order) or (*(corporations or {}), *(minors or {}))
    s.loaded = dict(loaded or {})
    set_market(s, regular, new, stock, dead)
    for name, value in fields.items():
        setattr(s, name, value)
    # the game ends with this round, or a railway round comes next
    s.push(SetFrame("cycle", s.box.last_set, done=3, of=2) if last else SetFrame("cycle", 2, done=2, of=2))
    _set_turn(s, turn, income, done)
    stood(game, s)
    return game if " " in turn else settled(game)


def card_of(s: Any, kind: str) -> Any:
    """A card of this kind: marked START, or from those that have left the display, else the top one."""
    used = {card for cards in s.kettles.values() for card in cards}
    if kind.startswith("S"):
        return next(card for card in s.box.start_cards if kind_of_card(card) == kind and card not in used)
    for place in (OUT, DEPOT):
        for card in s.trains.get(place, ()):
            if kind_of_card(card) == kind:
                s.trains[place] = tuple(c for c in s.trains[place] if c != card)
                return card
    raise AssertionError(f"no card {kind} left")


def set_market(
    s: Any, regular: Sequence[int], new: Sequence[int], stock: int | None, dead: Sequence[int]
) -> None:
    """Cubes in the demand boxes from segment 1 up; what is left over lies in stock or on the export field."""
    total = s.box.beer_start.total
    yellow, orange = ((*boxes, *(0,) * 6)[:6] for boxes in (regular, new))
    rest = total - sum(yellow) - sum(orange) - sum(s.loaded.values())
    kept = s.box.beer_start.export if stock is None else rest - stock
    opened = {n for n in s.beer.unopened if n <= int(s.phase.id)}
    s.beer = replace(
        s.beer,
        regular=yellow,
        new=orange,
        export=kept,
        stock=rest - kept,
        unopened=frozenset(s.beer.unopened - opened),
        dead=frozenset(dead),
    )


def _set_turn(s: Any, turn: str, income: int, done: tuple[str, ...]) -> None:
    if not turn:
        s.push(BreweryRoundFrame("breweries"))
        return
    company, _, step = turn.partition(" ")
    s.push(BreweryRoundFrame("breweries", s.order[: s.order.index(company) + 1], "turns"))
    steps = EXPERT_STEPS if isinstance(s, ExpertState) else STEPS
    at = steps.index(step) if step else -1
    s.push(BreweryTurnFrame("brewery-turn", company, at=at, income=income, done=tuple(map(Deed.read, done))))
