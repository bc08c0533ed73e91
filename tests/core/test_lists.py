"""Lists that ask less than a rule for each candidate let pass just what the rules let pass."""

from __future__ import annotations

import random

import pytest

import kursbuch as kb
from kursbuch.core import Game

MOVES = 400
APART = 9  # moves from one position looked at to the next


def agree(game: Game) -> None:
    s = game.state
    stage = game.rules.stages[s.top.stage]
    for player in stage.deciders(s, s.top):
        for step in stage.open_steps(s, s.top):
            judged = [a for a in step.candidates(s, player) if step.refusal_of(s, player, a) is None]
            s.look()
            listed = list(step.legal(s, player))
            s.look_away()
            assert listed == judged, f"{type(step).__name__} after {len(game.actions)} moves"
            least = [a.at(a.span.lo) if a.span else a for a in step.candidates(s, player)]
            assert step.possible(s, player) == any(step.why_not(s, player, a) is None for a in least)


@pytest.mark.parametrize("title", kb.titles(), ids=lambda info: info.id)
def test_a_list_is_what_the_rules_let_pass(title: kb.TitleInfo) -> None:
    players = min(4, max(title.players))
    game = kb.new_game(title.id, players, seed=11)
    rng = random.Random(11)
    while not game.over and len(game.actions) < MOVES:
        if len(game.actions) % APART == 0:
            agree(game)
        game.apply(rng.choice(game.legal_actions()).sample(rng))


def test_nothing_found_out_outlives_a_look() -> None:
    game = kb.new_game(kb.titles()[0].id, 2, seed=3)
    game.legal_actions()
    assert game.state.findings is None
    game.state.look()
    assert game.state.copy().findings is None
