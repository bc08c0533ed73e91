"""Positions of stock rounds and railway rounds of Heat, Sweat & Beer, set up in a few readable lines.

    table = beer(companies={"DUB": {"A": 50, "price": 90}}, minors={"B3": {"owner": "B"}}, phase="3", stock="B")

companies: railways and corporations as in `kursbuch.testing`, with kettles (kinds of cards), loads (cubes on each
train), floats=False. minors: owner (A unless told), cash, kettles (those of the charter unless told). regular, new,
cubes: demand from segment 1 up and the stock, the rest on the export field; without them as at the start. turn: a
railway and its step (early, lay, station, link, run, pay, trains); stock: who is on turn in the stock round.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import kursbuch as kb
from kursbuch.rail.rounds import OperatingFrame, SetFrame, StockFrame, TurnFrame
from kursbuch.rail.rounds.deeds import Deed
from kursbuch.rail.state import OFFER, OUT
from kursbuch.testing import Table, setting, settle, stood
from kursbuch.titles.dortmund.beer.parts import BREWERIES
from kursbuch.titles.dortmund.beer.state import add_kettle
from kursbuch.titles.dortmund.positions.brewery import card_of, set_market

STEPS = ("early", "lay", "station", "link", "run", "pay", "trains")


class BeerTable(Table):
    """A position of the beer game with short ways to look at it."""

    def kettles(self, brewery: str) -> list[int]:
        return [self.s.box.kettle(card).type for card in self.s.kettles.get(brewery, ())]

    def kinds(self) -> set[str]:
        """The kinds of the legal actions."""
        return {type(action).__name__ for action in self.game.legal_actions()}

    def display(self) -> dict[str, int]:
        """How many cards of each kind are on display."""
        depot: dict[str, int] = self.game.view()["position"]["depot"]
        return depot

    @property
    def step(self) -> str:
        frame = next(f for f in reversed(self.s.stack) if isinstance(f, TurnFrame))
        return f"{frame.company} {STEPS[frame.at]}"


def beer(
    players: int = 3,
    *,
    companies: Mapping[str, Mapping[str, Any]] | None = None,
    minors: Mapping[str, Mapping[str, Any]] | None = None,
    order: Sequence[str] = (),
    regular: Sequence[int] | None = None,
    new: Sequence[int] = (),
    cubes: int | None = None,
    cash: Mapping[str, int] | None = None,
    phase: str = "",
    depot: str = "",
    pool_trains: Sequence[str] = (),
    tiles: Mapping[str, str] | None = None,
    links: Mapping[str, int] | None = None,
    turn: str = "",
    income: int = 0,
    done: tuple[str, ...] = (),
    stock: str = "",
    dealt: tuple[str, ...] = (),
    stock_round: int = 2,
    operating_round: int = 1,
    pairs: int = 2,
    options: Mapping[str, object] | None = None,
    title: str = "18do-beer",
    **fields: Any,
) -> BeerTable:
    game = kb.new_game(title, list("ABCDE"[:players]), seed=1, options=options or {})
    s: Any = type(game.state)(game.state.players, game.state.chance.copy(), game.rules.box)  # type: ignore
    for id, company in s.box.companies.items():
        s.shares[id] = (OFFER,) * len(company.certificates)
    setting.reach_phase(s, phase, depot)
    s.stock_round, s.set_number = stock_round, stock_round
    setting.put_tiles(s, tiles or {})
    for id, about in (companies or {}).items():
        _set_company(s, id, about)
    setting.give_trains(s, "pool", pool_trains)
    for id, about in (minors or {}).items():
        s.minors[id] = about.get("owner", "A")
        for kind in about.get("kettles", s.box.minors[id].kettles):
            add_kettle(s, id, card_of(s, kind))
    used = {card for cards in s.kettles.values() for card in cards}
    s.kettles[OUT] = tuple(card for card in s.box.start_cards if card not in used)
    corporations = [id for id in companies or () if id in s.box.corporations]
    s.order = tuple(order) or (*sorted(s.minors, reverse=True), *corporations)
    purses = {
        id: about["cash"] for id, about in {**(companies or {}), **(minors or {})}.items() if "cash" in about
    }
    setting.share_out(s, {**dict.fromkeys(game.players, 0), **purses, **(cash or {})}, None)
    s.links = dict(links or {})
    if regular is not None or cubes is not None:
        set_market(s, regular or (), new, cubes, ())
    else:
        closed = frozenset(n for n in s.beer.unopened if n > int(s.phase.id))
        s.beer = replace(s.beer, unopened=closed, stock=s.beer.stock - sum(s.loaded.values()))
    for name, value in fields.items():
        setattr(s, name, value)
    _set_stack(s, turn, income, done, stock, dealt, operating_round, pairs)
    return BeerTable(stood(game, s))


def _set_company(s: Any, id: str, about: Mapping[str, Any]) -> None:
    brewery = id in s.box.corporations
    row = BREWERIES if brewery else 0
    price = about.get("price", 60)
    column = next(c.column for c in s.box.market.cells.values() if c.price == price)
    setting.put_company(s, id, {"rest": id, **about, "spot": (row, column)})
    floats = about.get("floats", True)
    if floats:
        s.floated = (*s.floated, id)
    if not brewery:
        setting.put_tokens(s, id, {**about, "home": floats})
    setting.give_trains(s, id, about.get("trains", ()))
    for card, cubes in zip(s.trains.get(id, ()), about.get("loads", ()), strict=False):
        if cubes:
            s.loaded[card] = cubes
    for kind in about.get("kettles", ()):
        add_kettle(s, id, card_of(s, kind))


def _set_stack(
    s: Any,
    turn: str,
    income: int,
    done: tuple[str, ...],
    stock: str,
    dealt: tuple[str, ...],
    operating_round: int,
    pairs: int,
) -> None:
    s.stack.clear()
    if turn:
        company, _, step = turn.partition(" ")
        s.operating_round = operating_round
        s.push(SetFrame("cycle", number=s.stock_round, done=1 + operating_round, of=pairs))
        order = tuple(c for c in s.prices.order() if c not in s.box.corporations)
        s.push(OperatingFrame("operating", operated=(company,), at="turns", order=order))
        s.push(
            TurnFrame(
                "turn",
                company,
                at=STEPS.index(step) if step else -1,
                income=income,
                done=tuple(map(Deed.read, done)),
            )
        )
    else:
        s.push(SetFrame("cycle", number=s.stock_round, done=1))
        s.push(StockFrame("stock", stock or "A", tuple(map(Deed.read, dealt))))


def fresh(players: int = 3, seed: int = 1, **options: object) -> BeerTable:
    """A game that has just begun, with the players A, B, C ..."""
    return BeerTable(kb.new_game("18do-beer", list("ABCDE"[:players]), seed=seed, options=options))


go_on = settle
