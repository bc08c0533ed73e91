"""The rest of a company's turn in one go, and passing where nothing else can be done."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from kursbuch.core import Game
from kursbuch.rail.actions import Lay, Pass
from kursbuch.rail.rounds import TurnFrame
from kursbuch.rail.state import RailState
from kursbuch.shelf import new_game
from kursbuch.web.pages.decision import decision
from kursbuch.web.pages.scene import Scene
from kursbuch.web.pages.table import scene_of
from kursbuch.web.pages.turn_plan import turn_plan
from kursbuch.words import words


def laying(title: str) -> Game:
    """A company with a train is to lay track."""
    rng = random.Random(5)
    game = new_game(title, 3, seed=7)
    while True:
        legal = game.legal_actions()
        top, s = game.state.top, game.state
        assert isinstance(s, RailState)
        if isinstance(top, TurnFrame) and s.trains.get(top.company) and isinstance(legal[0], Lay):
            return game
        lively = [action for action in legal if "pass" not in str(action)] or legal
        game.apply(rng.choice(lively if rng.random() < 0.7 else legal).sample(rng))


def seen(game: Game) -> Scene:
    return scene_of(game, game.players, words("en"))


@pytest.mark.parametrize("title", ["18te", "1889", "18do-railway"])
def test_the_plan_is_legal_line_by_line_and_does_not_begin_another_turn(title: str) -> None:
    game = laying(title)
    company = getattr(game.state.top, "company", "")
    plan = turn_plan(seen(game))
    assert len(plan.actions) >= 2 and len(plan.labels) == len(plan.actions)
    for line in plan.actions:
        top = game.state.top
        assert isinstance(top, TurnFrame) and top.company == company
        game.apply(line)


def test_the_plan_tells_what_it_brings_about() -> None:
    game = laying("18te")
    plan, before = turn_plan(seen(game)), dict(game.state.cash)
    for line in plan.actions:
        game.apply(line)
    richer = {who for who, cash in game.state.cash.items() if who != "bank" and cash != before[who]}
    assert {str(e.who) for e in plan.effects if e.what == "Cash"} == {
        str(seen(game).place(who)) for who in richer
    }


def test_without_best_runs_there_is_no_plan() -> None:
    at = replace(seen(laying("18te")), helps_off=frozenset({"best_runs"}))
    assert turn_plan(at).actions == [] and not decision(at).plan


def test_only_passing_where_nothing_else_is_legal_is_marked() -> None:
    rng, found = random.Random(1), set[bool]()
    game = new_game("18te", 3, seed=3)
    while not game.over and found != {True, False}:
        legal = game.legal_actions()
        alone = len(legal) == 1 and isinstance(legal[0], Pass)
        assert decision(seen(game)).only == (str(legal[0]) if alone else "")
        found.add(alone)
        game.apply(rng.choice(legal).sample(rng))
    assert found == {True, False}
