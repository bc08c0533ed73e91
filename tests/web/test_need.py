"""A company that must buy a train and cannot pay: the page says what is missing, from which means, and who pays."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from kursbuch.core import Action, Game
from kursbuch.rail.actions import BuyTrain, Discard, GoBankrupt, Sell
from kursbuch.rail.paper.holdings import president
from kursbuch.rail.rounds import TurnFrame
from kursbuch.rail.state import RailState
from kursbuch.rail.trains.depot import cheapest_on_sale
from kursbuch.shelf import new_game
from kursbuch.web.pages.decision import decision
from kursbuch.web.pages.scene import Scene
from kursbuch.web.pages.table import scene_of
from kursbuch.words import words
from tests.titles.dortmund.investor.test_two_players import two
from tests.titles.dortmund.investor.test_two_players_standstill import NEEDY


def found(title: str, wanted: Callable[[Game, list[Action]], bool], first: int = 0) -> Scene:
    """A position like this, found by playing at random, as the one who decides sees it in English."""
    players = ["Anna", "Ben"] if title == "18te" else ["Anna", "Ben", "Clara"]
    for seed in range(first, first + 40):
        rng = random.Random(seed)
        game = new_game(title, players, seed)
        while not game.over and len(game.actions) < 900:
            legal = game.legal_actions()
            if wanted(game, legal):
                return scene_of(game, game.acting, words("en"))
            game.apply(rng.choice(legal).sample(rng))
    raise AssertionError("no such position")


def in_need(game: Game, legal: list[Action]) -> bool:
    at_turn = isinstance(game.state.top, TurnFrame)
    return at_turn and any(isinstance(a, Sell) and a.actor in game.players for a in legal)


def helped(game: Game, legal: list[Action]) -> bool:
    return any(
        isinstance(a, BuyTrain) and a.source == "depot" and a.price > game.state.cash[a.actor] for a in legal
    )


@pytest.mark.parametrize("title, seed", [("18te", 0), ("1889", 5)])
def test_what_is_missing_before_anything_is_sold(title: str, seed: int) -> None:
    scene = found(title, in_need, seed)
    s, need = scene.rail, decision(scene).need
    assert s is not None and need is not None and isinstance(s.top, TurnFrame)
    company, player = s.top.company, president(s, s.top.company)
    price = cheapest_on_sale(s)
    assert price is not None
    assert scene.money(price - s.cash[company]) in need.text
    assert [m.amount for m in need.means] == [
        scene.money(s.cash[company]),
        scene.money(s.cash[player]),
        scene.money(price - s.cash[company] - s.cash[player]),
    ]
    assert "sells certificates" in need.then
    assert decision(scene).groups[0].kind == "sell"  # what helps stands first


@pytest.mark.parametrize("title, seed", [("18te", 0), ("1889", 2), ("18do-railway", 0)])
def test_who_pays_what_adds_up_to_the_price(title: str, seed: int) -> None:
    scene = found(title, helped, seed)
    need, s = decision(scene).need, scene.rail
    assert need is not None and isinstance(s, RailState)
    amounts = [int("".join(c for c in m.amount if c.isdigit())) for m in need.means if m.tone != "part"]
    assert sum(amounts) == cheapest_on_sale(s)
    assert len(need.means) >= 2


def test_bankruptcy_is_announced_and_at_hand() -> None:
    scene = found("18te", lambda game, legal: any(isinstance(a, GoBankrupt) for a in legal))
    now = decision(scene)
    assert now.need is not None and "nothing left to sell" in now.need.then
    assert now.groups[0].choices[0].tone == "danger"


def test_who_must_give_up_a_train_learns_how_many() -> None:
    scene = found("18te", lambda game, legal: any(isinstance(a, Discard) for a in legal), 17)
    row = decision(scene).groups[0].rows[0]
    assert "allowed are" in row.note


def test_trains_that_a_railway_may_not_buy_are_not_its_cheapest() -> None:
    """The Investor's railway buys no pool trains: the one it could pay for does not count."""
    game = two(NEEDY, phase="5", depot="6", pool_trains=["4"], turn="BME trains").game
    scene = scene_of(game, game.acting, words("en"))
    need = decision(scene).need
    assert need is not None and scene.money(630 - 350) in need.text
